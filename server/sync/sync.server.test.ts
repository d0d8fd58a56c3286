import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AmazonError } from '#amazon/index.ts'
import type { SourceProgress } from '#contract/connections.ts'
import { addMonths } from '#contract/date-range.ts'
import {
  companiesToPlan,
  ensureSellerAccount,
  getCompany,
  setMarketplaces,
  tables,
} from '#server/accounts/index.ts'
import { inventedRates } from '#sandbox/index.ts'
import { AppError } from '#server/errors.ts'
import { exportCompany } from '#server/ledger/export.ts'
import { admitAll } from '#server/ledger/importing/archive-import.ts'
import { campaignRow, ORDER_HEADINGS, PretendedSeller } from '#test/support/pretended-seller.ts'
import { vatReportFile } from '#test/support/vat-report-file.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { OF_ALL_MARKETPLACES, SOURCES } from './sources.ts'
import { SyncQueue, type SyncOptions } from './sync-queue.ts'
import { formTest } from '#test/support/drawn-cases.ts'

const MINUTE_MS = 60_000
const { syncTasks, connections, advertisingProfiles } = tables
let server: TestServer
beforeAll(async () => {
  // With a report a day and one a minute, two years would take the clock into the next day.
  for (const { rhythm } of SOURCES)
    if (rhythm.kind === 'DAYS' && rhythm.daysMax === 1) rhythm.reachDays = Math.min(rhythm.reachDays, 60)
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
    // What comes in pieces hours apart comes within the day on which a test is.
    amazonSpeed: 100,
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
  const told: string[] = []
  const queue = queueFor(() => seller, {
    onCriticalEnded: async ({ id }, { provider }) => {
      expect(await server.operator.amazon.isCriticalSyncComplete({ companyId: id })).toBe(true)
      told.push(provider)
    },
  })
  await settled(company, () => queue.takeTurn(company.id))

  expect(told).toEqual(['SELLING_PARTNER'])
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

formTest(
  'processes that end between steps, and an Amazon that fails, refuses and ends the consent, change nothing',
  async () => {
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
  },
)

formTest(
  'what is not allowed is given up as a whole, said to people, and tried again when somebody asks',
  async () => {
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
  },
)

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

test('searches that are not allowed are given up for all products of the marketplace at once', async () => {
  server.now = started
  const { company, seller } = await connected()
  let asked = 0
  seller.before = (operation, type) => {
    if (operation !== 'createReport') return
    if (type.includes('SEARCH_QUERY_PERFORMANCE')) asked++
    throw new AmazonError('DENIED', 'Not for you')
  }
  await company.import('traffic.json', {
    sales_traffic_asin_day: Array.from({ length: 20 }, (_, n) => ({
      date: '2026-11-10',
      marketplace: 'DE',
      child_asin: `B00CUP${1000 + n}`,
      sku: `CUP-${n}`,
      currency: 'EUR',
      units_ordered: 1,
      ordered_product_sales: '11.99',
    })),
  })
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { minutes: 20 })
  const searches = (await tasksOf(company)).filter(({ source }) => source === 'searches')
  // More products than a question takes.
  expect([new Set(searches.map(({ place }) => place)).size, searches.length]).toEqual([2, 24])
  for (const { state, problem } of searches)
    expect([state, problem]).toEqual(['DEAD', 'Amazon does not allow this: Not for you'])
  expect(asked).toBe(1)
  await queue.close()
})

test('no company stays unplanned whose minute passed while nobody could look', async () => {
  const { accounts } = server.services
  const { company, seller } = await connected()
  const [connection] = await db().select().from(connections).where(eq(connections.companyId, company.id))
  const everyMinute = Array.from({ length: 60 }, (_, minute) => minute)
  const { minute, hour } = (await companiesToPlan(accounts, everyMinute)).find(
    ({ companyId }) => companyId === company.id,
  )!
  const ofCompany = Date.UTC(2026, 10, 15, hour, minute)
  const ended = (day: string, endedAt: string) => ({
    companyId: company.id,
    connectionId: connection!.id,
    source: 'returns',
    firstDay: day,
    lastDay: day,
    state: 'DONE' as const,
    priority: 1,
    notBefore: started,
    endedAt: new Date(endedAt),
  })
  // Two of them long before the newest, which are merged in the company's hour.
  await db()
    .insert(syncTasks)
    .values([
      ended('2026-09-01', '2026-09-05T12:00:00Z'),
      ended('2026-09-02', '2026-09-05T12:00:00Z'),
      ended('2026-11-01', '2026-11-05T12:00:00Z'),
    ])
  const queue = queueFor(() => seller)
  let begun = 0
  queue.begin = async (id) => void (id === company.id && begun++)
  const resumedAt = async (minutes: number) => {
    begun = 0
    server.now = new Date(ofCompany + minutes * MINUTE_MS)
    await queue.resume()
    return begun
  }
  expect([await resumedAt(-1), (await tasksOf(company)).length]).toEqual([0, 3])
  expect([await resumedAt(3), (await tasksOf(company)).length]).toEqual([1, 2])
  expect([await resumedAt(4), await resumedAt(59)]).toEqual([0, 0])
  // After a night each is planned once.
  expect([await resumedAt(8 * 60 + 30), await resumedAt(8 * 60 + 31)]).toEqual([1, 0])
  // A clock that was ahead.
  expect([await resumedAt(-2), await resumedAt(0)]).toEqual([0, 1])
  await queue.close()
  await db().delete(connections).where(eq(connections.companyId, company.id))
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
  // All that costs can be in, but the dollar and what is pegged to it.
  expect(rates).toHaveLength(30)
  for (const { origin, newestDay } of rates) expect([origin, newestDay]).toEqual(['OWN', '2026-11-13'])
  // The next day has its own.
  server.now = new Date('2026-11-16T12:00:00Z')
  await settled(company, () => pretended.takeTurn(company.id), { source: 'inventedRates' })
  for (const { newestDay } of await ratesNow()) expect(newestDay).toBe('2026-11-16')
  await pretended.close()
})

formTest(
  'the catalogue is asked once a month about what files name, also about what it does not know',
  async () => {
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
  },
)

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

const HOUR_MS = 60 * MINUTE_MS
const ORDERS = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL'
const STOCK = 'GET_FBA_MYI_UNSUPPRESSED_INVENTORY_DATA'
/** A seller of whom only some reports are asked for: all others are refused at once. */
async function connectedFor(types: readonly string[], options: { advertises?: boolean } = {}) {
  const { company, seller } = await connected(options)
  const before = (operation: string, type: string): void => {
    if (operation === 'createReport' && !types.includes(type))
      throw new AmazonError('DENIED', 'It is of no interest here')
  }
  seller.before = before
  return { company, seller, before }
}
const stateOf = async (company: TestCompany, source: string) =>
  (await tasksOf(company))
    .filter((task) => task.source === source)
    .map(({ state, firstDay, lastDay, problem }) => ({ state, firstDay, lastDay, problem }))

formTest(
  'stock that nothing changes is that of each day, and of the day on which Amazon says it',
  async () => {
    server.now = started
    const { company, seller, before } = await connectedFor([STOCK])
    const stock = {
      sku: 'CUP-BLUE',
      asin: 'B00CUPBLUE',
      'afn-listing-exists': 'Yes',
      'afn-warehouse-quantity': 777,
      'afn-fulfillable-quantity': 777,
      'afn-unsellable-quantity': 0,
      'afn-reserved-quantity': 0,
      'afn-total-quantity': 777,
      'afn-inbound-working-quantity': 0,
      'afn-inbound-shipped-quantity': 0,
      'afn-inbound-receiving-quantity': 0,
      'afn-researching-quantity': 0,
    }
    const file = `${Object.keys(stock).join('\t')}\n${Object.values(stock).join('\t')}\n`
    seller.contentOf = ({ type }) => (type === STOCK ? file : undefined)
    const queue = queueFor(() => seller)
    const days = async () =>
      (
        await server.services.analytics.rows<{ day: string }>(
          `SELECT DISTINCT toString(date) AS day FROM inventory_snapshots WHERE company_id = {companyId:String} AND problem = '' ORDER BY day`,
          { params: { companyId: company.id } },
        )
      ).map(({ day }) => day)
    for (let n = 0; n < 3; n++) {
      await settled(company, () => queue.takeTurn(company.id), { source: 'stock' })
      server.now = new Date(+started + (n + 1) * 24 * HOUR_MS)
    }
    expect(await days()).toEqual(['2026-11-15', '2026-11-16', '2026-11-17'])
    // What somebody hands in again is known all the same.
    const again = await company.import('stock-DE-2026-11-17.txt', file)
    expect(again.status).toBe('ALREADY_KNOWN')

    // Planned on the 18th, and answered a week later.
    seller.before = (operation, type) => {
      before(operation, type)
      if (type === STOCK) throw new AmazonError('LATER', 'Amazon does not answer')
    }
    await queue.takeTurn(company.id)
    seller.before = before
    server.now = new Date('2026-11-25T12:00:00Z')
    await settled(company, () => queue.takeTurn(company.id), { source: 'stock' })
    expect((await days()).slice(3)).toEqual(['2026-11-25'])
    await queue.close()
  },
)

formTest(
  'refusals on the way take nothing from what a report may fail, which is asked for again after longer and longer',
  async () => {
    server.now = started
    const { company, seller, before } = await connectedFor([ORDERS])
    let refused = 0
    const asked: number[] = []
    seller.before = (operation, type) => {
      before(operation, type)
      if (operation !== 'createReport' || type !== ORDERS) return
      if (refused++ < 3) throw new AmazonError('LATER', 'Amazon does not answer (ECONNRESET)')
    }
    seller.contentOf = ({ type, lastDay, createdAt }) => {
      if (type !== ORDERS || lastDay !== '2026-11-15') return undefined
      if (asked.at(-1) !== +createdAt) asked.push(+createdAt)
      return asked.length < 3 ? 'FATAL' : undefined
    }
    const queue = queueFor(() => seller)
    await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    const orders = await stateOf(company, 'orders')
    expect(orders.filter(({ state }) => state === 'DEAD')).toEqual([])
    expect(orders.find(({ lastDay }) => lastDay === '2026-11-15')).toMatchObject({ state: 'DONE' })
    expect(asked).toHaveLength(3)
    const [first, second, third] = asked as [number, number, number]
    expect(second - first).toBeGreaterThan(2 * MINUTE_MS)
    expect(third - second).toBeGreaterThan(30 * MINUTE_MS)
    await queue.close()
  },
)

formTest('why something has to wait is said, and not what is over in a minute', async () => {
  server.now = started
  const { company, seller, before } = await connectedFor([ORDERS])
  const delays = async () => {
    const progress = await server.operator.amazon.getSyncProgress({ companyId: company.id })
    const all = Object.values(progress).flat()
    return new Set(all.flatMap(({ delay }) => delay ?? []))
  }
  const queue = queueFor(() => seller)
  let answer = new AmazonError('LATER', 'Amazon does not answer (ECONNRESET)')
  seller.before = () => {
    throw answer
  }
  await queue.takeTurn(company.id)
  expect(await delays()).toEqual(new Set())
  for (let turn = 0; turn < 2; turn++) {
    server.now = new Date(+server.now + 10 * MINUTE_MS)
    await queue.takeTurn(company.id)
  }
  expect(await delays()).toEqual(new Set([answer.message]))
  answer = new AmazonError('APPLICATION', 'The login was answered 401 (invalid_client)')
  server.now = new Date(+server.now + HOUR_MS)
  await queue.takeTurn(company.id)
  expect(await delays()).toContain(answer.message)
  seller.before = before
  // Room is asked for when a report is there.
  let hasRoom = false
  const crowded = queueFor(() => seller, {
    admit: async (of) => {
      if (!hasRoom) throw new AppError('COMPANY_QUOTA_FULL', { used: '1 GB', limit: '1 GB' })
      return admitAll(of)
    },
  })
  for (let turn = 0; turn < 6; turn++) {
    server.now = new Date(+server.now + 10 * MINUTE_MS)
    await crowded.takeTurn(company.id)
  }
  expect([...(await delays())].join()).toContain('1 GB')
  hasRoom = true
  await crowded.close()
  await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
  expect(await delays()).toEqual(new Set())
  await queue.close()
})

formTest(
  'nothing is given up where the application itself is refused, however many days that takes',
  async () => {
    server.now = started
    const { company, seller, before } = await connectedFor([ORDERS])
    const isExpired = () => server.now < new Date('2026-11-27T00:00:00Z')
    seller.before = (operation, type) => {
      if (isExpired()) throw new AmazonError('APPLICATION', 'The login was answered 401 (invalid_client)')
      before(operation, type)
    }
    const queue = queueFor(() => seller)
    while (isExpired()) {
      await queue.takeTurn(company.id)
      server.now = new Date(+server.now + 24 * HOUR_MS)
    }
    expect((await tasksOf(company)).filter(({ state }) => state === 'DEAD')).toEqual([])
    await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    const orders = await stateOf(company, 'orders')
    expect(orders.filter(({ state }) => state === 'DEAD')).toEqual([])
    const [first, last] = [orders.map(({ firstDay }) => firstDay).toSorted()[0], '2026-11-15']
    expect([first! < '2024-12-01', orders.some(({ lastDay }) => lastDay >= last)]).toEqual([true, true])
    await queue.close()
  },
)

formTest('what was changed in old orders says nothing of the days between them', async () => {
  server.now = started
  const { company, seller } = await connectedFor([ORDERS, ORDERS.replace('ORDER_DATE', 'LAST_UPDATE')])
  const line = (day: string, n: number) =>
    `303-000000${n}-0000000\t${day}T08:00:00+00:00\t${day}T09:00:00+00:00\tShipped\tAmazon.de\tCUP-BLUE\t1\tEUR\t20.00`
  seller.contentOf = ({ type, firstDay, lastDay }) => {
    if (type.includes('LAST_UPDATE'))
      return [ORDER_HEADINGS, line('2026-08-10', 1), line('2026-11-15', 2), ''].join('\n')
    // One piece of the past cannot be made.
    return type === ORDERS && firstDay <= '2026-10-01' && '2026-10-01' <= lastDay ? 'FATAL' : undefined
  }
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { minutes: 60, source: 'orders' })
  await settled(company, () => queue.takeTurn(company.id), { source: 'ordersChanged' })
  const lost = (await stateOf(company, 'orders')).filter(({ state }) => state === 'DEAD')
  expect(lost).toHaveLength(1)
  const [{ firstDay, lastDay }] = lost as [(typeof lost)[number]]
  const [whole] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    currencyCode: 'EUR',
    startDate: '2026-08-01',
    endDate: '2026-11-14',
  })
  expect(whole!.coverage.missing).toMatchObject([{ startDate: firstDay, endDate: lastDay }])
  await queue.close()
})

