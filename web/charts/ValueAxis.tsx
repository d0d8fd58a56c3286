import { cx } from '#web/ui/class-names.ts'
import type { LaidOutPanel } from './panels.ts'
import styles from './axes.module.css'

/** Gridlines, and the values they stand for on their right. There is no title: the head names the unit. */
export function ValueAxis({
  laidOut: { panel, scale, top },
  width,
}: {
  laidOut: LaidOutPanel
  width: number
}) {
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x2={width}
            y1={crisp(scale.y(tick))}
            y2={crisp(scale.y(tick))}
            className={cx(styles.grid, tick === 0 && styles.zero)}
          />
          <text x={width + 8} y={scale.y(tick) + 4}>
            {panel.format.short(tick)}
          </text>
        </g>
      ))}
      {panel.title && (
        <text y={top + 10} className={styles.title}>
          {panel.title}
        </text>
      )}
    </>
  )
}

/** A hairline between two pixels would be two pale ones. */
const crisp = (y: number): number => Math.round(y) + 0.5
