export interface BarScale {
  /** Pixels from the top of the strip. */
  y: (value: number) => number
  ticks: number[]
}

const TOP = 25
const BOTTOM = 70
const STEPS = [1, 2, 5, 10]
const STEPS_MAX = 3

/** A scale from zero for bars of which some may hang below it, with a tick at zero and at most three round others. */
export function barScale(values: readonly number[]): BarScale {
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const y = (value: number) => {
    const share = (value - low) / (high - low)
    return Math.round((BOTTOM - share * (BOTTOM - TOP)) * 10) / 10
  }
  const step = roundStep((high - low) / STEPS_MAX)
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return { y, ticks: Array.from({ length: count }, (_, index) => (first + index) * step) }
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not smaller. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return (STEPS.find((step) => step * power >= atLeast) ?? 10) * power
}
