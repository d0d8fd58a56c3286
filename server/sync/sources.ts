/** What is fetched from Amazon. A source is an entry here: what is asked for, where, how far back, and how often again. */
import type { Covered, CoveredTable } from '#amazon/index.ts'
import { WITHOUT_SEARCHES, WITHOUT_STOCK_PLANNING } from '#contract/report-marketplaces.ts'
import { VAT_REPORT_MARKETPLACES } from '#contract/vat-scheme.ts'
import type { ConnectionProvider } from '#contract/connections.ts'
import { ADVERTISING_SOURCES } from './advertising-sources.ts'
import { SEARCHED_PRODUCTS_MAX } from './search-chunks.ts'

/** A request of the Advertising API's reporting, but for its days. */
export interface AdvertisingQuestion {
  adProduct: 'SPONSORED_PRODUCTS' | 'SPONSORED_BRANDS' | 'SPONSORED_DISPLAY'
  reportTypeId: string
  groupBy: readonly string[]
  columns: readonly string[]
}

/** How a source is asked for. What Amazon makes by itself is listed first, and each that was found then fetched. */
export type Question =
  | {
      kind: 'REPORT'
      reportType: string
      options?: Readonly<Record<string, string>>
      /** Of a report of how things are, where Amazon wants to be told since when. */
      sinceHours?: number
      /** Of what began on some days, the options that these stand in. */
      began?: readonly [from: string, to: string]
      /** Of types that may be about persons. */
      isRestricted?: true
    }
  | { kind: 'LISTING'; reportType: string; found: string }
  | { kind: 'LISTED'; reportType: string }
  | { kind: 'SEARCHES'; reportType: string }
  /** No report: what the catalogue says of the ASINs that the company's files name. */
  | { kind: 'CATALOGUE' }
  /** Of the Finances API, which answers at once. */
  | { kind: 'TRANSACTIONS' }
  | ({ kind: 'ADVERTISING' } & AdvertisingQuestion)
  /** No report: where the account sells by now, or whose advertising there is. */
  | { kind: 'PLACES' }
  /** Of no Amazon: where this one is pretended, its money is converted with rates that are invented too. */
  | { kind: 'INVENTED_RATES' }

/**
 * Whose answer it is: of all marketplaces of a connection in one; of each stock (the European Union has one, elsewhere each
 * marketplace has its own); of each marketplace; of each selected profile.
 */
export type Scope = 'REGION' | 'STOCK' | 'MARKETPLACE' | 'PROFILE'

/** Days up to so many back are asked for again when the last answer is older than so many hours. */
export interface Reread {
  days: number
  everyHours: number
}

export type Rhythm =
  /** Each day once, the newest first; `rereads` from the narrowest to the widest. The newest day is `lagDays` ago. */
  | {
      kind: 'DAYS'
      reachDays: number
      daysMax: number
      lagDays: number
      rereads: readonly Reread[]
      /** The newest days without which pages have little to show. */
      criticalDays: number
      /** Days further back come when everything else was asked for. */
      promptDays?: number
    }
  /** What has changed since the last answer, once every day has been asked for through another source. */
  | { kind: 'CHANGES'; everyHours: number; daysMax: number; after: string }
  /** How things are today, once something of another source of the region has come, and again whenever all of it has. */
  | { kind: 'AFTER'; source: string }
  /** All of the last days, again and again. */
  | { kind: 'LISTING'; everyHours: number; reachDays: number }
  /** How things are today. */
  | { kind: 'TODAY'; everyDays: number }
  /**
   * Weeks from Sunday to Saturday of some products, as many as are planned for each; one that had nothing once more, so many days
   * after its end.
   */
  | { kind: 'WEEKS'; reachWeeks: number; lagDays: number; againAfterDays: number }
  /** Calendar months, each once, so many days after its end, in pieces of what may be asked for at once. */
  | { kind: 'MONTHS'; reachMonths: number; monthsMax: number; lagDays: number }
  /** Each as it is found. */
  | { kind: 'FOUND' }

