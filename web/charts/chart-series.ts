/** What a chart shows. Values are exact decimal text; null is a period without data, which is not zero. */
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'

export type ChartValue = string | null

export interface ChartPeriod extends DateRange {
  /** The period is not over or not wholly read, or it has not begun. Both are drawn unfinished. */
  state?: 'partial' | 'forecast'
  /** Its comparison is longer than what there is of it, so no change is told. */
  isUncompared?: true
  /** What happened in it, as a deal that ran. */
  note?: string
  /** What it is called where it is no time: an hour of the day, a brand, a bucket. */
  name?: string
}

/** `category` is no time: places that have names, in the order in which they are given. */
export type ChartInterval = 'day' | 'week' | 'month' | 'category'

/** Places of an axis that is no time. */
export const categories = (
  names: readonly string[],
  stateAt?: (index: number) => ChartPeriod['state'],
): ChartPeriod[] =>
  names.map((name, index) => {
    const state = stateAt?.(index)
    return { start: `${index}`, end: `${index}`, name, ...(state && { state }) }
  })

/** Colour means a metric, never a position (design, section 6). */
export type ChartTone =
  | 'sales'
  | 'units'
  | 'ads'
  | 'profit'
  | 'fees'
  | 'cogs'
  | 'refunds'
  | 'other'
  /** Steps of one hue, from light to dark. */
  | `seq-${2 | 3 | 4 | 5 | 6 | 7}`

export interface ChartSeries {
  id: string
  label: string
  tone: ChartTone
  /** One per period. */
  values: readonly ChartValue[]
  /** The comparison, one per period. */
  prior?: readonly ChartValue[]
  /** What the comparison is, as in "Prior year". */
  priorLabel?: string
  /** Where no change is told, because days are missing on one of the sides. */
  isUncomparedAt?: (index: number) => boolean
  /** Of single bars, where places differ in what they mean, as buckets of cover do. */
  toneAt?: (index: number) => ChartTone
  /** Whether more is better; without it a change is no judgement. */
  better?: 'more' | 'less'
}

/** How the numbers of a panel look. */
export interface ChartFormat {
  /** On axes and beside points: `€80k`. */
  short: (value: number | string) => string
  /** In the tooltip and the table: the full number. */
  full: (value: string) => string
  /** A change of a ratio is told in percentage points. */
  isRatio?: boolean
  /** Of money. */
  currencyCode?: string
  /** In a file, where it is neither money nor a ratio. */
  type?: 'count'
}

export const toneColour = (tone: ChartTone): string => `var(--c-${tone})`

/** The value as geometry needs it; nothing else may use it. */
export const plotted = (value: ChartValue | undefined): number | null =>
  value == null ? null : Number(value)

/** The sum of what is there; null where nothing is. */
export function sumOf(values: readonly (ChartValue | undefined)[]): ChartValue {
  const present = values.filter((value) => value != null)
  return present.length === 0 ? null : toText(present.reduce((sum, value) => sum + parseDecimal(value), 0n))
}

const SERIES_MAX = 8

/** Colours end with eight: the largest seven stay, and the rest is added up as "Other". */
export function withOther(series: readonly ChartSeries[]): ChartSeries[] {
  if (series.length <= SERIES_MAX) return [...series]
  const size = ({ values }: ChartSeries) =>
    values.reduce((sum, value) => sum + Math.abs(plotted(value) ?? 0), 0)
  const kept = new Set(series.toSorted((a, b) => size(b) - size(a)).slice(0, SERIES_MAX - 1))
  const rest = series.filter((one) => !kept.has(one))
  const added = (pick: (one: ChartSeries) => readonly ChartValue[] | undefined) =>
    (pick(rest[0]!) ?? []).map((_, index) => sumOf(rest.map((one) => pick(one)?.[index])))
  const other: ChartSeries = {
    id: 'other',
    label: 'Other',
    tone: 'other',
    values: added(({ values }) => values),
  }
  if (rest.every(({ prior }) => prior)) other.prior = added(({ prior }) => prior)
  return [...series.filter((one) => kept.has(one)), other]
}
