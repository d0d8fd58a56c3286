import { useContext, useEffect, useRef } from 'react'
import styles from './AuthScreen.module.css'
import { TitleElement } from './title-element.ts'

interface AuthScreenProps {
  title: string
  /** What is to be done here, or what has happened. */
  intro?: React.ReactNode
  children: React.ReactNode
}

/** One step of signing in or up. Whoever comes to it can type at once, or go on by pressing Enter. */
export function AuthScreen({ title, intro, children }: AuthScreenProps) {
  const isPage = useContext(TitleElement) === 'h1'
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (screen.current) focusStart(screen.current)
  }, [])
  return (
    <div ref={screen} className={styles.screen}>
      <title>{`${title} · Sextant`}</title>
      {isPage ? <h1 className={styles.title}>{title}</h1> : <h3 className={styles.title}>{title}</h3>}
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  )
}

/** At the first field that nobody has filled in yet; without one, at the way on. */
function focusStart(screen: HTMLElement): void {
  const fields = [...screen.querySelectorAll<HTMLInputElement>('input:not([hidden])')]
  const start = fields.find(({ value }) => value === '') ?? screen.querySelector<HTMLElement>('button')
  start?.focus()
}
