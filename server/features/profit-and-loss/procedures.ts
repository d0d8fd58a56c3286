import { z } from 'zod'
import { addDays } from '#contract/date-range.ts'
import {
  comparisonRange,
  customPeriods,
  GROWTH_TYPES,
  planPeriods,
  PNL_DAYS_MAX,
  SUMMARY_VIEWS,
  summaryRanges,
} from '#contract/periods.ts'
import type { MetricCell } from '#contract/answer.ts'
import {
  ordered,
  ORDERED,
  PnlInput,
  PnlScope,
  type NextRelease,
  type PnlBasis,
  type PnlRow,
  type PnlWindow,
} from '#contract/profit-and-loss.ts'
import {
  PayoutBridgeInput,
  PayoutBridgeRowsInput,
  type HeldBack,
  type PayoutBridge,
} from '#contract/reconciliation.ts'
import { CompanyId, Currency, DecimalText, IsoDate, RatedCurrency } from '#contract/fields.ts'
import type { VerificationState } from '#contract/verification.ts'
import { lastVerification, type Company } from '#server/accounts/index.ts'
import { AppError } from '#server/errors.ts'
import { ofBrands } from '#server/ledger/products/catalogue.ts'
import { convert } from '#server/ledger/currencies/conversion.ts'
import { heldBack } from '#server/ledger/settlements/held-back.ts'
import { orderDays } from '#server/ledger/order-days.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { payoutBridge, settlementReconciliation } from '#server/ledger/settlements/reconciliation.ts'
import { answerWhole, cellsOf, uncompared } from '#server/metrics/answer.ts'
import { bridgeLines } from '#server/metrics/bridge-lines.ts'
import { readNextRelease } from '#server/metrics/facts/next-release.ts'
import { within } from '#server/metrics/range-limit.ts'
import {
  answerProcedure,
  companyProcedure,
  licensedAnswerProcedure,
  licensedProcedure,
  LONG_LISTS,
  procedure,
  router,
} from '#server/trpc.ts'
import { customSummaryColumns } from './custom-summary-columns.ts'
import { lineMappings } from './line-mappings.ts'
import { statementRows } from '#server/metrics/statement.ts'

interface Question {
  ctx: { services: Services; company: Company }
  input: PnlInput
  signal: AbortSignal | undefined
}

async function statement(basis: PnlBasis, { ctx, input, signal }: Question): Promise<PnlRow[]> {
  return statementRows(
    ctx.services,
    ctx.company,
    { ...(await ofBrands(ctx.services, ctx.company, within(input, PNL_DAYS_MAX), signal)), basis },
    planPeriods(
      {
        ...input,
        range: { start: input.startDate, end: input.endDate },
        growthType: input.growthMetricType ?? 'MONTH_ON_MONTH',
        summaries: SUMMARY_VIEWS.filter((view) => input.summaryViews?.[view]),
        customs: input.customSummaries?.map(customPeriods) ?? [],
      },
      today(ctx.services),
    ),
    signal,
  )
}

const ofOrders = licensedProcedure('ORDER_PROFIT_AND_LOSS')

export const profitAndLossRouter = router({
  getData: answerProcedure
    .meta(LONG_LISTS)
    .input(PnlInput)
    .query((question) => statement('TRANSACTION', question)),

  getNextRelease: answerProcedure
    .meta(LONG_LISTS)
    .input(PnlScope.refine(ordered, ORDERED))
    .query(async ({ ctx: { services, company }, input, signal }): Promise<NextRelease> =>
      readNextRelease(
        services,
        company,
        {
          ...(await ofBrands(services, company, within(input, PNL_DAYS_MAX), signal)),
          basis: 'TRANSACTION',
        },
        signal,
      ),
    ),

  getOrderData: licensedAnswerProcedure('ORDER_PROFIT_AND_LOSS')
    .meta(LONG_LISTS)
    .input(PnlInput)
    .query((question) => statement('ORDER', question)),

  /** How much of the fees of orders was not charged yet. The lines of the statement are what is expected of all of them. */
  getEstimatedFeeShare: licensedAnswerProcedure('ORDER_PROFIT_AND_LOSS')
    .meta(LONG_LISTS)
    .input(PnlScope.refine(ordered, ORDERED))
    .query(async ({ ctx: { services, company }, input, signal }): Promise<MetricCell> => {
      const scope = await ofBrands(services, company, within(input, PNL_DAYS_MAX), signal)
      const period = { start: scope.startDate, end: scope.endDate }
      const metrics = ['estimatedFeeShare'] as const
      const question = {
        scope: { ...scope, basis: 'ORDER' as const },
        metrics,
        periods: [uncompared(period)],
      }
      const [answered] = await answerWhole(services, company, question, signal)
      return cellsOf(metrics, answered!).estimatedFeeShare
    }),

  getOrderProfitAndLossAvailableDataTimeWindow: ofOrders.query(async ({ ctx }): Promise<PnlWindow> => {
    const days = await orderDays(ctx.services, ctx.company)
    return days && { startDate: days.start, endDate: days.end }
  }),

  getOrderProfitAndLossLicenseStatus: companyProcedure.query(({ ctx }) => ({
    isEnabled: ctx.company.licences.includes('ORDER_PROFIT_AND_LOSS'),
  })),

  ...customSummaryColumns,

  ...lineMappings,

  getSettlements: companyProcedure.query(({ ctx }) => settlementReconciliation(ctx.services, ctx.company)),

  getHeldBack: companyProcedure.query(({ ctx }): Promise<HeldBack[]> => heldBack(ctx.services, ctx.company)),

  /** Whether the numbers of the company are what its files say, and when that was found last; null before the first time. */
  getVerification: companyProcedure
    .input(z.object({ companyId: CompanyId }))
    .query(
      async ({ ctx }): Promise<VerificationState | null> =>
        (await lastVerification(ctx.services.accounts, ctx.company)) ?? null,
    ),

  getPayoutBridge: companyProcedure
    .input(PayoutBridgeInput)
    .query(async ({ ctx, input }): Promise<PayoutBridge> => {
      const bridge = await payoutBridge(ctx.services, ctx.company, input)
      if (!bridge) throw new AppError('SETTLEMENT_UNKNOWN')
      return bridge
    }),

  /** The lines of the settlement's file behind a number of it. */
  getPayoutBridgeRows: companyProcedure
    .input(PayoutBridgeRowsInput)
    .query(({ ctx, input, signal }) => bridgeLines(ctx.services, ctx.company, input, signal)),

  /** The ranges that a main range is compared with and summed up in, without any data. */
  getPeriods: procedure
    .input(
      z.object({ startDate: IsoDate, endDate: IsoDate, growthMetricType: z.enum(GROWTH_TYPES).optional() }),
    )
    .query(({ ctx, input }) => {
      const range = { start: input.startDate, end: input.endDate }
      return {
        comparison: comparisonRange(range, input.growthMetricType ?? 'MONTH_ON_MONTH'),
        summaries: summaryRanges(range, addDays(today(ctx.services), -1)),
      }
    }),

  /** An amount of one day in another currency, at that day's rate. */
  convert: companyProcedure
    .input(
      z.object({
        companyId: CompanyId,
        amount: DecimalText,
        from: RatedCurrency,
        to: Currency,
        date: IsoDate,
      }),
    )
    .query(({ ctx, input }) => convert(ctx.services, ctx.company, input)),
})
