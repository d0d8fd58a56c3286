import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import {
  startTestServer,
  valuesOf,
  type FileContent,
  type TestCompany,
  type TestServer,
} from '#test/support/server.ts'
import { formTest } from '#test/support/drawn-cases.ts'
import { sale, v2File, type Entry } from '#test/support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const MUG = { sku: 'MUG-1', quantity: 1, currency: 'GBP', marketplace: 'GB', fulfillment_channel: 'AFN' }
const item = (order: string, more: object = {}) => ({
  order_id: order,
  order_item_id: '1',
  purchased_at: '2025-06-03T09:00:00Z',
  order_status: 'Shipped',
  item_price: '12.00',
  ...MUG,
  ...more,
})
const PREVIEW = {
  sku: 'MUG-1',
  marketplace: 'GB',
  snapshot_date: '2025-06-01',
  currency: 'GBP',
  price: '12.00',
  referral_fee: '1.80',
  fulfillment_fee: '2.75',
}
const COST = {
  sku: 'MUG-1',
  valid_from: '2025-01-01',
  currency: 'GBP',
  manufacturing: '2.00',
  freight: '0.50',
}

/** A new company that has taken these files, each published and without a refused row. */
async function companyWith(
  ...files: (FileContent | [fileName: string, content: FileContent])[]
): Promise<TestCompany> {
  const company = await server.company()
  for (const file of files) await take(company, file)
  return company
}

async function take(company: TestCompany, file: FileContent | [string, FileContent]) {
  const [fileName, content] = Array.isArray(file) ? (file as [string, FileContent]) : ['facts.json', file]
  const record = await company.import(fileName, content)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  return record
}

async function orders(company: TestCompany, question: Partial<PnlInput> = {}): Promise<PnlRow> {
  const [row] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: '2025-06-01',
    endDate: '2025-06-30',
    currencyCode: 'GBP',
    ...question,
  })
  return row!
}

const linesOf = async (company: TestCompany, question: Partial<PnlInput> = {}) =>
  valuesOf(await orders(company, question))

/** What has been imported, read out of the tables of every reader, must not depend on how it came. */
async function expectSame(...companies: TestCompany[]): Promise<void> {
  const ledgers = await Promise.all(
    companies.map(async (company) =>
      (await company.checksums()).filter(({ table }) => table.startsWith('ledger')),
    ),
  )
  for (const ledger of ledgers.slice(1)) expect(ledger).toEqual(ledgers[0])
}

test('PUB-03: a cancelled order does not count, a pending one does, VAT is taken out, fees are estimated', async () => {
  const company = await companyWith({
    vat_rates: [{ marketplace: 'GB', rate: '0.20', valid_from: '2011-01-04', valid_to: null }],
    order_items: [
      item('O-10', { quantity: 2, item_price: '24.00', item_tax: '4.00', item_promotion_discount: '2.40' }),
      item('O-11', { order_status: 'Pending', item_tax: '0', item_promotion_discount: '0' }),
      item('O-12', { order_status: 'Canceled', quantity: 3, item_price: '36.00', item_tax: '6.00' }),
    ],
    fee_estimates: [PREVIEW],
    product_costs: [{ ...COST, freight: '0.40', duty: '0.10', other: '0' }],
    ads_daily: [{ date: '2025-06-03', ad_type: 'SP', currency: 'GBP', cost: '3.30' }],
  })
  const row = await orders(company, { startDate: '2025-06-03', endDate: '2025-06-03' })
  expect(valuesOf(row)).toMatchObject({
    grossSales: '30',
    promotions: '-2',
    netSales: '28',
    cogs: '-7.5',
    contributionMargin1: '20.5',
    sellingFees: '-5.04',
    fulfilmentCosts: '-8.25',
    contributionMargin2: '7.21',
    marketing: '-3.3',
    contributionMargin3: '3.91',
    unitsSold: '3',
    salesVat: '0',
  })
  expect(row.flags).toMatchObject({ unitsWithoutCost: 0, advertisingSource: 'REPORTS' })
  expect(row.flags.ordersWithDefaultFees).toBeUndefined()
})

describe('of an order that several files hold', () => {
  const placed = item('O-1', { order_status: 'Pending', last_updated_at: '2025-06-03T09:05:00Z' })
  const shipped = [
    item('O-1', { last_updated_at: '2025-06-05T08:00:00Z' }),
    item('O-1', { last_updated_at: '2025-06-05T08:00:00Z', order_item_id: '2', item_price: '6.00' }),
  ]

  test('the newest counts as a whole, whichever came first, and the older one again when it is taken back', async () => {
    const company = await companyWith({ order_items: [placed] }, { order_items: [item('O-2')] })
    const alone = await linesOf(company)
    const record = await take(company, { order_items: shipped })
    expect(await linesOf(company)).toMatchObject({ productSales: '25', unitsSold: '3' })
    await expectSame(
      company,
      await companyWith({ order_items: shipped }, { order_items: [placed] }, { order_items: [item('O-2')] }),
    )
    await company.undo(record.id)
    expect(await linesOf(company)).toEqual(alone)
  })

  formTest('the fuller one counts among equally new ones', async () => {
    const bare = { order_items: [item('O-1', { item_price: '18.00' })] }
    const full = { order_items: [item('O-1', { asin: 'B000000001', title: 'Mug' })] }
    for (const files of [
      [bare, full],
      [full, bare],
    ]) {
      expect(await linesOf(await companyWith(...files))).toMatchObject({ productSales: '10', unitsSold: '1' })
    }
  })

  formTest('one counts among those that say equally much, and always the same', async () => {
    const dear = { order_items: [item('O-1', { item_price: '18.00' })] }
    const cheap = { order_items: [item('O-1', { item_price: '12.00' })] }
    await expectSame(await companyWith(dear, cheap), await companyWith(cheap, dear))
  })
})

test('equal rows of a file are one item, unless the file numbers them', async () => {
  const company = await companyWith({
    order_items: [
      item('TWICE'),
      item('TWICE'),
      item('ITEMS'),
      item('ITEMS', { order_item_id: '2' }),
      item('INDEXED', { file_index: '7' }),
      item('INDEXED', { file_index: '8' }),
      item('REPEATED', { file_index: '9' }),
      item('REPEATED', { file_index: '9' }),
    ],
  })
  expect(await linesOf(company)).toMatchObject({ unitsSold: '6', productSales: '60' })
})

