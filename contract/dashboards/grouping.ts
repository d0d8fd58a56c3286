/** By what a table of a dashboard has its rows, whatever page shows it. */
export const GROUP_BYS = ['SKU', 'BRAND', 'MARKETPLACE'] as const
export type GroupBy = (typeof GROUP_BYS)[number]

/** So many rows a page. */
export const ROWS_PAGE_SIZE = 50
