import styles from './marks.module.css'

/** The comparison of a bar: a tick across it, so that both are read against the same scale. */
export const PriorTick = ({ x, width, y }: { x: number; width: number; y: number }) => (
  <path d={`M${x - 2} ${y}h${width + 4}`} className={styles.priorTick} />
)
