import type { LucideIcon } from 'lucide-react'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './StateMark.module.css'

interface StateMarkProps {
  icon: LucideIcon
  tone: 'good' | 'warned' | 'muted'
  children: React.ReactNode
}

/** How something stands, in words behind a sign. */
export const StateMark = ({ icon, tone, children }: StateMarkProps) => (
  <span className={cx(styles.mark, styles[tone])}>
    <Icon of={icon} size={14} />
    {children}
  </span>
)
