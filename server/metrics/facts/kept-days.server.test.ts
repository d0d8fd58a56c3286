/** What is summed up from days that are kept is what the statements say, whatever came, went and was asked. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysOf } from '#contract/date-range.ts'
import { NOT_ALLOCATED, PNL_BASES } from '#contract/profit-and-loss.ts'
import { getCompany, type Company } from '#server/accounts/index.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { dayNumber, segmentsOf } from '../segments.ts'
import { runConverting, type ConvertingQuery } from './conversion.ts'
import { heldIn, questionOf, sumParams, type LedgerScope } from './ledger.ts'
import { ledgerSumsOfDays } from './ledger-days.ts'
import { expenseSums, ledgerSumsByKeyOf, ledgerSumsOf, type LedgerSum } from './ledger-sums.ts'
import { measuredSumsOfDays, measuresHeld } from './measured-days.ts'
import { lastDays, measuredSums, type MeasureSum } from './measured-sums.ts'

const SCOPES = 4
const SEED = 20261124
const DAYS = daysOf({ start: '2025-11-01', end: '2026-04-30' }, 1)
/** Rates end before the rows do. */
const RATED = DAYS.filter((day) => day < '2026-03-20')

let server: TestServer
let company: TestCompany
/** Statements that read days, with the version after which they did. */
const read: [name: string, since: number][] = []

const PLACES = [
  { marketplace: 'DE', currency: 'EUR' },
  { marketplace: 'FR', currency: 'EUR' },
  { marketplace: 'GB', currency: 'GBP' },
  { marketplace: '', currency: 'EUR' },
  { marketplace: '', currency: 'GBP' },
]
const KINDS = [
  ['Order', 'ItemPrice', 'Principal', 1],
  ['Order', 'ItemFees', 'Commission', -1],
  ['Refund', 'ItemPrice', 'Principal', -1],
  ['ServiceFee', 'Cost of Advertising', 'TransactionTotalAmount', -1],
  ['other-transaction', 'other-transaction', 'Subscription Fee', -1],
] as const

const row = fc.record({
  day: fc.constantFrom(...DAYS),
  place: fc.constantFrom(...PLACES),
  kind: fc.constantFrom(...KINDS),
  cents: fc.integer({ min: 1, max: 999_999 }),
})

function facts(seed: number, count: number): object {
  const drawn = fc.sample(row, { numRuns: count, seed })
  return {
    settlement_lines: drawn.map(
      ({ day, place, kind: [transaction, type, description, sign], cents }, index) => ({
        ...place,
        line_id: `${seed}-${index}`,
        transaction_type: transaction,
        posted_at: `${day}T10:00:00Z`,
        ...(transaction !== 'ServiceFee' &&
          place.marketplace && { order_id: `O-${seed}-${index}`, sku: `S-${index % 5}`, quantity: 1 }),
        amount_type: type,
        amount_description: description,
        amount: ((sign * cents) / 100).toFixed(2),
      }),
    ),
    order_items: drawn.slice(0, 30).map(({ day, cents }, index) => ({
      order_id: `P-${seed}-${index}`,
      order_item_id: '1',
      purchased_at: `${day}T09:00:00Z`,
      order_status: 'Shipped',
      quantity: 1,
      item_price: (cents / 100).toFixed(2),
      fulfillment_channel: 'AFN',
      sku: `S-${index % 5}`,
      ...PLACES[index % 3]!,
    })),
    inventory_snapshots: drawn.slice(0, 40).map(({ day, cents }, index) => ({
      date: day,
      marketplace: PLACES[index % 3]!.marketplace,
      sku: `S-${seed}-${index}`,
      available: cents % 100,
    })),
    sales_traffic_date: [
      ...new Map(
        drawn.map(({ day, place, cents }) => [
          `${day} ${place.marketplace}`,
          {
            date: day,
            ...place,
            units_ordered: 1,
            ordered_product_sales: (cents / 100).toFixed(2),
            sessions: cents % 50,
          },
        ]),
      ).values(),
    ].filter(({ marketplace }) => marketplace !== ''),
  }
}

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-05-10T12:00:00Z')
  const { analytics } = server.services
  const run = analytics.run.bind(analytics)
  analytics.run = (query, of, params, ...rest) => {
    if (query.name === 'ledger_days') read.push([query.name, (params as unknown as { since: number }).since])
    return run(query, of, params, ...rest)
  }
  company = await server.company()
  await imported({
    ...facts(1, 300),
    exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
      RATED.map((rate_date, index) => ({
        rate_date,
        currency,
        usd_per_unit: (currency === 'GBP' ? 1.25 : 1.1) + (index % 17) / 1000,
      })),
    ),
    ads_daily: RATED.slice(60).map((date) => ({
      date,
      ad_type: 'SP',
      ...PLACES[0],
      sku: 'S-1',
      cost: '1.37',
    })),
    expenses: [
      {
        name: 'Rent',
        currency: 'EUR',
        amount: '-301.00',
        start_date: '2025-11-10',
        frequency: 'MONTHLY',
        category: 'Rooms',
      },
      {
        name: 'Cleaning',
        currency: 'EUR',
        amount: '-9.10',
        start_date: '2025-12-02',
        frequency: 'WEEKLY',
        category: 'Rooms',
        brand_name: 'Harbour',
      },
      {
        name: 'Photos',
        currency: 'GBP',
        amount: '-77.00',
        start_date: '2026-01-03',
        frequency: 'ONE_TIME',
        marketplace: 'GB',
      },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

let files = 0
async function imported(content: object): Promise<number> {
  const record = await company.import(`facts-${++files}.json`, content)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  return record.id
}

const current = async (): Promise<Company> => (await getCompany(server.services.accounts, company.id))!

const scope = fc.record({
  basis: fc.constantFrom(...PNL_BASES),
  currencyCode: fc.constantFrom('EUR', 'GBP', 'USD'),
  marketplaces: fc.constantFrom(undefined, ['DE'], ['DE', 'FR'], ['GB'], ['DE', 'FR', 'GB']),
  notAllocated: fc.constantFrom(...NOT_ALLOCATED),
  useAdjustedAdvertising: fc.boolean(),
  expenseCategory: fc.constantFrom(undefined, 'Rooms', ''),
  edges: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 3, maxLength: 6 }),
})

