/** `audit.explainValue` and `audit.explainFlag`: what browser, command line and server agree on. */
import { z } from 'zod'
import { MetricCell } from './answer.ts'
import { AnsweredDate, Contingency, DecimalText, IsoDate, Offset, SKU_LENGTH_MAX, text } from './fields.ts'
import { METRIC_UNITS } from './metrics/metric.ts'
import { metricOfLine } from './metrics/line-names.ts'
import { METRIC_IDS, type MetricId } from './metrics/metrics.ts'
import { groupedTerms, isToldByOrders } from './metrics/told-apart.ts'
import { COUNTED_FLAGS, PNL_LINE_IDS, type PnlLine } from './profit-and-loss-lines.ts'
import { ordered, ORDERED, PNL_BASES, PnlCell, PnlCoverage, PnlFlags, PnlScope } from './profit-and-loss.ts'

/** Longer than what any file calls a row. */
const GROUP_NAME_LENGTH_MAX = 4_000

/** Of a category of operating expenses alone. */
const ExpenseCategory = text(GROUP_NAME_LENGTH_MAX).optional()
const isOfExpenses = (input: {
  expenseCategory?: unknown
  metricId?: MetricId | undefined
  lineId?: PnlLine | undefined
}) =>
  input.expenseCategory === undefined ||
  input.lineId === 'operatingExpenses' ||
  input.metricId === metricOfLine('operatingExpenses')
const OF_EXPENSES = { message: 'Only operating expenses have categories.', path: ['expenseCategory'] }

const RowsInput = PnlScope.extend({
  basis: z.enum(PNL_BASES).default('TRANSACTION'),
  /** None: the rows are asked for by themselves. */
  limit: z.number().int().min(0).max(500).default(50),
  offset: Offset.default(0),
})

/** Of the products of this parent alone, within those that are selected. */
const ParentAsin = text(SKU_LENGTH_MAX).optional()

const NumberInput = RowsInput.extend({
  metricId: z.enum(METRIC_IDS).optional(),
  lineId: z.enum(PNL_LINE_IDS).optional(),
  contingency: Contingency.optional(),
  parentAsin: ParentAsin,
  expenseCategory: ExpenseCategory,
})
const isOneNumber = ({ metricId, lineId }: { metricId?: unknown; lineId?: unknown }) =>
  (metricId === undefined) !== (lineId === undefined)
const ONE_NUMBER = { message: 'Name a metric or a line, one of them.', path: ['metricId'] }

/** One number: a metric in a period, in the scope of the page. A line of the statement may be named as that. */
export const ExplainInput = NumberInput.refine(ordered, ORDERED)
  .refine(isOneNumber, ONE_NUMBER)
  .refine(isOfExpenses, OF_EXPENSES)
export type ExplainInput = z.infer<typeof ExplainInput>

/** What rows are told apart by. KIND is what their file calls them, or where it says nothing what they count as. */
export const GROUP_KEYS = [
  'product',
  'brand',
  'marketplace',
  'kind',
  'order',
  'day',
  'month',
  'file',
] as const
export type GroupKey = (typeof GROUP_KEYS)[number]
export const GROUP_SORTS = ['amount', 'name', 'rows'] as const
export type GroupSort = (typeof GROUP_SORTS)[number]
/** Groups of one page, and of a larger one, as for a file. */
const GROUPS_PAGE_SIZE = 100
export const GROUPS_MAX = 1_000
export const EXPLAIN_SEARCH_LENGTH_MAX = 150

/** Whether what is named is a term of the number, where it is. */
const isItsTerm = (input: {
  metricId?: MetricId | undefined
  lineId?: PnlLine | undefined
  termId?: MetricId | undefined
}) => {
  const id = input.metricId ?? (input.lineId && metricOfLine(input.lineId))
  return id === undefined || input.termId === undefined || groupedTerms(id).includes(input.termId)
}
const ITS_TERM = { message: 'The number is not made of this.', path: ['termId'] }

