/** A seller of the pretend Amazon is connected, and what the pages say is what really happened. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxEndpoints } from '#amazon/index.ts'
import type { IsoDate } from '#contract/date-range.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import type { Seller } from '#sandbox/seller.ts'
import { tables } from '#server/accounts/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { hasCompanyRows } from '#server/ledger/dead-rows.ts'
import { connectSeller } from './support/connect-seller.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { compareWithTruth } from './support/truth-comparison.ts'

/** Everything is fetched, and not only what comes first. */
const IS_LONG = process.env['SEXTANT_TEST_LONG'] === '1'
/** Others take longer: `SEXTANT_TEST_SELLERS=harbour-hearth,maison-verveine`. */
const SELLERS =
  process.env['SEXTANT_TEST_SELLERS']?.split(',') ??
  (IS_LONG ? sellersOf().map(({ id }) => id) : ['first-kiln'])
const NOW = new Date('2026-11-24T06:30:00Z')
const LAST_MOMENT = Date.parse('2026-11-24T06:59:00Z')
/** Amazon does not tell them what is searched for. */
const WITHOUT_BRAND = ['first-kiln', 'plainfield-supply']
const TURNS_MAX = 20_000
const TIMEOUT_MS = (IS_LONG ? 120 : 5) * 60_000
/** Amazon lists 90 days. */
const LISTED_AFTER = '2026-08-26'
/** Begins long enough before what sources reach; of thousands of products less is told. */
const firstDayOf = (id: string): IsoDate =>
  process.env['SEXTANT_TEST_FIRST_DAY'] ??
  (!IS_LONG ? '2026-08-01' : id === 'plainfield-supply' ? '2026-07-15' : '2024-10-15')
const storyOf = (id: string): Seller => sellersOf({ ids: [id], firstDay: firstDayOf(id) })[0]!
const APPLICATION = {
  applicationId: 'amzn1.sp.solution.test',
  clientId: 'amzn1.application-oa2-client.test',
  clientSecret: 'secret of the test',
  isDraft: false,
  redirectUris: ['https://sextant.example/back'],
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let server: TestServer
let moment = NOW
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    sellers: SELLERS.map(storyOf),
    applications: [APPLICATION],
    now: () => moment,
    speed: 10_000,
  })
  const amazon = openAmazonApps({
    endpoints: sandboxEndpoints(sandbox.origin),
    isSandbox: true,
    sellingPartner: APPLICATION,
    advertising: APPLICATION,
    now: () => moment,
  })
  server = await startTestServer({ amazon })
  server.now = NOW
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await sandbox.close()
})

/** Lets time pass until what is critical has arrived, and every settlement that Amazon lists; or all there is. */
async function arrived(company: TestCompany, seller: Seller): Promise<void> {
  const { db } = server.services.accounts
  const { syncTasks } = tables
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    await server.syncs.takeTurn(company.id)
    const tasks = await db.select().from(syncTasks).where(eq(syncTasks.companyId, company.id))
    const awaited = IS_LONG
      ? tasks
      : tasks.filter(({ isCritical, source }) => isCritical || source === 'settlement')
    if (awaited.every(({ endedAt }) => endedAt !== null)) {
      const dead = awaited.filter(({ state }) => state === 'DEAD')
      expect(new Set(dead.map(({ source, problem }) => `${source}: ${problem!.split(':')[0]}`))).toEqual(
        new Set(IS_LONG && WITHOUT_BRAND.includes(seller.id) ? ['searches: Not available'] : []),
      )
      return
    }
    for (const { importId, endedAt } of tasks)
      if (importId !== null && endedAt === null) await server.queue.ended(company.id, importId)
    // Of the first part it stays the same day everywhere, so that all of it is told as of one hour.
    const next = +moment + 15_000
    server.now = moment = new Date(IS_LONG ? next : Math.min(next, LAST_MOMENT))
  }
  throw new Error('It came to no end.')
}

describe.each(SELLERS)('%s', (id) => {
  test('is on the pages what really happened', { timeout: TIMEOUT_MS }, async () => {
    const seller = storyOf(id)
    const company = await server.company()
    await connectSeller(server.connections, company.id, seller, APPLICATION.redirectUris[0]!)
    await arrived(company, seller)

    const settlements = await company.reconcile()
    const listed = seller.settlementTruth(moment).filter(({ lastDay }) => lastDay > LISTED_AFTER)
    expect(listed.length).toBeGreaterThan(3)
    expect(
      Object.fromEntries(
        settlements.map(({ settlementId, total, difference }) => [
          settlementId,
          { total: Number(total), difference },
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        listed.map(({ settlementId, total, currency }) => [
          settlementId,
          { total: total / unit(currency), difference: '0' },
        ]),
      ),
    )
    const { figures, differences } = await compareWithTruth({
      company,
      seller,
      now: moment,
      extent: IS_LONG ? 'ALL' : 'CRITICAL',
    })
    console.info(`${id}: ${figures} figures, ${differences.length} differences, ${moment.toISOString()}`)
    expect(differences.slice(0, 400)).toEqual([])
    expect(server.log).toEqual([])

    await server.deletions.begin(company.id, 'test')
    await server.deletions.finished(company.id)
    expect((await left(company.id)).toSorted()).toEqual(['auditLog', 'tombstones'])
  })
})

/** Where something of a company still is. */
async function left(companyId: string): Promise<string[]> {
  const { accounts, analytics, files } = server.services
  const ofCompanies = Object.entries(tables).filter(
    ([, value]) => typeof value === 'object' && 'companyId' in value,
  )
  const held: string[] = []
  for (const [name, table] of ofCompanies) {
    const rows = await accounts.db.select().from(table as typeof tables.auditLog)
    if (rows.some((row) => row.companyId === companyId)) held.push(name)
  }
  const profiles = await accounts.db.select().from(tables.advertisingProfiles)
  if (profiles.length > 0) held.push('profiles')
  const [waiting] = await accounts.db
    .select({ jobs: sql<number>`count(*)::int` })
    .from(sql`jobs.job`)
    .where(sql`group_id = ${companyId} and name <> 'deletions' and state in ('created', 'active')`)
  if (waiting!.jobs > 0) held.push('jobs')
  if (await hasCompanyRows(analytics, companyId)) held.push('warehouse')
  if ((await files.list(companyId)).length > 0) held.push('files')
  return held
}

const unit = (currency: string): number => (currency === 'JPY' ? 1 : 100)
