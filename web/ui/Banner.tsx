import { X, type LucideIcon } from 'lucide-react'
import alertStyles from './Alert.module.css'
import { APPEARANCES, type Appearance } from './appearances.ts'
import styles from './Banner.module.css'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface BannerProps {
  appearance?: Appearance
  icon?: LucideIcon
  /** Stands at the right edge, muted. */
  note?: React.ReactNode
  action?: React.ReactNode
  onClose?: () => void
  children: React.ReactNode
}

/** A message about the whole page, across it, under the header. */
export const Banner = ({
  appearance = 'informative',
  icon = APPEARANCES[appearance],
  note,
  action,
  onClose,
  children,
}: BannerProps) => (
  <div
    role={appearance === 'negative' ? 'alert' : 'status'}
    className={cx(styles.banner, alertStyles[appearance])}
  >
    <Icon of={icon} className={alertStyles.icon} />
    <div className={styles.text}>{children}</div>
    {note && <div className={styles.note}>{note}</div>}
    {action}
    {onClose && <IconButton icon={X} label="Close message" onPress={onClose} />}
  </div>
)