const PartInput = NumberInput.extend({
  /** Of a number that its rows do not add up to, which of its terms; the first one when absent. */
  termId: z.enum(METRIC_IDS).optional(),
  /** Any part of a name or code, in whatever case. */
  searchText: text(EXPLAIN_SEARCH_LENGTH_MAX).default(''),
})

/** The rows of one number, added up by what they are of. */
export const ExplainGroupsInput = PartInput.extend({
  by: z.enum(GROUP_KEYS),
  /** This group alone. */
  groupKey: text(GROUP_NAME_LENGTH_MAX).optional(),
  limit: z.number().int().min(1).max(GROUPS_MAX).default(GROUPS_PAGE_SIZE),
  sort: z.enum(GROUP_SORTS).default('amount'),
  /** Of amounts: those first that make most of the whole. */
  isDescending: z.boolean().default(true),
})
  .refine(ordered, ORDERED)
  .refine(isOneNumber, ONE_NUMBER)
  .refine(isOfExpenses, OF_EXPENSES)
  .refine(isItsTerm, ITS_TERM)
export type ExplainGroupsInput = z.infer<typeof ExplainGroupsInput>

/** The rows of one number, or of one of its groups. */
export const ExplainLinesInput = PartInput.extend({
  group: z.object({ by: z.enum(GROUP_KEYS), key: text(GROUP_NAME_LENGTH_MAX) }).optional(),
})
  .refine(ordered, ORDERED)
  .refine(isOneNumber, ONE_NUMBER)
  .refine(isOfExpenses, OF_EXPENSES)
  .refine(isItsTerm, ITS_TERM)
export type ExplainLinesInput = z.infer<typeof ExplainLinesInput>

/** What a change is told apart by: products, their brands, marketplaces, or the sums of rows that the formula comes down to. */
export const CHANGE_KEYS = ['product', 'brand', 'marketplace', 'line'] as const
export type ChangeKey = (typeof CHANGE_KEYS)[number]
/** So many contributors are named; the others are added up. */
export const CONTRIBUTORS_MAX = 20

/** A change: a metric in a period, against another one. */
export const ExplainChangeInput = PnlScope.extend({
  basis: z.enum(PNL_BASES).default('TRANSACTION'),
  metricId: z.enum(METRIC_IDS),
  by: z.enum(CHANGE_KEYS),
  contingency: Contingency.optional(),
  parentAsin: ParentAsin,
  expenseCategory: ExpenseCategory,
  comparisonStart: IsoDate,
  comparisonEnd: IsoDate,
})
  .refine(isOfExpenses, OF_EXPENSES)
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
  /**
   * Why there is no change; null where there is one. SOURCES: it may come from what one of the two is without. UNDEFINED: there is
   * nothing to divide by.
   */
  absence: z.enum(['DAYS', 'RATES', 'SOURCES', 'UNDEFINED']).nullable(),
  /** What either number is without; absent where both are whole. */
  lacks: PnlCell.shape.lacks,
  /**
   * Those who made the change, the largest first; with `others` they add up to it. Empty where there is no change to tell
   * apart: of ratios, where a value is absent, of products that another report tells than the whole (of visitors, of orders that
   * have several), and by product, brand and marketplace where an exchange rate is missing.
   */
  contributors: z.array(
    Change.extend({
      /** A SKU, a brand, a marketplace, or a metric; empty for what belongs to none. */
      key: z.string(),
      label: z.string(),
    }),
  ),
  /** Those beyond the named ones; null where there are none. */
  others: Change.extend({ count: z.number() }).nullable(),
  /**
   * How much of the change is exchange rates, and how much is not; they add up to it, and are null where the comparison has no
   * rate. Null where there is no change, nothing is in another currency, or the number is no sum of the ledger's money.
   */
  exchangeRates: z.object({ rates: DecimalText.nullable(), others: DecimalText.nullable() }).nullable(),
})
export type ChangeExplanation = z.infer<typeof ChangeExplanation>

