export interface ValueScale {
  /** Pixels from the top. */
  y: (value: number) => number
  /** Round values, from low to high; each has a gridline. None where there is no value: they would be of nothing. */
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
  const isOfNothing = present.length === 0
  const isFlat = present.every((value) => value === present[0])
  // What is the same all along stands over nothing; a scale around it would go beyond what can be, as 100 % does.
  if (fromZero || isOfNothing || (isFlat && endsRound)) present.push(0)
  const low = Math.min(...present)
  // Without any difference there is still a scale.
  const high = Math.max(...present, low + (present.every((value) => value === low) ? 1 : 0))
  // Both ends and nothing between them are enough where there is little room.
  const scales = (lines > 2 ? [2, 3, 4, 5] : [1, 2]).map((steps) => {
    const step = roundStep((high - low) / steps)
    const [first, last] = endsRound
      ? [Math.floor(low / step), Math.ceil(high / step)]
      : [Math.ceil(low / step), Math.floor(high / step)]
    const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step))
    return endsRound ? { ticks, from: ticks[0]!, to: ticks.at(-1)! } : { ticks, from: low, to: high }
  })
  const away = ({ ticks }: { ticks: number[] }) => Math.abs(ticks.length - lines)
  const { ticks, from, to } = scales.reduce((best, next) => (away(next) < away(best) ? next : best))
  const y = (value: number) => bottom + ((value - from) / (to - from)) * (top - bottom)
  return { y: (value) => Math.round(y(value) * 10) / 10, ticks: isOfNothing ? [] : ticks }
}

/** The nearest of 1, 2, 5, 10, 20, 50 …, by ratio. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const ratio = wanted / power
  return power * (ratio < Math.SQRT2 ? 1 : ratio < Math.sqrt(10) ? 2 : ratio < Math.sqrt(50) ? 5 : 10)
}

/** 0.30000000000000004 is 0.3, and minus zero is zero. */
const rounded = (value: number): number => Number(value.toPrecision(12)) + 0
