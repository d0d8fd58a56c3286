import { CircleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { cx } from './class-names.ts'
import type { ScaleReading } from './ScaleDrawing.tsx'
import styles from './StateMessage.module.css'

// Most pages have something to show.
const ScaleDrawing = lazy(async () => ({ default: (await import('./ScaleDrawing.tsx')).ScaleDrawing }))

interface StateMessageProps {
  title: string
  kind?: 'empty' | 'error'
  /** What the scale above the words shows. */
  reading?: ScaleReading
  /** It is the whole page rather than a section of one. */
  isPage?: boolean
  /** What happened, what it means, what to do. */
  children: React.ReactNode
  action?: React.ReactNode
}

/** Stands where content would be: a section that is empty or that failed. */
export function StateMessage({
  title,
  kind = 'empty',
  reading = 'range',
  isPage = false,
  children,
  action,
}: StateMessageProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={cx(styles.state, styles[kind])} role={kind === 'error' ? 'alert' : undefined}>
      {kind === 'error' ? (
        <CircleAlert size={24} strokeWidth={1.5} aria-hidden />
      ) : (
        <Suspense fallback={null}>
          <ScaleDrawing reading={reading} />
        </Suspense>
      )}
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
