import { toneColour } from './chart-series.ts'
import type { FunnelBars } from './funnel.ts'
import styles from './FunnelShape.module.css'
import { linePath, type PlotPoint } from './line-segments.ts'
import { valueScale } from './value-scale.ts'

interface FunnelShapeProps {
  funnel: FunnelBars
  /** One sentence; without it the numbers must stand beside it. */
  label?: string
  width?: number
  height?: number
}

const INSET = 4

/** The shares of a funnel in a row of a table: up or down from par, with the step that loses most marked. */
export function FunnelShape({
  funnel: { par, bars, leak },
  label,
  width = 76,
  height = 24,
}: FunnelShapeProps) {
  const { y } = valueScale([...bars.map(({ share }) => share), par], {
    bottom: height - INSET,
    top: INSET,
    fromZero: false,
    endsRound: false,
  })
  const step = (width - 2 * INSET) / Math.max(bars.length - 1, 1)
  const points = bars.map(({ share }, index): PlotPoint => ({
    x: INSET + index * step,
    y: share === null ? null : y(share),
  }))
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.shape}
      style={{ color: toneColour('sales') }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {par !== null && <line x2={width} y1={y(par)} y2={y(par)} className={styles.par} />}
      <path d={linePath(points)} className={styles.line} />
      {points.map((point, index) => {
        const isLeak = bars[index]!.id === leak
        return point.y === null ? null : (
          <circle
            key={bars[index]!.id}
            cx={point.x}
            cy={point.y}
            r={isLeak ? 3 : 1.75}
            fill={isLeak ? toneColour('refunds') : 'currentColor'}
          />
        )
      })}
    </svg>
  )
}
