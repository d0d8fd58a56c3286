import { afterAll, beforeAll, expect, test } from 'vitest'
import { absolute, parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-07-01T12:00:00Z')
})
afterAll(() => server[Symbol.asyncDispose]())

const DAYS = { now: '2026-05-27', before: '2026-05-20' }
const COVERAGE = [
  {
    table_name: 'sales_traffic_asin_day',
    marketplace: 'GB',
    start_date: '2026-05-01',
    end_date: '2026-06-30',
  },
]
interface Visits {
  cents: number
  units: number
  sessions: number
}
interface Drawn {
  sku: string
  now: Visits
  before: Visits
}

/** VAR-1 in floating point, factor by factor: sessions, then units a session, then what a unit brought. */
function variance(products: readonly Drawn[]) {
  const sum = (of: readonly Drawn[], amount: (one: Drawn) => number) =>
    of.reduce((all, one) => all + amount(one), 0)
  const visited = products.filter(({ now, before }) => now.sessions > 0 && before.sessions > 0)
  const [s0, s1] = [sum(visited, ({ before }) => before.sessions), sum(visited, ({ now }) => now.sessions)]
  const sales0 = sum(visited, ({ before }) => before.cents / 100)
  const traffic = sum(
    visited,
    ({ now, before }) => ((now.sessions - before.sessions) * before.cents) / 100 / before.sessions,
  )
  const conversion = sum(visited, ({ now, before }) => {
    const priced = before.units > 0 ? before : now
    if (priced.units === 0) return 0
    const rates = now.units / now.sessions - before.units / before.sessions
    return (now.sessions * rates * priced.cents) / 100 / priced.units
  })
  const volume = s0 === 0 ? 0 : ((s1 - s0) * sales0) / s0
  return {
    volume,
    mix: traffic - volume,
    conversion,
    newOrGone: sum(
      products.filter((one) => !visited.includes(one)),
      ({ now, before }) => (now.cents - before.cents) / 100,
    ),
  }
}

test('drawn products: what moved is named, in order, and adds up with the others and by its drivers', async () => {
  const seed = printedSeed()
  let state = seed
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const cases = casesOf(6, 60)
  let looked = 0
  for (let index = 0; index < cases; index++) {
    const visits = (): Visits => {
      const [sessions, units] = [draw(4) === 0 ? 0 : 1 + draw(900), draw(4) === 0 ? 0 : 1 + draw(60)]
      return { sessions, units, cents: units === 0 ? 0 : draw(90_000) }
    }
    const products = Array.from({ length: 1 + draw(40) }, (_, place): Drawn => ({
      sku: `SKU-${place}`,
      now: visits(),
      before: visits(),
    }))
    const company = await server.company()
    const record = await company.import('facts.json', {
      coverage: COVERAGE,
      sales_traffic_asin_day: products.flatMap(({ sku, ...of }) =>
        (['now', 'before'] as const).map((period) => ({
          marketplace: 'GB',
          currency: 'GBP',
          date: DAYS[period],
          child_asin: `B-${sku}`,
          sku,
          ordered_product_sales: (of[period].cents / 100).toFixed(2),
          units_ordered: of[period].units,
          sessions: of[period].sessions,
        })),
      ),
    })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    const which = `seed ${seed}, case ${index}`
    const scope = {
      companyId: company.id,
      currencyCode: 'GBP' as const,
      startDate: '2026-05-25',
      endDate: '2026-05-31',
    }
    const changes = products
      .map(({ sku, now, before }) => ({ sku, change: now.cents - before.cents }))
      .filter(({ change }) => change !== 0)
    const [sales, change] = [
      products.reduce((sum, { now }) => sum + now.cents, 0),
      changes.reduce((sum, one) => sum + one.change, 0),
    ]

    const { rows, others, total } = await server.operator.allInOne.getMovers({ ...scope, limit: 4 })
    const largest = changes
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.sku < b.sku ? -1 : 1))
      .slice(0, 4)
    expect(Object.fromEntries(rows.map((row) => [row.sku, Number(row.change)])), which).toEqual(
      Object.fromEntries(largest.map((one) => [one.sku, one.change / 100])),
    )
    expect([total.count, Number(total.sales), Number(total.change)], which).toEqual([
      products.length,
      sales / 100,
      change / 100,
    ])
    expect([others.count, Number(others.change)], which).toEqual([
      products.length - largest.length,
      (change - largest.reduce((sum, one) => sum + one.change, 0)) / 100,
    ])

    const { rows: both, drivers } = await server.operator.wbr.getContributors({
      ...scope,
      comparison: { startDate: '2026-05-18', endDate: '2026-05-24' },
    })
    const ups = changes.filter((one) => one.change > 0).length
    expect(both, which).toHaveLength(Math.min(5, ups) + Math.min(5, changes.length - ups))
    const wanted = variance(products)
    for (const name of ['volume', 'mix', 'conversion', 'newOrGone'] as const)
      expect(Math.abs(Number(drivers![name]) - wanted[name]), `${which}: ${name}`).toBeLessThan(0.011)
    const sum = Object.values(drivers!).reduce((all, amount) => all + parseDecimal(amount), ZERO)
    expect(toText(absolute(sum - parseDecimal(total.change!))), which).toBe('0')
    looked++
  }
  expect(looked).toBe(cases)
})

test('of what a report names without a number, or nobody has a rate for, no sum is made', async () => {
  const company = await server.company()
  const sold = (date: string, sku: string, more: object) => ({
    marketplace: 'GB',
    currency: 'GBP',
    date,
    child_asin: `B-${sku}`,
    sku,
    units_ordered: 1,
    sessions: 10,
    ...more,
  })
  await company.import('facts.json', {
    coverage: COVERAGE,
    sales_traffic_asin_day: [
      sold(DAYS.before, 'MUG', { ordered_product_sales: '10.00' }),
      sold(DAYS.now, 'MUG', { ordered_product_sales: '15.00' }),
      // Its row of now has visits and says nothing of sales.
      sold(DAYS.before, 'CUP', { ordered_product_sales: '7.00' }),
      sold(DAYS.now, 'CUP', {}),
      // Known but for its visits, which a driver needs.
      sold(DAYS.now, 'JUG', { ordered_product_sales: '3.00', sessions: null }),
    ],
  })
  const scope = {
    companyId: company.id,
    currencyCode: 'GBP' as const,
    startDate: '2026-05-25',
    endDate: '2026-05-31',
    comparison: { startDate: '2026-05-18', endDate: '2026-05-24' },
  }
  const { rows, total, others, drivers } = await server.operator.wbr.getContributors(scope)
  expect(rows.map(({ sku, change }) => [sku, change])).toEqual([
    ['MUG', '5'],
    ['JUG', '3'],
  ])
  expect([total.count, total.sales, total.change, drivers]).toEqual([3, null, null, null])
  expect([others.count, others.sales, others.change]).toEqual([1, null, null])
  // Of the product alone that is known, everything is.
  const ofMug = await server.operator.wbr.getContributors({ ...scope, skus: ['MUG'] })
  expect([ofMug.total.count, ofMug.total.sales, ofMug.drivers?.price]).toEqual([1, '15', '5'])
})