const ADS = ['spAdvertisedProduct', 'sbCampaigns'] as const
formTest.each(ADS)(
  'days of %s that Amazon could not tell are not known, though reports of other ads tell of them',
  async (lostType) => {
    server.now = started
    const types: readonly string[] = ADS
    const { company, seller } = await connectedFor(types, { advertises: true })
    seller.contentOf = ({ type, firstDay, lastDay }) => {
      if (type === lostType && firstDay <= '2026-10-01' && '2026-10-01' <= lastDay) return 'FATAL'
      if (type === 'sbCampaigns') return JSON.stringify([campaignRow(firstDay, 1), campaignRow(lastDay, 1)])
      return type === 'spAdvertisedProduct' ? '[]' : undefined
    }
    const queue = queueFor(() => seller)
    for (const source of [lostType, ...ADS])
      await settled(company, () => queue.takeTurn(company.id), {
        minutes: source === lostType ? 60 : 7,
        source,
      })
    const [lost, ...others] = (await stateOf(company, lostType)).filter(({ state }) => state === 'DEAD')
    expect(others).toEqual([])
    const spendFrom = async (startDate: string, endDate: string) => {
      const scope = { companyId: company.id, currencyCode: 'EUR' as const, startDate, endDate }
      return (await server.operator.allInOne.getSummary(scope)).cards.adSpend
    }
    expect((await spendFrom('2026-10-01', '2026-10-01')).value).toBe(null)
    expect(await spendFrom(lost!.firstDay, '2026-11-14')).toMatchObject({ lacks: ['DAYS'] })
    // A row of brands, and none of products on days of which both reports tell.
    const told = await spendFrom('2026-11-01', '2026-11-14')
    expect([told.value, told.lacks]).toEqual(['1', undefined])
    await queue.close()
  },
)