test('what is cancelled or was sold elsewhere is left out, item by item', async () => {
  const company = await companyWith({
    order_items: [
      item('O-1'),
      item('O-1', { order_item_id: '2', item_status: 'Cancelled' }),
      item('O-2', { order_status: 'CANCELLED' }),
      item('O-3', { sales_channel: 'Non-Amazon GB', marketplace: 'Non-Amazon GB' }),
      item('O-4', { order_status: 'Unshipped' }),
    ],
  })
  expect(await linesOf(company)).toMatchObject({ unitsSold: '2', productSales: '20' })
})

test('an Indian sale report: numbered rows, days without a time, prices with tax', async () => {
  const report = [
    'index,Order ID,Date,Status,Fulfilment,Sales Channel ,SKU,Courier Status,Qty,currency,Amount,ship-state,ship-country,B2B',
    '0,405-0000001-0000001,06-30-25,Shipped,Amazon,Amazon.in,SET-S,Shipped,1,INR,118,KERALA,IN,FALSE',
    '1,405-0000001-0000001,06-30-25,Shipped,Amazon,Amazon.in,SET-S,Shipped,1,INR,118,KERALA,IN,FALSE',
    '2,405-0000002-0000002,06-30-25,Cancelled,Merchant,Amazon.in,SET-S,,0,INR,647.62,KERALA,IN,FALSE',
    '3,405-0000003-0000003,06-30-25,Shipped,Amazon,Non-Amazon,SET-S,Shipped,2,,,KERALA,IN,TRUE',
    '1,405-0000001-0000001,06-30-25,Shipped,Amazon,Amazon.in,SET-S,Shipped,1,INR,118,KERALA,IN,FALSE',
  ].join('\n')
  const company = await companyWith(['report.csv', report])
  const lastDay = { startDate: '2025-06-30', endDate: '2025-06-30', currencyCode: 'INR' } as const
  const row = await orders(company, lastDay)
  // 15 % of 236 as referral fee: nobody has said anything of this product.
  expect(valuesOf(row)).toMatchObject({ unitsSold: '2', productSales: '200', referralFees: '-35.4' })
  expect(row.flags).toMatchObject({ ordersWithDefaultFees: 2, unitsWithoutCost: 2 })
})

describe('Indian sale reports', () => {
  const HEADINGS =
    'index,Order ID,Date,Status,Fulfilment,Sales Channel ,SKU,Courier Status,Qty,currency,Amount'
  const sold = (index: number, order: number, amount: number, sku = 'SET-S') =>
    `${index},171-000000${order}-0000001,06-10-25,Shipped,Amazon,Amazon.in,${sku},Shipped,1,INR,${amount}`
  const saleReport = (name: string, ...rows: string[]): [string, string] => [
    name,
    [HEADINGS, ...rows].join('\n'),
  ]
  const inRupees = (company: TestCompany) => linesOf(company, { currencyCode: 'INR' })

  test('that overlap number their rows otherwise, and an order of both counts once', async () => {
    const april = saleReport('april.csv', sold(0, 1, 500), sold(1, 2, 700))
    const may = saleReport('may.csv', sold(0, 2, 700), sold(1, 3, 900))
    const company = await companyWith(april, may)
    expect(await inRupees(company)).toMatchObject({ unitsSold: '3', productSales: '1779.661017' })
    await expectSame(company, await companyWith(may, april))
  })

  formTest('of two equal rows count twice, whichever numbers they have', async () => {
    const first = saleReport('first.csv', sold(4, 1, 500), sold(5, 1, 500), sold(6, 1, 700, 'SET-L'))
    const second = saleReport('second.csv', sold(0, 1, 500), sold(1, 1, 500), sold(2, 1, 700, 'SET-L'))
    expect(await inRupees(await companyWith(first, second))).toMatchObject({ unitsSold: '3' })
  })

  formTest('of which one lacks the SKUs count once', async () => {
    const named = saleReport('named.csv', sold(0, 1, 500), sold(1, 1, 700, 'SET-L'))
    const nameless = saleReport('nameless.csv', sold(0, 1, 500, ''), sold(1, 1, 700, ''))
    for (const files of [
      [named, nameless],
      [nameless, named],
    ])
      expect(await inRupees(await companyWith(...files))).toMatchObject({ unitsSold: '2' })
  })

  formTest('count an order once that all orders have too', async () => {
    const allOrders = [
      'amazon-order-id\tpurchase-date\tlast-updated-date\torder-status\tfulfillment-channel\tsales-channel\tsku\tquantity\tcurrency\titem-price',
      '171-0000001-0000001\t2025-06-10T06:00:00+00:00\t2025-06-11T06:00:00+00:00\tShipped\tAmazon\tAmazon.in\tSET-S\t1\tINR\t500',
    ].join('\n')
    const files: [string, string][] = [saleReport('june.csv', sold(0, 1, 500)), ['orders.txt', allOrders]]
    const company = await companyWith(...files)
    expect(await inRupees(company)).toMatchObject({ unitsSold: '1' })
    await expectSame(company, await companyWith(...files.toReversed()))
  })
})

test('VAT: what an item states, else the rate of its day; tax of the United States is no part of the price', async () => {
  const company = await companyWith({
    order_items: [
      // A reduced rate, stated by the item and followed by its promotion, but not by its shipping.
      item('O-1', {
        item_price: '10.50',
        item_tax: '0.50',
        item_promotion_discount: '2.10',
        shipping_price: '2.40',
        shipping_tax: '0.40',
        ship_promotion_discount: '1.20',
        gift_wrap_price: '2.10',
      }),
    ],
  })
  expect(await linesOf(company)).toMatchObject({
    productSales: '10',
    productPromotions: '-2',
    shippingRevenue: '2',
    shippingPromotions: '-1',
    giftWrapRevenue: '2',
    netSales: '11',
  })
  await take(company, {
    order_items: [
      item('O-2', {
        marketplace: 'US',
        currency: 'USD',
        item_price: '20.00',
        item_tax: '1.60',
        purchased_at: '2025-06-10T20:00:00Z',
      }),
    ],
  })
  expect(await linesOf(company, { currencyCode: 'USD', marketplaces: ['US'] })).toMatchObject({
    netSales: '20',
  })
})

