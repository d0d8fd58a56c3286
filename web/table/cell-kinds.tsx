/**
 * Columns that draw: each prints its number and draws it too. They are pieces of a `TableColumn`, so order, copies and
 * exports have the number as it is.
 */
import { Bullet } from '#web/charts/Bullet.tsx'
import type { BulletScale } from '#web/charts/bullet.ts'
import { changeOf, shownGrowth, type ChangeRules } from '#web/charts/change.ts'
import { toneColour, type ChartTone, type ChartValue } from '#web/charts/chart-series.ts'
import { Sparkline } from '#web/charts/Sparkline.tsx'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Identifier } from '#web/ui/Identifier.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { isZero, percentText, wholeText } from '#web/ui/numbers.ts'
import styles from './CellKinds.module.css'
import { heatStep } from './heat-step.ts'
import type { TableColumn } from './table-column.ts'

/** What all of them have of a column; the rest follows from their kind. */
type Base<Row> = Pick<TableColumn<Row>, 'id' | 'title'> &
  Partial<Omit<TableColumn<Row>, 'id' | 'title' | 'kind' | 'value' | 'cell'>>

interface ShareColumn<Row> extends Base<Row> {
  /** A fraction. */
  share: (row: Row) => number | null | undefined
  tone: ChartTone
  /** The share whose bar fills the track: the largest of those shown. */
  max: number
  /** False for the row of totals, whose share says nothing. */
  hasBar?: (row: Row) => boolean
}

/** A bar beside its share. One hue: the bars compare rows, not colours. */
export const shareColumn = <Row,>({
  share,
  tone,
  max,
  hasBar,
  ...base
}: ShareColumn<Row>): TableColumn<Row> => ({
  width: 128,
  isExplained: false,
  ...base,
  kind: 'number',
  type: 'share',
  value: share,
  format: (value) => percentText(Number(value)),
  cell: (row) => {
    const part = share(row)
    if (part == null) return <NoValue />
    return (
      <span className={styles.shareCell}>
        <span className={styles.track} aria-hidden>
          {(hasBar?.(row) ?? true) && part > 0 && (
            <i style={{ width: percent(Math.min(part / max, 1)), background: toneColour(tone) }} />
          )}
        </span>
        {percentText(part)}
      </span>
    )
  },
})

interface BulletColumn<Row> extends Base<Row> {
  value: (row: Row) => ChartValue | undefined
  /** Where all rows' scale ends, so that they compare. */
  max: string
  target?: (row: Row) => ChartValue
  range?: (row: Row) => BulletScale['range']
  tone: (row: Row) => ChartTone
}

/** A number, and where it lies against its target on a scale that all rows share. */
export const bulletColumn = <Row,>(column: BulletColumn<Row>): TableColumn<Row> => {
  const { value, max, target, range, tone, format = wholeText, ...base } = column
  return {
    width: 200,
    ...base,
    kind: 'number',
    value,
    format,
    cell: (row) => {
      const number = value(row) ?? null
      return (
        <span className={styles.bulletCell}>
          <span className={styles.bulletNumber}>{number === null ? <NoValue /> : format(number)}</span>
          <Bullet value={number} max={max} target={target?.(row)} range={range?.(row)} tone={tone(row)} />
        </span>
      )
    },
  }
}

interface HeatColumn<Row> extends Base<Row> {
  value: (row: Row) => string | number | null | undefined
  /** Least and most of the scale, often that of several columns: `boundsOf` their values. */
  bounds: readonly [number, number] | null
}

/** A number on a ground that is the darker the larger it is. */
export const heatColumn = <Row,>({
  value,
  bounds,
  format = wholeText,
  ...base
}: HeatColumn<Row>): TableColumn<Row> => ({
  width: 76,
  ...base,
  kind: 'number',
  value,
  format,
  className: cx(styles.heat, base.className),
  cell: (row) => {
    const number = value(row)
    if (number == null) return <NoValue />
    if (number === '') return null
    const step = bounds ? heatStep(Number(number), bounds) : 1
    return <span className={cx(styles.heatCell, styles[`step${step}`])}>{format(String(number))}</span>
  },
})

