import {
  AlertsInput,
  AllInOneCourseInput,
  AllInOneInput,
  AllInOneProductsInput,
  MoversInput,
  type Alerts,
  type AllInOneCourse,
  type AllInOneProducts,
  type AllInOneSummary,
  type MarketplaceRow,
  type MarketplaceSplit,
  type Movers,
  type ProfitBridge,
} from '#contract/all-in-one.ts'
import {
  ALL_IN_ONE_CARDS,
  ALL_IN_ONE_COURSE,
  ALL_IN_ONE_DAYS_MAX,
  ALL_IN_ONE_PRODUCTS,
  LOST_PRODUCTS_MAX,
  PROFIT_STEPS,
} from '#contract/dashboards/all-in-one.ts'
import { courseComparison, coursePeriods } from '#contract/dashboards/course.ts'
import { LISTED_ROWS_MAX } from '#contract/dashboards/grouping.ts'
import { addDays, CALENDAR, earlier, later, type DateRange } from '#contract/date-range.ts'
import type { LostContributions } from '#contract/lost-contribution.ts'
import { shareOfSales } from '#contract/metrics/comparisons.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { Company } from '#server/accounts/index.ts'
import { ofBrands } from '#server/ledger/products/catalogue.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { alertsOf } from '#server/metrics/alerts.ts'
import {
  answerWhole,
  cellsOfDays,
  scopeOfOrders,
  type Answered,
  type ComparedPeriod,
} from '#server/metrics/answer.ts'
import { answerCourse } from '#server/metrics/course.ts'
import { answeredDays, listed } from '#server/metrics/listing.ts'
import { readMoved } from '#server/metrics/facts/moved-products.ts'
import { LARGEST, moversOf } from '#server/metrics/movers.ts'
import { USUAL_DAYS } from '#server/metrics/lost/lost-days.ts'
import { lostContribution } from '#server/metrics/lost/lost-contribution.ts'
import { within } from '#server/metrics/range-limit.ts'
import { rankedProducts } from '#server/metrics/ranked-keys.ts'
import { answerProcedure, companyProcedure, LONG_LISTS, router } from '#server/trpc.ts'

