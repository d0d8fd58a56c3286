import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Inspector.module.css'

interface InspectorProps {
  title: string
  subtitle: string
  /** What is inspected. Each change may take the focus anew. */
  subject: string
  takesFocus: boolean
  /** For tables. */
  isWide?: boolean
  onClose: () => void
  children: React.ReactNode
}

/**
 * A panel beside the sheet, over it where there is no room. It is not modal: the sheet stays in use. Escape
 * closes it; giving the focus back is up to whoever opened it.
 */
export function Inspector({
  title,
  subtitle,
  subject,
  takesFocus,
  isWide = false,
  onClose,
  children,
}: InspectorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    body.current?.scrollTo(0, 0)
    if (takesFocus) heading.current?.focus()
  }, [subject, takesFocus])

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
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          <span className={styles.subtitle}>{subtitle}</span>
        </div>
        <IconButton icon={X} label="Close" onPress={onClose} />
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
    </aside>
  )
}
