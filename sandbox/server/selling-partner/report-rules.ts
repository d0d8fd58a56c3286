/** What Amazon refuses of a report, by its type. What a type says of a seller is that seller's own. */
import type { Region } from '#contract/marketplaces.ts'
import { WITHOUT_SEARCHES, WITHOUT_STOCK_PLANNING } from '#contract/report-marketplaces.ts'
import type { ReportQuestion } from '../../seller.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TWO_YEARS_MS = 731 * DAY_MS

interface ReportRule {
  daysMax?: number
  /** Whether it may be about persons, so that its document needs a token of its own. */
  isRestricted?: boolean
  /** Where alone it is made. */
  region?: Region
  /** Of which marketplaces it is not made. */
  without?: readonly string[]
  /** Of one marketplace at a time. */
  isOfOneMarketplace?: boolean
  /** How soon the same question brings nothing new. */
  renewedAfterMs?: number
  /** Within so long after a report of the account every other of its type is cancelled, of whatever marketplaces and days. */
  oncePerMs?: number
  /** How old the beginning has to be. */
  startAgeMs?: number
  /** A week, month or quarter of Brand Analytics. */
  isOfOnePeriod?: boolean
  options?: Readonly<Record<string, readonly string[]>>
  /** What began between two moments, which these options name. */
  began?: readonly [from: string, to: string]
}

const NEAR_REAL_TIME: ReportRule = { renewedAfterMs: HOUR_MS / 2 }
const DAILY: ReportRule = { renewedAfterMs: 4 * HOUR_MS }
const OF_EIGHTEEN_MONTHS: ReportRule = { daysMax: 549, oncePerMs: 4 * HOUR_MS }
const BRAND_ANALYTICS: ReportRule = {
  isOfOneMarketplace: true,
  isOfOnePeriod: true,
  without: WITHOUT_SEARCHES,
  options: { reportPeriod: ['WEEK', 'MONTH', 'QUARTER'] },
}

const RULES: Readonly<Record<string, ReportRule>> = {
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL: { daysMax: 30 },
  GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL: { daysMax: 30 },
  GET_SALES_AND_TRAFFIC_REPORT: {
    daysMax: 731,
    isOfOneMarketplace: true,
    options: { dateGranularity: ['DAY', 'WEEK', 'MONTH'], asinGranularity: ['PARENT', 'CHILD', 'SKU'] },
  },
  GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA: { ...OF_EIGHTEEN_MONTHS, daysMax: 366 },
  GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE: { daysMax: 60 },
  GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA: NEAR_REAL_TIME,
  GET_FBA_MYI_ALL_INVENTORY_DATA: NEAR_REAL_TIME,
  GET_AFN_INVENTORY_DATA: NEAR_REAL_TIME,
  GET_AFN_INVENTORY_DATA_BY_COUNTRY: NEAR_REAL_TIME,
  GET_RESERVED_INVENTORY_DATA: NEAR_REAL_TIME,
  GET_LEDGER_SUMMARY_VIEW_DATA: {
    ...OF_EIGHTEEN_MONTHS,
    options: {
      aggregateByLocation: ['COUNTRY', 'FC'],
      aggregatedByTimePeriod: ['MONTHLY', 'WEEKLY', 'DAILY'],
    },
  },
  GET_LEDGER_DETAIL_VIEW_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_INVENTORY_PLANNING_DATA: { ...DAILY, without: WITHOUT_STOCK_PLANNING },
  GET_RESTOCK_INVENTORY_RECOMMENDATIONS_REPORT: DAILY,
  GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA: { startAgeMs: 3 * DAY_MS, oncePerMs: DAY_MS },
  GET_REFERRAL_FEE_PREVIEW_REPORT: { renewedAfterMs: DAY_MS },
  GET_FBA_STORAGE_FEE_CHARGES_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_FULFILLMENT_LONGTERM_STORAGE_FEE_CHARGES_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_REIMBURSEMENTS_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_FULFILLMENT_REMOVAL_ORDER_DETAIL_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_FULFILLMENT_REMOVAL_SHIPMENT_DETAIL_DATA: OF_EIGHTEEN_MONTHS,
  GET_FBA_FULFILLMENT_CUSTOMER_SHIPMENT_PROMOTION_DATA: { daysMax: 31 },
  GET_STRANDED_INVENTORY_UI_DATA: NEAR_REAL_TIME,
  GET_MERCHANT_LISTINGS_ALL_DATA: {},
  GET_VAT_TRANSACTION_DATA: { daysMax: 31, region: 'EUROPE', isRestricted: true },
  GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT: BRAND_ANALYTICS,
  GET_BRAND_ANALYTICS_SEARCH_CATALOG_PERFORMANCE_REPORT: BRAND_ANALYTICS,
  GET_BRAND_ANALYTICS_SEARCH_TERMS_REPORT: BRAND_ANALYTICS,
  GET_BRAND_ANALYTICS_REPEAT_PURCHASE_REPORT: BRAND_ANALYTICS,
  GET_BRAND_ANALYTICS_MARKET_BASKET_REPORT: BRAND_ANALYTICS,
  GET_PROMOTION_PERFORMANCE_REPORT: {
    isOfOneMarketplace: true,
    began: ['promotionStartDateFrom', 'promotionStartDateTo'],
  },
  GET_COUPON_PERFORMANCE_REPORT: {
    isOfOneMarketplace: true,
    began: ['couponStartDateFrom', 'couponStartDateTo'],
  },
}

