import styles from './Badge.module.css'
import { cx } from './class-names.ts'

/** One or two words beside a name. */
export function Badge({ kind, children }: { kind?: 'info' | 'warning'; children: React.ReactNode }) {
  return <span className={cx(styles.badge, kind && styles[kind])}>{children}</span>
}
