import { courseComparison } from '#contract/dashboards/course.ts'
import { LEGACY_DAYS_MAX, LEGACY_METRICS } from '#contract/dashboards/executive-summary.ts'
import type { LegacySummary, SummaryInput } from '#contract/executive-summary.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders } from '#server/metrics/answer.ts'
import { answerPeriods, periodsOver } from '#server/metrics/course.ts'
import { forecast } from '#server/metrics/forecast.ts'
import { within } from '#server/metrics/range-limit.ts'
import { coveredOrders, daysOver } from '#server/metrics/reported-days.ts'

/** The months of a range by the day of the order, up to yesterday, so that they add up to the total. */
export async function legacySummary(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<LegacySummary> {
  const { startDate: start, endDate: end } = within(input, LEGACY_DAYS_MAX)
  const scope = scopeOfOrders(input)
  const covered = await coveredOrders(services, company, input)
  const period = daysOver({ start, end }, covered) ?? { start, end: start }
  const [answer, { months }] = await Promise.all([
    answerPeriods(
      services,
      company,
      {
        scope,
        metrics: LEGACY_METRICS,
        buckets: periodsOver(period, 'MONTHLY', covered),
        comparisonOf: (bucket) => courseComparison(bucket, 'MONTHLY', 'MONTH_ON_MONTH'),
        days: { period, comparison: comparisonRange(period, 'MONTH_ON_MONTH') },
        covered,
      },
      signal,
    ),
    forecast(services, company, { ...input, scope, metric: 'netSales', covered }, signal),
  ])
  return {
    ...answer,
    forecast: months,
  }
}
