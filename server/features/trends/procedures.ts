import type { CoursePart } from '#contract/answer.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import {
  ADVERTISING_TRENDS_DAYS_MAX,
  isKindSplit,
  isSplitBy,
  SALES_TRENDS_DAYS_MAX,
  type TrendMetric,
} from '#contract/dashboards/trends.ts'
import type { DateRange } from '#contract/date-range.ts'
import { AdvertisingTrendsInput, SalesTrendsInput, type Trends, type TrendsInput } from '#contract/trends.ts'
import type { Company } from '#server/accounts/index.ts'
import { ofBrands, type OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders } from '#server/metrics/answer.ts'
import { partsOf } from '#server/metrics/course-parts.ts'
import { answerPeriods, comparedBuckets, periodsOver } from '#server/metrics/course.ts'
import { partsByKind } from '#server/metrics/kind-parts.ts'
import {
  coveredAdvertising,
  coveredSales,
  daysReported,
  growthTypeOf,
  type ReportedDays,
} from '#server/metrics/reported-days.ts'
import { answerProcedure, LONG_LISTS, router } from '#server/trpc.ts'

/** How metrics moved, side by side. */
export const trendsRouter = router({
  getSalesAndTraffic: answerProcedure
    .meta(LONG_LISTS)
    .input(SalesTrendsInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<Trends> => {
      const input = await ofBrands(services, company, asked, signal)
      const covered = await coveredSales(services, company, input)
      return trends(services, company, { input, covered, daysMax: SALES_TRENDS_DAYS_MAX }, signal)
    }),

  getAdvertising: answerProcedure
    .meta(LONG_LISTS)
    .input(AdvertisingTrendsInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<Trends> => {
      const input = await ofBrands(services, company, asked, signal)
      const covered = await coveredAdvertising(services, company, input)
      return trends(services, company, { input, covered, daysMax: ADVERTISING_TRENDS_DAYS_MAX }, signal)
    }),
})

interface TrendsAsked {
  input: OfProducts<TrendsInput>
  covered: ReportedDays
  daysMax: number
}

/** The course of the days that reports reach to, and the parts of its first metric. */
async function trends(
  services: Services,
  company: Company,
  { input, covered, daysMax }: TrendsAsked,
  signal: AbortSignal | undefined,
): Promise<Trends> {
  const { dateInterval, splitBy, metrics } = input
  const days = daysReported(input, covered, daysMax)
  const growthType = growthTypeOf(input)
  const asked = {
    scope: scopeOfOrders(input),
    metrics,
    buckets: periodsOver(days.period, dateInterval, covered),
    comparisonOf: (bucket: DateRange) => courseComparison(bucket, dateInterval, growthType),
  }
  const answer = await answerPeriods(services, company, { ...asked, days, covered }, signal)
  if (splitBy === 'NONE') return answer
  const metric = metrics[0]!
  const { scope } = asked
  const periods = [...comparedBuckets(asked), days]
  if (isKindSplit(splitBy)) {
    const divided = { by: splitBy, metric, scope, periods }
    const parts = isSplitBy(metric, splitBy) ? await partsByKind(services, company, divided, signal) : []
    return { ...answer, parts }
  }
  const whole: CoursePart<TrendMetric> = {
    key: '',
    kind: 'WHOLE',
    name: '',
    cells: answer.periods.map(({ metrics: cells }) => ({ [metric]: cells[metric] })),
    range: { [metric]: answer.total.metrics[metric] },
  }
  const parts = await partsOf(
    services,
    company,
    { dimension: splitBy, metric, scope, periods, whole },
    signal,
  )
  return { ...answer, parts }
}
