/** How numbers move over a range: its periods, and what each is compared with. */
import { daysOf, type DateRange } from '../date-range.ts'
import { bucketsOf, comparisonBucket, type Bucket, type GrowthType } from '../periods.ts'

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

/** Days are compared by their date, as whole ranges are. */
const BUCKETS_AS = { DAILY: 'DEFAULT', WEEKLY: 'WEEKLY', MONTHLY: 'MONTHLY' } as const

/** What a period of a course is compared with. */
export const courseComparison = (
  period: DateRange,
  interval: CourseInterval,
  growthType: GrowthType,
): DateRange => comparisonBucket(period, BUCKETS_AS[interval], growthType)
