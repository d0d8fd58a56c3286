import { Link } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { Logo } from '#web/shell/Logo.tsx'
import { useInstallation } from '#web/shell/use-installation.ts'
import styles from './AuthFrame.module.css'
import { SextantDrawing } from './SextantDrawing.tsx'

/** What stands around every sign-in screen. */
export function AuthFrame({ children }: { children: React.ReactNode }) {
  const { supportEmail, termsUrl, privacyUrl } = useInstallation() ?? {}
  return (
    <div className={styles.frame}>
      <div className={styles.column}>
        <header className={styles.brand}>
          <Logo size={24} />
          Sextant
        </header>
        <main className={styles.screen}>{children}</main>
        <footer className={styles.foot}>
          {supportEmail && (
            <span>
              Support:{' '}
              <a href={`mailto:${supportEmail}`} className={styles.support}>
                {supportEmail}
              </a>
            </span>
          )}
          <span className={styles.space} />
          {termsUrl && <a href={termsUrl}>Terms</a>}
          {privacyUrl && <a href={privacyUrl}>Privacy</a>}
          <Link to={PATHS.licenses}>Licenses</Link>
        </footer>
      </div>
      <aside className={styles.picture} aria-label="About Sextant">
        <SextantDrawing />
        <div className={styles.words}>
          <p className={styles.headline}>Know where you stand.</p>
          <p className={styles.promise}>
            Profit, advertising, stock and search, read from your Amazon accounts and kept on your own server.
          </p>
        </div>
      </aside>
    </div>
  )
}
