import type { BrandSummaryInput } from '#contract/brand-manager.ts'
import { BRAND_MANAGER_DAILY_MAX, BRAND_MANAGER_DAYS_MAX } from '#contract/dashboards/brand-manager.ts'
import { coursePeriods, type CourseInterval } from '#contract/dashboards/course.ts'
import { addDays, earlier, later, type DateRange } from '#contract/date-range.ts'
import { comparisonRange, isYearOrLonger, type Bucket } from '#contract/periods.ts'
import type { ComparedPeriod } from '#server/metrics/answer.ts'
import type { CoveredReports } from '#server/metrics/covered-reports.ts'
import { within } from '#server/metrics/range-limit.ts'

const growthOf = ({
  startDate,
  endDate,
  growthType,
}: Pick<BrandSummaryInput, 'startDate' | 'endDate' | 'growthType'>) =>
  isYearOrLonger({ start: startDate, end: endDate }) ? 'YEAR_ON_YEAR' : growthType

/** The days of a range that reports reach to, so that they are compared with as many. What is to come is forecast. */
export function daysOf(
  input: Pick<BrandSummaryInput, 'startDate' | 'endDate' | 'growthType'>,
  { lastDay, today: now }: CoveredReports,
): ComparedPeriod {
  const { startDate: start, endDate: end } = within(input, BRAND_MANAGER_DAYS_MAX)
  const asked = { start, end }
  const last = lastDay ?? addDays(now, -1)
  const period = { start: asked.start, end: later(asked.start, earlier(asked.end, last)) }
  return { period, comparison: comparisonRange(period, growthOf(input)) }
}

/** The days, weeks or months of a range, cut at its ends. */
export function periodsOf(range: DateRange, interval: CourseInterval): Bucket[] {
  if (interval === 'DAILY') within({ startDate: range.start, endDate: range.end }, BRAND_MANAGER_DAILY_MAX)
  return coursePeriods(range, interval)
}
