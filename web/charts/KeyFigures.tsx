import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { figureText, type FigureUnit } from '#web/ui/figure-parts.ts'
import { FigureText } from '#web/ui/FigureText.tsx'
import { LoadBar } from '#web/ui/LoadBar.tsx'
import { numberWidth } from '#web/ui/number-width.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import type { SectionStatus } from '#web/ui/SectionFrame.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { Bullet } from './Bullet.tsx'
import { changeOf } from './change.ts'
import { ChangeBadge } from './ChangeBadge.tsx'
import type { ChartTone, ChartValue } from './chart-series.ts'
import { figureColumns } from './figure-columns.ts'
import styles from './KeyFigures.module.css'
import { Sparkline } from './Sparkline.tsx'
import { Swatch } from './Swatch.tsx'
import { useWidth } from './use-width.ts'

export interface KeyFigure {
  id: string
  label: string
  unit: FigureUnit
  /** Decimal text; null is no value, undefined is being read. */
  value: ChartValue | undefined
  /** What it is compared with. Absent where nothing is compared, null where it is not known. */
  prior?: ChartValue | undefined
  better?: 'more' | 'less'
  /** Stored below zero: the change is told of its size. */
  isCost?: boolean
  /** In place of a change, as in "4 shipments". */
  note?: string
  /** Why there is no value, or what the value leaves out; that is then hatched. */
  lack?: { text: string; isFailure?: boolean }
  spark?: {
    values: readonly ChartValue[]
    prior?: readonly ChartValue[]
    tone: ChartTone
    /** Names the period of a point. */
    periodAt?: (index: number) => string
  }
  target?: { value: string; label: string }
}

interface KeyFiguresProps {
  label: string
  figures: readonly KeyFigure[]
  /** How far the answer is that they come from: a value that it does not bring is not read for ever. */
  status?: SectionStatus
  /** What all of them are compared with, as in "vs prior year". */
  comparison?: string
  /** The figure that a chart shows. */
  selected?: string | null
  onSelect?: (id: string) => void
  /** A value was pressed: where does it come from? */
  onExplain?: (id: string) => void
  /** Of a page, smaller within an inspector, or one slim line over a table. */
  size?: 'page' | 'inspector' | 'slim'
}

const WIDTHS_MIN = { page: 124, inspector: 116, slim: 132 }
const TILE_PADDING = 28
/** In pixels: what a tile has around its reading, and a digit of that. In a slim line the change stands beside it. */
const READINGS = {
  page: { around: TILE_PADDING, digit: 12.4 },
  inspector: { around: TILE_PADDING, digit: 9.4 },
  slim: { around: 20 + 54, digit: 9.4 },
}
/** The sign of what a number is without. */
const LACK_WIDTH = 14
/** Where nothing has been measured yet, as on paper that nobody measures. */
const WIDTH_UNMEASURED = 960

