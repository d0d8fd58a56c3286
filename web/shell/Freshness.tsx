import { dayText, momentText } from '#web/ui/dates.ts'
import styles from './Freshness.module.css'

/** The last day with data; every page says it. */
export function Freshness({ lastDay, publishedAt }: { lastDay: string | null; publishedAt: string | null }) {
  if (lastDay === null) return null
  return (
    <span className={styles.text} title={publishedAt ? `Read ${momentText(publishedAt)}` : undefined}>
      <span className={styles.dot} />
      Data to {dayText(lastDay)}
    </span>
  )
}
