import { cx } from './class-names.ts'
import { dayText } from './dates.ts'
import styles from './Timeline.module.css'

export interface TimelineEntry {
  id: string
  /** A plain date. */
  day: string
  title: string
  text?: string
  /** It has not happened yet. */
  isPlanned?: boolean
}

/** What happened one after the other, in the order in which it is given. */
export const Timeline = ({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) => (
  <ol className={styles.timeline} aria-label={label}>
    {entries.map(({ id, day, title, text, isPlanned }) => (
      <li key={id} className={cx(styles.entry, isPlanned && styles.planned)}>
        <time dateTime={day}>
          {dayText(day)}
          {isPlanned && ', planned'}
        </time>
        <b>{title}</b>
        {text && <span>{text}</span>}
      </li>
    ))}
  </ol>
)
