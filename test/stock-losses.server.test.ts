/** Lost and damaged stock in the statement, at what it cost, from facts and from Amazon's inventory ledger. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { startTestServer, type ImportOptions, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const

const stock = (more: object) => ({ date: '2026-03-10', sku: 'MUG-1', disposition: 'SELLABLE', ...more })

const cost = (sku: string, manufacturing: string, more = {}) => ({
  sku,
  valid_from: '2026-01-01',
  currency: 'EUR',
  manufacturing,
  freight: '1.00',
  fbm_shipping: '9.00',
  ...more,
})

/** A settlement of March in which a unit is reimbursed. */
const MARCH_SETTLED = {
  settlements: [
    {
      settlement_id: '1',
      start_at: '2026-03-01',
      end_at: '2026-03-31',
      currency: 'EUR',
      total_amount: '20.00',
    },
  ],
  settlement_lines: [
    {
      settlement_id: '1',
      transaction_type: 'other-transaction',
      amount_type: 'FBA Inventory Reimbursement',
      amount_description: 'WAREHOUSE_LOST',
      posted_at: '2026-03-20T12:00:00Z',
      marketplace: 'DE',
      sku: 'MUG-1',
      amount: '20.00',
      currency: 'EUR',
      quantity: 1,
    },
  ],
}

const stockOf = async (company: TestCompany, rest = {}) => {
  const { row } = await company.pnl({ ...MARCH, ...rest })
  const { value, lacks = [] } = row.lines.inventoryLosses
  return { value, lacks, profit: row.lines.storageAndInventory.value, flags: row.flags }
}

test('a unit that is reimbursed and had a cost leaves the difference; files come, go and are read again', async () => {
  const company = await server.company()
  await company.import('settled.json', MARCH_SETTLED)
  expect(await stockOf(company)).toMatchObject({ value: '0', profit: '20', lacks: ['STOCK_LOSSES'] })
  const asOf = await company.publishedVersion()

  await company.import('costs.json', { product_costs: [cost('MUG-1', '5.00')] })
  const first = await company.import('stock.json', {
    inventory_ledger: [
      stock({ date: '2026-03-01' }),
      stock({ lost: 1, marketplace: 'DE' }),
      stock({ lost: 4, disposition: 'CUSTOMER_DAMAGED', marketplace: 'DE' }),
      stock({ date: '2026-03-31' }),
    ],
  })
  expect(first.counts).toMatchObject({ kept: 4, refused: 0 })
  expect(await stockOf(company)).toMatchObject({ value: '-6', profit: '14', lacks: [] })
  expect((await stockOf(company, { asOf })).value).toBe('0')
  expect((await stockOf(company, { marketplaces: ['FR'] })).value).toBe('0')
  const [byOrder] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: MARCH.from,
    endDate: MARCH.to,
    currencyCode: 'EUR',
  })
  expect(byOrder!.lines.inventoryLosses.value).not.toBe('-6')

  // The day is read again, and by then more has happened on it.
  const again = await company.import('again.json', {
    inventory_ledger: [
      stock({ lost: 1, damaged: 3, disposed: 2, found: 1, marketplace: 'DE' }),
      // Signs as Amazon's reports have them say the same.
      stock({ date: '2026-03-11', lost: -2, damaged: 0, disposed: 0, found: 0, marketplace: 'DE' }),
    ],
  })
  expect((await stockOf(company)).value).toBe('-42')
  const before = await company.checksums()
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await company.checksums()).toEqual(before)
  await company.undo(first.id)
  expect((await stockOf(company)).value).toBe('-42')
  await company.undo(again.id)
  expect(await stockOf(company)).toMatchObject({ value: '0', profit: '20', lacks: ['STOCK_LOSSES'] })
})

const HEADINGS =
  'Date\tFNSKU\tASIN\tMSKU\tTitle\tDisposition\tStarting Warehouse Balance\tIn Transit Between Warehouses\tReceipts\tCustomer Shipments\tCustomer Returns\tVendor Returns\tWarehouse Transfer In/Out\tFound\tLost\tDamaged\tDisposed\tOther Events\tEnding Warehouse Balance\tUnknown Events\tLocation'

