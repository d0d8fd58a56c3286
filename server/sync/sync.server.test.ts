import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AmazonError } from '#amazon/index.ts'
import type { SourceProgress } from '#contract/connections.ts'
import { ensureSellerAccount, getCompany, tables } from '#server/accounts/index.ts'
import { inventedRates } from '#sandbox/index.ts'
import { admitAll } from '#server/ledger/importing/archive-import.ts'
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
    const id = randomUUID()
    await db()
      .insert(connections)
      .values({ ...consent, id, provider: 'ADVERTISING' })
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

/** Lets time pass until nothing is open, or nothing of a source: turns, and imports to their ends. */
async function settled(
  company: TestCompany,
  turn: () => Promise<unknown>,
  { minutes = 7, turnsMax = 400, source }: { minutes?: number; turnsMax?: number; source?: string } = {},
): Promise<void> {
  for (let turns = 0; turns < turnsMax; turns++) {
    await turn()
    const tasks = await tasksOf(company)
    const open = tasks.filter(({ endedAt }) => endedAt === null)
    const isSettled = !open.some((task) => source === undefined || task.source === source)
    // That nothing happened on some days is imported once the task itself is over.
    for (const { importId } of isSettled ? tasks : open)
      if (importId !== null) await server.queue.ended(company.id, importId)
    if (isSettled) return
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
  // Two orders a month, and every day of it was asked for.
  const [byOrder] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: '2026-09-01',
    endDate: '2026-10-31',
    currencyCode: 'EUR',
  })
  expect(byOrder!.coverage).toMatchObject({ share: 1, missing: [] })
  undisturbed = await company.checksums()
  // A list of what somebody has to look at has none of it.
  const list = { companyId: company.id, withFetched: false }
  const { imports, total, fetched } = await server.operator.imports.list(list)
  expect([imports.filter(({ status }) => status === 'PUBLISHED'), total]).toEqual([[], imports.length])
  expect(fetched).toBeGreaterThan(20)

  const calls = seller.calls.createReport
  server.now = new Date(+server.now + 5 * 60 * MINUTE_MS)
  await queue.hurry((await getCompany(server.services.accounts, company.id))!)
  await settled(company, () => queue.takeTurn(company.id))
  expect(seller.calls.createReport).toBeGreaterThan(calls)
  expect(await company.checksums()).toEqual(undisturbed)

  // A correction takes the place of what it corrects, also where it says less.
  const spend = async () =>
    (await company.pnl({ from: '2026-11-10', to: '2026-11-10', currency: 'EUR' })).lines.advertisingSb
  expect(await spend()).toBe('-3.2')
  seller.spend = '2.90'
  server.now = new Date(+server.now + 48 * 60 * MINUTE_MS)
  await settled(company, () => queue.takeTurn(company.id), { source: 'sbCampaigns' })
  expect(await spend()).toBe('-2.9')
  await queue.close()
})

test('processes that end between steps, and an Amazon that fails, refuses and ends the consent, change nothing', async () => {
  server.now = started
  const { company, seller } = await connected({ advertises: true })
  let calls = 0
  seller.before = () => {
    calls += 1
    if (calls % 7 === 0) throw new AmazonError('LATER', 'Too many questions', { retryAfterMs: 30_000 })
    if (calls % 11 === 0) throw new AmazonError('LATER', 'Amazon does not answer (ECONNRESET)')
    // Whoever asked has died: what Amazon has made for them is never heard of.
    if (calls % 13 === 0) throw new Error('ended')
    if (calls === 40 || calls === 90) throw new AmazonError('REVOKED', 'The consent was revoked')
  }
  let turns = 0
  let reconnections = 0
  await settled(
    company,
    async () => {
      turns += 1
      const queue = queueFor(() => seller, turns < 80 ? { sliceMs: 0 } : {})
      await queue.takeTurn(company.id)
      await queue.close()
      const broken = await db()
        .update(connections)
        .set({ status: 'ACTIVE', brokenReason: null })
        .where(and(eq(connections.companyId, company.id), eq(connections.status, 'BROKEN')))
        .returning({ reason: connections.id })
      reconnections += broken.length
    },
    { minutes: 3, turnsMax: 1_000 },
  )
  expect(reconnections).toBe(2)
  const tasks = await tasksOf(company)
  expect(
    tasks.filter(({ state }) => state === 'DEAD').map(({ source, problem }) => [source, problem]),
  ).toEqual([])
  expect(await company.checksums()).toEqual(undisturbed)
})

