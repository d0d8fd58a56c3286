import styles from './Keys.module.css'
import { shownKeys } from './shortcut-keys.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A shortcut as the keys to press. */
export const Keys = ({ shortcut }: { shortcut: string }) => (
  <span className={styles.keys}>
    {shownKeys(shortcut, isApple).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
