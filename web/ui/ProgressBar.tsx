import { Label } from 'react-aria-components/Label'
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
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
export const ProgressBar = ({ label, share, isLabelShown = false, action }: ProgressBarProps) => (
  <div className={styles.progress}>
    <AriaProgressBar
      {...(!isLabelShown && { 'aria-label': label })}
      value={(share ?? 0) * 100}
      isIndeterminate={share === undefined}
      className={styles.reading!}
    >
      {({ valueText }) => (
        <>
          {isLabelShown && (
            <div className={styles.texts}>
              <Label>{label}</Label>
              <span className={styles.value}>{share === undefined ? '' : valueText}</span>
            </div>
          )}
          <div className={styles.track}>
            <div
              className={cx(styles.bar, share === undefined && styles.running)}
              style={share === undefined ? undefined : { width: `${share * 100}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
    {action}
  </div>
)