test('what is not allowed is given up as a whole, said to people, and tried again when somebody asks', async () => {
  server.now = started
  const { company, seller } = await connected()
  const { amazon, operator } = server.operator
  expect(await amazon.isCriticalSyncComplete({ companyId: company.id })).toBe(false)
  seller.before = (operation, type) => {
    if (operation === 'createReport' && type.includes('TRAFFIC'))
      throw new AmazonError('DENIED', 'The role Brand Analytics is missing')
  }
  const queue = queueFor(() => seller)
  await queue.takeTurn(company.id)
  const traffic = (await tasksOf(company)).filter(({ source }) => source === 'traffic')
  expect(traffic.length).toBeGreaterThan(20)
  expect(new Set(traffic.map(({ state }) => state))).toEqual(new Set(['DEAD']))

  const [sources] = Object.values(await amazon.getSyncProgress({ companyId: company.id })) as [
    SourceProgress[],
  ]
  expect(sources.find(({ source }) => source === 'traffic')).toMatchObject({
    label: 'Sales and traffic by day',
    done: traffic.length,
    total: traffic.length,
    reachesTo: null,
    problems: ['Amazon does not allow this: The role Brand Analytics is missing'],
    nextAt: null,
  })
  const { troubled, counts } = await operator.syncTasks({ companyId: company.id, limit: 500 })
  expect(counts['DEAD']).toBe(troubled.length)
  expect(troubled[0]).toMatchObject({ companyName: 'Test company', state: 'DEAD', nextAt: null })

  expect(await amazon.retrySync({ companyId: company.id, source: 'traffic' })).toEqual({
    retried: traffic.length,
  })
  seller.before = () => {}
  await settled(company, async () => {
    await queue.takeTurn(company.id)
    const open = (await tasksOf(company)).filter((task) => task.isCritical && task.endedAt === null)
    expect(await amazon.isCriticalSyncComplete({ companyId: company.id })).toBe(open.length === 0)
  })
  await amazon.syncNow({ companyId: company.id })
  for (let n = 1; n < 24; n++) await amazon.syncNow({ companyId: company.id })
  await expect(amazon.syncNow({ companyId: company.id })).rejects.toThrow('Try again tomorrow')
  await queue.close()
})

test('who has no brand is told once that there are no searches', async () => {
  server.now = started
  const { company, seller } = await connected()
  const reportType = 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'
  seller.impossible.add(reportType)
  let asked = 0
  seller.before = (operation, type) => {
    if (operation !== 'createReport') return
    if (type !== reportType) throw new AmazonError('DENIED', 'It is of no interest here')
    asked++
  }
  const sold = {
    date: '2026-11-10',
    marketplace: 'DE',
    child_asin: 'B00CUPBLUE',
    sku: 'CUP-BLUE',
    currency: 'EUR',
  }
  await company.import('traffic.json', {
    sales_traffic_asin_day: [{ ...sold, units_ordered: 1, ordered_product_sales: '11.99' }],
  })
  const queue = queueFor(() => seller)
  const searches = async () => (await tasksOf(company)).filter(({ source }) => source === 'searches')
  await settled(company, () => queue.takeTurn(company.id), { minutes: 20 })
  const ended = await searches()
  expect(ended).toHaveLength(12)
  for (const { state, problem } of ended)
    expect([state, problem]).toEqual(['DEAD', expect.stringMatching(/^Not available: /)])
  // Each may have been asked before the first was known to be in vain.
  expect(asked).toBeLessThanOrEqual(4 * 12)
  await queue.close()
})

test('money of a pretended Amazon has rates that are named as invented, and that of the real one none', async () => {
  server.now = started
  const { company, seller } = await connected()
  seller.before = (operation) => {
    if (operation === 'createReport') throw new AmazonError('DENIED', 'It is of no interest here')
  }
  const real = queueFor(() => seller)
  await settled(company, () => real.takeTurn(company.id))
  await real.close()
  expect((await tasksOf(company)).filter(({ source }) => source === 'inventedRates')).toEqual([])

  const pretended = queueFor(() => seller, { inventedRates })
  await settled(company, () => pretended.takeTurn(company.id), { source: 'inventedRates' })
  const ratesNow = async () => {
    const { currencies } = await server.operator.companySettings.getExchangeRates({ companyId: company.id })
    return currencies.filter(({ source }) => source === 'invented for the pretend Amazon')
  }
  const rates = await ratesNow()
  expect(rates).toHaveLength(14)
  for (const { origin, newestDay } of rates) expect([origin, newestDay]).toEqual(['OWN', '2026-11-13'])
  // The next day has its own.
  server.now = new Date('2026-11-16T12:00:00Z')
  await settled(company, () => pretended.takeTurn(company.id), { source: 'inventedRates' })
  for (const { newestDay } of await ratesNow()) expect(newestDay).toBe('2026-11-16')
  await pretended.close()
})

