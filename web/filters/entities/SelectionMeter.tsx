import { Meter } from 'react-aria-components/Meter'
import { cx } from '#web/ui/class-names.ts'
import styles from './SelectionMeter.module.css'

const TICKS = 20

/** How much of its limit a selection takes, on a graduated scale. */
export function SelectionMeter({ count, max }: { count: number; max: number }) {
  const isOver = count > max
  return (
    <Meter
      aria-label="Selected"
      value={Math.min(count, max)}
      maxValue={max}
      valueLabel={`${count} of ${max}`}
      className={cx(styles.meter, isOver && styles.over)}
    >
      {({ percentage }) => (
        <>
          <svg width="150" height="14" aria-hidden className={styles.scale}>
            <rect y="2" width={percentage * 1.5} height="4" />
            <path
              d={Array.from(
                { length: TICKS + 1 },
                (_, tick) => `M${((tick * 149) / TICKS + 0.5).toFixed(1)} 7v${tick % 5 === 0 ? 6 : 3}`,
              ).join('')}
            />
          </svg>
          <span className={styles.text}>
            <b>{count}</b> of {max}
          </span>
        </>
      )}
    </Meter>
  )
}
