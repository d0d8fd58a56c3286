import { courseComparison, coursePeriods } from '#contract/dashboards/course.ts'
import { LEGACY_DAYS_MAX, LEGACY_METRICS } from '#contract/dashboards/executive-summary.ts'
import { addDays, earlier, later, type DateRange } from '#contract/date-range.ts'
import type { SummaryInput, LegacyPeriod, LegacySummary } from '#contract/executive-summary.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerWhole, cellsOf, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { coveredOrders } from '#server/metrics/reported-days.ts'
import { forecast } from '#server/metrics/forecast.ts'
import { answeredDays } from '#server/metrics/listing.ts'
import { within } from '#server/metrics/range-limit.ts'

/** The months of a range by the day of the order, up to yesterday, so that they add up to the total. */
export async function legacySummary(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<LegacySummary> {
  const { startDate: start, endDate } = within(input, LEGACY_DAYS_MAX)
  const scope = scopeOfOrders(input)
  const covered = await coveredOrders(services, company, input)
  const period = { start, end: later(start, earlier(endDate, addDays(covered.today, -1))) }
  const days = { period, comparison: comparisonRange(period, 'MONTH_ON_MONTH') }
  const buckets = start < covered.today ? coursePeriods(period, 'MONTHLY') : []
  const [answers, { months }] = await Promise.all([
    answerWhole(
      services,
      company,
      {
        scope,
        metrics: LEGACY_METRICS,
        periods: [
          days,
          ...buckets.map((bucket) => ({
            period: { start: bucket.start, end: bucket.end },
            comparison: courseComparison(bucket, 'MONTHLY', 'MONTH_ON_MONTH'),
          })),
        ],
      },
      signal,
    ),
    forecast(services, company, { ...input, scope, metric: 'netSales', covered }, signal),
  ])
  const [whole, ...each] = answers as [Answered, ...Answered[]]
  const month = ({ start, end }: DateRange, isCut: boolean, answered: Answered): LegacyPeriod => ({
    startDate: start,
    endDate: end,
    isPartial: isCut || covered.of({ start, end }).share < 1,
    metrics: cellsOf(LEGACY_METRICS, answered),
  })
  return {
    months: buckets.map((bucket, index) => month(bucket, bucket.partial, each[index]!)),
    total: month(period, false, whole),
    forecast: months,
    ...answeredDays(days, whole),
  }
}
