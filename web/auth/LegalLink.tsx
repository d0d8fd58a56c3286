import styles from './AuthScreen.module.css'

interface LegalLinkProps {
  /** Not set where the installation has no such document. */
  href?: string | null | undefined
  children: string
}

/** A document to read before agreeing to it, in a tab of its own so that the form stays. */
export function LegalLink({ href, children }: LegalLinkProps) {
  if (!href) return null
  return (
    <a href={href} target="_blank" rel="noreferrer" className={styles.link}>
      {children}
    </a>
  )
}
