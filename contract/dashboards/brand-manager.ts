/** Which metrics the page shows, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'

/** The longest range that a question may span. */
export const BRAND_MANAGER_DAYS_MAX = 730
/** How far a range may reach beyond today, which is as far as there is a forecast. */
export const FORECAST_MONTHS = 2

export const BRAND_CARDS = [
  'orderedProductSales',
  'unitsOrdered',
  'sessions',
  'unitSessionPercentage',
  'averageSellingPrice',
  'adSpend',
  'tacos',
  'contributionMargin3',
] as const satisfies readonly MetricId[]

/** Only where sales to businesses are asked for. */
export const BRAND_CARDS_B2B = [
  'orderedProductSalesB2B',
  'b2bSalesShare',
] as const satisfies readonly MetricId[]

/** The cards of a page, with those of sales to businesses or without. */
export const brandCards = (showB2B: boolean) => [...BRAND_CARDS, ...(showB2B ? BRAND_CARDS_B2B : [])]

export const BRAND_METRICS = [
  'orderedProductSales',
  'unitsOrdered',
  'averageSellingPrice',
  'sessions',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'adSpend',
  'acos',
  'tacos',
  'adSalesShare',
  'refundRate',
  'contributionMargin3',
  'contributionMargin3Percent',
] as const satisfies readonly MetricId[]

/** Of products one by one: how long stock lasts is not told of several together. */
export const BRAND_METRICS_OF_PRODUCT = ['daysOfCover'] as const satisfies readonly MetricId[]

export const BRAND_METRICS_B2B = [
  'orderedProductSalesB2B',
  'b2bSalesShare',
  'unitsOrderedB2B',
  'averageSellingPriceB2B',
  'unitSessionPercentageB2B',
] as const satisfies readonly MetricId[]

export type BrandMetric =
  | (typeof BRAND_METRICS)[number]
  | (typeof BRAND_METRICS_OF_PRODUCT)[number]
  | (typeof BRAND_METRICS_B2B)[number]

/** Columns of the page by period. */
export const SALES_TRAFFIC_METRICS = [
  'orderedProductSales',
  'unitsOrdered',
  'averageSellingPrice',
  'sessions',
  'pageViews',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'unitsRefunded',
  'refundRate',
] as const satisfies readonly MetricId[]

export type SalesTrafficMetric = (typeof SALES_TRAFFIC_METRICS)[number] | (typeof BRAND_METRICS_B2B)[number]

/** So many products of a parent are named in its row. */
export const PARENT_PRODUCTS_MAX = 100