test('advertising is asked for from the first day that Amazon keeps where the profile is', async () => {
  // The evening of the 14th in America.
  server.now = new Date('2026-11-15T05:00:00Z')
  const { company, seller } = await connectedFor(['sbCampaigns'], { advertises: true })
  const ofCompany = db()
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.companyId, company.id))
  await db()
    .update(advertisingProfiles)
    .set({ marketplace: 'US' })
    .where(inArray(advertisingProfiles.connectionId, ofCompany))
  const asked: string[] = []
  seller.contentOf = ({ type, firstDay }) => {
    if (type === 'sbCampaigns') asked.push(firstDay)
    return undefined
  }
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { source: 'sbCampaigns' })
  expect(asked.toSorted()[0]).toBe('2026-09-15')
  await queue.close()
})

formTest(
  'what waited while a consent was over is fetched after it, however slow and shaky Amazon is then',
  async () => {
    server.now = started
    const { company, seller, before } = await connectedFor(['sbCampaigns'], { advertises: true })
    seller.before = () => {
      throw new AmazonError('REVOKED', 'The consent was revoked')
    }
    const queue = queueFor(() => seller)
    await queue.takeTurn(company.id)
    server.now = new Date(+server.now + 40 * 24 * HOUR_MS)
    await db().update(connections).set({ status: 'ACTIVE' }).where(eq(connections.companyId, company.id))
    seller.advertisingMs = 2 * HOUR_MS
    let calls = 0
    seller.before = (operation, type) => {
      calls += 1
      if (type === 'sbCampaigns' && calls % 3 === 1)
        throw new AmazonError('LATER', 'createReport was answered 503')
      before(operation, type)
    }
    await settled(company, () => queue.takeTurn(company.id), { source: 'sbCampaigns' })
    const dead = (await stateOf(company, 'sbCampaigns')).filter(({ state }) => state === 'DEAD')
    // Of what was asked for first Amazon keeps sixty days.
    expect(dead.map(({ lastDay, problem }) => [lastDay, problem])).toEqual([
      ['2026-10-14', 'Amazon no longer tells of these days.'],
    ])
    await queue.close()
  },
)

