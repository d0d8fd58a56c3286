/** How numbers move over a range: its periods, and what each is compared with. */
import { addDays, daysIn, daysOf, endOfMonth, type DateRange } from '../date-range.ts'
import { bucketsOf, comparisonBucket, isWholeMonths, type Bucket, type GrowthType } from '../periods.ts'

/** Periods of a course. */
export const COURSE_INTERVALS = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type CourseInterval = (typeof COURSE_INTERVALS)[number]

/** Days are told apart up to here; a longer range has weeks. */
export const COURSE_DAILY_MAX = 185

/** The days, weeks or months of a range, cut at its ends. Whoever asks bounds how many there are. */
export const coursePeriods = (range: DateRange, interval: CourseInterval): Bucket[] =>
  interval === 'DAILY'
    ? daysOf(range).map((day) => ({ start: day, end: day, partial: false }))
    : bucketsOf(range, interval)

/** What a course is split by; so many parts have a line of their own. */
export const COURSE_DIMENSIONS = ['NONE', 'MARKETPLACE', 'BRAND', 'PRODUCT'] as const
export type CourseDimension = (typeof COURSE_DIMENSIONS)[number]
export const COURSE_PARTS_MAX = 8

/** The day, week or month before. */
export const periodBefore = (period: DateRange, interval: CourseInterval): DateRange =>
  interval === 'DAILY'
    ? { start: addDays(period.start, -1), end: addDays(period.end, -1) }
    : comparisonBucket(period, interval, 'MONTH_ON_MONTH')

/** The same a year earlier: of days and weeks 364 days, so that weekdays match (WEEK-4), of months by the calendar. */
export const periodYearAgo = (period: DateRange, interval: CourseInterval): DateRange =>
  comparisonBucket(period, interval === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY', 'YEAR_ON_YEAR')

/**
 * What each period of a range stands beside in other days: as many of them as it has itself, one after the other from their
 * start (WEEK-4), and of a whole month a whole month. Null where they end before that.
 */
export function periodsBeside(periods: readonly DateRange[], other: DateRange): (DateRange | null)[] {
  let start = other.start
  return periods.map((period) => {
    const month = { start, end: endOfMonth(start) }
    const isMonth = isWholeMonths(period) && isWholeMonths(month) && month.end <= other.end
    const beside = isMonth ? month : { start, end: addDays(start, daysIn(period) - 1) }
    start = addDays(beside.end, 1)
    return beside.end <= other.end ? beside : null
  })
}

/** What a day, week or month of a course is compared with; whole ranges go by the calendar (GROW-3). */
export const courseComparison = (
  period: DateRange,
  interval: CourseInterval,
  growthType: GrowthType,
): DateRange => (growthType === 'MONTH_ON_MONTH' ? periodBefore : periodYearAgo)(period, interval)
