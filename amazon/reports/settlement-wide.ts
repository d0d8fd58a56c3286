import type { AmountColumns, LineReportType } from './report-type.ts'

/** An amount that is named by the column beside it; its type is the heading of the amount. */
const named = (heading: string, description: string): AmountColumns => ({
  amount: heading.replaceAll('-', '_'),
  amountType: { constant: heading },
  description: { column: description },
})

/**
 * Settlement report, the wide flat file: a column for each kind of amount, often several in one line. 36 columns, 33
 * where a settlement has no promotion. The quantity stands in a line of its own that has no amount.
 * `GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE`.
 */
export const settlementWide: LineReportType = {
  kind: 'lines',
  id: 'settlement_wide',
  label: 'Settlement report (wide flat file)',
  guide: {
    gives: 'The same money as flat file V2, in an older layout. Where both are there, V2 counts.',
    where: 'Payments → Reports repository, or All statements',
    path: '/payments/reports-repository',
  },
  table: 'settlement_lines',
  source: 'SETTLEMENT_WIDE',
  columns: {
    settlement_id: { names: ['settlement-id'], required: true },
    start_at: { names: ['settlement-start-date'], required: true },
    end_at: { names: ['settlement-end-date'], required: true },
    deposit_at: { names: ['deposit-date'] },
    total_amount: { names: ['total-amount'], required: true },
    currency: { names: ['currency'], required: true },
    transaction_type: { names: ['transaction-type'], required: true },
    order_id: { names: ['order-id'], required: true },
    adjustment_id: { names: ['adjustment-id'] },
    shipment_id: { names: ['shipment-id'] },
    marketplace: { names: ['marketplace-name'] },
    shipment_fee_type: { names: ['shipment-fee-type'] },
    shipment_fee_amount: { names: ['shipment-fee-amount'] },
    order_fee_type: { names: ['order-fee-type'] },
    order_fee_amount: { names: ['order-fee-amount'] },
    fulfillment_channel: { names: ['fulfillment-id'] },
    posted_at: { names: ['posted-date-time', 'posted-date'], required: true, asked: 'posted-date' },
    order_item_id: { names: ['order-item-code'] },
    sku: { names: ['sku'] },
    quantity: { names: ['quantity-purchased'] },
    price_type: { names: ['price-type'], required: true },
    price_amount: { names: ['price-amount'], required: true },
    item_related_fee_type: { names: ['item-related-fee-type'], required: true },
    item_related_fee_amount: { names: ['item-related-fee-amount'], required: true },
    misc_fee_amount: { names: ['misc-fee-amount'] },
    other_fee_amount: { names: ['other-fee-amount'] },
    other_fee_reason_description: { names: ['other-fee-reason-description'] },
    promotion_id: { names: ['promotion-id'] },
    promotion_type: { names: ['promotion-type'] },
    promotion_amount: { names: ['promotion-amount'] },
    direct_payment_type: { names: ['direct-payment-type'] },
    direct_payment_amount: { names: ['direct-payment-amount'] },
    other_amount: { names: ['other-amount'], required: true },
  },
  amounts: [
    named('price-amount', 'price_type'),
    named('item-related-fee-amount', 'item_related_fee_type'),
    named('shipment-fee-amount', 'shipment_fee_type'),
    named('order-fee-amount', 'order_fee_type'),
    {
      amount: 'misc_fee_amount',
      amountType: { constant: 'misc-fee-amount' },
      description: { constant: 'misc-fee' },
    },
    named('other-fee-amount', 'other_fee_reason_description'),
    named('promotion-amount', 'promotion_type'),
    named('direct-payment-amount', 'direct_payment_type'),
    // Storage, subscriptions, reimbursements, reserves: the transaction type says which.
    named('other-amount', 'transaction_type'),
  ],
  summary: {
    filled: 'total_amount',
    columns: {
      settlement_id: 'settlement_id',
      start_at: 'start_at',
      end_at: 'end_at',
      deposit_at: 'deposit_at',
      total_amount: 'total_amount',
      currency: 'currency',
    },
  },
}
