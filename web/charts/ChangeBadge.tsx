import { NoValue } from '#web/ui/NumberText.tsx'
import { NO_VALUE } from '#web/ui/numbers.ts'
import { TrendBadge } from '#web/ui/TrendBadge.tsx'
import type { Change } from './change.ts'
import styles from './ChangeBadge.module.css'

/** A change as cards tell it: an arrow, a sign, and a colour where it is good or bad. Without a base it says so. */
export function ChangeBadge({ change: { text, judgement, direction } }: { change: Change }) {
  if (direction !== null)
    return (
      <TrendBadge
        type={direction}
        text={text}
        isNeutral={judgement === null}
        invertTrendColor={(direction === 'up') === (judgement === 'bad')}
      />
    )
  return text === NO_VALUE ? (
    <NoValue reason="nothing to compare with" />
  ) : (
    <span className={styles.baseless}>{text}</span>
  )
}