export interface Source {
  id: string
  label: string
  provider: ConnectionProvider
  scope: Scope
  /** Where alone Amazon has it. */
  marketplaces?: readonly string[]
  /** Where Amazon does not have it. */
  without?: readonly string[]
  question: Question
  rhythm: Rhythm
  /** Among sources of the same day, the smaller comes first. */
  rank: number
  /** Begins the names of its files. Some reports are told by it. */
  fileName: string
  extension: 'txt' | 'json'
  /** An answer is all that there is of its days: one without a row says that nothing happened on them. */
  complete?: Covered
  /**
   * Of days further back than these Amazon may have forgotten everything, which looks as if nothing had happened: they are known
   * from their first row on.
   */
  promisedDays?: number
  /** It has rows by their moment, and a day begins before that of UTC in marketplaces east of it. */
  hasMoments?: boolean
  /**
   * Its days are those of California, wherever it is: a range of days in UTC ends there in the afternoon, and the days at its ends come
   * in part or not at all. So a day more is asked for on both sides, and what is told of these is not taken.
   */
  hasPacificDays?: boolean
  /** Of a report that has more: the table that it is asked for. */
  table?: CoveredTable
  /** Of how things are: an answer without a row says that there were no units, in a row of this table without a product. */
  tableOfUnits?: 'stranded_inventory'
}

const HOURS_OF_DAY = 24
/** Amazon makes them between the 7th and the 15th of the month after. */
const STORAGE_READY_DAYS = 16
/** A question is of at most 18 months back. */
const MONTHS_OF_STORAGE = 17
/** Amazon takes questions from the 3rd of the month after, and has all of it a day or two later. */
const VAT_READY_DAYS = 6
const MONTHS_OF_VAT = 17
const TWO_YEARS = 730
/** What was sold on the first day is converted with a rate of before. */
const DAYS_OF_RATES = TWO_YEARS + 30
const EIGHTEEN_MONTHS = 540

/**
 * Amazon may add to the last 48 hours. What it releases is a transaction of its own, and changes the one that was deferred: a week
 * after a delivery, 30 days after an invoice.
 */
const OF_TRANSACTIONS: readonly Reread[] = [
  { days: 3, everyHours: 12 },
  { days: 14, everyHours: 2 * HOURS_OF_DAY },
  { days: 45, everyHours: 7 * HOURS_OF_DAY },
]

/** A day of traffic is complete after up to 72 hours, and one without a row may not be ready yet: it is asked for once these are over. */
const OF_TRAFFIC: readonly Reread[] = [{ days: 4, everyHours: HOURS_OF_DAY }]

/** Of what Amazon makes every four hours at most, all is asked for at once. */
const STORAGE: Extract<Rhythm, { kind: 'MONTHS' }> = {
  kind: 'MONTHS',
  reachMonths: MONTHS_OF_STORAGE,
  monthsMax: MONTHS_OF_STORAGE,
  lagDays: STORAGE_READY_DAYS,
}

/** An order is carried out over weeks, in busy times over three months. */
const REMOVALS: Rhythm = {
  kind: 'DAYS',
  reachDays: EIGHTEEN_MONTHS,
  daysMax: EIGHTEEN_MONTHS,
  lagDays: 1,
  rereads: [
    { days: 14, everyHours: HOURS_OF_DAY },
    { days: 90, everyHours: 7 * HOURS_OF_DAY },
  ],
  criticalDays: 0,
}

/** Amazon tells of two years, and what is asked for may wait for some days. A coupon runs for up to 90 days. */
const PROMOTIONS: Rhythm = {
  kind: 'DAYS',
  reachDays: 700,
  daysMax: 90,
  lagDays: 1,
  rereads: [
    { days: 14, everyHours: HOURS_OF_DAY },
    { days: 90, everyHours: 7 * HOURS_OF_DAY },
  ],
  criticalDays: 0,
}

