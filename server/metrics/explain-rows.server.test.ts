/** Lines behind a number, page after page, and the rates that made them, where there are many of both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
const PRODUCTS = Array.from({ length: 400 }, (_, index) => ({
  // In another order than their lines.
  sku: `SKU-${String((index * 7_919) % 100_003).padStart(6, '0')}`,
  asin: `B${String(index).padStart(9, '0')}`,
}))
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
const PLACE = { marketplace: 'DE', snapshot_date: '2026-02-28' }
const charged = (amount: string, line: object) => ({
  settlement_id: '1',
  posted_at: '2026-03-05T10:00:00Z',
  marketplace: 'DE',
  amount,
  currency: 'EUR',
  ...line,
})
const sold = (sku: string, index: number) =>
  charged('20.00', {
    transaction_type: 'Order',
    amount_type: 'ItemPrice',
    amount_description: 'Principal',
    order_id: `302-${index}`,
    order_item_id: '1',
    sku,
    quantity: 1,
  })

beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
  const stored = {
    ...charged('-40.00', { transaction_type: 'ServiceFee', amount_description: 'FBAStorageFee' }),
    amount_type: '',
  }
  const done = await company.import('facts.json', {
    settlements: [
      {
        settlement_id: '1',
        start_at: '2026-03-01',
        end_at: '2026-03-31',
        currency: 'EUR',
        total_amount: '560.00',
      },
    ],
    settlement_lines: [stored, ...PRODUCTS.slice(0, 30).map(({ sku }, index) => sold(sku, index))],
    listings: PRODUCTS.map((product) => ({ ...PLACE, ...product })),
    catalogue_items: PRODUCTS.map(({ asin }) => ({ ...PLACE, asin, brand: 'Potters' })),
    storage_fees: PRODUCTS.map(({ asin }, index) => ({
      marketplace: 'DE',
      month: '2026-02-01',
      asin,
      fnsku: `X${index}`,
      currency: 'EUR',
      fee: '0.10',
    })),
    product_costs: PRODUCTS.map(({ sku }, index) => ({
      sku,
      valid_from: '2026-01-01',
      currency: 'EUR',
      manufacturing: String(index + 1),
    })),
  })
  expect(done).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

test('one line that products share alike is listed once for each of them, whatever the page', async () => {
  const question = { companyId: company.id, metricId: 'monthlyStorageFees', ...MARCH } as const
  const pageOf = async (limit: number, offset: number) =>
    (
      await server.operator.audit.explainLines({
        ...question,
        group: { by: 'brand', key: 'Potters' },
        limit,
        offset,
      })
    ).rows.map(({ sku, amount }) => `${sku} ${amount}`)
  const all = PRODUCTS.map(({ sku }) => `${sku} -0.1`).toSorted()
  for (const limit of [50, 150]) {
    const listed: string[] = []
    while (listed.length < all.length) listed.push(...(await pageOf(limit, listed.length)))
    expect(listed).toEqual(all)
  }
})

test('unit costs are told from the lowest to the highest, with all the rows that they made', async () => {
  const { rates } = await server.operator.audit.explainValue({
    companyId: company.id,
    lineId: 'cogs',
    ...MARCH,
    limit: 0,
  })
  expect(rates).toEqual([{ kind: 'COST', marketplace: 'DE', lowest: '1', highest: '30', rowCount: 30 }])
})
