import { Footer } from '#web/shell/Footer.tsx'
import { Framed } from '#web/shell/Framed.tsx'
import { Logo } from '#web/shell/Logo.tsx'
import styles from './PlainPage.module.css'

interface PlainPageProps {
  title: string
  children: React.ReactNode
}

/** A page of words that anybody may read, signed in or not. */
export const PlainPage = ({ title, children }: PlainPageProps) => (
  <Framed>
    <div className={styles.page}>
      <title>{`${title} · Sextant`}</title>
      <header className={styles.head}>
        {/* Loaded anew, because whoever has a session is led on and others to the sign-in. */}
        <a href="/" className={styles.brand} aria-label="Sextant, start page">
          <Logo size={24} />
          Sextant
        </a>
      </header>
      {/* It scrolls, and need not hold anything else that takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main className={styles.main} tabIndex={0}>
        <div className={styles.content}>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </div>
      </main>
      <Footer />
    </div>
  </Framed>
)
