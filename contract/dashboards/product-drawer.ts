/** What the drawer of a product shows, and within which limits. */
import type { MetricId } from '../metrics/metrics.ts'

/** Its figures are of so many days that reports reach to. */
export const PRODUCT_DAYS = 30
/** Its weekly courses. */
export const PRODUCT_WEEKS = 26
/** Searches are of so many days. */
export const PRODUCT_SEARCH_DAYS = 91
export const PRODUCT_SEARCHES_MAX = 20

export const PRODUCT_CARDS = [
  'orderedProductSales',
  'unitsOrdered',
  'netProfit',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'daysOfCover',
] as const satisfies readonly MetricId[]

/** From the price of a unit to its profit. */
export const PRODUCT_STEPS = [
  'unitPrice',
  'unitVat',
  'unitPromotion',
  'unitReferralFee',
  'unitFulfilmentFee',
  'unitStorageFee',
  'unitOtherFees',
  'unitRefundCost',
  'unitCogs',
  'unitAdvertising',
  'unitPromotionFees',
  'unitContingency',
  'unitProfit',
] as const satisfies readonly MetricId[]

export const PRODUCT_STOCK = [
  'available',
  'inbound',
  'reserved',
  'unfulfillable',
  'strandedUnits',
  'dailyVelocity',
  'daysOfCover',
  'totalDaysOfCover',
] as const satisfies readonly MetricId[]

/** When to order and how many, and how it was in stock. */
export const PRODUCT_REORDERING = [
  'stockoutDate',
  'reorderInDays',
  'reorderQuantity',
  'reorderPoint',
  'safetyStockUnits',
  'inStockRate',
  'outOfStockDays',
] as const satisfies readonly MetricId[]

export const PRODUCT_COURSE = [
  'orderedProductSales',
  'unitsOrdered',
  'averageSellingPrice',
  'adSpend',
  'adSales',
  'acos',
  'clicks',
] as const satisfies readonly MetricId[]

export const PRODUCT_SEARCH_METRICS = [
  'searchQueryVolume',
  'sqpImpressions',
  'sqpClicks',
  'sqpPurchases',
  'clickShare',
  'purchaseShare',
] as const satisfies readonly MetricId[]
