import { cx } from '#web/ui/class-names.ts'
import { dayText, momentText } from '#web/ui/dates.ts'
import styles from './Freshness.module.css'

interface FreshnessProps {
  lastDay: string | null
  publishedAt: string | null
  /** Days before the last one are missing. */
  hasGaps?: boolean
  /** In place of the last day, where data is newer than a day; amber where it is older than it should be. */
  reach?: { text: string; isOld: boolean } | undefined
}

/** The last day with data; every page says it. */
export function Freshness({ lastDay, publishedAt, hasGaps = false, reach }: FreshnessProps) {
  if (lastDay === null) return null
  return (
    <span className={styles.text} title={publishedAt ? `Read ${momentText(publishedAt)}` : undefined}>
      <span className={cx(styles.dot, (hasGaps || reach?.isOld) && styles.gaps)} />
      {reach?.text ?? `Data to ${dayText(lastDay)}`}
      {hasGaps && ', days missing'}
    </span>
  )
}
