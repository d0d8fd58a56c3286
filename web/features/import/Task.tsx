import { cx } from '#web/ui/class-names.ts'
import styles from './Task.module.css'

interface TaskProps {
  title: string
  status: string
  /** Given once the outcome is known; it is then read out. */
  tone?: 'positive' | 'negative' | 'warning' | 'neutral'
  action?: React.ReactNode
  children: React.ReactNode
}

/** One file and what happens with it. */
export function Task({ title, status, tone, action, children }: TaskProps) {
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        <b className={styles.title}>{title}</b>
        {tone === undefined ? (
          <span className={styles.status}>{status}</span>
        ) : (
          <output className={cx(styles.status, styles[tone])}>{status}</output>
        )}
        {action}
      </div>
      {children}
    </li>
  )
}
