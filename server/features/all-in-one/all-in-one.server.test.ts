import { tables } from '#server/accounts/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AllInOneCourseInput, AllInOneProductsInput } from '#contract/all-in-one.ts'
import { ALL_IN_ONE_CARDS, ALL_IN_ONE_DAYS_MAX, PROFIT_STEPS } from '#contract/dashboards/all-in-one.ts'
import { addDays, daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { MOVER_METRICS } from '#contract/dashboards/all-in-one.ts'
import { likelyReason } from '#server/metrics/movers.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
const TODAY = '2026-07-01'
/** A month, compared with the one before it, on whose first day nothing happened. */
const JUNE = { start: '2026-06-01', end: '2026-06-30' }
const BEFORE = { start: '2026-05-02', end: '2026-05-31' }

const DAYS = [...daysOf(BEFORE), ...daysOf(JUNE)]
const gb = { marketplace: 'GB', currency: 'GBP' }
/** Reports by product of every day, all of whose sales are of one day in each of both stretches. */
const ofProduct = (sku: string, [before, now]: [Visits, Visits]) =>
  DAYS.map((date) => {
    const { sales, units, sessions } = { '2026-05-10': before, '2026-06-10': now }[date] ?? NOBODY
    return {
      ...gb,
      date,
      child_asin: `B-${sku}`,
      sku,
      ordered_product_sales: sales,
      units_ordered: units,
      sessions,
    }
  })
/** What June is compared with. */
const MAY = { start: '2026-05-01', end: '2026-05-31' }
const SOLD = { sales: '100.00', units: 10, sessions: 100 }
/** Reports of traffic reach over both months. */
const REACHED = ['sales_traffic_date', 'sales_traffic_asin_day'].map((table_name) => ({
  table_name,
  marketplace: 'GB',
  start_date: '2026-05-01',
  end_date: JUNE.end,
}))
const NOBODY = { sales: '0.00', units: 0, sessions: 0 }
interface Visits {
  sales: string
  units: number
  sessions: number
}

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  company = await server.company()
  const days = DAYS
  const record = await company.import('facts.json', {
    coverage: REACHED,
    sales_traffic_date: days.map((date) => ({
      ...gb,
      date,
      ordered_product_sales: date < JUNE.start ? '10.00' : '12.00',
      units_ordered: 1,
      sessions: 20,
    })),
    sales_traffic_asin_day: [
      // More visits, at the same price and conversion.
      ...ofProduct('MUG', [
        { sales: '100.00', units: 10, sessions: 100 },
        { sales: '150.00', units: 15, sessions: 150 },
      ]),
      // Dearer.
      ...ofProduct('CUP', [
        { sales: '100.00', units: 10, sessions: 100 },
        { sales: '77.00', units: 7, sessions: 95 },
      ]),
      // As before.
      ...ofProduct('BOWL', [
        { sales: '30.00', units: 3, sessions: 30 },
        { sales: '30.00', units: 3, sessions: 30 },
      ]),
    ],
    ads_daily: days.map((date) => ({
      ...gb,
      date,
      ad_type: 'SP',
      sku: 'MUG',
      cost: '1.00',
      sales_7d: '4.00',
      clicks: 2,
    })),
    order_items: days.map((day, index) => ({
      ...gb,
      order_id: `O-${index}`,
      order_item_id: '1',
      purchased_at: `${day}T09:00:00Z`,
      order_status: 'Shipped',
      quantity: 1,
      item_price: '12.00',
      item_tax: '2.00',
      fulfillment_channel: 'AFN',
      sku: 'MUG',
    })),
    product_costs: [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'GBP', manufacturing: '3.00' }],
    expenses: [
      {
        name: 'Rent',
        amount: '60.00',
        currency: 'GBP',
        frequency: 'MONTHLY',
        start_date: JUNE.start,
        end_date: JUNE.end,
      },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const scope = <More extends object>(more: More) => ({
  companyId: company.id,
  currencyCode: 'GBP' as const,
  startDate: JUNE.start,
  endDate: JUNE.end,
  ...more,
})

test('cards are of the days that are over, against as many before', async () => {
  const { cards, period, comparison } = await server.operator.allInOne.getSummary(
    scope({ endDate: '2026-07-20' }),
  )
  expect([period.endDate, comparison]).toEqual([JUNE.end, { startDate: '2026-05-01', endDate: BEFORE.end }])
  expect(Object.keys(cards)).toEqual([...ALL_IN_ONE_CARDS])
  // Thirty days of 12 against 10, and of one pound of 4 in advertising.
  expect(cards.orderedProductSales).toMatchObject({ value: '360', previous: '300', growth: 0.2 })
  expect([cards.adSpend.value, cards.adSales.value, cards.acos.value]).toEqual(['30', '120', '0.25'])
  expect(cards.tacos.value).toBe('0.083333')
})

test('the steps of the bridge add up to the net profit of the card', async () => {
  const { steps, netSales, netProfit } = await server.operator.allInOne.getProfitBridge(scope({}))
  const sum = PROFIT_STEPS.reduce((all, id) => all + parseDecimal(steps[id].value!), ZERO)
  expect(toText(sum)).toBe(netProfit.value)
  // Ten pounds net of VAT an order, three of costs, one of advertising, two of rent, and the fee that is expected.
  expect(steps.grossSales.value).toBe('300')
  expect([steps.cogs.value, steps.marketing.value, steps.statementOperatingExpenses.value]).toEqual([
    '-90',
    '-30',
    '-60',
  ])
  const { cards } = await server.operator.allInOne.getSummary(scope({}))
  expect(cards.netProfit.value).toBe(netProfit.value)
  // What is left of the bridge is the margin of the card: both are of net sales.
  expect(Number(cards.netMargin.value)).toBeCloseTo(Number(netProfit.value) / Number(netSales.value))
})

test('the periods of a course add up to the cards', async () => {
  for (const dateInterval of ['DAILY', 'WEEKLY', 'MONTHLY'] as AllInOneCourseInput['dateInterval'][]) {
    const { periods } = await server.operator.allInOne.getTimeSeries(scope({ dateInterval }))
    const sum = (pick: (one: (typeof periods)[number]) => string | null) =>
      toText(periods.reduce((all, one) => all + parseDecimal(pick(one)!), ZERO))
    expect([dateInterval, sum(({ metrics }) => metrics.orderedProductSales.value)]).toEqual([
      dateInterval,
      '360',
    ])
    expect(sum(({ metrics }) => metrics.organicSales.value)).toBe('240')
  }
})

test('movers add up to the change of all products, each with what may have made it', async () => {
  const { rows, others, total } = await server.operator.allInOne.getMovers(scope({ limit: 2 }))
  expect(rows.map(({ sku, change, likelyReason: reason }) => [sku, change, reason])).toEqual([
    ['MUG', '50', 'SESSIONS'],
    ['CUP', '-23', 'PRICE'],
  ])
  expect(rows.map(({ contribution }) => contribution)).toEqual([0.217391, -0.1])
  expect(others).toEqual({ count: 1, sales: '30', change: '0', contribution: 0 })
  expect(total).toEqual({ count: 3, sales: '257', change: '27', contribution: 0.117391 })
})

test('nobody moved against days that no report tells of', async () => {
  const { rows, total } = await server.operator.allInOne.getMovers(
    scope({ startDate: BEFORE.start, endDate: BEFORE.end }),
  )
  expect([rows, total.contribution]).toEqual([[], null])
})

test('without an exchange rate nobody is told to have fallen to nothing, and the sum of all has no value', async () => {
  const foreign = await server.company()
  const sold = { sales: '100.00', units: 10, sessions: 100 }
  const record = await foreign.import('foreign.json', {
    coverage: REACHED.flatMap((row) => [row, { ...row, marketplace: 'PL' }]),
    sales_traffic_asin_day: [
      ...ofProduct('MUG', [sold, { ...sold, sales: '150.00' }]),
      ...ofProduct('TASSE', [sold, { ...sold, sales: '220.00' }]).map((row) => ({
        ...row,
        marketplace: 'PL',
        currency: 'PLN',
      })),
    ],
    // Of the day of the sales before, and of none near those after.
    exchange_rates: [
      { currency: 'GBP', rate_date: '2026-05-10', usd_per_unit: '1.25' },
      { currency: 'PLN', rate_date: '2026-05-10', usd_per_unit: '0.25' },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { rows, others, total } = await server.operator.allInOne.getMovers({
    ...scope({ limit: 2 }),
    companyId: foreign.id,
  })
  expect(rows.map(({ sku, change, contribution }) => [sku, change, contribution])).toEqual([
    ['MUG', '50', 0.416667],
  ])
  expect(total).toEqual({ count: 2, sales: null, change: null, contribution: null })
  expect(others).toEqual({ count: 1, sales: null, change: null, contribution: null })
})

test('a reason is what moved far enough in the direction of the sales', () => {
  const cell = (value: string | null, previous: string | null) => ({ value, previous, growth: null })
  const of = (changes: Partial<Record<(typeof MOVER_METRICS)[number], [string | null, string | null]>>) =>
    Object.fromEntries(
      MOVER_METRICS.map((metric) => [metric, cell(...(changes[metric] ?? ['1', '1']))]),
    ) as Parameters<typeof likelyReason>[0]
  // Ten points, not ten percent.
  expect(likelyReason(of({ buyBoxPercentage: ['0.80', '0.90'] }), false)).toBe('FEATURED_OFFER')
  expect(likelyReason(of({ buyBoxPercentage: ['0.81', '0.90'] }), false)).toBeNull()
  expect(likelyReason(of({ averageSellingPrice: ['10.50', '10.00'] }), false)).toBe('PRICE')
  // What became dearer sells no more for it.
  expect(likelyReason(of({ averageSellingPrice: ['10.50', '10.00'] }), true)).toBeNull()
  expect(likelyReason(of({ sessions: ['80', '100'] }), false)).toBe('SESSIONS')
  expect(likelyReason(of({ unitSessionPercentage: ['0.12', '0.10'] }), true)).toBe('CONVERSION')
  expect(likelyReason(of({ adSpend: ['70', '100'] }), false)).toBe('AD_SPEND')
  expect(likelyReason(of({ sessions: ['80', '100'] }), false, 1)).toBe('OUT_OF_STOCK')
  expect(likelyReason(of({ sessions: ['80', '100'] }), false, -1)).toBe('SESSIONS')
  expect(likelyReason(of({ sessions: ['120', '100'] }), true, -1)).toBe('OUT_OF_STOCK')
  expect(likelyReason(of({ adSpend: ['70', null], sessions: ['5', '0'] }), false)).toBeNull()
})

test('products are put in order and cut into pages; their sum is that of the card', async () => {
  const ask = (more: Partial<AllInOneProductsInput>) => server.operator.allInOne.getProducts(scope(more))
  const { rows, rowCount } = await ask({ pageSize: 2, sortOrder: 'ASC' })
  expect([rows.map(({ key }) => key), rowCount]).toEqual([['BOWL', 'CUP'], 3])
  const { total } = await ask({})
  const { cards } = await server.operator.allInOne.getSummary(scope({}))
  expect(total.metrics.netProfit?.value).toBe(cards.netProfit.value)
})

test('alerts count what needs somebody', async () => {
  const alerts = await server.operator.allInOne.getAlerts({ companyId: company.id, currencyCode: 'GBP' })
  expect(alerts).toEqual({
    period: { startDate: JUNE.start, endDate: JUNE.end },
    losingProducts: 0,
    unitsWithoutCost: 0,
    strandedUnits: null,
    runningOut: null,
    // No report says what was searched for.
    spendWithoutOrders: null,
    brokenConnections: 0,
    endingConnections: 0,
  })
})

test('consents that are over and that end within 30 days are told apart', async () => {
  const { accounts } = server.services
  const connected = await server.company()
  const consent = (region: 'EUROPE' | 'NORTH_AMERICA' | 'FAR_EAST', days: number) => ({
    companyId: connected.id,
    provider: 'SELLING_PARTNER' as const,
    region,
    refreshToken: 'sealed',
    authorisedAt: server.now,
    expiresAt: new Date(+server.now + days * 86_400_000),
    createdBy: 'somebody',
  })
  await accounts.db
    .insert(tables.connections)
    .values([consent('EUROPE', -1), consent('NORTH_AMERICA', 29), consent('FAR_EAST', 31)])
  expect(
    await server.operator.allInOne.getAlerts({ companyId: connected.id, currencyCode: 'GBP' }),
  ).toMatchObject({ brokenConnections: 1, endingConnections: 1 })
})

test('products that sell and last 14 days or less, those that sell fastest first', async () => {
  const other = await server.company()
  const stock = (sku: string, available: number) =>
    daysOf(JUNE).map((date) => ({ marketplace: 'GB', date, sku, available }))
  const sold = (sku: string, quantity: number) =>
    daysOf(JUNE).map((day) => ({
      marketplace: 'GB',
      currency: 'GBP',
      order_id: `${sku} ${day}`,
      order_item_id: '1',
      purchased_at: `${day}T10:00:00Z`,
      order_status: 'Shipped',
      sku,
      quantity,
      item_price: '10.00',
    }))
  await other.import('stock.json', {
    order_items: [
      ...sold('ENDS', 2),
      ...sold('FAST', 5),
      ...sold('LASTS', 2),
      ...sold('OWN', 9),
      ...sold('SLOW', 1).slice(-3),
    ],
    inventory_snapshots: [
      // Three in 21 days, of which two are left: 14 days exactly, though a seventh has no end.
      ...stock('SLOW', 0).slice(0, 9),
      ...stock('SLOW', 2).slice(9),
      ...stock('ENDS', 28),
      ...stock('FAST', 0),
      ...stock('LASTS', 29),
      ...stock('IDLE', 0),
    ],
  })
  const alerts = (marketplaces?: 'DE'[]) =>
    server.operator.allInOne.getAlerts({
      companyId: other.id,
      currencyCode: 'GBP',
      ...(marketplaces && { marketplaces }),
    })
  expect((await alerts()).runningOut).toEqual({ products: 3, skus: ['FAST', 'ENDS', 'SLOW'] })
  // No report tells of Germany.
  expect((await alerts(['DE'])).runningOut).toBeNull()
  // Snapshots that ended weeks ago say nothing of what is left, and too few sales nothing of how fast it goes.
  const old = await server.company()
  await old.import('stock.json', {
    order_items: sold('ENDS', 2),
    inventory_snapshots: stock('ENDS', 100).slice(0, 10),
  })
  expect(await server.operator.allInOne.getAlerts({ companyId: old.id, currencyCode: 'GBP' })).toMatchObject({
    runningOut: null,
  })
  const slow = await server.company()
  await slow.import('stock.json', {
    order_items: sold('ENDS', 2).slice(0, 3),
    inventory_snapshots: stock('ENDS', 1).slice(0, 3),
  })
  expect(await server.operator.allInOne.getAlerts({ companyId: slow.id, currencyCode: 'GBP' })).toMatchObject(
    {
      runningOut: null,
    },
  )
})

test('spend without orders is told in money, of search terms', async () => {
  const other = await server.company()
  const record = await other.import('ads.json', {
    ads_daily: [
      { clicks: 12, purchases_7d: 0, cost: '4.50', search_term: 'mug' },
      { clicks: 12, purchases_7d: 1, cost: '9.00', search_term: 'blue mug' },
    ].map((row) => ({
      ...gb,
      ...row,
      date: '2026-06-20',
      ad_type: 'SP',
      campaign_id: 'C',
      level: 'SEARCH_TERM',
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const asked = { companyId: other.id, currencyCode: 'GBP' } as const
  expect(await server.operator.allInOne.getAlerts(asked)).toMatchObject({ spendWithoutOrders: '4.5' })
  // The number that its link explains.
  const { value } = await server.operator.audit.explainValue({
    ...asked,
    metricId: 'wastedAdSpend',
    startDate: JUNE.start,
    endDate: JUNE.end,
  })
  expect(value).toBe('4.5')
})

test('sales by marketplace add up to the card, the largest first, each with its share', async () => {
  const other = await server.company()
  const sold = (marketplace: string, date: string, sales: string) => ({
    marketplace,
    currency: marketplace === 'GB' ? 'GBP' : 'EUR',
    date,
    ordered_product_sales: sales,
  })
  const record = await other.import('sales.json', {
    sales_traffic_date: [
      ...DAYS.map((date) => sold('GB', date, date === '2026-06-10' ? '30.00' : '0.00')),
      ...DAYS.map((date) => sold('DE', date, date < JUNE.start ? '1.00' : '3.00')),
    ],
    exchange_rates: DAYS.flatMap((rate_date) =>
      ['GBP', 'EUR'].map((currency) => ({ currency, rate_date, usd_per_unit: '1.20' })),
    ),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const asked = { ...scope({ growthType: 'MONTH_ON_MONTH' as const }), companyId: other.id }
  const { rows, total, notAllocated } = await server.operator.allInOne.getMarketplaces(asked)
  expect(rows.map(({ key, sales, salesShare }) => [key, sales.value, salesShare])).toEqual([
    ['DE', '90', 0.75],
    ['GB', '30', 0.25],
  ])
  expect([total.sales.value, notAllocated]).toEqual(['120', null])
  const { cards } = await server.operator.allInOne.getSummary(asked)
  expect(cards.orderedProductSales.value).toBe('120')
  const { rows: one } = await server.operator.allInOne.getMarketplaces({ ...asked, marketplaces: ['GB'] })
  expect(one.map(({ key, salesShare }) => [key, salesShare])).toEqual([['GB', 1]])
})

test('a product that had nothing to sell on more days sold less for that, where every day is told', async () => {
  const other = await server.company()
  const stock = (sku: string, out: (day: string) => boolean, days = [...daysOf(MAY), ...daysOf(JUNE)]) =>
    days.map((date) => ({ marketplace: 'GB', date, sku, available: out(date) ? 0 : 5 }))
  const record = await other.import('stock.json', {
    sales_traffic_asin_day: [
      ...ofProduct('MUG', [SOLD, { ...SOLD, sales: '50.00', units: 5 }]),
      ...ofProduct('CUP', [SOLD, { ...SOLD, sales: '80.00', units: 8 }]),
    ].concat(
      ['MUG', 'CUP'].map((sku) => ({
        ...gb,
        date: MAY.start,
        child_asin: `B-${sku}`,
        sku,
        ordered_product_sales: '0.00',
        units_ordered: 0,
        sessions: 0,
      })),
    ),
    // An order report says that nothing was sold on these days.
    order_items: [MAY.start, JUNE.end].map((day) => ({
      ...gb,
      order_id: day,
      purchased_at: `${day}T09:00:00Z`,
      order_status: 'Shipped',
      quantity: 1,
      item_price: '12.00',
      sku: 'OTHER',
    })),
    inventory_snapshots: [
      ...stock('MUG', (day) => day >= '2026-06-23'),
      ...stock('CUP', (day) => day >= '2026-06-23', daysOf(JUNE)),
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { rows } = await server.operator.allInOne.getMovers({ ...scope({}), companyId: other.id })
  const found = rows.map((row) => [row.sku, row.moreDaysOutOfStock, row.likelyReason])
  expect(found).toEqual([
    ['CUP', null, 'CONVERSION'],
    ['MUG', 8, 'OUT_OF_STOCK'],
  ])
  // Without an order report nobody knows whether a day without stock had a sale.
  const unsold = await server.company()
  await unsold.import('stock.json', {
    coverage: REACHED,
    sales_traffic_asin_day: ofProduct('MUG', [SOLD, { ...SOLD, sales: '50.00', units: 5 }]),
    inventory_snapshots: stock('MUG', (day) => day >= '2026-06-23'),
  })
  const { rows: others } = await server.operator.allInOne.getMovers({ ...scope({}), companyId: unsold.id })
  expect(others.map((row) => [row.sku, row.moreDaysOutOfStock, row.likelyReason])).toEqual([
    ['MUG', null, 'CONVERSION'],
  ])
})

test('advertising has the days of its reports, and a range is bounded', async () => {
  const { id: companyId } = company
  expect(await server.operator.advertising.getValidDataTimeWindow({ companyId })).toEqual({
    startDate: BEFORE.start,
    endDate: JUNE.end,
  })
  const { id } = await server.company()
  expect(await server.operator.advertising.getValidDataTimeWindow({ companyId: id })).toBeNull()
  const tooLong = scope({ startDate: addDays(JUNE.end, -ALL_IN_ONE_DAYS_MAX) })
  await expect(server.operator.allInOne.getSummary(tooLong)).rejects.toThrow(`${ALL_IN_ONE_DAYS_MAX}`)
})
