import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReport, writeProductCostTemplate } from '#amazon/index.ts'
import { PRODUCTS_PAGE_SIZE, type ProductsInput } from '#contract/product-master.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company()
})
afterAll(() => server[Symbol.asyncDispose]())

const item = (order: string, more: object) => ({
  order_id: order,
  order_item_id: '1',
  purchased_at: '2026-03-03T09:00:00Z',
  order_status: 'Shipped',
  quantity: 1,
  currency: 'GBP',
  marketplace: 'GB',
  fulfillment_channel: 'AFN',
  item_price: '12.00',
  ...more,
})

const products = (question: Partial<ProductsInput> = {}, of: TestCompany = company) =>
  server.operator.productMaster.getProducts({ companyId: of.id, ...question })
const skus = async (question: Partial<ProductsInput> = {}) =>
  (await products(question)).products.map((product) => product.basicInformation.sku)

test('a company without files has no products', async () => {
  expect(await products()).toEqual({ products: [], total: 0 })
})

test('orders give the newest name, and costs name what was never sold', async () => {
  const record = await company.import('facts.json', {
    order_items: [
      item('1', { sku: 'MUG-1', asin: 'B0MUG00001', title: 'Mug' }),
      item('2', {
        sku: 'MUG-1',
        asin: 'B0MUG00001',
        title: 'Stoneware mug',
        purchased_at: '2026-04-01T09:00:00Z',
      }),
      item('3', {
        sku: 'CUP,BLUE',
        asin: 'B0CUP00001',
        title: 'Blue cup',
        marketplace: 'DE',
        currency: 'EUR',
      }),
      item('4', { sku: 'jar', asin: 'B0JAR00001', title: 'Glass jar', order_status: 'Cancelled' }),
    ],
    product_costs: [
      { sku: 'NEW-1', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '2.00' },
      { sku: 'NEW-2', marketplace: 'DE', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })

  const { products: found, total } = await products()
  expect(total).toBe(5)
  expect(found.map((product) => product.basicInformation.sku)).toEqual([
    'CUP,BLUE',
    'jar',
    'MUG-1',
    'NEW-1',
    'NEW-2',
  ])
  expect(found[2]).toEqual({
    basicInformation: {
      sku: 'MUG-1',
      asin: 'B0MUG00001',
      name: 'Stoneware mug',
      customName: '',
      customCategory: '',
      parentAsins: [],
      customTags: [],
      brandName: '',
    },
  })
})

test('products are found by any part of SKU, ASIN or name', async () => {
  expect(await skus({ searchText: 'STONE' })).toEqual(['MUG-1'])
  expect(await skus({ searchText: 'b0jar' })).toEqual(['jar'])
  expect(await skus({ searchText: 'new-' })).toEqual(['NEW-1', 'NEW-2'])
  expect(await skus({ searchText: "mug' OR 1=1" })).toEqual([])
  expect(await skus({ searchText: 'none of them' })).toEqual([])
  await expect(products({ searchText: 'x'.repeat(151) })).rejects.toThrow('searchText')
})

test('a marketplace leaves what is traded in it, and what has a cost everywhere', async () => {
  expect(await skus({ marketplaceCodes: ['DE'] })).toEqual(['CUP,BLUE', 'NEW-1', 'NEW-2'])
  expect(await skus({ marketplaceCodes: ['GB'] })).toEqual(['jar', 'MUG-1', 'NEW-1'])
})

test('products are named by their SKUs', async () => {
  expect(await skus({ skus: ['MUG-1', 'CUP,BLUE', 'gone'] })).toEqual(['CUP,BLUE', 'MUG-1'])
})

test('products are sorted; what has no ASIN comes last', async () => {
  expect(await skus({ sortOrders: [{ field: 'sku', order: 'DESC' }] })).toEqual([
    'jar',
    'NEW-2',
    'NEW-1',
    'MUG-1',
    'CUP,BLUE',
  ])
  expect(await skus({ sortOrders: [{ field: 'asin', order: 'DESC' }] })).toEqual([
    'MUG-1',
    'jar',
    'CUP,BLUE',
    'NEW-1',
    'NEW-2',
  ])
})

test('nothing names brands, tags or categories yet', async () => {
  const { productMaster } = server.operator
  const companyId = company.id
  expect(await productMaster.getBrandNames({ companyId })).toEqual([])
  expect(await productMaster.getCustomTags({ companyId })).toEqual([])
  expect(await productMaster.getCustomCategories({ companyId, searchText: 'k' })).toEqual([])
  expect(await products({ brandNames: ['Brand A'] })).toEqual({ products: [], total: 0 })
  const group = { companyId, customTags: ['Kitchen'], customCategories: [], skusToExclude: ['MUG-1'] }
  expect(await productMaster.getProductsCount(group)).toBe(0)
  expect(await productMaster.getProductsByCustomTagsOrCategories(group)).toEqual([])
})

test('a company sees its own products, and what was undone is gone', async () => {
  const other = await server.company({ name: 'Other' })
  const record = await other.import('facts.json', {
    order_items: [item('9', { sku: 'OTHER-1', asin: 'B0OTHER001', title: 'Other' })],
  })
  expect((await products({}, other)).total).toBe(1)
  expect(await skus({ searchText: 'other' })).toEqual([])
  await other.undo(record.id)
  expect((await products({}, other)).total).toBe(0)
  await expect(server.operator.productMaster.getProducts({ companyId: 'nobody' })).rejects.toThrow()
})

test('a product is known by its settlements alone', async () => {
  const settled = await server.company({ name: 'Settled' })
  const record = await settled.import('facts.json', {
    settlement_lines: [
      {
        settlement_id: '1',
        transaction_type: 'Order',
        posted_at: '2026-03-03T09:00:00Z',
        order_id: '1',
        marketplace: 'GB',
        sku: 'SOLD-1',
        asin: 'B0SOLD0001',
        quantity: 1,
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '10.00',
        currency: 'GBP',
      },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  const { products: found } = await products({ marketplaceCodes: ['GB'] }, settled)
  expect(found.map((product) => product.basicInformation)).toMatchObject([
    { sku: 'SOLD-1', asin: 'B0SOLD0001', name: '' },
  ])
  expect((await products({ marketplaceCodes: ['FR'] }, settled)).total).toBe(0)
})

test('products come in pages', async () => {
  const many = await server.company({ name: 'Many' })
  await many.import('facts.json', {
    order_items: Array.from({ length: PRODUCTS_PAGE_SIZE + 3 }, (_, index) =>
      item(String(index), { sku: `SKU-${String(index).padStart(3, '0')}`, asin: 'B0', title: 'Same' }),
    ),
  })
  const last = await products({ pageNumber: 2 }, many)
  expect(last.total).toBe(PRODUCTS_PAGE_SIZE + 3)
  expect(last.products.map((product) => product.basicInformation.sku)).toEqual([
    'SKU-050',
    'SKU-051',
    'SKU-052',
  ])
})

test('the template for costs has what was sold without one, and is empty once it was filled in', async () => {
  const seller = await server.company({ defaultCurrency: 'EUR' })
  const sale = (day: string, sku: string, quantity: number) => ({
    transaction_type: 'Shipment',
    posted_at: `${day}T10:00:00Z`,
    order_id: `${sku} ${day}`,
    sku,
    marketplace: 'DE',
    amount_type: 'ItemPrice',
    amount_description: 'Principal',
    amount: '10.00',
    currency: 'EUR',
    quantity,
  })
  await seller.import('facts.json', {
    settlement_lines: [
      sale('2026-03-04', '007-MUG', 1),
      sale('2026-03-02', '007-MUG', 1),
      sale('2026-03-03', 'CUP', 5),
      sale('2026-03-03', 'KNOWN', 1),
    ],
    product_costs: [{ sku: 'KNOWN', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' }],
  })
  const template = (skus: string[] = []) =>
    server.operator.productMaster.getCostTemplate({ companyId: seller.id, skus })
  const { workbook, ...rest } = await template()
  expect(rest).toEqual({ fileName: 'product-costs.xlsx', products: 2, more: 0 })
  expect(await template(['CUP', 'KNOWN'])).toMatchObject({ products: 1, more: 0 })

  // As it is, every row lacks its cost.
  const refused = await seller.import('product-costs.xlsx', Buffer.from(workbook, 'base64'))
  expect(refused).toMatchObject({
    status: 'REFUSED',
    problem: { text: expect.stringContaining('line 2: manufacturing: missing') },
  })
  const opened = await openReport(
    () => Readable.from([Buffer.from(workbook, 'base64')]),
    'product-costs.xlsx',
  )
  if (opened.kind !== 'records') throw new Error('A workbook is read record by record.')
  const rows: unknown[] = []
  for await (const row of opened.records)
    rows.push('text' in row ? row.text.split('\t').filter(Boolean) : row)
  expect(rows).toEqual([
    ['CUP', '2026-03-03', 'EUR'],
    ['007-MUG', '2026-03-02', 'EUR'],
  ])

  const filled = await writeProductCostTemplate([
    { sku: 'CUP', valid_from: '2026-03-03', currency: 'EUR', manufacturing: '1.5' },
    { sku: '007-MUG', valid_from: '2026-03-02', currency: 'EUR', manufacturing: '3' },
  ])
  expect(await seller.import('filled.xlsx', Buffer.from(filled))).toMatchObject({ status: 'PUBLISHED' })
  expect(await template()).toMatchObject({ products: 0, more: 0 })
})
