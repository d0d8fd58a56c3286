/** By what a table of a dashboard has its rows, whatever page shows it. */
export const GROUP_BYS = ['SKU', 'BRAND', 'MARKETPLACE'] as const
export type GroupBy = (typeof GROUP_BYS)[number]

/** What the rows of a table are: products may be put together by their parent ASIN. */
export type RowsBy = GroupBy | 'PARENT'

/** So many rows a page. */
export const ROWS_PAGE_SIZE = 50
/** So many rows of one answer: for files, which have all pages. */
export const LISTED_ROWS_MAX = 1_000
