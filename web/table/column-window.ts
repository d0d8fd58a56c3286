/** Columns that are drawn, besides those that stay at the left: from the first up to, and not including, the end. */
export interface ColumnWindow {
  first: number
  end: number
}

/** Up to here all columns are drawn. */
const ALL_COLUMNS_MAX = 20
/** Columns come and go some at a time, so that most steps of scrolling change none. */
const STEP = 4
/** Drawn beyond each edge, because the picture may scroll before the page hears of it. */
const MARGIN = 240

export const isWindowed = (columns: number): boolean => columns > ALL_COLUMNS_MAX

/**
 * @param edges where each column ends, from the left edge of the table
 * @param from what is scrolled out at the left
 */
export function columnWindow(edges: readonly number[], from: number, viewWidth: number): ColumnWindow {
  const left = from - MARGIN
  const right = from + viewWidth + MARGIN
  let first = edges.findIndex((edge) => edge > left)
  if (first < 0) first = Math.max(edges.length - 1, 0)
  let end = edges.findIndex((edge) => edge >= right) + 1
  if (end === 0) end = edges.length
  return {
    first: Math.floor(first / STEP) * STEP,
    end: Math.min(Math.ceil(end / STEP) * STEP, edges.length),
  }
}