test('what storage costs by product is fetched month by month', async () => {
  server.now = started
  const storage = 'GET_FBA_STORAGE_FEE_CHARGES_DATA'
  const { company, seller } = await connectedFor([storage])
  seller.contentOf = ({ type, lastDay }) =>
    type !== storage || lastDay < '2026-09-01'
      ? null
      : [
          'asin\tfnsku\tcountry_code\tmonth_of_charge\tcurrency\testimated_monthly_storage_fee',
          `B00CUPBLUE\tX1\tDE\t${lastDay.slice(0, 7)}\tEUR\t1.25`,
          '',
        ].join('\n')
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { source: 'storageFees' })
  // October's is made in the middle of November.
  expect((await stateOf(company, 'storageFees')).map(({ lastDay }) => lastDay)).toEqual(['2026-09-30'])
  server.now = new Date('2026-11-17T12:00:00Z')
  await settled(company, () => queue.takeTurn(company.id), { source: 'storageFees' })
  const rows = await server.services.analytics.rows<{ month: string; fee: string }>(
    `SELECT toString(month) AS month, toString(fee) AS fee FROM storage_fees WHERE company_id = {companyId:String} AND problem = '' ORDER BY month`,
    { params: { companyId: company.id } },
  )
  expect(rows).toEqual([
    { month: '2026-09-01', fee: '1.25' },
    { month: '2026-10-01', fee: '1.25' },
  ])
  await queue.close()
})

formTest(
  'what is offered is fetched of each marketplace, what is stranded of their stock, and that there is nothing too',
  async () => {
    server.now = started
    const [listings, stranded] = ['GET_MERCHANT_LISTINGS_ALL_DATA', 'GET_STRANDED_INVENTORY_UI_DATA']
    const { company, seller } = await connectedFor([listings, stranded])
    await db()
      .update(connections)
      .set({ marketplaces: ['DE', 'FR'] })
      .where(eq(connections.companyId, company.id))
    const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
    const places = new Map<string, string>()
    seller.sellingPartner.createReport = async (request) => {
      const reportId = await ask(request)
      places.set(`${request.reportType} ${places.size}`, request.marketplaces.join())
      return reportId
    }
    let isStranded = true
    seller.contentOf = ({ type }) => {
      if (type === listings)
        return [
          'item-name\tlisting-id\tseller-sku\tprice\tasin1\tfulfillment-channel\tstatus',
          'Blue cup\tL1\tCUP-BLUE\t19.99\tB00CUPBLUE\tAMAZON_EU\tInactive',
          '',
        ].join('\n')
      if (type !== stranded) return null
      const headings = 'date-stranded\tstranded-reason\tasin\tsku\tfulfillable-qty'
      return `${headings}\n${isStranded ? '2026-11-01\tNo listing\tB00CUPBLUE\tCUP-BLUE\t4\n' : ''}`
    }
    const queue = queueFor(() => seller)
    const settle = async () => {
      for (const source of ['listings', 'strandedStock'])
        await settled(company, () => queue.takeTurn(company.id), { source })
    }
    await settle()
    expect([...places.values()].toSorted()).toEqual(['DE', 'DE', 'FR'])
    const { rows } = await server.operator.productMaster.list({ companyId: company.id, currencyCode: 'EUR' })
    const offered = { status: 'Inactive', price: '19.99', currency: 'EUR', channel: 'AFN' }
    expect(rows[0]).toMatchObject({
      sku: 'CUP-BLUE',
      name: 'Blue cup',
      listings: [
        { marketplace: 'DE', ...offered },
        { marketplace: 'FR', ...offered },
      ],
    })
    const strandedUnits = async () =>
      (await server.operator.allInOne.getAlerts({ companyId: company.id, currencyCode: 'EUR' })).strandedUnits
    server.now = new Date('2026-11-16T12:00:00Z')
    expect(await strandedUnits()).toBe('4')
    // Somebody has put the offer back, and Amazon has no row to say it with.
    isStranded = false
    await queue.takeTurn(company.id)
    // Its answer is fetched two days later, and is of the day on which it was made.
    server.now = new Date('2026-11-18T12:00:00Z')
    await settle()
    const { imports } = await server.operator.imports.list({ companyId: company.id, withFetched: true })
    expect(imports.map(({ fileName }) => fileName)).toContain('no-stranded-stock-DE-2026-11-16.facts.json')
    expect(await strandedUnits()).toBe('0')
    await queue.close()
  },
)

test('of days on which Amazon reimbursed nothing it is known, so that losses are told', async () => {
  server.now = started
  const reimbursements = 'GET_FBA_REIMBURSEMENTS_DATA'
  const { company, seller } = await connectedFor([reimbursements])
  await company.import('facts.json', {
    inventory_ledger: [
      { date: '2026-09-20', marketplace: 'DE', sku: 'CUP-BLUE', disposition: 'SELLABLE', lost: 3 },
    ],
    product_costs: [{ sku: 'CUP-BLUE', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '3.00' }],
  })
  const lost = async () =>
    (
      await server.operator.allInOne.getLostContribution({
        companyId: company.id,
        currencyCode: 'EUR',
        startDate: '2026-10-15',
        endDate: '2026-11-14',
      })
    ).causes
  expect(await lost()).toEqual([])
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { source: 'reimbursements' })
  expect((await stateOf(company, 'reimbursements')).map(({ state }) => state)).toEqual(['EMPTY'])
  expect(await lost()).toMatchObject([{ cause: 'UNREIMBURSED', amount: '9', units: '3' }])
  await queue.close()
})

/** Columns of tables as an export has them, which holds the rows that count. */
async function counting(company: TestCompany, asked: Record<string, string>): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-export-'))
  await exportCompany(server.services, company.id, directory)
  const facts = JSON.parse(await readFile(join(directory, 'facts.json'), 'utf8')) as Record<
    string,
    Record<string, string | null>[]
  >
  await rm(directory, { recursive: true })
  return Object.entries(asked).flatMap(([table, columns]) =>
    (facts[table] ?? []).map((row) =>
      columns
        .split(' ')
        .map((column) => row[column])
        .join(' '),
    ),
  )
}

