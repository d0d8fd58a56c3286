import { cx } from '#web/ui/class-names.ts'
import axes from './axes.module.css'
import { plotted, toneColour, type ChartSeries, type ChartValue } from './chart-series.ts'
import {
  areaPath,
  lastPoint,
  linePath,
  lonePoints,
  splitUnfinished,
  type PlotPoint,
} from './line-segments.ts'
import styles from './marks.module.css'
import type { MarksProps } from './PanelMarks.tsx'
import { centreOf } from './period-axis.ts'
import { spreadLabels } from './placement.ts'

const LABEL_ABOVE = 9
const LABEL_GAP = 14
const NOTE_WIDTH = 11
/** About the width of a letter of it. */
const LETTER_WIDTH = 6

/** Lines, of which the one of an area panel has a ground, and their comparisons behind them. */
export function LineMarks({
  laidOut: { panel, series, scale, top, bottom },
  periods,
  width,
}: Omit<MarksProps, 'hatch'>) {
  const pointsOf = (values: readonly ChartValue[]): PlotPoint[] =>
    periods.map((_, index) => {
      const value = plotted(values[index])
      return { x: centreOf(index, periods.length, width), y: value === null ? null : scale.y(value) }
    })
  const isUnfinished = (index: number) => periods[index]?.state !== undefined
  const lines = series.map((one) => {
    const points = pointsOf(one.values)
    const parts = splitUnfinished(points, isUnfinished)
    // What is labelled is the last number that will not change any more.
    return { one, points, ...parts, last: lastPoint(parts.finished) ?? lastPoint(points) }
  })
  const labelled = lines.filter(({ last }) => last !== null)
  const labelYs = spreadLabels(
    labelled.map(({ one, points, last }) => {
      return labelY(points, last!.x, panel.format.full(one.values[last!.index] ?? ''))
    }),
    { gap: LABEL_GAP, top: top + 4, bottom },
  )
  return (
    <>
      {panel.form === 'area' && lines[0] && (
        <path
          d={areaPath(lines[0].finished, scale.y(scale.ticks[0] ?? 0))}
          fill={toneColour(lines[0].one.tone)}
          opacity=".07"
        />
      )}
      {series.map((one) => one.prior && <PriorLine key={one.id} points={pointsOf(one.prior)} />)}
      {lines.map(({ one, points, finished, unfinished, last }) => (
        <g key={one.id} stroke={toneColour(one.tone)}>
          <path d={linePath(finished)} className={styles.line} data-series={one.id} />
          <path d={linePath(unfinished)} className={cx(styles.line, styles.unfinished)} />
          {lonePoints(points).map(({ x, y }) => (
            <circle key={x} cx={x} cy={y!} r="2" fill={toneColour(one.tone)} stroke="none" />
          ))}
          {last && (
            <circle cx={last.x} cy={last.y} r="3.5" fill={toneColour(one.tone)} className={styles.end} />
          )}
        </g>
      ))}
      {labelled.map(({ one, last }, index) => (
        <LastValue
          key={one.id}
          one={one}
          index={last!.index}
          // Beside the mark of what happened there.
          x={periods[last!.index]?.note === undefined ? last!.x : last!.x - NOTE_WIDTH}
          y={labelYs[index]!}
          format={panel.format.full}
        />
      ))}
    </>
  )
}

/** Where a label stands that ends at a place of a line. */
export const labelY = (points: readonly PlotPoint[], end: number, text: string): number =>
  highestFrom(points, end - text.length * LETTER_WIDTH) - LABEL_ABOVE

/** How high the line reaches from a place on: a label over that covers no part of it. */
const highestFrom = (points: readonly PlotPoint[], from: number): number =>
  Math.min(
    ...points.flatMap(({ x, y }, index) => {
      if (y === null || x < from) return []
      const before = points[index - 1]
      if (!before || before.y === null || before.x >= from) return [y]
      return [y, y + ((before.y - y) * (x - from)) / (x - before.x)]
    }),
  )

export const PriorLine = ({ points }: { points: readonly PlotPoint[] }) => (
  <path d={linePath(points)} className={styles.prior} />
)

interface LastValueProps {
  one: ChartSeries
  index: number
  x: number
  y: number
  format: (value: string) => string
}

function LastValue({ one, index, x, y, format }: LastValueProps) {
  const value = one.values[index]
  return value == null ? null : <EndLabel x={x} y={y} text={format(value)} />
}

/** Ends over the last point, where it leaves the numbers of the axis alone. */
export const EndLabel = ({ x, y, text }: { x: number; y: number; text: string }) => (
  <text x={x + 4} y={y} textAnchor="end" className={cx(styles.value, axes.halo)}>
    {text}
  </text>
)