test('an order falls on its local day, at the cost of that day, with own shipping where the seller sends it', async () => {
  const company = await companyWith({
    order_items: [
      item('O-1', {
        purchased_at: '2025-06-03T23:30:00Z',
        fulfillment_channel: 'Merchant',
        quantity: 2,
        item_price: '24.00',
      }),
    ],
    product_costs: [{ ...COST, fbm_shipping: '3.00' }],
    fee_estimates: [PREVIEW],
  })
  const day = (date: string) => linesOf(company, { startDate: date, endDate: date })
  expect(await day('2025-06-03')).toMatchObject({ netSales: null })
  expect(await day('2025-06-04')).toMatchObject({
    cogs: '-5',
    fbmShippingCosts: '-6',
    fbaFulfilmentFees: '0',
    referralFees: '-3.6',
  })
  await take(company, { product_costs: [{ ...COST, valid_from: '2025-06-04', manufacturing: '2.50' }] })
  expect(await day('2025-06-04')).toMatchObject({ cogs: '-6', fbmShippingCosts: '0' })
})

test('a pending order without a price takes the last known one, whichever file comes first', async () => {
  const pending = item('O-9', {
    order_status: 'Pending',
    item_price: null,
    currency: null,
    quantity: 2,
    purchased_at: '2025-06-20T09:00:00Z',
  })
  const known = [
    item('O-1', { item_price: '12.00' }),
    item('O-2', { item_price: '28.80', quantity: 2, purchased_at: '2025-06-10T09:00:00Z' }),
    item('O-3', { item_price: '99.00', purchased_at: '2025-06-25T09:00:00Z' }),
  ]
  const lastDay = { startDate: '2025-06-20', endDate: '2025-06-20' }
  const after = await companyWith({ order_items: known }, { order_items: [pending] })
  const before = await companyWith({ order_items: [pending] })
  expect(await linesOf(before, lastDay)).toMatchObject({ productSales: '0', unitsSold: '2' })
  await take(before, { order_items: known })
  expect(await linesOf(after, lastDay)).toMatchObject({ productSales: '24', unitsSold: '2' })
  await expectSame(before, after)
})

describe('expected fees', () => {
  const sold = (quantity: number, posted_at: string) =>
    [
      ['ItemPrice', 'Principal', '20.00', quantity],
      ['ItemFees', 'Commission', '-2.40'],
      ['ItemFees', 'FBAPerUnitFulfillmentFee', '-3.50'],
    ].map(([amount_type, amount_description, unit, units], index) => ({
      line_id: `${posted_at}-${index}`,
      transaction_type: 'Shipment',
      order_id: `S-${posted_at}`,
      sku: 'MUG-1',
      marketplace: 'GB',
      currency: 'GBP',
      posted_at,
      amount_type,
      amount_description,
      amount: (Number(unit) * quantity).toFixed(2),
      ...(units !== undefined && { quantity: units }),
    }))

  formTest(
    'follow the newest preview of the day, else the product’s fees of 30 days, else a default',
    async () => {
      const late = item('O-2', { purchased_at: '2025-06-20T09:00:00Z' })
      const company = await companyWith({ order_items: [item('O-1'), late] })
      expect(await orders(company)).toMatchObject({ flags: { ordersWithDefaultFees: 2 } })
      expect(await linesOf(company)).toMatchObject({ referralFees: '-3.6', fbaFulfilmentFees: '0' })

      // Four units are too few; the fifth, five days later, is in time for both orders.
      await take(company, { settlement_lines: sold(4, '2025-05-15T12:00:00Z') })
      expect(await linesOf(company)).toMatchObject({ referralFees: '-3.6', fbaFulfilmentFees: '0' })
      const fifth = await take(company, { settlement_lines: sold(1, '2025-06-02T12:00:00Z') })
      expect(await orders(company)).toMatchObject({ flags: { ordersWithDefaultFees: 1 } })
      expect(await linesOf(company)).toMatchObject({ referralFees: '-3.24', fbaFulfilmentFees: '-3.5' })

      await take(company, {
        fee_estimates: [
          { ...PREVIEW, closing_fee: '0.25' },
          { ...PREVIEW, snapshot_date: '2025-06-19', referral_fee: '0.90' },
        ],
      })
      const stated = { referralFees: '-2.7', fbaFulfilmentFees: '-5.5', closingFees: '-0.25' }
      expect(await linesOf(company)).toMatchObject(stated)
      await company.undo(fifth.id)
      expect(await linesOf(company)).toMatchObject(stated)
    },
  )

  formTest(
    'take of an order what was charged of the whole price, also where Amazon kept the tax in it',
    async () => {
      const FR = { sku: 'MUG-1', marketplace: 'FR', currency: 'EUR' }
      const sales = (kept: boolean, count = 5) =>
        Array.from({ length: count }, (_, index) =>
          [
            ['ItemPrice', 'Principal', '30.00'],
            ['ItemPrice', 'Tax', '6.00'],
            ...(kept ? [['ItemWithheldTax', 'MarketplaceFacilitatorVAT-Principal', '-6.00']] : []),
            ['ItemFees', 'Commission', '-4.50'],
          ].map(([amount_type, amount_description, amount], place) => ({
            ...FR,
            line_id: `${kept}-${index}-${place}`,
            transaction_type: 'Shipment',
            order_id: `${kept}-${index}`,
            posted_at: '2025-05-20T12:00:00Z',
            amount_type,
            amount_description,
            amount,
            ...(place === 0 && { quantity: 1 }),
          })),
        ).flat()
      const refund = {
        ...FR,
        line_id: 'R',
        transaction_type: 'Refund',
        order_id: 'false-0',
        posted_at: '2025-05-25T12:00:00Z',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '-36.00',
        quantity: -1,
      }
      const placed = [
        item('O-1', { ...FR, item_price: '36.00', item_tax: '6.00' }),
        item('O-2', {
          ...FR,
          item_price: '33.00',
          item_tax: '5.50',
          shipping_price: '3.00',
          shipping_tax: '0.50',
        }),
        // For nothing nothing is charged.
        item('O-3', { ...FR, item_price: '36.00', item_tax: '6.00', item_promotion_discount: '36.00' }),
      ]
      const fees = async (settlement_lines: object[]) => {
        const company = await companyWith({ settlement_lines }, { order_items: placed })
        const { referralFees } = await linesOf(company, { currencyCode: 'EUR' })
        return referralFees
      }
      expect(await fees(sales(true))).toBe('-9')
      expect(await fees(sales(false))).toBe('-9')
      // A refund takes its tax back, and says nothing of what is charged.
      expect(await fees([...sales(false), refund])).toBe('-9')
      // Amazon kept the tax of one in two.
      expect(await fees([...sales(true), ...sales(false)])).toBe('-9')
    },
  )

  formTest(
    'follow a preview only in what it states, and what was charged in the rest, whichever came first',
    async () => {
      const charged = { settlement_lines: sold(6, '2025-05-20T12:00:00Z') }
      const preview = {
        fee_estimates: [{ ...PREVIEW, referral_fee: '3.00', fulfillment_fee: null, closing_fee: null }],
      }
      const placed = { order_items: [item('O-1'), item('O-2', { fulfillment_channel: 'Merchant' })] }
      const fees = async (company: TestCompany) => {
        const row = await orders(company)
        const { referralFees, fbaFulfilmentFees, closingFees } = valuesOf(row)
        return [referralFees, fbaFulfilmentFees, closingFees, row.flags.ordersWithDefaultFees]
      }
      const company = await companyWith(charged, placed)
      expect(await fees(company)).toEqual(['-2.88', '-3.5', '0', undefined])
      const record = await take(company, preview)
      expect(await fees(company)).toEqual(['-6', '-3.5', '0', undefined])
      await expectSame(company, await companyWith(placed, preview, charged))
      await company.undo(record.id)
      expect(await fees(company)).toEqual(['-2.88', '-3.5', '0', undefined])

      // Nobody states the fulfilment of what Amazon sends; of what the seller sends, all is known.
      expect(await fees(await companyWith(placed, preview))).toEqual(['-6', '0', '0', 1])
    },
  )

  test('follow a preview without a price in its fulfilment, and what was charged in the referral fee', async () => {
    const placed = { order_items: [item('O-1')] }
    const without = { ...PREVIEW, price: null, referral_fee: null }
    const unpriced = { fee_estimates: [without] }
    const charged = { settlement_lines: sold(6, '2025-05-20T12:00:00Z') }
    const fees = async (of: TestCompany) => {
      const { referralFees, fbaFulfilmentFees } = await linesOf(of)
      return [referralFees, fbaFulfilmentFees]
    }
    const company = await companyWith(placed, unpriced)
    expect(await fees(company)).toEqual(['-1.8', '-2.75'])
    await take(company, charged)
    expect(await fees(company)).toEqual(['-1.44', '-2.75'])
    await expectSame(company, await companyWith({ ...placed, ...unpriced, ...charged }))
    // Of one day a preview that states the referral fee goes before one that does not.
    const stated = await take(company, {
      fee_estimates: [{ ...PREVIEW, referral_fee: '1.20', fulfillment_fee: '3.00' }],
    })
    await take(company, { fee_estimates: [{ ...without, fulfillment_fee: '4.00' }] })
    expect(await fees(company)).toEqual(['-1.2', '-3'])
    await company.undo(stated.id)
    expect(await fees(company)).toEqual(['-1.44', '-4'])
  })

  formTest(
    'are the same after a rebuild, which reads what the orders looked at while it is made',
    async () => {
      const company = await companyWith({
        settlement_lines: sold(3, '2025-05-15T12:00:00Z'),
        order_items: [item('O-1'), item('O-2', { purchased_at: '2025-06-20T09:00:00Z' })],
      })
      const before = await company.checksums()
      expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
      expect(await company.checksums()).toEqual(before)
    },
  )
})

