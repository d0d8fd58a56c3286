/**
 * Which periods a question has: its columns, the summaries beside them, and what each is compared with. Server and
 * browser ask this one plan, so a table has its final shape before its numbers are there.
 */
import {
  addDays,
  addMonths,
  daysBefore,
  daysIn,
  daysOf,
  earlier,
  endOfMonth,
  later,
  monthsIn,
  monthsOf,
  startOfMonth,
  startOfWeek,
  type DateRange,
  type IsoDate,
} from './date-range.ts'
import type { CustomSummary } from './custom-summary-columns.ts'

export const isWholeMonths = ({ start, end }: DateRange): boolean =>
  start === startOfMonth(start) && end === endOfMonth(end)

/** The longest range that a statement may span. */
export const PNL_DAYS_MAX = 3660

export const GROWTH_TYPES = ['YEAR_ON_YEAR', 'MONTH_ON_MONTH'] as const
export type GrowthType = (typeof GROWTH_TYPES)[number]

/** GROW-2 and GROW-3: the range a whole range is compared with. */
export function comparisonRange(range: DateRange, growthType: GrowthType): DateRange {
  const months = growthType === 'YEAR_ON_YEAR' ? 12 : monthsIn(range)
  if (isWholeMonths(range)) {
    return {
      start: addMonths(range.start, -months),
      end: endOfMonth(addMonths(startOfMonth(range.end), -months)),
    }
  }
  if (growthType === 'YEAR_ON_YEAR')
    return { start: addMonths(range.start, -12), end: addMonths(range.end, -12) }
  if (range.start === startOfMonth(range.start) && startOfMonth(range.end) === range.start) {
    return { start: addMonths(range.start, -1), end: addMonths(range.end, -1) }
  }
  return daysBefore(range)
}

/** True when the range is a year or longer; growth is then always year on year. */
export const isYearOrLonger = (range: DateRange): boolean =>
  range.end >= addDays(addMonths(range.start, 12), -1)

export const DATE_INTERVALS = ['DEFAULT', 'WEEKLY', 'MONTHLY'] as const
export type DateInterval = (typeof DATE_INTERVALS)[number]

/** Above this many days a weekly interval becomes monthly. */
export const WEEKLY_DAYS_MAX = 150

export const effectiveInterval = (interval: DateInterval, range: DateRange): DateInterval =>
  interval === 'WEEKLY' && daysIn(range) > WEEKLY_DAYS_MAX ? 'MONTHLY' : interval

export interface Bucket extends DateRange {
  /** Cut by the range rather than by the calendar. */
  partial: boolean
}

/** The columns of a range, cut at its ends; `DEFAULT` is one column. */
export function bucketsOf(range: DateRange, interval: DateInterval): Bucket[] {
  if (interval === 'DEFAULT') return [{ ...range, partial: false }]
  const starts =
    interval === 'WEEKLY' ? daysOf({ ...range, start: startOfWeek(range.start) }, 7) : monthsOf(range)
  return starts.map((first) => {
    const last = interval === 'WEEKLY' ? addDays(first, 6) : endOfMonth(first)
    const start = later(first, range.start)
    const end = earlier(last, range.end)
    return { start, end, partial: start !== first || end !== last }
  })
}

/**
 * A week is compared with the week before it (GROW-2), or with that of 364 days earlier, so that weekdays match
 * (WEEK-4); everything else by the calendar.
 */
export function comparisonBucket(
  bucket: DateRange,
  interval: DateInterval,
  growthType: GrowthType,
): DateRange {
  if (interval === 'WEEKLY') {
    const days = growthType === 'YEAR_ON_YEAR' ? 364 : 7
    return { start: addDays(bucket.start, -days), end: addDays(bucket.end, -days) }
  }
  if (interval === 'DEFAULT' || isWholeMonths(bucket)) return comparisonRange(bucket, growthType)
  const months = growthType === 'YEAR_ON_YEAR' ? 12 : 1
  return { start: addMonths(bucket.start, -months), end: addMonths(bucket.end, -months) }
}

export const SUMMARY_VIEWS = [
  'lastYearToDate',
  'priorYearToDate',
  'lastTwelveMonths',
  'priorTwelveMonths',
  'lastThreeMonths',
  'priorThreeMonths',
  'total',
] as const
export type SummaryView = (typeof SUMMARY_VIEWS)[number]

/** The summary that a "last" summary is compared with. */
export const PRIOR_SUMMARY = {
  lastYearToDate: 'priorYearToDate',
  lastTwelveMonths: 'priorTwelveMonths',
  lastThreeMonths: 'priorThreeMonths',
} as const satisfies Partial<Record<SummaryView, SummaryView>>

