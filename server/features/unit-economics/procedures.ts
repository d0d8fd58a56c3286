import { percent } from '#contract/decimal.ts'
import { isOfLedger } from '#contract/metrics/evaluate.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { comparisonRange } from '#contract/periods.ts'
import {
  BUSINESS_METRICS,
  UNIT_ECONOMICS_DAYS_MAX,
  UNIT_ECONOMICS_METRICS,
} from '#contract/dashboards/unit-economics.ts'
import {
  SimulateInput,
  UnitEconomicsInput,
  type Simulation,
  type UnitEconomics,
} from '#contract/unit-economics.ts'
import { ofBrands } from '#server/ledger/products/catalogue.ts'
import { today, type Services } from '#server/ledger/services.ts'
import {
  answerByKey,
  answerWhole,
  cellsOfDays,
  scopeOfOrders,
  type Answered,
} from '#server/metrics/answer.ts'
import { listed, type ListQuestion } from '#server/metrics/listing.ts'
import { within } from '#server/metrics/range-limit.ts'
import { daysOver, growthTypeOf } from '#server/metrics/reported-days.ts'
import { answerProcedure, LONG_LISTS, router } from '#server/trpc.ts'
import { simulated } from './simulation.ts'

const METRICS = [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS]
/** What nobody sold and nothing was booked of has no unit. */
const LISTED_BY = METRICS.filter(isOfLedger)

export const unitEconomicsRouter = router({
  getData: answerProcedure
    .meta(LONG_LISTS)
    .input(UnitEconomicsInput)
    .query(async ({ ctx: { services, company }, input: asked, signal }): Promise<UnitEconomics> => {
      const input = await ofBrands(services, company, asked, signal)
      const question = questionOf(services, input)
      const cells = <Id extends MetricId>(ids: readonly Id[], answered: Answered) =>
        cellsOfDays(ids, answered, question.days, today(services))
      const { belowZero, ...answer } = await listed(
        services,
        company,
        { ...input, ...question, listedBy: LISTED_BY, belowZeroOf: 'unitProfit' },
        (key, identity, answered) => ({
          key,
          identity,
          businessMetrics: cells(BUSINESS_METRICS, answered),
          unitEconomics: cells(UNIT_ECONOMICS_METRICS, answered),
          flags: { unitsWithoutCost: answered.now.flags().unitsWithoutCost },
        }),
        signal,
      )
      return { ...answer, lossCount: belowZero }
    }),

  /** What one unit would leave if its price or a cost were otherwise. */
  simulate: answerProcedure
    .meta(LONG_LISTS)
    .input(SimulateInput)
    .query(async ({ ctx: { services, company }, input, signal }): Promise<Simulation> => {
      const brandNames = input.groupBy === 'BRAND' ? [input.key] : input.brandNames
      const scope = await ofBrands(services, company, { ...input, brandNames }, signal)
      const { days, ...asked } = questionOf(services, scope)
      const question = { ...asked, periods: [days] }
      if (input.groupBy === 'BRAND') {
        const [whole] = await answerWhole(services, company, question, signal)
        return simulated(whole!.now.figure, input)
      }
      const by = input.groupBy === 'SKU' ? 'product' : 'marketplace'
      const { of } = await answerByKey(services, company, question, { by, keys: [input.key] }, signal)
      return simulated(of(input.key)[0]!.now.figure, input)
    }),
})

type Asked = Pick<UnitEconomicsInput, 'startDate' | 'endDate' | 'contingency' | 'growthMetricType'> &
  Pick<ListQuestion['scope'], 'currencyCode' | 'marketplaces' | 'skus' | 'brandNames'>

/** Of the days of a range that are over: a day in progress is compared with no whole one. */
function questionOf(services: Services, input: Asked): Pick<ListQuestion, 'days' | 'metrics' | 'scope'> {
  const { startDate: start, endDate: end } = within(input, UNIT_ECONOMICS_DAYS_MAX)
  const period = daysOver({ start, end }, { today: today(services) }) ?? { start, end: start }
  const growthType = growthTypeOf({ ...input, growthType: input.growthMetricType ?? 'MONTH_ON_MONTH' })
  return {
    days: { period, comparison: comparisonRange(period, growthType) },
    metrics: METRICS,
    scope: { ...scopeOfOrders(input), settings: { contingency: percent(input.contingency) } },
  }
}
