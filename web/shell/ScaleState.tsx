import { cx } from '#web/ui/class-names.ts'
import styles from './ScaleState.module.css'

/** Where the pointer of the drawing stands: each full-page state has its own. */
const POINTERS = {
  /** Beyond the end of the scale. */
  beyond: <path d="M236 40V10" />,
  /** In pieces. */
  broken: <path d="M110 8v14M110 28v4M110 38v2" />,
  /** Two, with an arrow between them. */
  apart: (
    <>
      <path d="M60 40V10M160 40V10" />
      <path d="M66 25h88M70 21l-5 4 5 4M150 21l5 4-5 4" stroke="var(--text-2)" strokeWidth="1" />
    </>
  ),
}

interface ScaleStateProps {
  pointer: keyof typeof POINTERS
  title: string
  /** It came up in the place of a page that was there. */
  isAlert?: boolean
  className?: string | undefined
  action?: React.ReactNode
  children: React.ReactNode
}

/** A state that takes the whole page: a scale, what is the matter, and what to do. */
export const ScaleState = ({ pointer, title, isAlert, className, action, children }: ScaleStateProps) => (
  <div className={cx(styles.state, className)} role={isAlert ? 'alert' : undefined}>
    <svg width="220" height="58" viewBox="0 0 220 58" fill="none" overflow="visible" aria-hidden>
      <path d="M0 40.5H221" stroke="var(--line-control)" />
      {TICKS.map((tick) => (
        <path
          key={tick}
          d={`M${tick * 5 + 0.5} 40v-${isLong(tick) ? 14 : 5}`}
          stroke={isLong(tick) ? 'var(--text-2)' : 'var(--line-strong)'}
        />
      ))}
      <g stroke="var(--here)" strokeWidth="2.5">
        {POINTERS[pointer]}
      </g>
    </svg>
    <h1 className={styles.title}>{title}</h1>
    <div className={styles.text}>{children}</div>
    {action && <div className={styles.action}>{action}</div>}
  </div>
)

const TICKS = Array.from({ length: 45 }, (_, index) => index)
const isLong = (tick: number): boolean => tick % 11 === 0
