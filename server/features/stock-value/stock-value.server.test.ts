/** What stock was worth and what became of it, through the public door, from Amazon's inventory ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
const ask = (of: TestCompany, more = {}) =>
  server.operator.stockValue.getData({ companyId: of.id, ...MARCH, ...more })
const linesOf = (of: TestCompany, key: string, more = {}) =>
  server.operator.stockValue.getLines({
    companyId: of.id,
    startDate: MARCH.startDate,
    endDate: MARCH.endDate,
    key,
    limit: 100,
    offset: 0,
    ...more,
  })

const PLACE = { marketplace: 'DE', location: 'DE', sku: 'MUG', fnsku: 'X1', disposition: 'SELLABLE' }
const MUG = [
  // Of another month.
  { ...PLACE, date: '2026-02-28', starting_balance: 99, receipts: 1, ending_balance: 100 },
  {
    ...PLACE,
    date: '2026-03-01',
    starting_balance: 100,
    receipts: 50,
    customer_shipments: -10,
    lost: 2,
    ending_balance: 138,
  },
  {
    ...PLACE,
    date: '2026-03-31',
    starting_balance: 138,
    customer_shipments: -8,
    customer_returns: 1,
    damaged: 1,
    ending_balance: 130,
  },
  {
    ...PLACE,
    disposition: 'WAREHOUSE_DAMAGED',
    date: '2026-03-31',
    starting_balance: 0,
    found: 1,
    ending_balance: 1,
  },
]
const COSTS = [
  { sku: 'MUG', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '4.00', freight: '0.50' },
  { sku: 'MUG', valid_from: '2026-03-15', currency: 'EUR', manufacturing: '5.00', freight: '0.50' },
]
const CUP = {
  ...PLACE,
  sku: 'CUP',
  fnsku: 'X2',
  date: '2026-03-31',
  starting_balance: 3,
  lost: 1,
  ending_balance: 1,
}

const stocked = async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  const done = await company.import('stock.json', { product_costs: COSTS, inventory_ledger: MUG })
  expect(done).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  return company
}

test('what stock was worth rolls forward to what it is worth, and leads to the lines of files', async () => {
  const company = await stocked()
  const answer = await ask(company)
  expect(answer.rows).toMatchObject([
    {
      identity: { sku: 'MUG' },
      account: 'Europe',
      marketplace: 'DE',
      opening: 100,
      moved: { receipts: 50, customer_shipments: -18, vendor_returns: null, lost: -2, damaged: -1, found: 1 },
      unexplained: 0,
      sellable: 130,
      other: 1,
      openingCost: '4.5',
      closingCost: '5.5',
      openingValue: '450',
      closingValue: '720.5',
      writtenOff: '14.5',
    },
  ])
  // By hand: 100 × 4.50, then each movement × 5.50, and 100 × (5.50 − 4.50) of new costs.
  expect(answer.rollForward.filter(({ units, value }) => units !== null || value !== null)).toEqual([
    { id: 'opening', units: 100, value: '450' },
    { id: 'receipts', units: 50, value: '275' },
    { id: 'customer_shipments', units: -18, value: '-99' },
    { id: 'customer_returns', units: 1, value: '5.5' },
    { id: 'found', units: 1, value: '5.5' },
    { id: 'lost', units: -2, value: '-11' },
    { id: 'damaged', units: -1, value: '-5.5' },
    { id: 'unexplained', units: 0, value: '0' },
    { id: 'revaluation', units: null, value: '100' },
    { id: 'closing', units: 131, value: '720.5' },
  ])
  expect(answer.closing).toEqual({ sellable: '715', other: '5.5' })
  expect(answer.days).toEqual([
    { account: 'Europe', startDate: '2026-03-01', endDate: '2026-03-31', count: 2 },
  ])
  expect([answer.dayCount, answer.products, answer.withoutValue, answer.notExplained]).toEqual([31, 1, 0, 0])
  const { rowCount, rows } = await linesOf(company, answer.rows[0]!.key)
  expect(rowCount).toBe(3)
  expect(rows.map(({ day, disposition, opening, closing }) => [day, disposition, opening, closing])).toEqual([
    ['2026-03-01', 'SELLABLE', 100, 138],
    ['2026-03-31', 'SELLABLE', 138, 130],
    ['2026-03-31', 'WAREHOUSE_DAMAGED', 0, 1],
  ])
  // All that a row says of a movement is in its lines.
  const sums = Object.keys(answer.rows[0]!.moved).map((movement) => {
    const stated = rows.flatMap(({ moved }) => moved[movement as keyof typeof moved] ?? [])
    return [movement, stated.length === 0 ? null : stated.reduce((sum, units) => sum + units, 0)]
  })
  expect(Object.fromEntries(sums)).toEqual(answer.rows[0]!.moved)
  expect(rows[0]!.rawLine).toContain('2026-03-01')
  expect(await linesOf(company, answer.rows[0]!.key, { limit: 1, offset: 1 })).toMatchObject({
    rowCount: 3,
    rows: [{ day: '2026-03-31', disposition: 'SELLABLE' }],
  })
})

test('it ties to the statement, and what lacks a cost is in no value and counted', async () => {
  const company = await stocked()
  await company.import('days.json', {
    settlements: [
      {
        settlement_id: '1',
        start_at: '2026-03-01',
        end_at: '2026-03-31',
        currency: 'EUR',
        total_amount: '0.00',
      },
    ],
    settlement_lines: [],
  })
  expect((await ask(company)).tie).toEqual({
    writtenOff: '14.5',
    statement: '-14.5',
    difference: '0',
    isStatementPartial: false,
  })
  await company.import('more.json', { inventory_ledger: [CUP] })
  const answer = await ask(company)
  expect(answer.rows.map(({ identity, closingValue }) => [identity.sku, closingValue])).toEqual([
    ['MUG', '720.5'],
    ['CUP', null],
  ])
  expect([answer.products, answer.withoutValue, answer.notExplained]).toEqual([2, 1, 1])
  expect(answer.rollForward.at(-1)).toEqual({ id: 'closing', units: 132, value: '720.5' })
  expect(answer.tie).toMatchObject({ writtenOff: null, difference: null })
  // Once it is known, all of it is.
  await company.import('cost.json', {
    product_costs: [{ sku: 'CUP', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' }],
  })
  expect((await ask(company)).rollForward.at(-1)).toEqual({ id: 'closing', units: 132, value: '722.5' })
})

test('rows are searched for, put in order and cut into pages, while all of them stay together', async () => {
  const company = await stocked()
  await company.import('more.json', { inventory_ledger: [CUP] })
  const skus = async (more: object) => (await ask(company, more)).rows.map(({ identity }) => identity.sku)
  expect(await skus({ searchText: 'cU' })).toEqual(['CUP'])
  expect(await skus({ sortBy: 'sku', sortOrder: 'ASC' })).toEqual(['CUP', 'MUG'])
  expect(await skus({ sortBy: 'opening', sortOrder: 'ASC' })).toEqual(['CUP', 'MUG'])
  // Without a value it stands at the end, whichever way.
  expect(await skus({ sortBy: 'closingValue', sortOrder: 'ASC' })).toEqual(['MUG', 'CUP'])
  expect(await skus({ sortBy: 'customer_shipments', sortOrder: 'ASC' })).toEqual(['MUG', 'CUP'])
  const second = await ask(company, { sortBy: 'sku', sortOrder: 'ASC', pageSize: 1, pageNumber: 2 })
  expect([second.rows.map(({ identity }) => identity.sku), second.rowCount, second.pageCount]).toEqual([
    ['MUG'],
    2,
    2,
  ])
  expect(second.rollForward.at(-1)!.units).toBe(132)
  expect(await ask(company, { searchText: 'no such product' })).toMatchObject({
    rows: [],
    rowCount: 0,
    products: 2,
  })
})

formTest('a closed month stays, and a moment shows what was known then', async () => {
  const company = await stocked()
  const before = await ask(company)
  const then = await company.publishedVersion()
  await company.import('more.json', { inventory_ledger: [CUP] })
  expect((await ask(company)).products).toBe(2)
  expect(await ask(company, { asOf: then })).toMatchObject({ products: 1, rows: before.rows })
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2026-03'] })
  const closed = await ask(company)
  await company.import('late.json', {
    product_costs: [{ sku: 'CUP', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '2.00' }],
    inventory_ledger: [{ ...CUP, date: '2026-03-30', lost: 5, ending_balance: 9 }],
  })
  expect(await ask(company)).toEqual(closed)
  const lines = await linesOf(company, closed.rows.find(({ identity }) => identity.sku === 'CUP')!.key)
  expect(lines.rowCount).toBe(1)
})

test('what is no row has no lines, and what nobody tells has no numbers', async () => {
  const company = await stocked()
  for (const key of ['x', '[]', '["a","b"]', `["' OR 1=1 --","DE","MUG"]`])
    expect(await linesOf(company, key)).toEqual({ rowCount: 0, rows: [] })
  const empty = await server.company({ defaultCurrency: 'EUR' })
  expect(await ask(empty)).toMatchObject({
    rows: [],
    rollForward: [],
    closing: { sellable: null, other: null },
    tie: { writtenOff: null, statement: null },
    days: [],
  })
  await expect(ask(company, { startDate: '2020-01-01' })).rejects.toMatchObject({
    cause: { code: 'DATE_RANGE_TOO_LONG' },
  })
})

test('new costs and exchange rates are what the stock at first is worth more or less', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  const row = { ...PLACE, starting_balance: 100, ending_balance: 100 }
  await company.import('stock.json', {
    product_costs: [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '4.00' }],
    inventory_ledger: [
      { ...row, date: '2026-03-24' },
      { ...row, date: '2026-03-26' },
    ],
  })
  // The European Central Bank's rates: 0.86541 pounds for a euro on 24 March, and 0.86515 two days later.
  const { rollForward } = await ask(company, { startDate: '2026-03-24', endDate: '2026-03-26' })
  const valueOf = (id: string) => Number(rollForward.find((line) => line.id === id)!.value)
  expect(valueOf('opening')).toBeCloseTo(400 / 0.86541, 3)
  expect(valueOf('closing')).toBeCloseTo(400 / 0.86515, 3)
  expect(valueOf('revaluation')).toBeCloseTo(400 / 0.86515 - 400 / 0.86541, 3)
})

test('lines add up to their row, whoever told the product: several places, warehouses and then countries, two accounts', async () => {
  const company = await server.company({ defaultCurrency: 'EUR' })
  const sold = { fnsku: 'X1', disposition: 'SELLABLE', customer_shipments: -10, lost: 1 }
  const day = (date: string, opening: number, more: object) => ({
    ...sold,
    date,
    starting_balance: opening,
    ending_balance: opening - 11,
    ...more,
  })
  const first = [
    day('2026-03-01', 100, { sku: 'MUG', marketplace: 'DE', location: 'LEJ1' }),
    day('2026-03-31', 89, { sku: 'MUG', marketplace: '', location: 'LEJ1' }),
    day('2026-03-31', 50, { sku: 'MUG', marketplace: 'DE', location: 'LEJ1', disposition: 'DEFECTIVE' }),
    day('2026-03-01', 70, { sku: 'CUP', marketplace: '', location: 'LEJ1' }),
    day('2026-03-31', 40, { sku: 'CUP', marketplace: 'DE', location: 'DE' }),
    day('2026-03-31', 20, { sku: 'CUP', marketplace: 'FR', location: 'FR' }),
    // What a country says of a day, its warehouse says too.
    day('2026-03-31', 60, { sku: 'CUP', marketplace: '', location: 'LEJ1' }),
  ]
  await company.import('first.json', { inventory_ledger: first })
  // A later reading of one of these days, which Amazon has added a loss to.
  await company.import('again.json', { inventory_ledger: [{ ...first[1], lost: 3, ending_balance: 76 }] })
  await company.import(
    'other.json',
    { inventory_ledger: [day('2026-03-31', 30, { sku: 'MUG', marketplace: 'US', location: 'US' })] },
    { account: 'America' },
  )
  const answer = await ask(company)
  expect(answer.rows).toHaveLength(3)
  for (const row of answer.rows) {
    const { rows } = await linesOf(company, row.key)
    for (const [movement, units] of Object.entries(row.moved)) {
      const told = rows.flatMap(({ moved }) => moved[movement as keyof typeof moved] ?? [])
      expect(told.length === 0 ? null : told.reduce((sum, n) => sum + n, 0), `${row.key} ${movement}`).toBe(
        units,
      )
    }
  }
  const mug = answer.rows.find(({ account, identity }) => account === 'Europe' && identity.sku === 'MUG')!
  expect([mug.moved.customer_shipments, mug.moved.lost]).toEqual([-30, -5])
  // Of a place that others of its account were told before, the first day is a later one.
  expect([answer.beganLate, answer.endedEarly, answer.untold]).toEqual([1, 0, []])
  const april = { startDate: '2026-03-31', endDate: '2026-04-30' }
  expect((await ask(company, { ...april, startDate: '2026-04-01' })).products).toBe(0)
  const more = { ...first[1], date: '2026-04-02', starting_balance: 76, ending_balance: 60 }
  await company.import('april.json', { inventory_ledger: [more] }, { account: 'Europe' })
  const later = await ask(company, april)
  // CUP in two countries, and what of MUG cannot be sold.
  expect([later.endedEarly, later.untold]).toEqual([3, []])
  expect((await ask(company, { startDate: '2026-04-01', endDate: '2026-04-30' })).untold).toEqual(['America'])
})
