/** `audit.explainValue` and `audit.explainFlag`: what browser, command line and server agree on. */
import { z } from 'zod'
import { AnsweredDate, Contingency, DecimalText, IsoDate, Offset } from './fields.ts'
import { METRIC_UNITS } from './metrics/metric.ts'
import { METRIC_IDS } from './metrics/metrics.ts'
import { COUNTED_FLAGS, PNL_LINE_IDS } from './profit-and-loss-lines.ts'
import { ordered, ORDERED, PNL_BASES, PnlCell, PnlCoverage, PnlFlags, PnlScope } from './profit-and-loss.ts'

const RowsInput = PnlScope.extend({
  basis: z.enum(PNL_BASES).default('TRANSACTION'),
  limit: z.number().int().min(1).max(500).default(50),
  offset: Offset.default(0),
})

/** One number: a metric in a period, in the scope of the page. A line of the statement may be named as that. */
export const ExplainInput = RowsInput.extend({
  metricId: z.enum(METRIC_IDS).optional(),
  lineId: z.enum(PNL_LINE_IDS).optional(),
  contingency: Contingency.optional(),
})
  .refine(ordered, ORDERED)
  .refine(({ metricId, lineId }) => (metricId === undefined) !== (lineId === undefined), {
    message: 'Name a metric or a line, one of them.',
    path: ['metricId'],
  })
export type ExplainInput = z.infer<typeof ExplainInput>

/** What a change is told apart by: products, marketplaces, or the sums of rows that the formula comes down to. */
export const CHANGE_KEYS = ['product', 'marketplace', 'line'] as const
export type ChangeKey = (typeof CHANGE_KEYS)[number]
/** So many contributors are named; the others are added up. */
export const CONTRIBUTORS_MAX = 20

/** A change: a metric in a period, against another one. */
export const ExplainChangeInput = PnlScope.extend({
  basis: z.enum(PNL_BASES).default('TRANSACTION'),
  metricId: z.enum(METRIC_IDS),
  by: z.enum(CHANGE_KEYS),
  contingency: Contingency.optional(),
  comparisonStart: IsoDate,
  comparisonEnd: IsoDate,
})
  .refine(ordered, ORDERED)
  .refine((input) => input.comparisonStart <= input.comparisonEnd, {
    ...ORDERED,
    path: ['comparisonEnd'],
  })
export type ExplainChangeInput = z.infer<typeof ExplainChangeInput>

const Change = z.object({ value: DecimalText, previous: DecimalText, change: DecimalText })
export const ChangeExplanation = z.object({
  value: DecimalText.nullable(),
  /** Null also where the comparison is not wholly covered. */
  previous: DecimalText.nullable(),
  change: DecimalText.nullable(),
  /** Change against `previous`, 0.2 = +20 %. */
  growth: z.number().nullable(),
  /** Why there is no change; null where there is one. UNDEFINED: there is nothing to divide by. */
  absence: z.enum(['DAYS', 'RATES', 'UNDEFINED']).nullable(),
  /** What either number is without; absent where both are whole. */
  lacks: PnlCell.shape.lacks,
  /**
   * Those who made the change, the largest first; with `others` they add up to it. Empty where there is no change to tell
   * apart: of ratios, where a value is absent, of products that another report tells than the whole (of visitors, of orders that
   * have several), and by product and marketplace where an exchange rate is missing.
   */
  contributors: z.array(
    Change.extend({
      /** A SKU, a marketplace, or a metric; empty for what belongs to none. */
      key: z.string(),
      label: z.string(),
    }),
  ),
  /** Those beyond the named ones; null where there are none. */
  others: Change.extend({ count: z.number() }).nullable(),
})
export type ChangeExplanation = z.infer<typeof ChangeExplanation>

/** What a warning counts in a period, in the scope of the page. */
export const ExplainFlagInput = RowsInput.extend({ flag: z.enum(COUNTED_FLAGS) }).refine(ordered, ORDERED)
export type ExplainFlagInput = z.infer<typeof ExplainFlagInput>

