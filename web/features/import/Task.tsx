import styles from './Task.module.css'

interface TaskProps {
  title: string
  status: React.ReactNode
  /** The outcome is known; it is then read out. */
  isOver?: boolean
  action?: React.ReactNode
  children: React.ReactNode
}

/** One file and what happens with it. */
export function Task({ title, status, isOver = false, action, children }: TaskProps) {
  return (
    <li className={styles.task}>
      <div className={styles.head}>
        <b className={styles.title}>{title}</b>
        {isOver ? (
          <output className={styles.status}>{status}</output>
        ) : (
          <span className={styles.status}>{status}</span>
        )}
        {action}
      </div>
      {children}
    </li>
  )
}
