import styles from './Skeleton.module.css'

/** Stands for a value that is being read, about as long as one. */
export function Skeleton({ width }: { width: string }) {
  return <span className={styles.block} style={{ width }} />
}