/** SUM-1: the seven summary ranges, anchored at the end of the main range but not later than yesterday. */
export function summaryRanges(range: DateRange, yesterday: IsoDate): Record<SummaryView, DateRange> {
  const anchor = earlier(range.end, yesterday)
  const lastFullMonthEnd = anchor === endOfMonth(anchor) ? anchor : addDays(startOfMonth(anchor), -1)
  const months = (count: number, before: number): DateRange => {
    const end = endOfMonth(addMonths(startOfMonth(lastFullMonthEnd), -before))
    return { start: addMonths(startOfMonth(end), 1 - count), end }
  }
  const yearToDate = { start: `${anchor.slice(0, 4)}-01-01`, end: anchor }
  return {
    lastYearToDate: yearToDate,
    priorYearToDate: comparisonRange(yearToDate, 'YEAR_ON_YEAR'),
    lastTwelveMonths: months(12, 0),
    priorTwelveMonths: months(12, 12),
    lastThreeMonths: months(3, 0),
    priorThreeMonths: months(3, 3),
    total: range,
  }
}

/** Transactions are still being released for so many days after they are posted (TXN-2). */
const PROVISIONAL_DAYS = 14

/** In so many days the transactions and refunds of a month have come in, all but a few. */
const SETTLED_AFTER_DAYS = 45

/** A month or longer that ended so long ago that its orders can be compared with its transactions. */
export const isSettled = ({ start, end }: DateRange, today: IsoDate): boolean =>
  end < addDays(today, -SETTLED_AFTER_DAYS) && end >= addDays(addMonths(start, 1), -1)

/** Columns of dates of the reader's own that a statement has at most. */
export const CUSTOM_SUMMARIES_MAX = 10

/** Days of the reader's own, and others to compare them with. */
export interface CustomPeriods {
  period: DateRange
  comparison: DateRange | null
}

/** The periods of a column that is kept. */
export const customPeriods = ({
  mainDateRangeStart,
  mainDateRangeEnd,
  comparisonDateRangeStart: start,
  comparisonDateRangeEnd: end,
}: CustomSummary): CustomPeriods => ({
  period: { start: mainDateRangeStart, end: mainDateRangeEnd },
  comparison: start !== undefined && end !== undefined ? { start, end } : null,
})

export interface PlannedPeriod {
  /** A bucket of the range, one of the asked summaries, or dates of the reader's own. */
  column: 'bucket' | SummaryView | 'custom'
  period: DateRange
  /** Null of a summary that has nothing before it. */
  comparison: DateRange | null
  /** Cut by the range rather than by the calendar. */
  partial: boolean
  /** It reaches into the days in which transactions are still being released. */
  provisional: boolean
}

export interface PeriodQuestion {
  range: DateRange
  dateInterval: DateInterval
  /** Of a range of a year or longer always year on year. */
  growthType: GrowthType
  /** Turns the buckets, not the summaries. */
  dateOrder: 'ASC' | 'DESC'
  summaries: readonly SummaryView[]
  customs?: readonly CustomPeriods[]
}

/** Every column of a question in the order in which it stands: the total stands beside what it is the total of. */
export function planPeriods(
  { range, dateInterval, growthType: asked, dateOrder, summaries, customs = [] }: PeriodQuestion,
  today: IsoDate,
): PlannedPeriod[] {
  const interval = effectiveInterval(dateInterval, range)
  const growthType = isYearOrLonger(range) ? 'YEAR_ON_YEAR' : asked
  const isProvisional = (period: DateRange) => period.end >= addDays(today, -PROVISIONAL_DAYS)

  const buckets = bucketsOf(range, interval).map(({ partial, ...period }): PlannedPeriod => ({
    column: 'bucket',
    period,
    comparison: comparisonBucket(period, interval, growthType),
    partial,
    provisional: isProvisional(period),
  }))
  if (dateOrder === 'DESC') buckets.reverse()

  const ranges = summaryRanges(range, addDays(today, -1))
  const priorOf: Partial<Record<SummaryView, SummaryView>> = PRIOR_SUMMARY
  const shown = SUMMARY_VIEWS.filter((view) => summaries.includes(view))
  const ofSummaries = [
    ...shown.filter((view) => view === 'total'),
    ...shown.filter((view) => view !== 'total'),
  ].map((view): PlannedPeriod => {
    const prior = priorOf[view]
    return {
      column: view,
      period: ranges[view],
      comparison: prior ? ranges[prior] : null,
      partial: false,
      provisional: isProvisional(ranges[view]),
    }
  })
  const ofCustoms = customs.map((custom): PlannedPeriod => ({
    ...custom,
    column: 'custom',
    partial: false,
    provisional: isProvisional(custom.period),
  }))
  return [...buckets, ...ofSummaries, ...ofCustoms]
}
