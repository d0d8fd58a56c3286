/** `vatReport.*`: value-added tax of sales by country, rate, scheme and whoever owes it. */
import { z } from 'zod'
import { PnlCoverage } from './profit-and-loss.ts'
import { AnsweredDate, CompanyId, Currency, DecimalText, IsoDate, Offset, text } from './fields.ts'

export const VAT_DAYS_MAX = 366
export const VAT_LINES_MAX = 200
/** Longer than any key that an answer has. */
const KEY_LENGTH_MAX = 1000

/** As the VAT transactions report states it, or worked out from settlements as the statement does. */
export const VAT_SOURCES = ['REPORT', 'CALCULATED'] as const
export type VatSource = (typeof VAT_SOURCES)[number]

/** Under which rules of tax a row falls. */
export const VAT_SCHEMES = [
  'DOMESTIC',
  'UNION_OSS',
  'IOSS',
  'DEEMED_SUPPLIER',
  'DISTANCE_SALE',
  'INTRA_COMMUNITY',
  'REVERSE_CHARGE',
  'EXPORT',
  'OWN_STOCK',
  'PURCHASE',
  'RETURNED',
  'UNKNOWN',
] as const
export type VatScheme = (typeof VAT_SCHEMES)[number]
/** What is under these was not sold. */
export const UNSOLD_SCHEMES: readonly VatScheme[] = ['OWN_STOCK', 'PURCHASE', 'RETURNED']

/** Who owes the tax to the state. */
export const VAT_LIABLE = ['SELLER', 'MARKETPLACE', 'BUYER', 'NOBODY'] as const
export type VatLiable = (typeof VAT_LIABLE)[number]

export const VAT_SCHEME_LABELS: Record<VatScheme, string> = {
  DOMESTIC: 'Domestic',
  UNION_OSS: 'OSS (Union)',
  IOSS: 'IOSS',
  DEEMED_SUPPLIER: 'Deemed supplier',
  DISTANCE_SALE: 'Distance sale, no OSS',
  INTRA_COMMUNITY: 'Intra-Community',
  REVERSE_CHARGE: 'Reverse charge',
  EXPORT: 'Export',
  OWN_STOCK: 'Own stock moved',
  PURCHASE: 'Goods bought',
  RETURNED: 'Goods returned',
  UNKNOWN: 'Not known',
}

/** To whom the company belongs. */
export const VAT_LIABLE_LABELS: Record<VatLiable, string> = {
  SELLER: 'You',
  MARKETPLACE: 'Amazon',
  BUYER: 'Buyer',
  NOBODY: 'Nobody',
}

export const BUYER_TYPES = ['BUSINESS', 'CONSUMER', ''] as const

/**
 * How a calculated amount came to its tax: by the company's rate, by lines of tax that Amazon states, collected by Amazon,
 * or without any.
 */
export const VAT_CALCULATIONS = ['RATE', 'STATED', 'FACILITATOR', 'NONE'] as const
export type VatCalculation = (typeof VAT_CALCULATIONS)[number]

export const VAT_CALCULATION_LABELS: Record<VatCalculation, string> = {
  RATE: 'rate of the company',
  STATED: 'tax lines of settlements',
  FACILITATOR: 'tax collected by Amazon',
  NONE: 'without a rate',
}

const DaysAndCurrency = z.object({
  companyId: CompanyId,
  startDate: IsoDate,
  endDate: IsoDate,
  currencyCode: Currency,
})

const isInOrder = ({ startDate, endDate }: { startDate: string; endDate: string }) => startDate <= endDate
const ORDER = { error: 'A range ends after it starts.', path: ['endDate'] }

export const VatReportInput = DaysAndCurrency.refine(isInOrder, ORDER)
export type VatReportInput = z.infer<typeof VatReportInput>

export const VatLinesInput = DaysAndCurrency.extend({
  /** Of a row of the report. */
  key: text(KEY_LENGTH_MAX).min(1),
  limit: z.int().min(1).max(VAT_LINES_MAX),
  offset: Offset,
}).refine(isInOrder, ORDER)
export type VatLinesInput = z.infer<typeof VatLinesInput>

/** Amounts of rows; null where no row states one, or where a day has no exchange rate. */
const Amounts = z.object({
  net: DecimalText.nullable(),
  vat: DecimalText.nullable(),
  gross: DecimalText.nullable(),
})
export type VatAmounts = z.infer<typeof Amounts>

