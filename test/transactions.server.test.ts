/** What no settlement has yet is told by transactions, and gives way to the settlement that brings it. */
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { AmazonError, type AmazonReport, type SellingPartnerApi } from '#amazon/index.ts'
import { ensureSellerAccount, getCompany, tables } from '#server/accounts/index.ts'
import { admitAll } from '#server/ledger/importing/archive-import.ts'
import { SyncQueue } from '#server/sync/sync-queue.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { other, refund, sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const MINUTE_MS = 60_000
const order = (n: number) => `302-000000${n}-0000000`

interface Sold {
  id: string
  order?: number
  at: string
  principal: string
  commission: string
  /** Amazon keeps it until then, and says why; seven days from the delivery on where it is not said here. */
  releasedAt?: string
  reason?: string
  isRefund?: true
}
/** As Amazon has them, by the moment that they are posted. */
const SOLD: readonly Sold[] = [
  // Sold before anything is told of that day, and released within.
  {
    id: 'old',
    order: 9,
    at: '2024-10-20T09:00:00Z',
    principal: '99.00',
    commission: '-15.00',
    releasedAt: '2026-06-03T09:00:00Z',
  },
  // The oldest that Amazon remembers.
  {
    id: 'remembered',
    order: 8,
    at: '2026-05-08T09:00:00Z',
    principal: '40.00',
    commission: '-6.00',
  },
  {
    id: 'october',
    order: 1,
    at: '2026-10-20T09:00:00Z',
    principal: '50.00',
    commission: '-7.50',
    releasedAt: '2026-11-02T09:00:00Z',
    reason: 'NEW_SELLER',
  },
  // Bought on an invoice: for a month it is in no settlement.
  {
    id: 'invoiced',
    order: 5,
    at: '2026-10-28T09:00:00Z',
    principal: '200.00',
    commission: '-30.00',
    releasedAt: '2026-11-27T09:00:00Z',
    reason: 'B2B',
  },
  // Two parcels of an order, the first of which was in a settlement that is no longer listed.
  { id: 'first', order: 6, at: '2026-10-24T09:00:00Z', principal: '12.00', commission: '-2.00' },
  { id: 'next', order: 6, at: '2026-10-28T09:00:00Z', principal: '8.00', commission: '-1.00' },
  { id: 'plain', order: 2, at: '2026-11-03T09:00:00Z', principal: '40.00', commission: '-6.00' },
  {
    id: 'held',
    order: 3,
    at: '2026-11-05T09:00:00Z',
    principal: '25.00',
    commission: '-4.00',
    releasedAt: '2026-11-14T09:00:00Z',
  },
  // The second parcel of an order that was settled without it.
  { id: 'second', order: 2, at: '2026-11-09T12:00:00Z', principal: '10.00', commission: '-1.50' },
  { id: 'later', order: 4, at: '2026-11-09T20:00:00Z', principal: '30.00', commission: '-4.50' },
  {
    id: 'back',
    order: 4,
    at: '2026-11-12T09:00:00Z',
    principal: '-30.00',
    commission: '4.50',
    isRefund: true,
  },
]
const STORAGE = [
  { id: 'storage-1', at: '2026-11-07T09:00:00Z', amount: '-8.00' },
  { id: 'storage-2', at: '2026-11-16T09:00:00Z', amount: '-9.00' },
]
/** Amazon takes so long to say of a sale that it is released, where what releases it says so already. */
const TOLD_AFTER_MS = 2 * 86_400_000

const money = (currencyAmount: string) => ({ currencyAmount: Number(currencyAmount), currencyCode: 'EUR' })
const leaf = (breakdownType: string, amount: string, breakdowns: object[] = []) => ({
  breakdownType,
  breakdownAmount: money(amount),
  breakdowns,
})
const germany = { marketplaceId: 'A1PA6795UKMFR9', marketplaceName: 'Amazon.de' }

