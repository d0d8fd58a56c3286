import { cx } from '#web/ui/class-names.ts'
import type { LaidOutPanel } from './panels.ts'
import styles from './axes.module.css'

/**
 * Gridlines, and the values they stand for on their right. There is no title: the head names the unit. Where there are
 * no values it is the line alone that periods stand on.
 */
export function ValueAxis({
  laidOut: { panel, scale, top, bottom },
  width,
}: {
  laidOut: LaidOutPanel
  width: number
}) {
  return (
    <>
      {scale.ticks.length === 0 && <BaseLine width={width} y={bottom} />}
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

/** What a plot without a scale stands on. */
export const BaseLine = ({ width, y }: { width: number; y: number }) => (
  <line x2={width} y1={crisp(y)} y2={crisp(y)} className={cx(styles.grid, styles.zero)} />
)

/** A hairline between two pixels would be two pale ones. */
const crisp = (y: number): number => Math.round(y) + 0.5
