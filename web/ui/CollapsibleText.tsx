import { useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import styles from './CollapsibleText.module.css'
import { useOverflows } from './use-overflows.ts'

interface CollapsibleTextProps {
  /** What is higher than this is collapsed: a CSS length. */
  maxHeight?: string
  children: React.ReactNode
}

/** Long text, of which the beginning is shown until one asks for the rest. */
export function CollapsibleText({ maxHeight = '10rem', children }: CollapsibleTextProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const overflows = useOverflows(frame)
  return (
    <div>
      <div
        ref={frame}
        id={id}
        className={cx(styles.frame, !isOpen && overflows && styles.faded)}
        style={isOpen ? undefined : { maxHeight }}
      >
        <div>{children}</div>
      </div>
      {(overflows || isOpen) && (
        <Button kind="tertiary" aria-expanded={isOpen} aria-controls={id} onPress={() => setOpen(!isOpen)}>
          {isOpen ? 'Read less' : 'Read more'}
        </Button>
      )}
    </div>
  )
}
