import { useState } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { SectionFrame, type SectionStatus } from '#web/ui/SectionFrame.tsx'
import { ChartExport } from './ChartExport.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { legendEntries } from './legend-entries.ts'
import { ChartTable } from './ChartTable.tsx'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import type { ChartPanel } from './panels.ts'
import { TableSwitch } from './TableSwitch.tsx'
import styles from './TimeChart.module.css'
import { plotHeight, TimePlot } from './TimePlot.tsx'

export interface TimeChartProps {
  title: string
  /** Controls at the left that name the series, in place of the title and of their part of the legend. */
  lead?: React.ReactNode
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
  status?: SectionStatus
  /** Its series are what it is read for: all are named, on a line that is there before they are. */
  isLegendKept?: boolean
  /** A point of a panel was pressed: where does its number come from? */
  onExplain?: (panel: string, index: number) => void
  /** Controls at the right of the head. */
  children?: React.ReactNode
}

/** A chart over time in its frame: head with legend, plot with crosshair, and the same numbers as a table. */
export function TimeChart({
  title,
  lead,
  note,
  summary,
  periods,
  interval,
  panels,
  today,
  status,
  isLegendKept = false,
  onExplain,
  children,
}: TimeChartProps) {
  const [isTable, setTable] = useState(false)
  const entries = legendEntries(panels, periods).filter(({ isSeries }) => !lead || !isSeries)
  return (
    <SectionFrame
      title={title}
      lead={lead}
      note={note}
      // One series alone is named by the title.
      legend={entries.length > (lead || isLegendKept ? 0 : 1) && <ChartLegend entries={entries} />}
      isLegendKept={isLegendKept}
      {...(status && { status })}
      height={plotHeight(panels)}
      actions={
        <>
          {children}
          {/* Where controls stand at the left too, these have room for their icons. */}
          <span className={cx(styles.beside, lead !== undefined && styles.folded)}>
            <ChartExport
              title={title}
              sheet={async () => (await import('./chart-sheet.ts')).timeSheet(periods, interval, panels)}
              isDisabled={periods.length === 0 || status?.kind === 'stale'}
            />
            <TableSwitch isTable={isTable} onChange={setTable} />
          </span>
        </>
      }
    >
      {isTable ? (
        <ChartTable label={title} periods={periods} interval={interval} panels={panels} />
      ) : (
        <TimePlot
          summary={summary}
          periods={periods}
          interval={interval}
          panels={panels}
          today={today}
          onExplain={onExplain}
        />
      )}
    </SectionFrame>
  )
}
