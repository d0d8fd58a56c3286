import { Link } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import styles from './Footer.module.css'
import { useInstallation } from './use-installation.ts'

const THIS_YEAR = new Date().getFullYear()

/** The foot of every page: only links that lead somewhere in this installation. */
export function Footer() {
  const { termsUrl, privacyUrl, supportEmail } = useInstallation() ?? {}
  return (
    <footer className={styles.footer}>
      <span>© {THIS_YEAR} Sextant contributors</span>
      {termsUrl && <a href={termsUrl}>Terms</a>}
      {privacyUrl && <a href={privacyUrl}>Privacy</a>}
      <Link to={PATHS.licenses}>Licenses</Link>
      <Link to={PATHS.debug}>Debug</Link>
      <span className={styles.space} />
      {supportEmail && <a href={`mailto:${supportEmail}`}>Get help</a>}
    </footer>
  )
}
