/** `profitAndLoss.getPayoutBridge`: what one settlement earned, and what Amazon paid out for it. */
import { z } from 'zod'
import { AnsweredDate, CompanyId, DecimalText, Offset, text } from './fields.ts'
import { childrenOf, PNL_LINE_IDS } from './profit-and-loss-lines.ts'

const SETTLEMENT_ID_LENGTH_MAX = 100

/** Names a settlement among those of all seller accounts, which may have the same ids. */
export const settlementKey = ({ account, settlementId }: { account: string; settlementId: string }): string =>
  `${account}/${settlementId}`

export const PayoutBridgeInput = z.object({
  companyId: CompanyId,
  /** The name of the seller account, where it has one. */
  account: text(100).default(''),
  settlementId: text(SETTLEMENT_ID_LENGTH_MAX).min(1),
})

/** What net profit holds and no file pays or charges; each is derived from the lines of the settlement. */
export const DERIVED_KINDS = ['COST', 'SALES_VAT', 'FEE_VAT'] as const
export type DerivedKind = (typeof DERIVED_KINDS)[number]

/** A number of the bridge: its profit, what was derived from its lines, a line beside profit, or what all of them add up to. */
export const BRIDGE_STEPS = ['netProfit', ...DERIVED_KINDS, ...childrenOf('memo'), 'sum'] as const
export type BridgeStep = (typeof BRIDGE_STEPS)[number]

/** `profitAndLoss.getPayoutBridgeRows`: the lines behind one of them, each with the sign that it has in profit. */
export const PayoutBridgeRowsInput = PayoutBridgeInput.extend({
  step: z.enum(BRIDGE_STEPS),
  limit: z.int().min(1).max(500).default(50),
  offset: Offset.default(0),
})

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

/**
 * What is held back over a month: each end is the next start, and all amounts are above zero where money is kept. The end is the
 * start with what is brought and held, less what is released.
 */
const RollForward = z.object({
  /** `2026-09`. */
  month: z.string(),
  start: DecimalText,
  /** Kept before by accounts whose first settlement is of the month, which nobody knew of until then; in the first month it is in the start. */
  brought: DecimalText,
  /** Kept back in the month, and given free in it. */
  held: DecimalText,
  released: DecimalText,
  end: DecimalText,
})
export type RollForward = z.infer<typeof RollForward>

/** Stands for reasons beyond the largest. */
export const OTHER_REASONS = 'OTHER_REASONS'

/** In Amazon's word, such as `DD7` or `B2B`; null where no file says it. */
const DeferralReason = z.string().nullable()

/** `profitAndLoss.getHeldBack`: of each currency, what Amazon holds back, month by month, newest last. */
export const HeldBack = z.object({
  currency: z.string(),
  /** Sales whose release is awaited, as transactions of the Finances API tell of them; null where there are none. */
  deferred: z
    .object({
      /** The first sale that was held back and is known: what was sold before is in no month. */
      since: AnsweredDate,
      months: z.array(RollForward),
      /** The same months of what is held back for each reason, which together are those above. */
      reasons: z.array(z.object({ reason: DeferralReason, months: z.array(RollForward) })),
      /** What is held back still, by the day on which Amazon says it is released, null where it says none, and by reason. */
      due: z.array(z.object({ day: AnsweredDate.nullable(), reason: DeferralReason, amount: DecimalText })),
    })
    .nullable(),
  /** What settlements kept as a reserve, in the months in which they end. */
  reserves: z.object({
    months: z.array(RollForward),
    /** By which the last settlements keep more than these months come to: there are some between that are not known. */
    unexplained: DecimalText,
  }),
})
export type HeldBack = z.infer<typeof HeldBack>
