/** Of several readings of the same days the one counts that Amazon made last, whatever came first and whatever it says. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompany } from '#server/accounts/index.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { exportCompany } from '#server/ledger/export.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const DAY = '2026-10-05'
/** What each report says of a day, all numbers as great as `size`. */
const reading = (size: number) => ({
  product_costs: [{ sku: 'CUP', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '10.00' }],
  ads_daily: [
    {
      date: DAY,
      ad_type: 'SP',
      marketplace: 'DE',
      campaign_id: '1',
      level: 'CAMPAIGN',
      currency: 'EUR',
      clicks: size,
      cost: `${size}.00`,
    },
  ],
  sales_traffic_date: [{ date: DAY, marketplace: 'DE', currency: 'EUR', sessions: size, page_views: size }],
  inventory_ledger: [{ date: DAY, marketplace: 'DE', sku: 'CUP', disposition: 'SELLABLE', lost: size }],
  search_query_performance: [
    {
      start_date: '2026-10-04',
      end_date: '2026-10-10',
      marketplace: 'DE',
      asin: 'B000000001',
      search_query: 'cup',
      asin_clicks: size,
    },
  ],
})
const HANDED_IN = { size: 9 }
const FIRST = { size: 8, madeAt: '2026-10-06T08:00:00.000Z' }
const CORRECTED = { size: 5, madeAt: '2026-10-08T08:00:00.000Z' }
type Reading = typeof HANDED_IN & { madeAt?: string }

const imported = async (company: TestCompany, { size, madeAt }: Reading, name = `${size}.json`) =>
  company.import(name, reading(size), madeAt === undefined ? {} : { madeAt })

/** What counts of each of the reports. */
async function counted(company: TestCompany): Promise<Record<string, number>> {
  const { publishedVersion } = (await getCompany(server.services.accounts, company.id))!
  const { lines } = await company.pnl({ from: DAY, to: DAY, currency: 'EUR' })
  const measured = await server.services.analytics.rows<{ name: string; amount: number }>(
    `SELECT measure AS name, toFloat64(sum(amount * n)) AS amount FROM measures
     WHERE company_id = {companyId:String} AND version <= {publishedVersion:UInt64} AND measure IN ('clicks', 'sessions', 'ownClicks')
     GROUP BY measure`,
    { params: { companyId: company.id, publishedVersion } },
  )
  return {
    ...Object.fromEntries(measured.map(({ name, amount }) => [name, amount])),
    spend: -Number(lines.advertisingSp),
    losses: -Number(lines.inventoryLosses) / 10,
  }
}
const all = (size: number) => ({ clicks: size, sessions: size, ownClicks: size, spend: size, losses: size })

test('the newest counts, also where it says less, in whatever order they come, and gives way when it is undone', async () => {
  const sums: unknown[] = []
  for (const order of [
    [HANDED_IN, FIRST, CORRECTED],
    [CORRECTED, FIRST, HANDED_IN],
  ] as Reading[][]) {
    const company = await server.company()
    const records = []
    for (const one of order) records.push(await imported(company, one))
    expect(await counted(company)).toEqual(all(5))
    sums.push(await company.checksums())
    if (order[0] !== CORRECTED) continue
    // Four reports and a list of costs each, of which the newest counts.
    const [corrected, first] = await Promise.all(records.map(({ id }) => company.importRecord(id)))
    expect([corrected!.counts?.kept, first!.counts?.kept]).toEqual([4, 0])
    await rebuildCompany(server.services, company.id)
    expect(await company.checksums()).toEqual(sums[0])
    await company.undo(corrected!.id)
    expect(await counted(company)).toEqual(all(8))
    await company.undo(first!.id)
    expect(await counted(company)).toEqual(all(9))
  }
  expect(sums[1]).toEqual(sums[0])
})

test('what was corrected and is again what it was counts as of then', async () => {
  const company = await server.company()
  const first = await imported(company, FIRST)
  const corrected = await imported(company, CORRECTED)
  const again = await imported(company, { ...FIRST, madeAt: '2026-10-09T08:00:00.000Z' }, 'again.json')
  expect(again.status).toBe('ALREADY_KNOWN')
  expect(await counted(company)).toEqual(all(8))
  const counts = [first, corrected].map(async ({ id }) => (await company.importRecord(id)).counts?.kept)
  expect(await Promise.all(counts)).toEqual([4, 1])
  // One that was made before changes nothing.
  await imported(company, { ...CORRECTED, madeAt: '2026-10-07T08:00:00.000Z' }, 'older.json')
  expect(await counted(company)).toEqual(all(8))
})

test('what is exported says the same of itself when it is imported elsewhere', async () => {
  const company = await server.company()
  for (const one of [CORRECTED, HANDED_IN, FIRST]) await imported(company, one)
  const directory = await mkdtemp(join(tmpdir(), 'sextant-export-'))
  await exportCompany(server.services, company.id, directory)
  const other = await server.company()
  await other.import('facts.json', await readFile(join(directory, 'facts.json'), 'utf8'))
  await rm(directory, { recursive: true })
  expect(await counted(other)).toEqual(all(5))
})
