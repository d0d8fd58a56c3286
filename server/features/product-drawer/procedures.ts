import {
  PRODUCT_CARDS,
  PRODUCT_COURSE,
  PRODUCT_REORDERING,
  PRODUCT_STEPS,
  PRODUCT_STOCK,
} from '#contract/dashboards/product-drawer.ts'
import { coursePeriods } from '#contract/dashboards/course.ts'
import { asDates, daysBefore } from '#contract/date-range.ts'
import { percent, toText } from '#contract/decimal.ts'
import { settingOf, type Settings } from '#contract/metrics/evaluate.ts'
import type { Setting } from '#contract/metrics/metric.ts'
import { stockStatusOf } from '#contract/stock-status.ts'
import type { LostContributions } from '#contract/lost-contribution.ts'
import {
  ProductCourseInput,
  ProductFiguresInput,
  ProductInput,
  type ProductCourse,
  type ProductFigures,
  type ProductSearches,
} from '#contract/product-drawer.ts'
import { productOf } from '#server/ledger/products/products.ts'
import { answerByKey, cellsOf, scopeOfOrders, settingsOf, type Answered } from '#server/metrics/answer.ts'
import { answerCourse } from '#server/metrics/course.ts'
import { lastSnapshotOf } from '#server/metrics/facts/stock-window.ts'
import { lostContribution } from '#server/metrics/lost/lost-contribution.ts'
import { answerProcedure, companyProcedure, router } from '#server/trpc.ts'
import { daysTo, lastProductDay, weeksTo } from './days.ts'
import { searchesOf } from './searches.ts'

/** What its stock asks for, and the days that this is told by. Nothing of what no snapshot names: its 0 is not what is left. */
function statusIn({ now: { figure } }: Answered, snapshotDay: string | null, settings: Settings) {
  const days = (name: Setting) => Number(toText(settingOf(name, settings)))
  const leadTime = days('leadTimeDays')
  return {
    stockStatus: stockStatusOf(
      {
        available: snapshotDay === null ? null : figure('available').value,
        pipelineUnits: figure('pipelineUnits').value,
        dailyVelocity: figure('dailyVelocity').value,
        safetyStockUnits: figure('safetyStockUnits').value,
      },
      leadTime,
    ),
    days: { leadTime, safety: days('safetyDays'), targetCover: days('targetCoverDays') },
  }
}

/** One product: who it is, how it does, what a unit of it leaves, and what it could have left. */
export const productDrawerRouter = router({
  /** Null where no file of the company names such a product. Not kept: what people call it is of now. */
  getProduct: companyProcedure
    .input(ProductFiguresInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<ProductFigures | null> => {
      const { sku, contingency } = input
      const period = daysTo(await lastProductDay(services, company, input))
      const comparison = daysBefore(period)
      const question = {
        scope: { ...scopeOfOrders(input), settings: { contingency: percent(contingency) } },
        metrics: [
          ...PRODUCT_CARDS,
          ...PRODUCT_STEPS,
          ...PRODUCT_STOCK,
          ...PRODUCT_REORDERING,
          'pipelineUnits',
        ] as const,
        periods: [{ period, comparison }],
      }
      const [identity, answers, snapshotDay] = await Promise.all([
        productOf(services, company, sku, signal),
        answerByKey(services, company, question, { by: 'product', keys: [sku] }, signal),
        lastSnapshotOf(services, company, { sku, marketplaces: input.marketplaces ?? [], period }, signal),
      ])
      if (!identity) return null
      const answered = answers.of(sku)[0]!
      return {
        identity,
        period: asDates(period),
        comparison: asDates(comparison),
        cards: cellsOf(PRODUCT_CARDS, answered),
        steps: cellsOf(PRODUCT_STEPS, answered),
        stock: cellsOf(PRODUCT_STOCK, answered),
        snapshotDay,
        reordering: cellsOf(PRODUCT_REORDERING, answered),
        ...statusIn(answered, snapshotDay, settingsOf(company, question.scope)),
      }
    }),

  /** Day by day, or week by week over half a year. */
  getCourse: answerProcedure
    .input(ProductCourseInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<ProductCourse> => {
      const { sku, dateInterval } = input
      const last = await lastProductDay(services, company, input)
      const buckets = coursePeriods(dateInterval === 'DAILY' ? daysTo(last) : weeksTo(last), dateInterval)
      const { periods } = await answerCourse(
        services,
        company,
        {
          scope: scopeOfOrders({ ...input, skus: [sku] }),
          metrics: PRODUCT_COURSE,
          buckets,
          // Nothing is drawn beside it.
          comparisonOf: ({ start, end }) => ({ start, end }),
          shareRead: (_, { now }) => now.coverageOf('orderedProductSales').share,
        },
        signal,
      )
      return { periods }
    }),

  getSearches: answerProcedure
    .input(ProductInput)
    .query(({ ctx: { services, company }, input, signal }): Promise<ProductSearches> =>
      searchesOf(services, company, input, signal),
    ),

  /** What it could have left in its days, and did not. */
  getLostContribution: answerProcedure
    .input(ProductInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<LostContributions> => {
      const skus = [input.sku]
      return lostContribution(
        services,
        company,
        {
          scope: scopeOfOrders({ ...input, skus }),
          period: daysTo(await lastProductDay(services, company, input)),
          skus,
          productCount: 1,
        },
        signal,
      )
    }),
})
