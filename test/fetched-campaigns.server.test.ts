/** Campaigns of a seller of the pretend Amazon: their reports are fetched, and their budgets are those of Amazon. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxEndpoints } from '#amazon/index.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { sellersOf, startSandbox } from '#sandbox/index.ts'
import { tables } from '#server/accounts/index.ts'
import { openAmazonApps } from '#server/connections/amazon-apps.ts'
import { ADVERTISING_SOURCES } from '#server/sync/advertising-sources.ts'
import { connectSeller } from './support/connect-seller.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { APPLICATION } from './support/syncing-server.ts'

const TURNS_MAX = 1000
const COLUMNS = ['cost', 'impressions', 'campaignBudgetAmount', 'topOfSearchImpressionShare']
const DAYS = { start: '2026-11-16', end: '2026-11-17' }
const [seller] = sellersOf({ ids: ['kumo-paper'], firstDay: '2026-10-20' })

let moment = new Date('2026-11-24T06:30:00Z')
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let server: TestServer
beforeAll(async () => {
  const now = () => moment
  sandbox = await startSandbox({
    port: 0,
    sellers: [seller!],
    applications: [APPLICATION],
    now,
    speed: 10_000,
  })
  const endpoints = sandboxEndpoints(sandbox.origin)
  server = await startTestServer({
    amazon: openAmazonApps({
      endpoints,
      isSandbox: true,
      sellingPartner: APPLICATION,
      advertising: APPLICATION,
      now,
    }),
  })
  server.now = moment
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await sandbox.close()
})

test('every report of advertising is given, and budgets and shares are those of its rows', async () => {
  const { db } = server.services.accounts
  const { connections, syncTasks } = tables
  const company = await server.company()
  await connectSeller(server.connections, company.id, seller!, APPLICATION.redirectUris[0]!)
  await db.delete(connections).where(eq(connections.provider, 'SELLING_PARTNER'))

  for (let turn = 0; turn < TURNS_MAX; turn++) {
    await server.syncs.takeTurn(company.id)
    const tasks = await db.select().from(syncTasks).where(eq(syncTasks.companyId, company.id))
    const newest = tasks.filter(({ lastDay }) => lastDay > DAYS.end)
    if (newest.every(({ endedAt }) => endedAt !== null)) {
      // Amazon refuses a report with a column that it does not know.
      expect(newest.filter(({ problem }) => problem !== null)).toEqual([])
      expect(newest.map(({ source }) => source).toSorted()).toEqual(
        ADVERTISING_SOURCES.map(({ id }) => id).toSorted(),
      )
      break
    }
    for (const { importId, endedAt } of newest)
      if (importId !== null && endedAt === null) await server.queue.ended(company.id, importId)
    server.now = moment = new Date(+moment + 15_000)
  }

  const { profileId } = seller!.profiles[0]!
  const rowsOf = (reportTypeId: string) =>
    seller!.advertising({ profileId, reportTypeId, groupBy: ['campaign'], columns: COLUMNS, ...DAYS }, moment)
  const searched = [...rowsOf('spCampaigns'), ...rowsOf('sbCampaigns')]
  const all = [...searched, ...rowsOf('sdCampaigns')]
  const sumOf = (rows: typeof all, ...columns: string[]) =>
    rows.reduce((sum, row) => sum + columns.reduce((product, column) => product * Number(row[column]), 1), 0)
  const budget = sumOf(all, 'campaignBudgetAmount')
  const shown = sumOf(searched, 'impressions')
  expect(all.length).toBeGreaterThan(searched.length)
  const valueOf = async (metricId: MetricId) =>
    Number(
      (
        await server.operator.audit.explainValue({
          companyId: company.id,
          metricId,
          startDate: DAYS.start,
          endDate: DAYS.end,
          currencyCode: 'JPY',
        })
      ).value,
    )
  expect(await valueOf('campaignBudget')).toBe(budget)
  expect(await valueOf('budgetUtilisation')).toBeCloseTo(sumOf(all, 'cost') / budget, 5)
  expect(await valueOf('impressionsWithShare')).toBe(shown)
  expect(await valueOf('topOfSearchImpressionShare')).toBeCloseTo(
    sumOf(searched, 'impressions', 'topOfSearchImpressionShare') / shown,
    5,
  )
})
