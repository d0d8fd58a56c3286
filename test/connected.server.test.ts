/** A seller of the pretend Amazon is connected, and what the pages say is what really happened. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '#contract/date-range.ts'
import { sellersOf } from '#sandbox/index.ts'
import type { Seller } from '#sandbox/seller.ts'
import { tables } from '#server/accounts/index.ts'
import { hasCompanyRows } from '#server/ledger/dead-rows.ts'
import { AmazonServer } from './support/amazon-server.ts'
import type { TestCompany, TestServer } from './support/server.ts'
import { compareWithTruth } from './support/truth-comparison.ts'

/** Everything is fetched, and not only what comes first. */
const IS_LONG = process.env['SEXTANT_TEST_LONG'] === '1'
/** Others take longer: `SEXTANT_TEST_SELLERS=harbour-hearth,maison-verveine`. */
const SELLERS =
  process.env['SEXTANT_TEST_SELLERS']?.split(',') ??
  (IS_LONG ? sellersOf().map(({ id }) => id) : ['first-kiln'])
/** Amazon tells all of an hour as of its beginning, and what is held back may be released within the next. */
const NOW = new Date('2026-11-24T06:01:00Z')
const LAST_MOMENT = new Date('2026-11-24T06:59:00Z')
/** Amazon does not tell them what is searched for. */
const WITHOUT_BRAND = ['first-kiln', 'plainfield-supply']
const TIMEOUT_MS = (IS_LONG ? 120 : 5) * 60_000
/** Amazon lists 90 days. */
const LISTED_AFTER = '2026-08-26'
/** Begins long enough before what sources reach; of thousands of products less is told. */
const firstDayOf = (id: string): IsoDate =>
  process.env['SEXTANT_TEST_FIRST_DAY'] ??
  (!IS_LONG ? '2026-08-01' : id === 'plainfield-supply' ? '2026-07-15' : '2024-10-15')
const storyOf = (id: string): Seller => sellersOf({ ids: [id], firstDay: firstDayOf(id) })[0]!

let amazon: AmazonServer
let server: TestServer

/** Lets time pass until what is critical has arrived, and every settlement that Amazon lists; or all there is. */
async function arrived(company: TestCompany, seller: Seller): Promise<void> {
  const tasks = await amazon.fetched(company, {
    ...(!IS_LONG && {
      awaited: ({ isCritical, source }) => isCritical || source === 'settlement',
      // It stays the same day everywhere, so that all of it is told as of one hour.
      until: LAST_MOMENT,
    }),
    say: (progress) => say(seller, progress),
  })
  const dead = tasks.filter(({ state }) => state === 'DEAD')
  expect(new Set(dead.map(({ source, problem }) => `${source}: ${problem!.split(':')[0]}`))).toEqual(
    new Set(IS_LONG && WITHOUT_BRAND.includes(seller.id) ? ['searches: Not available'] : []),
  )
}

describe.each(SELLERS)('%s', (id) => {
  const seller = storyOf(id)
  beforeAll(async () => {
    amazon = await AmazonServer.start([seller], NOW)
    server = amazon.server
  })
  afterAll(() => amazon[Symbol.asyncDispose]())

  test('is on the pages what really happened', { timeout: TIMEOUT_MS }, async () => {
    const company = await server.company()
    await amazon.connect(company, seller)
    await arrived(company, seller)

    const settlements = await company.reconcile()
    const listed = seller.settlementTruth(server.now).filter(({ lastDay }) => lastDay > LISTED_AFTER)
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
      now: server.now,
      extent: IS_LONG ? 'ALL' : 'CRITICAL',
    })
    say(seller, `${figures} figures, ${differences.length} differences`)
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

/** Nobody waits for an hour without a word. */
const say = ({ id }: Seller, text: string) => void process.stderr.write(`${id}: ${text}\n`)

const unit = (currency: string): number => (currency === 'JPY' ? 1 : 100)
