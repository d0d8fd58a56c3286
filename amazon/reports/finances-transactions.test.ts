import { expect, test } from 'vitest'
import { openReport } from '../files/open-report.ts'
import { collected, sourceOf } from '../testing.ts'

type Breakdown = [type: string, amount: number, parts?: Breakdown[]]
const breakdowns = (parts: Breakdown[] = []): object[] =>
  parts.map(([breakdownType, currencyAmount, inner]) => ({
    breakdownType,
    breakdownAmount: { currencyAmount, currencyCode: 'SEK' },
    breakdowns: inner ? breakdowns(inner) : null,
  }))

const item = (parts: Breakdown[] | null, more: object = {}) => ({
  description: 'Tablet',
  relatedIdentifiers: [
    {
      itemRelatedIdentifierName: 'ORDER_ADJUSTMENT_ITEM_ID',
      itemRelatedIdentifierValue: '6226957701205',
    },
  ],
  breakdowns: parts && breakdowns(parts),
  contexts: [
    {
      contextType: 'ProductContext',
      asin: 'B000000001',
      sku: 'TAB',
      quantityShipped: 2,
      fulfillmentNetwork: 'AFN',
    },
  ],
  ...more,
})

const transaction = (total: number, more: object = {}) => ({
  transactionId: 'T1',
  transactionType: 'Shipment',
  transactionStatus: 'RELEASED',
  postedDate: '2026-03-04T12:45:47Z',
  totalAmount: { currencyAmount: total, currencyCode: 'SEK' },
  marketplaceDetails: { marketplaceId: 'A2NODRKZP88ZB9', marketplaceName: 'Amazon.se' },
  relatedIdentifiers: [
    { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: '931-0852306-5138236' },
    { relatedIdentifierName: 'SHIPMENT_ID', relatedIdentifierValue: '14178712390725' },
    { relatedIdentifierName: 'FINANCIAL_EVENT_GROUP_ID', relatedIdentifierValue: 'G1' },
  ],
  ...more,
})

async function read(...transactions: unknown[]) {
  const opened = await openReport(sourceOf(JSON.stringify({ transactions })), 'transactions.json')
  expect(opened.type.id).toBe('finances_transactions')
  if (opened.kind !== 'records') throw new Error('Transactions are read record by record.')
  return collected(opened.records)
}
const lines = async (...transactions: unknown[]) =>
  (await read(...transactions)).map((record) => {
    if (!('values' in record)) return 'refused' in record ? record.refused : record
    const { amount_type, amount_description, amount, sku, quantity } = record.values
    return [amount_type, amount_description, amount, sku, quantity]
  })

const SALE: Breakdown[] = [
  [
    'Tax',
    89.8,
    [
      ['OurPriceTax', 80],
      ['ShippingTax', 9.8],
    ],
  ],
  ['ProductCharges', 320, [['OurPricePrincipal', 320, []]]],
  ['Shipping', 39.2, [['ShippingPrincipal', 39.2]]],
  [
    'AmazonFees',
    -154.54,
    [
      [
        'FBAPerUnitFulfillmentFee',
        -45.54,
        [
          ['Base', -36.43],
          ['Tax', -9.11],
        ],
      ],
      ['Commission', -109, [['Base', -109]]],
    ],
  ],
]

test('a sale becomes its amounts, each once, with the units and the tax within a fee', async () => {
  const sale = transaction(294.46, {
    items: [item(SALE, { totalAmount: { currencyAmount: 294.46, currencyCode: 'SEK' } })],
    breakdowns: breakdowns([
      ['Sales', 449],
      ['Expenses', -154.54],
    ]),
  })
  expect(await lines(sale)).toEqual([
    ['Tax', 'OurPriceTax', '80', 'TAB', null],
    ['Tax', 'ShippingTax', '9.8', 'TAB', null],
    ['ProductCharges', 'OurPricePrincipal', '320', 'TAB', '2'],
    ['Shipping', 'ShippingPrincipal', '39.2', 'TAB', null],
    ['AmazonFees', 'FBAPerUnitFulfillmentFee', '-45.54', 'TAB', null],
    ['AmazonFees', 'Commission', '-109', 'TAB', null],
  ])
  const [first, , , , fee] = await read(sale)
  expect(first).toMatchObject({
    table: 'settlement_lines',
    lineNumber: 1,
    values: {
      settlement_id: null,
      transaction_type: 'Shipment',
      status: 'RELEASED',
      posted_at: '2026-03-04 12:45:47',
      order_id: '931-0852306-5138236',
      order_item_id: '6226957701205',
      shipment_id: '14178712390725',
      marketplace: 'SE',
      asin: 'B000000001',
      currency: 'SEK',
      fulfillment_channel: 'AFN',
    },
  })
  expect(fee).toMatchObject({ values: { tax_amount: '-9.11' } })
})

