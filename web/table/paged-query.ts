import type { Sort } from './sort-rows.ts'

/** Which rows of many a page asks for. Whoever reads them puts it into the address or keeps it. */
export interface PagedQuery {
  /** From 0. */
  page: number
  sort: Sort | null
  search: string
}

/** Another order or search begins at its first page again. */
export const changedQuery = (
  query: PagedQuery,
  change: Partial<Pick<PagedQuery, 'sort' | 'search'>>,
): PagedQuery => ({ ...query, ...change, page: 0 })

export interface PageBounds {
  page: number
  pages: number
  /** How many rows stand before the first of this page. */
  first: number
  /** How many there are up to its end. */
  end: number
}

/** What a page holds. One beyond the last, as remains when rows have gone, is the last. */
export function pageBounds(page: number, pageSize: number, total: number): PageBounds {
  const pages = Math.max(Math.ceil(total / pageSize), 1)
  const held = Math.min(Math.max(page, 0), pages - 1)
  return { page: held, pages, first: held * pageSize, end: Math.min((held + 1) * pageSize, total) }
}
