import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  addSyncTasks,
  askedPeriods,
  createCompany,
  retryDeadSyncTasks,
  syncedConnections,
  syncFigures,
  syncTaskCounts,
  tables,
} from '#server/accounts/index.ts'
import { openTestAccounts } from '#server/accounts/testing.ts'
import type { Services } from '#server/ledger/services.ts'
import { printedSeed } from './support/drawn-cases.ts'
import { randomFrom } from './support/mutants.ts'
import { mergeEndedTasks } from '#server/sync/ended-tasks.ts'
import { planTasks, REMEMBERED_MS } from '#server/sync/plan.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-01-05T05:30:00Z')
/** Of a company with one marketplace and one advertising profile, once the first answers are further back than is remembered. */
const ROWS_MAX = 400
const { syncTasks, connections, advertisingProfiles } = tables

test('tasks that ended long ago become a bounded number of rows, and nothing is planned or shown otherwise', async () => {
  const accounts = await openTestAccounts()
  try {
    const random = randomFrom(printedSeed())
    const { db } = accounts
    const company = await createCompany(accounts, { name: 'A long year' })
    const consent = {
      companyId: company.id,
      region: 'EUROPE' as const,
      marketplaces: ['DE'],
      refreshToken: 'sealed',
      authorisedAt: new Date(START),
      createdBy: 'somebody',
    }
    await db.insert(connections).values([
      { ...consent, id: 'selling', provider: 'SELLING_PARTNER' },
      { ...consent, id: 'advertising', provider: 'ADVERTISING' },
    ])
    await db.insert(advertisingProfiles).values({
      connectionId: 'advertising',
      profileId: '42',
      name: 'DE',
      marketplace: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      accountId: 'A1',
      isSelected: true,
    })
    const connected = await syncedConnections(accounts, company.id)
    let now = START
    const services = { accounts, now: () => new Date(now) } as Services
    const planAt = async (at: number, asin = 'B000000001') => {
      const asked = await askedPeriods(accounts, company.id, { ms: REMEMBERED_MS, now: new Date(at) })
      const products = new Map([['DE', [asin]]])
      return connected
        .flatMap((connection) => planTasks({ connection, asked, products, now: new Date(at) }))
        .map((task) => JSON.stringify(task))
        .toSorted()
    }
    const seen = async () => ({
      plans: await Promise.all(
        [0, HOUR_MS, DAY_MS, 9 * DAY_MS, 100 * DAY_MS].map((later) => planAt(now + later)),
      ),
      ofOthers: await planAt(now, 'B0OTHER000'),
      figures: (await syncFigures(accounts, company, new Date(now))).toSorted((a, b) =>
        a.source < b.source ? -1 : 1,
      ),
      counts: await syncTaskCounts(accounts, company.id),
    })
    const rows = () => db.select().from(syncTasks).where(eq(syncTasks.companyId, company.id))

    let settlements = 0
    // Looks of every hour would take a test long, so that they are three days of every month.
    for (let month = 0; month < 5; month++) {
      for (let look = 0; look < 18; look++) {
        const asked = await askedPeriods(accounts, company.id, { ms: REMEMBERED_MS, now: new Date(now) })
        const products = new Map([['DE', [`B00000000${month}`]]])
        const planned = connected.flatMap((connection) =>
          planTasks({ connection, asked, products, now: new Date(now) }),
        )
        const day = new Date(now).toISOString().slice(0, 10)
        const found = { ...planned[0], connectionId: 'selling', source: 'settlement', isCritical: false }
        if (look % 12 === 0)
          planned.push({
            ...found,
            place: `${++settlements}`,
            firstDay: day,
            lastDay: day,
            priority: 51,
            notBefore: new Date(now),
          })
        await addSyncTasks(accounts, company.id, planned)
        const chance = random()
        const state = chance < 0.55 ? 'DONE' : chance < 0.9 ? 'EMPTY' : 'DEAD'
        await db
          .update(syncTasks)
          .set({ state, endedAt: new Date(now), problem: state === 'DEAD' ? 'Not allowed' : null })
          .where(eq(syncTasks.state, 'WAITING'))
        now += look % 6 === 5 ? DAY_MS - 5 * HOUR_MS : HOUR_MS
      }
      now += 27 * DAY_MS
      const before = await seen()
      await mergeEndedTasks(services, company.id)
      expect(await seen()).toEqual(before)
      const once = await rows()
      await mergeEndedTasks(services, company.id)
      expect((await rows()).length).toBe(once.length)
      expect(await seen()).toEqual(before)
      if (month > 0) expect(once.length).toBeLessThan(ROWS_MAX)
    }
    const { DEAD: dead } = await syncTaskCounts(accounts, company.id)
    expect(await retryDeadSyncTasks(accounts, company, new Date(now))).toBe(dead)
    const retried = (await rows()).filter(({ endedAt }) => endedAt === null)
    expect(retried.length).toBeGreaterThan(0)
    expect(retried.every(({ reading }) => reading > 0)).toBe(true)
  } finally {
    await accounts.close()
  }
})

test('changes of orders that Amazon did not tell for weeks are asked for from where they were left', async () => {
  const accounts = await openTestAccounts()
  try {
    const { db } = accounts
    const company = await createCompany(accounts, { name: 'Without a role' })
    await db.insert(connections).values({
      id: 'of orders',
      companyId: company.id,
      provider: 'SELLING_PARTNER',
      region: 'EUROPE',
      marketplaces: ['DE'],
      refreshToken: 'sealed',
      authorisedAt: new Date(START),
      createdBy: 'somebody',
    })
    const connected = await syncedConnections(accounts, company.id)
    let now = START
    const changesPlanned = async () => {
      const asked = await askedPeriods(accounts, company.id, { ms: REMEMBERED_MS, now: new Date(now) })
      const planned = connected.flatMap((connection) =>
        planTasks({ connection, asked, products: new Map(), now: new Date(now) }),
      )
      await addSyncTasks(accounts, company.id, planned)
      return planned
        .filter(({ source }) => source === 'ordersChanged')
        .map(({ firstDay, lastDay }) => [firstDay, lastDay])
    }
    const endAll = (state: 'DONE' | 'DEAD') =>
      db
        .update(syncTasks)
        .set({ state, endedAt: new Date(now) })
        .where(eq(syncTasks.state, 'WAITING'))
    // All orders have come, and then what was changed until today.
    await changesPlanned()
    await endAll('DONE')
    expect(await changesPlanned()).toEqual([['2026-01-04', '2026-01-05']])
    await endAll('DONE')
    for (let day = 0; day < 20; day++) {
      now += DAY_MS
      await changesPlanned()
      await endAll('DEAD')
    }
    now += DAY_MS
    expect(await changesPlanned()).toEqual([['2026-01-05', '2026-01-26']])
    await mergeEndedTasks({ accounts, now: () => new Date(now) } as Services, company.id)
    await endAll('DEAD')
    now += 60 * DAY_MS
    await mergeEndedTasks({ accounts, now: () => new Date(now) } as Services, company.id)
    // The oldest first, as many as may be asked for at once.
    expect(await changesPlanned()).toEqual([['2026-01-05', '2026-02-03']])
  } finally {
    await accounts.close()
  }
})
