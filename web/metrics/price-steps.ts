import type { PRODUCT_STEPS } from '#contract/dashboards/product-drawer.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ChartTone } from '#web/charts/chart-series.ts'
import type { LedgerStep } from '#web/charts/waterfall.ts'

type Step = Exclude<(typeof PRODUCT_STEPS)[number], 'unitPrice' | 'unitProfit'>

/** What is taken from the price, in the order in which a seller loses it. */
const TAKEN: readonly [metric: Step, label: string, tone: ChartTone][] = [
  ['unitVat', 'VAT', 'other'],
  ['unitPromotion', 'Promotions', 'refunds'],
  ['unitReferralFee', 'Referral fee', 'fees'],
  ['unitFulfilmentFee', 'Fulfilment', 'fees'],
  ['unitStorageFee', 'Storage', 'fees'],
  ['unitOtherFees', 'Other Amazon fees', 'fees'],
  ['unitRefundCost', 'Refunds', 'refunds'],
  ['unitCogs', 'Cost of goods', 'cogs'],
  ['unitAdvertising', 'Advertising', 'ads'],
  ['unitPromotionFees', 'Promotion fees', 'ads'],
  ['unitContingency', 'Contingency', 'other'],
]

/** From the price of a unit to its profit; their ids are metrics. */
export const priceSteps = (
  cells: Readonly<Record<'unitPrice' | Step, { value: string | null }>>,
): LedgerStep[] => [
  { id: 'unitPrice', label: 'Price incl. VAT', amount: cells.unitPrice.value, tone: 'sales' },
  ...TAKEN.map(([id, label, tone]) => {
    const { value } = cells[id]
    return { id, label, tone, amount: value === null ? null : toText(-parseDecimal(value)) }
  }),
]
