/** Which metrics the pages of trends show, by what these are told apart, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'
import { isToldByAdType, isToldByCustomer } from '../metrics/told-apart.ts'
import { COURSE_DIMENSIONS, type CourseDimension } from './course.ts'

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

/** By what the first metric may be split besides what every course may: by who buys, and by the kind of the ad. */
export const KIND_SPLITS = ['CUSTOMER', 'AD_TYPE'] as const
export type KindSplit = (typeof KIND_SPLITS)[number]
export type TrendSplit = Exclude<CourseDimension, 'NONE'> | KindSplit
export const TREND_SPLITS = [...COURSE_DIMENSIONS, ...KIND_SPLITS] as const

export const isKindSplit = (split: TrendSplit): split is KindSplit =>
  KIND_SPLITS.some((kind) => kind === split)

/** Whether a metric can be told apart by it. */
export const isSplitBy = (metric: TrendMetric, split: TrendSplit): boolean =>
  split === 'CUSTOMER' ? isToldByCustomer(metric) : split === 'AD_TYPE' ? isToldByAdType(metric) : true

/** Kinds of ads by the letters of their files. */
export const AD_TYPES: Readonly<Record<string, string>> = {
  SP: 'Sponsored Products',
  SB: 'Sponsored Brands',
  SD: 'Sponsored Display',
  ST: 'Sponsored Television',
}

export const CUSTOMERS = { B2B: 'Business customers', B2C: 'All others' } as const
