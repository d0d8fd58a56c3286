import { CircleAlert } from 'lucide-react'
import { cx } from './class-names.ts'
import styles from './StateMessage.module.css'

interface StateMessageProps {
  title: string
  kind?: 'empty' | 'error'
  /** It is the whole page rather than a section of one. */
  isPage?: boolean
  /** What happened, what it means, what to do. */
  children: React.ReactNode
  action?: React.ReactNode
}

/** Stands where content would be: a section that is empty or that failed. */
export function StateMessage({ title, kind = 'empty', isPage = false, children, action }: StateMessageProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={cx(styles.state, styles[kind])} role={kind === 'error' ? 'alert' : undefined}>
      {kind === 'error' ? <CircleAlert size={24} strokeWidth={1.5} aria-hidden /> : <ScaleDrawing />}
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}

const TICKS = Array.from({ length: 61 }, (_, index) => index)

/** A scale without a reading. */
function ScaleDrawing() {
  return (
    <svg width="301" height="48" viewBox="0 0 301 48" aria-hidden>
      <path d="M0 44.5H301" stroke="var(--line-control)" />
      {TICKS.map((tick) => {
        const height = tick % 10 === 0 ? 16 : tick % 5 === 0 ? 10 : 5
        const colour = tick % 10 === 0 ? 'var(--text-2)' : 'var(--line-strong)'
        return <path key={tick} d={`M${tick * 5 + 0.5} 44v-${height}`} stroke={colour} />
      })}
      <path d="M210 44V10" stroke="var(--here)" strokeWidth="2" />
      <path d="M205 4h10l-5 7z" fill="var(--here)" />
    </svg>
  )
}