test('a refund counts on the day it is posted, whatever its status, without VAT', async () => {
  const refund = (status: string) =>
    [
      ['ItemPrice', 'Principal', '-12.00'],
      ['ItemFees', 'Commission', '1.80'],
      ['ItemFees', 'RefundCommission', '-0.36'],
    ].map(([amount_type, amount_description, amount], index) => ({
      line_id: `R-${index}`,
      transaction_type: 'Refund',
      status,
      order_id: 'O-1',
      sku: 'MUG-1',
      marketplace: 'GB',
      currency: 'GBP',
      posted_at: '2025-06-17T12:00:00Z',
      amount_type,
      amount_description,
      amount,
      ...(index === 0 && { quantity: -1 }),
    }))
  const company = await companyWith({ settlement_lines: refund('DEFERRED') })
  // Of orders nothing is known yet.
  expect(await linesOf(company)).toMatchObject({
    unitsSold: null,
    productSales: null,
    netSales: null,
    refundedProductSales: '-10',
    unitsRefunded: '1',
  })
  await take(company, { order_items: [item('O-1')], fee_estimates: [PREVIEW] })
  const refunded = await linesOf(company)
  expect(refunded).toMatchObject({
    productSales: '10',
    refundedProductSales: '-10',
    referralFeesRefunded: '1.8',
    refundAdminFees: '-0.36',
    unitsRefunded: '1',
    netSales: '0',
    deferredNetProceeds: '0',
  })
  const june = { from: '2025-06-01', to: '2025-06-30', currency: 'GBP' } as const
  expect((await company.pnl(june)).lines).toMatchObject({
    refundedProductSales: '0',
    deferredNetProceeds: '-10.56',
  })
  await take(company, { settlement_lines: refund('DEFERRED_RELEASED') })
  expect(await linesOf(company)).toEqual(refunded)
  expect((await company.pnl(june)).lines).toMatchObject({
    refundedProductSales: '-12',
    salesVat: '2',
    unitsRefunded: '1',
  })
})

test('advertising that is billed says nothing of orders', async () => {
  const billed = {
    line_id: 'A-1',
    transaction_type: 'ServiceFee',
    amount_type: 'Cost of Advertising',
    amount_description: 'TransactionTotalAmount',
    marketplace: 'GB',
    currency: 'GBP',
    posted_at: '2025-06-17T12:00:00Z',
    amount: '-5.00',
  }
  expect(await linesOf(await companyWith({ settlement_lines: [billed] }))).toMatchObject({
    advertisingBilled: '-5',
    unitsSold: null,
    netSales: null,
    netProfit: null,
  })
})

