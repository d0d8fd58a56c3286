/**
 * How many figures stand in a row: all of them where each has its least width, else rows that are as even as they can
 * be.
 */
export function figureColumns(count: number, width: number, widthMin: number): number {
  if (count === 0) return 1
  const fitting = Math.max(Math.floor(width / widthMin), 1)
  return Math.ceil(count / Math.ceil(count / fitting))
}
