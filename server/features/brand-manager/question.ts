import type { BrandSummaryInput } from '#contract/brand-manager.ts'
import { BRAND_MANAGER_DAILY_MAX, BRAND_MANAGER_DAYS_MAX } from '#contract/dashboards/brand-manager.ts'
import { coursePeriods, type CourseInterval } from '#contract/dashboards/course.ts'
import { addDays, earlier, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { comparisonRange, isYearOrLonger, type Bucket } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import { streamsAt, streamsPerPeriod } from '#server/ledger/claims.ts'
import { coverageOf, type PeriodCoverage } from '#server/ledger/covered-days.ts'
import { today, type Services } from '#server/ledger/services.ts'
import type { ComparedPeriod } from '#server/metrics/answer.ts'
import { within } from '#server/metrics/range-limit.ts'

const growthOf = ({
  startDate,
  endDate,
  growthType,
}: Pick<BrandSummaryInput, 'startDate' | 'endDate' | 'growthType'>) =>
  isYearOrLonger({ start: startDate, end: endDate }) ? 'YEAR_ON_YEAR' : growthType

/** Which days of sales and traffic a selection is covered on. */
export interface CoveredSales {
  today: IsoDate
  of: (period: DateRange) => PeriodCoverage
  /** The last day with a report that is over; null without any. */
  lastDay: IsoDate | null
}

export async function coveredSales(
  services: Services,
  company: Company,
  { marketplaces = [], skus = [] }: Pick<BrandSummaryInput, 'marketplaces' | 'skus'>,
): Promise<CoveredSales> {
  const all = await streamsPerPeriod(services, company)
  const streamsOn = (period: DateRange) => {
    const { TRAFFIC_BY_PRODUCT, TRAFFIC } = all(period)
    return streamsAt(skus.length > 0 ? TRAFFIC_BY_PRODUCT : TRAFFIC, marketplaces)
  }
  const now = today(services)
  const yesterday = addDays(now, -1)
  const ends = streamsOn({ start: now, end: now })
    .map(({ claims }) => claims.at(-1)!.end)
    .toSorted()
  return {
    today: now,
    of: (period) => coverageOf(streamsOn(period), period, yesterday),
    lastDay: ends.length > 0 ? earlier(ends.at(-1)!, yesterday) : null,
  }
}

/** The days of a range that reports reach to, so that they are compared with as many. What is to come is forecast. */
export function daysOf(
  input: Pick<BrandSummaryInput, 'startDate' | 'endDate' | 'growthType'>,
  { lastDay, today: now }: CoveredSales,
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