test('the catalogue is asked once a month about what files name, also about what it does not know', async () => {
  server.now = started
  const { company, seller } = await connected()
  const asins = Array.from({ length: 230 }, (_, n) => `B0${String(n).padStart(8, '0')}`)
  await company.import('facts.json', {
    order_items: asins.map((asin, n) => ({
      order_id: `302-${n}`,
      order_item_id: '1',
      purchased_at: '2026-11-10T09:00:00Z',
      marketplace: 'DE',
      order_status: 'Shipped',
      sku: `SKU-${n}`,
      asin,
      quantity: n,
      currency: 'EUR',
      item_price: '10.00',
    })),
  })
  const asked: string[] = []
  // Products are named by orders alone; all else would only be imported on the way.
  seller.before = (operation, type) => {
    if (operation === 'createReport' && !type.includes('ALL_ORDERS')) throw new AmazonError('DENIED', 'No')
  }
  seller.sellingPartner.catalogItems = async (marketplace, some) => {
    expect([marketplace, some.length <= 20]).toEqual(['DE', true])
    asked.push(...some)
    const known = some.filter((asin) => asin !== asins[0])
    const summaries = [{ marketplaceId: 'A1PA6795UKMFR9', brand: 'Harbour', itemName: 'Cup' }]
    return known.map((asin) => ({ asin, summaries }))
  }
  const queue = queueFor(() => seller)
  const settle = async () => {
    // Orders name the products, so they come first.
    await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    await settled(company, () => queue.takeTurn(company.id), { source: 'catalogue' })
  }
  await settle()
  // Those that sell best come first, and each once.
  expect(asked).toEqual(asins.toReversed())
  const catalogued = () =>
    server.services.analytics.rows<{ n: string; branded: string }>(
      `SELECT toString(count()) AS n, toString(countIf(brand = 'Harbour')) AS branded FROM catalogue_items
       WHERE company_id = {companyId:String} AND problem = ''`,
      { params: { companyId: company.id } },
    )
  expect(await catalogued()).toEqual([{ n: '230', branded: '229' }])
  for (const days of [1, 28]) {
    server.now = new Date(+server.now + days * 24 * 60 * MINUTE_MS)
    await settle()
  }
  expect(asked).toHaveLength(230)
  server.now = new Date(+server.now + 2 * 24 * 60 * MINUTE_MS)
  await settle()
  expect(asked).toHaveLength(460)
  await queue.close()
})

test('companies take turns, however much each of them waits for', async () => {
  server.now = started
  const both = [await connected(), await connected()]
  const turns: string[] = []
  const queue = queueFor(
    (companyId) => {
      turns.push(companyId)
      return both.find(({ company }) => company.id === companyId)!.seller
    },
    { atOnce: 1, sliceMs: 0 },
  )
  for (const { company } of both) await queue.begin(company.id)
  await queue.start()
  await expect.poll(() => turns.length, { timeout: 60_000 }).toBeGreaterThan(30)
  await queue.close()
  const runs = turns
    .join(' ')
    .match(/(\S+)( \1)*/g)!
    .map((run) => run.split(' ').length)
  expect(Math.max(...runs.slice(1))).toBeLessThanOrEqual(2)
})

test('of a company that is deleted while a file is on its way nothing stays', async () => {
  server.now = started
  const { company, seller } = await connected()
  const queue = queueFor(() => seller)
  let isDeleted = false
  seller.before = async (operation, type) => {
    if (operation !== 'download' || type !== 'in the middle') return
    await server.deletions.begin(company.id, 'somebody')
    await server.deletions.finished(company.id)
    isDeleted = true
  }
  for (let turn = 0; turn < 10 && !isDeleted; turn++) {
    await queue.takeTurn(company.id)
    server.now = new Date(+server.now + 7 * MINUTE_MS)
  }
  expect(isDeleted).toBe(true)
  expect(await tasksOf(company)).toEqual([])
  expect(await server.services.files.list(company.id)).toEqual([])
  await queue.takeTurn(company.id)
  expect(await db().select().from(tables.imports).where(eq(tables.imports.companyId, company.id))).toEqual([])
  expect(server.log.filter((line) => line.includes(company.id))).toEqual([])
  await queue.close()
})