interface SparkColumn<Row> extends Base<Row> {
  series: (row: Row) => { values: readonly ChartValue[]; prior?: readonly ChartValue[] } | null | undefined
  tone: (row: Row) => ChartTone
  /** One scale for all rows. Without it each row fills its height, and only shapes compare. */
  bounds?: readonly [number, number] | undefined
  /** What the pointer reads at a point. */
  tipAt?: (row: Row, index: number) => string
}

/** The course of a row's number. A drawing cannot be put in order or exported: its column of numbers can. */
export const sparkColumn = <Row,>({
  series,
  tone,
  bounds,
  tipAt,
  ...base
}: SparkColumn<Row>): TableColumn<Row> => ({
  width: 104,
  isExplained: false,
  isSortable: false,
  ...base,
  kind: 'number',
  isDrawn: true,
  value: (row) => (series(row) === undefined ? undefined : ''),
  cell: (row) => {
    const course = series(row)
    if (!course) return null
    return (
      <span className={styles.spark}>
        <Sparkline
          {...course}
          tone={tone(row)}
          bounds={bounds}
          {...(tipAt && { tipAt: (index: number) => tipAt(row, index) })}
        />
      </span>
    )
  },
})

interface DeltaColumn<Row> extends Base<Row>, ChangeRules {
  now: (row: Row) => ChartValue | undefined
  prior: (row: Row) => ChartValue | undefined
  /** Where each row is another metric. */
  rulesOf?: (row: Row) => ChangeRules
}

/** A change: signed, and coloured where it is good or bad. Rows without a base come last in its order. */
export const deltaColumn = <Row,>({
  now,
  prior,
  better,
  isRatio,
  isCost,
  rulesOf = () => ({ better, isRatio, isCost }),
  ...base
}: DeltaColumn<Row>): TableColumn<Row> => ({
  width: 72,
  isExplained: false,
  ...base,
  kind: 'number',
  type: 'share',
  value: (row) => (now(row) === undefined ? undefined : shownGrowth(now(row), prior(row), rulesOf(row))),
  cell: (row) => {
    const { text, judgement, direction } = changeOf(now(row), prior(row), rulesOf(row))
    return (
      <span className={cx(judgement ? styles[judgement] : (!direction || isZero(text)) && styles.muted)}>
        {text}
      </span>
    )
  },
})

interface RecordColumn<Row> extends Base<Row> {
  name: (row: Row) => string | undefined
  /** Codes that name it, as a SKU and an ASIN; none for the row of totals. */
  identifiers: (row: Row) => readonly string[]
  /** As a thumbnail. */
  picture: (row: Row) => React.ReactNode
  /** Makes a name lead somewhere. */
  linked?: (row: Row, shown: React.ReactNode) => React.ReactNode
  /** What a file says in place of the name. */
  exported?: (row: Row) => string | undefined
}

/** Whose row it is: picture, name, and codes under it. Rows are `ROW_HEIGHTS.picture` high. */
export const recordColumn = <Row,>({
  name,
  identifiers,
  picture,
  linked = (_row, shown) => shown,
  exported = name,
  ...base
}: RecordColumn<Row>): TableColumn<Row> => ({
  width: 270,
  canHide: false,
  cellHint: name,
  ...base,
  kind: 'text',
  value: exported,
  cell: (row) => {
    const codes = identifiers(row)
    if (codes.length === 0) return name(row)
    return (
      <span className={styles.record}>
        {picture(row)}
        <span className={styles.names}>
          <span className={styles.recordName}>{linked(row, name(row))}</span>
          <span className={styles.codes}>
            {codes.map((code) => (
              <Identifier key={code}>{code}</Identifier>
            ))}
          </span>
        </span>
      </span>
    )
  },
})

interface StatusColumn<Row> extends Base<Row> {
  status: (row: Row) => { label: string; kind: BadgeKind } | null | undefined
}

/** A word about the row, its colour saying the same. */
export const statusColumn = <Row,>({ status, ...base }: StatusColumn<Row>): TableColumn<Row> => ({
  width: 84,
  ...base,
  kind: 'text',
  value: (row) => {
    const about = status(row)
    return about === undefined ? undefined : (about?.label ?? '')
  },
  cell: (row) => {
    const about = status(row)
    return about ? <Badge kind={about.kind}>{about.label}</Badge> : null
  },
})

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`