const SELLING: readonly Source[] = [
  {
    id: 'settlements',
    label: 'List of settlements',
    provider: 'SELLING_PARTNER',
    scope: 'REGION',
    question: {
      kind: 'LISTING',
      reportType: 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2',
      found: 'settlement',
    },
    // Amazon lists 90 days.
    rhythm: { kind: 'LISTING', everyHours: 4, reachDays: 90 },
    rank: 0,
    fileName: '',
    extension: 'txt',
  },
  {
    id: 'settlement',
    label: 'Settlements',
    provider: 'SELLING_PARTNER',
    scope: 'REGION',
    question: { kind: 'LISTED', reportType: 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2' },
    rhythm: { kind: 'FOUND' },
    rank: 1,
    fileName: 'settlement',
    extension: 'txt',
  },
  report('orders', 'Orders', 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL', {
    scope: 'REGION',
    rank: 2,
    complete: 'order_items',
    hasMoments: true,
    rhythm: {
      kind: 'DAYS',
      reachDays: TWO_YEARS,
      // Amazon takes 30 days, and the first of these begins hours before it.
      daysMax: 29,
      lagDays: 0,
      rereads: [{ days: 3, everyHours: HOURS_OF_DAY }],
      criticalDays: 29,
    },
  }),
  report('ordersChanged', 'Changes of orders', 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL', {
    scope: 'REGION',
    rank: 3,
    rhythm: { kind: 'CHANGES', everyHours: 1, daysMax: 30, after: 'orders' },
  }),
  {
    id: 'transactions',
    label: 'Transactions',
    provider: 'SELLING_PARTNER',
    scope: 'REGION',
    question: { kind: 'TRANSACTIONS' },
    rhythm: {
      kind: 'DAYS',
      reachDays: TWO_YEARS,
      daysMax: 60,
      lagDays: 0,
      rereads: OF_TRANSACTIONS,
      criticalDays: 0,
    },
    rank: 3,
    fileName: 'transactions',
    extension: 'json',
    complete: 'settlement_lines',
    // What a question may span. How much further back Amazon remembers it does not say; two years were seen.
    promisedDays: 180,
  },
  report('traffic', 'Sales and traffic by day', 'GET_SALES_AND_TRAFFIC_REPORT', {
    scope: 'MARKETPLACE',
    rank: 4,
    extension: 'json',
    table: 'sales_traffic_date',
    options: { dateGranularity: 'DAY', asinGranularity: 'PARENT' },
    rhythm: {
      kind: 'DAYS',
      reachDays: TWO_YEARS,
      daysMax: 30,
      lagDays: 1,
      rereads: OF_TRAFFIC,
      criticalDays: 30,
    },
  }),
  report('trafficByProduct', 'Sales and traffic by product', 'GET_SALES_AND_TRAFFIC_REPORT', {
    scope: 'MARKETPLACE',
    rank: 6,
    extension: 'json',
    // Its part by product has one sum for all days that were asked for. By SKU Amazon leaves out what nobody ordered on the day,
    // and with it its visitors (github.com/amzn/selling-partner-api-docs/issues/2441).
    options: { dateGranularity: 'DAY', asinGranularity: 'CHILD' },
    rhythm: {
      kind: 'DAYS',
      reachDays: TWO_YEARS,
      daysMax: 1,
      lagDays: 1,
      rereads: OF_TRAFFIC,
      criticalDays: 0,
      // At a report a minute two years take half a day for each marketplace.
      promptDays: 60,
    },
  }),
  report('stock', 'Stock at Amazon', 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA', {
    scope: 'STOCK',
    rank: 7,
    rhythm: { kind: 'TODAY', everyDays: 1 },
  }),
  report('stockPlanning', 'Inventory planning', 'GET_FBA_INVENTORY_PLANNING_DATA', {
    scope: 'MARKETPLACE',
    without: WITHOUT_STOCK_PLANNING,
    rank: 8,
    rhythm: { kind: 'TODAY', everyDays: 1 },
  }),
  report('returns', 'FBA customer returns', 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA', {
    scope: 'REGION',
    rank: 9,
    complete: 'returns',
    hasMoments: true,
    rhythm: {
      kind: 'DAYS',
      reachDays: EIGHTEEN_MONTHS,
      // Amazon takes 366 days, and the first of these begins hours before it.
      daysMax: 365,
      lagDays: 1,
      rereads: [{ days: 7, everyHours: HOURS_OF_DAY }],
      criticalDays: 0,
    },
  }),
  report('reimbursements', 'FBA reimbursements', 'GET_FBA_REIMBURSEMENTS_DATA', {
    scope: 'REGION',
    rank: 10,
    complete: 'reimbursements',
    hasMoments: true,
    rhythm: {
      kind: 'DAYS',
      reachDays: EIGHTEEN_MONTHS,
      daysMax: EIGHTEEN_MONTHS,
      lagDays: 1,
      rereads: [{ days: 7, everyHours: HOURS_OF_DAY }],
      criticalDays: 0,
    },
  }),
  report('stockLedger', 'Inventory ledger', 'GET_LEDGER_SUMMARY_VIEW_DATA', {
    scope: 'REGION',
    rank: 10,
    complete: 'inventory_ledger',
    // github.com/amzn/selling-partner-api-docs/issues/3520, github.com/amzn/selling-partner-api-models/issues/4355
    hasPacificDays: true,
    options: { aggregateByLocation: 'COUNTRY', aggregatedByTimePeriod: 'DAILY' },
    rhythm: {
      kind: 'DAYS',
      reachDays: EIGHTEEN_MONTHS,
      // Amazon would take all of it at once; of thousands of products that is a gigabyte.
      daysMax: 180,
      lagDays: 1,
      rereads: [{ days: 3, everyHours: HOURS_OF_DAY }],
      criticalDays: 0,
    },
  }),
  report('strandedStock', 'Stranded stock', 'GET_STRANDED_INVENTORY_UI_DATA', {
    // Told by marketplace: the same units of one European stock would count in each that has no offer for them.
    scope: 'STOCK',
    rank: 11,
    tableOfUnits: 'stranded_inventory',
    rhythm: { kind: 'TODAY', everyDays: 1 },
  }),
  report('listings', 'All listings', 'GET_MERCHANT_LISTINGS_ALL_DATA', {
    scope: 'MARKETPLACE',
    rank: 11,
    // Without it headings are in the language of the account (github.com/amzn/selling-partner-api-models/issues/5303).
    options: { preferredReportDocumentLocale: 'en_US' },
    rhythm: { kind: 'TODAY', everyDays: 1 },
  }),
  report('removalOrders', 'Removal orders', 'GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA', {
    scope: 'REGION',
    rank: 13,
    hasMoments: true,
    rhythm: REMOVALS,
  }),
  report('removalShipments', 'Removal shipments', 'GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA', {
    scope: 'REGION',
    rank: 13,
    hasMoments: true,
    rhythm: REMOVALS,
  }),
  report('feePreview', 'Fee preview', 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA', {
    scope: 'MARKETPLACE',
    rank: 12,
    // Fees of products that changed within the last 72 hours are not in it, and Amazon takes no later start.
    sinceHours: 73,
    rhythm: { kind: 'TODAY', everyDays: 7 },
  }),
  // What settlements bill for storage names no product; these say which.
  report('storageFees', 'Storage fees by product', 'GET_FBA_STORAGE_FEE_CHARGES_DATA', {
    scope: 'REGION',
    rank: 12,
    rhythm: STORAGE,
  }),
  report(
    'agedFees',
    'Aged inventory surcharges by product',
    'GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA',
    {
      scope: 'REGION',
      rank: 12,
      // For correct data Amazon wants to be asked for each month by itself.
      rhythm: { ...STORAGE, monthsMax: 1 },
    },
  ),
  // A month is there from the 3rd of the next. It is of months, and not asked for again: corrections stand in a later one.
  report('vatTransactions', 'VAT transactions', 'GET_VAT_TRANSACTION_DATA', {
    scope: 'REGION',
    marketplaces: VAT_REPORT_MARKETPLACES,
    rank: 15,
    isRestricted: true,
    rhythm: { kind: 'MONTHS', reachMonths: MONTHS_OF_VAT, monthsMax: 1, lagDays: VAT_READY_DAYS },
  }),
  report('promotions', 'Promotions', 'GET_PROMOTION_PERFORMANCE_REPORT', {
    scope: 'MARKETPLACE',
    rank: 14,
    extension: 'json',
    began: ['promotionStartDateFrom', 'promotionStartDateTo'],
    rhythm: PROMOTIONS,
  }),
  report('coupons', 'Coupons', 'GET_COUPON_PERFORMANCE_REPORT', {
    scope: 'MARKETPLACE',
    rank: 14,
    extension: 'json',
    began: ['couponStartDateFrom', 'couponStartDateTo'],
    rhythm: PROMOTIONS,
  }),
  {
    id: 'catalogue',
    label: 'Product catalogue',
    provider: 'SELLING_PARTNER',
    scope: 'MARKETPLACE',
    question: { kind: 'CATALOGUE' },
    // Orders name the products.
    rhythm: { kind: 'AFTER', source: 'orders' },
    rank: 5,
    fileName: 'catalogue',
    extension: 'json',
  },
  {
    id: 'searches',
    label: `Search query performance of the ${SEARCHED_PRODUCTS_MAX} products that sell most`,
    provider: 'SELLING_PARTNER',
    scope: 'MARKETPLACE',
    without: WITHOUT_SEARCHES,
    question: { kind: 'SEARCHES', reportType: 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT' },
    // Ready up to three days after the week, and sometimes a week.
    rhythm: { kind: 'WEEKS', reachWeeks: 12, lagDays: 4, againAfterDays: 8 },
    rank: 20,
    fileName: 'search-query-performance',
    extension: 'json',
  },
  places('marketplaces', 'Marketplaces', 'SELLING_PARTNER'),
  {
    id: 'inventedRates',
    label: 'Exchange rates, invented',
    provider: 'SELLING_PARTNER',
    scope: 'REGION',
    question: { kind: 'INVENTED_RATES' },
    rhythm: {
      kind: 'DAYS',
      reachDays: DAYS_OF_RATES,
      daysMax: DAYS_OF_RATES,
      lagDays: 0,
      rereads: [],
      criticalDays: DAYS_OF_RATES,
    },
    rank: 0,
    fileName: 'invented-exchange-rates',
    extension: 'json',
  },
]

