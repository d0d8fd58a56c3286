import { useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import styles from './CollapsibleText.module.css'
import { useOverflows } from './use-overflows.ts'

interface CollapsibleTextProps {
  /** What is higher than this is collapsed: a CSS length. */
  maxHeight?: string
  /** Stands at the end of the line under it. */
  act?: React.ReactNode
  children: React.ReactNode
}

/** Long text, of which the beginning is shown until one asks for the rest, or comes to something in it by keys. */
export function CollapsibleText({ maxHeight = '10rem', act, children }: CollapsibleTextProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const overflows = useOverflows(frame)
  const canTurn = overflows || isOpen
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
  return (
    <div>
      <div
        ref={frame}
        id={id}
        className={cx(styles.frame, !isOpen && overflows && styles.faded)}
        style={isOpen ? undefined : { maxHeight }}
        onFocus={({ target, currentTarget }) => {
          if (bottomOf(target) > bottomOf(currentTarget)) setOpen(true)
        }}
      >
        <div>{children}</div>
      </div>
      {(canTurn || act) && (
        <div className={styles.foot}>
          {canTurn && (
            <Button
              kind="tertiary"
              aria-expanded={isOpen}
              aria-controls={id}
              onPress={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Read less' : 'Read more'}
            </Button>
          )}
          {act && <span className={styles.act}>{act}</span>}
        </div>
      )}
    </div>
  )
}