export const ExplainRow = z.object({
  /** The sum of rows that it counts in. */
  metricId: z.enum(METRIC_IDS),
  /** The line of the statement that it stands in; null of what is counted beside the ledger. */
  line: z.enum(PNL_LINE_IDS).nullable(),
  day: AnsweredDate,
  marketplace: z.string(),
  sku: z.string(),
  orderId: z.string(),
  settlementId: z.string(),
  /** AMOUNT is money of the file and COUNT a number without a currency; SALES_VAT, FEE_VAT and COST are derived from money. */
  kind: z.enum(['AMOUNT', 'SALES_VAT', 'FEE_VAT', 'COST', 'COUNT']),
  /** The VAT rate or unit cost that a derived row was made with. */
  rate: DecimalText.nullable(),
  amount: DecimalText,
  currency: z.string(),
  /** In the asked currency; null when the day has no exchange rate. */
  converted: DecimalText.nullable(),
  exchangeRate: DecimalText.nullable(),
  /** Of an amount that belongs to no marketplace, how much is the selection's, 0.25 = 25 %; `converted` is that part. */
  share: DecimalText.nullable(),
  transactionType: z.string(),
  amountType: z.string(),
  amountDescription: z.string(),
  unmapped: z.boolean(),
  importId: z.number(),
  fileName: z.string(),
  /** 1-based line of the file as it was uploaded; for JSON files the row of its table. */
  lineNumber: z.number(),
  /** The line as it stood in the file. */
  rawLine: z.string().nullable(),
  /** Of a cost: the entry of the price list that it was made with. */
  costEntry: z
    .object({
      importId: z.number(),
      fileName: z.string(),
      lineNumber: z.number(),
      rawLine: z.string().nullable(),
    })
    .nullable(),
})
export type ExplainRow = z.infer<typeof ExplainRow>

export const Explanation = z.object({
  metricId: z.enum(METRIC_IDS),
  unit: z.enum(METRIC_UNITS),
  label: z.string(),
  definition: z.string(),
  /** `grossSales + promotions + refunds + salesVat`, in labels. */
  formula: z.string(),
  value: DecimalText.nullable(),
  lacks: PnlCell.shape.lacks,
  unconverted: PnlCell.shape.unconverted,
  isShared: PnlCell.shape.isShared,
  coverage: PnlCoverage,
  currencyCode: z.string(),
  terms: z.array(
    z.object({
      metricId: z.enum(METRIC_IDS),
      unit: z.enum(METRIC_UNITS),
      label: z.string(),
      value: DecimalText.nullable(),
      lacks: PnlCell.shape.lacks,
      rowCount: z.number(),
    }),
  ),
  rowCount: z.number(),
  /** Of the ledger first, then what is counted beside it, each by day. */
  rows: z.array(ExplainRow),
  /** Exchange rates used: one entry per currency with its first and last rate of the period. */
  exchangeRates: z.array(
    z.object({
      currency: z.string(),
      days: z.number(),
      lowest: DecimalText,
      highest: DecimalText,
      source: z.string(),
    }),
  ),
  /** VAT rates and unit costs used, with the number of rows that each made. */
  rates: z.array(
    z.object({
      kind: z.enum(['SALES_VAT', 'FEE_VAT', 'COST']),
      marketplace: z.string(),
      rate: DecimalText,
      rowCount: z.number(),
    }),
  ),
  flags: PnlFlags,
  /** The statement that adds it up, with its values: pasted into an SQL prompt it runs. */
  sql: z.string(),
})
export type Explanation = z.infer<typeof Explanation>

/** So many products, or kinds of rows, are named; the others are counted. */
export const FLAGGED_GROUPS_MAX = 500

/** A product; or, of rows that are not mapped, those that their files call the same. */
export const FlaggedGroup = z.object({
  sku: z.string(),
  transactionType: z.string(),
  amountType: z.string(),
  amountDescription: z.string(),
  /** Where its money counts meanwhile; null of units. */
  line: z.enum(PNL_LINE_IDS).nullable(),
  /** Units, or money of `currency`. */
  amount: DecimalText,
  currency: z.string(),
  rowCount: z.number(),
})
export type FlaggedGroup = z.infer<typeof FlaggedGroup>

export const FlagExplanation = z.object({
  flag: z.enum(COUNTED_FLAGS),
  /** The number in the warning. */
  count: z.number(),
  /** The largest first. */
  groups: z.array(FlaggedGroup),
  groupCount: z.number(),
  rowCount: z.number(),
  rows: z.array(ExplainRow),
})
export type FlagExplanation = z.infer<typeof FlagExplanation>
