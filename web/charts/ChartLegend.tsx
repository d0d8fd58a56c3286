import type { ChartPeriod } from './chart-series.ts'
import styles from './ChartLegend.module.css'
import { legendEntries } from './legend-entries.ts'
import type { ChartPanel } from './panels.ts'
import { Swatch } from './Swatch.tsx'

/** What is what. One series alone is named by the title. */
export function ChartLegend({
  panels,
  periods,
}: {
  panels: readonly ChartPanel[]
  periods: readonly ChartPeriod[]
}) {
  const entries = legendEntries(panels, periods)
  if (entries.length < 2) return null
  return (
    <ul className={styles.legend}>
      {entries.map(({ label, kind, tone }) => (
        <li key={`${kind} ${label}`}>
          <Swatch kind={kind} tone={tone} />
          {label}
        </li>
      ))}
    </ul>
  )
}
