import { Badge } from '#web/ui/Badge.tsx'
import styles from './SandboxNote.module.css'

/** Nobody is to take invented numbers for their own. */
export const SandboxNote = () => (
  <p className={styles.note}>
    <Badge kind="warning">Sandbox</Badge>A pretend Amazon answers here. Its sellers and their numbers are
    invented.
  </p>
)
