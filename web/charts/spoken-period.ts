import { changeAt } from './change.ts'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import { listedSeries, type ChartPanel } from './panels.ts'
import { periodText, stateText } from './period-axis.ts'

interface Shown {
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
}

/** A period and everything it holds as one sentence: `Jul 2026: Sales €97,300, prior year €60,100, +61.9%`. */
export function spokenPeriod(index: number, { periods, interval, panels }: Shown): string {
  const period = periods[index]
  if (!period) return 'no data'
  const numbers = panels.flatMap((panel) =>
    listedSeries(panel, periods).map((series) => {
      const value = series.values[index]
      const parts = [`${series.label} ${value == null ? 'no data' : panel.format.full(value)}`]
      const prior = series.prior?.[index]
      if (prior != null) {
        parts.push(`${(series.priorLabel ?? 'before').toLowerCase()} ${panel.format.full(prior)}`)
        if (value != null && !period.isUncompared && !series.isUncomparedAt?.(index))
          parts.push(changeAt(period, series, index, { isRatio: panel.format.isRatio }).text)
      }
      return parts.join(', ')
    }),
  )
  const state = stateText(period)
  return `${periodText(period, interval)}${state ? `, ${state}` : ''}: ${numbers.join('; ')}`
}