formTest('a removal that goes on is read again until it is done, and counts once', async () => {
  server.now = started
  const [orders, shipments] = ['ORDER', 'SHIPMENT'].map(
    (kind) => `GET_FBA_FULFILLMENT_REMOVAL_${kind}_DETAIL_DATA`,
  ) as [string, string]
  const { company, seller } = await connectedFor([orders, shipments])
  let isDone = false
  seller.contentOf = ({ type, firstDay, lastDay }) => {
    if (!(firstDay <= '2026-11-03' && '2026-11-03' <= lastDay)) return null
    const [status, updated, shipped] = isDone ? ['Completed', 20, 5] : ['Pending', '03', 0]
    const request = '2026-11-03T09:00:00+00:00\tRETURN1'
    if (type === orders)
      return [
        'request-date\torder-id\torder-type\torder-status\tlast-updated-date\tsku\tfnsku\tdisposition\trequested-quantity\tshipped-quantity\tin-process-quantity\tremoval-fee\tcurrency',
        `${request}\tReturn\t${status}\t2026-11-${updated}T09:00:00+00:00\tCUP-BLUE\tX1\tSellable\t5\t${shipped}\t${5 - Number(shipped)}\t2.50\tEUR`,
        '',
      ].join('\n')
    if (type !== shipments || !isDone) return null
    return [
      'request-date\torder-id\tshipment-date\tsku\tfnsku\tdisposition\tshipped-quantity\tcarrier\ttracking-number',
      `${request}\t2026-11-20T09:00:00+00:00\tCUP-BLUE\tX1\tSellable\t5\tDHL\tT1`,
      '',
    ].join('\n')
  }
  const queue = queueFor(() => seller)
  const settle = async () => {
    for (const source of ['removalOrders', 'removalShipments'])
      await settled(company, () => queue.takeTurn(company.id), { source })
  }
  await settle()
  const columns = {
    removal_orders: 'order_status last_updated requested shipped in_process',
    removal_shipments: 'order_id quantity tracking_number',
  }
  expect(await counting(company, columns)).toEqual(['Pending 2026-11-03 5 0 5'])
  isDone = true
  // Longer ago than what is read again each day.
  server.now = new Date('2026-11-23T12:00:00Z')
  await settle()
  expect(await counting(company, columns)).toEqual(['Completed 2026-11-20 5 5 0', 'RETURN1 5 T1'])
  await queue.close()
})

formTest('a deal that goes on is read again and counts once, and an empty list is no trouble', async () => {
  server.now = started
  const [promotions, coupons] = ['PROMOTION', 'COUPON'].map((kind) => `GET_${kind}_PERFORMANCE_REPORT`) as [
    string,
    string,
  ]
  const { company, seller } = await connectedFor([promotions, coupons])
  // Amazon is told of their days in options, which come in the order of the requests.
  const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
  seller.sellingPartner.createReport = ({ options = {}, ...request }) => {
    const [start, end] = Object.values(options).map((moment) => new Date(moment))
    return ask({ ...request, ...(start && end && { start, end }) })
  }
  let units = 3
  seller.contentOf = ({ type, firstDay, lastDay }) => {
    if (type !== promotions && type !== coupons) return null
    const list = type === promotions ? 'promotions' : 'coupons'
    const specification = {
      reportType: type,
      reportOptions: { from: firstDay },
      marketplaceIds: ['A1PA6795UKMFR9'],
    }
    const isIn = firstDay <= '2026-11-10' && '2026-11-10' <= lastDay
    const days = { startDateTime: '2026-11-10T00:00:00Z', endDateTime: '2026-11-20T00:00:00Z' }
    const common = { marketplaceId: 'A1PA6795UKMFR9', ...days }
    const held =
      type === promotions
        ? {
            ...common,
            promotionId: 'P1',
            promotionName: 'Deal',
            type: 'BEST_DEAL',
            status: 'APPROVED',
            includedProducts: [
              {
                asin: 'B00CUPBLUE',
                productUnitsSold: units,
                productRevenue: units * 10,
                productRevenueCurrencyCode: 'EUR',
              },
            ],
          }
        : {
            ...common,
            couponId: 'C1',
            currencyCode: 'EUR',
            clips: units * 4,
            redemptions: units,
            totalDiscount: units,
            asins: [{ asin: 'B00CUPBLUE' }],
          }
    return JSON.stringify({ reportSpecification: specification, [list]: isIn ? [held] : [] })
  }
  const queue = queueFor(() => seller)
  const settle = async () => {
    for (const source of ['promotions', 'coupons'])
      await settled(company, () => queue.takeTurn(company.id), { source })
  }
  const columns = {
    promotions: 'promotion_id marketplace asin units_sold revenue',
    coupons: 'coupon_id marketplace asins clips redemptions total_discount',
  }
  await settle()
  const states = new Set((await stateOf(company, 'promotions')).map(({ state }) => state))
  expect(states).toEqual(new Set(['DONE', 'EMPTY']))
  expect(await counting(company, columns)).toEqual(['P1 DE B00CUPBLUE 3 30', 'C1 DE B00CUPBLUE 12 3 3'])
  units = 8
  server.now = new Date('2026-11-16T13:00:00Z')
  await settle()
  expect(await counting(company, columns)).toEqual(['P1 DE B00CUPBLUE 8 80', 'C1 DE B00CUPBLUE 32 8 8'])
  await queue.close()
})

test('tax of a month is as Amazon states it once its report has come, and is calculated until then', async () => {
  server.now = new Date('2026-11-02T12:00:00Z')
  const vat = 'GET_VAT_TRANSACTION_DATA'
  const { company, seller } = await connectedFor([vat])
  seller.contentOf = ({ type, firstDay }) => {
    if (type !== vat) return undefined
    return firstDay === '2026-10-01'
      ? vatReportFile(
          'A|2026-OCT|amazon.de|01-10-2026|SALE|T1|CUP-BLUE|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|10.00|1.90|11.90',
          'A|2026-OCT|amazon.de|31-10-2026|REFUND|T1|CUP-BLUE|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|-10.00|-1.90|-11.90',
        )
      : null
  }
  const queue = queueFor(() => seller)
  const download = seller.sellingPartner.download.bind(seller.sellingPartner)
  const tokens: unknown[] = []
  seller.sellingPartner.download = (documentId, asked) => {
    if (documentId.startsWith(vat)) tokens.push(asked)
    return download(documentId)
  }
  const october = async () => {
    const { rows, covered } = await server.operator.vatReport.getData({
      companyId: company.id,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      currencyCode: 'EUR',
    })
    return {
      sources: [...new Set(rows.map(({ source }) => source))],
      covered,
      net: rows.map(({ own }) => own.net),
    }
  }
  for (const source of ['settlements', 'settlement', 'vatTransactions'])
    await settled(company, () => queue.takeTurn(company.id), { source })
  expect(await october()).toMatchObject({ sources: ['CALCULATED'], covered: [] })
  server.now = new Date('2026-11-06T12:00:00Z')
  await settled(company, () => queue.takeTurn(company.id), { source: 'vatTransactions' })
  expect(await october()).toEqual({
    sources: ['REPORT'],
    covered: [{ account: 'Harbour', startDate: '2026-10-01', endDate: '2026-10-31' }],
    net: ['-10', '10'],
  })
  // Buyers may be named in it, and Amazon wants a token for it alone.
  expect(tokens).toEqual([{ isRestricted: true }])
  await queue.close()
})

