/** What Amazon's files call their amounts, in words that a reader knows. Codes that stand here not are spelled out. */

const READABLE: Record<string, string> = {
  Principal: 'Item price',
  OurPricePrincipal: 'Item price',
  Shipping: 'Shipping paid by the buyer',
  ShippingCharge: 'Shipping paid by the buyer',
  GiftWrap: 'Gift wrap',
  Giftwrap: 'Gift wrap',
  Tax: 'Tax on the item',
  ShippingTax: 'Tax on shipping',
  GiftWrapTax: 'Tax on gift wrap',
  GiftwrapTax: 'Tax on gift wrap',
  TaxDiscount: 'Tax on the promotion',
  Goodwill: 'Goodwill to the buyer',
  Commission: 'Referral fee',
  ReferralFee: 'Referral fee',
  RefundCommission: 'Refund administration fee',
  ShippingHB: 'Referral fee on shipping',
  ShippingChargeback: 'Shipping kept by FBA',
  GiftwrapChargeback: 'Gift wrap kept by FBA',
  FBAPerUnitFulfillmentFee: 'FBA fulfilment fee per unit',
  FBAPerOrderFulfillmentFee: 'FBA fulfilment fee per order',
  FBAWeightBasedFee: 'FBA fulfilment fee by weight',
  FBAPickAndPackFee: 'FBA pick and pack fee',
  'FBA Pick & Pack Fee': 'FBA pick and pack fee',
  FBACustomerReturnPerUnitFee: 'FBA return fee per unit',
  FBACustomerReturnPerOrderFee: 'FBA return fee per order',
  FBACustomerReturnWeightBasedFee: 'FBA return fee by weight',
  CustomerReturnHRRUnitFee: 'Return processing fee, high return rate',
  FBAInboundTransportationFee: 'Inbound transport',
  FBAInboundConvenienceFee: 'Inbound placement fee',
  ProductAdsPayment: 'Advertising, charged',
  TransactionTotalAmount: 'Amount of the transaction',
  'Cost of Advertising': 'Advertising, charged',
  CostOfAdvertising: 'Advertising, charged',
  'Successful charge': 'Payment to Amazon',
  WAREHOUSE_LOST: 'Lost in the warehouse',
  WAREHOUSE_LOST_MANUAL: 'Lost in the warehouse, claimed',
  WAREHOUSE_DAMAGE: 'Damaged in the warehouse',
  WAREHOUSE_DAMAGE_EXCEPTION: 'Damaged in the warehouse, exception',
  MISSING_FROM_INBOUND: 'Lost on the way in',
  MISSING_FROM_INBOUND_CLAWBACK: 'Lost on the way in, taken back',
  REMOVAL_ORDER_LOST: 'Lost on removal',
  REMOVAL_ORDER_DAMAGED: 'Damaged on removal',
  MULTICHANNEL_ORDER_LOST: 'Lost multi-channel order',
  MULTICHANNEL_ORDER_DAMAGED: 'Damaged multi-channel order',
  MULTICHANNEL_ORDER_LATE: 'Late multi-channel order',
  COMPENSATED_CLAWBACK: 'Reimbursement taken back',
  REVERSAL_REIMBURSEMENT: 'Reimbursement after a reversal',
  RE_EVALUATION: 'Reimbursement, evaluated anew',
  FREE_REPLACEMENT_REFUND_ITEMS: 'Replacement or refund, item not returned',
  CS_ERROR_ITEMS: 'Error of customer service',
  INCORRECT_FEES_ITEMS: 'Wrong fees of items, corrected',
  INCORRECT_FEES_NON_ITEMIZED: 'Wrong fees, corrected',
  SP: 'Sponsored Products',
  SB: 'Sponsored Brands',
  SD: 'Sponsored Display',
}

/** Longer than any code, and short enough for a search that goes back and forth in it. */
const CODE_LENGTH_MAX = 200

/** `WAREHOUSE_LOST` is "Lost in the warehouse", and `LiquidationsFee` "Liquidations fee"; other texts are what they are. */
export function readableWords(code: string): string {
  if (Object.hasOwn(READABLE, code)) return READABLE[code]!
  const isCode =
    code.length <= CODE_LENGTH_MAX &&
    /^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$/.test(code) &&
    /_|[a-z][A-Z]|^[A-Z]{5,}$/.test(code)
  if (!isCode) return code
  const words = code
    .replace(/([a-z0-9])([A-Z])|([A-Z]{2,})(?=[A-Z][a-z])/g, (_, end: string, start: string, all: string) =>
      all ? `${all} ` : `${end} ${start}`,
    )
    .split(/[\s_-]+/)
  const isShouted = !/[a-z]/.test(code)
  return words
    .map((word, index) => (!isShouted && /^[A-Z]{2,}$/.test(word) ? word : cased(word, index === 0)))
    .join(' ')
}

const cased = (word: string, isFirst: boolean): string =>
  isFirst ? word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase() : word.toLowerCase()

/** Those that have words of their own. */
export const WORDED_CODES: readonly string[] = Object.keys(READABLE)
