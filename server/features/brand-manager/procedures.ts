import {
  BrandCourseInput,
  BrandListInput,
  BrandPeriodsInput,
  BrandSummaryInput,
  type BrandListing,
  type BrandRow,
  type BrandSummary,
} from '#contract/brand-manager.ts'
import {
  brandCards,
  BRAND_MANAGER_DAYS_MAX,
  BRAND_METRICS,
  BRAND_METRICS_B2B,
  BRAND_METRICS_OF_PRODUCT,
  PARENT_PRODUCTS_MAX,
  type BrandMetric,
} from '#contract/dashboards/brand-manager.ts'
import type { GroupBy, RowsBy } from '#contract/dashboards/grouping.ts'
import { shareOfSales } from '#contract/metrics/comparisons.ts'
import type { ForecastMonths } from '#contract/metrics/forecast.ts'
import type { Company } from '#server/accounts/index.ts'
import { ofBrands, type OfProducts } from '#server/ledger/products/catalogue.ts'
import type { Services } from '#server/ledger/services.ts'
import { scopeOfOrders, answerWhole, cellsOfDays, type Answered } from '#server/metrics/answer.ts'
import { coverageCell } from '#server/metrics/cells.ts'
import { forecast } from '#server/metrics/forecast.ts'
import { answeredDays, listed } from '#server/metrics/listing.ts'
import { coveredSales, daysReported } from '#server/metrics/reported-days.ts'
import { answerProcedure, LONG_LISTS, router } from '#server/trpc.ts'
import { course } from './course.ts'
import { rowCourses } from './row-courses.ts'
import { salesAndTraffic } from './sales-and-traffic.ts'

const SALES = 'orderedProductSales'

/** Sales, traffic and advertising of a company by marketplace, brand and product. */
export const brandManagerRouter = router({
  getSummary: answerProcedure.meta(LONG_LISTS).input(BrandSummaryInput).query(asked(summary)),

  getTimeSeries: answerProcedure.meta(LONG_LISTS).input(BrandCourseInput).query(asked(course)),

  getSalesAndTraffic: answerProcedure.meta(LONG_LISTS).input(BrandPeriodsInput).query(asked(salesAndTraffic)),

  getMarketplaces: listProcedure('MARKETPLACE'),
  getBrands: listProcedure('BRAND'),
  getProducts: listProcedure('SKU'),

  getForecast: answerProcedure.meta(LONG_LISTS).input(BrandSummaryInput).query(asked(salesForecast)),
})

function listProcedure(groupBy: GroupBy) {
  return answerProcedure
    .meta(LONG_LISTS)
    .input(BrandListInput)
    .query(
      asked((services, company, input: OfProducts<BrandListInput>, signal) =>
        list(
          services,
          company,
          { ...input, groupBy: groupBy === 'SKU' && input.groupByParent ? 'PARENT' : groupBy },
          signal,
        ),
      ),
    )
}

/** Answers a question of which the brands have become products. */
function asked<Input extends Pick<BrandSummaryInput, 'brandNames' | 'skus'>, Answer>(
  answer: (
    services: Services,
    company: Company,
    input: OfProducts<Input>,
    signal: AbortSignal | undefined,
  ) => Promise<Answer>,
) {
  return async ({
    ctx: { services, company },
    input,
    signal,
  }: {
    ctx: { services: Services; company: Company }
    input: Input
    signal?: AbortSignal | undefined
  }): Promise<Answer> => answer(services, company, await ofBrands(services, company, input, signal), signal)
}

async function summary(
  services: Services,
  company: Company,
  input: OfProducts<BrandSummaryInput>,
  signal: AbortSignal | undefined,
): Promise<BrandSummary> {
  const covered = await coveredSales(services, company, input)
  const days = daysReported(input, covered, BRAND_MANAGER_DAYS_MAX)
  const cards = brandCards(input.showB2BMetrics)
  const question = { scope: scopeOfOrders(input), metrics: cards, periods: [days] }
  const [whole] = (await answerWhole(services, company, question, signal)) as [Answered]
  return {
    cards: cellsOfDays(cards, whole, days, covered.today),
    ...answeredDays(days, whole, covered.of(days.period)),
  }
}

async function salesForecast(
  services: Services,
  company: Company,
  input: OfProducts<BrandSummaryInput>,
  signal: AbortSignal | undefined,
): Promise<ForecastMonths> {
  const covered = await coveredSales(services, company, input)
  const question = { ...input, scope: scopeOfOrders(input), metric: SALES, covered } as const
  return forecast(services, company, question, signal)
}

async function list(
  services: Services,
  company: Company,
  input: OfProducts<BrandListInput> & { groupBy: RowsBy },
  signal: AbortSignal | undefined,
): Promise<BrandListing> {
  const covered = await coveredSales(services, company, input)
  const days = daysReported(input, covered, BRAND_MANAGER_DAYS_MAX)
  const metrics: BrandMetric[] = [
    ...BRAND_METRICS,
    ...(input.groupBy === 'SKU' ? BRAND_METRICS_OF_PRODUCT : []),
    ...(input.showB2BMetrics ? BRAND_METRICS_B2B : []),
  ]
  const { belowZero: _, ...answer } = await listed(
    services,
    company,
    { ...input, scope: scopeOfOrders(input), metrics, days, listedBy: metrics },
    (key, identity, answered, products) => ({
      key,
      identity,
      ...(products && { skus: products }),
      metrics: cellsOfDays(metrics, answered, days, covered.today),
      sales: answered.now.figure(SALES).value,
    }),
    signal,
  )
  const { buckets, of } = await rowCourses(
    services,
    company,
    { scope: scopeOfOrders(input), period: days.period, groupBy: input.groupBy },
    answer.rows.map(({ key, skus }) => ({ key, products: skus ?? [] })),
    signal,
  )
  const { sales: all } = answer.total
  const shareOf = ({ sales, skus, ...row }: (typeof answer)['total']): BrandRow => ({
    ...row,
    ...(skus && { products: { skus: skus.slice(0, PARENT_PRODUCTS_MAX), count: skus.length } }),
    salesShare: sales === null || all === null ? null : shareOfSales(sales, all),
  })
  return {
    ...answer,
    courseOf: buckets.map(({ start, end }) => ({ startDate: start, endDate: end })),
    coverage: coverageCell(covered.of(days.period)),
    rows: answer.rows.map((row) => ({ ...shareOf(row), course: of(row.key) })),
    total: shareOf(answer.total),
    notAllocated: answer.notAllocated && shareOf(answer.notAllocated),
  }
}
