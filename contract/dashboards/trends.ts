/** Which metrics the pages of trends show, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'

/** The longest ranges that a question may span. */
export const SALES_TRENDS_DAYS_MAX = 730
export const ADVERTISING_TRENDS_DAYS_MAX = 185

/** So many metrics are drawn at once. */
export const TREND_METRICS_MAX = 4

export const SALES_TREND_METRICS = [
  'orderedProductSales',
  'unitsOrdered',
  'averageSellingPrice',
  'sessions',
  'browserSessions',
  'mobileAppSessions',
  'pageViews',
  'unitSessionPercentage',
  'unitSessionPercentageB2B',
  'buyBoxPercentage',
  'b2bSalesShare',
  'unitsRefunded',
  'refundRate',
] as const satisfies readonly MetricId[]

export const ADVERTISING_TREND_METRICS = [
  'adSpend',
  'adSales',
  'organicSales',
  'adSalesShare',
  'acos',
  'tacos',
  'cpc',
  'ctr',
  'clicks',
  'impressions',
  'cvr',
  'newToBrandOrdersShare',
] as const satisfies readonly MetricId[]

export type TrendMetric = (typeof SALES_TREND_METRICS | typeof ADVERTISING_TREND_METRICS)[number]
