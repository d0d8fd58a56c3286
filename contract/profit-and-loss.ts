/** `profitAndLoss.*` and `audit.explainValue`: what browser and server agree on. */
import { z } from 'zod'
import { DATE_INTERVALS, GROWTH_TYPES, SUMMARY_VIEWS } from './periods.ts'
import {
  AnsweredDate,
  AsOf,
  CompanyId,
  Currency,
  DecimalText,
  IsoDate,
  MarketplaceCodes,
  NAME_LENGTH_MAX,
  Offset,
  Skus,
  text,
} from './fields.ts'
import { COUNTED_FLAGS, LACKS, PNL_LINE_IDS } from './profit-and-loss-lines.ts'

/** TRANSACTION: money as it was posted. ORDER: sales by the day of the order, without VAT, with expected fees. */
export const PNL_BASES = ['TRANSACTION', 'ORDER'] as const
export type PnlBasis = (typeof PNL_BASES)[number]

/**
 * SCOPE-1, amounts of an account that belong to none of its marketplaces, where a selection leaves one of them out.
 * LEFT_OUT: in no line. SHARED: by net sales of their month, where there are any. ONLY: those left out, and nothing else.
 */
export const NOT_ALLOCATED = ['LEFT_OUT', 'SHARED', 'ONLY'] as const
export type NotAllocated = (typeof NOT_ALLOCATED)[number]

const PnlScope = z.object({
  companyId: CompanyId,
  currencyCode: Currency,
  startDate: IsoDate,
  endDate: IsoDate,
  /** All marketplaces of the company when absent or empty. */
  marketplaces: MarketplaceCodes.optional(),
  skus: Skus.optional(),
  brandNames: z.array(text(NAME_LENGTH_MAX)).max(1_000).optional(),
  /** True: spend of advertising reports is the cost. False: the charges billed in settlements are. */
  useAdjustedAdvertising: z.boolean().default(true),
  notAllocated: z.enum(NOT_ALLOCATED).default('LEFT_OUT'),
  asOf: AsOf.optional(),
})

const ordered = <T extends { startDate: string; endDate: string }>(input: T) =>
  input.startDate <= input.endDate
const ORDERED = { message: 'The end date lies before the start date.', path: ['endDate'] }

export const PnlInput = PnlScope.extend({
  dateOrder: z.enum(['ASC', 'DESC']).default('ASC'),
  dateInterval: z.enum(DATE_INTERVALS).default('DEFAULT'),
  growthMetricType: z.enum(GROWTH_TYPES).optional(),
  summaryViews: z.partialRecord(z.enum(SUMMARY_VIEWS), z.boolean()).optional(),
}).refine(ordered, ORDERED)
export type PnlInput = z.infer<typeof PnlInput>

const Unconverted = z.object({ currency: z.string(), amount: DecimalText })

export const PnlCell = z.object({
  /** Decimal text in the asked currency (counts: units); null where no day is covered or a rate is missing. */
  value: DecimalText.nullable(),
  /** In the order of the list; absent where the number is whole. */
  lacks: z.array(z.enum(LACKS)).optional(),
  /** Money of the line that has no exchange rate, in its own currency. */
  unconverted: z.array(Unconverted).optional(),
  /** Some of it is a share of amounts that belong to no marketplace; absent otherwise. */
  isShared: z.boolean().optional(),
  /** Share of net sales of the same column, 0.2 = 20 %; null for counts and where net sales are not positive. */
  percentOfNetSales: z.number().nullable(),
  /** Change against `previous`, 0.2 = +20 %; positive for cost lines when the cost rose. */
  growth: z.number().nullable(),
  /** Null also where the comparison is not wholly covered: a part of a month is nothing to compare with. */
  previous: DecimalText.nullable(),
})
export type PnlCell = z.infer<typeof PnlCell>

