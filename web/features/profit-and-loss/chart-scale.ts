import { scaleLinear } from 'd3-scale'

export interface BarScale {
  /** Pixels from the top of the strip. */
  y: (value: number) => number
  ticks: number[]
}

const TOP = 25
const BOTTOM = 70

/** A scale from zero for bars of which some may hang below it. */
export function barScale(values: readonly number[]): BarScale {
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .range([BOTTOM, TOP])
  return { y: (value) => Math.round(scale(value) * 10) / 10, ticks: scale.ticks(2) }
}
