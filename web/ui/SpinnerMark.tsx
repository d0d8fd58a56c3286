import styles from './SpinnerMark.module.css'

/** The turning ring by itself. Words that say what is awaited stand beside it, and remain where motion is reduced. */
export const SpinnerMark = () => <span className={styles.ring} aria-hidden />
