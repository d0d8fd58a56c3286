import { useId, useRef, useState } from 'react'
import { Annotations, TargetLine } from './Annotations.tsx'
import { todayAt } from './period-axis.ts'
import { layOut, targetsOf, type ChartPanel, type LaidOutPanel } from './panels.ts'
import type { ChartInterval, ChartPeriod } from './chart-series.ts'
import { ChartTooltip } from './ChartTooltip.tsx'
import { Crosshair } from './Crosshair.tsx'
import { HatchPatterns } from './Hatch.tsx'
import { NO_DATA, NoData } from './NoData.tsx'
import { PanelMarks } from './PanelMarks.tsx'
import { PeriodAxis } from './PeriodAxis.tsx'
import { Today, FutureGround } from './Today.tsx'
import styles from './TimePlot.module.css'
import { useWidth } from './use-width.ts'
import { ValueAxis } from './ValueAxis.tsx'

/** Right of the plot, for the labels of the values. */
const AXIS_WIDTH = 56
/** Of the periods, under all panels. */
export const AXIS_HEIGHT = 22
/** Where nothing has been measured yet, as on paper that nobody measures. */
const WIDTH_UNMEASURED = 960

/** In pixels, before anything is laid out. */
export const plotHeight = (panels: readonly ChartPanel[]): number =>
  (layOut(panels).at(-1)?.bottom ?? 0) + AXIS_HEIGHT

interface TimePlotProps {
  summary: string
  periods: readonly ChartPeriod[]
  interval: ChartInterval
  panels: readonly ChartPanel[]
  today?: string | undefined
  onExplain?: ((panel: string, index: number) => void) | undefined
}

/** The picture of a chart over time, the crosshair on it and the tooltip beside that. */
export function TimePlot({ summary, periods, interval, panels, today, onExplain }: TimePlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame, panels.map(({ id }) => id).join(' '), WIDTH_UNMEASURED)
  const plotWidth = Math.max(width - AXIS_WIDTH, 1)
  const [active, setActive] = useState<number | null>(null)
  const hatch = useId()

  const laidOut = layOut(panels)
  const bottom = laidOut.at(-1)?.bottom ?? 0
  // Before there are periods nothing is known to be missing.
  const untold = periods.length === 0 ? [] : laidOut.filter(({ isTold }) => !isTold)
  const now = today === undefined ? null : todayAt(periods, today)
  const nowX = now === null ? null : (now * plotWidth) / periods.length
  const shown = active !== null && active < periods.length ? active : null
  return (
    <div ref={frame} className={styles.frame}>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${width} ${bottom + AXIS_HEIGHT}`}
        role="img"
        aria-label={[summary, ...panels.flatMap(targetText), ...untold.map(untoldText)].join(' ')}
      >
        <HatchPatterns id={hatch} panels={panels} />
        {nowX !== null && <FutureGround x={nowX} width={plotWidth - nowX} bottom={bottom} />}
        {laidOut.map((one) => (
          <g key={one.panel.id}>
            <ValueAxis laidOut={one} width={plotWidth} />
            <PanelMarks laidOut={one} periods={periods} width={plotWidth} hatch={hatch} />
            <TargetLine laidOut={one} width={plotWidth} />
          </g>
        ))}
        <Annotations periods={periods} width={plotWidth} bottom={bottom} />
        {untold.map(({ panel, top, bottom: end }) => (
          <NoData key={panel.id} x={plotWidth / 2} y={(top + end) / 2} />
        ))}
        {nowX !== null && today !== undefined && (
          <Today x={nowX} width={plotWidth} day={today} bottom={bottom} />
        )}
        <PeriodAxis periods={periods} interval={interval} width={plotWidth} y={bottom} />
      </svg>
      <Crosshair
        periods={periods}
        interval={interval}
        panels={panels}
        laidOut={laidOut}
        width={plotWidth}
        height={bottom}
        active={shown}
        onMove={setActive}
        onExplain={onExplain}
      />
      {shown !== null && (
        <ChartTooltip
          periods={periods}
          interval={interval}
          panels={panels}
          index={shown}
          plotWidth={plotWidth}
        />
      )}
    </div>
  )
}

/** A panel without a value, as it is said beside others. */
const untoldText = ({ panel: { title } }: LaidOutPanel): string =>
  title === undefined ? NO_DATA : `${title}: ${NO_DATA}`

/** The first that is there; all of them are in the table. */
const targetText = (panel: ChartPanel): string[] => {
  const value = targetsOf(panel).find((one) => one !== null)
  return panel.target && value ? [`${panel.target.label} ${panel.format.full(value)}.`] : []
}