export const PnlFlags = z.object({
  /** Units sold for which no cost of goods is known. */
  unitsWithoutCost: z.number(),
  /** Lost or found units for which none is known; absent where there are none. */
  lostUnitsWithoutCost: z.number().optional(),
  /** Ledger rows that no mapping knows; their money is in "Other Amazon fees" and "Adjustments". */
  unmappedLines: z.number(),
  /** Refund rows whose quantity could not be derived. */
  refundsWithoutQuantity: z.number(),
  /** Order items whose fees nobody has stated yet: 15 % of what was paid, and no fulfilment; absent where there are none. */
  ordersWithDefaultFees: z.number().optional(),
  /** Pairs of currency and day whose amounts have no exchange rate; the lines that hold them have no value. */
  missingFxRates: z.number(),
  /** The currencies of which a rate is missing, with the first and last day that lacks it; absent where none is. */
  missingRates: z
    .array(
      z.object({ currency: z.string(), startDate: AnsweredDate, endDate: AnsweredDate, days: z.number() }),
    )
    .optional(),
  /** Where advertising cost comes from: reports, the charges billed in settlements, or nothing at all. */
  advertisingSource: z.enum(['REPORTS', 'BILLED', 'NONE']),
})
export type PnlFlags = z.infer<typeof PnlFlags>

/** So many stretches of missing days are named; the others are counted. */
export const MISSING_RANGES_MAX = 50

export const PnlCoverage = z.object({
  /** Covered days among those that should be, 0 to 1. Today and days to come are not expected. */
  share: z.number(),
  /** First and last covered day; null where there is none. */
  startDate: AnsweredDate.nullable(),
  endDate: AnsweredDate.nullable(),
  /** Days without a file between others or after the last, by seller account and currency. */
  missing: z.array(
    z.object({ account: z.string(), currency: z.string(), startDate: AnsweredDate, endDate: AnsweredDate }),
  ),
  /** How many stretches `missing` leaves out. */
  moreMissing: z.number(),
})
export type PnlCoverage = z.infer<typeof PnlCoverage>

export const PnlRow = z.object({
  /** Which column: a bucket of the range, or one of the asked summaries. */
  column: z.enum(['bucket', ...SUMMARY_VIEWS]),
  periodStart: AnsweredDate,
  periodEnd: AnsweredDate,
  comparisonStart: AnsweredDate.nullable(),
  comparisonEnd: AnsweredDate.nullable(),
  /** The bucket is cut by the range. */
  partial: z.boolean(),
  /** The period reaches into the last 14 days, in which transactions are still being released. */
  provisional: z.boolean(),
  feeVatAdjusted: z.boolean(),
  coverage: PnlCoverage,
  lines: z.record(z.enum(PNL_LINE_IDS), PnlCell),
  /** What the selection leaves out that belongs to none of its marketplaces or products, as net profit; absent without any. */
  leftOut: PnlCell.pick({ value: true, unconverted: true }).optional(),
  flags: PnlFlags,
})
export type PnlRow = z.infer<typeof PnlRow>

/** From the first to the last day of which there is something to say; null when there is none. */
export const PnlWindow = z.object({ startDate: AnsweredDate, endDate: AnsweredDate }).nullable()
export type PnlWindow = z.infer<typeof PnlWindow>

const RowsInput = PnlScope.extend({
  basis: z.enum(PNL_BASES).default('TRANSACTION'),
  limit: z.number().int().min(1).max(500).default(50),
  offset: Offset.default(0),
})

/** One number of the statement: a line in a period, in the scope of the page. */
export const ExplainInput = RowsInput.extend({ lineId: z.enum(PNL_LINE_IDS) }).refine(ordered, ORDERED)
export type ExplainInput = z.infer<typeof ExplainInput>

/** What a warning counts in a period, in the scope of the page. */
export const ExplainFlagInput = RowsInput.extend({ flag: z.enum(COUNTED_FLAGS) }).refine(ordered, ORDERED)
export type ExplainFlagInput = z.infer<typeof ExplainFlagInput>

export const ExplainRow = z.object({
  line: z.enum(PNL_LINE_IDS),
  day: AnsweredDate,
  marketplace: z.string(),
  sku: z.string(),
  orderId: z.string(),
  settlementId: z.string(),
  /** AMOUNT is money of the file; SALES_VAT, FEE_VAT and COST are derived from it. */
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
  lineId: z.enum(PNL_LINE_IDS),
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
      lineId: z.enum(PNL_LINE_IDS),
      label: z.string(),
      value: DecimalText.nullable(),
      lacks: PnlCell.shape.lacks,
      rowCount: z.number(),
    }),
  ),
  rowCount: z.number(),
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
