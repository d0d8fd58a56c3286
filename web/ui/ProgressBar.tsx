import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** 0 to 1; absent while nothing can be said about the end. */
  share?: number | undefined
}

/** A brass bar: where the work is. */
export function ProgressBar({ label, share }: ProgressBarProps) {
  return (
    <AriaProgressBar
      aria-label={label}
      value={(share ?? 0) * 100}
      isIndeterminate={share === undefined}
      className={styles.track!}
    >
      <div className={styles.bar} style={{ width: share === undefined ? '34%' : `${share * 100}%` }} />
    </AriaProgressBar>
  )
}