export const VatRow = z.object({
  /** By which its lines are asked for. */
  key: z.string(),
  source: z.enum(VAT_SOURCES),
  scheme: z.enum(VAT_SCHEMES),
  liable: z.enum(VAT_LIABLE),
  /** The report says who collects the tax; where it does not, the seller is taken to. */
  isLiableStated: z.boolean(),
  /** SALE, REFUND, FC_TRANSFER and others, as the report has it; empty of what is calculated. */
  transactionType: z.string(),
  /** Codes of countries; empty where they are not known. */
  departs: z.string(),
  arrives: z.string(),
  /** Whose number for value-added tax was used; empty where it is not known. */
  sellerVatCountry: z.string(),
  marketplace: z.string(),
  buyerType: z.enum(BUYER_TYPES),
  calculation: z.enum(VAT_CALCULATIONS).nullable(),
  /** 0.19 = 19 %; null where rows state none. */
  rate: DecimalText.nullable(),
  currency: z.string(),
  units: DecimalText.nullable(),
  /** In the currency of the transactions. */
  own: Amounts,
  /** In the asked currency. */
  converted: Amounts,
  /** Rows of files. */
  rowCount: z.number(),
  /** Of them, those that are no movement of stock and state no tax. */
  withoutVat: z.number(),
})
export type VatRow = z.infer<typeof VatRow>

const Days = z.object({ account: z.string(), startDate: AnsweredDate, endDate: AnsweredDate })
export type VatDays = z.infer<typeof Days>

/** Beside the statement: all in the asked currency, tax that buyers paid above zero. */
export const VatTie = z.object({
  /** The line of the statement for these days; null where it has no value. */
  statement: DecimalText.nullable(),
  /** What of the statement's tax is of days and marketplaces for which the report stands in its place. */
  replaced: DecimalText.nullable(),
  /** What this report works out like the statement. */
  calculated: DecimalText.nullable(),
  /** What the VAT transactions report states that the seller owes. */
  reported: DecimalText.nullable(),
  /** The tax that the seller owes by this report: calculated and reported. */
  owed: DecimalText.nullable(),
  /** Owed less the statement. */
  difference: DecimalText.nullable(),
})
export type VatTie = z.infer<typeof VatTie>

/** In the order in which they are read: the last is what the others come to. */
export const VAT_TIE_LABELS: Record<keyof VatTie, string> = {
  statement: 'VAT in sales, as the statement has it',
  replaced: '… of which on days with a VAT transactions report',
  calculated: 'Calculated like the statement',
  reported: 'Stated by VAT transactions reports',
  owed: 'VAT you owe by this report',
  difference: 'Difference',
}
/** In a row that stands alone. */
export const vatTieText = (id: keyof VatTie): string => VAT_TIE_LABELS[id].replace('… of', 'Of')
export const VAT_TIE_IDS = Object.keys(VAT_TIE_LABELS) as (keyof VatTie)[]

export const VatReport = z.object({
  currencyCode: z.string(),
  rows: z.array(VatRow),
  tie: VatTie,
  /** Days of which a VAT transactions report is there, and those of which none is. Days to come are neither. */
  covered: z.array(Days),
  missing: z.array(Days),
  /** Of what settlements hold, as the statement has it: what is calculated lacks the same days. */
  coverage: PnlCoverage,
  /** Currencies and days without an exchange rate, so that sums have no value. */
  withoutRate: z.array(z.string()),
  /** Rows whose month, as Amazon counts it, is another than that of their day. */
  otherPeriodRows: z.number(),
  /** Closed months with a VAT transactions report, whose rows are those of now all the same. */
  closedMonths: z.array(z.string()),
})
export type VatReport = z.infer<typeof VatReport>

export const VatLine = z.object({
  day: AnsweredDate,
  transactionType: z.string(),
  transactionId: z.string(),
  sku: z.string(),
  marketplace: z.string(),
  currency: z.string(),
  own: Amounts,
  converted: Amounts,
  importId: z.number(),
  fileName: z.string(),
  /** 1-based line of the file as it was uploaded. */
  lineNumber: z.number(),
  rawLine: z.string().nullable(),
})
export type VatLine = z.infer<typeof VatLine>

export const VatLines = z.object({ rowCount: z.number(), rows: z.array(VatLine) })
export type VatLines = z.infer<typeof VatLines>
