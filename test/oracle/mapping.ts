/** Which line a row of a settlement stands in: of the mapping table, what the demo has. */
import type { Cells } from './raw-files.ts'

export interface Mapped {
  line: string
  /** It contains the buyer's value-added tax (VAT-1). */
  isSale?: true
  /** It is a fee that bears value-added tax (FEEVAT-2). */
  isFee?: true
  units?: 'sold' | 'refunded'
  /** No rule names it (MAP-2). */
  isUnknown?: true
}

const sale = (line: string): Mapped => ({ line, isSale: true })
const fee = (line: string): Mapped => ({ line, isFee: true })
const unknown = (line: string): Mapped => ({ line, isUnknown: true })

const LINES: Record<string, Mapped> = {
  'Order / ItemPrice / Principal': { ...sale('productSales'), units: 'sold' },
  'Order / ItemPrice / Shipping': sale('shippingRevenue'),
  'Order / ItemPrice / GiftWrap': sale('giftWrapRevenue'),
  'Order / Promotion / Principal': sale('productPromotions'),
  'Order / Promotion / Shipping': sale('shippingPromotions'),
  'Order / ItemFees / Commission': fee('referralFees'),
  'Order / ItemFees / VariableClosingFee': fee('closingFees'),
  'Order / ItemFees / FBAPerUnitFulfillmentFee': fee('fbaFulfilmentFees'),
  'Order / ItemFees / ShippingChargeback': fee('fbaFulfilmentFees'),
  'Order / ItemFees / GiftwrapChargeback': fee('fbaFulfilmentFees'),
  'Order / Shipment-Fees / FBATransportationFee': fee('fbaFulfilmentFees'),

  'Refund / ItemPrice / Principal': { ...sale('refundedProductSales'), units: 'refunded' },
  'Refund / ItemPrice / Goodwill': sale('refundedProductSales'),
  'Refund / ItemPrice / Shipping': sale('refundedShipping'),
  'Refund / Promotion / Principal': sale('refundedPromotions'),
  'Refund / Promotion / Shipping': sale('refundedPromotions'),
  'Refund / ItemFees / Commission': fee('referralFeesRefunded'),
  'Refund / ItemFees / RefundCommission': fee('refundAdminFees'),
  'Refund / ItemFees / VariableClosingFee': fee('closingFees'),
  'Refund / ItemFees / ShippingChargeback': fee('fbaFulfilmentFees'),

  'other-transaction / other-transaction / Storage Fee': fee('monthlyStorageFees'),
  'other-transaction / other-transaction / StorageRenewalBilling': fee('agedInventoryFees'),
  'other-transaction / other-transaction / FBAInboundTransportationFee': fee('inboundFees'),
  'other-transaction / other-transaction / DisposalComplete': fee('removalFees'),
  'other-transaction / other-transaction / Subscription Fee': fee('subscriptionFees'),
  'other-transaction / FBA Inventory Reimbursement / WAREHOUSE_LOST': { line: 'reimbursements' },
  'other-transaction / FBA Inventory Reimbursement / WAREHOUSE_DAMAGE': { line: 'reimbursements' },
  'other-transaction / FBA Inventory Reimbursement / REVERSAL_REIMBURSEMENT': { line: 'reimbursements' },
  'other-transaction / other-transaction / Current Reserve Amount': { line: 'memoReserves' },
  'other-transaction / other-transaction / Previous Reserve Amount Balance': { line: 'memoReserves' },
  'other-transaction / other-transaction / Micro Deposit': { line: 'memoTransfers' },
  'ServiceFee / Cost of Advertising / TransactionTotalAmount': { line: 'memoAdvertisingBilled' },

  // What nobody has heard of; its type does not say that it is a fee.
  'other-transaction / other-transaction / NewMarketplaceProgramFee': unknown('adjustments'),
}

/** Coupons are described in the seller's own words. */
const TYPES: Record<string, Mapped> = { CouponRedemptionFee: fee('promotionFees') }

export function mapped(row: Cells): Mapped {
  const type = row['transaction-type']!
  const name = `${type} / ${row['amount-type']} / ${row['amount-description']}`
  const found = LINES[name] ?? TYPES[type]
  if (!found) throw new Error(`The oracle knows no line for ${name}.`)
  return found
}