const reportRow = (
  date: string,
  sku: string,
  { found = 0, lost = 0, damaged = 0, disposed = 0 },
  { disposition = 'SELLABLE', location = 'DE' } = {},
) =>
  `${date}\tX001\tB01\t${sku}\tA mug\t${disposition}\t20\t0\t0\t-3\t0\t0\t0\t${found}\t${lost}\t${damaged}\t${disposed}\t0\t15\t0\t${location}`

const REPORT = [
  HEADINGS,
  reportRow('03/01/2026', 'MUG-1', {}),
  reportRow('03/10/2026', 'MUG-1', { lost: -2, found: 1 }),
  // A unit that was thought damaged is sellable again.
  reportRow('03/11/2026', 'MUG-1', { damaged: 1 }),
  reportRow('03/11/2026', 'MUG-1', { damaged: -1 }, { disposition: 'WAREHOUSE_DAMAGED' }),
  reportRow('03/12/2026', 'BOWL', { disposed: -1 }, { location: 'FRA1' }),
  reportRow('03/13/2026', 'PLATE', { lost: -3 }, { location: 'GB' }),
  reportRow('03/2026', 'MUG-1', { lost: -9 }),
  reportRow('03/31/2026', 'MUG-1', { lost: -2 }),
].join('\n')

formTest('the report of Amazon is read with its signs, and every row leads to its line', async () => {
  const company = await server.company()
  await company.import('settled.json', MARCH_SETTLED)
  const record = await company.import('ledger.txt', REPORT)
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { kept: 7, refused: 1 } })
  expect(record).toMatchObject({ firstDay: '2026-03-01', lastDay: '2026-03-31', marketplaces: ['DE', 'GB'] })
  expect(record.refusedRows).toMatchObject([{ lineNumber: 8 }])
  const bare = await stockOf(company)
  expect(bare).toMatchObject({ value: '0', lacks: ['COSTS'], flags: { lostUnitsWithoutCost: 8 } })
  const { row } = await company.pnl(MARCH)
  expect(row.lines.cogs.lacks).toBeUndefined()
  expect(row.lines.netProfit.lacks).toContain('COSTS')

  await company.import('costs.json', {
    product_costs: [
      cost('MUG-1', '5.00'),
      cost('MUG-1', '6.50', { valid_from: '2026-03-31' }),
      cost('BOWL', '2.50', { currency: 'USD' }),
    ],
    exchange_rates: [{ rate_date: '2026-03-12', currency: 'EUR', usd_per_unit: '1.25' }],
  })
  // One unit of 6.00 lost and one found again, two of 7.50, one of 3.50 dollars; the plates have no cost.
  expect(await stockOf(company)).toMatchObject({
    value: '-17.8',
    lacks: ['COSTS'],
    flags: { lostUnitsWithoutCost: 3 },
  })
  const explained = await company.explain('inventoryLosses', MARCH)
  expect(explained).toMatchObject({ value: '-17.8', rowCount: 4 })
  expect(toText(explained.rows.reduce((sum, { converted }) => sum + parseDecimal(converted!), 0n))).toBe(
    '-17.8',
  )
  expect(
    explained.rows.map(({ day, marketplace, amountDescription, amount, rate, lineNumber }) => [
      day,
      marketplace,
      amountDescription,
      amount,
      rate,
      lineNumber,
    ]),
  ).toEqual([
    ['2026-03-10', 'DE', 'lost 2, found 1', '-6', '6', 3],
    ['2026-03-11', 'DE', 'found 1', '6', '6', 4],
    ['2026-03-12', '', 'disposed of 1', '-3.5', '3.5', 6],
    ['2026-03-31', 'DE', 'lost 2', '-15', '7.5', 9],
  ])
  expect(explained.rows[0]).toMatchObject({
    kind: 'COST',
    fileName: 'ledger.txt',
    rawLine: REPORT.split('\n')[2],
    transactionType: 'Inventory ledger',
    amountType: 'SELLABLE',
    costEntry: { fileName: 'costs.json', lineNumber: 1 },
  })

  // What the company exports gives the same where it comes in.
  const directory = await mkdtemp(join(tmpdir(), 'sextant-stock-'))
  await server.operator.operator.export({ companyId: company.id, directory })
  const copy = await server.company()
  const taken = await copy.import('facts.json', await readFile(join(directory, 'facts.json'), 'utf8'))
  await rm(directory, { recursive: true })
  expect(taken.counts).toMatchObject({ refused: 0 })
  expect((await copy.pnl(MARCH)).row).toEqual((await company.pnl(MARCH)).row)
})

