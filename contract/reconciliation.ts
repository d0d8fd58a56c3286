/** `profitAndLoss.getPayoutBridge`: what one settlement earned, and what Amazon paid out for it. */
import { z } from 'zod'
import { AnsweredDate, CompanyId, DecimalText, text } from './fields.ts'
import { PNL_LINE_IDS } from './profit-and-loss-lines.ts'

const SETTLEMENT_ID_LENGTH_MAX = 100

export const PayoutBridgeInput = z.object({
  companyId: CompanyId,
  /** The name of the seller account, where it has one. */
  account: text(100).default(''),
  settlementId: text(SETTLEMENT_ID_LENGTH_MAX).min(1),
})

/** What net profit holds and no file pays or charges; each is derived from the lines of the settlement. */
export const DERIVED_KINDS = ['COST', 'SALES_VAT', 'FEE_VAT'] as const
export type DerivedKind = (typeof DERIVED_KINDS)[number]

/** Net profit and the steps add up to the sum of the lines; all are in the currency of the settlement. */
export const PayoutBridge = z.object({
  currency: z.string(),
  startDate: AnsweredDate.nullable(),
  endDate: AnsweredDate.nullable(),
  /** Of the settlement's own lines: reports of advertising and expenses belong to no settlement. */
  netProfit: DecimalText,
  /** Units sold of which nobody knows what they cost: net profit holds no cost of them. */
  unitsWithoutCost: DecimalText,
  steps: z.array(
    z.union([
      /** Derived, so it is taken back. */
      z.object({ kind: z.enum(DERIVED_KINDS), amount: DecimalText }),
      /** Paid or charged, and no part of profit. */
      z.object({ kind: z.literal('MEMO'), line: z.enum(PNL_LINE_IDS), amount: DecimalText }),
    ]),
  ),
  /** What the lines of the settlement add up to. */
  sum: DecimalText,
  /** What its file says was paid out: the sum where every line is there; null where none says it. */
  deposit: DecimalText.nullable(),
  /** Costs in other currencies, which are in neither sum. */
  otherCurrencies: z.array(z.object({ currency: z.string(), amount: DecimalText })),
})
export type PayoutBridge = z.infer<typeof PayoutBridge>
