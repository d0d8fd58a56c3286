import { shortDayText } from '#web/ui/dates.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './axes.module.css'

const LABEL_WIDTH = 76

/** The ground of what has not happened yet. */
export const FutureGround = ({ x, width, bottom }: { x: number; width: number; bottom: number }) => (
  <rect x={x} width={Math.max(width, 0)} y="14" height={bottom - 14} className={styles.future} />
)

interface TodayProps {
  x: number
  width: number
  day: string
  bottom: number
}

/** Today, as a line of ink: brass never enters a plot. */
export function Today({ x, width, day, bottom }: TodayProps) {
  const isBefore = x + LABEL_WIDTH > width
  return (
    <>
      <path d={`M${Math.round(x) + 0.5} 2V${bottom}`} className={styles.today} />
      <text
        x={isBefore ? x - 6 : x + 6}
        y="10"
        textAnchor={isBefore ? 'end' : 'start'}
        className={cx(styles.label, styles.halo)}
      >
        Today, {shortDayText(day)}
      </text>
    </>
  )
}
