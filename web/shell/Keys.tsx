import styles from './Keys.module.css'
import { shownKeys } from './shortcut-keys.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A shortcut as the keys to press. Hidden, it is no part of the name of the control it stands in. */
export const Keys = ({ shortcut, isHidden = false }: { shortcut: string; isHidden?: boolean }) => (
  <span className={styles.keys} aria-hidden={isHidden}>
    {shownKeys(shortcut, isApple).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