formTest(
  'a report that Amazon makes once a day is not asked for again on the same morning, and taken for an empty one',
  async () => {
    server.now = started
    const returns = 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA'
    const { company, seller } = await connectedFor([returns])
    let failedAt: number | undefined
    seller.contentOf = ({ type, lastDay, createdAt }) => {
      if (type !== returns || lastDay !== '2026-11-14') return null
      failedAt ??= +createdAt
      if (+createdAt === failedAt) return 'FATAL'
      // What Amazon says of a report that it has been asked for just now.
      if (+createdAt - failedAt < 4 * HOUR_MS) return null
      return 'return-date\torder-id\tsku\tasin\tfnsku\tquantity\tfulfillment-center-id\tdetailed-disposition\treason\tlicense-plate-number\n2026-11-10T10:00:00+00:00\t302-1\tCUP-BLUE\tB00CUPBLUE\tX1\t1\tLEJ1\tSELLABLE\tUNWANTED_ITEM\tLPN1\n'
    }
    const queue = queueFor(() => seller, { amazonSpeed: 1 })
    await settled(company, () => queue.takeTurn(company.id), { minutes: 20, source: 'returns' })
    const [newest] = (await stateOf(company, 'returns')).filter(({ lastDay }) => lastDay === '2026-11-14')
    expect(newest).toMatchObject({ state: 'DONE' })
    await queue.close()
  },
)

const RETURNS = 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA'
const RETURN_HEADINGS =
  'return-date\torder-id\tsku\tasin\tfnsku\tquantity\tfulfillment-center-id\tdetailed-disposition\treason\tlicense-plate-number'
/** A return in the middle of each month of the days that were asked for. */
function returnsOf({ firstDay, lastDay }: { firstDay: string; lastDay: string }): string | null {
  const rows: string[] = []
  for (let month = `${firstDay.slice(0, 7)}-10`; month <= lastDay; month = addMonths(month, 1))
    if (month >= firstDay)
      rows.push(
        `${month}T10:00:00+00:00\t302-${month}\tCUP-BLUE\tB00CUPBLUE\tX1\t1\tLEJ1\tSELLABLE\tUNWANTED_ITEM\tLPN${month}`,
      )
  return rows.length === 0 ? null : [RETURN_HEADINGS, ...rows, ''].join('\n')
}
const returnedDays = async (company: TestCompany) =>
  (await counting(company, { returns: 'return_date' })).toSorted()

test('returns of eighteen months come, though Amazon makes no second report of them for hours', async () => {
  server.now = started
  const { company, seller, before } = await connectedFor([RETURNS])
  let asked = 0
  seller.before = (operation, type) => {
    before(operation, type)
    if (operation === 'createReport') asked++
  }
  seller.pauseMs = 4 * HOUR_MS
  seller.contentOf = (one) => (one.type === RETURNS ? returnsOf(one) : null)
  const queue = queueFor(() => seller, { amazonSpeed: 1 })
  await settled(company, () => queue.takeTurn(company.id), { minutes: 20, source: 'returns' })
  const days = await returnedDays(company)
  expect([days.length, days[0], days.at(-1)]).toEqual([18, '2025-06-10', '2026-11-10'])
  // Nothing of it was asked for in vain.
  expect(asked).toBe(2)
  await queue.close()
})

test('a fee preview is asked for once a day, of whatever marketplace', async () => {
  server.now = started
  const preview = 'GET_FBA_ESTIMATED_FBA_FEES_TXT_DATA'
  const { company, seller } = await connectedFor([preview])
  await db()
    .update(connections)
    .set({ marketplaces: ['DE', 'FR'] })
    .where(eq(connections.companyId, company.id))
  const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
  const asked: { place: string; at: number }[] = []
  seller.sellingPartner.createReport = async (request) => {
    if (request.reportType === preview) asked.push({ place: request.marketplaces.join(), at: +server.now })
    return ask(request)
  }
  seller.pauseMs = 24 * HOUR_MS
  seller.contentOf = ({ type }) =>
    type === preview
      ? 'sku\tyour-price\tcurrency\testimated-fee-total\testimated-referral-fee-per-unit\nCUP-BLUE\t19.99\tEUR\t6.20\t3.00\n'
      : null
  const queue = queueFor(() => seller, { amazonSpeed: 1 })
  await settled(company, () => queue.takeTurn(company.id), { minutes: 60, source: 'feePreview' })
  expect(asked.map(({ place }) => place).toSorted()).toEqual(['DE', 'FR'])
  expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(24 * HOUR_MS)
  expect((await stateOf(company, 'feePreview')).map(({ state }) => state)).toEqual(['DONE', 'DONE'])
  await queue.close()
})

formTest(
  'what Amazon cancels after somebody else has asked for it is asked for again, and not taken for nothing',
  async () => {
    server.now = started
    const { company, seller } = await connectedFor([RETURNS])
    seller.pauseMs = 4 * HOUR_MS
    seller.contentOf = (asked) => (asked.type === RETURNS ? returnsOf(asked) : null)
    // A process that has died since, or a connection that was there before.
    await seller.sellingPartner.createReport({ reportType: RETURNS, marketplaces: ['DE'] })
    const queue = queueFor(() => seller, { amazonSpeed: 1 })
    for (let turn = 0; turn < 3; turn++) {
      server.now = new Date(+server.now + 10 * MINUTE_MS)
      await queue.takeTurn(company.id)
    }
    expect(await stateOf(company, 'returns')).toMatchObject([{ state: 'WAITING' }, { state: 'WAITING' }])
    await settled(company, () => queue.takeTurn(company.id), { minutes: 20, source: 'returns' })
    expect(await returnedDays(company)).toHaveLength(18)
    await queue.close()
  },
)

