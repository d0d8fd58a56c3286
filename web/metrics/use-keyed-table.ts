import { useMemo } from 'react'
import type { KeyedRow, Listing } from '#contract/answer.ts'
import { ROWS_PAGE_SIZE } from '#contract/dashboards/grouping.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { usePagedTable } from '#web/table/use-paged-table.ts'
import { metricOfColumn, notAllocatedIn, tableRow, totalIn, type TableRow } from './keyed-rows.ts'

/** The part of a view that `listFields` declares. */
interface ListView {
  searchText: string
  sortBy: MetricId
  sortOrder: 'ASC' | 'DESC'
  page: number
}

interface KeyedTableOptions<Row extends KeyedRow> {
  /** Under this name columns and widths are remembered. */
  id: string
  columns: readonly TableColumn<TableRow<Row>>[]
  answer: Listing<Row> | undefined
  view: ListView
  /** What was searched for when the answer was given. */
  searchedText: string
  /** The answer is still that of another view. */
  isOfBefore: boolean
  hasDetail?: (row: TableRow<Row>) => boolean
  onChange: (
    changes: { page: number; sortBy?: MetricId; sortOrder?: 'ASC' | 'DESC' },
    isCorrected?: boolean,
  ) => void
}

/** A table by product, brand or marketplace, put in order and cut into pages by the server. */
export function useKeyedTable<Row extends KeyedRow>(options: KeyedTableOptions<Row>) {
  const { id, columns, answer, view, searchedText, isOfBefore, hasDetail, onChange } = options
  // Where nothing is found there is nothing to stand over or below it.
  const isNarrowed = searchedText !== '' || answer?.unfiltered !== undefined
  const found = answer && (answer.rowCount > 0 || !isNarrowed) ? answer : undefined
  const rows = useMemo(() => (found ? [...found.rows.map(tableRow), ...notAllocatedIn(found)] : []), [found])
  const totals = useMemo(() => found && totalIn(found, isNarrowed), [found, isNarrowed])
  return usePagedTable<TableRow<Row>>({
    id,
    columns,
    rows,
    rowId: rowIdOf,
    totals,
    ...(hasDetail && { hasDetail }),
    query: {
      page: view.page - 1,
      sort: { column: view.sortBy, isDescending: view.sortOrder === 'DESC' },
      search: view.searchText,
    },
    onQuery: ({ page, sort }, isCorrected) => {
      const sortBy = sort ? metricOfColumn(sort.column) : undefined
      onChange(
        {
          page: page + 1,
          ...(sortBy && { sortBy, sortOrder: sort?.isDescending ? 'DESC' : 'ASC' }),
        },
        isCorrected,
      )
    },
    pageSize: ROWS_PAGE_SIZE,
    total: answer?.rowCount,
    isOfBefore,
  })
}

const rowIdOf = ({ id }: { id: string }): string => id