function soldTransaction(one: Sold, { id = one.id, at = one.at, status = 'RELEASED', ...related }) {
  const total = (Number(one.principal) + Number(one.commission)).toFixed(2)
  const relatedIdentifiers = Object.entries({ ORDER_ID: order(one.order!), ...related })
  return {
    transactionId: id,
    transactionType: one.isRefund ? 'Refund' : 'Shipment',
    transactionStatus: status,
    postedDate: at,
    totalAmount: money(total),
    marketplaceDetails: germany,
    relatedIdentifiers: relatedIdentifiers.map(([relatedIdentifierName, relatedIdentifierValue]) => ({
      relatedIdentifierName,
      relatedIdentifierValue,
    })),
    contexts: one.releasedAt
      ? [
          {
            contextType: 'DeferredContext',
            deferralReason: one.reason ?? 'DD7',
            maturityDate: one.releasedAt,
          },
        ]
      : [],
    items: [
      {
        totalAmount: money(total),
        contexts: [{ contextType: 'ProductContext', sku: 'CUP', asin: 'B000000001', quantityShipped: 1 }],
        breakdowns: [
          leaf('ProductCharges', one.principal, [leaf('OurPricePrincipal', one.principal)]),
          leaf('AmazonFees', one.commission, [
            leaf('Commission', one.commission, [leaf('Base', one.commission)]),
          ]),
        ],
      },
    ],
  }
}

function transactionsAt(now: Date): { postedDate: string }[] {
  const sold = SOLD.flatMap((one) => {
    const { id, releasedAt } = one
    if (!releasedAt) return [soldTransaction(one, {})]
    const told = +now > Date.parse(releasedAt) + TOLD_AFTER_MS
    return [
      soldTransaction(one, { status: told ? 'DEFERRED_RELEASED' : 'DEFERRED' }),
      soldTransaction(one, { id: `${id}-release`, at: releasedAt, DEFERRED_TRANSACTION_ID: id }),
    ]
  })
  const storage = STORAGE.map(({ id, at, amount }) => ({
    transactionId: id,
    transactionType: 'ServiceFee',
    transactionStatus: 'RELEASED',
    postedDate: at,
    totalAmount: money(amount),
    marketplaceDetails: germany,
    breakdowns: [leaf('FBAStorageFee', amount)],
  }))
  return [...sold, ...storage].filter(({ postedDate }) => postedDate <= now.toISOString())
}

const settledSale = ({ order: n, at, principal, commission, isRefund }: Sold) =>
  (isRefund ? refund : sale)({
    order: order(n!),
    at: at.slice(0, 19).replace('T', ' '),
    sku: 'CUP',
    marketplace: 'Amazon.de',
    amounts: { 'ItemPrice Principal': principal, 'ItemFees Commission': commission },
  })
const settlement = (id: string, start: string, end: string, ids: readonly string[]) => ({
  id,
  start,
  end,
  currency: 'EUR',
  entries: [
    ...SOLD.filter((one) => ids.includes(one.id)).flatMap(settledSale),
    ...STORAGE.filter((one) => ids.includes(one.id)).map(({ at, amount }) =>
      other('Storage Fee', amount, at.slice(0, 19).replace('T', ' ')),
    ),
  ],
})
const SETTLEMENTS = [
  settlement('70000000001', '2026-10-26', '2026-11-09', ['october', 'next', 'plain', 'storage-1']),
  settlement('70000000002', '2026-11-09', '2026-11-23', ['held', 'second', 'later', 'back', 'storage-2']),
]

/** Has settlements and transactions, and nothing else. */
function sellingPartner(): SellingPartnerApi {
  const report = ({ id, end, start }: (typeof SETTLEMENTS)[number]): AmazonReport => ({
    reportId: id,
    reportType: 'GET_V2_SETTLEMENT_REPORT_DATA_FLAT_FILE_V2',
    status: 'DONE',
    createdAt: new Date(`${end}T12:00:00Z`),
    start: new Date(`${start}T10:00:00Z`),
    end: new Date(`${end}T10:00:00Z`),
    documentId: id,
  })
  const known = (id: string) => SETTLEMENTS.find((one) => one.id === id)!
  return {
    participations: async () => [],
    createReport: async () => {
      throw new AmazonError('DENIED', 'Not these')
    },
    getReport: async (id) => report(known(id)),
    async *listReports({ since }) {
      for (const one of SETTLEMENTS.map(report))
        if (one.createdAt <= server.now && one.createdAt >= since) yield one
    },
    download: async (id) => ({
      bytes: (async function* () {
        // They are closed in the middle of a day.
        yield Buffer.from(v2File(known(id)).replaceAll(' 00:00:00 UTC', ' 10:00:00 UTC'))
      })(),
    }),
    async *transactionPages({ after, before }) {
      yield []
      yield transactionsAt(server.now).filter(
        ({ postedDate }) => postedDate >= after.toISOString() && postedDate < before.toISOString(),
      )
    },
    catalogItems: async () => [],
  }
}

