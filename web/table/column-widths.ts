/** Wider than this, a number stands too far from its name. */
const STRETCH_MAX = 1.5
export const WIDTH_MIN = 40
const WIDTH_MAX = 900

export const boundedWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX))

/**
 * Widths that fill what there is, each by the same factor, up to one and a half of what was asked for. What
 * rounding leaves goes to the first column.
 */
export function fittedWidths(widths: readonly number[], available: number): number[] {
  const asked = widths.reduce((sum, width) => sum + width, 0)
  if (available <= asked || asked === 0) return [...widths]
  const target = Math.floor(Math.min(available, asked * STRETCH_MAX))
  const stretched = widths.map((width) => Math.floor((width * target) / asked))
  const rest = target - stretched.reduce((sum, width) => sum + width, 0)
  return stretched.map((width, index) => (index === 0 ? width + rest : width))
}