const idOf = ({ segment, line, allocation, withoutRate, key, category }: LedgerSum & { key?: string }) =>
  [segment, line, allocation, withoutRate, key ?? '', category ?? ''].join(' ')

/** By what tells sums apart; without those that are nothing, which only statements name. */
function together(sums: readonly (LedgerSum & { key?: string })[]): Record<string, unknown> {
  const found = new Map<
    string,
    { amount: bigint; rowCount: number; unmappedCount: number; unconverted: bigint }
  >()
  for (const sum of sums) {
    const of = found.get(idOf(sum)) ?? { amount: 0n, rowCount: 0, unmappedCount: 0, unconverted: 0n }
    of.amount += sum.amount
    of.rowCount += sum.rowCount
    of.unmappedCount += sum.unmappedCount
    of.unconverted += sum.unconverted
    found.set(idOf(sum), of)
  }
  const isAny = (of: object) => Object.values(of).some((value) => value !== 0 && value !== 0n)
  return Object.fromEntries(
    [...found].filter(([, of]) => isAny(of)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Of what is cut at the twelfth digit in one order and in another the last may differ: where that is all, it is as it was said. */
function asSaid(kept: unknown, said: unknown): unknown {
  if (typeof kept === 'bigint' && typeof said === 'bigint') {
    const apart = kept - said
    return apart > -1000n && apart < 1000n ? said : kept
  }
  if (typeof kept !== 'object' || kept === null || typeof said !== 'object' || said === null) return kept
  const of = said as Record<string, unknown>
  const entries = Object.entries(kept).map(([key, value]) => [key, asSaid(value, of[key])] as const)
  return Array.isArray(kept) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

async function compareLedger(seed: number): Promise<void> {
  const { services } = server
  const { analytics } = services
  let compared = 0
  for (const { edges, ...asked } of fc.sample(scope, { numRuns: SCOPES, seed })) {
    const version = await current()
    const days = edges.toSorted()
    const periods = days
      .slice(1)
      .map((end, index) => ({ period: { start: days[index]!, end }, comparison: null }))
    const question = await questionOf(services, version, asked as never, periods)
    const params = sumParams(version, question)
    const { expenses } = question
    const expenseParams = { ...params, ...expenses.params }
    const byMarketplace = ledgerSumsByKeyOf('marketplace', params)
    const everyKey = { isEveryKey: true, keys: [] }
    const held = await heldIn(services, version, params, { isAny: true })
    expect(held).toBeDefined()
    const run = <P extends object, R>(query: ConvertingQuery<P, R>, of: P, isListed: boolean) =>
      runConverting(analytics, query, version, of, isListed ? held : undefined, {})
    const statements = async (by: 'total' | 'marketplace', isListed: boolean) =>
      by === 'total'
        ? [
            ...(await run(ledgerSumsOf(params), params, isListed)),
            ...(await run(expenseSums, expenseParams, isListed)),
          ]
        : [
            ...(await run(byMarketplace.ledger, { ...params, ...everyKey }, isListed)),
            ...(await run(byMarketplace.expenses, { ...expenseParams, ...everyKey }, isListed)),
          ]
    for (const by of ['total', 'marketplace'] as const) {
      const kept = await ledgerSumsOfDays(services, version, params, { by, expenses })
      const said = together(await statements(by, false))
      // To the last digit, and of every day without a rate.
      expect(together(await statements(by, true))).toEqual(said)
      expect({ asked, days, by, sums: asSaid(together(kept!), said) }).toEqual({
        asked,
        days,
        by,
        sums: said,
      })
      compared += Object.keys(said).length
    }
  }
  expect(compared).toBeGreaterThan(SCOPES * 10)
}

async function compareMeasures(seed: number): Promise<void> {
  const { services } = server
  const version = await current()
  const money = await moneyOf(services, version)
  let compared = 0
  for (const { currencyCode, marketplaces = [], edges } of fc.sample(scope, { numRuns: SCOPES, seed }))
    for (const [fact, isLast, names] of [
      ['traffic', false, ['orderedProductSales', 'sessions', 'rows']],
      ['orders', false, ['itemPrice', 'quantity', 'rows']],
      ['stock', true, ['available', 'rows']],
    ] as const)
      for (const by of ['total', 'marketplace'] as const) {
        const days = edges.toSorted()
        const { starts, span } = segmentsOf(
          days.slice(1).map((end, index) => ({ period: { start: days[index]!, end }, comparison: null })),
        )
        const asked = {
          ...visibilityOf(version),
          from: span.start,
          to: span.end,
          segmentStarts: starts.map(dayNumber),
          facts: [fact],
          anyMarketplace: marketplaces.length === 0,
          marketplaces: [...marketplaces],
        }
        const params = {
          ...asked,
          currency: currencyCode,
          currencies: money.currencies,
          ...heldRatesOf(money),
          names: [...names],
          levels: ['ANY', 'ACCOUNT'] as ('ANY' | 'ACCOUNT')[],
        }
        const kept = await measuredSumsOfDays(services, version, { ...params, fact }, { by, isLast })
        const run = (of: Parameters<typeof runConverting>[4]) =>
          runConverting(
            services.analytics,
            measuredSums[by][isLast ? 'last' : 'sums'],
            version,
            params,
            of,
            {},
          )
        const said = await run(undefined)
        const held = await measuresHeld(
          services,
          version,
          { ...params, fact },
          {
            from: dayNumber(span.start),
            to: dayNumber(span.end),
          },
        )
        expect(held?.rates).toBeDefined()
        const sorted = (sums: MeasureSum[]) =>
          sums
            .map(({ amount, unconverted, ...sum }) => ({
              id: [sum.segment, sum.since, sum.place, sum.key, sum.name, sum.withoutRate].join(' '),
              rowCount: sum.rowCount,
              amount,
              unconverted,
            }))
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        expect(asSaid(sorted(await run(held)), sorted(said))).toEqual(sorted(said))
        expect({ fact, by, sums: asSaid(sorted(kept!.sums), sorted(said)) }).toEqual({
          fact,
          by,
          sums: sorted(said),
        })
        compared += said.length
        if (!isLast) continue
        const places = (of: { segment: number; place: string }[]) =>
          of.map(({ segment, place }) => `${segment} ${place}`).toSorted()
        expect(places(kept!.lastDays)).toEqual(places(await services.analytics.run(lastDays, version, asked)))
      }
  expect(compared).toBeGreaterThan(SCOPES * 5)
}

/** All days in a currency. */
async function compareWhole(version: Company, currencyCode: LedgerScope['currencyCode']): Promise<void> {
  const asked = {
    basis: 'TRANSACTION',
    currencyCode,
    notAllocated: 'LEFT_OUT',
    useAdjustedAdvertising: true,
  } as const
  const period = { start: DAYS[0]!, end: DAYS.at(-1)! }
  const question = await questionOf(server.services, version, asked, [{ period, comparison: null }])
  const params = sumParams(version, question)
  const kept = await ledgerSumsOfDays(server.services, version, params, {
    expenses: { ...question.expenses, isAny: false },
  })
  const said = together(await server.services.analytics.run(ledgerSumsOf(params).joined, version, params))
  expect({ currencyCode, sums: asSaid(together(kept!), said) }).toEqual({ currencyCode, sums: said })
  expect(Object.keys(said).length).toBeGreaterThan(5)
}

test(
  'whatever is asked, also of days without a rate, and in every later version',
  { timeout: 600_000 },
  async () => {
    await compareLedger(SEED)
    await compareMeasures(SEED)
    const [first] = read.splice(0)
    expect(first).toEqual(['ledger_days', 0])

    // An import, and its undo, are read from where the kept version ends.
    const before = await current()
    const second = await imported(facts(2, 60))
    await compareLedger(SEED + 1)
    await company.undo(second)
    await compareLedger(SEED + 2)
    await compareMeasures(SEED + 2)
    expect(read.length).toBeGreaterThan(0)
    expect(read.splice(0).filter(([, since]) => since === 0)).toEqual([])
    // Who asks for the version before gets that one.
    await compareWhole(before, 'EUR')

    await company.set({ fxPolicy: 'LATEST' })
    await compareLedger(SEED + 3)
    read.splice(0)
    await rebuildCompany(server.services, company.id)
    await compareLedger(SEED + 4)
    await compareMeasures(SEED + 4)
    expect(read.map(([, since]) => since)).toContain(0)
  },
)

test('more currencies are asked for at once than are kept', async () => {
  await imported(facts(3, 20))
  const version = await current()
  await Promise.all(
    (['EUR', 'GBP', 'USD', 'SEK', 'PLN', 'JPY'] as const).map((currency) => compareWhole(version, currency)),
  )
})
