import styles from './Badge.module.css'
import { cx } from './class-names.ts'

export type BadgeKind = 'neutral' | 'info' | 'success' | 'negative' | 'warning'

interface BadgeProps {
  kind?: BadgeKind
  children: React.ReactNode
}

/** One or two words beside a name. */
export const Badge = ({ kind = 'neutral', children }: BadgeProps) => (
  <span className={cx(styles.badge, styles[kind])}>{children}</span>
)
