/** Rows of a table by product, brand or marketplace: what a page of them has in common with every other. */
import type { DateRange } from '#contract/date-range.ts'
import type { KeyedRow, Listing, SORT_ORDERS } from '#contract/answer.ts'
import type { GroupBy, RowsBy } from '#contract/dashboards/grouping.ts'
import { isMetricId, type MetricId } from '#contract/metrics/metrics.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { SEARCH_LENGTH_MAX } from '#web/filters/SearchFilter.tsx'
import { oneOf } from '#web/filters/filter-fields.ts'
import { numberField, textField } from '#web/filters/typed-fields.ts'
import { numberFiltersField } from './number-filters.ts'
import { TOTALS } from '#web/table/use-table.ts'

/** A row of the table: one of the answer, the total, or a place whose row is being read. */
export interface TableRow<Row extends KeyedRow> {
  id: string
  kind: 'row' | 'total' | 'notAllocated'
  row: Row | undefined
  /** Of the total: how many rows it is of; undefined where not all of these are listed. */
  count?: number | undefined
}

export const tableRow = <Row extends KeyedRow>(row: Row): TableRow<Row> => ({
  id: `row ${row.key}`,
  kind: 'row',
  row,
})

/** @param isNarrowed by a search or a number, which the total is not */
export const totalIn = <Row extends KeyedRow>(
  { total, rowCount }: Listing<Row>,
  isNarrowed = false,
): TableRow<Row> => ({
  id: 'total',
  kind: 'total',
  row: total,
  count: isNarrowed ? undefined : rowCount,
})

export const notAllocatedIn = <Row extends KeyedRow>({ notAllocated }: Listing<Row>): TableRow<Row>[] =>
  notAllocated ? [{ id: 'not allocated', kind: 'notAllocated', row: notAllocated }] : []

const PAGE_MAX = 100_000

/** The fields by which an address says which rows of many: in which order, found by what, of which numbers, which page. */
export const listFields = <const Id extends MetricId>(metrics: readonly Id[], first: NoInfer<Id>) => ({
  searchText: textField(SEARCH_LENGTH_MAX),
  numbers: numberFiltersField(metrics),
  sortBy: oneOf(metrics, first),
  sortOrder: oneOf(['ASC', 'DESC'] as const satisfies typeof SORT_ORDERS, 'DESC'),
  page: numberField(1, { min: 1, max: PAGE_MAX }),
})

/** The metric whose number a column shows; undefined of names. */
export function metricOfColumn(id: string): MetricId | undefined {
  const name = id.replace(/\.growth$/, '')
  return isMetricId(name) ? name : undefined
}

/** Which number a cell of the table shows; null where it shows none of its own. */
export function explainedAt(
  { kind, row }: TableRow<KeyedRow>,
  column: string,
  groupBy: RowsBy,
  period: DateRange,
): ExplainedCell | null {
  const metric = metricOfColumn(column)
  if (!metric || !row) return null
  if (kind === 'total') return { metric, ...period }
  if (groupBy === 'BRAND')
    return {
      metric,
      ...period,
      of: kind === 'row' ? { by: 'brand', key: row.key } : { by: 'noBrand', key: '' },
    }
  if (groupBy === 'PARENT') return { metric, ...period, of: { by: 'parent', key: row.key } }
  if (groupBy !== 'MARKETPLACE') return { metric, ...period, of: { by: 'sku', key: row.key } }
  return kind === 'row' ? { metric, ...period, of: { by: 'marketplace', key: row.key } } : null
}

/** The cell of the table that the drawer explains. */
export function markedCell(cell: ExplainedCell | null, { start, end }: DateRange) {
  if (!cell || cell.start !== start || cell.end !== end) return null
  const isNone = cell.of?.key === '' && cell.of.by !== 'brand'
  const row = !cell.of ? TOTALS : isNone ? 'not allocated' : `row ${cell.of.key}`
  return { row, columns: [cell.metric] }
}

/** The search over a table of products; other rows are few. */
export const searchOf = (
  groupBy: GroupBy,
  value: string,
  change: (changes: { searchText: string; page: number }, replace: true) => void,
) =>
  groupBy === 'SKU'
    ? {
        search: {
          label: 'Search name, SKU, ASIN',
          value,
          onChange: (searchText: string) => change({ searchText, page: 1 }, true),
        },
      }
    : {}

/** The SKUs of the rows of a table by product, in their order. */
export const skusIn = (lines: readonly { row: TableRow<KeyedRow> }[], groupBy: RowsBy): string[] =>
  groupBy === 'SKU'
    ? lines.flatMap(({ row: { kind, row } }) => (kind === 'row' && row && row.key !== '' ? [row.key] : []))
    : []
