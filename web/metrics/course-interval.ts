/** Days, weeks or months that a page tells its numbers by. */
import { COURSE_DAILY_MAX, type CourseInterval } from '#contract/dashboards/course.ts'
import { daysIn } from '#contract/date-range.ts'
import type { ChartInterval } from '#web/charts/chart-series.ts'

export const AXES: Record<CourseInterval, ChartInterval> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month' }

interface Asked {
  interval: CourseInterval
  startDate: string
  endDate: string
}

const isTooLongForDays = ({ interval, startDate, endDate }: Asked): boolean =>
  interval === 'DAILY' && daysIn({ start: startDate, end: endDate }) > COURSE_DAILY_MAX

/** A range that is too long for days has weeks. */
export const settledInterval = (asked: Asked): CourseInterval =>
  isTooLongForDays(asked) ? 'WEEKLY' : asked.interval

/** What is said of that; null where there is nothing to say. */
export const intervalRefusal = (asked: Asked): string | null =>
  isTooLongForDays(asked) ? `Days are shown for up to ${COURSE_DAILY_MAX} days. Showing weeks.` : null
