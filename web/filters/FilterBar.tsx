import styles from './FilterBar.module.css'

/** One line of filters; it never wraps. */
export function FilterBar({ children }: { children: React.ReactNode }) {
  return (
    <search className={styles.bar} aria-label="Filters">
      {children}
    </search>
  )
}

/** What follows stands at the right edge. */
FilterBar.Space = () => <span className={styles.space} />
