/** What the server answers for one small company, kept for the tests of the browser: both hold to the same files. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { other, refund, sale, v2File } from './support/settlement-file.ts'

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
  const marketplace = 'Amazon.de'
  for (const [name, content] of [
    [
      'settlement.txt',
      v2File({
        id: '90000000001',
        start: '2026-06-01',
        end: '2026-07-01',
        currency: 'EUR',
        entries: [
          ...sale({
            order: '111-0000001-0000001',
            at: '2026-06-03 10:00:00',
            sku: 'MUG',
            units: 2,
            marketplace,
            amounts: { 'ItemPrice Principal': '47.60', 'ItemFees Commission': '-7.14' },
          }),
          ...sale({
            order: '111-0000002-0000002',
            at: '2026-06-10 10:00:00',
            sku: 'CUP',
            marketplace,
            amounts: { 'ItemPrice Principal': '11.90', 'ItemFees Commission': '-1.79' },
          }),
          ...refund({
            order: '111-0000002-0000002',
            at: '2026-06-20 10:00:00',
            sku: 'CUP',
            marketplace,
            amounts: { 'ItemPrice Principal': '-11.90', 'ItemFees Commission': '1.43' },
          }),
          other('Storage Fee', '-3.33', '2026-06-28 10:00:00'),
        ],
      }),
    ],
    [
      'facts.json',
      {
        order_items: [
          { order_id: '111-0000001-0000001', sku: 'MUG', quantity: 2, item_price: '47.60', item_tax: '7.60' },
          { order_id: '111-0000002-0000002', sku: 'CUP', quantity: 1, item_price: '11.90', item_tax: '1.90' },
        ].map((item, index) => ({
          ...item,
          order_item_id: '1',
          purchased_at: `2026-06-0${index + 2}T09:00:00Z`,
          order_status: 'Shipped',
          currency: 'EUR',
          marketplace: 'DE',
          fulfillment_channel: 'AFN',
          asin: `B00000000${index}`,
          title: index === 0 ? 'Stoneware mug' : 'Cup, "small"',
        })),
        product_costs: [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '6.00' }],
        ads_daily: [
          { date: '2026-06-03', ad_type: 'SP', marketplace: 'DE', sku: 'MUG', currency: 'EUR', cost: '4.00' },
        ],
        sales_traffic_date: Array.from({ length: 30 }, (_, day) => ({
          date: `2026-06-${String(day + 1).padStart(2, '0')}`,
          marketplace: 'DE',
          currency: 'EUR',
          ordered_product_sales: { 1: '47.60', 2: '11.90' }[day] ?? '0.00',
          units_ordered: { 1: 2, 2: 1 }[day] ?? 0,
          sessions: 10,
          page_views: 15,
        })),
        sales_traffic_asin_day: [
          {
            date: '2026-06-02',
            marketplace: 'DE',
            currency: 'EUR',
            child_asin: 'B000000000',
            sku: 'MUG',
            ordered_product_sales: '47.60',
            units_ordered: 2,
            sessions: 8,
            page_views: 12,
          },
        ],
      },
    ],
  ] as const) {
    const record = await company.import(name, content, { account: 'Europe', marketplace: 'DE' })
    expect([record.status, record.refusedRows]).toEqual(['PUBLISHED', []])
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30', currencyCode: 'EUR' } as const
const JSON_OF = (answer: unknown) => `${JSON.stringify(answer, null, 1)}\n`

test.each([
  ['statement', () => server.operator.profitAndLoss.getData({ ...JUNE, companyId: company.id })],
  ['unit-economics', () => server.operator.unitEconomics.getData({ ...JUNE, companyId: company.id })],
  ['brand-manager', () => server.operator.brandManager.getProducts({ ...JUNE, companyId: company.id })],
] as const)('the %s is as the browser knows it', async (name, ask) => {
  await expect(JSON_OF(await ask())).toMatchFileSnapshot(`../web/recorded-answers/${name}.json`)
})
