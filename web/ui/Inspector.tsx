import { ChevronDown, ChevronLeft, ChevronUp, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { cx } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Inspector.module.css'
import type { Neighbours } from './neighbours.ts'
import { useMediaQuery } from './use-media-query.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface InspectorProps {
  title: string
  subtitle: React.ReactNode
  /** Before the title: a picture of what is inspected. */
  picture?: React.ReactNode
  /** Those before and after it, in the order of the table. */
  neighbours?: Neighbours | undefined
  /** The way that led here, the first step first. */
  trail?: readonly TrailStep[] | undefined
  /** What is inspected. Each change may take the focus anew. */
  subject: string
  takesFocus: boolean
  /** Beside previous and next. */
  actions?: React.ReactNode
  /** What is inspected stands under the bar of controls, where there is room for it. */
  isStacked?: boolean
  /** For tables. */
  isWide?: boolean
  onClose: () => void
  children: React.ReactNode
}

export interface TrailStep {
  label: string
  onPress: () => void
}

/** As its style sets it; on paper nothing is covered. */
const COVERS = 'screen and (max-width: 1099px)'

/**
 * A panel beside the sheet, over it where there is no room. It is not modal: the sheet stays in use, unless the window
 * is so narrow that nothing of it is left. Escape closes it; giving the focus back is up to whoever opened it.
 */
export function Inspector({
  title,
  subtitle,
  picture,
  neighbours,
  trail = [],
  subject,
  takesFocus,
  actions,
  isStacked = false,
  isWide = false,
  onClose,
  children,
}: InspectorProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)

  // Nobody would see where a focus is that stayed in what is covered, or went there.
  const panel = useRef<HTMLElement>(null)
  const covers = useMediaQuery(COVERS)
  const uncover = useRef(() => {})
  useLayoutEffect(() => {
    const sheet = panel.current?.previousElementSibling
    if (!covers || !(sheet instanceof HTMLElement)) return
    sheet.inert = true
    uncover.current = () => (sheet.inert = false)
    return () => uncover.current()
  }, [covers])
  const leave = () => {
    // The focus is given back before this has gone.
    uncover.current()
    onClose()
  }
  const leads = takesFocus || covers

  // Whoever goes on by the buttons presses them again.
  const isMovedByButton = useRef(false)

  useEffect(() => {
    body.current?.scrollTo(0, 0)
    if (leads && !isMovedByButton.current) heading.current?.focus()
    isMovedByButton.current = false
  }, [subject, leads])
  const moveBy = (move: (() => void) | undefined) => () => {
    isMovedByButton.current = true
    move?.()
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    // In the head only: below it the same keys scroll, and belong to what stands there.
    const isInHead = event.target instanceof Element && event.target.closest('header') !== null
    if (!isInHead || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const move = {
      ArrowUp: neighbours?.onPrevious,
      ArrowDown: neighbours?.onNext,
      ArrowLeft: neighbours?.onLeft,
      ArrowRight: neighbours?.onRight,
    }[event.key]
    if (!move) return
    event.preventDefault()
    moveBy(move)()
  }
  const last = trail.at(-1)
  const back = last && (
    <IconButton
      icon={ChevronLeft}
      label={`Back to ${last.label}`}
      onPress={() => {
        last.onPress()
        heading.current?.focus()
      }}
    />
  )
  const way = trail.length > 0 && (
    <nav className={styles.trail} aria-label="The way here">
      {trail.map(({ label, onPress }, index) => (
        <span key={index}>
          <button type="button" onClick={onPress}>
            {label}
          </button>
        </span>
      ))}
    </nav>
  )
  const place = neighbours && (
    <output className={styles.place}>
      {neighbours.place}
      <VisuallyHidden>: {title}</VisuallyHidden>
    </output>
  )
  const controls = (
    <>
      {actions}
      {neighbours && (
        <>
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
      <IconButton icon={X} label="Close" onPress={leave} />
    </>
  )
  const name = (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <span className={styles.subtitle}>{subtitle}</span>
    </>
  )
  return (
    // Keys of the controls inside come by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className={cx(styles.inspector, isWide && styles.wide)}
      data-inspector={isWide ? 'wide' : 'normal'}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      {isStacked ? (
        <header className={styles.stack}>
          <div className={styles.bar}>
            {back}
            {way}
            {place}
            <span className={styles.space} />
            {controls}
          </div>
          <div className={styles.record}>
            {picture}
            <div className={styles.titles}>{name}</div>
          </div>
        </header>
      ) : (
        <header className={styles.head}>
          {back}
          {picture}
          <div className={styles.titles}>
            {way}
            {name}
          </div>
          {place}
          {controls}
        </header>
      )}
      <div ref={body} className={styles.body}>
        {children}
      </div>
    </aside>
  )
}
