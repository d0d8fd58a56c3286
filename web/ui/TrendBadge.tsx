import { cx } from './class-names.ts'
import { trendLook, type Trend } from './trend.ts'
import styles from './TrendBadge.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface TrendBadgeProps {
  type: Trend
  /** The change, signed. */
  text: string
  invertTrendArrow?: boolean
  invertTrendColor?: boolean
  /** Neither good nor bad. */
  isNeutral?: boolean
}

const PATHS = { up: 'M0 6.5h7L3.5 0.5z', down: 'M0 0.5h7L3.5 6.5z' }
const WORDS = { up: 'up', down: 'down', noChange: 'no change' }

/** How something changed: an arrow for the direction, a colour for whether that is good. */
export function TrendBadge({ type, text, isNeutral = false, ...inversions }: TrendBadgeProps) {
  const { arrow, judgement } = trendLook(type, inversions)
  return (
    <span className={cx(styles.trend, styles[isNeutral ? 'neutral' : judgement])}>
      {arrow !== 'noChange' && (
        <svg width="7" height="7" aria-hidden className={styles.arrow} data-arrow={arrow}>
          <path d={PATHS[arrow]} />
        </svg>
      )}
      <VisuallyHidden>{`${WORDS[arrow]} `}</VisuallyHidden>
      {text}
    </span>
  )
}
