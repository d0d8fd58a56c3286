/** Campaigns of a seller of the pretend Amazon: their reports are fetched, and their budgets are those of Amazon. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { sellersOf } from '#sandbox/index.ts'
import { tables } from '#server/accounts/index.ts'
import { ADVERTISING_SOURCES } from '#server/sync/advertising-sources.ts'
import { AmazonServer } from './support/amazon-server.ts'

const COLUMNS = ['cost', 'impressions', 'campaignBudgetAmount', 'topOfSearchImpressionShare']
const DAYS = { start: '2026-11-16', end: '2026-11-17' }
const [seller] = sellersOf({ ids: ['kumo-paper'], firstDay: '2026-10-20' })

let amazon: AmazonServer
beforeAll(async () => void (amazon = await AmazonServer.start([seller!], new Date('2026-11-24T06:30:00Z'))))
afterAll(() => amazon[Symbol.asyncDispose]())

test('every report of advertising is given, and budgets and shares are those of its rows', async () => {
  const { server } = amazon
  const { connections } = tables
  const company = await server.company()
  await amazon.connect(company, seller!)
  await server.services.accounts.db.delete(connections).where(eq(connections.provider, 'SELLING_PARTNER'))
  const newest = await amazon.fetched(company, { awaited: ({ lastDay }) => lastDay > DAYS.end })
  // Amazon refuses a report with a column that it does not know.
  expect(newest.filter(({ problem }) => problem !== null)).toEqual([])
  expect(newest.map(({ source }) => source).toSorted()).toEqual(
    ['profiles', ...ADVERTISING_SOURCES.map(({ id }) => id)].toSorted(),
  )

  const { profileId } = seller!.profiles[0]!
  const rowsOf = (reportTypeId: string) =>
    seller!.advertising(
      { profileId, reportTypeId, groupBy: ['campaign'], columns: COLUMNS, ...DAYS },
      server.now,
    )
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
