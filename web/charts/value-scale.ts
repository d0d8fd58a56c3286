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
  /** About how many steps there are between gridlines. */
  steps?: number
  /** Bars begin at zero; a line may not, and then both ends of its scale are printed. */
  fromZero?: boolean
  /** False where the picture is too low to give its upper end away to a round number. */
  endsRound?: boolean
}

/** The scale for values that may be missing. */
export function valueScale(
  values: readonly (number | null)[],
  { bottom, top, steps = 3, fromZero = true, endsRound = true }: ValueScaleOptions,
): ValueScale {
  const present = values.filter((value) => value !== null)
  if (fromZero || present.length === 0) present.push(0)
  const low = Math.min(...present)
  const high = Math.max(...present)
  // Without any difference there is still a scale.
  const scale = scaleLinear([low, high === low ? low + 1 : high], [bottom, top])
  if (endsRound) scale.nice(steps)
  return { y: (value) => Math.round(scale(value) * 10) / 10, ticks: scale.ticks(steps) }
}
