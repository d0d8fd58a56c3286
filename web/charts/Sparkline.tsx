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
  width?: number
  height?: number
}

const INSET = 4

/** The shape of a series, without axes: its own scale, its last point marked. */
export function Sparkline({ values, prior, tone, label, width = 84, height = 24 }: SparklineProps) {
  const scale = valueScale([...values, ...(prior ?? [])].map(plotted), {
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
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.spark}
      style={{ color: toneColour(tone) }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {prior && <path d={linePath(pointsOf(prior))} className={styles.prior} />}
      <path d={linePath(points)} className={styles.line} />
      {lonePoints(points).map(({ x, y }) => (
        <circle key={x} cx={x} cy={y!} r="1.25" fill="currentColor" />
      ))}
      {last && <circle cx={last.x} cy={last.y} r="2" fill="currentColor" />}
    </svg>
  )
}
