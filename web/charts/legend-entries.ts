import { withOther, type ChartPeriod, type ChartTone } from './chart-series.ts'
import type { ChartForm, ChartPanel } from './panels.ts'

export interface LegendEntry {
  label: string
  kind: 'line' | 'square' | 'dotted' | 'hatched' | 'prior' | 'tick'
  tone: ChartTone
  /** It names a series rather than what a mark means. */
  isSeries?: true
}

const isLine = (form: ChartForm): boolean => form === 'line' || form === 'area'

/** Every mark of a chart once: its series, what is not final, and what they are compared with. */
export function legendEntries(panels: readonly ChartPanel[], periods: readonly ChartPeriod[]): LegendEntry[] {
  const entries = panels.flatMap(({ form, series }): LegendEntry[] =>
    // A running difference is told apart by its zero line, and named inside the plot.
    form === 'difference'
      ? []
      : withOther(series).map(({ label, tone }) => ({
          label,
          tone,
          kind: isLine(form) ? 'line' : 'square',
          isSeries: true,
        })),
  )
  const [main] = panels
  const tone = main?.series[0]?.tone ?? 'other'
  for (const [state, label] of [
    ['partial', 'In progress'],
    ['forecast', 'Forecast'],
  ] as const) {
    if (main && periods.some((period) => period.state === state))
      entries.push({ label, tone, kind: isLine(main.form) ? 'dotted' : 'hatched' })
  }
  for (const { form, series } of panels) {
    const label = series.find(({ prior }) => prior)?.priorLabel
    const kind = isLine(form) ? 'prior' : 'tick'
    if (label && !entries.some((entry) => entry.label === label && entry.kind === kind))
      entries.push({ label, tone: 'other', kind })
  }
  return entries
}
