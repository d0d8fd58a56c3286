/** What people enter of products: names, tags and costs, from the page's procedures to names, filters and the statement. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import type { z } from 'zod'
import { TAGS_MAX } from '#contract/dashboards/product-master.ts'
import type { ProposeCostsInput, SaveCostsInput, UpdateProductsInput } from '#contract/product-master.ts'
import { addMember } from '#server/accounts/index.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany

const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'GBP' } as const
const sale = (sku: string, quantity: number, day = '2026-03-10') => ({
  transaction_type: 'Order',
  posted_at: `${day}T12:00:00Z`,
  order_id: `O-${sku}-${day}`,
  sku,
  quantity,
  marketplace: 'GB',
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount: '100.00',
  currency: 'GBP',
})
const order = (sku: string, asin: string, title: string) => ({
  order_id: `O-${sku}`,
  order_item_id: '1',
  purchased_at: '2026-03-10T09:00:00Z',
  order_status: 'Shipped',
  quantity: 1,
  marketplace: 'GB',
  currency: 'GBP',
  sku,
  asin,
  title,
  item_price: '10.00',
})
const FACTS = {
  order_items: [
    order('CUP', 'B000000001', 'Cup'),
    order('LAMP', 'B000000002', 'Lamp'),
    order('JAR', 'B000000003', 'Glass jar'),
  ],
  settlement_lines: [sale('CUP', 2), sale('LAMP', 3), sale('JAR', 1)],
  product_costs: [
    {
      sku: 'JAR',
      valid_from: '2026-01-01',
      currency: 'GBP',
      manufacturing: '0.55',
      freight: '0.25',
      other: '0.20',
    },
  ],
  listings: [
    {
      snapshot_date: '2026-03-30',
      marketplace: 'GB',
      sku: 'CUP',
      asin: 'B000000001',
      title: 'Cup',
      price: '12.50',
      currency: 'GBP',
      status: 'Inactive',
    },
    {
      snapshot_date: '2026-03-31',
      marketplace: 'GB',
      sku: 'CUP',
      asin: 'B000000001',
      title: 'Cup',
      price: '12.00',
      currency: 'GBP',
      status: 'Active',
    },
    {
      snapshot_date: '2026-03-31',
      marketplace: 'GB',
      sku: 'JAR',
      asin: 'B000000003',
      title: 'Glass jar',
      status: 'Inactive',
    },
  ],
  catalogue_items: [
    {
      snapshot_date: '2026-03-31',
      marketplace: 'GB',
      asin: 'B000000001',
      brand: 'Harbour',
      package_length: '12.5',
      package_width: '10',
      package_height: '9.25',
      length_unit: 'centimeters',
      package_weight: '0.41',
      weight_unit: 'kilograms',
    },
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-04-02T12:00:00Z')
  company = await server.company()
  expect(await company.import('facts.json', FACTS)).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const list = (more: object = {}, of = company) =>
  server.operator.productMaster.list({ companyId: of.id, currencyCode: 'GBP', ...more })
const skus = async (more: object = {}) => (await list(more)).rows.map(({ sku }) => sku)
type Change = z.input<typeof UpdateProductsInput>['products'][number]
const product = (sku: string, more: Partial<Change> = {}): Change => ({
  sku,
  revision: 0,
  customName: '',
  category: '',
  tags: [],
  length: null,
  width: null,
  height: null,
  weight: null,
  ...more,
})
const update = (products: Change[], saveId: string = randomUUID(), of = company) =>
  server.operator.productMaster.updateProducts({ companyId: of.id, saveId, products })
type Costs = Omit<z.input<typeof SaveCostsInput>, 'companyId' | 'saveId'>
const saveCosts = (changes: Costs, saveId: string = randomUUID(), of = company) =>
  server.operator.productMaster.saveCosts({ companyId: of.id, saveId, ...changes })
const period = (sku: string, more: object = {}) => ({
  sku,
  marketplace: null,
  validFrom: '2026-01-01',
  validTo: null,
  currency: 'GBP' as const,
  manufacturing: '3.00',
  freight: null,
  duty: null,
  other: null,
  fbmShipping: null,
  ...more,
})
const costsOf = async (sku: string, of = company) =>
  (await server.operator.productMaster.getCosts({ companyId: of.id, sku, currencyCode: 'GBP' })).periods
const cogs = async (of = company) => (await of.pnl(MARCH)).lines.cogs

test('what no catalogue says of a product a fee preview may: its newest size, weight and tier, of a marketplace', async () => {
  const previewed = await server.company({ defaultCurrency: 'GBP' })
  const preview = (sku: string, day: string, more: object) => ({
    sku,
    marketplace: 'GB',
    snapshot_date: day,
    currency: 'GBP',
    ...more,
  })
  const sized = { package_length: '10', package_width: '5', package_height: '2', length_unit: 'inches' }
  const weighs = { package_weight: '8', weight_unit: 'ounces' }
  const { id } = await previewed.import('facts.json', {
    ...FACTS,
    fee_estimates: [
      preview('CUP', '2026-03-01', { ...sized, ...weighs, size_tier: 'Small parcel' }),
      preview('LAMP', '2026-03-01', { ...sized, ...weighs, size_tier: 'Small parcel' }),
      preview('LAMP', '2026-03-15', {
        package_weight: '1.5',
        weight_unit: 'pounds',
        size_tier: 'Standard parcel',
      }),
      preview('LAMP', '2026-03-20', {}),
      preview('JAR', '2026-03-01', { ...sized, length_unit: 'cubits', ...weighs }),
    ],
  })
  const measured = async () => {
    const { rows, counts } = await list({}, previewed)
    const told = rows.map(({ sku, size, weight, sizeTier }) => [sku, size?.length, weight?.value, sizeTier])
    return { told, withoutSize: counts.withoutSize }
  }
  expect(await measured()).toEqual({
    told: [
      ['LAMP', '25.4', '0.68', 'Standard parcel'],
      // The catalogue goes before it, and says nothing of tiers.
      ['CUP', '12.5', '0.41', 'Small parcel'],
      ['JAR', undefined, '0.227', ''],
    ],
    withoutSize: 1,
  })
  await previewed.undo(id)
  expect((await measured()).told).toEqual([])
})

test('products without a cost come first, the most sold of them before the others, with what files say of each', async () => {
  const { rows, total, counts } = await list()
  expect(rows.map(({ sku, unitsWithoutCost }) => [sku, unitsWithoutCost])).toEqual([
    ['LAMP', '3'],
    ['CUP', '2'],
    ['JAR', '0'],
  ])
  expect(total).toBe(3)
  expect(counts).toEqual({
    all: 3,
    active: 1,
    inactive: 1,
    withoutCost: 2,
    soldWithoutCost: 2,
    unitsWithoutCost: '5',
    withoutBrand: 2,
    withoutSize: 2,
  })
  expect(rows[1]).toMatchObject({
    name: 'Cup',
    brandName: 'Harbour',
    revision: 0,
    marketplaces: ['GB'],
    listings: [{ marketplace: 'GB', status: 'Active', price: '12', currency: 'GBP' }],
    size: { length: '12.5', width: '10', height: '9.25', volume: '1156.25', source: 'AMAZON' },
    weight: { value: '0.41', source: 'AMAZON' },
    costs: [],
    lacking: ['GB'],
  })
  // Nobody has said that there is no duty.
  const parts = { manufacturing: '0.55', freight: '0.25', duty: null, other: '0.2', landed: '1' }
  expect(rows[2]!.costs).toEqual([
    {
      marketplace: '',
      validFrom: '2026-01-01',
      currency: 'GBP',
      ...parts,
      converted: parts,
      changedAt: expect.any(String),
    },
  ])
  const [facts] = (await server.operator.imports.list({ companyId: company.id })).imports
  expect(rows[2]!.costs[0]!.changedAt).toBe(facts!.createdAt)
})

test('parts, searches, orders and pages are the server’s; counts are of all', async () => {
  expect(await skus({ part: 'WITHOUT_COST' })).toEqual(['LAMP', 'CUP'])
  expect(await skus({ part: 'WITHOUT_BRAND', sortBy: 'NAME' })).toEqual(['JAR', 'LAMP'])
  expect(await skus({ part: 'WITHOUT_SIZE', sortBy: 'SKU', sortOrder: 'DESC' })).toEqual(['LAMP', 'JAR'])
  expect(await skus({ sortBy: 'BRAND' })).toEqual(['CUP', 'JAR', 'LAMP'])
  expect(await skus({ sortBy: 'VALID_FROM' })).toEqual(['JAR', 'CUP', 'LAMP'])
  expect(await skus({ sortBy: 'SKU', pageSize: 2, pageNumber: 2 })).toEqual(['LAMP'])
  expect(await skus({ skus: ['CUP', 'nothing'] })).toEqual(['CUP'])
  const none = await list({ searchText: "x' OR 1=1 --" })
  expect(none).toMatchObject({ rows: [], total: 0, counts: { all: 3, withoutCost: 2 } })
  await expect(list({ searchText: 'x'.repeat(151) })).rejects.toThrow('searchText')
  expect((await list({ marketplaces: ['FR'] })).counts).toMatchObject({ all: 1, withoutCost: 0 })
})

test('names, tags and categories are in names and filters everywhere, and a call that is made twice is one', async () => {
  const saveId = randomUUID()
  const changes = [
    product('CUP', { customName: 'Our “cup” \\ \u2028'.trim(), category: 'Table', tags: ['new', 'oak'] }),
    product('LAMP', { category: 'table', tags: ['New'] }),
  ]
  await update(changes, saveId)
  await update(changes, saveId)
  const { rows } = await list({ sortBy: 'CATEGORY', sortOrder: 'DESC' })
  expect(rows.map(({ sku, category, tags, revision }) => [sku, category, tags, revision])).toEqual([
    // The spelling that a word has already stays.
    ['CUP', 'Table', ['new', 'oak'], 1],
    ['LAMP', 'Table', ['new'], 1],
    ['JAR', '', [], 0],
  ])
  const { productMaster, brandManager, unitEconomics } = server.operator
  const companyId = company.id
  expect(await productMaster.getCustomTags({ companyId })).toEqual([
    { name: 'new', productCount: 2 },
    { name: 'oak', productCount: 1 },
  ])
  expect(await productMaster.getCustomCategories({ companyId, searchText: 'TAB' })).toEqual([
    { name: 'Table', productCount: 2 },
  ])
  const group = { companyId, customTags: ['new'], customCategories: [], skusToExclude: ['LAMP'] }
  expect(await productMaster.getProductsCount(group)).toBe(1)
  expect(await productMaster.getProductsByCustomTagsOrCategories(group)).toMatchObject([
    { basicInformation: { sku: 'CUP', name: 'Cup', customName: 'Our “cup” \\', customTags: ['new', 'oak'] } },
  ])
  const found = await productMaster.getProducts({ companyId, searchText: 'our “CUP' })
  expect(found.products.map(({ basicInformation }) => basicInformation.sku)).toEqual(['CUP'])
  const units = await unitEconomics.getData({
    companyId,
    currencyCode: 'GBP',
    startDate: '2026-03-01',
    endDate: '2026-03-31',
    groupBy: 'SKU',
  })
  expect(units.rows.find(({ key }) => key === 'CUP')!.identity.name).toBe('Our “cup” \\')
  expect(brandManager).toBeDefined()
})

test('sizes that are typed go before Amazon’s, count wherever one is missing, and give Amazon’s back', async () => {
  const fresh = await server.company()
  await fresh.import('facts.json', FACTS)
  const sizes = async () =>
    (await list({ sortBy: 'SKU' }, fresh)).rows.map(({ sku, revision, size, weight }) => [
      sku,
      revision,
      size && `${size.length} × ${size.width} × ${size.height} = ${size.volume} ${size.source}`,
      weight && `${weight.value} ${weight.source}`,
    ])
  const ofAmazon = [
    ['CUP', 0, '12.5 × 10 × 9.25 = 1156.25 AMAZON', '0.41 AMAZON'],
    ['JAR', 0, null, null],
    ['LAMP', 0, null, null],
  ]
  expect(await sizes()).toEqual(ofAmazon)
  const saveId = randomUUID()
  const typed = [
    product('CUP', { length: '13.50', width: '10', height: '9.001' }),
    product('LAMP', { length: '0030', width: '30', height: '9999.999', weight: '2.5' }),
    product('JAR', { weight: '0.001' }),
  ]
  await update(typed, saveId, fresh)
  await update(typed, saveId, fresh)
  expect(await sizes()).toEqual([
    ['CUP', 1, '13.5 × 10 × 9.001 = 1215.135 USER', '0.41 AMAZON'],
    ['JAR', 1, null, '0.001 USER'],
    ['LAMP', 1, '30 × 30 × 9999.999 = 8999999.1 USER', '2.5 USER'],
  ])
  const { rows, counts } = await list({ part: 'WITHOUT_SIZE' }, fresh)
  expect([rows.map(({ sku }) => sku), counts.withoutSize]).toEqual([['JAR'], 1])

  // Somebody who has read less than stands changes nothing of it.
  await expect(update([product('CUP')], randomUUID(), fresh)).rejects.toThrow(/“CUP” was changed by/)
  const history = async () =>
    (await server.operator.productMaster.getHistory({ companyId: fresh.id })).edits.map(
      ({ name, before, after }) => [name, before, after],
    )
  expect((await history()).toReversed()).toEqual([
    ['CUP', { length: '', width: '', height: '' }, { length: '13.5', width: '10', height: '9.001' }],
    [
      'LAMP',
      { length: '', width: '', height: '', weight: '' },
      { length: '30', width: '30', height: '9999.999', weight: '2.5' },
    ],
    ['JAR', { weight: '' }, { weight: '0.001' }],
  ])
  // The same number is no change, however it is written.
  const same = { revision: 1, length: '13.5', width: '10.000', height: '9.001', weight: null }
  await update([product('CUP', same)], randomUUID(), fresh)
  expect(await history()).toHaveLength(3)

  const later = await fresh.import('later.json', {
    catalogue_items: [
      {
        ...FACTS.catalogue_items[0],
        snapshot_date: '2026-04-01',
        package_length: '5',
        package_width: '4',
        package_height: '2',
        length_unit: 'inches',
      },
    ],
  })
  expect(later.status).toBe('PUBLISHED')
  expect((await sizes())[0]![2]).toContain('USER')
  const emptied = randomUUID()
  await update([product('CUP', { revision: 1 })], emptied, fresh)
  expect((await sizes())[0]).toEqual(['CUP', 2, '12.7 × 10.16 × 5.08 = 655.48256 AMAZON', '0.41 AMAZON'])

  const undo = (undoneSaveId: string) =>
    server.operator.productMaster.undoSave({ companyId: fresh.id, undoneSaveId, saveId: randomUUID() })
  await expect(undo(saveId)).rejects.toThrow(/someone else has changed/)
  await undo(emptied)
  expect((await sizes())[0]![2]).toBe('13.5 × 10 × 9.001 = 1215.135 USER')
  await undo(saveId)
  expect((await sizes()).map(([sku, , size, weight]) => [sku, size, weight])).toEqual([
    ['CUP', '12.7 × 10.16 × 5.08 = 655.48256 AMAZON', '0.41 AMAZON'],
    ['JAR', null, null],
    ['LAMP', null, null],
  ])
})

test('who saves what someone else has changed changes nothing, and hears whose row it was', async () => {
  await expect(update([product('JAR', { tags: ['x'] }), product('CUP', { tags: [] })])).rejects.toThrow(
    /“CUP” was changed by .*Check their changes/,
  )
  expect((await list({ skus: ['JAR'] })).rows[0]!.tags).toEqual([])
  await update([product('CUP', { revision: 1, tags: ['new'] })])
  const { edits } = await server.operator.productMaster.getHistory({ companyId: company.id, sku: 'CUP' })
  expect(edits[0]).toMatchObject({
    subject: 'PRODUCT',
    name: 'CUP',
    before: { customName: 'Our “cup” \\', category: 'Table', tags: 'new, oak' },
    after: { customName: '', category: '', tags: 'new' },
  })
  expect(edits).toHaveLength(2)
})

test('hostile and excessive inputs are refused', async () => {
  const many = Array.from({ length: TAGS_MAX + 1 }, (_, index) => `t${index}`)
  await expect(update([product('CUP', { tags: many })])).rejects.toThrow(`at most ${TAGS_MAX} tags`)
  await expect(update([product('CUP', { tags: ['x'.repeat(51)] })])).rejects.toThrow('tags')
  await expect(update([product('CUP', { tags: ['a,b'] })])).rejects.toThrow('no comma')
  await expect(update([product('CUP', { customName: 'a\u202eb' })])).rejects.toThrow('invisible')
  await expect(update([product('CUP', { customName: 'a\0' })])).rejects.toThrow('stored')
  await expect(update([product('CUP'), product('CUP')])).rejects.toThrow('once')
  for (const side of ['0', '0.000', '-1', '10000', '1000000000', '1.2345', '1e9', 'ten', '=1+1', '']) {
    await expect(update([product('CUP', { weight: side })])).rejects.toThrow(/weight/)
    await expect(update([product('CUP', { length: '1', width: side, height: '1' })])).rejects.toThrow(/width/)
  }
  await expect(update([product('CUP', { length: '1', height: '1' })])).rejects.toThrow(
    'Give all three sides, or none.',
  )
  for (const cost of ['-1', '1e3', '1234567890', '1.0000000001', 'NaN'])
    await expect(saveCosts({ created: [period('CUP', { manufacturing: cost })] })).rejects.toThrow(
      /cost|number/i,
    )
  await expect(saveCosts({ created: [period('CUP', { validTo: '2025-12-31' })] })).rejects.toThrow(
    'before the start',
  )
  await expect(saveCosts({ created: [period('CUP', { validFrom: '1066-01-01' })] })).rejects.toThrow('date')
})

formTest(
  'costs of every day and marketplace are refused to whoever looks at them, and said for what they are',
  async () => {
    const own = await server.company({ defaultCurrency: 'GBP' })
    const days = Array.from({ length: 33_334 }, (_, index) =>
      new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const rows = ['GB', 'DE', 'FR'].flatMap((place) => days.map((day) => `CUP,${place},${day},GBP,1`))
    const file = `sku,marketplace,valid_from,currency,manufacturing\n${rows.join('\n')}\n`
    expect(await own.import('costs.csv', file)).toMatchObject({ status: 'PUBLISHED' })
    const refusal = 'more than 100000 cost periods'
    await expect(costsOf('CUP', own)).rejects.toThrow(refusal)
    const asked = { companyId: own.id, skus: ['CUP'] }
    await expect(server.operator.productMaster.listCosts(asked)).rejects.toThrow(refusal)
    const change = { kind: 'PERCENT', percent: '1' } as const
    await expect(
      server.operator.productMaster.proposeCosts({ ...asked, validFrom: '2026-01-01', change }),
    ).rejects.toThrow(refusal)
    // What holds today is no more than any other cost.
    expect((await list({}, own)).rows[0]!.costs.map(({ marketplace }) => marketplace)).toEqual([
      'DE',
      'FR',
      'GB',
    ])
  },
)

test('an entered cost is in the statement when the call ends, counts before files, and can be taken back', async () => {
  expect(await cogs()).toBe('-1')
  await saveCosts({
    created: [
      period('CUP', { manufacturing: '3.10', freight: '0.40', duty: '0.25' }),
      // The file of the same day says 1.00.
      period('JAR', { manufacturing: '5' }),
    ],
  })
  expect(await cogs()).toBe('-12.5')
  expect(await costsOf('CUP')).toMatchObject([
    {
      marketplace: '',
      validTo: null,
      manufacturing: '3.1',
      landed: '3.75',
      entered: { revision: 1 },
      file: null,
    },
  ])
  // A file that comes later changes nothing that was entered, however often something else is saved.
  await company.import('later.json', {
    product_costs: [{ sku: 'JAR', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '9.00' }],
  })
  expect(await cogs()).toBe('-12.5')
  const [cup] = await costsOf('CUP')
  await saveCosts({
    updated: [{ ...period('CUP', { manufacturing: '4' }), id: cup!.id, revision: 1 }],
  })
  expect(await cogs()).toBe('-13')
  await expect(saveCosts({ deleted: [{ id: cup!.id, revision: 1 }] })).rejects.toThrow('CUP from 2026-01-01')
  // In a currency that numbers are not shown in.
  await saveCosts({
    updated: [{ ...period('CUP', { manufacturing: '36', currency: 'CNY' }), id: cup!.id, revision: 2 }],
  })
  // Two units on 10 March 2026; for a euro 8.0057 yuan or 0.86545 pounds (eurofxref-hist.csv).
  expect(Number(await cogs())).toBeCloseTo(-5 - (2 * 36 * 0.86545) / 8.0057, 6)
  await saveCosts({ deleted: [{ id: cup!.id, revision: 3 }] })
  expect(await cogs()).toBe('-5')
  expect((await list({ skus: ['CUP'] })).rows[0]!.isWithoutCost).toBe(true)
  const { edits } = await server.operator.productMaster.getHistory({ companyId: company.id, sku: 'CUP' })
  expect(edits[0]).toMatchObject({
    subject: 'COST',
    before: { manufacturing: '36', currency: 'CNY' },
    after: null,
  })
})

test('a period that reaches into a later one is refused; one that starts within an earlier one ends it', async () => {
  await saveCosts({ created: [period('LAMP', { validFrom: '2026-03-01', manufacturing: '2' })] })
  await expect(
    saveCosts({ created: [period('LAMP', { validFrom: '2026-02-15', validTo: '2026-03-10' })] }),
  ).rejects.toThrow('this period overlaps one that starts on 2026-03-01')
  await expect(saveCosts({ created: [period('LAMP', { validFrom: '2026-03-01' })] })).rejects.toThrow(
    'overlaps',
  )
  await saveCosts({
    created: [
      period('LAMP', { validFrom: '2026-03-10', manufacturing: '2.5' }),
      period('LAMP', { marketplace: 'GB', validFrom: '2026-03-20', currency: 'GBP', manufacturing: '7' }),
    ],
  })
  expect(
    (await costsOf('LAMP')).map(({ marketplace, validFrom, validTo }) => [marketplace, validFrom, validTo]),
  ).toEqual([
    ['', '2026-03-01', '2026-03-09'],
    ['', '2026-03-10', null],
    ['GB', '2026-03-20', null],
  ])
  const [row] = (await list({ skus: ['LAMP'] })).rows
  expect(row!.costs.map(({ marketplace, landed }) => [marketplace, landed])).toEqual([
    ['', '2.5'],
    ['GB', '7'],
  ])
})

test('the parts of a cost are told, converted and put in order, with when each was entered or its file came', async () => {
  const own = await server.company({ defaultCurrency: 'GBP' })
  const held = (sku: string, currency: string, more: object) => ({
    sku,
    valid_from: '2026-01-01',
    currency,
    manufacturing: '2.00',
    ...more,
  })
  await own.import('facts.json', {
    order_items: FACTS.order_items,
    exchange_rates: [
      { currency: 'GBP', rate_date: '2026-04-01', usd_per_unit: '1.25' },
      { currency: 'USD', rate_date: '2026-04-01', usd_per_unit: '1' },
    ],
    product_costs: [
      held('JAR', 'USD', { freight: '0.50', duty: '0.125' }),
      held('LAMP', 'GBP', { freight: '0.45' }),
    ],
  })
  const asked = { companyId: own.id, currencyCode: 'GBP' } as const
  const listed = async (more: object = {}) =>
    (await server.operator.productMaster.list({ ...asked, sortBy: 'SKU', ...more })).rows
  const order = async (sortBy: string, sortOrder = 'ASC') =>
    (await listed({ sortBy, sortOrder })).map(({ sku }) => sku)
  const [cup, jar] = await listed()
  expect(cup!.costs).toEqual([])
  expect(jar!.costs).toMatchObject([
    {
      manufacturing: '2',
      freight: '0.5',
      duty: '0.125',
      other: null,
      landed: '2.625',
      // At 0.80 pounds a dollar.
      converted: { manufacturing: '1.6', freight: '0.4', duty: '0.1', other: null, landed: '2.1' },
    },
  ])
  // By what they come to in the asked currency, and what has none behind those that have, in either direction.
  expect(await order('MANUFACTURING')).toEqual(['JAR', 'LAMP', 'CUP'])
  expect(await order('FREIGHT', 'DESC')).toEqual(['LAMP', 'JAR', 'CUP'])
  expect(await order('DUTY')).toEqual(['JAR', 'CUP', 'LAMP'])
  expect(await order('CURRENCY')).toEqual(['LAMP', 'JAR', 'CUP'])
  await expect(order('LANDED')).rejects.toThrow('sortBy')

  server.now = new Date('2026-04-02T15:00:00Z')
  await saveCosts({ created: [period('CUP', { validFrom: '2026-02-01' })] }, randomUUID(), own)
  const [moment] = (await server.operator.audit.listMoments({ companyId: own.id })).publications
  server.now = new Date('2026-04-02T16:00:00Z')
  const [entered] = await costsOf('CUP', own)
  const { id, validFrom, currency } = entered!
  await saveCosts(
    { updated: [{ ...period('CUP', { validFrom, currency, manufacturing: '4' }), id, revision: 1 }] },
    randomUUID(),
    own,
  )
  const changes = async (more: object = {}) =>
    (await listed(more)).map(({ costs }) =>
      costs.map(({ manufacturing, changedAt }) => [manufacturing, changedAt]),
    )
  const fromFile = expect.any(String)
  expect(await changes()).toEqual([[['4', '2026-04-02T16:00:00.000Z']], [['2', fromFile]], [['2', fromFile]]])
  // Of what stood then nobody knows when it came to stand.
  expect(await changes({ asOf: moment!.at })).toEqual([[['3', null]], [['2', fromFile]], [['2', fromFile]]])
  server.now = new Date('2026-04-02T12:00:00Z')
})

test('entered costs are the same after a rebuild', async () => {
  const before = await cogs()
  expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
  expect(await cogs()).toBe(before)
  expect((await costsOf('JAR'))[0]).toMatchObject({ manufacturing: '5', entered: { revision: 1 } })
})

test('who may only look saves nothing, and a stranger sees nothing', async () => {
  const viewer = await server.person()
  await addMember(server.services.accounts, company, viewer.user, 'VIEWER')
  const companyId = company.id
  await viewer.calls.productMaster.list({ companyId, currencyCode: 'GBP' })
  await expect(
    viewer.calls.productMaster.updateProducts({
      companyId,
      saveId: randomUUID(),
      products: [product('CUP')],
    }),
  ).rejects.toThrow()
  const stranger = await server.person()
  await expect(stranger.calls.productMaster.list({ companyId, currencyCode: 'GBP' })).rejects.toThrow()
})

test('what is proposed by percent, or as a copy of another marketplace, is saved as it was shown', async () => {
  const fresh = await server.company()
  await fresh.import('facts.json', FACTS)
  const propose = (change: z.input<typeof ProposeCostsInput>['change']) =>
    server.operator.productMaster.proposeCosts({
      companyId: fresh.id,
      skus: ['JAR', 'LAMP'],
      validFrom: '2026-03-01',
      change,
    })
  const more = await propose({ kind: 'PERCENT', percent: '50' })
  expect(more).toMatchObject({
    rows: [{ sku: 'JAR', marketplace: '', before: { landed: '1' }, after: { landed: '1.5' } }],
    without: ['LAMP'],
  })
  await saveCosts(more.changes, randomUUID(), fresh)
  expect(await cogs(fresh)).toBe('-1.5')
  // On the same day it is that cost which changes.
  expect((await propose({ kind: 'PERCENT', percent: '-100' })).changes).toMatchObject({
    created: [],
    updated: [{ revision: 1, manufacturing: '0' }],
  })
  await saveCosts(
    (await propose({ kind: 'COPY', from: null, to: ['GB', 'DE'] })).changes,
    randomUUID(),
    fresh,
  )
  expect((await costsOf('JAR', fresh)).map(({ marketplace, validFrom }) => [marketplace, validFrom])).toEqual(
    [
      ['', '2026-01-01'],
      ['', '2026-03-01'],
      ['DE', '2026-03-01'],
      ['GB', '2026-03-01'],
    ],
  )
  await expect(propose({ kind: 'PERCENT', percent: '-101' })).rejects.toThrow('less than nothing')
})
