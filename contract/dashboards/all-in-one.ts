/** Which metrics the page shows, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'

/** The longest range that a question may span. */
export const ALL_IN_ONE_DAYS_MAX = 185
/** Of the range that is shown where nobody has chosen one. */
export const ALL_IN_ONE_DAYS_AT_FIRST = 30

export const ALL_IN_ONE_CARDS = [
  'orderedProductSales',
  'unitsOrdered',
  'netProfit',
  'netMargin',
  'adSpend',
  'tacos',
  'sessions',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'adSales',
  'acos',
  'refundRate',
] as const satisfies readonly MetricId[]

/** What the charts draw. */
export const ALL_IN_ONE_COURSE = [
  'orderedProductSales',
  'organicSales',
  'adSales',
  'netProfit',
  'adSpend',
  'acos',
  'tacos',
  'sessions',
  'unitSessionPercentage',
] as const satisfies readonly MetricId[]

/** From sales to profit: they add up to the net profit of the order basis. */
export const PROFIT_STEPS = [
  'grossSales',
  'promotions',
  'refunds',
  'salesVat',
  'cogs',
  'sellingFees',
  'fulfilmentCosts',
  'storageAndInventory',
  'marketing',
  'accountLevel',
  'statementOperatingExpenses',
] as const satisfies readonly MetricId[]

/** What is looked at to say why a product sold more or less. */
export const MOVER_METRICS = [
  'orderedProductSales',
  'sessions',
  'unitSessionPercentage',
  'averageSellingPrice',
  'buyBoxPercentage',
  'adSpend',
] as const satisfies readonly MetricId[]

export const MOVERS_AT_FIRST = 10
export const MOVERS_MAX = 50

/** A product is about to be out of stock that lasts no longer. */
export const RUNS_OUT_DAYS = 14
/** Of those so many are named. */
export const RUNNING_OUT_NAMED = 50

/** Lost contribution is of so many products, those with most sales. */
export const LOST_PRODUCTS_MAX = 200

export const ALL_IN_ONE_PRODUCTS = [
  'orderedProductSales',
  'unitsOrdered',
  'sessions',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'adSpend',
  'acos',
  'tacos',
  'netProfit',
  'netMargin',
  'daysOfCover',
] as const satisfies readonly MetricId[]
