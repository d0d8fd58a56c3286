import { marketplaceIn } from './product-costs.ts'
import type { FactRecord, RecordInput, RecordReportType } from './report-type.ts'
import { snapshotDay } from './snapshot-day.ts'
import { currencyIn, hasTable, tableFacts } from './tabular.ts'

const columns = {
  sku: { names: ['sku'], required: true },
  marketplace: { names: ['amazon-store'] },
  currency: { names: ['currency'], required: true },
  sales_price: { names: ['sales-price'] },
  your_price: { names: ['your-price'] },
  total: { names: ['estimated-fee-total'], required: true },
  referral_fee: { names: ['estimated-referral-fee-per-unit'], required: true },
  closing_fee: { names: ['estimated-variable-closing-fee'] },
  fulfillment_fee: {
    names: [
      'expected-fulfillment-fee-per-unit',
      'expected-fulfilment-fee-per-unit',
      'expected-domestic-fulfilment-fee-per-unit',
      'expected-domestic-fulfillment-fee-per-unit',
    ],
  },
}

const AMOUNTS = ['sales_price', 'your_price', 'referral_fee', 'closing_fee', 'fulfillment_fee']

/** What Amazon expects to charge for a unit at its price of now (GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA). `--` is unknown. */
export const feePreview: RecordReportType = {
  kind: 'records',
  id: 'fee_preview',
  label: 'Fee preview report',
  guide: {
    gives:
      'What Amazon expects to charge for a unit, for orders that no settlement has yet. What was really charged stands in the settlement report.',
    where: 'Reports → Fulfilment → Payments → Fee preview',
  },
  source: 'NONE',
  isOfMarketplace: true,
  dayColumn: 'snapshot_date',
  columns,
  recognise: (head) => hasTable(head, columns),
  read,
}

function read(input: RecordInput): AsyncIterable<FactRecord> {
  const [day, asked] = [snapshotDay(input), input.options.marketplace ?? null]
  return tableFacts(input, columns, 'fee_estimates', AMOUNTS, (cells) => {
    const values = cells.facts('fee_estimates', ['referral_fee', 'closing_fee', 'fulfillment_fee'])
    const negative = Object.keys(values).find((column) => values[column]?.startsWith('-'))
    if (negative) throw cells.refuse(negative, 'a fee of 0 or more')
    const currency = currencyIn(cells)
    // The fee is of the price that holds now; where there is no offer, the files repeat the usual one.
    const price = cells.value('sales_price', 'decimal') ?? cells.value('your_price', 'decimal')
    Object.assign(values, {
      sku: cells.required('sku', 'text'),
      marketplace: marketplaceIn(cells) ?? asked,
      snapshot_date: day,
      currency,
      price,
    })
    return [{ table: 'fee_estimates', lineNumber: cells.lineNumber, part: 0, values }]
  })
}
