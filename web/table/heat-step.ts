/** How many steps the scale of one hue has: `--c-seq-1` to `--c-seq-7`. */
const STEPS = 7

/** Least and most of what is there; null where nothing is. */
export function boundsOf(
  values: Iterable<string | number | null | undefined>,
): readonly [number, number] | null {
  let bounds: readonly [number, number] | null = null
  for (const value of values) {
    if (value == null || value === '') continue
    const number = Number(value)
    bounds = bounds ? [Math.min(bounds[0], number), Math.max(bounds[1], number)] : [number, number]
  }
  return bounds
}

/** The step of a value between two bounds, from 1; beyond a bound it is the last one. Without a spread all are equal. */
export function heatStep(value: number, [low, high]: readonly [number, number]): number {
  if (high <= low) return 1
  const part = (value - low) / (high - low)
  return Math.min(Math.max(Math.floor(part * STEPS) + 1, 1), STEPS)
}
