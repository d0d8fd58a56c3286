import '@fontsource-variable/geist-mono/wght.css'
import styles from './Identifier.module.css'

/** A code of Amazon's or of a file, in the type that keeps its characters apart. */
export const Identifier = ({ children }: { children: React.ReactNode }) => (
  <span className={styles.identifier}>{children}</span>
)
