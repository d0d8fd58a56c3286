import { stack, stackOffsetDiverging } from 'd3-shape'
import { plotted, type ChartSeries } from './chart-series.ts'

export interface StackLayer {
  series: ChartSeries
  /** From and to of each period; null where it has no data. */
  spans: ([from: number, to: number] | null)[]
}

/** Puts series upon each other; what is below zero hangs under it. */
export function stackLayers(series: readonly ChartSeries[]): StackLayer[] {
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  const stacked = stack<number, ChartSeries>()
    .keys(series)
    .value((index, { values }) => plotted(values[index]) ?? 0)
    .offset(stackOffsetDiverging)(Array.from({ length: count }, (_, index) => index))
  return stacked.map((layer) => ({
    series: layer.key,
    spans: layer.map(([from, to], index) => (layer.key.values[index] == null ? null : [from, to])),
  }))
}

/** Every end of every layer, for the scale. */
export const stackBounds = (layers: readonly StackLayer[]): number[] =>
  layers.flatMap(({ spans }) => spans.flatMap((span) => span ?? []))
