/** Two shards, of which one goes away: its companies are told so, and the others go on. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCompany, openVersion, withCompanyLock } from '#server/accounts/index.ts'
import { openTestAccounts } from '#server/accounts/testing.ts'
import { EmbeddedCluster } from '#server/analytics/testing.ts'
import { openRawFiles } from '#server/files/open.ts'
import { ReportReader } from '#server/reading/report-reader.ts'
import { TestServer, type PnlQuestion, type TestCompany } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'

const FILE = v2File({
  id: '90000000001',
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: sale({
    marketplace: 'Amazon.de',
    order: '302-1',
    at: '2026-03-05 10:00:00',
    units: 1,
    amounts: { 'ItemPrice Principal': '20.00' },
  }),
})
/** Of a product, which the engine is asked for whatever is kept. */
const QUESTION: PnlQuestion = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR', skus: ['SKU-1'] }

let directory: string
let cluster: EmbeddedCluster
let server: TestServer
/** One on each shard. */
const companies: TestCompany[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sextant-shards-'))
  cluster = await EmbeddedCluster.start(2)
  const files = join(directory, 'files')
  const [analytics, accounts, raw] = await Promise.all([
    cluster.open(),
    openTestAccounts(),
    openRawFiles(files),
  ])
  server = new TestServer({ analytics, accounts, files: raw, reports: new ReportReader(files) }, directory)
  companies.push(await companyOn(server, 1), await companyOn(server, 2))
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]().catch(() => {})
  await cluster?.close()
  await rm(directory, { recursive: true, force: true })
})

/** One whose shard this is where there are two. */
async function companyOn(where: TestServer, shard: number): Promise<TestCompany> {
  for (;;) {
    const company = await where.company()
    const [row] = await where.services.analytics.rows<{ of: number }>(
      'SELECT toUInt8(cityHash64({id:String}) % 2 + 1) AS of',
      { params: { id: company.id } },
    )
    if (row!.of === shard) return company
  }
}

test('a shard that is away is said to its companies; the others import and read', async () => {
  const [first, second] = companies as [TestCompany, TestCompany]
  for (const company of companies)
    expect(await company.import('one.txt', FILE)).toMatchObject({ status: 'PUBLISHED' })
  expect((await second.pnl(QUESTION)).lines.productSales).toBe('20')
  // What an attempt left behind that came to nothing is swept by the next one.
  const { accounts, analytics } = server.services
  const own = (await getCompany(accounts, second.id))!
  const left = await withCompanyLock(accounts, own.id, () => openVersion(accounts, own))
  await analytics.command(
    `INSERT INTO ledger SELECT * REPLACE ({left:UInt64} AS version) FROM ledger WHERE company_id = {id:String}`,
    { params: { left, id: own.id } },
  )
  await cluster.engines[0]!.close()

  await expect(first.pnl(QUESTION)).rejects.toThrow(
    'The database server with the numbers of this company is not responding.',
  )
  // Its statements entered through the node that has gone.
  const { id } = await second.import(
    'two.txt',
    FILE.replaceAll('302-1', '302-2').replaceAll('90000000001', '90000000002'),
  )
  expect(await second.importRecord(id), server.log.join('\n')).toMatchObject({ status: 'PUBLISHED' })
  expect((await second.pnl(QUESTION)).lines.productSales).toBe('40')
  const rows = 'SELECT 1 FROM ledger WHERE company_id = {id:String} AND version = {left:UInt64}'
  expect(await analytics.rows(rows, { params: { left, id: own.id } })).toEqual([])
})

test('a company whose shard is another one says so, until it is rebuilt there', async () => {
  await using growing = await EmbeddedCluster.start(1, { isCluster: true })
  const analytics = await growing.open()
  const files = join(directory, 'growing')
  const [accounts, raw] = await Promise.all([openTestAccounts(), openRawFiles(files)])
  await using installation = new TestServer(
    { analytics, accounts, files: raw, reports: new ReportReader(files) },
    files,
  )
  const [staying, moving] = [await companyOn(installation, 1), await companyOn(installation, 2)]
  for (const company of [staying, moving]) await company.import('one.txt', FILE)
  await growing.addShard(analytics)

  expect((await staying.pnl(QUESTION)).lines.productSales).toBe('20')
  await expect(moving.pnl(QUESTION)).rejects.toThrow('have not been moved yet')
  const another = FILE.replaceAll('302-1', '302-2').replaceAll('90000000001', '90000000002')
  expect(await moving.import('two.txt', another)).toMatchObject({
    status: 'FAILED',
    problem: { code: 'COMPANY_ELSEWHERE' },
  })

  expect(await installation.operator.operator.rebuild({ companyId: moving.id })).toMatchObject({
    changed: [],
  })
  expect((await moving.pnl(QUESTION)).lines.productSales).toBe('20')
  const lies = await analytics.rows(
    'SELECT DISTINCT _shard_num AS on FROM ledger WHERE company_id = {id:String}',
    { params: { id: moving.id }, settings: { optimize_skip_unused_shards: 0 } },
  )
  expect(lies).toEqual([{ on: 2 }])
  await moving.import('two.txt', another)
  expect((await moving.pnl(QUESTION)).lines.productSales).toBe('40')
})
