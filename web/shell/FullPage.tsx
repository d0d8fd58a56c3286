import { Framed } from './Framed.tsx'
import styles from './FullPage.module.css'

interface FullPageProps {
  /** Of the window. */
  title: string
  children: React.ReactNode
}

/** A page that is one message. */
export const FullPage = ({ title, children }: FullPageProps) => (
  <Framed>
    <main className={styles.page}>
      <title>{`${title} · Sextant`}</title>
      {children}
    </main>
  </Framed>
)
