/** A seller of the pretend Amazon is connected, and what the pages say is what really happened. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxEndpoints } from '#amazon/index.ts'
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import type { TruthOfDay } from '#sandbox/seller.ts'
import { tables } from '#server/accounts/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { hasCompanyRows } from '#server/ledger/dead-rows.ts'
import { connectSeller } from './support/connect-seller.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

/** Others take longer: `SEXTANT_TEST_SELLERS=harbour-hearth,maison-verveine`. */
const SELLERS = process.env['SEXTANT_TEST_SELLERS']?.split(',') ?? ['first-kiln']
const FIRST_DAY = '2026-08-01'
const NOW = new Date('2026-11-24T06:30:00Z')
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
    sellers: sellersOf({ ids: SELLERS, firstDay: FIRST_DAY }),
    applications: [APPLICATION],
    now: () => moment,
    speed: 10_000,
  })
  const amazon = openAmazonApps({
    endpoints: sandboxEndpoints(sandbox.origin),
    isSandbox: true,
    sellingPartner: APPLICATION,
    advertising: APPLICATION,
  })
  server = await startTestServer({ amazon })
  server.now = NOW
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await sandbox.close()
})

/** Lets time pass until what is critical has arrived, and every settlement that Amazon lists. */
async function settled(company: TestCompany): Promise<void> {
  const { db } = server.services.accounts
  const { syncTasks } = tables
  for (let turn = 0; turn < 2_000; turn++) {
    await server.syncs.takeTurn(company.id)
    const tasks = await db.select().from(syncTasks).where(eq(syncTasks.companyId, company.id))
    const awaited = tasks.filter(({ isCritical, source }) => isCritical || source === 'settlement')
    if (awaited.every(({ endedAt }) => endedAt !== null)) {
      const dead = awaited.filter(({ state }) => state === 'DEAD')
      expect(dead.map(({ source, problem }) => [source, problem])).toEqual([])
      return
    }
    for (const { importId, endedAt } of tasks)
      if (importId !== null && endedAt === null) await server.queue.ended(company.id, importId)
    // Not past midnight anywhere, so that the truth stays what it is.
    server.now = moment = new Date(Math.min(+moment + 15_000, Date.parse('2026-11-24T06:59:00Z')))
  }
  throw new Error('It came to no end.')
}

const sum = (rows: readonly TruthOfDay[], of: (row: TruthOfDay) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

describe.each(SELLERS)('%s', (id) => {
  test('is on the pages what really happened', async () => {
    const [seller] = sellersOf({ ids: [id], firstDay: FIRST_DAY })
    const company = await server.company()
    await connectSeller(server.connections, company.id, seller!, APPLICATION.redirectUris[0]!)
    await settled(company)

    const truth = seller!.truth(moment)
    const settlements = await company.reconcile()
    const closed = seller!.settlementTruth(moment)
    const said = settlements.map(({ settlementId, total, difference }) => [
      settlementId,
      { total: Number(total), difference },
    ])
    // Amazon lists 90 days.
    const listed = closed.filter(({ lastDay }) => lastDay > '2026-08-26')
    expect(listed.length).toBeGreaterThan(3)
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(
        listed.map(({ settlementId, total, currency }) => [
          settlementId,
          { total: total / unit(currency), difference: '0' },
        ]),
      ),
    )

    const differences: string[] = []
    const compare = (what: string, value: string | null, real: number) => {
      if (value === null || Math.abs(Number(value) - real) > 0.005)
        differences.push(`${what}: ${value}, really ${real}`)
    }
    for (const { marketplaces } of seller!.regions)
      for (const marketplace of marketplaces) {
        const here = truth.filter((row) => row.marketplace === marketplace)
        const currency = here[0]!.currency
        const inUnits = (cents: number) => cents / unit(currency)
        const of = (range: { from: IsoDate; to: IsoDate }) =>
          here.filter(({ day }) => day >= range.from && day <= range.to)
        for (const range of [
          { from: '2026-10-01', to: '2026-10-31' },
          { from: '2026-11-01', to: '2026-11-07' },
        ]) {
          const [row] = await server.operator.profitAndLoss.getData({
            companyId: company.id,
            startDate: range.from,
            endDate: range.to,
            currencyCode: currency as 'EUR',
            marketplaces: [marketplace as 'DE'],
          })
          const { lines } = row!
          const name = `${marketplace} ${range.from}`
          compare(
            `${name} units settled`,
            lines.unitsSold.value,
            sum(of(range), (one) => one.unitsSettled),
          )
          compare(
            `${name} principal`,
            lines.productSales.value,
            inUnits(sum(of(range), (one) => one.principalSettled)),
          )
          compare(
            `${name} refunds`,
            lines.refundedProductSales.value,
            -inUnits(sum(of(range), (one) => one.refundedPrincipal)),
          )
        }
        const days = { from: addDays('2026-11-23', -27), to: '2026-11-22' }
        const [byOrder] = await server.operator.profitAndLoss.getOrderData({
          companyId: company.id,
          startDate: days.from,
          endDate: days.to,
          currencyCode: currency as 'EUR',
          marketplaces: [marketplace as 'DE'],
        })
        compare(
          `${marketplace} units ordered`,
          byOrder!.lines.unitsSold.value,
          sum(of(days), (one) => one.unitsOrdered),
        )
        expect(byOrder!.coverage.share).toBe(1)
        const counted = { from: days.from, to: '2026-11-20' }
        const { cards } = await server.operator.brandManager.getSummary({
          companyId: company.id,
          startDate: counted.from,
          endDate: counted.to,
          currencyCode: currency as 'EUR',
          marketplaces: [marketplace as 'DE'],
        })
        // Whoever looks at two products visits the shop once.
        const sessions = Number(cards.sessions!.value)
        expect(sessions).toBeGreaterThan(0)
        expect(sessions).toBeLessThanOrEqual(sum(of(counted), (one) => one.sessions))
        compare(
          `${marketplace} sales`,
          cards.orderedProductSales!.value,
          inUnits(sum(of(counted), (one) => one.orderedSales)),
        )
      }
    expect(differences).toEqual([])
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
