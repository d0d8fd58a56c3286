import type { ChartFormat, ChartPeriod, ChartSeries, ChartValue } from './chart-series.ts'
import { plotted, sumOf, withOther } from './chart-series.ts'
import { stackBounds, stackLayers, type StackLayer } from './stack.ts'
import { valueScale, type ValueScale } from './value-scale.ts'

/**
 * `line` and `area` say how something moved, `bars` and `stack` how much there was per period, `difference` whether a
 * running total is ahead or behind.
 */
export type ChartForm = 'line' | 'area' | 'bars' | 'stack' | 'difference'

/** One plot of a chart: its series share a unit and a scale. */
export interface ChartPanel {
  id: string
  /** Named inside the plot where there are several. */
  title?: string
  form: ChartForm
  /** Of the plot in pixels. */
  height: number
  series: readonly ChartSeries[]
  format: ChartFormat
  /** One value to reach, drawn as a line; where it is not the same in all periods, in each of them. */
  target?: { label: string; value: string | readonly ChartValue[] }
  /** Few bars have their numbers over them. */
  printsValues?: boolean
  /** A line may leave zero out. Bars never do. */
  fromZero?: boolean
}

/** A panel with its geometry: everything in pixels of the whole plot. */
export interface LaidOutPanel {
  panel: ChartPanel
  series: ChartSeries[]
  layers: StackLayer[]
  top: number
  bottom: number
  scale: ValueScale
  /** Some value of it is known, or of what it is compared with. */
  isTold: boolean
}

/** Above the uppermost gridline there is room for a label. */
const HEADROOM = 16
const BETWEEN = 8

/** Puts panels one below the other, and gives each its scale. */
export function layOut(panels: readonly ChartPanel[]): LaidOutPanel[] {
  let top = 0
  return panels.map((panel) => {
    const series = withOther(panel.series)
    const layers = panel.form === 'stack' ? stackLayers(series) : []
    const bottom = top + panel.height
    const values = series.flatMap(valuesOf)
    const scale = valueScale(
      [
        ...(panel.form === 'stack' ? stackBounds(layers) : values.map(plotted)),
        ...targetsOf(panel).map(plotted),
      ],
      {
        bottom,
        top: top + HEADROOM,
        fromZero: isFromZero(panel),
        lines: panel.height >= 100 ? 4 : isFromZero(panel) ? 3 : 2,
      },
    )
    const isTold = values.some((value) => value !== null)
    const laidOut = { panel, series, layers, top, bottom, scale, isTold }
    top = bottom + BETWEEN
    return laidOut
  })
}

const isFromZero = ({ form, fromZero = true }: ChartPanel): boolean =>
  form === 'line' || form === 'area' ? fromZero : true

/** All that are to be reached. */
export const targetsOf = ({ target }: ChartPanel): readonly ChartValue[] =>
  target === undefined ? [] : typeof target.value === 'string' ? [target.value] : target.value

const valuesOf = ({ values, prior = [] }: ChartSeries) => [...values, ...prior]

/** The sum of a stack, which is what its bars are read for. */
export const totalSeries = (series: readonly ChartSeries[], count: number): ChartSeries => ({
  id: 'total',
  label: 'Total',
  tone: 'other',
  values: Array.from({ length: count }, (_, index) => sumOf(series.map(({ values }) => values[index]))),
  ...(series.every(({ prior }) => prior) && {
    prior: Array.from({ length: count }, (_, index) => sumOf(series.map(({ prior }) => prior?.[index]))),
  }),
  ...(series[0]?.priorLabel && { priorLabel: series[0].priorLabel }),
})

/** What tooltip and table list of a panel. */
export function listedSeries(panel: ChartPanel, periods: readonly ChartPeriod[]): ChartSeries[] {
  const series = withOther(panel.series)
  return [
    ...series,
    ...(panel.form === 'stack' && series.length > 1 ? [totalSeries(series, periods.length)] : []),
    ...targetSeries(panel),
  ]
}

/** A target that is not the same everywhere, as files and tables have it. */
export const targetSeries = ({ target }: ChartPanel): ChartSeries[] =>
  target && typeof target.value !== 'string' && target.value.some((value) => value !== null)
    ? [{ id: 'target', label: target.label, tone: 'other', values: target.value }]
    : []
