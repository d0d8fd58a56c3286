import styles from './LoadBar.module.css'

/** The thin bar along the top edge while something is read; the region it runs over says `aria-busy`. */
export function LoadBar() {
  return <div className={styles.bar} aria-hidden />
}
