import { useEffect } from 'react'
import { changedQuery, pageBounds, type PageBounds, type PagedQuery } from './paged-query.ts'
import { useTable, type TableModel, type TableOptions } from './use-table.ts'

interface PagedTableOptions<Row> extends Omit<TableOptions<Row>, 'sorting' | 'part'> {
  query: PagedQuery
  /** `isCorrected` where nobody asked for it: the page that was asked for is no more, and leaves no step to come back to. */
  onQuery: (query: PagedQuery, isCorrected?: boolean) => void
  pageSize: number
  /** Of all pages; undefined while it is not known. */
  total: number | undefined
  /** Rows and total are still those of another query. */
  isOfBefore?: boolean
}

export interface TablePaging extends PageBounds {
  total: number | undefined
  onPage: (page: number) => void
}

/**
 * A table whose rows are put in order, searched and cut into pages by whoever has all of them. Rows of the page before
 * may stay while the next are read: the table's `isLoading` says so.
 */
export function usePagedTable<Row>(options: PagedTableOptions<Row>): {
  table: TableModel<Row>
  paging: TablePaging
} {
  const { query, onQuery, pageSize, total, isOfBefore = false, ...rest } = options
  const bounds = pageBounds(query.page, pageSize, total ?? (query.page + 1) * pageSize)
  // Rows have gone, and the page with them: the last one is asked for, which the pager says already.
  const isGone = total !== undefined && !isOfBefore && bounds.page !== query.page
  useEffect(() => {
    if (isGone) onQuery({ ...query, page: bounds.page }, true)
  })
  const table = useTable({
    ...rest,
    sorting: {
      sort: query.sort,
      isSorted: true,
      onSort: (sort) => onQuery(changedQuery(query, { sort })),
    },
    ...(total !== undefined && { part: { first: bounds.first, total } }),
  })
  return { table, paging: { ...bounds, total, onPage: (page) => onQuery({ ...query, page }) } }
}