async function connected(): Promise<{ company: TestCompany; queue: SyncQueue }> {
  const company = await server.company()
  const known = (await getCompany(server.services.accounts, company.id))!
  const account = await ensureSellerAccount(server.services.accounts, known, {
    name: 'Cups',
    region: 'EUROPE',
    homeMarketplace: 'DE',
  })
  await server.services.accounts.db.insert(tables.connections).values({
    companyId: company.id,
    region: 'EUROPE',
    provider: 'SELLING_PARTNER',
    sellerAccountId: account.id,
    marketplaces: ['DE'],
    refreshToken: 'sealed',
    authorisedAt: server.now,
    createdBy: 'somebody',
  })
  const queue = new SyncQueue(server.services, (...said) => void server.log.push(said.join(' ')), {
    queue: server.queue,
    admit: admitAll,
    clients: {
      sellingPartner: async () => sellingPartner(),
      advertising: () => Promise.reject(new Error('None')),
      markBroken: async () => {},
    },
  })
  return { company, queue }
}

async function syncedAt(moment: string, company: TestCompany, queue: SyncQueue): Promise<void> {
  server.now = new Date(moment)
  const { syncTasks } = tables
  for (let turn = 0; turn < 100; turn++) {
    await queue.takeTurn(company.id)
    const tasks = await server.services.accounts.db
      .select()
      .from(syncTasks)
      .where(eq(syncTasks.companyId, company.id))
    for (const { importId } of tasks) if (importId !== null) await server.queue.ended(company.id, importId)
    if (tasks.every(({ endedAt }) => endedAt !== null)) return
    server.now = new Date(+server.now + MINUTE_MS)
  }
  throw new Error('It came to no end.')
}

async function statement(company: TestCompany, from: string, to: string) {
  const { lines, row } = await company.pnl({ from, to, currency: 'EUR' })
  return {
    sales: lines.productSales,
    fees: lines.referralFees,
    refunds: lines.refundedProductSales,
    storage: lines.monthlyStorageFees,
    held: lines.deferredNetProceeds,
    units: lines.unitsSold,
    covered: row.coverage.share,
  }
}

/** What is held back in all, month by month, whose ends are the next starts. */
async function rolledForward(company: TestCompany) {
  const [euros] = await server.operator.profitAndLoss.getHeldBack({ companyId: company.id })
  const { since, months, reasons, due } = euros!.deferred!
  const told = (some: typeof months) => {
    for (const [index, { end }] of some.slice(0, -1).entries()) expect(some[index + 1]!.start).toBe(end)
    return some.map(({ month, held, released, end }) => [month, held, released, end])
  }
  return {
    since,
    due,
    months: told(months),
    reasons: reasons.map((one) => [one.reason, ...told(one.months)]),
  }
}

async function exported(company: TestCompany): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-export-'))
  await server.operator.operator.export({ companyId: company.id, directory })
  return readFile(join(directory, 'facts.json'), 'utf8')
}

