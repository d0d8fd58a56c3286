/** `profitAndLoss.*`: what browser and server agree on. */
import { z } from 'zod'
import { CustomSummary } from './custom-summary-columns.ts'
import { CUSTOM_SUMMARIES_MAX, DATE_INTERVALS, GROWTH_TYPES, SUMMARY_VIEWS } from './periods.ts'
import {
  AnsweredDate,
  AsOf,
  CompanyId,
  Currency,
  DecimalText,
  IsoDate,
  MarketplaceCodes,
  NAME_LENGTH_MAX,
  Skus,
  text,
} from './fields.ts'
import { LACKS, PNL_LINE_IDS } from './profit-and-loss-lines.ts'

/** TRANSACTION: money as it was posted. ORDER: sales by the day of the order, without VAT, with expected fees. */
export const PNL_BASES = ['TRANSACTION', 'ORDER'] as const
export type PnlBasis = (typeof PNL_BASES)[number]

/**
 * SCOPE-1, amounts of an account that belong to none of its marketplaces, where a selection leaves one of them out.
 * LEFT_OUT: in no line. SHARED: by net sales of their month, where there are any. ONLY: those left out, and nothing else.
 */
export const NOT_ALLOCATED = ['LEFT_OUT', 'SHARED', 'ONLY'] as const
export type NotAllocated = (typeof NOT_ALLOCATED)[number]

/** Which amounts a question is about. */
export const PnlScope = z.object({
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

export const ordered = <T extends { startDate: string; endDate: string }>(input: T) =>
  input.startDate <= input.endDate
export const ORDERED = { message: 'The end date lies before the start date.', path: ['endDate'] }

export const PnlInput = PnlScope.extend({
  dateOrder: z.enum(['ASC', 'DESC']).default('ASC'),
  dateInterval: z.enum(DATE_INTERVALS).default('DEFAULT'),
  growthMetricType: z.enum(GROWTH_TYPES).optional(),
  summaryViews: z.partialRecord(z.enum(SUMMARY_VIEWS), z.boolean()).optional(),
  /** Columns of these dates beside the others. */
  customSummaries: z.array(CustomSummary).max(CUSTOM_SUMMARIES_MAX).optional(),
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
  /**
   * On the order basis, of a settled period: the same line by transactions, and by how much orders come to more. Null also
   * where transactions do not wholly cover the period. Absent otherwise.
   */
  transactions: z.object({ value: DecimalText.nullable(), difference: DecimalText.nullable() }).optional(),
})
export type PnlCell = z.infer<typeof PnlCell>

/** So many categories of expenses are lines of the statement; the smaller ones are one more. */
export const EXPENSE_LINES_MAX = 40

/** Operating expenses of a category; of the smaller ones together it is null. Together they are the line. */
export const ExpenseLine = PnlCell.extend({ category: z.string().nullable() })
export type ExpenseLine = z.infer<typeof ExpenseLine>

export const PnlFlags = z.object({
  /** Units sold for which no cost of goods is known. */
  unitsWithoutCost: z.number(),
  /** Lost or found units for which none is known; absent where there are none. */
  lostUnitsWithoutCost: z.number().optional(),
  /** Ledger rows that no mapping knows; their money is in "Other Amazon fees" and "Adjustments". */
  unmappedLines: z.number(),
  /** Refund rows whose quantity could not be derived. */
  refundsWithoutQuantity: z.number(),
  /** Order items of which nobody has stated the referral fee (15 % of what was paid) or Amazon's fulfilment (none) yet; absent where there are none. */
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
  /** Which column: a bucket of the range, one of the asked summaries, or dates of the reader's own. */
  column: z.enum(['bucket', ...SUMMARY_VIEWS, 'custom']),
  periodStart: AnsweredDate,
  periodEnd: AnsweredDate,
  comparisonStart: AnsweredDate.nullable(),
  comparisonEnd: AnsweredDate.nullable(),
  /** The bucket is cut by the range. */
  partial: z.boolean(),
  /** The period reaches into the last 14 days, in which transactions are still being released, or something of it is held back. */
  provisional: z.boolean(),
  feeVatAdjusted: z.boolean(),
  /** When the last of its months was closed; absent where one of them is open. */
  closedAt: z.iso.datetime().optional(),
  coverage: PnlCoverage,
  lines: z.record(z.enum(PNL_LINE_IDS), PnlCell),
  /** The same categories in the same order in all columns, those with most money first; absent where nothing was entered. */
  expenses: z.array(ExpenseLine).optional(),
  /** What the selection leaves out that belongs to none of its marketplaces or products, as net profit; absent without any. */
  leftOut: PnlCell.pick({ value: true, unconverted: true }).optional(),
  flags: PnlFlags,
})
export type PnlRow = z.infer<typeof PnlRow>

/**
 * `profitAndLoss.getNextRelease`: of all that the statement holds back, what comes on the first day from today on that Amazon
 * gives; null where no file gives one.
 */
export const NextRelease = z
  .object({ day: AnsweredDate, ...PnlCell.pick({ value: true, unconverted: true }).shape })
  .nullable()
export type NextRelease = z.infer<typeof NextRelease>

/** From the first to the last day of which there is something to say; null when there is none. */
export const PnlWindow = z.object({ startDate: AnsweredDate, endDate: AnsweredDate }).nullable()
export type PnlWindow = z.infer<typeof PnlWindow>