/** A number by order against the same by transaction, order by order. */
export const ExplainDifferenceInput = PnlScope.extend({
  parentAsin: ParentAsin,
  metricId: z.enum(METRIC_IDS).refine(isToldByOrders, 'It is not told by order and by transaction.'),
  limit: z.number().int().min(1).max(GROUPS_MAX).default(GROUPS_PAGE_SIZE),
  offset: Offset.default(0),
}).refine(ordered, ORDERED)
export type ExplainDifferenceInput = z.infer<typeof ExplainDifferenceInput>

const Difference = z.object({ byOrder: DecimalText, byTransaction: DecimalText, difference: DecimalText })
export type Difference = z.infer<typeof Difference>
/** First and last day. */
const Days = z.object({ start: AnsweredDate, end: AnsweredDate }).nullable()
export const OrderDifference = z.object({
  orderId: z.string(),
  /** Null where an exchange rate is missing. */
  difference: Difference.nullable(),
  /** On which days the number has anything of the order, in the period or out of it; null where it never has. */
  ordered: Days,
  posted: Days,
})
export type OrderDifference = z.infer<typeof OrderDifference>
export const DifferenceExplanation = z.object({
  /**
   * Null where orders or transactions do not wholly cover the period, it is not settled yet, or an exchange rate is missing: then no
   * order is listed.
   */
  whole: Difference.nullable(),
  /** One page of the orders that differ, the largest difference first. */
  orders: z.array(OrderDifference),
  orderCount: z.number(),
})
export type DifferenceExplanation = z.infer<typeof DifferenceExplanation>

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
  hasNoEnd: MetricCell.shape.hasNoEnd,
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
  /**
   * VAT rates and unit costs used: one entry per kind and marketplace with its lowest and highest rate, and the number of rows that
   * they made. A month has a few tax rates, and as many unit costs as products.
   */
  rates: z.array(
    z.object({
      kind: z.enum(['SALES_VAT', 'FEE_VAT', 'COST']),
      marketplace: z.string(),
      lowest: DecimalText,
      highest: DecimalText,
      rowCount: z.number(),
    }),
  ),
  flags: PnlFlags,
  /** The statement that adds it up, with its values: pasted into an SQL prompt it runs. */
  sql: z.string(),
})
export type Explanation = z.infer<typeof Explanation>

export const ExplainGroup = z.object({
  /** By which its rows are asked for; empty for those that belong to none. */
  key: z.string(),
  /** A product's name, or words that say what the code means; empty for what belongs to none. */
  label: z.string(),
  /** What the files say themselves: a SKU, a code of a marketplace, Amazon's words. */
  code: z.string(),
  /** Of a kind: what its rows count as. */
  metricId: z.enum(METRIC_IDS).nullable(),
  /** In the asked currency; null where an exchange rate is missing. */
  value: DecimalText.nullable(),
  /** Of the whole number, whatever is searched for, 0.25 = 25 %; null where there is no whole. */
  share: DecimalText.nullable(),
  rowCount: z.number(),
})
export type ExplainGroup = z.infer<typeof ExplainGroup>

export const ExplainedGroups = z.object({
  /** What is added up: the metric itself, or a term of it. */
  metricId: z.enum(METRIC_IDS),
  unit: z.enum(METRIC_UNITS),
  label: z.string(),
  currencyCode: z.string(),
  /** Those that can be asked for; one of a number that its rows add up to. */
  terms: z.array(z.object({ metricId: z.enum(METRIC_IDS), label: z.string() })),
  /** One page of what is found. */
  groups: z.array(ExplainGroup),
  /** Of all that is found, on all pages; the value is null where a rate is missing. */
  groupCount: z.number(),
  rowCount: z.number(),
  value: DecimalText.nullable(),
})
export type ExplainedGroups = z.infer<typeof ExplainedGroups>

export const ExplainedLines = z.object({
  /** Of all that is found. */
  rowCount: z.number(),
  /** Of the ledger first, then what is counted beside it, each by day. */
  rows: z.array(ExplainRow),
})
export type ExplainedLines = z.infer<typeof ExplainedLines>

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