test('a sale that is held back, released and settled counts once at each moment, up to yesterday', async () => {
  server.now = new Date('2026-11-10T08:00:00Z')
  const { company, queue } = await connected()

  await syncedAt('2026-11-10T08:00:00Z', company, queue)
  const october = {
    sales: '70',
    fees: '-10.5',
    refunds: '0',
    storage: '0',
    held: '170',
    units: '3',
    covered: 1,
  }
  expect(await statement(company, '2026-10-01', '2026-10-31')).toEqual(october)
  expect(await statement(company, '2026-11-01', '2026-11-09')).toEqual({
    sales: '80',
    fees: '-12',
    refunds: '0',
    storage: '-8',
    held: '21',
    units: '3',
    covered: 1,
  })
  // What was sold before the first day that is known belongs to no day of these.
  expect(await statement(company, '2026-05-15', '2026-09-30')).toMatchObject({ sales: '0', covered: 1 })
  // 180 days are promised, from 15 May on. What is older is known from the day after the first that Amazon remembers.
  expect(await statement(company, '2026-05-09', '2026-05-14')).toMatchObject({ sales: '0', covered: 1 })
  expect((await statement(company, '2026-05-07', '2026-05-10')).covered).toBe(0.5)
  expect((await statement(company, '2026-03-01', '2026-04-30')).covered).toBe(0)

  // The statement has 170 and 21 of it still.
  const heldInOctober = ['2026-10', '212.5', '0', '212.5']
  const invoiced = ['B2B', ['2026-10', '170', '0', '170'], ['2026-11', '0', '0', '170']]
  const ofNobody = ['NEW_SELLER', ['2026-10', '42.5', '0', '42.5'], ['2026-11', '0', '42.5', '0']]
  expect(await rolledForward(company)).toEqual({
    since: '2026-10-20',
    months: [heldInOctober, ['2026-11', '21', '42.5', '191']],
    reasons: [invoiced, ['DD7', ['2026-10', '0', '0', '0'], ['2026-11', '21', '0', '21']], ofNobody],
    due: [
      { day: '2026-11-14', reason: 'DD7', amount: '21' },
      { day: '2026-11-27', reason: 'B2B', amount: '170' },
    ],
  })

  await syncedAt('2026-11-15T08:00:00Z', company, queue)
  expect(await rolledForward(company)).toEqual({
    since: '2026-10-20',
    months: [heldInOctober, ['2026-11', '21', '63.5', '170']],
    reasons: [invoiced, ['DD7', ['2026-10', '0', '0', '0'], ['2026-11', '21', '21', '0']], ofNobody],
    due: [{ day: '2026-11-27', reason: 'B2B', amount: '170' }],
  })
  const inYear = { startDate: '2026-01-01', endDate: '2026-11-14', currencyCode: 'EUR' } as const
  expect(await server.operator.profitAndLoss.getNextRelease({ companyId: company.id, ...inYear })).toEqual({
    day: '2026-11-27',
    value: '170',
  })
  const released = {
    sales: '105',
    fees: '-16',
    refunds: '-30',
    storage: '-8',
    held: '0',
    units: '4',
    covered: 1,
  }
  expect(await statement(company, '2026-11-01', '2026-11-14')).toEqual(released)
  expect(await statement(company, '2026-11-05', '2026-11-05')).toMatchObject({ sales: '25', held: '0' })

  await syncedAt('2026-11-24T08:00:00Z', company, queue)
  const settled = { ...released, storage: '-17' }
  expect(await statement(company, '2026-11-01', '2026-11-23')).toEqual(settled)
  expect(await statement(company, '2026-10-01', '2026-10-31')).toEqual(october)
  expect(await statement(company, '2026-05-15', '2026-09-30')).toMatchObject({ sales: '0', covered: 1 })
  // However old it is, what is held back says that there is more to come.
  const provisional = async (from: string, to: string) =>
    (await company.pnl({ from, to, currency: 'EUR' })).row.provisional
  expect(await provisional('2026-10-01', '2026-10-31')).toBe(true)
  expect(await provisional('2026-09-01', '2026-09-30')).toBe(false)
  expect((await company.reconcile()).map(({ difference }) => difference)).toEqual(['0', '0'])

  const copy = await server.company()
  const text = await exported(company)
  const record = await copy.import('facts.json', text)
  expect(record.counts).toMatchObject({ refused: 0, kept: record.counts!.read })
  expect(await statement(copy, '2026-11-01', '2026-11-23')).toEqual(settled)
  expect(await exported(copy)).toBe(text)
  expect(await rolledForward(copy)).toMatchObject({
    due: [{ day: '2026-11-27', reason: 'B2B', amount: '170' }],
  })

  const { imports } = await server.operator.imports.list({ companyId: company.id })
  const ofSettlement = imports.find(({ fileName }) => fileName.startsWith('settlement-2026-11-09'))!
  await company.undo(ofSettlement.id)
  expect(await statement(company, '2026-11-01', '2026-11-23')).toEqual(settled)
  const before = await company.checksums()
  await server.operator.operator.rebuild({ companyId: company.id })
  expect(await company.checksums()).toEqual(before)
})

const RATES = ['EUR', 'GBP'].map((currency) => ({
  rate_date: '2026-11-06',
  currency,
  usd_per_unit: currency === 'EUR' ? '1.10' : '1.32',
}))
const BRITISH = { marketplaceId: 'A1F83G8C2ARO7P', marketplaceName: 'Amazon.co.uk' }

/** One that is held back, of a product; with its context, unless that says nothing. */
const heldBack = (id: string, at: string, amount: string, deferral: object | null, sku = 'CUP') => ({
  ...soldTransaction({ id, order: 1, at, principal: amount, commission: '0' }, { status: 'DEFERRED' }),
  contexts: deferral ? [{ contextType: 'DeferredContext', ...deferral }] : [],
  items: [
    {
      totalAmount: money(amount),
      contexts: [{ contextType: 'ProductContext', sku, quantityShipped: 1 }],
      breakdowns: [leaf('ProductCharges', amount, [leaf('OurPricePrincipal', amount)])],
    },
  ],
})

