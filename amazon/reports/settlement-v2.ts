import type { LineReportType } from './report-type.ts'

/**
 * Settlement report, flat file V2: one amount per line, first a line that states the settlement itself.
 * 24 columns, 23 in files from before `promotion-id`. `GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2`.
 */
export const settlementV2: LineReportType = {
  kind: 'lines',
  id: 'settlement_v2',
  label: 'Settlement report (flat file V2)',
  guide: {
    gives:
      'Everything that was paid or charged, with the total to check it against: the best source of money.',
    where: 'Payments → Reports repository, or All statements; one file per account and two weeks',
    path: '/payments/reports-repository',
    // https://sellercentral.amazon.de/gp/help/external/200141680
    local: { German: 'Berichte → Zahlungen → Abrechnungen' },
  },
  table: 'settlement_lines',
  source: 'SETTLEMENT_V2',
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
    amount_type: { names: ['amount-type'], required: true },
    amount_description: { names: ['amount-description'], required: true },
    amount: { names: ['amount'], required: true },
    fulfillment_channel: { names: ['fulfillment-id'] },
    posted_at: { names: ['posted-date-time', 'posted-date'], required: true, asked: 'posted-date' },
    // Its format differs more between regions, and it has no time.
    posted_date: { names: ['posted-date'] },
    order_item_id: { names: ['order-item-code'] },
    sku: { names: ['sku'] },
    quantity: { names: ['quantity-purchased'] },
    promotion_id: { names: ['promotion-id'] },
  },
  amounts: [
    {
      amount: 'amount',
      amountType: { column: 'amount_type' },
      description: { column: 'amount_description' },
    },
  ],
  standIns: { posted_at: 'posted_date' },
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
