import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
let catalogueImport: number

const UK = 'A1F83G8C2ARO7P'
const DAY = '2026-03-10'
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'GBP' } as const

/** By SKU: what one of it cost with a fifth of VAT, and its ASIN. The first two are variations of one parent, the last is in no catalogue. */
const PRODUCTS = {
  'CUP-RED': { price: '12.00', asin: 'B000000001' },
  'CUP-BLUE': { price: '24.00', asin: 'B000000002' },
  LAMP: { price: '48.00', asin: 'B000000003' },
  THING: { price: '96.00', asin: 'B000000004' },
}
const products = Object.entries(PRODUCTS)

const item = (asin: string, brand: string, itemName: string, parent?: string) => ({
  asin,
  summaries: [{ marketplaceId: UK, brand, itemName }],
  relationships: [
    {
      marketplaceId: UK,
      relationships: parent === undefined ? [] : [{ type: 'VARIATION', parentAsins: [parent] }],
    },
  ],
})
const CATALOGUE = {
  asked: { marketplaceId: UK, day: '2026-03-31', asins: products.map(([, { asin }]) => asin) },
  items: [
    item('B000000001', 'Harbour', 'Cup of the catalogue', 'B000000000'),
    item('B000000002', 'Harbour', 'Cup, blue', 'B000000000'),
    item('B000000003', 'Lumen & Söhne', 'Lamp'),
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-04-02T12:00:00Z')
  company = await server.company()
  const settled = { transaction_type: 'Order', marketplace: 'GB', currency: 'GBP' }
  const facts = await company.import('facts.json', {
    order_items: products.map(([sku, { price, asin }]) => ({
      order_id: `O-${sku}`,
      order_item_id: '1',
      purchased_at: `${DAY}T09:00:00Z`,
      order_status: 'Shipped',
      marketplace: 'GB',
      sku,
      asin,
      quantity: 1,
      currency: 'GBP',
      item_price: price,
      ...(sku === 'CUP-RED' && { title: 'Red cup' }),
    })),
    settlement_lines: [
      ...products.map(([sku, { price }]) => ({
        ...settled,
        posted_at: `${DAY}T09:00:00Z`,
        order_id: `O-${sku}`,
        sku,
        quantity: 1,
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: price,
      })),
      {
        ...settled,
        transaction_type: 'ServiceFee',
        posted_at: `${DAY}T10:00:00Z`,
        amount_type: 'ServiceFee',
        amount_description: 'Subscription Fee',
        amount: '-25.00',
      },
    ],
    sales_traffic_date: [
      {
        date: DAY,
        marketplace: 'GB',
        currency: 'GBP',
        ordered_product_sales: '180.00',
        units_ordered: 4,
        sessions: 100,
      },
    ],
    sales_traffic_asin_day: products.map(([sku, { price, asin }]) => ({
      date: DAY,
      marketplace: 'GB',
      currency: 'GBP',
      child_asin: asin,
      sku,
      ordered_product_sales: price,
      units_ordered: 1,
      sessions: 10,
    })),
  })
  expect(facts).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const scope = <More extends object>(more: More = {} as More) => ({ companyId: company.id, ...MARCH, ...more })
const sumOf = (texts: readonly (string | null)[]) =>
  toText(texts.reduce((sum, text) => sum + parseDecimal(text!), 0n))
const found = async (more: object = {}) =>
  (await server.operator.productMaster.getProducts({ companyId: company.id, ...more })).products.map(
    ({ basicInformation }) => basicInformation,
  )
const statement = async (more: object) => {
  const [row] = await server.operator.profitAndLoss.getData(scope(more))
  return row!.lines
}

test('before a file names a brand, none is offered, and everything is without one', async () => {
  const { productMaster, unitEconomics } = server.operator
  expect(await productMaster.getBrandNames({ companyId: company.id })).toEqual([])
  const { rows, total } = await unitEconomics.getData(scope({ groupBy: 'BRAND' } as const))
  expect(rows.map(({ key, businessMetrics }) => [key, businessMetrics])).toEqual([
    ['', total.businessMetrics],
  ])
  const refused = { cause: { code: 'BRANDS_UNKNOWN' } }
  await expect(statement({ brandNames: ['Harbour'] })).rejects.toMatchObject(refused)
  const simulation = unitEconomics.simulate(scope({ groupBy: 'BRAND', key: 'Harbour' } as const))
  await expect(simulation).rejects.toMatchObject(refused)
})

test('a file of the catalogue names brands, parents, and what nothing else names', async () => {
  const record = await company.import('catalogue.json', CATALOGUE)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  catalogueImport = record.id
  expect(await server.operator.productMaster.getBrandNames({ companyId: company.id })).toEqual([
    'Harbour',
    'Lumen & Söhne',
  ])
  expect(await found()).toMatchObject([
    { sku: 'CUP-BLUE', name: 'Cup, blue', brandName: 'Harbour', parentAsins: ['B000000000'] },
    { sku: 'LAMP', name: 'Lamp', brandName: 'Lumen & Söhne', parentAsins: [] },
    // What the seller's own files call it goes before the catalogue.
    { sku: 'CUP-RED', name: 'Red cup', brandName: 'Harbour', parentAsins: ['B000000000'] },
    { sku: 'THING', name: '', brandName: '', parentAsins: [] },
  ])
  expect((await found({ brandNames: ['Harbour'] })).map(({ sku }) => sku)).toEqual(['CUP-BLUE', 'CUP-RED'])
  expect(await found({ brandNames: ['Nobody'] })).toEqual([])
})

test('brands, products without one and what is of no product add up to the statement', async () => {
  const parts = await Promise.all([
    statement({ brandNames: ['Harbour'] }),
    statement({ brandNames: ['Lumen & Söhne'] }),
    statement({ brandNames: [''] }),
    statement({ skus: [''] }),
  ])
  const all = await statement({})
  expect(parts.map((lines) => lines.netProfit.value)).toEqual(['30', '40', '80', '-25'])
  for (const line of ['productSales', 'netProfit'] as const)
    expect(sumOf(parts.map((lines) => lines[line].value))).toBe(all[line].value)
  const both = await statement({ brandNames: ['Harbour', 'Lumen & Söhne'] })
  expect(both.netProfit.value).toBe('70')
  // Within products that are selected; of none of them it is nothing, and not everything.
  expect((await statement({ brandNames: ['Harbour'], skus: ['CUP-RED', 'LAMP'] })).netProfit.value).toBe('10')
  expect((await statement({ brandNames: ['Nobody'] })).productSales.value).toBe('0')
})

test('rows by brand are what the filter says, down to the rows of files', async () => {
  const { unitEconomics, audit } = server.operator
  const { rows, notAllocated, total } = await unitEconomics.getData(
    scope({ groupBy: 'BRAND', sortBy: 'netProfit' } as const),
  )
  expect(rows.map(({ key, identity }) => [key, identity.brandName])).toEqual([
    ['', ''],
    ['Lumen & Söhne', 'Lumen & Söhne'],
    ['Harbour', 'Harbour'],
  ])
  const parts = [...rows, ...(notAllocated ? [notAllocated] : [])]
  for (const id of ['unitsSold', 'netSales', 'netProfit'] as const)
    expect(sumOf(parts.map((row) => row.businessMetrics[id].value))).toBe(total.businessMetrics[id].value)
  for (const row of rows) {
    const brandNames = [row.key]
    const filtered = await unitEconomics.getData(scope({ brandNames }))
    expect([row.key, filtered.total.businessMetrics]).toEqual([row.key, row.businessMetrics])
    const explained = await audit.explainValue(
      scope({ metricId: 'netSales', basis: 'ORDER', brandNames } as const),
    )
    expect(explained.value).toBe(row.businessMetrics.netSales.value)
    expect(explained.rowCount).toBe(row.key === 'Harbour' ? 4 : 2)
  }
  const simulated = await unitEconomics.simulate(scope({ groupBy: 'BRAND', key: 'Harbour' } as const))
  expect(simulated.price).toBe('18')
})

test('the brand manager has a row, a course and a part of each brand', async () => {
  const { brandManager } = server.operator
  const { rows, total, notAllocated } = await brandManager.getBrands(scope())
  expect(rows.map(({ key, metrics }) => [key, metrics.orderedProductSales!.value])).toEqual([
    ['', '96'],
    ['Lumen & Söhne', '48'],
    ['Harbour', '36'],
  ])
  expect(notAllocated).toBeNull()
  expect(sumOf(rows.map(({ metrics }) => metrics.orderedProductSales!.value))).toBe(
    total.metrics.orderedProductSales!.value,
  )
  const courses = rows.map(({ key, course }) => [key, (course ?? []).filter((value) => value !== null)])
  expect(courses).toEqual([
    ['', ['96']],
    ['Lumen & Söhne', ['48']],
    ['Harbour', ['36']],
  ])
  const { parts } = await brandManager.getTimeSeries(scope({ dimension: 'BRAND' } as const))
  expect(parts.map(({ kind, name, range }) => [kind, name, range.orderedProductSales!.value])).toEqual([
    ['PART', '(no brand)', '96'],
    ['PART', 'Lumen & Söhne', '48'],
    ['PART', 'Harbour', '36'],
  ])
  const harbour = await brandManager.getSummary(scope({ brandNames: ['Harbour'] }))
  expect(harbour.cards.orderedProductSales!.value).toBe('36')
  const parents = await brandManager.getProducts(scope({ groupByParent: true, brandNames: ['Harbour'] }))
  expect(parents.rows.map(({ key, products: children }) => [key, children?.skus])).toEqual([
    ['B000000000', ['CUP-BLUE', 'CUP-RED']],
  ])
})

test('a brand bears its own expenses, in the filter, in rows by brand and down to their line, and the company bears the others', async () => {
  const spent = (more: object) => ({
    amount: '31.00',
    currency: 'GBP',
    start_date: '2026-03-01',
    end_date: '2026-03-31',
    frequency: 'ONE_TIME',
    ...more,
  })
  const ad = { date: DAY, marketplace: 'GB', currency: 'GBP' }
  const { id } = await company.import('expenses.json', {
    // Of a product, and of none.
    ads_daily: [
      { ...ad, ad_type: 'SP', campaign_id: '1', sku: 'CUP-RED', cost: '3.00' },
      { ...ad, ad_type: 'SB', campaign_id: '2', cost: '100.00' },
    ],
    expenses: [
      spent({ name: 'Rent', category: 'Rooms', brand_name: 'ALL' }),
      spent({ name: 'Photos', category: 'Marketing', brand_name: 'Harbour', amount: '6.20' }),
      spent({ name: 'Fair', category: 'Marketing', brand_name: 'Lumen & Söhne', amount: '9.30' }),
      spent({ name: 'Stand', category: 'Rooms', brand_name: 'Harbour', marketplace: 'DE', amount: '1.00' }),
    ],
  })
  const { audit, unitEconomics } = server.operator
  const spentIn = async (more: object) => (await statement(more)).operatingExpenses
  const told = async (more: object) => {
    const { value, lacks = [] } = await spentIn(more)
    return [value, lacks.includes('EXPENSES')]
  }
  expect(await told({})).toEqual(['-47.5', false])
  // What is of no one brand is left out of each, and said to be.
  expect(await told({ brandNames: ['Harbour'] })).toEqual(['-7.2', true])
  expect(await told({ brandNames: ['Lumen & Söhne'] })).toEqual(['-9.3', true])
  expect(await told({ brandNames: ['Harbour', 'Lumen & Söhne'] })).toEqual(['-16.5', true])
  expect(await told({ brandNames: ['Harbour'], marketplaces: ['GB'] })).toEqual(['0', true])
  expect(await told({ brandNames: [''] })).toEqual(['0', true])
  // A product has none, also of a brand of which others are chosen too.
  expect(await told({ brandNames: ['Harbour'], skus: ['CUP-RED', 'CUP-BLUE'] })).toEqual(['0', true])
  const [row] = await server.operator.profitAndLoss.getData(scope({ brandNames: ['Harbour'] }))
  expect(row!.leftOut?.value).toBe('-156')
  expect(row!.expenses?.map(({ category, value }) => [category, value])).toEqual([
    ['Marketing', '-6.2'],
    ['Rooms', '-1'],
  ])

  const parts = await Promise.all(
    [['Harbour'], ['Lumen & Söhne'], ['']].map((brandNames) => statement({ brandNames })),
  )
  const left = await statement({ skus: [''] })
  const whole = await statement({})
  // Of no product are those of brands too, of no brand they are not.
  expect(left.operatingExpenses.value).toBe('-47.5')
  const none = await statement({ brandNames: [''], skus: [''] })
  expect(none.operatingExpenses.value).toBe('-31')
  expect(sumOf([...parts, none].map((lines) => lines.netProfit.value))).toBe(whole.netProfit.value)

  const { rows, notAllocated, total } = await unitEconomics.getData(scope({ groupBy: 'BRAND' } as const))
  const profitOf = (found: (typeof rows)[number] | null) => found!.businessMetrics.netProfit.value
  expect(sumOf([...rows, notAllocated].map(profitOf))).toBe(total.businessMetrics.netProfit.value)
  const harbour = rows.find(({ key }) => key === 'Harbour')!
  const filtered = await unitEconomics.getData(scope({ brandNames: ['Harbour'] }))
  expect(profitOf(harbour)).toBe(filtered.total.businessMetrics.netProfit.value)
  // Of its products none has them: they are not allocated, and are explained as that; advertising of no product is none of theirs.
  expect(profitOf(filtered.notAllocated)).toBe('-7.2')
  const explainedAs = async (
    asked: Omit<Parameters<typeof audit.explainValue>[0], keyof typeof MARCH | 'companyId'>,
  ) => (await audit.explainValue(scope({ basis: 'ORDER' as const, limit: 0, ...asked }))).value
  const netProfit = { metricId: 'netProfit' } as const
  const ofHarbour = { brandNames: ['Harbour'] }
  expect(await explainedAs({ ...netProfit, ...ofHarbour, skus: [''] })).toBe('-7.2')
  expect(await explainedAs({ ...netProfit, ...ofHarbour, parentAsin: '' })).toBe('-7.2')
  for (const groupByParent of [false, true]) {
    const products = await server.operator.brandManager.getProducts(scope({ ...ofHarbour, groupByParent }))
    const spent = (row: (typeof products.rows)[number]) => row.metrics.adSpend!.value
    expect([
      products.rows.map((row) => Number(spent(row))).toSorted((a, b) => a - b),
      spent(products.total as never),
    ]).toEqual([groupByParent ? [3] : [0, 3], '3'])
    const none = products.notAllocated
    expect(none === null ? '0' : (none.metrics.adSpend!.value ?? '0')).toBe('0')
  }
  // Of some marketplaces it is what these have, and nothing of the company as a whole.
  for (const groupBy of ['BRAND', 'SKU'] as const) {
    const british = { marketplaces: ['GB' as const] }
    const found = await unitEconomics.getData(scope({ groupBy, ...british }))
    expect(sumOf([...found.rows, found.notAllocated].map(profitOf))).toBe(profitOf(found.total as never))
    const noBrand = groupBy === 'BRAND' ? { brandNames: [''] } : {}
    expect([groupBy, await explainedAs({ ...netProfit, ...british, ...noBrand, skus: [''] })]).toEqual([
      groupBy,
      profitOf(found.notAllocated),
    ])
  }

  const metricId = 'statementOperatingExpenses' as const
  const explained = await audit.explainValue(scope({ metricId, brandNames: ['Harbour'], limit: 100 }))
  expect(explained).toMatchObject({ value: '-7.2', rowCount: 62 })
  expect(explained.rows[0]).toMatchObject({
    amountType: 'Marketing',
    lineNumber: 2,
    fileName: 'expenses.json',
  })
  const grouped = scope({ metricId: 'statementOperatingExpenses', by: 'brand' } as const)
  const { groups } = await audit.explainGroups(grouped)
  expect(groups.map(({ key, value }) => [key, value])).toEqual([
    ['', '-31'],
    ['Lumen & Söhne', '-9.3'],
    ['Harbour', '-7.2'],
  ])
  const lines = await audit.explainLines(
    scope({
      metricId: 'statementOperatingExpenses',
      group: { by: 'brand', key: 'Harbour' },
      limit: 1,
    } as const),
  )
  expect(lines.rowCount).toBe(62)
  await company.undo(id)
})

test('another day of the catalogue counts from then on, and what is taken back names nothing', async () => {
  const renamed = await company.import('catalogue-2026-04-01.json', {
    numberOfResults: 1,
    items: [item('B000000003', 'Lumen', 'Lamp')],
  })
  const { productMaster } = server.operator
  const names = () => productMaster.getBrandNames({ companyId: company.id })
  expect(await names()).toEqual(['Harbour', 'Lumen'])
  await company.undo(renamed.id)
  expect(await names()).toEqual(['Harbour', 'Lumen & Söhne'])
  await company.undo(catalogueImport)
  expect(await names()).toEqual([])
  await expect(statement({ brandNames: ['Harbour'] })).rejects.toMatchObject({
    cause: { code: 'BRANDS_UNKNOWN' },
  })
})
