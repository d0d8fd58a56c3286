import styles from './ChartLegend.module.css'
import type { LegendEntry } from './legend-entries.ts'
import { Swatch } from './Swatch.tsx'

/** What is what. */
export const ChartLegend = ({ entries }: { entries: readonly LegendEntry[] }) => (
  <ul className={styles.legend}>
    {entries.map(({ label, kind, tone }) => (
      <li key={`${kind} ${label}`}>
        <Swatch kind={kind} tone={tone} />
        {label}
      </li>
    ))}
  </ul>
)
