import { useMemo } from 'react'
import type { KeyedRow, Listing } from '#contract/answer.ts'
import type { RowsBy } from '#contract/dashboards/grouping.ts'
import type { DateRange } from '#contract/date-range.ts'
import type { Drawer } from '#web/dashboard/use-drawer.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable, ROW_HEIGHTS, type Reach } from '#web/table/DataTable.tsx'
import { TablePager } from '#web/table/TablePager.tsx'
import type { TablePaging } from '#web/table/use-paged-table.ts'
import type { TableModel } from '#web/table/use-table.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { countText, wholeText } from '#web/ui/numbers.ts'
import { NOUNS, rowClass } from './key-column.tsx'
import { explainedAt, markedCell, skusIn, type TableRow } from './keyed-rows.ts'
import { OpenProduct, PicturedSkus } from './product-cell.tsx'
import styles from './keyed-table.module.css'

interface KeyedTableProps<Row extends KeyedRow> {
  label: string
  table: TableModel<TableRow<Row>>
  paging: TablePaging
  groupBy: RowsBy
  /** Of which the numbers are. */
  period: DateRange
  drawer: Drawer
  searchText: string
  /** How many rows there are, and were before filters by a number. */
  found: Pick<Listing<KeyedRow>, 'rowCount' | 'unfiltered'> | undefined
  /** Nothing has been answered yet. */
  isLoading: boolean
  isReading: boolean
  /** Under a row that is opened. */
  detail?: (row: Row) => React.ReactNode
}

/** Rows by product, brand or marketplace: each number is opened in the drawer, and pages are read as they are asked for. */
export function KeyedTable<Row extends KeyedRow>(props: KeyedTableProps<Row>) {
  const { label, table, paging, groupBy, period, drawer, searchText, found, isLoading, isReading, detail } =
    props
  // In the same order however the rows are put.
  const pictured = useMemo(
    () =>
      table.lines
        .flatMap(({ row: { row } }) => (row?.identity.hasPicture ? [row.identity.sku] : []))
        .toSorted(),
    [table.lines],
  )
  const skus = useMemo(() => skusIn(table.lines, groupBy), [table.lines, groupBy])
  const openProduct = (sku: string, reach: Reach = 'enter') => {
    if (reach === 'follow') drawer.follow({ product: sku })
    else drawer.openProduct(sku, skus, reach === 'enter')
  }
  return (
    <PicturedSkus value={pictured}>
      <OpenProduct value={groupBy === 'SKU' ? openProduct : null}>
        {found?.unfiltered && <p className={styles.narrowed}>{narrowedText(found, groupBy)}</p>}
        <PaperTables table={table}>
          {(part) => (
            <DataTable
              table={part}
              label={label}
              rowHeight={groupBy === 'SKU' || groupBy === 'PARENT' ? ROW_HEIGHTS.picture : ROW_HEIGHTS.normal}
              rowClass={rowClass}
              isLoading={isLoading}
              marked={markedCell(drawer.cell, period)}
              {...(detail && { detail: { render: ({ row }: TableRow<Row>) => row && detail(row) } })}
              empty={
                <StateMessage place="section" title={`No ${NOUNS[groupBy]}s match`}>
                  {found?.unfiltered && found.unfiltered.rowCount > 0
                    ? 'Remove a filter or change its number.'
                    : `Nothing has “${searchText}” in its name, SKU or ASIN.`}
                </StateMessage>
              }
              onExplain={({ row, column }, reach) => {
                const cell = explainedAt(row, column.id, groupBy, period)
                if (!cell) return
                if (reach === 'follow') drawer.follow(cell)
                else drawer.open(cell, reach === 'enter')
              }}
              {...(groupBy === 'SKU' && {
                openedRow: drawer.product === null ? null : `row ${drawer.product}`,
                onOpen: ({ kind, row }: TableRow<Row>, reach: Reach) => {
                  if (kind === 'row' && row) openProduct(row.key, reach)
                },
              })}
              onLeave={drawer.close}
            />
          )}
        </PaperTables>
      </OpenProduct>
      <TablePager paging={paging} label="Pages" isBusy={isReading} />
    </PicturedSkus>
  )
}

/** How many rows filters by a number leave, and what they do not change. */
function narrowedText(
  { rowCount, unfiltered }: Pick<Listing<KeyedRow>, 'rowCount' | 'unfiltered'>,
  groupBy: RowsBy,
): string {
  const { rowCount: before, withoutNumber } = unfiltered!
  const noun = NOUNS[groupBy]
  return [
    `${wholeText(rowCount)} of ${countText(before, noun)} listed.`,
    ...(withoutNumber > 0
      ? [
          `${countText(withoutNumber, noun)} without a value for a filtered number ${withoutNumber === 1 ? 'is' : 'are'} left out.`,
        ]
      : []),
    'Totals, figures and charts include all of them, listed or not.',
  ].join(' ')
}
