/** Which metrics the page shows, by what, and within which limits. */
import { SETTINGS } from '../metrics/metric.ts'
import type { MetricId } from '../metrics/metrics.ts'

/** The longest range that a question may span. */
export const UNIT_ECONOMICS_DAYS_MAX = 365

export const BUSINESS_METRICS = [
  'unitsSold',
  'orders',
  'orderedProductSales',
  'netSales',
  'sessions',
  'unitSessionPercentage',
  'buyBoxPercentage',
  'adSpend',
  'acos',
  'tacos',
  'refundRate',
  'netProfit',
  'netMargin',
] as const satisfies readonly MetricId[]

export const UNIT_ECONOMICS_METRICS = [
  'unitPrice',
  'unitVat',
  'unitPromotion',
  'netPrice',
  'unitManufacturing',
  'unitFreight',
  'unitDuty',
  'unitOtherCost',
  'unitCogs',
  'unitCm1',
  'unitReferralFee',
  'unitFulfilmentFee',
  'unitStorageFee',
  'unitOtherFees',
  'unitRefundCost',
  'unitCm2',
  'unitAdvertising',
  'unitPromotionFees',
  'unitCm3',
  'unitContingency',
  'unitProfit',
  'unitMargin',
  'unitRoi',
  'breakEvenAcos',
  'minimumPrice',
] as const satisfies readonly MetricId[]

/** In percent of the net price. */
export const CONTINGENCY_PRESET = Number(SETTINGS.contingency.preset) * 100