test('every number can be explained down to the row of its file', async () => {
  const company = await companyWith({
    order_items: [item('O-1', { item_tax: '2.00' })],
    settlement_lines: [
      // Stands on the same line of its own table.
      {
        transaction_type: 'ServiceFee',
        amount_type: 'ServiceFee',
        amount_description: 'Subscription',
        amount: '-25',
        currency: 'GBP',
        marketplace: 'GB',
        posted_at: '2025-06-03T12:00:00Z',
      },
    ],
    fee_estimates: [PREVIEW],
  })
  const june = { from: '2025-06-01', to: '2025-06-30', currency: 'GBP' } as const
  const sales = await company.explain('productSales', june, { basis: 'ORDER' })
  expect(sales).toMatchObject({
    value: '10',
    rowCount: 2,
    definition: expect.stringContaining('without value-added tax'),
  })
  expect(sales.rows).toMatchObject([
    {
      kind: 'AMOUNT',
      amount: '12',
      transactionType: 'Order',
      amountType: '',
      rawLine: expect.stringContaining('O-1'),
    },
    { kind: 'SALES_VAT', amount: '-2', rate: '0.2', rawLine: expect.stringContaining('O-1') },
  ])
  const fees = await company.explain('referralFees', june, { basis: 'ORDER' })
  expect(fees.rows).toMatchObject([
    { amount: '-1.8', orderId: 'O-1', amountType: 'Estimate', amountDescription: '15 % of what is paid' },
  ])
})

test('the data window reaches from the first order to yesterday', async () => {
  const company = await server.company()
  const window = () =>
    server.operator.profitAndLoss.getOrderProfitAndLossAvailableDataTimeWindow({ companyId: company.id })
  expect(await window()).toBeNull()
  expect((await linesOf(company)).netSales).toBeNull()
  await take(company, {
    order_items: [
      item('O-1'),
      item('O-0', { purchased_at: '2025-05-01T09:00:00Z', order_status: 'Cancelled' }),
    ],
  })
  expect(await window()).toEqual({ startDate: '2025-06-03', endDate: '2026-11-14' })
  // The report holds May, in which nothing was sold; of April it says nothing.
  expect((await linesOf(company, { startDate: '2025-05-01', endDate: '2025-05-31' })).netSales).toBe('0')
  expect((await linesOf(company, { startDate: '2025-04-01', endDate: '2025-04-30' })).netSales).toBeNull()
  expect(
    await server.operator.profitAndLoss.getOrderProfitAndLossLicenseStatus({ companyId: company.id }),
  ).toEqual({ isEnabled: true })
})

describe('what one unit costs', () => {
  const amounts = {
    'ItemPrice Principal': '12.00',
    'ItemFees Commission': '-1.44',
    'ItemFees FBAPerUnitFulfillmentFee': '-3.10',
  }
  const settled = (id: string, ...entries: Entry[]) =>
    v2File({ id, start: '2025-06-01', end: '2025-07-01', currency: 'GBP', entries })
  const released = (order: string, units = 1) =>
    sale({ order, at: '2025-06-12 10:00:00', sku: 'MUG-1', units, marketplace: 'Amazon.co.uk', amounts })
  const ordered = {
    order_items: [item('O-1'), item('O-2', { quantity: 2, item_price: '24.00' })],
    fee_estimates: [PREVIEW],
  }
  const unitFees = async (company: TestCompany) => {
    const { total } = await server.operator.unitEconomics.getData({
      companyId: company.id,
      startDate: '2025-06-01',
      endDate: '2025-06-30',
      currencyCode: 'GBP',
    })
    const { unitReferralFee, unitFulfilmentFee, breakEvenAcos } = total.unitEconomics
    return [unitReferralFee, unitFulfilmentFee, breakEvenAcos].map(({ value }) => value)
  }

  test('is what was charged for the units that are settled, and what is expected of the others', async () => {
    // Expected are 15 % of 36.00 and three times 2.75.
    const company = await companyWith(ordered)
    expect(await unitFees(company)).toEqual(['1.8', '2.75', '0.454167'])
    const record = await take(company, ['settlement.txt', settled('90000000001', ...released('O-1'))])
    // One unit was charged 1.44 and 3.10; two are expected to cost 3.60 and 5.50.
    const charged = ['1.68', '2.866667', '0.454444']
    expect(await unitFees(company)).toEqual(charged)
    // The statement of orders keeps its estimates.
    expect(await linesOf(company)).toMatchObject({ referralFees: '-5.4', fbaFulfilmentFees: '-8.25' })
    await expectSame(
      company,
      await companyWith(['settlement.txt', settled('90000000001', ...released('O-1'))], ordered),
    )
    expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
    await company.undo(record.id)
    expect(await unitFees(company)).toEqual(['1.8', '2.75', '0.454167'])
  })

  test('is charged in part where a part of an order is settled', async () => {
    const company = await companyWith(ordered, ['settlement.txt', settled('90000000002', ...released('O-2'))])
    // One of two units was charged 1.44 and 3.10; the other, and that of the first order, 1.80 and 2.75 each.
    expect(await unitFees(company)).toEqual(['1.68', '2.866667', '0.454444'])
  })

  test('leads to the line of the settlement, and to the estimates that it replaces', async () => {
    const company = await companyWith(ordered, ['settlement.txt', settled('90000000001', ...released('O-1'))])
    const { rows } = await server.operator.audit.explainValue({
      companyId: company.id,
      metricId: 'unitReferralFee',
      startDate: '2025-06-01',
      endDate: '2025-06-30',
      currencyCode: 'GBP',
    })
    expect(
      rows
        .filter(({ line }) => line === 'referralFees')
        .map(({ metricId, fileName, orderId, converted, amountType, amountDescription }) =>
          [metricId, fileName, orderId, converted, amountType, amountDescription].join(' | '),
        )
        .toSorted(),
    ).toEqual([
      'referralFees | facts.json | O-1 | -1.8 | Estimate | 15 % of what is paid',
      'referralFees | facts.json | O-2 | -3.6 | Estimate | 15 % of what is paid',
      'referralFeesSettled | facts.json | O-1 | 1.8 | Estimate that the settlement replaces | 15 % of what is paid',
      'referralFeesSettled | settlement.txt | O-1 | -1.44 | ItemFees | Commission',
    ])
  })
})

