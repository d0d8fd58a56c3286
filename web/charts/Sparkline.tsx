import { useState } from 'react'
import { plotted, toneColour, type ChartTone, type ChartValue } from './chart-series.ts'
import { lastPoint, linePath, lonePoints, type PlotPoint } from './line-segments.ts'
import styles from './Sparkline.module.css'
import { valueScale } from './value-scale.ts'

interface SparklineProps {
  values: readonly ChartValue[]
  prior?: readonly ChartValue[]
  tone: ChartTone
  /** One sentence; without it the numbers must stand beside it. */
  label?: string
  /** What the pointer reads at a point: its period and number. The same numbers must be somewhere in writing. */
  tipAt?: (index: number) => string
  /** Points that something is to be said of; what it is stands in the tip. */
  isMarkedAt?: (index: number) => boolean
  /** Least and most of all lines that are to be compared in height; without it each fills its own place. */
  bounds?: readonly [number, number] | undefined
  width?: number
  height?: number
}

const INSET = 4
/** How tall the head of a mark is. */
const MARK = 4

/** The shape of a series, without axes: its own scale, its last point marked. */
export function Sparkline(props: SparklineProps) {
  const { values, prior, tone, label, tipAt, isMarkedAt, bounds, width = 84, height = 24 } = props
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  // The pointer may rest where other values have no point any more.
  const active = pointedAt !== null && pointedAt < values.length ? pointedAt : null
  const scale = valueScale([...[...values, ...(prior ?? [])].map(plotted), ...(bounds ?? [])], {
    bottom: height - INSET,
    top: INSET,
    fromZero: false,
    endsRound: false,
  })
  const step = (width - 2 * INSET) / Math.max(values.length - 1, 1)
  const pointsOf = (of: readonly ChartValue[]): PlotPoint[] =>
    of.map((value, index) => {
      const number = plotted(value)
      return { x: Math.round((INSET + index * step) * 10) / 10, y: number === null ? null : scale.y(number) }
    })
  const points = pointsOf(values)
  const last = lastPoint(points)
  const pointed = active === null ? undefined : points[active]
  const follow = (event: React.PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const index = Math.round((event.clientX - left - INSET) / step)
    setPointedAt(Math.min(Math.max(index, 0), values.length - 1))
  }
  const drawing = (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.spark}
      style={{ color: toneColour(tone) }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {isMarkedAt &&
        points.map(
          ({ x }, index) =>
            isMarkedAt(index) && (
              <path key={x} d={`M${x} ${MARK}V${height}M${x} 0l2 2l-2 2l-2 -2z`} className={styles.mark} />
            ),
        )}
      {prior && <path d={linePath(pointsOf(prior))} className={styles.prior} />}
      <path d={linePath(points)} className={styles.line} />
      {lonePoints(points).map(({ x, y }) => (
        <circle key={x} cx={x} cy={y!} r="1.25" fill="currentColor" />
      ))}
      {last && !pointed && <circle cx={last.x} cy={last.y} r="2" fill="currentColor" />}
      {pointed && <path d={`M${pointed.x} 0V${height}`} className={styles.pointer} />}
      {pointed && pointed.y !== null && <circle cx={pointed.x} cy={pointed.y} r="2.5" fill="currentColor" />}
    </svg>
  )
  if (!tipAt || values.length === 0) return drawing
  return (
    <span className={styles.pointed} onPointerMove={follow} onPointerLeave={() => setPointedAt(null)}>
      {drawing}
      {active !== null && (
        <span
          className={styles.tip}
          style={{ [(points[active]?.x ?? 0) > width / 2 ? 'right' : 'left']: 0 }}
          aria-hidden
        >
          {tipAt(active)}
        </span>
      )}
    </span>
  )
}