test('what a transaction releases has its rows, whatever order they stand in', async () => {
  const idsOf = async (one: object) =>
    (await read(one)).map((record) => 'values' in record && record.values['line_id'])
  const sale = (parts: Breakdown[], more: object = {}) =>
    transaction(294.46, { items: [item(parts)], ...more })
  const ids = new Set([1, 2, 3, 4, 5, 6].map((n) => `transaction T1 ${n}`))
  expect(new Set(await idsOf(sale(SALE)))).toEqual(ids)
  expect(new Set(await idsOf(sale(SALE.toReversed(), { transactionStatus: 'DEFERRED' })))).toEqual(ids)
  const release = { relatedIdentifierName: 'DEFERRED_TRANSACTION_ID', relatedIdentifierValue: 'T1' }
  expect((await idsOf(sale(SALE, { transactionId: 'T2', relatedIdentifiers: [release] })))[0]).toMatch(
    /^transaction T1 released \d$/,
  )
})

test('the total is kept, whatever is told of it', async () => {
  // Nothing is broken down, of one product or of several.
  expect(
    await lines(
      transaction(-12.5, {
        transactionType: 'ServiceFee',
        breakdowns: breakdowns([['FBAStorageFee', -12.5]]),
      }),
      transaction(42.88, {
        transactionType: 'FBAInventoryReimbursement',
        items: [item(null)],
        breakdowns: breakdowns([['Sales', 42.88, [['FBAInventoryReimbursement', 42.88]]]]),
      }),
      transaction(7),
      // Breakdowns that do not add up.
      transaction(100, { items: [item([['ProductCharges', 90, [['OurPricePrincipal', 85]]]])] }),
    ),
  ).toEqual([
    ['Transaction', 'FBAStorageFee', '-12.5', null, null],
    ['Sales', 'FBAInventoryReimbursement', '42.88', 'TAB', null],
    ['Transaction', 'Remainder', '7', null, null],
    ['ProductCharges', 'OurPricePrincipal', '85', 'TAB', '2'],
    ['ProductCharges', 'Remainder', '5', 'TAB', null],
    ['Transaction', 'Remainder', '10', null, null],
  ])
})

test('a sale for nothing has its units, a refund none of its own, and an order of another shop its place', async () => {
  const parts: Breakdown[] = [['ProductCharges', 0, [['OurPricePrincipal', 0]]]]
  expect(await lines(transaction(0, { items: [item(parts)] }))).toEqual([
    ['ProductCharges', 'OurPricePrincipal', '0', 'TAB', '2'],
  ])
  const refund = transaction(-5, {
    transactionType: 'Refund',
    items: [item([['ProductCharges', -5, [['OurPricePrincipal', -5]]]])],
    marketplaceDetails: { marketplaceId: 'AZMDEXL2RVFNN', marketplaceName: 'Non-Amazon SE' },
  })
  expect(await lines(refund)).toEqual([['ProductCharges', 'OurPricePrincipal', '-5', 'TAB', null]])
  expect((await read(refund))[0]).toMatchObject({ values: { marketplace: 'Non-Amazon SE' } })
})

test('what is no transaction is refused alone', async () => {
  const deep = (levels: number): Breakdown => ['A', 1, levels > 0 ? [deep(levels - 1)] : []]
  const euros = { breakdownType: 'A', breakdownAmount: { currencyAmount: 1, currencyCode: 'EUR' } }
  expect(
    await lines(
      transaction(1, { transactionStatus: 'HELD' }),
      transaction(1, { postedDate: 'soon' }),
      transaction(1, { totalAmount: { currencyAmount: 1 } }),
      transaction(1, { totalAmount: { currencyAmount: 1.0000000001, currencyCode: 'SEK' } }),
      transaction(1, { breakdowns: [euros] }),
      transaction(1, { items: {} }),
      transaction(1, { breakdowns: breakdowns([deep(30)]) }),
      7,
      transaction(1),
    ),
  ).toEqual([
    'transactionStatus: "HELD" is not one of RELEASED, DEFERRED, DEFERRED_RELEASED',
    'postedDate: "soon" is not a date and time',
    'totalAmount: an amount without its currency',
    'totalAmount: "1.0000000001" has more than 9 decimals',
    'currencyCode: EUR, where the transaction is in SEK',
    'items: a list is expected',
    'breakdowns: deeper than 20',
    'An object in { } is expected',
    ['Transaction', 'Remainder', '1', null, null],
  ])
})

test('what is held back says why, in whatever word Amazon has for it, and until when', async () => {
  const held = (contexts: unknown, transactionStatus = 'DEFERRED') =>
    transaction(1, { transactionStatus, contexts })
  const deferral = (said: object) => [
    { contextType: 'BusinessContext', storeName: 'AMAZON_HAUL' },
    { contextType: 'DeferredContext', ...said },
  ]
  const maturityDate = '2026-03-14T12:45:47Z'
  const records = await read(
    held(deferral({ deferralReason: 'DD7', maturityDate })),
    held(deferral({ deferralReason: ' Something new ', maturityDate })),
    held(deferral({ deferralReason: 'x'.repeat(101) })),
    held(deferral({ maturityDate })),
    held(null),
    // Still said, and no longer due.
    held(deferral({ deferralReason: 'B2B', maturityDate }), 'DEFERRED_RELEASED'),
    transaction(1),
  )
  expect(
    records.map(
      (record) => 'values' in record && [record.values['deferral_reason'], record.values['released_at']],
    ),
  ).toEqual([
    ['DD7', '2026-03-14 12:45:47'],
    ['Something new', '2026-03-14 12:45:47'],
    ['x'.repeat(100), null],
    [null, '2026-03-14 12:45:47'],
    [null, null],
    ['B2B', null],
    [null, null],
  ])
})
