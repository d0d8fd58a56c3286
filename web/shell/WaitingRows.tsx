import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './WaitingRows.module.css'

const WIDTHS = ['92%', '86%', '90%', '78%']

/** Keeps the place of what is being read; the marks appear when that takes long enough to be noticed. */
export const WaitingRows = ({ isShown }: { isShown: boolean }) =>
  WIDTHS.map((width) => (
    <div key={width} className={styles.row}>
      {isShown && <Skeleton width={width} />}
    </div>
  ))
