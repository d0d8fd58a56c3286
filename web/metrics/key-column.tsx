import type { KeyedRow } from '#contract/answer.ts'
import type { RowsBy } from '#contract/dashboards/grouping.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { recordColumn } from '#web/table/cell-kinds.tsx'
import type { FileColumn, TableColumn } from '#web/table/table-column.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { countText } from '#web/ui/numbers.ts'
import type { TableRow } from './keyed-rows.ts'
import { ProductName, ProductThumbnail } from './product-cell.tsx'
import styles from './keyed-table.module.css'

/** What one row is. */
export const NOUNS: Record<RowsBy, string> = {
  SKU: 'product',
  PARENT: 'parent',
  BRAND: 'brand',
  MARKETPLACE: 'marketplace',
}

/**
 * Whose row it is: a product with its codes, a brand, or a marketplace with its flag. `linked` makes a name lead
 * somewhere.
 */
export function keyColumn<Row extends KeyedRow>(
  groupBy: RowsBy,
  linked: (row: Row, name: React.ReactNode) => React.ReactNode = (_, name) => name,
): TableColumn<TableRow<Row>> {
  const name = ({ kind, row, count }: TableRow<Row>): string | undefined => {
    if (kind === 'notAllocated') return 'Not allocated'
    if (kind === 'total')
      return count === undefined
        ? `All ${NOUNS[groupBy]}s, listed or not`
        : `All ${countText(count, NOUNS[groupBy])}`
    return row && rowName(row, groupBy)
  }
  if (groupBy === 'SKU' || groupBy === 'PARENT')
    return recordColumn<TableRow<Row>>({
      id: 'name',
      title: groupBy === 'SKU' ? 'Product' : 'Parent',
      width: 290,
      isSortable: false,
      name,
      identifiers: ({ kind, row }) =>
        kind === 'row' && row
          ? [...new Set([row.identity.sku, groupBy === 'PARENT' ? row.key : row.identity.asin])].filter(
              Boolean,
            )
          : [],
      picture: ({ row }) => <ProductThumbnail identity={row?.identity} />,
      inFile: [
        fileCode('SKU', ({ identity }) => identity.sku),
        fileCode('ASIN', ({ identity }) => identity.asin),
      ],
      linked: ({ kind, row }, shown) =>
        kind === 'row' && row ? <ProductName sku={row.identity.sku}>{shown}</ProductName> : shown,
      ...(groupBy === 'PARENT' && {
        linked: ({ row }: TableRow<Row>, shown: React.ReactNode) => (row ? linked(row, shown) : shown),
        // A parent is called as one of its products.
        inFile: [fileCode('Parent ASIN', ({ key }) => key)],
      }),
    })
  return {
    id: 'name',
    title: groupBy === 'BRAND' ? 'Brand' : 'Marketplace',
    kind: 'text',
    width: 210,
    canHide: false,
    isSortable: false,
    value: name,
    ...(groupBy === 'MARKETPLACE' && { inFile: [fileCode('Marketplace code', ({ key }) => key)] }),
    cell: (line) => {
      const isRow = line.kind === 'row' && line.row !== undefined
      return (
        <span className={styles.name}>
          {groupBy === 'MARKETPLACE' && isRow && <Flag country={line.row!.key} />}
          {isRow ? linked(line.row!, name(line)) : name(line)}
        </span>
      )
    },
  }
}

/** By a code a program finds a row, whatever it is called. */
const fileCode = (title: string, codeOf: (row: KeyedRow) => string): FileColumn<TableRow<KeyedRow>> => ({
  title,
  kind: 'text',
  value: ({ kind, row }) => (kind === 'row' && row ? codeOf(row) : ''),
})

/** What a row is called in sentences and drawings. */
export function rowName({ key, identity }: KeyedRow, groupBy: RowsBy): string {
  if (groupBy === 'MARKETPLACE') return marketplaceOf(key)?.label ?? key
  if (groupBy === 'BRAND') return key || '(no brand)'
  return identity.name || (groupBy === 'SKU' ? identity.sku : key)
}

/** The total and what belongs to none stand out. */
export const rowClass = ({ kind }: TableRow<KeyedRow>): string | undefined =>
  kind === 'row' ? undefined : styles[kind]
