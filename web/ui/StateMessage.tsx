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
  /** It is the whole page rather than a part of one. */
  isPage?: boolean
  /** The sheet, a section that has a title of its own, or a single line of that. */
  place?: 'sheet' | 'section' | 'line'
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
  place = 'sheet',
  children,
  action,
}: StateMessageProps) {
  const Title = isPage ? 'h1' : ({ sheet: 'h2', section: 'h3', line: 'p' } as const)[place]
  return (
    <div
      className={cx(styles.state, styles[kind], styles[place])}
      role={kind === 'error' ? 'alert' : undefined}
    >
      {kind === 'error' ? (
        <CircleAlert size={place === 'line' ? 16 : 24} strokeWidth={1.5} aria-hidden />
      ) : (
        place !== 'line' && (
          <Suspense fallback={null}>
            <ScaleDrawing reading={reading} />
          </Suspense>
        )
      )}
      <Title className={styles.title}>{title}</Title>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
