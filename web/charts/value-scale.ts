import { scaleLinear } from 'd3-scale'

export interface ValueScale {
  /** Pixels from the top. */
  y: (value: number) => number
  /** Round values, from low to high; each has a gridline. */
  ticks: number[]
}

interface ValueScaleOptions {
  /** Pixels from the top, where the scale begins and ends. */
  bottom: number
  top: number
  /** About how many gridlines there are, that of zero among them. */
  lines?: number
  /** Bars begin at zero; a line may not, and then both ends of its scale are round and printed. */
  fromZero?: boolean
  /** False where no ends are printed, and the shape should fill its place. */
  endsRound?: boolean
}

/** The scale for values that may be missing. */
export function valueScale(
  values: readonly (number | null)[],
  { bottom, top, lines = 4, fromZero = true, endsRound = !fromZero }: ValueScaleOptions,
): ValueScale {
  const present = values.filter((value) => value !== null)
  if (fromZero || present.length === 0) present.push(0)
  const low = Math.min(...present)
  const high = Math.max(...present)
  const scales = [2, 3, 4, 5].map((steps) => {
    // Without any difference there is still a scale.
    const scale = scaleLinear([low, high === low ? low + 1 : high], [bottom, top])
    if (endsRound) scale.nice(steps)
    return { scale, ticks: scale.ticks(steps) }
  })
  const away = ({ ticks }: { ticks: number[] }) => Math.abs(ticks.length - lines)
  const { scale, ticks } = scales.reduce((best, next) => (away(next) < away(best) ? next : best))
  return { y: (value) => Math.round(scale(value) * 10) / 10, ticks }
}