test('of days that are said to be whole the evening has come too, in America', async () => {
  // Noon in Los Angeles.
  server.now = new Date('2026-11-15T20:00:00Z')
  const { company, seller } = await connectedFor([RETURNS])
  const inAmerica = { region: 'NORTH_AMERICA' as const }
  await db()
    .update(connections)
    .set({ ...inAmerica, marketplaces: ['US'] })
    .where(eq(connections.companyId, company.id))
  await db()
    .update(tables.sellerAccounts)
    .set({ ...inAmerica, homeMarketplace: 'US' })
    .where(eq(tables.sellerAccounts.companyId, company.id))
  const evening = '2026-11-15T02:00:00+00:00'
  const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
  const withEvening = new Set<string>()
  seller.sellingPartner.createReport = async (request) => {
    const reportId = await ask(request)
    if (+request.start! <= Date.parse(evening) && Date.parse(evening) <= +request.end!)
      withEvening.add(reportId)
    return reportId
  }
  const look = seller.sellingPartner.getReport.bind(seller.sellingPartner)
  let looked = ''
  seller.sellingPartner.getReport = (reportId) => look((looked = reportId))
  seller.contentOf = ({ type }) =>
    type === RETURNS && withEvening.has(looked)
      ? [
          RETURN_HEADINGS,
          `${evening}\t112-1\tCUP-BLUE\tB00CUPBLUE\tX1\t1\tLAX9\tSELLABLE\tUNWANTED_ITEM\tLPN1`,
          '',
        ].join('\n')
      : null
  const queue = queueFor(() => seller)
  await settled(company, () => queue.takeTurn(company.id), { source: 'returns' })
  const told = await counting(company, { coverage: 'table_name end_date', returns: 'order_id' })
  expect([told.includes('returns 2026-11-14'), told.includes('112-1')]).toEqual([true, true])
  await queue.close()
})

test('a day is not over because its report came after it', async () => {
  // Before midnight in Berlin.
  server.now = new Date('2026-11-15T22:40:00Z')
  const { company, seller } = await connectedFor([ORDERS])
  const queue = queueFor(() => seller)
  const wholeUntil = async () =>
    (await counting(company, { coverage: 'table_name end_date' }))
      .filter((said) => said.startsWith('order_items'))
      .toSorted()
      .at(-1)
  await queue.takeTurn(company.id)
  server.now = new Date('2026-11-15T23:20:00Z')
  await settled(company, () => queue.takeTurn(company.id), { minutes: 1, source: 'orders' })
  expect(await wholeUntil()).toBe('order_items 2026-11-14')
  // An order of its morning says no more, once the day is over everywhere.
  const missing = async () => {
    const scope = {
      companyId: company.id,
      currencyCode: 'EUR' as const,
      startDate: '2026-11-10',
      endDate: '2026-11-15',
    }
    const [whole] = await server.operator.profitAndLoss.getOrderData(scope)
    return whole!.coverage.missing.map(({ startDate, endDate }) => [startDate, endDate])
  }
  server.now = new Date('2026-11-16T00:05:00Z')
  expect(await missing()).toEqual([['2026-11-15', '2026-11-15']])
  // What is asked for again says the rest.
  server.now = new Date('2026-11-16T02:00:00Z')
  await settled(company, () => queue.takeTurn(company.id), { minutes: 1, source: 'orders' })
  expect(await wholeUntil()).toBe('order_items 2026-11-15')
  expect(await missing()).toEqual([])
  await queue.close()
})

test('a profile that is no longer chosen is not read on, and says nothing of other marketplaces', async () => {
  server.now = started
  const { company, seller } = await connectedFor(['spAdvertisedProduct'], { advertises: true })
  seller.contentOf = ({ type }) => (type === 'spAdvertisedProduct' ? '[]' : undefined)
  await db()
    .update(connections)
    .set({ marketplaces: ['DE', 'FR'] })
    .where(and(eq(connections.companyId, company.id), eq(connections.provider, 'ADVERTISING')))
  const queue = queueFor(() => seller)
  await queue.takeTurn(company.id)
  const ofProfile = async () =>
    (await tasksOf(company)).filter(({ place, endedAt }) => place === '9007199254740993' && endedAt === null)
  expect(await ofProfile()).not.toEqual([])
  await db().update(advertisingProfiles).set({ isSelected: false })
  for (let turn = 0; turn < 3; turn++) {
    server.now = new Date(+server.now + 7 * MINUTE_MS)
    await queue.takeTurn(company.id)
  }
  expect(await ofProfile()).toEqual([])
  const kept = await db().select().from(tables.imports).where(eq(tables.imports.companyId, company.id))
  expect(kept.filter(({ requested }) => requested?.fetched === 'spAdvertisedProduct')).toEqual([])
  await queue.close()
})

formTest(
  'why Amazon could not make a report is said, and searches are given up only where it is for the brand',
  async () => {
    server.now = started
    const searched = 'GET_BRAND_ANALYTICS_SEARCH_QUERY_PERFORMANCE_REPORT'
    const { company, seller } = await connectedFor([searched])
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
    let reason = JSON.stringify({ errorDetails: 'Atzr|secret Internal\nfailure.' })
    seller.contentOf = ({ type }) => (type === searched ? `FATAL ${reason}` : null)
    const problems = async () =>
      new Set((await stateOf(company, 'searches')).map(({ state, problem }) => `${state} ${problem}`))
    const queue = queueFor(() => seller)
    await settled(company, () => queue.takeTurn(company.id), { minutes: 60, source: 'searches' })
    await settled(company, () => queue.takeTurn(company.id), { minutes: 60 })
    expect(await problems()).toEqual(new Set(['DEAD Amazon could not make the report: … Internal failure.']))
    reason = 'The selling partner is no owner of a brand.'
    await server.operator.amazon.retrySync({ companyId: company.id, source: 'searches' })
    await settled(company, () => queue.takeTurn(company.id), { minutes: 60, source: 'searches' })
    expect([...(await problems())]).toEqual([expect.stringMatching(/^DEAD Not available: /)])
    await queue.close()
  },
)

