import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PATHS } from '#web/paths.ts'
import { Framed } from '#web/shell/Framed.tsx'
import { Logo } from '#web/shell/Logo.tsx'
import { useInstallation } from '#web/shell/use-installation.ts'
import { cx } from '#web/ui/class-names.ts'
import styles from './SetupFrame.module.css'

const ToastRegion = lazy(async () => ({ default: (await import('#web/ui/ToastRegion.tsx')).ToastRegion }))

interface SetupFrameProps {
  title: string
  /** Above the title, muted. */
  eyebrow?: string
  /** Stands beside the page: how far somebody is. */
  rail?: React.ReactNode
  /** Stands below the page, at the right. */
  foot?: React.ReactNode
  /** It holds more than fields. */
  isWide?: boolean
  children: React.ReactNode
}

/** What stands around every page between signing up and the first dashboard. */
export function SetupFrame({ title, eyebrow, rail, foot, isWide = false, children }: SetupFrameProps) {
  const { supportEmail } = useInstallation() ?? {}
  return (
    <Framed>
      <div className={styles.frame}>
        <title>{`${title} · Sextant`}</title>
        <aside className={styles.aside} aria-label="Progress">
          <div className={styles.brand}>
            <Logo size={24} />
            Sextant
          </div>
          <div className={styles.rail}>{rail}</div>
          <div className={styles.links}>
            {supportEmail && (
              <span>
                Support: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </span>
            )}
            <Link to={PATHS.signOut} preload={false} className={styles.signOut}>
              Sign out
            </Link>
          </div>
        </aside>
        <main className={styles.main}>
          <div className={styles.scroll}>
            <div className={cx(styles.content, isWide && styles.wide)}>
              {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
              <h1 className={styles.title}>{title}</h1>
              {children}
            </div>
          </div>
          {foot && <div className={styles.foot}>{foot}</div>}
        </main>
        <Suspense>
          <ToastRegion />
        </Suspense>
      </div>
    </Framed>
  )
}
