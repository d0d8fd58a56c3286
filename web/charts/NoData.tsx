import { cx } from '#web/ui/class-names.ts'
import styles from './axes.module.css'

/** What a plot says that has nothing to draw. */
export const NO_DATA = 'No data for this period.'

/** Says it in the middle of the plot, at this point of it. */
export const NoData = ({ x, y }: { x: number; y: number }) => (
  <text x={x} y={y + 4} textAnchor="middle" className={cx(styles.label, styles.halo)}>
    {NO_DATA}
  </text>
)
