/** Numbers are worked out again from the files: what agrees, what is named where it does not, and when that happens by itself. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agrees } from '#contract/verification.ts'
import { companiesNotVerifiedSince } from '#server/accounts/index.ts'
import { hasCompanyRows } from '#server/ledger/dead-rows.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { refund, sale, v2File } from '#test/support/settlement-file.ts'
import { NightlyVerification } from './nightly-verification.ts'
import { verifyCompany } from './verify.ts'

const PRICES = { 'ItemPrice Principal': '40.00', 'ItemFees Commission': '-6.00' }
const SETTLEMENT = {
  id: '901',
  start: '2025-06-01',
  end: '2025-06-14',
  currency: 'EUR',
  entries: [
    ...sale({ order: '302-0000001', at: '2025-06-02 10:00:00', marketplace: 'Amazon.de', amounts: PRICES }),
    ...sale({ order: '302-0000002', at: '2025-06-03 10:00:00', marketplace: 'Amazon.de', amounts: PRICES }),
    ...refund({
      order: '302-0000001',
      at: '2025-06-09 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '-40.00' },
    }),
  ],
}
const rent = (amount: string) => ({
  expenses: [
    {
      name: 'Rent',
      amount,
      currency: 'EUR',
      frequency: 'MONTHLY',
      start_date: '2025-06-01',
      end_date: '2025-08-31',
    },
  ],
})
const FACTS = {
  ...rent('310.00'),
  sales_traffic_date: [
    {
      date: '2025-06-03',
      marketplace: 'DE',
      currency: 'EUR',
      ordered_product_sales: '80.00',
      units_ordered: 2,
      sessions: 120,
    },
  ],
  product_costs: [{ sku: 'SKU-1', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '4.00' }],
}

let server: TestServer
let company: TestCompany
beforeAll(async () => {
  server = await startTestServer()
  company = await server.company({ defaultCurrency: 'EUR' })
  for (const [name, content] of [
    ['settlement.txt', v2File(SETTLEMENT)],
    ['facts.json', FACTS],
  ] as const)
    expect(await company.import(name, content)).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  // So that there are rows which were taken back.
  const { id } = await company.import('other.json', rent('7.00'))
  await company.undo(id)
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const verify = () => server.operator.operator.verify({ companyId: company.id })
const lastState = async () =>
  (await server.operator.profitAndLoss.getVerification({ companyId: company.id }))!

/** Writes a row of a table once more with something changed, as only a fault could. */
async function damage(table: string, where: string, changed: string): Promise<void> {
  await server.services.analytics.command(
    `INSERT INTO ${table} SELECT * REPLACE (${changed}, {version:UInt64} AS version) FROM ${table}
     WHERE company_id = {companyId:String} AND ${where} LIMIT 1`,
    { params: { companyId: company.id, version: await company.publishedVersion() } },
  )
}

test('numbers that are what the files say agree, which is kept and shown, and nothing of it remains', async () => {
  const { calls } = await server.person()
  await expect(calls.operator.verify({ companyId: company.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await server.operator.profitAndLoss.getVerification({ companyId: company.id })).toBeNull()
  const before = await company.checksums()

  const result = await verify()

  expect(result).toMatchObject({ version: await company.publishedVersion(), files: 2, differences: [] })
  expect(agrees(result)).toBe(true)
  const rows = Object.fromEntries(result.tables.map((table) => [table.table, table.rows]))
  expect(rows).toMatchObject({ settlement_lines: 6, expenses: 1, product_costs: 1, settlement_holdings: 5 })
  expect(Object.keys(rows)).toEqual(
    expect.arrayContaining(['ledger', 'ledger_by_day', 'ledger_by_day_sku', 'measures_by_day', 'kept days']),
  )
  expect(await lastState()).toMatchObject({
    agreedAt: server.now.toISOString(),
    agreedVersion: result.version,
    problem: null,
  })
  expect((await server.operator.operator.status()).verification).toMatchObject({ agree: 1, differ: 0 })
  expect(await hasCompanyRows(server.services.analytics, `verification-${company.id}`)).toBe(false)
  expect(await company.checksums()).toEqual(before)
})

test('every company is verified once a night, by itself', async () => {
  const { accounts } = server.services
  const nightly = new NightlyVerification(server.services, (message) => void server.log.push(message))
  await nightly.start()
  // The company was made by the clock of the store.
  server.now = new Date(Date.now() + 48 * 3_600_000)
  await nightly.resume()
  await vi.waitFor(async () => expect((await lastState()).endedAt).toBe(server.now.toISOString()), {
    timeout: 60_000,
  })
  expect(await lastState()).toMatchObject({ agreedAt: server.now.toISOString(), problem: null })
  expect(await companiesNotVerifiedSince(accounts, new Date(+server.now - 1))).toEqual([])
  await nightly.close()
})

test('who cancels it changes nothing, and two do not run at once', async () => {
  const stop = new AbortController()
  const first = verifyCompany(server.services, company.id, {
    signal: stop.signal,
    onProgress: (done) => {
      if (done === 1) stop.abort(new Error('Not wanted any more.'))
    },
  })
  await expect(verify()).rejects.toMatchObject({ cause: { code: 'VERIFICATION_RUNNING' } })
  await expect(first).rejects.toThrow('Not wanted any more.')
  expect(await lastState()).toMatchObject({
    problem: 'It was cancelled.',
    agreedAt: server.now.toISOString(),
  })
  expect(await hasCompanyRows(server.services.analytics, `verification-${company.id}`)).toBe(false)
})

test('a row too many is named, in a roll-up and in the journal, with both amounts', async () => {
  const { agreedAt } = await lastState()
  await damage(
    'ledger_by_day_sku',
    `basis = 'TRANSACTION' AND line = 'referralFees' AND day = '2025-06-02'`,
    `toDecimal64('-0.01', 9) AS amount, 0 AS row_count`,
  )
  await damage(
    'ledger',
    `basis = 'TRANSACTION' AND line = 'productSales' AND day = '2025-06-03' AND kind = 'AMOUNT'`,
    `1 AS n`,
  )

  const result = await verify()

  expect(agrees(result)).toBe(false)
  const differing = result.tables.filter(({ daysThatDiffer }) => daysThatDiffer > 0)
  expect(differing.map(({ table, daysThatDiffer }) => [table, daysThatDiffer])).toEqual([
    ['ledger', 1],
    ['ledger_by_day_sku', 1],
  ])
  expect(result.differences).toEqual([
    {
      table: 'ledger',
      day: '2025-06-03',
      line: 'productSales',
      of: expect.stringContaining('TRANSACTION · DE · EUR · 2025-06-03 · SKU-1 · 302-0000002') as string,
      published: { amount: '80', rows: 2 },
      recomputed: { amount: '40', rows: 1 },
    },
    {
      table: 'ledger_by_day_sku',
      day: '2025-06-02',
      line: 'referralFees',
      of: 'TRANSACTION · DE · EUR · 2025-06-02 · SKU-1',
      published: { amount: '-6.01', rows: 1 },
      recomputed: { amount: '-6', rows: 1 },
    },
  ])
  expect(await lastState()).toMatchObject({ agreedAt, result: { differences: result.differences } })
  expect((await server.operator.operator.status()).verification).toMatchObject({ agree: 0, differ: 1 })
})