/** 18 ASINs. */
const ASINS_LENGTH_MAX = 200

export const SETTLEMENT_REPORT = 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2'

export const isRequestable = (reportType: string): boolean => Object.hasOwn(RULES, reportType)

export const isRestricted = (reportType: string): boolean => RULES[reportType]?.isRestricted === true

/** In milliseconds; undefined where every reading is a new one. */
export const renewedAfterMs = (reportType: string): number | undefined => RULES[reportType]?.renewedAfterMs

/** In milliseconds; undefined where as many as are asked for are made. */
export const oncePerMs = (reportType: string): number | undefined => RULES[reportType]?.oncePerMs

/** Why Amazon ends a report as `FATAL` whatever the seller's data are. */
export function fatalReason(question: ReportQuestion, createdAt: Date): string | undefined {
  const { reportType, marketplaces, start, end, options } = question
  const {
    daysMax,
    region,
    without = [],
    isOfOneMarketplace,
    startAgeMs,
    isOfOnePeriod,
    began,
    options: allowed = {},
  } = RULES[reportType] ?? {}
  if (region !== undefined && region !== question.region) return `It is made in ${region} alone.`
  if (marketplaces.some((code) => without.includes(code))) return 'It is not made of this marketplace.'
  if (isOfOneMarketplace && marketplaces.length !== 1) return 'Exactly one marketplace can be asked for.'
  if (daysMax !== undefined && end.getTime() - start.getTime() > daysMax * DAY_MS)
    return `The range is longer than ${daysMax} days.`
  if (startAgeMs !== undefined && createdAt.getTime() - start.getTime() < startAgeMs)
    return 'The start has to be at least 72 hours ago.'
  const wrong = Object.entries(options).find(
    ([name, value]) => allowed[name] && !allowed[name].includes(value),
  )
  if (wrong) return `The report option ${wrong[0]} is not one of ${allowed[wrong[0]]!.join(', ')}.`
  const beganProblem = began && beganWrongly(options, began, createdAt)
  if (beganProblem) return beganProblem
  return isOfOnePeriod ? brandAnalyticsProblem(question) : undefined
}

function beganWrongly(
  options: ReportQuestion['options'],
  [from, to]: NonNullable<ReportRule['began']>,
  createdAt: Date,
): string | undefined {
  const [first, last] = [from, to].map((name) => Date.parse(options[name] ?? '')) as [number, number]
  if (Number.isNaN(first) || Number.isNaN(last))
    return `The report options ${from} and ${to} have to be dates.`
  if (first > last) return `${from} is after ${to}.`
  return createdAt.getTime() - first > TWO_YEARS_MS ? `${from} is more than two years ago.` : undefined
}

function brandAnalyticsProblem({ reportType, start, end, options }: ReportQuestion): string | undefined {
  const isOfQueries = reportType === 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'
  if (isOfQueries && !options['asin']) return 'The report option asin is missing.'
  if ((options['asin'] ?? '').length > ASINS_LENGTH_MAX)
    return `The report option asin is longer than ${ASINS_LENGTH_MAX} characters.`
  const first = start.toISOString().slice(0, 10)
  const last = end.toISOString().slice(0, 10)
  const period = options['reportPeriod']
  if (period === undefined) return 'The report option reportPeriod is missing.'
  return last === lastDayOf(first, period) ? undefined : `The range is not exactly one ${period}.`
}

/** The last day of a period that begins on a day; undefined where none does. Weeks begin on Sunday. */
function lastDayOf(first: string, period: string): string | undefined {
  const start = new Date(`${first}T00:00:00Z`)
  const ending = (months: number) => Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 0)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  if (period === 'WEEK') return start.getUTCDay() === 0 ? day(start.getTime() + 6 * DAY_MS) : undefined
  if (start.getUTCDate() !== 1) return undefined
  if (period === 'MONTH') return day(ending(1))
  return start.getUTCMonth() % 3 === 0 ? day(ending(3)) : undefined
}
