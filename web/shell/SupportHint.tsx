import { LifeBuoy } from 'lucide-react'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './SupportHint.module.css'
import { useInstallation } from './use-installation.ts'

/** Whom to ask, where the operator has said so. */
export function SupportHint() {
  const email = useInstallation()?.supportEmail
  return (
    email && (
      <a href={`mailto:${email}`} className={styles.hint} aria-label={`Support: ${email}`}>
        <Icon of={LifeBuoy} />
        Support<span className={styles.email}>: {email}</span>
      </a>
    )
  )
}
