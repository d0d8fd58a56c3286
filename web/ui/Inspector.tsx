import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Inspector.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface InspectorProps {
  title: string
  subtitle: React.ReactNode
  /** Before the title: a picture of what is inspected. */
  picture?: React.ReactNode
  /** Those before and after it, in the order of the table. */
  neighbours?: Neighbours
  /** What is inspected. Each change may take the focus anew. */
  subject: string
  takesFocus: boolean
  /** For tables. */
  isWide?: boolean
  onClose: () => void
  children: React.ReactNode
}

interface Neighbours {
  /** "3 of 48". */
  place: string
  /** Absent at the first. */
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

/**
 * A panel beside the sheet, over it where there is no room. It is not modal: the sheet stays in use. Escape
 * closes it; giving the focus back is up to whoever opened it.
 */
export function Inspector({
  title,
  subtitle,
  picture,
  neighbours,
  subject,
  takesFocus,
  isWide = false,
  onClose,
  children,
}: InspectorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)

  // Whoever goes on by the buttons presses them again.
  const isMovedByButton = useRef(false)

  useEffect(() => {
    body.current?.scrollTo(0, 0)
    if (takesFocus && !isMovedByButton.current) heading.current?.focus()
    isMovedByButton.current = false
  }, [subject, takesFocus])
  const moveBy = (move: (() => void) | undefined) => () => {
    isMovedByButton.current = true
    move?.()
  }

  const closeOnEscape = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    // Keys of the controls inside come by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={cx(styles.inspector, isWide && styles.wide)}
      aria-label={title}
      onKeyDown={closeOnEscape}
    >
      <header className={styles.head}>
        {picture}
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <span className={styles.subtitle}>{subtitle}</span>
        </div>
        {neighbours && (
          <>
            <output className={styles.place}>
              {neighbours.place}
              <VisuallyHidden>: {title}</VisuallyHidden>
            </output>
            <IconButton
              icon={ChevronUp}
              label="Previous"
              disabledReason={neighbours.onPrevious ? undefined : 'This is the first.'}
              onPress={moveBy(neighbours.onPrevious)}
            />
            <IconButton
              icon={ChevronDown}
              label="Next"
              disabledReason={neighbours.onNext ? undefined : 'This is the last.'}
              onPress={moveBy(neighbours.onNext)}
            />
          </>
        )}
        <IconButton icon={X} label="Close" onPress={onClose} />
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
    </aside>
  )
}
