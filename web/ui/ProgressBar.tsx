import { useId } from 'react'
import { cx } from './class-names.ts'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  /** 0 to 1; absent while nothing can be said about the end. */
  share?: number | undefined
  /** The label and how far it is stand over the bar. */
  isLabelShown?: boolean
  /** Stands beside the bar: what ends the work. */
  action?: React.ReactNode
}

/** A brass bar: where the work is. */
export function ProgressBar({ label, share, isLabelShown = false, action }: ProgressBarProps) {
  const labelId = useId()
  const percent = share === undefined ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div className={styles.progress}>
      <div
        // A bar of the browser's own holds no words.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        {...(isLabelShown ? { 'aria-labelledby': labelId } : { 'aria-label': label })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={percent === undefined ? undefined : `${percent}%`}
        className={styles.reading}
      >
        {isLabelShown && (
          <div className={styles.texts}>
            <span id={labelId}>{label}</span>
            <span className={styles.value}>{percent === undefined ? '' : `${percent}%`}</span>
          </div>
        )}
        <div className={styles.track}>
          <div
            className={cx(styles.bar, share === undefined && styles.running)}
            style={share === undefined ? undefined : { width: `${share * 100}%` }}
          />
        </div>
      </div>
      {action}
    </div>
  )
}
