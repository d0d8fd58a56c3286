import { Children, useId } from 'react'
import { Button } from './Button.tsx'
import { cx } from './class-names.ts'
import { failureParts } from './failure-text.ts'
import { Identifier } from './Identifier.tsx'
import { LoadBar } from './LoadBar.tsx'
import styles from './SectionFrame.module.css'
import { Skeleton } from './Skeleton.tsx'
import { StateMessage } from './StateMessage.tsx'
import { useShownLoading } from './use-shown-loading.ts'

/** How far a section is. `stale` has the numbers of the question before, while those of the new one are read. */
export type SectionStatus =
  | { kind: 'ready' | 'loading' | 'stale' }
  | { kind: 'empty'; title: string; text: React.ReactNode; action?: React.ReactNode }
  | { kind: 'error'; message: string; onRetry: () => void }

interface SectionFrameProps {
  title: string
  /** Controls at the left that say what is shown, in place of the title; on paper that does. */
  lead?: React.ReactNode
  /** Unit, basis or dates, muted beside the title. */
  note?: React.ReactNode
  /** What the marks of a chart mean; under the title where there is no room. */
  legend?: React.ReactNode
  /** It has a line of its own in any width, also while nobody knows yet what stands in it. */
  isLegendKept?: boolean
  /** Controls at the right of the head. */
  actions?: React.ReactNode
  status?: SectionStatus
  /** Of the body in pixels, as its content will have it: nothing moves when that arrives or fails. */
  height?: number
  /** What the content looks like before it is there. */
  skeleton?: keyof typeof SKELETONS
  /** The content reaches to the edges and has a gutter of its own, as tables have. */
  isFlush?: boolean
  children: React.ReactNode
}

const READY: SectionStatus = { kind: 'ready' }
/** Under the content, unless that reaches to the edges. */
const FOOT = 12
/** Below this a message stands in one line. */
const LOW = 150

/** A section of a sheet: what it shows, in which unit, what can be done, and its own waiting, failing and emptiness. */
export function SectionFrame(props: SectionFrameProps) {
  const {
    title,
    lead,
    note,
    legend,
    isLegendKept = false,
    actions,
    status = READY,
    height,
    skeleton = 'plot',
    isFlush,
    children,
  } = props
  const titleId = useId()
  // What has been shown as being read stays so for a moment, also when the answer is there.
  const isShownLoading = useShownLoading(status.kind === 'loading')
  const isWaiting = status.kind === 'loading' || isShownLoading
  const isShownStale = useShownLoading(status.kind === 'stale')
  const isContent = !isWaiting && (status.kind === 'ready' || status.kind === 'stale')
  return (
    <section
      className={styles.section}
      aria-labelledby={titleId}
      aria-busy={isWaiting || status.kind === 'stale'}
    >
      {isShownStale && <LoadBar />}
      <div className={cx(styles.head, styles.band)}>
        <h2 id={titleId} className={cx(styles.title, lead !== undefined && styles.unseen)}>
          {title}
        </h2>
        {lead && <div className={styles.lead}>{lead}</div>}
        {note && <span className={styles.note}>{note}</span>}
        {(legend || isLegendKept) && (
          <div className={cx(styles.legend, isLegendKept && styles.kept)}>{legend}</div>
        )}
        <span className={styles.space} />
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div
        className={cx(
          styles.body,
          !(isFlush && isContent) && styles.inset,
          !isFlush && styles.footed,
          !(isFlush && isContent) && styles.band,
        )}
        style={{ minHeight: height === undefined ? undefined : height + (isFlush ? 0 : FOOT) }}
      >
        {isContent ? (
          children
        ) : isWaiting ? (
          <Waiting kind={skeleton} height={height} isShown={isShownLoading} />
        ) : (
          <Message title={title} status={status} isLow={height !== undefined && height < LOW} />
        )}
      </div>
    </section>
  )
}

function Message({ title, status, isLow }: { title: string; status: SectionStatus; isLow: boolean }) {
  const place = isLow ? 'line' : 'section'
  if (status.kind === 'empty')
    return (
      <StateMessage place={place} title={status.title} action={status.action}>
        {status.text}
      </StateMessage>
    )
  if (status.kind !== 'error') return null
  const { text, requestId } = failureParts(status.message)
  return (
    <StateMessage
      kind="error"
      place={place}
      title={`${title} could not be read`}
      action={
        <Button size="sm" onPress={status.onRetry}>
          Try again
        </Button>
      }
    >
      {text}{' '}
      {requestId && (
        <span className={styles.request}>
          <Identifier>Request {requestId}</Identifier>
        </span>
      )}
    </StateMessage>
  )
}

const ROW_WIDTHS = ['92%', '86%', '90%', '78%', '88%']
const ROW_HEIGHT = 32
const SKELETONS = {
  /** The lines of a plot, without anything between them. */
  plot: () => [0, 1, 2, 3].map((line) => <span key={line} className={styles.gridline} />),
  rows: (height: number) =>
    Array.from({ length: Math.max(Math.floor(height / ROW_HEIGHT), 1) }, (_, row) => (
      <span key={row} className={styles.row}>
        <Skeleton width={ROW_WIDTHS[row % ROW_WIDTHS.length]!} />
      </span>
    )),
}

/** Nothing for a quarter of a second; most answers are quicker. */
function Waiting({
  kind,
  height = 5 * ROW_HEIGHT,
  isShown,
}: {
  kind: keyof typeof SKELETONS
  height: number | undefined
  isShown: boolean
}) {
  return (
    <div className={cx(styles.waiting, styles[kind])} style={{ height }} aria-hidden>
      {isShown && SKELETONS[kind](height)}
    </div>
  )
}

/** Sections beside each other, one below the other where there is no room; a hairline stands between them. */
export function SectionColumns({
  weights,
  children,
}: {
  weights?: readonly number[]
  children: React.ReactNode
}) {
  const tracks = Children.toArray(children).map((_, index) => `minmax(0, ${weights?.[index] ?? 1}fr)`)
  return (
    <div className={cx(styles.columns, styles.band)}>
      <div className={styles.tracks} style={{ '--tracks': tracks.join(' ') } as React.CSSProperties}>
        {Children.map(children, (section) => (
          <div className={styles.column}>{section}</div>
        ))}
      </div>
    </div>
  )
}
