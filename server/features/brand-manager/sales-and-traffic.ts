import type { BrandPeriods, BrandPeriodsInput } from '#contract/brand-manager.ts'
import {
  BRAND_MANAGER_DAYS_MAX,
  BRAND_METRICS_B2B,
  SALES_TRAFFIC_METRICS,
  type SalesTrafficMetric,
} from '#contract/dashboards/brand-manager.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import type { Company } from '#server/accounts/index.ts'
import type { OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders } from '#server/metrics/answer.ts'
import { answerPeriods, periodsOver } from '#server/metrics/course.ts'
import { coveredSales, daysReported } from '#server/metrics/reported-days.ts'

/** Sales and traffic period by period, over the days that reports reach to, so that the periods add up to the total. */
export async function salesAndTraffic(
  services: Services,
  company: Company,
  input: OfProducts<BrandPeriodsInput>,
  signal: AbortSignal | undefined,
): Promise<BrandPeriods> {
  const covered = await coveredSales(services, company, input)
  const days = daysReported(input, covered, BRAND_MANAGER_DAYS_MAX)
  const metrics: SalesTrafficMetric[] = [
    ...SALES_TRAFFIC_METRICS,
    ...(input.showB2BMetrics ? BRAND_METRICS_B2B : []),
  ]
  const { dateInterval, growthType } = input
  return answerPeriods(
    services,
    company,
    {
      scope: scopeOfOrders(input),
      metrics,
      buckets: periodsOver(days.period, dateInterval, covered),
      comparisonOf: (bucket) => courseComparison(bucket, dateInterval, growthType),
      days,
      covered,
    },
    signal,
  )
}
