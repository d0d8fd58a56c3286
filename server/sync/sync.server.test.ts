import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AmazonError } from '#amazon/index.ts'
import { ensureSellerAccount, getCompany, tables } from '#server/accounts/index.ts'
import { admitAll } from '#server/ledger/archive-import.ts'
import { PretendedSeller } from '#test/support/pretended-seller.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { SyncQueue, type SyncOptions } from './sync-queue.ts'

const MINUTE_MS = 60_000
const { syncTasks, connections, advertisingProfiles } = tables
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const db = () => server.services.accounts.db
const tasksOf = (company: TestCompany) =>
  db().select().from(syncTasks).where(eq(syncTasks.companyId, company.id)).orderBy(syncTasks.id)

/** A company that has connected Germany. */
async function connected({ advertises = false } = {}) {
  const company = await server.company()
  const known = (await getCompany(server.services.accounts, company.id))!
  const account = await ensureSellerAccount(server.services.accounts, known, {
    name: 'Harbour',
    region: 'EUROPE',
    homeMarketplace: 'DE',
  })
  const consent = {
    companyId: company.id,
    region: 'EUROPE' as const,
    marketplaces: ['DE'],
    refreshToken: 'sealed',
    authorisedAt: server.now,
    createdBy: 'somebody',
  }
  await db()
    .insert(connections)
    .values({ ...consent, provider: 'SELLING_PARTNER', sellerAccountId: account.id })
  if (advertises) {
    const [{ id }] = (await db()
      .insert(connections)
      .values({ ...consent, provider: 'ADVERTISING' })
      .returning()) as [{ id: string }]
    await db().insert(advertisingProfiles).values({
      connectionId: id,
      profileId: '9007199254740993',
      name: 'Harbour DE',
      marketplace: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Paris',
      accountId: 'A1',
      isSelected: true,
    })
  }
  return { company, seller: new PretendedSeller(() => server.now) }
}

const queueFor = (
  sellerOf: (companyId: string) => PretendedSeller,
  options: Partial<SyncOptions> = {},
): SyncQueue =>
  new SyncQueue(server.services, (message, error) => void server.log.push(`${message} ${String(error)}`), {
    queue: server.queue,
    admit: admitAll,
    clients: {
      sellingPartner: async ({ companyId }) => sellerOf(companyId).sellingPartner,
      advertising: async ({ companyId }) => sellerOf(companyId).advertising,
      markBroken: async ({ id }, brokenReason) => {
        await db().update(connections).set({ status: 'BROKEN', brokenReason }).where(eq(connections.id, id))
      },
    },
    ...options,
  })

/** Lets time pass until nothing is open: turns, and imports to their ends. */
async function settled(
  company: TestCompany,
  turn: () => Promise<unknown>,
  { minutes = 7, turnsMax = 400 } = {},
): Promise<void> {
  for (let turns = 0; turns < turnsMax; turns++) {
    await turn()
    const open = (await tasksOf(company)).filter(({ endedAt }) => endedAt === null)
    if (open.length === 0) return
    for (const { importId } of open) if (importId !== null) await server.queue.ended(company.id, importId)
    server.now = new Date(+server.now + minutes * MINUTE_MS)
  }
  throw new Error('It came to no end.')
}

const started = new Date('2026-11-15T12:00:00Z')
/** What an undisturbed run comes to. */
let undisturbed: Awaited<ReturnType<TestCompany['checksums']>>

test('what Amazon has arrives by itself, critical things first, and the same again changes nothing', async () => {
  server.now = started
  const { company, seller } = await connected({ advertises: true })
  const order: string[] = []
  seller.before = (operation, type) => void (operation === 'createReport' && order.push(type))
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id))

  expect(order.slice(0, 2)).toEqual([
    'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL',
    'GET_SALES_AND_TRAFFIC_REPORT',
  ])
  const tasks = await tasksOf(company)
  expect(tasks.filter(({ state }) => state === 'DEAD')).toEqual([])
  expect(tasks.filter(({ state }) => state === 'DONE').map(({ source }) => source)).toEqual(
    expect.arrayContaining(['settlements', 'settlement', 'orders', 'traffic', 'sbCampaigns']),
  )
  const { lines } = await company.pnl({ from: '2026-10-01', to: '2026-10-31', currency: 'EUR' })
  expect([lines.productSales, lines.referralFees]).toEqual(['65.5', '-10'])
  undisturbed = await company.checksums()

  const calls = seller.calls.createReport
  server.now = new Date(+server.now + 5 * 60 * MINUTE_MS)
  await queue.hurry((await getCompany(server.services.accounts, company.id))!)
  await settled(company, () => queue.takeTurn(company.id))
  expect(seller.calls.createReport).toBeGreaterThan(calls)
  expect(await company.checksums()).toEqual(undisturbed)

  // A correction takes the place of what it corrects.
  seller.spend = '2.90'
  server.now = new Date(+server.now + 48 * 60 * MINUTE_MS)
  await settled(company, () => queue.takeTurn(company.id))
  const spend = await company.server.operator.call
  expect(spend).toBeUndefined()
  await queue.close()
})
