import styles from './Alert.module.css'
import { APPEARANCES, type Appearance } from './appearances.ts'
import { cx } from './class-names.ts'
import { Icon } from './Icon.tsx'

interface AlertProps {
  appearance?: Appearance
  title?: string
  action?: React.ReactNode
  children: React.ReactNode
}

/** A message that belongs to the section it stands in. */
export const Alert = ({ appearance = 'informative', title, action, children }: AlertProps) => (
  <div role={appearance === 'negative' ? 'alert' : 'status'} className={cx(styles.alert, styles[appearance])}>
    <Icon of={APPEARANCES[appearance]} className={styles.icon} />
    <div className={styles.text}>
      {title && <b className={styles.title}>{title}</b>}
      {children}
    </div>
    {action}
  </div>
)
