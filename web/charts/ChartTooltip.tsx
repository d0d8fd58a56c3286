import { useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { NO_VALUE } from '#web/ui/numbers.ts'
import { changeAt } from './change.ts'
import type { ChartFormat, ChartInterval, ChartPeriod, ChartSeries } from './chart-series.ts'
import styles from './ChartTooltip.module.css'
import { listedSeries, type ChartPanel } from './panels.ts'
import { centreOf, periodText, stateText } from './period-axis.ts'
import { tooltipPlace, type TooltipRoom } from './placement.ts'
import { Swatch } from './Swatch.tsx'

interface ChartTooltipProps {
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
  index: number
  plotWidth: number
  /** Over its plot by itself; a narrow one has room beside it. */
  room?: TooltipRoom
}

/** The numbers of a period beside its crosshair: this period, comparison and change, one under the other. */
export function ChartTooltip(props: ChartTooltipProps) {
  const { periods, interval, panels, index, plotWidth, room = { from: 0, to: plotWidth } } = props
  const tip = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  // Numbers differ in length, so every period is measured before it is painted.
  useLayoutEffect(() => setWidth(tip.current!.offsetWidth), [index, panels])

  const period = periods[index]!
  const state = stateText(period)
  const { left, isAbove } = tooltipPlace(centreOf(index, periods.length, plotWidth), width, room)
  const hasPrior = panels.some(({ series }) => series.some(({ prior }) => prior))
  const priorLabels = new Set(
    panels.flatMap(({ series }) => series.flatMap(({ priorLabel }) => priorLabel ?? [])),
  )
  return (
    // What it says is the value of the crosshair, which is read out.
    <div
      ref={tip}
      className={cx(styles.tip, isAbove && styles.above)}
      style={{ left }}
      aria-hidden
      data-chart-tip
    >
      <table>
        <thead>
          <tr>
            <th className={styles.period} colSpan={2}>
              {periodText(period, interval)}
              {state && <small>{state}</small>}
            </th>
            {hasPrior && (
              <>
                <th>{[...priorLabels].join(', ') || 'Before'}</th>
                <th>Change</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {panels.flatMap((panel) =>
            listedSeries(panel, periods).map((series) => (
              <TooltipRow
                key={`${panel.id} ${series.id}`}
                series={series}
                form={panel.form}
                format={panel.format}
                period={period}
                index={index}
                hasPrior={hasPrior}
              />
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}

interface TooltipRowProps {
  series: ChartSeries
  form: ChartPanel['form']
  format: ChartFormat
  period: ChartPeriod
  index: number
  hasPrior: boolean
}

function TooltipRow({ series, form, format, period, index, hasPrior }: TooltipRowProps) {
  const value = series.values[index]
  const prior = series.prior?.[index]
  const change = series.prior && changeAt(period, series, index, { isRatio: format.isRatio })
  const isTotal = series.id === 'total'
  return (
    <tr className={cx(isTotal && styles.total)}>
      <th scope="row">
        {!isTotal && (
          <Swatch tone={series.tone} kind={form === 'line' || form === 'area' ? 'line' : 'square'} />
        )}
        {series.label}
      </th>
      <td className={styles.value}>{value == null ? NO_VALUE : format.full(value)}</td>
      {hasPrior && (
        <>
          <td className={styles.prior}>{series.prior && (prior == null ? NO_VALUE : format.full(prior))}</td>
          <td className={cx(change?.judgement && styles[change.judgement])}>{change?.text}</td>
        </>
      )}
    </tr>
  )
}