/** How the business and its advertising did, and why, on one page. */
export const allInOneRouter = router({
  getSummary: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<AllInOneSummary> => {
      const { whole, days } = await wholeOf(services, company, input, ALL_IN_ONE_CARDS, signal)
      return {
        cards: cellsOfDays(ALL_IN_ONE_CARDS, whole, days, today(services)),
        ...answeredDays(days, whole),
      }
    }),

  getTimeSeries: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneCourseInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<AllInOneCourse> => {
      const input = await ofBrands(services, company, asked, signal)
      const { dateInterval, growthType } = input
      const { period } = daysAsked(services, input)
      const question = {
        scope: scopeOfOrders(input),
        metrics: ALL_IN_ONE_COURSE,
        buckets: coursePeriods(period, dateInterval),
        comparisonOf: (bucket: DateRange) => courseComparison(bucket, dateInterval, growthType),
        shareRead: (_: DateRange, { now }: Answered) => now.coverageOf('orderedProductSales').share,
      }
      const { periods } = await answerCourse(services, company, question, signal)
      return { periods }
    }),

  getProfitBridge: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<ProfitBridge> => {
      const metrics = [...PROFIT_STEPS, 'netSales', 'netProfit'] as const
      const { whole, days } = await wholeOf(services, company, input, metrics, signal)
      const { netSales, netProfit, ...steps } = cellsOfDays(metrics, whole, days, today(services))
      return { steps, netSales, netProfit, ...answeredDays(days, whole) }
    }),

  getMarketplaces: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<MarketplaceSplit> => {
      const input = await ofBrands(services, company, asked, signal)
      const metrics = ['orderedProductSales'] as const
      const days = daysAsked(services, input)
      const { belowZero: _, ...answer } = await listed(
        services,
        company,
        {
          scope: scopeOfOrders(input),
          days,
          groupBy: 'MARKETPLACE',
          metrics,
          listedBy: metrics,
          sortBy: 'orderedProductSales',
          sortOrder: 'DESC',
          searchText: '',
          numbers: [],
          pageNumber: 1,
          pageSize: LISTED_ROWS_MAX,
        },
        (key, identity, answered) => ({
          key,
          identity,
          sales: cellsOfDays(metrics, answered, days, today(services)).orderedProductSales,
          value: answered.now.figure('orderedProductSales').value,
        }),
        signal,
      )
      const { value: all } = answer.total
      const shareOf = ({ value, ...row }: (typeof answer)['total']): MarketplaceRow => ({
        ...row,
        salesShare: value === null || all === null ? null : shareOfSales(value, all),
      })
      return {
        ...answer,
        rows: answer.rows.map(shareOf),
        total: shareOf(answer.total),
        notAllocated: answer.notAllocated && shareOf(answer.notAllocated),
      }
    }),

  getMovers: answerProcedure
    .meta(LONG_LISTS)
    .input(MoversInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<Movers> => {
      const asked = await ofBrands(services, company, input, signal)
      const days = daysAsked(services, asked)
      const question = { ...asked, days, measure: 'traffic.orderedProductSales' } as const
      const found = await readMoved(services, company, question, signal)
      return moversOf(services, company, { days, scope: asked, found }, LARGEST(asked.limit), signal)
    }),

  /** What products could have left and did not, by cause. */
  getLostContribution: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<LostContributions> => {
      const asked = await ofBrands(services, company, input, signal)
      const { period } = daysAsked(services, asked)
      const scope = scopeOfOrders(asked)
      const ranked = await rankedProducts(
        services,
        company,
        {
          scope,
          // What sold before and had nothing to sell in all of the period lost most.
          period: { start: later(addDays(period.start, -USUAL_DAYS), CALENDAR.start), end: period.end },
          // How fast a product sells is told from orders, without which nothing of it is lost.
          metric: 'orderedAmount',
          order: 'DESC',
          listedBy: ['orderedAmount', 'orderedProductSales'],
          limit: LOST_PRODUCTS_MAX,
          offset: 0,
        },
        signal,
      )
      const question = { scope, period, skus: ranked.keys, productCount: ranked.total }
      return lostContribution(services, company, question, signal)
    }),

  getProducts: answerProcedure
    .meta(LONG_LISTS)
    .input(AllInOneProductsInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<AllInOneProducts> => {
      const input = await ofBrands(services, company, asked, signal)
      const metrics = ALL_IN_ONE_PRODUCTS
      const days = daysAsked(services, input)
      const { belowZero: _, ...answer } = await listed(
        services,
        company,
        {
          ...input,
          scope: scopeOfOrders(input),
          days,
          groupBy: 'SKU',
          metrics,
          listedBy: metrics,
          numbers: [],
        },
        (key, identity, answered) => ({
          key,
          identity,
          metrics: cellsOfDays(metrics, answered, days, today(services)),
        }),
        signal,
      )
      return answer
    }),

  getAlerts: companyProcedure
    .input(AlertsInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<Alerts> =>
      alertsOf(services, company, input, signal),
    ),
})

/** The days of a range that are over, and what they are compared with. */
function daysAsked(
  services: Services,
  input: Pick<AllInOneInput, 'startDate' | 'endDate' | 'growthType'>,
): ComparedPeriod {
  const { startDate: start, endDate } = within(input, ALL_IN_ONE_DAYS_MAX)
  const yesterday = addDays(today(services), -1)
  const period = { start, end: later(start, earlier(endDate, yesterday)) }
  return { period, comparison: comparisonRange(period, input.growthType) }
}

async function wholeOf(
  services: Services,
  company: Company,
  asked: AllInOneInput,
  metrics: readonly MetricId[],
  signal: AbortSignal | undefined,
): Promise<{ whole: Answered; days: ComparedPeriod }> {
  const input = await ofBrands(services, company, asked, signal)
  const days = daysAsked(services, input)
  const question = { scope: scopeOfOrders(input), metrics, periods: [days] }
  const [whole] = (await answerWhole(services, company, question, signal)) as [Answered]
  return { whole, days }
}
