/** What the weekly business review shows, of which periods, and within which limits. */
import {
  addDays,
  addMonths,
  daysIn,
  endOfMonth,
  startOfMonth,
  startOfWeek,
  type DateRange,
  type IsoDate,
} from '../date-range.ts'
import { isAnswered } from '../metrics/awaited.ts'
import type { MetricId } from '../metrics/metrics.ts'
import { comparisonRange } from '../periods.ts'
import { COURSE_INTERVALS, periodYearAgo, type CourseInterval } from './course.ts'

/** Each has its place: what is not there today leaves it empty. */
export const REVIEW_METRICS = [
  'orderedProductSales',
  'unitsOrdered',
  'orders',
  'averageSellingPrice',
  'sessions',
  'pageViews',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'b2bSalesShare',
  'netSales',
  'contributionMargin1Percent',
  'contributionMargin3Percent',
  'netProfit',
  'refundRate',
  'adSpend',
  'adSales',
  'acos',
  'tacos',
  'ctr',
  'cpc',
  'cvr',
  'organicSalesShare',
  'available',
  'daysOfCover',
  'inStockRate',
  'agedShare',
] as const satisfies readonly MetricId[]
export type ReviewMetric = (typeof REVIEW_METRICS)[number]

/** Whether there is a number of all products together. Cover is told of single products alone. */
export const isReviewed = (metric: ReviewMetric): boolean => isAnswered(metric) && metric !== 'daysOfCover'

/** The longest range that a question may span. */
export const REVIEW_DAYS_MAX = 730

export const REVIEW_WEEKS = 6
export const REVIEW_MONTHS = 12

/** Products that are named in each direction. */
export const CONTRIBUTORS_NAMED = 5

export const NOTE_LENGTH_MAX = 4000
export const ANNOTATION_LENGTH_MAX = 120
export const ANNOTATIONS_MAX = 500

/** What stands in the foot of each chart of weeks and months, in this order; null of a number itself. */
export const SIX_TWELVE_BOXES: readonly SixTwelveBox[] = [
  { of: 'week', against: null },
  { label: 'WoW', of: 'week', against: 'previous' },
  { label: 'YoY', of: 'week', against: 'yearAgo' },
  { label: 'MTD', of: 'monthToDate', against: null },
  { label: 'QTD', of: 'quarterToDate', against: null },
  { label: 'YTD YoY', of: 'yearToDate', against: 'yearAgo' },
]

export interface SixTwelveBox {
  /** By itself the name of the week. */
  label?: string
  of: 'week' | ToDate
  against: 'previous' | 'yearAgo' | null
}

/** Ranges of so many days and more have no days, and no weeks, to tell apart (WBR-1). */
const DAILY_BELOW_DAYS = 30
const WEEKLY_BELOW_DAYS = 90

/** The intervals that a range may be cut into, the one that holds by itself first. */
export function intervalsAllowed(range: DateRange): readonly CourseInterval[] {
  const days = daysIn(range)
  return COURSE_INTERVALS.filter(
    (interval) =>
      interval === 'MONTHLY' || days < (interval === 'DAILY' ? DAILY_BELOW_DAYS : WEEKLY_BELOW_DAYS),
  )
}

/** The chosen interval, or the one that holds by itself where the range does not allow it or nobody chose. */
export function intervalOf(range: DateRange, chosen: CourseInterval | null): CourseInterval {
  const allowed = intervalsAllowed(range)
  return chosen && allowed.includes(chosen) ? chosen : allowed[0]!
}

/** The last whole ISO week that is over by the end of a day. */
export function lastWeekBy(day: IsoDate): DateRange {
  const start = addDays(startOfWeek(addDays(day, 1)), -7)
  return { start, end: addDays(start, 6) }
}

/** Where the page begins: the last six whole weeks that are over. */
export function reviewWeeks(yesterday: IsoDate): DateRange {
  const { start, end } = lastWeekBy(yesterday)
  return { start: addDays(start, 7 * (1 - REVIEW_WEEKS)), end }
}

/** A period and the same of the year before. */
export interface ReviewPeriod {
  period: DateRange
  yearAgo: DateRange
}

/** From the start of each to the end of the week. */
export const TO_DATE = ['monthToDate', 'quarterToDate', 'yearToDate'] as const
export type ToDate = (typeof TO_DATE)[number]

export interface SixTwelvePeriods {
  /** The last of them is the week of the review. */
  weeks: ReviewPeriod[]
  months: ReviewPeriod[]
  toDate: Record<ToDate, ReviewPeriod>
}

/**
 * Six weeks and twelve months up to a whole week. Weeks are compared with those 364 days earlier, so that weekdays match
 * (WEEK-4), everything else by the calendar (GROW-3).
 */
export function sixTwelvePeriods(week: DateRange): SixTwelvePeriods {
  const weeks = Array.from({ length: REVIEW_WEEKS }, (_, index): ReviewPeriod => {
    const period = shifted(week, 7 * (index + 1 - REVIEW_WEEKS))
    return { period, yearAgo: periodYearAgo(period, 'WEEKLY') }
  })
  // A week that ends with its month has that month whole.
  const first = addMonths(startOfMonth(addDays(week.end, 1)), -REVIEW_MONTHS)
  const months = Array.from({ length: REVIEW_MONTHS }, (_, index): ReviewPeriod => {
    const start = addMonths(first, index)
    return byCalendar({ start, end: endOfMonth(start) })
  })
  const month = startOfMonth(week.end)
  const quarter = addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3))
  const since = (start: IsoDate) => byCalendar({ start, end: week.end })
  return {
    weeks,
    months,
    toDate: {
      monthToDate: since(month),
      quarterToDate: since(quarter),
      yearToDate: since(`${month.slice(0, 4)}-01-01`),
    },
  }
}

const shifted = ({ start, end }: DateRange, days: number): DateRange => ({
  start: addDays(start, days),
  end: addDays(end, days),
})
const byCalendar = (period: DateRange): ReviewPeriod => ({
  period,
  yearAgo: comparisonRange(period, 'YEAR_ON_YEAR'),
})