formTest(
  'a marketplace that is opened later is read as far back as the others, and a new profile is offered',
  async () => {
    server.now = started
    const { company, seller } = await connectedFor([ORDERS], { advertises: true })
    const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
    const asked: { marketplaces: readonly string[]; day: string }[] = []
    seller.sellingPartner.createReport = async (request) => {
      const reportId = await ask(request)
      if (request.reportType === ORDERS)
        asked.push({ marketplaces: request.marketplaces, day: request.end!.toISOString().slice(0, 10) })
      return reportId
    }
    const queue = queueFor(() => seller)
    await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    const { amazon } = server.operator
    const wanting = async () =>
      (await amazon.getRegionsRequiringAdsProfileSelection({ companyId: company.id })).regions
    expect([new Set(asked.map(({ marketplaces }) => marketplaces.join())), await wanting()]).toEqual([
      new Set(['DE']),
      [],
    ])
    const covered = async () =>
      (
        await server.operator.profitAndLoss.getOrderData({
          companyId: company.id,
          startDate: '2026-09-01',
          endDate: '2026-10-31',
          currencyCode: 'EUR',
        })
      )[0]!.coverage.share
    expect(await covered()).toBe(1)

    const open = { storeName: 'Harbour', isParticipating: true }
    seller.participations = ['DE', 'PL', 'US'].map((marketplace) => ({ ...open, marketplace }))
    const profile = { currency: 'PLN', timeZone: 'Europe/Warsaw', accountId: 'A2', accountName: 'Harbour' }
    seller.profiles = [
      { ...profile, profileId: '9007199254740993', marketplace: 'DE', kind: 'seller' },
      { ...profile, profileId: '42', marketplace: 'PL', kind: 'seller' },
      { ...profile, profileId: '43', marketplace: 'PL', kind: 'agency' },
    ]
    asked.length = 0
    server.now = new Date(+server.now + 25 * HOUR_MS)
    const settle = async () => {
      // What is found is planned with the next turn.
      await settled(company, () => queue.takeTurn(company.id), { source: 'marketplaces' })
      await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    }
    await settle()
    expect(new Set(asked.map(({ marketplaces }) => marketplaces.join()))).toContain('DE,PL')
    const withPoland = asked.filter(({ marketplaces }) => marketplaces.includes('PL')).map(({ day }) => day)
    expect(withPoland.toSorted()[0]! < '2025-01-01').toBe(true)
    expect(await amazon.isCriticalSyncComplete({ companyId: company.id })).toBe(true)
    expect(await wanting()).toEqual(['EUROPE'])
    const { profiles } = await amazon.getAdsSelectedProfiles({ companyId: company.id, apiRegion: 'EUROPE' })
    expect(profiles.map(({ name, isSelected }) => [name, isSelected])).toEqual([
      ['Harbour (DE)', true],
      ['Harbour (PL)', false],
    ])
    await amazon.specifyAdsSelectedProfiles({
      companyId: company.id,
      apiRegion: 'EUROPE',
      selectedProfileNames: ['Harbour (DE)'],
    })
    expect(await wanting()).toEqual([])

    // It is closed again: what is known of its past stays known, and nothing more is asked of it.
    seller.participations = [
      { ...open, marketplace: 'DE' },
      { ...open, marketplace: 'PL', isParticipating: false },
    ]
    asked.length = 0
    server.now = new Date(+server.now + 25 * HOUR_MS)
    await settle()
    server.now = new Date(+server.now + 25 * HOUR_MS)
    await settle()
    expect(asked.at(-1)!.marketplaces).toEqual(['DE'])
    expect(await covered()).toBe(1)
    await queue.close()
  },
)

formTest(
  'days whose files are on their way while a marketplace is opened are asked for with it, too',
  async () => {
    server.now = started
    const { company, seller } = await connectedFor([ORDERS])
    const ask = seller.sellingPartner.createReport.bind(seller.sellingPartner)
    const withPoland: string[] = []
    seller.sellingPartner.createReport = async (request) => {
      const reportId = await ask(request)
      if (request.reportType === ORDERS && request.marketplaces.includes('PL'))
        withPoland.push(request.end!.toISOString().slice(0, 10))
      return reportId
    }
    const queue = queueFor(() => seller)
    const importing = async () =>
      (await tasksOf(company)).filter(({ source, state }) => source === 'orders' && state === 'IMPORTING')
    for (let turn = 0; turn < 20 && (await importing()).length === 0; turn++) {
      await queue.takeTurn(company.id)
      server.now = new Date(+server.now + 2 * MINUTE_MS)
    }
    const [onItsWay] = await importing()
    const [connection] = await db().select().from(connections).where(eq(connections.companyId, company.id))
    await setMarketplaces(server.services.accounts, connection!, ['DE', 'PL'], OF_ALL_MARKETPLACES)
    await settled(company, () => queue.takeTurn(company.id), { source: 'orders' })
    expect(withPoland).toContain(onItsWay!.lastDay)
    await queue.close()
  },
)

test('of a connection that ends while a file is on its way no file stays without an import', async () => {
  server.now = started
  const { company, seller } = await connected()
  const queue = queueFor(() => seller)
  let isEnded = false
  seller.before = async (operation, type) => {
    if (operation !== 'download' || type !== 'in the middle' || isEnded) return
    await server.operator.amazon.disconnect({
      companyId: company.id,
      provider: 'SELLING_PARTNER',
      region: 'EUROPE',
    })
    isEnded = true
  }
  for (let turn = 0; turn < 10 && !isEnded; turn++) {
    await queue.takeTurn(company.id)
    server.now = new Date(+server.now + 7 * MINUTE_MS)
  }
  expect(isEnded).toBe(true)
  const kept = await db().select().from(tables.imports).where(eq(tables.imports.companyId, company.id))
  expect(new Set(await server.services.files.list(company.id))).toEqual(
    new Set(kept.map(({ fileSha256 }) => fileSha256)),
  )
  await queue.close()
})

test('of a company that is deleted while Amazon says that there is nothing, nothing stays', async () => {
  server.now = started
  const returns = 'GET_FBA_FULFILLMENT_CUSTOMER_RETURNS_DATA'
  const { company, seller, before } = await connectedFor([returns])
  let isDeleted = false
  seller.before = async (operation, type) => {
    before(operation, type)
    if (operation !== 'getReport' || type !== returns || isDeleted) return
    isDeleted = true
    await server.deletions.begin(company.id, 'somebody')
    await server.deletions.finished(company.id)
  }
  const queue = queueFor(() => seller)
  for (let turn = 0; turn < 10 && !isDeleted; turn++) {
    await queue.takeTurn(company.id)
    server.now = new Date(+server.now + 7 * MINUTE_MS)
  }
  expect(isDeleted).toBe(true)
  expect(await server.services.files.list(company.id)).toEqual([])
  expect(server.log.filter((line) => line.includes(company.id))).toEqual([])
  await queue.close()
})

test('of a company that is blocked in the middle nothing more is asked until it is let in again', async () => {
  server.now = started
  const { company, seller } = await connected()
  let asked = 0
  seller.before = () => void asked++
  const queue = queueFor(() => seller, { sliceMs: 1_000 })
  const { blockCompany, unblockCompany } = server.operator.threefinAdmin
  const askedInTurns = async () => {
    const before = asked
    for (let turn = 0; turn < 3; turn++) {
      // By then something is due again, whatever was asked before.
      server.now = new Date(+server.now + 2 * 60 * MINUTE_MS)
      await queue.takeTurn(company.id)
    }
    return asked - before
  }
  expect(await askedInTurns()).toBeGreaterThan(0)
  await blockCompany({ companyId: company.id, reason: 'LICENSE_EXPIRED' })
  expect(await askedInTurns()).toBe(0)
  await unblockCompany({ companyId: company.id })
  expect(await askedInTurns()).toBeGreaterThan(0)
})
