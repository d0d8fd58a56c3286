import {
  addDays,
  addMonths,
  daysIn,
  earlier,
  endOfMonth,
  isDay,
  later,
  startOfMonth,
  type DateRange,
} from '#contract/date-range.ts'
import type { DatePreset } from './date-presets.ts'
import type { FilterContext } from './filter-fields.ts'

/** Something that a dashboard says when it puts a filter right by itself. */
export interface FilterNotice {
  text: string
  appearance: 'informative' | 'warning'
}

/** How a dashboard reads its range of days. */
export interface DateRules {
  /** The longest range; a longer one keeps its end. */
  daysMax: number
  defaultRange: (context: FilterContext) => DateRange
  /** How far a range may reach beyond today; not at all by itself. */
  monthsAhead?: number
  /** Kept from visit to visit once the person has chosen one. */
  isStored?: boolean
  /** Said when no range is asked for. */
  whenMissing?: FilterNotice
  /** Said when the range is not within the days with data; it then gives way to the default one. */
  whenOutside?: FilterNotice
  /** Presets of the picker that cannot be used here; none by itself. */
  disabledPresets?: readonly DatePreset[]
  /** Shortening a range that is too long needs no word. */
  isQuiet?: boolean
  /** The presets that the picker has; all by itself. Those of the filter `presets` stand in the bar too. */
  presets?: readonly DatePreset[]
}

export const maxDaysNotice = (daysMax: number): FilterNotice => ({
  text: `Max days exceeded. Showing last ${daysMax} days.`,
  appearance: 'warning',
})

export const OUTSIDE_OF_DATA: FilterNotice = {
  text: 'Date range outside of available data. Selecting default date range.',
  appearance: 'warning',
}
export const DEFAULT_DATES: FilterNotice = {
  text: 'Selecting default date range for dashboard.',
  appearance: 'informative',
}

/** Days before the first marketplace opened hold nothing, but the specification bounds the range here. */
const FIRST_DAY = '1970-01-01'

export interface DateLimits {
  min: string
  max: string
}

/** The first and last day that can be chosen. */
export const dateLimits = (
  { whenOutside, monthsAhead = 0 }: DateRules,
  { window, today }: FilterContext,
): DateLimits =>
  whenOutside && window
    ? { min: window.start, max: window.end }
    : { min: FIRST_DAY, max: later(window?.end ?? today, addMonths(today, monthsAhead)) }

/** The range that is shown for what is asked, and what is said about the difference. */
export function settledRange(
  asked: { start?: string | undefined; end?: string | undefined },
  rules: DateRules,
  context: FilterContext,
): { range: DateRange; notice: FilterNotice | null } {
  const byItself = (notice: FilterNotice | undefined) => ({
    range: rules.defaultRange(context),
    notice: notice ?? null,
  })
  const { start: first, end: last } = asked
  if (first === undefined || last === undefined || !isDay(first) || !isDay(last) || first > last)
    return byItself(rules.whenMissing)
  const { min, max } = dateLimits(rules, context)
  if (rules.whenOutside && context.window && (first < min || last > max)) return byItself(rules.whenOutside)
  const range = { start: first, end: earlier(last, max) }
  if (range.start > range.end) return byItself(rules.whenMissing)
  if (daysIn(range) <= rules.daysMax) return { range, notice: null }
  return {
    range: lastDaysOf(range, rules.daysMax),
    notice: rules.isQuiet ? null : maxDaysNotice(rules.daysMax),
  }
}

/** The end of a range, at most so many days long. */
export const lastDaysOf = ({ start, end }: DateRange, days: number): DateRange => ({
  start: later(start, addDays(end, 1 - days)),
  end,
})

/** The months that end with a day, the last of them cut by it. */
export const monthsTo = (end: string, months: number): DateRange => ({
  start: startOfMonth(addMonths(end, 1 - months)),
  end,
})

/** So many months are offered where a range has no data. */
const MONTHS_OFFERED = 6

/** The months with data that lie nearest to a range without any. */
export function monthsNearest(range: DateRange, covered: DateRange): DateRange {
  const first = startOfMonth(covered.start)
  if (range.end >= covered.start) {
    const latest = monthsTo(covered.end, MONTHS_OFFERED)
    return { start: later(latest.start, first), end: latest.end }
  }
  const end = endOfMonth(addMonths(first, MONTHS_OFFERED - 1))
  return { start: first, end: earlier(end, covered.end) }
}

/** Where to look after a range without data: the nearest months, or all days. Null where the range has all of them. */
export function rangeToOffer(range: DateRange, covered: DateRange, daysMax: number): DateRange | null {
  const offers = [monthsNearest(range, covered), covered].map((offer) => lastDaysOf(offer, daysMax))
  return offers.find(({ start, end }) => later(start, covered.start) < range.start || end > range.end) ?? null
}

const ALL_IN_ONE_DAYS = 30
const ORDER_DAYS_MAX = 42

const windowOf = ({ window, today }: FilterContext): DateRange => window ?? { start: today, end: today }

/** All in one: 30 days, within those of which advertising has data. */
export const ALL_IN_ONE_DATES: DateRules = {
  daysMax: 185,
  defaultRange: (context) => lastDaysOf(windowOf(context), ALL_IN_ONE_DAYS),
  whenMissing: DEFAULT_DATES,
  whenOutside: OUTSIDE_OF_DATA,
}

/**
 * Order statement: the last month with orders, with the one before it while it is not full, cut to six weeks and to the
 * days with data.
 */
export const ORDER_DATES: DateRules = {
  daysMax: ORDER_DAYS_MAX,
  defaultRange: (context) => {
    const { start, end } = windowOf(context)
    const months = monthsTo(end, end === endOfMonth(end) ? 1 : 2)
    return lastDaysOf({ start: later(months.start, start), end }, ORDER_DAYS_MAX)
  },
  whenMissing: DEFAULT_DATES,
  whenOutside: DEFAULT_DATES,
}