describe('storage', () => {
  const bill = (id: string, at: string, amount: string, more: object = {}) => ({
    settlement_id: 'S1',
    line_id: id,
    posted_at: `${at}T12:00:00Z`,
    marketplace: 'GB',
    currency: 'GBP',
    transaction_type: 'ServiceFee',
    amount_description: 'FBAStorageFee',
    amount,
    status: 'RELEASED',
    ...more,
  })
  /** Days of transactions that are all there. */
  const settled = (start: string, end: string, lines: object[]) => ({
    coverage: [{ table_name: 'settlement_lines', start_date: start, end_date: end, marketplace: 'GB' }],
    settlement_lines: lines,
  })
  const SPRING = settled('2025-01-01', '2025-03-31', [
    bill('1', '2025-01-08', '-31.00'),
    bill('2', '2025-02-08', '-10.00'),
    bill('3', '2025-02-09', '-18.00'),
  ])
  const sold = (day: string) => item(`o-${day}`, { purchased_at: `${day}T09:00:00Z` })
  const storageOf = async (company: TestCompany, startDate: string, endDate: string) => {
    const { monthlyStorageFees } = (await orders(company, { startDate, endDate })).lines
    return [monthlyStorageFees.value, monthlyStorageFees.lacks?.includes('STORAGE') ?? false]
  }

  formTest('a day of orders costs its part of the bill of its month, or else of the last one', async () => {
    const company = await companyWith({ order_items: [sold('2025-01-10'), sold('2025-03-20')] }, SPRING)
    // 22 of 31 days; both bills of February; 20 days of a month without a bill, at one pound a day.
    expect(await storageOf(company, '2025-01-10', '2025-01-31')).toEqual(['-22', false])
    expect(await storageOf(company, '2025-02-01', '2025-02-28')).toEqual(['-28', false])
    expect(await storageOf(company, '2025-03-01', '2025-03-20')).toEqual(['-20', false])
    expect(await storageOf(company, '2025-02-28', '2025-03-01')).toEqual(['-2', false])
    // Later orders, beyond what the last bill stands for.
    const more = await company.import('more.json', { order_items: [sold('2025-05-02')] })
    expect(await storageOf(company, '2025-04-01', '2025-04-30')).toEqual(['-30', false])
    expect(await storageOf(company, '2025-05-01', '2025-05-02')).toEqual(['0', false])
    // The bill of March takes the place of what stood in for it, there and after it.
    const march = await company.import(
      'march.json',
      settled('2025-03-01', '2025-03-31', [bill('4', '2025-03-09', '-62.00')]),
    )
    expect(await storageOf(company, '2025-03-01', '2025-03-31')).toEqual(['-62', false])
    expect(await storageOf(company, '2025-05-01', '2025-05-02')).toEqual(['-4', false])
    await company.undo(march.id)
    expect(await storageOf(company, '2025-03-01', '2025-03-31')).toEqual(['-31', false])
    await company.undo(more.id)
    expect(await storageOf(company, '2025-03-01', '2025-04-30')).toEqual(['-20', false])
    const other = await companyWith(SPRING, { order_items: [sold('2025-01-10'), sold('2025-03-20')] })
    await expectSame(company, other)
    await server.operator.operator.rebuild({ companyId: other.id })
    await expectSame(company, other)
  })

  formTest('a day that reports say has no orders costs storage like any other', async () => {
    const told = (start: string, end: string) => ({
      coverage: [{ table_name: 'order_items', start_date: start, end_date: end, marketplace: 'GB' }],
    })
    const company = await companyWith(SPRING, { order_items: [sold('2025-01-10'), sold('2025-03-20')] })
    const winter = await company.import('winter.json', told('2025-01-01', '2025-01-31'))
    const march = await company.import('march.json', told('2025-02-01', '2025-03-31'))
    expect(await storageOf(company, '2025-01-01', '2025-01-31')).toEqual(['-31', false])
    expect(await storageOf(company, '2025-03-01', '2025-03-31')).toEqual(['-31', false])
    const other = await companyWith(told('2025-01-01', '2025-03-31'), {
      ...SPRING,
      order_items: [sold('2025-01-10'), sold('2025-03-20')],
    })
    await expectSame(company, other)
    await server.operator.operator.rebuild({ companyId: other.id })
    await expectSame(company, other)
    await company.undo(winter.id)
    await company.undo(march.id)
    await expectSame(
      company,
      await companyWith(SPRING, { order_items: [sold('2025-01-10'), sold('2025-03-20')] }),
    )
    // Reports alone, of a company that has no orders at all.
    await expectSame(await companyWith(SPRING, told('2025-01-01', '2025-03-31')), await companyWith(SPRING))
  })

  formTest(
    'more bills than are compared at once come in parts, and only the days that move are read again',
    async () => {
      const bills = Array.from({ length: 2_500 }, (_, index) => bill(`${index}`, '2025-01-08', '-0.31'))
      const company = await companyWith(
        { order_items: [sold('2025-01-01'), sold('2025-03-30')] },
        settled('2025-01-01', '2025-01-31', bills),
      )
      // 25 pounds a day.
      expect(await storageOf(company, '2025-01-01', '2025-03-31')).toEqual(['-2225', false])
      await take(company, { order_items: [sold('2025-03-31')] })
      expect(await storageOf(company, '2025-01-01', '2025-03-31')).toEqual(['-2250', false])
      const [{ rows }] = (await server.services.analytics.rows<{ rows: string }>(
        `SELECT count() AS rows FROM ledger WHERE company_id = {companyId:String} AND feed = 'STORAGE' AND version = (SELECT max(version) FROM ledger WHERE company_id = {companyId:String})`,
        { params: { companyId: company.id } },
      )) as [{ rows: string }]
      expect(rows).toBe('2500')
    },
  )

  test('leads to the bill, adds up to it to the ninth digit, and is said of no product', async () => {
    const company = await companyWith(
      settled('2025-01-01', '2025-01-31', [bill('1', '2025-01-08', '-10.00')]),
      { order_items: [sold('2024-12-30'), sold('2025-02-01')] },
    )
    expect(await storageOf(company, '2025-01-01', '2025-01-31')).toEqual(['-10', false])
    expect(await storageOf(company, '2024-12-30', '2024-12-31')).toEqual(['0', true])
    const { row, line } = {
      row: { startDate: '2025-01-01', endDate: '2025-01-31' },
      line: 'monthlyStorageFees' as const,
    }
    const explained = await server.operator.audit.explainValue({
      companyId: company.id,
      basis: 'ORDER',
      currencyCode: 'GBP',
      metricId: line,
      ...row,
    })
    expect(explained.value).toBe('-10')
    expect(explained.rows).toHaveLength(31)
    expect(explained.rows[0]).toMatchObject({
      day: '2025-01-01',
      amount: '-0.322580645',
      amountDescription: 'FBAStorageFee, a day of it',
      fileName: 'facts.json',
    })
    const ofMug = await orders(company, { startDate: '2025-02-01', endDate: '2025-02-01', skus: ['MUG-1'] })
    expect(ofMug.lines.monthlyStorageFees.lacks).toContain('STORAGE')
    expect(ofMug.lines.netProfit.lacks).toContain('STORAGE')
  })

  describe('of products', () => {
    const PLATE = { asin: 'B00PLATE', fnsku: 'X00PLATE' }
    const month = (first: string, ...fees: [code: object, fee: string][]) => ({
      storage_fees: fees.map(([code, fee], index) => ({
        month: first,
        marketplace: 'GB',
        currency: 'GBP',
        fulfillment_center: `LBA${index}`,
        fee,
        ...code,
      })),
    })
    const REPORT = month(
      '2024-12-01',
      [{ asin: 'B00MUG', fnsku: 'X00MUG' }, '2.00'],
      [{ asin: 'B00MUG', fnsku: 'X00MUG' }, '1.00'],
      [PLATE, '1.50'],
      [{ asin: 'B00LAMP', fnsku: 'X00LAMP' }, '4.50'],
    )
    const BILL = settled('2025-01-01', '2025-01-31', [bill('1', '2025-01-08', '-31.00')])
    const NAMES = {
      // One ASIN under two SKUs: the label in the warehouse tells which of them is stored.
      order_items: [
        { ...sold('2025-01-01'), asin: 'B00MUG' },
        { ...sold('2025-01-31'), asin: 'B00MUG', sku: 'MUG-1-FBM' },
      ],
      inventory_ledger: [
        { date: '2025-01-05', sku: 'MUG-1', fnsku: 'X00MUG', asin: 'B00MUG', disposition: 'SELLABLE' },
      ].map((row) => ({ ...row, marketplace: 'GB' })),
      listings: [
        {
          snapshot_date: '2025-01-05',
          marketplace: 'GB',
          sku: 'PLATE-1',
          asin: 'B00PLATE',
          status: 'Active',
        },
      ],
    }
    const JANUARY = { startDate: '2025-01-01', endDate: '2025-01-31' }
    const LAMP = [
      { snapshot_date: '2025-01-05', marketplace: 'GB', sku: 'LAMP-1', asin: 'B00LAMP', status: 'Active' },
    ]
    const SKUS = ['MUG-1', 'MUG-1-FBM', 'PLATE-1', 'LAMP-1']
    type Line = 'monthlyStorageFees' | 'agedInventoryFees'
    type Asked = Parameters<typeof server.operator.profitAndLoss.getData>[0]
    /** Of all, and of each product; with a question mark where a part of it may be missing. */
    const partsOf = async (
      company: TestCompany,
      { line = 'monthlyStorageFees', ...question }: Partial<Asked> & { line?: Line } = {},
      statement: (asked: Asked) => Promise<PnlRow[]> = (asked) =>
        server.operator.profitAndLoss.getData(asked),
    ) => {
      const asked = { companyId: company.id, ...JANUARY, currencyCode: 'GBP' as const, ...question }
      const answers = await Promise.all(
        [{}, ...SKUS.map((sku) => ({ skus: [sku] }))].map((of) => statement({ ...asked, ...of })),
      )
      return answers.map((rows) => {
        const { value, lacks = [] } = rows[0]!.lines[line]
        return `${value}${lacks.includes('STORAGE') ? '?' : ''}`
      })
    }
    const byOrder = (asked: Asked) => server.operator.profitAndLoss.getOrderData(asked)

    const orders = [
      ['before the names', [BILL, REPORT, NAMES]],
      ['first', [REPORT, BILL, NAMES]],
      ['last', [BILL, NAMES, REPORT]],
    ] as const
    formTest.each(orders)(
      'a bill is shared by the report of the month before it, which comes %s',
      async (_, files) => {
        const company = await companyWith(...files)
        // 3.00, 1.50 and 4.50 of 9.00. Nobody knows whose the lamp is, so that more of the bill may be anybody's.
        expect(await partsOf(company)).toEqual(['-31', '-10.333333?', '0?', '-5.166667?', '0?'])
        const named = await company.import('lamp.json', { listings: LAMP })
        const shared = ['-31', '-10.333333', '0', '-5.166667', '-15.5']
        expect(await partsOf(company)).toEqual(shared)
        // By order each day costs each product its part.
        expect(await partsOf(company, {}, byOrder)).toEqual(shared)
        expect(await partsOf(company, { endDate: '2025-01-03' }, byOrder)).toEqual([
          '-3',
          '-1',
          '0',
          '-0.5',
          '-1.5',
        ])
        await expectSame(
          company,
          await companyWith({ ...NAMES, listings: [...NAMES.listings, ...LAMP] }, BILL, REPORT),
        )
        await server.operator.operator.rebuild({ companyId: company.id })
        expect(await partsOf(company)).toEqual(shared)
        await company.undo(named.id)
        await expectSame(company, await companyWith(...files))
      },
    )

    formTest('a report that is undone leaves the bill to all', async () => {
      const company = await companyWith(BILL, NAMES)
      const { id } = await take(company, REPORT)
      expect(await partsOf(company)).toContain('-10.333333?')
      await company.undo(id)
      expect(await partsOf(company)).toEqual(['-31', '0?', '0?', '0?', '0?'])
      await expectSame(company, await companyWith(BILL, NAMES))
    })

    test('parts of any numbers add up to the bill on each day, by either basis', async () => {
      const company = await companyWith(
        settled('2025-01-01', '2025-01-31', [
          bill('1', '2025-01-08', '-10.01'),
          bill('2', '2025-01-08', '-10.01'),
        ]),
        { ...NAMES, listings: [...NAMES.listings, ...LAMP] },
        month(
          '2024-12-01',
          [{ asin: 'B00MUG', fnsku: 'X00MUG' }, '0.0001'],
          [PLATE, '7.77'],
          [{ asin: 'B00LAMP', fnsku: 'X00LAMP' }, '0.3333'],
        ),
      )
      const rows = await server.services.analytics.rows<Record<'basis' | 'day' | 'bill' | 'rest', string>>(
        `SELECT basis, toString(day) AS day, toString(sumIf(amount * n, feed != 'SHARED')) AS bill, toString(sumIf(amount * n, sku = '')) AS rest
         FROM ledger WHERE company_id = {companyId:String} AND line = 'monthlyStorageFees' GROUP BY basis, day HAVING sum(amount * n) != toDecimal64(bill, 9) OR rest != '0'`,
        { params: { companyId: company.id } },
      )
      expect(rows).toEqual([])
      expect((await partsOf(company))[0]).toBe('-20.02')
    })

    test('a bill is shared by what is stored in its marketplace, if the report says, and surcharges by their own report', async () => {
      const stored = (marketplace: string, code: object, fee: string) =>
        month('2024-12-01', [{ ...code, marketplace, currency: 'EUR' }, fee]).storage_fees
      const old = { date: '2025-01-15', marketplace: 'DE', currency: 'EUR', tier: '271-300' }
      const euros = { currency: 'EUR', marketplace: 'DE' }
      const company = await companyWith(
        settled('2025-01-01', '2025-01-31', [
          bill('1', '2025-01-08', '-8.00', euros),
          bill('2', '2025-01-09', '-4.00', { ...euros, marketplace: 'NL' }),
          bill('3', '2025-01-18', '-8.00', { ...euros, amount_description: 'FBALongTermStorageFee' }),
        ]),
        { ...NAMES, listings: [...NAMES.listings, ...LAMP] },
        {
          storage_fees: [
            ...stored('DE', PLATE, '1.00'),
            ...stored('FR', { asin: 'B00LAMP', fnsku: 'X00LAMP' }, '2.00'),
            // In a country without a marketplace.
            ...stored('', { asin: 'B00LAMP', fnsku: 'X00LAMP' }, '1.00'),
          ],
          aged_fees: [
            { ...old, sku: 'LAMP-1', amount: '2.00' },
            { ...old, sku: 'PLATE-1', amount: '6.00' },
          ],
        },
      )
      const inEuros = { currencyCode: 'EUR' } as const
      expect(await partsOf(company, inEuros)).toEqual(['-12', '0', '0', '-9', '-3'])
      expect(await partsOf(company, { ...inEuros, line: 'agedInventoryFees' })).toEqual([
        '-8',
        '0',
        '0',
        '-6',
        '-2',
      ])
    })

    formTest(
      'a label that is the ASIN, a copy that lost its zeros and a bill that names its product change nothing',
      async () => {
        const stocked = { date: '2025-01-05', marketplace: 'GB', disposition: 'SELLABLE' }
        const company = await companyWith(
          settled('2025-01-01', '2025-01-31', [
            bill('1', '2025-01-08', '-9.00'),
            bill('2', '2025-01-08', '-5.00', { sku: 'LAMP-1' }),
          ]),
          {
            order_items: [
              { ...sold('2025-01-01'), asin: 'B00MUG' },
              { ...sold('2025-01-31'), asin: 'B00MUG', sku: 'MUG-1-FBM' },
              { ...sold('2025-01-30'), asin: 'B00PLATE', sku: '0042' },
            ],
            inventory_ledger: [{ ...stocked, sku: 'MUG-1', fnsku: 'B00MUG', asin: 'B00MUG' }],
          },
          month('2024-12-01', [{ asin: 'B00MUG', fnsku: 'B00MUG' }, '2.00'], [PLATE, '1.00']),
        )
        const shared = async () => [
          await partsOf(company, {}),
          await partsOf(company, {}, byOrder),
          (
            await company.pnl({
              from: JANUARY.startDate,
              to: JANUARY.endDate,
              currency: 'GBP',
              skus: ['0042'],
            })
          ).lines.monthlyStorageFees,
        ]
        const wanted = [['-14', '-6', '0', '0', '-5'], ['-14', '-6', '0', '0', '-5'], '-3']
        expect(await shared()).toEqual(wanted)
        await take(company, [
          'copy.json',
          {
            order_items: [{ ...sold('2025-01-30'), asin: 'B00PLATE', sku: '42' }],
            listings: [
              {
                snapshot_date: '2025-01-05',
                marketplace: 'GB',
                sku: '5.01235E+12',
                asin: 'B00PLATE',
                status: 'Active',
              },
            ],
          },
        ])
        expect(await shared()).toEqual(wanted)
      },
    )

    formTest('what another account sells under an ASIN is not what this one stores', async () => {
      const company = await server.company()
      for (const [account, content] of [
        ['First', BILL],
        ['First', { order_items: [{ ...sold('2025-01-01'), asin: 'B00MUG' }] }],
        ['Second', { order_items: [{ ...sold('2025-01-31'), asin: 'B00MUG', sku: 'LAMP-1' }] }],
        ['First', month('2024-12-01', [{ asin: 'B00MUG', fnsku: 'X00MUG' }, '2.00'])],
      ] as const)
        expect(await company.import('facts.json', content, { account })).toMatchObject({
          status: 'PUBLISHED',
        })
      expect(await partsOf(company)).toEqual(['-31', '-31', '0', '0', '0'])
    })

    test('of some marketplaces a product lacks what is billed without one', async () => {
      const euros = { currency: 'EUR', marketplace: 'DE' }
      const sale = {
        transaction_type: 'Order',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        sku: 'PLATE-1',
      }
      const company = await companyWith(
        settled('2025-01-01', '2025-01-31', [
          bill('1', '2025-01-08', '40.00', { ...euros, ...sale, order_id: 'A' }),
          bill('2', '2025-01-08', '40.00', { ...euros, ...sale, order_id: 'B', marketplace: 'FR' }),
          bill('3', '2025-01-08', '-8.00', { ...euros, marketplace: '' }),
        ]),
        NAMES,
        month('2024-12-01', [{ ...PLATE, ...euros }, '1.00']),
      )
      const inEuros = { currencyCode: 'EUR' } as const
      expect((await partsOf(company, inEuros))[3]).toBe('-8')
      expect((await partsOf(company, { ...inEuros, marketplaces: ['DE', 'FR', 'GB'] }))[3]).toBe('-8')
      expect((await partsOf(company, { ...inEuros, marketplaces: ['DE'] }))[3]).toBe('0?')
    })

    test('a part leads to the bill, and the whole is the bill', async () => {
      const company = await companyWith(BILL, NAMES, REPORT)
      const asked = {
        companyId: company.id,
        basis: 'TRANSACTION',
        currencyCode: 'GBP',
        metricId: 'monthlyStorageFees',
        ...JANUARY,
      } as const
      const all = await server.operator.audit.explainValue(asked)
      expect(all.rows).toMatchObject([{ amount: '-31', amountDescription: 'FBAStorageFee' }])
      expect(all.rowCount).toBe(1)
      const { value, rows } = await server.operator.audit.explainValue({ ...asked, skus: ['PLATE-1'] })
      expect(value).toBe('-5.166667')
      expect(rows).toMatchObject([
        {
          day: '2025-01-08',
          amount: '-5.166666667',
          amountDescription: 'FBAStorageFee, the part of this product',
        },
      ])
    })
  })
})