/** The few numbers that a page is about, each with its change and its course. */
export function KeyFigures(props: KeyFiguresProps) {
  const { label, status, comparison, selected = null, onSelect, onExplain, size = 'page' } = props
  const failure = status?.kind === 'error' ? status : null
  const figures = failure ? props.figures.map(unread) : props.figures
  const isShownStale = useShownLoading(status?.kind === 'stale')
  const list = useRef<HTMLUListElement>(null)
  const width = useWidth(list, label, WIDTH_UNMEASURED)
  // One line is one line: the first figures are those that matter most.
  const widthMin = Math.max(WIDTHS_MIN[size], ...figures.map((figure) => readingWidth(figure, size)))
  const shown = size === 'slim' ? figures.slice(0, Math.max(Math.floor(width / widthMin), 1)) : figures
  const columns = figureColumns(shown.length, width, widthMin)
  const hasTargets = figures.some(({ target }) => target)
  const hasSparks = figures.some(({ spark }) => spark)
  return (
    <section
      className={cx(styles.strip, styles[size])}
      aria-label={label}
      aria-busy={status?.kind === 'stale'}
    >
      {isShownStale && <LoadBar />}
      <ul
        ref={list}
        className={styles.list}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {shown.map((figure, index) => (
          <Tile
            key={figure.id}
            figure={figure}
            comparison={comparison}
            // The others say the same to those who listen.
            isComparisonShown={index === 0}
            isSelected={figure.id === selected}
            sparkWidth={Math.floor(width / columns) - TILE_PADDING}
            hasTargets={hasTargets}
            hasSparks={hasSparks}
            onSelect={onSelect}
            onExplain={onExplain}
            onRetry={index === 0 ? failure?.onRetry : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

/** Short, since a way to try again stands beside it. */
const UNREAD = { text: 'Not read', isFailure: true }
const unread = (figure: KeyFigure): KeyFigure =>
  figure.value === undefined ? { ...figure, value: null, lack: UNREAD } : figure

/** About; a number that ran into its neighbour would be read as another one. */
function readingWidth({ value, unit, lack }: KeyFigure, size: keyof typeof READINGS): number {
  if (value == null) return 0
  const { around, digit } = READINGS[size]
  return numberWidth(figureText(value, unit), digit) + around + (size === 'slim' && lack ? LACK_WIDTH : 0)
}

interface TileProps {
  figure: KeyFigure
  comparison: string | undefined
  isComparisonShown: boolean
  isSelected: boolean
  sparkWidth: number
  /** Tiles keep the lines that any of them has, so that all stand alike. */
  hasTargets: boolean
  hasSparks: boolean
  onSelect: ((id: string) => void) | undefined
  onExplain: ((id: string) => void) | undefined
  /** Of all of them. */
  onRetry: (() => void) | undefined
}

function Tile(props: TileProps) {
  const { figure, comparison, isComparisonShown, isSelected, sparkWidth, hasTargets, hasSparks } = props
  const { id, label, value, spark, unit } = figure
  const { onSelect, onExplain, onRetry } = props
  const reading = <Reading figure={figure} />
  const textOf = (number: string) => figureText(number, unit)
  return (
    <li className={cx(styles.tile, isSelected && styles.selected)}>
      {onSelect ? (
        <button
          type="button"
          aria-pressed={isSelected}
          className={cx(styles.label, styles.select)}
          onClick={() => onSelect(id)}
        >
          {label}
        </button>
      ) : (
        <span className={styles.label} title={label}>
          {label}
        </span>
      )}
      <span className={styles.value}>
        {onExplain && value != null ? (
          <button type="button" className={styles.explain} onClick={() => onExplain(id)}>
            {reading}
            <VisuallyHidden>: explain {label}</VisuallyHidden>
          </button>
        ) : (
          reading
        )}
      </span>
      <span className={styles.detail}>
        <Detail figure={figure} comparison={comparison} isComparisonShown={isComparisonShown} />
        {onRetry && (
          <span className={styles.retry}>
            <Button kind="tertiary" size="sm" onPress={onRetry}>
              Try again
            </Button>
          </span>
        )}
      </span>
      {hasTargets && <Target figure={figure} text={figure.target && textOf(figure.target.value)} />}
      {hasSparks && (
        <span className={styles.spark}>
          {spark && value !== undefined && sparkWidth > 0 && (
            <Sparkline
              {...spark}
              width={sparkWidth}
              height={26}
              tipAt={(index) => {
                const number = spark.values[index]
                const text = number == null ? 'no data' : textOf(number)
                return spark.periodAt ? `${spark.periodAt(index)}  ${text}` : text
              }}
            />
          )}
        </span>
      )}
    </li>
  )
}

function Reading({ figure: { value, unit, lack } }: { figure: KeyFigure }) {
  if (value === undefined) return <Skeleton kind="reading" width="4.5rem" />
  if (value === null) return <NoValue reason={lack?.text ?? null} />
  return (
    <FigureText
      value={value}
      unit={unit}
      unitClass={(isFirst) => cx(styles.unit, isFirst && styles.symbol)}
    />
  )
}

interface DetailProps {
  figure: KeyFigure
  comparison: string | undefined
  isComparisonShown: boolean
}

/** Change, note or lack: the one line below a number. */
function Detail({ figure, comparison, isComparisonShown }: DetailProps) {
  const { value, prior, better, isCost, unit, note, lack, spark } = figure
  if (value === undefined) return <Skeleton width="40%" />
  const change =
    prior !== undefined &&
    value !== null &&
    changeOf(value, prior, { better, isRatio: unit.kind === 'ratio', isCost })
  return (
    <>
      {change && <ChangeBadge change={change} />}
      {note !== undefined && (
        <span className={styles.note} title={note}>
          <span className={styles.cut}>{note}</span>
        </span>
      )}
      {lack && (
        <span className={cx(styles.note, lack.isFailure && styles.failure)} title={lack.text}>
          {value !== null && <Swatch kind="hatched" tone={spark?.tone ?? 'other'} />}
          {/* Beside a change there is room for its sign alone; the notes over the page have the words. */}
          {change ? (
            <VisuallyHidden>{lack.text}</VisuallyHidden>
          ) : (
            <span className={styles.cut}>{lack.text}</span>
          )}
        </span>
      )}
      {change && comparison && !lack && !note && (
        <span className={styles.note} title={isComparisonShown ? comparison : undefined}>
          {isComparisonShown ? (
            <span className={styles.cut}>{comparison}</span>
          ) : (
            <VisuallyHidden>{comparison}</VisuallyHidden>
          )}
        </span>
      )}
    </>
  )
}

function Target({
  figure: { value, target, better = 'more', spark },
  text,
}: {
  figure: KeyFigure
  text: string | undefined
}) {
  if (!target) return <span className={styles.target} />
  const isMet =
    value != null &&
    (better === 'more' ? Number(value) >= Number(target.value) : Number(value) <= Number(target.value))
  return (
    <span className={styles.target}>
      <span className={styles.targetBar}>
        <Bullet value={value ?? null} target={target.value} tone={spark?.tone ?? 'other'} />
      </span>
      <span className={styles.note}>
        {target.label} {text}
        {value != null && <VisuallyHidden>{isMet ? ', met' : ', not met'}</VisuallyHidden>}
      </span>
    </span>
  )
}