formTest('a report by warehouse adds nothing to what one by country says of a product on a day', async () => {
  const company = await server.company()
  await company.import('settled.json', MARCH_SETTLED)
  await company.import('costs.json', { product_costs: [cost('MUG-1', '5.00')] })
  const byWarehouse = [
    HEADINGS,
    ...['LEJ1', 'FRA1'].map((location) => reportRow('03/10/2026', 'MUG-1', { lost: -1 }, { location })),
    reportRow('03/11/2026', 'MUG-1', { lost: -1 }, { location: 'LEJ1' }),
  ].join('\n')
  const warehouses = await company.import('warehouses.txt', byWarehouse)
  const ofWarehouses = await stockOf(company)
  // Two and one, at five and freight of one.
  expect(ofWarehouses).toMatchObject({ value: '-18' })
  // The same places, for which somebody was asked the marketplace.
  const answered = await company.import('again.txt', `${byWarehouse}\n`, { marketplace: 'DE' })
  expect(answered).toMatchObject({ status: 'PUBLISHED' })
  expect(await stockOf(company)).toMatchObject({ value: '-18' })
  await company.undo(answered.id)
  const record = await company.import(
    'countries.txt',
    [HEADINGS, reportRow('03/10/2026', 'MUG-1', { lost: -2 })].join('\n'),
  )
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { kept: 1 } })
  expect(await stockOf(company)).toMatchObject({ value: '-18' })
  await company.undo(warehouses.id)
  expect(await stockOf(company)).toMatchObject({ value: '-12' })
})

const LOST_ONE = [HEADINGS, reportRow('03/10/2026', 'MUG-1', { lost: -1 })].join('\n')
const AS_FETCHED: ImportOptions = {
  account: 'Europe',
  madeAt: '2026-04-02T08:00:00.000Z',
  complete: { tables: ['inventory_ledger'], marketplaces: ['DE'], start: '2026-03-01', end: '2026-03-31' },
}

test.each(['handed in first', 'fetched first'])(
  'a ledger that is fetched too counts once: %s',
  async (order) => {
    const company = await server.company()
    await company.import('settled.json', MARCH_SETTLED)
    await company.import('costs.json', { product_costs: [cost('MUG-1', '5.00')] })
    const handIn = () => company.import('ledger.txt', `${LOST_ONE}\n`)
    const fetch = () => company.import('inventory-ledger.txt', LOST_ONE, AS_FETCHED)
    for (const take of order === 'fetched first' ? [fetch, handIn] : [handIn, fetch]) {
      expect(await take()).toMatchObject({ status: 'PUBLISHED', account: 'Europe' })
      expect(await stockOf(company)).toMatchObject({ value: '-6' })
    }
  },
)

test('days that no inventory ledger covers are marked', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    ...MARCH_SETTLED,
    inventory_ledger: [stock({ lost: 1 }), stock({ date: '2026-03-31' })],
  })
  const marks = async (from: string) => (await stockOf(company, { from })).lacks.includes('STOCK_LOSSES')
  expect(await marks('2026-03-01')).toBe(true)
  expect(await marks('2026-03-10')).toBe(false)
  // A loss of no cost on a day without a settlement is no number of that day.
  await company.import('april.json', { inventory_ledger: [stock({ date: '2026-04-02', lost: 1 })] })
  const april = await company.pnl({ from: '2026-04-01', to: '2026-04-30', currency: 'EUR' })
  expect(april.lines.netSales).toBe(null)
})
