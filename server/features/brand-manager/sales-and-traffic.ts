import type { BrandPeriod, BrandPeriods, BrandPeriodsInput } from '#contract/brand-manager.ts'
import {
  BRAND_METRICS_B2B,
  SALES_TRAFFIC_METRICS,
  type SalesTrafficMetric,
} from '#contract/dashboards/brand-manager.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import { addDays, earlier } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerWhole, cellsOf, scopeOfOrders, type Answered } from '#server/metrics/answer.ts'
import { coveredSales } from '#server/metrics/covered-reports.ts'
import { answeredDays } from '#server/metrics/listing.ts'
import { daysOf, periodsOf } from './question.ts'

/** Sales and traffic period by period, over the days that reports reach to, so that the periods add up to the total. */
export async function salesAndTraffic(
  services: Services,
  company: Company,
  input: BrandPeriodsInput,
  signal: AbortSignal | undefined,
): Promise<BrandPeriods> {
  const covered = await coveredSales(services, company, input)
  const days = daysOf(input, covered)
  // A day that is not over has no report.
  const begun = { ...days.period, end: earlier(days.period.end, addDays(covered.today, -1)) }
  const buckets = begun.start > begun.end ? [] : periodsOf(begun, input.dateInterval)
  const metrics: SalesTrafficMetric[] = [
    ...SALES_TRAFFIC_METRICS,
    ...(input.showB2BMetrics ? BRAND_METRICS_B2B : []),
  ]
  const answers = await answerWhole(
    services,
    company,
    {
      scope: scopeOfOrders(input),
      metrics,
      periods: [
        days,
        ...buckets.map((bucket) => ({
          period: { start: bucket.start, end: bucket.end },
          comparison: courseComparison(bucket, input.dateInterval, input.growthType),
        })),
      ],
    },
    signal,
  )
  const [whole, ...each] = answers as [Answered, ...Answered[]]
  const period = ({ start, end }: { start: string; end: string }, isCut: boolean, answered: Answered) =>
    ({
      startDate: start,
      endDate: end,
      isPartial: isCut || covered.of({ start, end }).share < 1,
      metrics: cellsOf(metrics, answered),
    }) satisfies BrandPeriod
  return {
    periods: buckets.map((bucket, index) => period(bucket, bucket.partial, each[index]!)),
    total: period(days.period, false, whole),
    ...answeredDays(days, whole, covered.of(days.period)),
  }
}
