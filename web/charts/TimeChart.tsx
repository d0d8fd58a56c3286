import { ChartSpline, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import type { ChartPanel } from './panels.ts'
import styles from './TimeChart.module.css'
import { TimePlot } from './TimePlot.tsx'

export interface TimeChartProps {
  title: string
  /** The unit and the basis, muted beside the title. */
  note?: string
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  /** One above the other on one time axis; there are no dual axes. */
  panels: readonly ChartPanel[]
  /** Where it lies within the periods, the rest of them is the future. */
  today?: string
  /** Controls at the right of the head. */
  children?: React.ReactNode
}

/** A chart over time in its frame: head with legend, plot with crosshair, and the same numbers as a table. */
export function TimeChart({
  title,
  note,
  summary,
  periods,
  interval,
  panels,
  today,
  children,
}: TimeChartProps) {
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
        <ChartLegend panels={panels} periods={periods} />
        <span className={styles.space} />
        {children}
        <Button
          kind="ghost"
          size="sm"
          icon={isTable ? ChartSpline : Table2}
          foldsToIcon
          onPress={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? (
        <ChartTable label={title} periods={periods} interval={interval} panels={panels} />
      ) : (
        <TimePlot summary={summary} periods={periods} interval={interval} panels={panels} today={today} />
      )}
    </section>
  )
}