formTest('a statement says what Amazon releases next of it, where a file gives a day', async () => {
  server.now = new Date('2026-11-10T08:00:00Z')
  const company = await server.company()
  const next = (more: object = {}) =>
    server.operator.profitAndLoss.getNextRelease({
      companyId: company.id,
      startDate: '2026-10-01',
      endDate: '2026-11-09',
      currencyCode: 'EUR',
      ...more,
    })
  const dated = (day: string, deferralReason?: string) => ({
    ...(deferralReason && { deferralReason }),
    maturityDate: `${day}T12:00:00Z`,
  })
  const british = heldBack('british', '2026-11-06T09:00:00Z', '50.00', dated('2026-11-14', 'B2B'))
  const sterling = JSON.parse(JSON.stringify(british).replaceAll('"EUR"', '"GBP"')) as typeof british
  const undated = [
    heldBack('undated', '2026-11-02T09:00:00Z', '3.00', { deferralReason: 'DD7' }),
    heldBack('silent', '2026-11-03T09:00:00Z', '5.00', null),
  ]
  await company.import('undated.json', { transactions: undated })
  expect(await next()).toBeNull()

  await company.import('transactions.json', {
    transactions: [
      // It was due, and nothing says that it came.
      heldBack('late', '2026-10-20T09:00:00Z', '7.00', dated('2026-11-09')),
      heldBack('one', '2026-11-04T09:00:00Z', '11.00', dated('2026-11-14', 'DD7')),
      // Midnight in Berlin: the day after that of one, by its marketplace.
      heldBack('two', '2026-11-05T09:00:00Z', '13.00', { maturityDate: '2026-11-14T23:30:00Z' }, 'MUG'),
      { ...sterling, marketplaceDetails: BRITISH },
      heldBack('last', '2026-11-07T09:00:00Z', '17.00', dated('2026-11-20', 'B2B')),
    ],
  })
  expect(await next()).toEqual({
    day: '2026-11-14',
    value: null,
    unconverted: [{ currency: 'GBP', amount: '50' }],
  })
  await company.import('rates.json', { exchange_rates: RATES })
  // Fifty pounds at 1.32 / 1.10.
  expect(await next()).toEqual({ day: '2026-11-14', value: '71' })
  expect(await next({ marketplaces: ['DE'] })).toEqual({ day: '2026-11-14', value: '11' })
  expect(await next({ currencyCode: 'GBP', marketplaces: ['GB'] })).toEqual({
    day: '2026-11-14',
    value: '50',
  })
  expect(await next({ skus: ['MUG'] })).toEqual({ day: '2026-11-15', value: '13' })
  // Of what was sold in other days the statement holds back nothing.
  expect(await next({ startDate: '2026-11-07' })).toEqual({ day: '2026-11-20', value: '17' })
  expect(await next({ endDate: '2026-10-31' })).toBeNull()

  const [euros, pounds] = await server.operator.profitAndLoss.getHeldBack({ companyId: company.id })
  expect(euros!.deferred!.due).toEqual([
    { day: '2026-11-09', reason: null, amount: '7' },
    { day: '2026-11-14', reason: 'DD7', amount: '11' },
    { day: '2026-11-15', reason: null, amount: '13' },
    { day: '2026-11-20', reason: 'B2B', amount: '17' },
    { day: null, reason: 'DD7', amount: '3' },
    { day: null, reason: null, amount: '5' },
  ])
  expect(pounds!.deferred!.due).toEqual([{ day: '2026-11-14', reason: 'B2B', amount: '50' }])
})

test('a file that gives each sale a reason of its own has the largest told, and the others together', async () => {
  server.now = new Date('2026-11-10T08:00:00Z')
  const company = await server.company()
  const transactions = Array.from({ length: 25 }, (_, nth) =>
    heldBack(`own ${nth}`, `${2001 + nth}-10-02T09:00:00Z`, `${nth + 1}.00`, { deferralReason: `R${nth}` }),
  )
  const record = await company.import('transactions.json', { transactions })
  expect(record.status).toBe('PUBLISHED')
  // What belongs to no settlement is none.
  expect(record.settlements).toEqual([])
  const [held] = await server.operator.profitAndLoss.getHeldBack({ companyId: company.id })
  const { months, reasons, due } = held!.deferred!
  expect([months.length, months.at(-1)!.end]).toEqual([12 * 24 + 1, '325'])
  expect(reasons.length).toBe(21)
  expect(due.find(({ reason }) => reason === 'OTHER_REASONS')!.amount).toBe('15')
  expect(reasons.find(({ reason }) => reason === 'OTHER_REASONS')!.months.at(-1)!.end).toBe('15')
  expect(reasons.map(({ reason }) => reason)).toContain('R24')
})