function places(id: string, label: string, provider: ConnectionProvider): Source {
  return {
    id,
    label,
    provider,
    scope: 'REGION',
    question: { kind: 'PLACES' },
    rhythm: { kind: 'TODAY', everyDays: 1 },
    rank: 16,
    fileName: '',
    extension: 'txt',
  }
}

function report(
  id: string,
  label: string,
  reportType: string,
  {
    options,
    sinceHours,
    began,
    isRestricted,
    extension = 'txt',
    ...rest
  }: Pick<
    Source,
    | 'scope'
    | 'rank'
    | 'rhythm'
    | 'marketplaces'
    | 'without'
    | 'complete'
    | 'hasMoments'
    | 'hasPacificDays'
    | 'table'
    | 'tableOfUnits'
  > & {
    options?: Readonly<Record<string, string>>
    sinceHours?: number
    began?: readonly [from: string, to: string]
    isRestricted?: true
    extension?: Source['extension']
  },
): Source {
  return {
    id,
    label,
    provider: 'SELLING_PARTNER',
    question: {
      kind: 'REPORT',
      reportType,
      ...(options && { options }),
      ...(sinceHours !== undefined && { sinceHours }),
      ...(began && { began }),
      ...(isRestricted && { isRestricted }),
    },
    fileName: label.toLowerCase().replaceAll(' ', '-'),
    extension,
    ...rest,
  }
}

export const SOURCES: readonly Source[] = [
  ...SELLING,
  ...ADVERTISING_SOURCES,
  places('profiles', 'Advertising profiles', 'ADVERTISING'),
]

/** Sources whose questions name all marketplaces of a connection: another one makes days that were asked for unknown. */
export const OF_ALL_MARKETPLACES: readonly string[] = SOURCES.filter(
  ({ scope, question, rhythm }) =>
    scope === 'REGION' && question.kind === 'REPORT' && (rhythm.kind === 'DAYS' || rhythm.kind === 'MONTHS'),
).map(({ id }) => id)

export const sourceOf = (id: string): Source | undefined => SOURCES.find((source) => source.id === id)
