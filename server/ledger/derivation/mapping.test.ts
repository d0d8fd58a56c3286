import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { assetPath } from '#server/assets.ts'
import { MAPPING_VERSION, mapLine, type MappingSource } from './mapping.ts'

const rules = parse<Record<string, string>>(
  readFileSync(assetPath(`server/data/ledger-mapping.v${MAPPING_VERSION}.csv`)),
  { columns: true, skip_empty_lines: true },
)

/** A name for which the rule was written; where it says nothing, a text that no rule knows. */
const nameFor = (rule: Record<string, string>) => {
  const named = (column: string) => (rule[column] === '*' ? 'Nobody knows' : rule[column]!)
  return {
    transactionType: named('transaction_type'),
    amountType: named('amount_type'),
    amountDescription: named('amount_description'),
  }
}

test('words of every kind of file mean the same where nobody says whose they are', () => {
  const sources = ['settlement_v2', 'settlement_wide', 'date_range', 'finances'] as const
  const others: unknown[] = []
  let compared = 0
  for (const source of sources) {
    for (const rule of rules.filter((row) => row['source'] === source)) {
      const name = nameFor(rule)
      const own = mapLine({ ...name, source })
      const every = mapLine({ ...name, source: 'every' })
      if (JSON.stringify(own) !== JSON.stringify(every)) others.push({ source, name, own, every })
      compared++
    }
  }
  expect(others).toEqual([])
  expect(compared).toBe(335)
})

/** By the tables of the metrics document, and by nothing that the mapping computes. */
test.each<[type: string, amountType: string, description: string, line: string, counts: string]>([
  ['Order', 'ItemPrice', 'Principal', 'productSales', 'SOLD'],
  ['Shipment', 'ItemPrice', 'Principal', 'productSales', 'SOLD'],
  ['Order', 'price-amount', 'Principal', 'productSales', 'SOLD'],
  ['Shipment', 'price-amount', 'Principal', 'productSales', 'SOLD'],
  ['Order', 'quantity', '', 'productSales', 'SOLD'],
  ['Order', 'product sales', 'A cup', 'productSales', 'SOLD'],
  ['Shipment', 'product sales', 'A cup', 'productSales', 'SOLD'],
  ['ShipmentEventList', 'ItemChargeList', 'Principal', 'productSales', 'SOLD'],
  ['Shipment', 'ItemPrice', 'COD', 'shippingRevenue', ''],
  ['Order', 'ItemFees', 'Commission', 'referralFees', ''],
  ['Order', 'item-related-fee-amount', 'Commission', 'referralFees', ''],
  ['Order', 'selling fees', 'A cup', 'referralFees', ''],
  ['Refund', 'ItemPrice', 'Principal', 'refundedProductSales', 'REFUNDED'],
  ['Refund', 'price-amount', 'Principal', 'refundedProductSales', 'REFUNDED'],
  ['Refund', 'product sales', 'A cup', 'refundedProductSales', 'REFUNDED'],
  ['Refund', 'ItemFees', 'Commission', 'referralFeesRefunded', ''],
  ['Refund', 'Promotion', 'Principal', 'refundedPromotions', ''],
  ['ServiceFee', 'ServiceFee', 'ReturnShipping', 'fbaReturnFees', ''],
  ['Refund', 'Promotion', 'Shipping', 'refundedPromotions', ''],
  ['other-transaction', 'other-transaction', 'Storage Fee', 'monthlyStorageFees', ''],
  ['Storage Fee', 'other-amount', 'Storage Fee', 'monthlyStorageFees', ''],
  ['Shipping Services', 'other', 'Label', 'fbmShippingCosts', ''],
  ['ServiceFee', 'Cost of Advertising', 'TransactionTotalAmount', 'memoAdvertisingBilled', ''],
])('a facts file may say %s, %s, %s', (transactionType, amountType, amountDescription, line, counts) => {
  expect(mapLine({ source: 'every', transactionType, amountType, amountDescription })).toMatchObject({
    line,
    counts,
    unmapped: false,
  })
})

test.each([
  ['MarketplaceFacilitatorVAT-Principal', 'WITHHELD'],
  ['LowValueGoodsTax-Principal', 'WITHHELD'],
  ['TCS-IGST', ''],
  ['TDS (Section 194-O)', ''],
])('of the tax of a sale %s is %j', (amountDescription, taxRole) => {
  const name = { transactionType: 'Order', amountType: 'ItemWithheldTax', amountDescription }
  for (const source of ['settlement_v2', 'every'] as const)
    expect(mapLine({ ...name, source })).toMatchObject({ line: 'memoFacilitatorTax', taxRole })
})

test('what no kind of file knows stays unmapped', () => {
  const name = { transactionType: 'Shipment', amountType: 'Gift', amountDescription: 'Card' }
  const sources: (MappingSource | 'every')[] = ['settlement_v2', 'every']
  for (const source of sources)
    expect(mapLine({ ...name, source })).toMatchObject({ line: 'adjustments', unmapped: true })
})
