/** Facts beside the ledger through the public doors: files in, figures out, by whole, marketplace and product. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { evaluator, measuresOf, type Figure } from '#contract/metrics/evaluate.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { companyAsOf, getCompany } from '#server/accounts/index.ts'
import { rebuildCompany } from '#server/ledger/rebuild.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { readMeasured } from './measured.ts'
import type { MeasuredQuestion } from './measured-answer.ts'
import { formTest, formsOf } from '#test/support/drawn-cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const day = (date: string) => ({ start: date, end: date })
const MARCH = { start: '2026-03-01', end: '2026-03-31' }

const traffic = (marketplace: string, date: string, more: object = {}) => ({
  marketplace,
  date,
  ordered_product_sales: '100.00',
  units_ordered: 10,
  sessions: 50,
  page_views: 80,
  buy_box_percentage: '90',
  ...more,
})
const byAsin = (marketplace: string, date: string, sku: string, more: object = {}) => ({
  ...traffic(marketplace, date, more),
  child_asin: `B0${sku}`,
  sku,
})
const snapshot = (marketplace: string, date: string, sku: string, available: number, more: object = {}) => ({
  marketplace,
  date,
  sku,
  available,
  ...more,
})
const ad = (more: object = {}) => ({
  date: '2026-03-02',
  ad_type: 'SP',
  marketplace: 'DE',
  campaign_id: 'C-1',
  sku: 'MUG',
  cost: '5.00',
  ...more,
})

interface Asked extends Partial<Omit<MeasuredQuestion, 'measures' | 'periods'>> {
  version?: number
}

/** Figures of these measures in a period, by key: what a test says of them. */
async function ask(
  company: TestCompany,
  names: readonly Measure[],
  period = MARCH,
  { version, ...question }: Asked = {},
): Promise<{
  keys: string[]
  of: (measure: Measure, key?: string) => string
  figure: (measure: Measure, key?: string) => Figure
}> {
  const now = (await getCompany(server.services.accounts, company.id))!
  const seen = version === undefined ? now : await companyAsOf(server.services.accounts, now, version)
  const answer = await readMeasured(
    server.services,
    seen,
    {
      by: 'total',
      currencyCode: 'EUR',
      marketplaces: [],
      skus: [],
      ...question,
      measures: names,
      periods: [{ period, comparison: null }],
    },
    undefined,
  )
  const figure = (measure: Measure, key?: string) => answer.figure(measure, period, key)
  return {
    keys: answer.keys(),
    figure,
    of: (measure, key) => {
      const { value, lacks } = figure(measure, key)
      return [value === null ? 'null' : toText(value), ...lacks].join(' ')
    },
  }
}

async function imported(company: TestCompany, name: string, file: object): Promise<number> {
  const record = await company.import(name, file)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  return record.id
}

const TRAFFIC = [
  'traffic.orderedProductSales',
  'traffic.unitsOrdered',
  'traffic.sessions',
  'traffic.pageViews',
  'traffic.featuredOfferPageViews',
  'traffic.pageViewsOfOffers',
  'traffic.unitsShipped',
] as const

const saidOf = (answer: Awaited<ReturnType<typeof ask>>, measures: readonly Measure[], key?: string) =>
  Object.fromEntries(measures.map((measure) => [measure.split('.')[1], answer.of(measure, key)]))

describe('sales and traffic', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    await imported(company, 'facts.json', {
      sales_traffic_date: [
        traffic('DE', '2026-03-01', { units_shipped: 7 }),
        // Amazon says nothing of the Featured Offer on this day.
        traffic('DE', '2026-03-02', { sessions: 60, buy_box_percentage: null }),
        traffic('FR', '2026-03-02', { sessions: 30, page_views: 20, buy_box_percentage: 50 }),
      ],
      sales_traffic_asin_day: [
        byAsin('DE', '2026-03-01', 'MUG', { sessions: 40 }),
        byAsin('DE', '2026-03-01', 'CUP', { sessions: 35 }),
        byAsin('FR', '2026-03-02', 'MUG', { sessions: 30 }),
      ],
    })
  })

  test('of the whole come from the report by date', async () => {
    expect(saidOf(await ask(company, TRAFFIC), TRAFFIC)).toEqual({
      orderedProductSales: '300 DAYS',
      unitsOrdered: '30 DAYS',
      sessions: '140 DAYS',
      pageViews: '180 DAYS',
      featuredOfferPageViews: '82 DAYS',
      pageViewsOfOffers: '100 DAYS',
      unitsShipped: '7 DAYS',
    })
  })

  test('of products come from the report by ASIN alone, in whatever way they are asked', async () => {
    const byProduct = await ask(company, TRAFFIC, MARCH, { by: 'sku' })
    expect(byProduct.keys).toEqual(['CUP', 'MUG'])
    expect(byProduct.of('traffic.sessions', 'MUG')).toBe('70 DAYS')
    expect(byProduct.of('traffic.sessions', 'CUP')).toBe('35 DAYS')
    // The visitors of two products are not those of the account.
    expect(byProduct.of('traffic.sessions')).toBe('105 DAYS')
    const filtered = await ask(company, TRAFFIC, MARCH, { skus: ['MUG'] })
    expect(filtered.of('traffic.sessions')).toBe('70 DAYS')
    expect(filtered.of('traffic.orderedProductSales')).toBe('200 DAYS')
    const placed = await ask(company, TRAFFIC, MARCH, { skus: ['MUG'], by: 'marketplace' })
    expect([placed.of('traffic.sessions', 'DE'), placed.of('traffic.sessions', 'FR')]).toEqual([
      '40 DAYS',
      '30 DAYS',
    ])
    // Amazon says this of the whole account only.
    expect(byProduct.of('traffic.unitsShipped')).toBe('null')
  })

  test('by marketplace add up to the whole, and one that says nothing has none', async () => {
    const answer = await ask(
      company,
      TRAFFIC,
      { start: '2026-03-01', end: '2026-03-02' },
      { by: 'marketplace' },
    )
    expect(answer.keys).toEqual(['DE', 'FR'])
    expect(answer.of('traffic.sessions', 'DE')).toBe('110')
    expect(answer.of('traffic.sessions', 'FR')).toBe('30')
    expect(answer.of('traffic.sessions')).toBe('140')
    expect(answer.of('traffic.unitsShipped', 'FR')).toBe('null')
    expect(answer.of('traffic.sessions', 'GB')).toBe('null DAYS')
    const onlyDe = await ask(company, TRAFFIC, MARCH, { marketplaces: ['DE'] })
    expect(onlyDe.of('traffic.sessions')).toBe('110 DAYS')
  })

  test('are nothing where no file covers a day, and 0 on a covered day without a row', async () => {
    const gap = await server.company()
    await imported(gap, 'facts.json', {
      sales_traffic_date: [traffic('DE', '2026-03-01'), traffic('DE', '2026-03-03')],
    })
    expect((await ask(gap, TRAFFIC, day('2026-03-02'))).of('traffic.sessions')).toBe('0')
    expect((await ask(gap, TRAFFIC, day('2026-02-27'))).of('traffic.sessions')).toBe('null DAYS')
    expect((await ask(gap, TRAFFIC, day('2026-03-04'))).of('traffic.sessions')).toBe('null DAYS')
    expect((await ask(gap, TRAFFIC, { start: '2026-03-03', end: '2026-03-05' })).of('traffic.sessions')).toBe(
      '50 DAYS',
    )
    // Of products no report is there at all.
    expect((await ask(gap, TRAFFIC, day('2026-03-01'), { by: 'sku' })).of('traffic.sessions')).toBe(
      'null DAYS',
    )
  })

  test('what no row states is unknown rather than 0', async () => {
    const silent = await server.company()
    await imported(silent, 'facts.json', { sales_traffic_date: [traffic('DE', '2026-03-01')] })
    const measures = ['traffic.sessionsB2B', 'traffic.sessions'] as const
    const answer = await ask(silent, measures, day('2026-03-01'))
    expect([answer.of('traffic.sessionsB2B'), answer.of('traffic.sessions')]).toEqual(['null', '50'])
  })

  test('money is converted at the rate of its day, and without one it is none', async () => {
    const abroad = await server.company()
    await imported(abroad, 'facts.json', {
      exchange_rates: [
        { rate_date: '2026-03-01', currency: 'EUR', usd_per_unit: '1.10' },
        { rate_date: '2026-03-01', currency: 'GBP', usd_per_unit: '1.32' },
        { rate_date: '2026-03-02', currency: 'GBP', usd_per_unit: '1.21' },
      ],
      sales_traffic_date: [
        traffic('GB', '2026-03-01', { ordered_product_sales: '10.00' }),
        traffic('GB', '2026-03-02', { ordered_product_sales: '10.00' }),
        // Rates hold for ten days.
        traffic('GB', '2026-03-13', { ordered_product_sales: '3.00' }),
      ],
    })
    const sales = ['traffic.orderedProductSales', 'traffic.sessions'] as const
    const first = await ask(abroad, sales, { start: '2026-03-01', end: '2026-03-02' })
    expect(first.of('traffic.orderedProductSales')).toBe('23')
    const all = await ask(abroad, sales, { start: '2026-03-01', end: '2026-03-13' })
    expect(all.of('traffic.orderedProductSales')).toBe('null RATES')
    expect(all.of('traffic.sessions')).toBe('150')
    expect(
      [...all.figure('traffic.orderedProductSales').unconverted].map(([code, sum]) => [code, toText(sum)]),
    ).toEqual([['GBP', '3']])
  })
})

test('metrics of several facts meet in the evaluator, and ratios are ratios of sums', async () => {
  const company = await server.company()
  await imported(company, 'facts.json', {
    sales_traffic_asin_day: [
      byAsin('DE', '2026-03-02', 'MUG', { page_views: 300, buy_box_percentage: '90' }),
      byAsin('DE', '2026-03-02', 'CUP', {
        page_views: 100,
        buy_box_percentage: '50',
        ordered_product_sales: '0',
      }),
    ],
    ads_daily: [
      ad({ cost: '8.00', clicks: 10, sales_7d: '40.00' }),
      ad({ sku: 'CUP', cost: '2.00', clicks: 0, sales_7d: '0.00' }),
    ],
  })
  const ids = ['buyBoxPercentage', 'tacos', 'acos', 'cpc', 'organicSales', 'unitSessionPercentage'] as const
  const measures = [...measuresOf(ids)]
  const answer = await ask(company, measures, day('2026-03-02'), { by: 'sku' })
  const valuesOf = (key?: string) => {
    const value = evaluator((measure) => answer.figure(measure, key))
    return ids.map((id) => value(id).value).map((one) => (one === null ? null : toText(one)))
  }
  expect(valuesOf()).toEqual(['0.8', '0.1', '0.25', '1', '60', '0.2'])
  expect(valuesOf('MUG')).toEqual(['0.9', '0.08', '0.2', '0.8', '60', '0.2'])
  // Spend without sales: of a share of nothing nothing is said.
  expect(valuesOf('CUP')).toEqual(['0.5', null, null, null, '0', '0.2'])
})

test('what two seller accounts sell in one marketplace adds up', async () => {
  const company = await server.company()
  const of = (account: string, row: object) => ({ account, ...row })
  await imported(company, 'facts.json', {
    seller_accounts: [
      { name: 'One', region: 'EUROPE', home_marketplace: 'DE' },
      { name: 'Two', region: 'EUROPE', home_marketplace: 'DE' },
    ],
    sales_traffic_date: ['One', 'Two'].map((account) => of(account, traffic('DE', '2026-03-01'))),
    inventory_snapshots: [
      of('One', snapshot('DE', '2026-03-01', 'MUG', 3)),
      of('Two', snapshot('DE', '2026-03-02', 'MUG', 4)),
    ],
  })
  const answer = await ask(company, ['traffic.sessions', 'stock.available'], {
    start: '2026-03-01',
    end: '2026-03-02',
  })
  expect(answer.of('traffic.sessions')).toBe('100 DAYS')
  expect(answer.of('stock.available')).toBe('7 DAYS')
})

describe('stock', () => {
  const MEASURES = [
    'stock.available',
    'stock.inbound',
    'stock.reserved',
    'stock.betweenWarehouses',
    'stock.unfulfillable',
  ] as const

  test('is that of the last day that is known, in each marketplace', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      inventory_snapshots: [
        snapshot('DE', '2026-03-01', 'MUG', 9),
        snapshot('DE', '2026-03-01', 'CUP', 4),
        snapshot('DE', '2026-03-10', 'MUG', 7, {
          inbound_working: 1,
          inbound_shipped: 2,
          inbound_receiving: 3,
          reserved_customer_orders: 10,
          reserved_fc_transfer: 20,
          reserved_fc_processing: 30,
          unfulfillable: 5,
        }),
        snapshot('GB', '2026-03-08', 'MUG', 100),
      ],
    })
    const whole = await ask(company, MEASURES, { start: '2026-03-01', end: '2026-03-10' })
    expect(saidOf(whole, MEASURES)).toEqual({
      available: '107 DAYS',
      inbound: '6 DAYS',
      reserved: '60 DAYS',
      betweenWarehouses: '50 DAYS',
      unfulfillable: '5 DAYS',
    })
    const placed = await ask(
      company,
      MEASURES,
      { start: '2026-03-01', end: '2026-03-10' },
      { by: 'marketplace' },
    )
    expect([placed.of('stock.available', 'DE'), placed.of('stock.available', 'GB')]).toEqual([
      '7',
      '100 DAYS',
    ])
    // A cup that is in no row of the last snapshot is not there.
    const products = await ask(company, MEASURES, { start: '2026-03-01', end: '2026-03-10' }, { by: 'sku' })
    expect([products.of('stock.available', 'MUG'), products.of('stock.available', 'CUP')]).toEqual([
      '107 DAYS',
      '0 DAYS',
    ])
    expect(
      (await ask(company, MEASURES, { start: '2026-03-01', end: '2026-03-07' })).of('stock.available'),
    ).toBe('13 DAYS')
    expect((await ask(company, MEASURES, day('2026-03-05'))).of('stock.available')).toBe('null DAYS')
    expect((await ask(company, MEASURES, day('2026-03-01'), { skus: ['CUP'] })).of('stock.available')).toBe(
      '4',
    )
  })

  test('without one of its parts what is reserved is unknown', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      inventory_snapshots: [
        snapshot('DE', '2026-03-01', 'MUG', 9, {
          reserved_customer_orders: 10,
          reserved_fc_processing: 30,
        }),
      ],
    })
    expect(saidOf(await ask(company, MEASURES, day('2026-03-01')), MEASURES)).toEqual({
      available: '9',
      inbound: 'null',
      reserved: 'null',
      betweenWarehouses: 'null',
      unfulfillable: 'null',
    })
  })

  test('what is reserved is one number where a report does not say what for', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      inventory_snapshots: [snapshot('DE', '2026-03-01', 'MUG', 9, { reserved: 40 })],
    })
    const said = saidOf(await ask(company, MEASURES, day('2026-03-01')), MEASURES)
    expect([said['reserved'], said['betweenWarehouses']]).toEqual(['40', 'null'])
  })

  test('of several periods each has its own last day', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      inventory_snapshots: [
        snapshot('DE', '2026-01-31', 'MUG', 1),
        snapshot('DE', '2026-02-28', 'MUG', 2),
        snapshot('DE', '2026-03-31', 'MUG', 4),
      ],
    })
    const months = ['01-31', '02-28', '03-31'].map((end) => ({
      start: `2026-${end.slice(0, 2)}-01`,
      end: `2026-${end}`,
    }))
    const quarter = { start: '2026-01-01', end: '2026-03-31' }
    const answer = await readMeasured(
      server.services,
      (await getCompany(server.services.accounts, company.id))!,
      {
        measures: MEASURES,
        by: 'total',
        currencyCode: 'EUR',
        marketplaces: [],
        skus: [],
        periods: [
          ...months.map((period) => ({ period, comparison: null })),
          { period: quarter, comparison: months[0]! },
        ],
      },
      undefined,
    )
    expect(
      [...months, quarter].map((period) => toText(answer.figure('stock.available', period).value!)),
    ).toEqual(['1', '2', '4', '4'])
  })
})

describe('advertising', () => {
  const ADS = [
    'advertising.cost',
    'advertising.impressions',
    'advertising.clicks',
    'advertising.sales',
    'advertising.orders',
    'advertising.units',
    'advertising.sameSkuSales',
    'advertising.sponsoredProductsSales',
    'advertising.newToBrandOrders',
    'advertising.newToBrandSales',
    'advertising.brandAdOrders',
  ] as const

  /** What a report of ads that brought nothing says. */
  const NOTHING = { impressions: 0, clicks: 0, sales_14d: '0', purchases_14d: 0, units_14d: 0 }
  const OF_DISPLAY = {
    ...NOTHING,
    ad_type: 'SD',
    sku: '',
    campaign_id: 'C-3',
    ntb_purchases_14d: 0,
    ntb_sales_14d: '0',
  }

  formTest('what some of its rows leave out is not held against all of them', async () => {
    const company = await server.company()
    const march = daysOf({ start: '2026-03-01', end: '2026-03-30' })
    const brands = { ...OF_DISPLAY, ad_type: 'SB', clicks: 50, purchases_14d: 10 }
    await imported(company, 'brands.json', {
      ads_daily: march.map((date, index) =>
        ad({
          ...brands,
          date,
          ntb_purchases_14d: index < 15 ? 5 : undefined,
          ntb_sales_14d: index < 15 ? '60.00' : undefined,
        }),
      ),
    })
    const explain = async (metricId: MetricId, startDate: string, endDate: string) => {
      const asked = { companyId: company.id, metricId, startDate, endDate, currencyCode: 'EUR' as const }
      const { value, lacks } = await server.operator.audit.explainValue(asked)
      return [value, ...(lacks ?? [])]
    }
    const share = 'newToBrandOrdersShare'
    expect(await explain(share, '2026-03-01', '2026-03-15')).toEqual(['0.5'])
    expect(await explain(share, '2026-03-16', '2026-03-30')).toEqual([null])
    for (const id of [share, 'newToBrandOrders', 'newToBrandSales'] as const)
      expect([id, ...(await explain(id, '2026-03-01', '2026-03-30'))]).toEqual([id, null, 'DAYS'])
    // Sponsored Products never say who is new, and take it from nobody.
    await imported(company, 'products.json', {
      ads_daily: march.map((date) => ad({ ...NOTHING, date, purchases_14d: 20 })),
    })
    expect(await explain(share, '2026-03-01', '2026-03-15')).toEqual(['0.5'])

    await imported(company, 'february.json', {
      ads_daily: [
        ad({
          ...NOTHING,
          date: '2026-02-01',
          cost: '10.00',
          clicks: 5,
          sales_14d: '40.00',
          purchases_14d: 2,
        }),
        ad({ date: '2026-02-01', cost: '10.00', campaign_id: 'C-9', impressions: 9, clicks: 5 }),
        ad({ date: '2026-02-02', cost: '4.00', clicks: 2, sales_7d: '8.00', purchases_7d: 1 }),
      ],
    })
    for (const id of ['adSales', 'adOrders', 'adUnits', 'acos', 'roas', 'cvr', 'cpa'] as const)
      expect([id, ...(await explain(id, '2026-02-01', '2026-02-01'))]).toEqual([id, null, 'DAYS'])
    expect(await explain('cpc', '2026-02-01', '2026-02-01')).toEqual(['2'])
    expect(await explain('acos', '2026-02-02', '2026-02-02')).toEqual(['0.5'])
    // No row states them, and that is no gap.
    expect(await explain('adUnits', '2026-02-02', '2026-02-02')).toEqual([null])
  })

  test('has the windows of each kind of ad, and is the advertising of the statement', async () => {
    const company = await server.company()
    await imported(company, 'first.json', {
      ads_daily: [
        ad({
          impressions: 1000,
          clicks: 40,
          purchases_7d: 3,
          purchases_14d: 4,
          units_7d: 5,
          units_14d: 6,
          sales_7d: '70.00',
          sales_14d: '90.00',
          sales_same_sku_7d: '50.00',
        }),
        // A report without the shorter window.
        ad({ ...NOTHING, sku: 'CUP', cost: '2.00', sales_14d: '11.00', sales_same_sku_7d: '0' }),
        ad({
          ...NOTHING,
          ad_type: 'SB',
          sku: '',
          campaign_id: 'C-2',
          cost: '4.00',
          purchases_7d: 1,
          purchases_14d: 2,
          sales_7d: '10.00',
          sales_14d: '20.00',
          ntb_purchases_14d: 1,
          ntb_sales_14d: '8.00',
          sales_same_sku_7d: '1.00',
        }),
        // Shown, and not clicked.
        ad({ ...OF_DISPLAY, cost: '0', impressions: 500 }),
      ],
    })
    // The days are read again: one campaign's spend has grown, nothing is said of the others.
    await imported(company, 'again.json', {
      ads_daily: [
        ad({
          cost: '6.00',
          impressions: 1200,
          clicks: 44,
          purchases_7d: 3,
          units_7d: 5,
          sales_7d: '70.00',
          sales_same_sku_7d: '50.00',
        }),
        ad({ ...NOTHING, sku: 'CUP', cost: '0', sales_same_sku_7d: '0' }),
        // It was clicked after all.
        ad({ ...OF_DISPLAY, cost: '1.00', impressions: 900, clicks: 1 }),
      ],
    })
    const answer = await ask(company, ADS, day('2026-03-02'))
    expect(saidOf(answer, ADS)).toEqual({
      cost: '13',
      impressions: '2100',
      clicks: '45',
      sales: '101',
      orders: '5',
      units: '5',
      sameSkuSales: '50',
      sponsoredProductsSales: '81',
      newToBrandOrders: '1',
      newToBrandSales: '8',
      brandAdOrders: '2',
    })
    const { lines } = await company.pnl({ from: '2026-03-02', to: '2026-03-02', currency: 'EUR' })
    const spent = ['advertisingSp', 'advertisingSb', 'advertisingSd'].map((line) =>
      Number(lines[line as 'advertisingSp']),
    )
    expect(spent.reduce((a, b) => a + b)).toBe(-13)
    const products = await ask(company, ADS, day('2026-03-02'), { by: 'sku' })
    expect(products.keys).toEqual(['', 'CUP', 'MUG'])
    expect(['MUG', 'CUP', ''].map((sku) => products.of('advertising.cost', sku))).toEqual(['6', '2', '5'])
    expect(products.of('advertising.newToBrandOrders', 'MUG')).toBe('null')
  })

  formTest(
    'spend that names no marketplace belongs where its month does, also when that is known later',
    async () => {
      const company = await server.company()
      await imported(company, 'ads.json', { ads_daily: [ad({ marketplace: '', currency: 'EUR' })] })
      const at = async (key: string) =>
        (await ask(company, ['advertising.cost'], day('2026-03-02'), { by: 'marketplace' })).of(
          'advertising.cost',
          key,
        )
      expect([await at(''), await at('DE')]).toEqual(['5', '0'])
      const id = await imported(company, 'lines.json', {
        settlement_lines: [
          {
            transaction_type: 'Shipment',
            posted_at: '2026-03-05T10:00:00Z',
            order_id: 'O-1',
            sku: 'MUG',
            marketplace: 'DE',
            amount_type: 'ItemPrice',
            amount_description: 'Principal',
            amount: '10.00',
            currency: 'EUR',
          },
        ],
      })
      expect([await at(''), await at('DE')]).toEqual(['0', '5'])
      await company.undo(id)
      expect([await at(''), await at('DE')]).toEqual(['5', '0'])
    },
  )
})

describe('orders', () => {
  const ORDERS = [
    'orders.orders',
    'orders.cancelledOrders',
    'orders.pendingOrders',
    'orders.itemPrice',
    'orders.quantity',
  ] as const
  const item = (order: string, sku: string, more: object = {}) => ({
    order_id: order,
    order_item_id: `${order}-${sku}`,
    purchased_at: '2026-03-02T10:00:00Z',
    last_updated_at: '2026-03-03T10:00:00Z',
    order_status: 'Shipped',
    marketplace: 'DE',
    sku,
    quantity: 1,
    item_price: '10.00',
    currency: 'EUR',
    ...more,
  })
  const FILE = {
    order_items: [
      item('O-1', 'MUG', { quantity: 2, item_price: '20.00' }),
      item('O-1', 'CUP'),
      // Of this one the cup alone was cancelled.
      item('O-2', 'MUG'),
      item('O-2', 'CUP', { item_status: 'Canceled' }),
      item('O-3', 'CUP', { order_status: 'Cancelled' }),
      item('O-4', 'MUG', { order_status: 'Pending', item_price: null }),
      item('O-5', 'MUG', { marketplace: 'FR' }),
      item('O-6', 'MUG', { sales_channel: 'Non-Amazon' }),
    ],
  }
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    await imported(company, 'orders.json', FILE)
  })
  const on = (question: Asked = {}) => ask(company, ORDERS, day('2026-03-02'), question)

  test('count once in the whole, and once for each of their products', async () => {
    const WHOLE = { orders: '4', cancelledOrders: '1', pendingOrders: '1', itemPrice: '60', quantity: '6' }
    expect(saidOf(await on(), ORDERS)).toEqual(WHOLE)
    const products = await on({ by: 'sku' })
    expect(saidOf(products, ORDERS, 'MUG')).toEqual({
      ...WHOLE,
      cancelledOrders: '0',
      itemPrice: '50',
      quantity: '5',
    })
    expect(saidOf(products, ORDERS, 'CUP')).toEqual({
      orders: '1',
      cancelledOrders: '2',
      pendingOrders: '0',
      itemPrice: '10',
      quantity: '1',
    })
    expect((await on({ skus: ['CUP'] })).of('orders.orders')).toBe('1')
    // Together they are what the whole is.
    expect(saidOf(await on({ skus: ['MUG', 'CUP'] }), ORDERS)).toEqual(WHOLE)
    expect((await on({ skus: ['MUG', 'CUP'], marketplaces: ['DE'] })).of('orders.orders')).toBe('3')
    const selected = await on({ skus: ['MUG', 'CUP'], by: 'marketplace' })
    expect([selected.of('orders.orders', 'DE'), selected.of('orders.orders', 'FR')]).toEqual(['3', '1'])
    const parentOf = new Map(['MUG', 'CUP'].map((sku) => [sku, 'SET']))
    expect(saidOf(await on({ by: 'parent', parentOf }), ORDERS, 'SET')).toEqual(WHOLE)
    const skus = ['MUG', 'CUP']
    expect(saidOf(await on({ by: 'parent', skus, parentOf }), ORDERS, 'SET')).toEqual(WHOLE)
    // Of parents of their own each has its orders.
    const apart = await on({ by: 'parent', parentOf: new Map(skus.map((sku) => [sku, `${sku} SET`])) })
    expect([apart.of('orders.orders', 'MUG SET'), apart.of('orders.orders', 'CUP SET')]).toEqual(['4', '1'])
    const places = await on({ by: 'marketplace' })
    expect([places.of('orders.orders', 'DE'), places.of('orders.orders', 'FR')]).toEqual(['3', '1'])
  })

  formTest('follow what a later report says of them, and what is undone', async () => {
    const before = await company.checksums()
    const later = { last_updated_at: '2026-03-05T10:00:00Z' }
    const id = await imported(company, 'later.json', {
      order_items: [
        item('O-4', 'MUG', { ...later, item_price: '12.00' }),
        item('O-5', 'MUG', { ...later, marketplace: 'FR', order_status: 'Cancelled' }),
      ],
    })
    expect(saidOf(await on(), ORDERS)).toEqual({
      orders: '3',
      cancelledOrders: '2',
      pendingOrders: '0',
      itemPrice: '52',
      quantity: '5',
    })
    expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
    await company.undo(id)
    expect(await company.checksums()).toEqual(before)
  })
})

test('returned units are those of the cost that comes back, on their day and where they were sold', async () => {
  const RETURNS = ['returns.units', 'returns.sellableUnits'] as const
  const company = await server.company()
  const back = (order: string, disposition: string, more: object = {}) => ({
    return_date: '2026-03-09',
    order_id: order,
    sku: 'MUG',
    quantity: 1,
    disposition,
    ...more,
  })
  const rows = [back('O-1', 'SELLABLE', { quantity: 2 }), back('O-1', 'DEFECTIVE'), back('O-2', 'SELLABLE')]
  await imported(company, 'returns.json', { returns: rows })
  // Read again with one more.
  await imported(company, 'again.json', {
    returns: [...rows, back('O-3', 'SELLABLE', { return_date: '2026-03-11' })],
  })
  const period = { start: '2026-03-09', end: '2026-03-11' }
  expect(saidOf(await ask(company, RETURNS, period), RETURNS)).toEqual({ units: '5', sellableUnits: '4' })
  const at = async (key: string) =>
    (await ask(company, RETURNS, period, { by: 'marketplace' })).of('returns.units', key)
  expect(await at('')).toBe('5')
  const sale = await imported(company, 'sale.json', {
    settlement_lines: [
      {
        transaction_type: 'Shipment',
        posted_at: '2026-03-05T10:00:00Z',
        order_id: 'O-1',
        sku: 'MUG',
        marketplace: 'DE',
        amount_type: 'ItemPrice',
        amount_description: 'Principal',
        amount: '10.00',
        currency: 'EUR',
        quantity: 3,
      },
    ],
  })
  expect((await ask(company, RETURNS, period, { by: 'marketplace' })).keys).toEqual(['', 'DE'])
  expect((await ask(company, RETURNS, period, { by: 'sku' })).of('returns.units', 'MUG')).toBe('5')
  expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
  await company.undo(sale)
  expect(await at('')).toBe('5')
  expect((await ask(company, RETURNS, day('2026-03-10'))).of('returns.units')).toBe('0')
  expect((await ask(company, RETURNS, day('2026-03-12'))).of('returns.units')).toBe('null DAYS')
})

describe('two files that say something of the same days', () => {
  const MEASURES = ['traffic.sessions', 'stock.available'] as const
  const EARLY = {
    sales_traffic_date: [
      traffic('DE', '2026-03-01', { sessions: 10 }),
      traffic('DE', '2026-03-02', { sessions: 20 }),
    ],
    inventory_snapshots: [snapshot('DE', '2026-03-02', 'MUG', 5), snapshot('DE', '2026-03-02', 'CUP', 1)],
  }
  // Amazon has added to the second day; of its stock one product is left out.
  const LATE = {
    sales_traffic_date: [
      traffic('DE', '2026-03-02', { sessions: 25 }),
      traffic('DE', '2026-03-03', { sessions: 30 }),
    ],
    inventory_snapshots: [snapshot('DE', '2026-03-02', 'MUG', 900)],
  }
  const read = async (company: TestCompany, version?: number) => {
    const answer = await ask(
      company,
      MEASURES,
      { start: '2026-03-01', end: '2026-03-03' },
      version === undefined ? {} : { version },
    )
    return MEASURES.map((measure) => answer.of(measure))
  }

  test.each([
    ['the early one first', [EARLY, LATE]],
    ['the late one first', [LATE, EARLY]],
  ])('count once, the fuller of each day: %s', async (_, files) => {
    const company = await server.company()
    for (const [index, file] of files.entries()) await imported(company, `${index}.json`, file)
    expect(await read(company)).toEqual(['65', '6 DAYS'])
    // All of it made anew is the same.
    expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
    expect(await read(company)).toEqual(['65', '6 DAYS'])
  })

  test('are undone, and an earlier version still says what it said', async () => {
    const company = await server.company()
    await imported(company, 'early.json', EARLY)
    const [before, sums] = [await company.publishedVersion(), await company.checksums()]
    const late = await imported(company, 'late.json', LATE)
    const after = await company.publishedVersion()
    expect(await read(company)).toEqual(['65', '6 DAYS'])
    expect(await read(company, before)).toEqual(['30 DAYS', '6 DAYS'])
    await company.undo(late)
    expect(await read(company)).toEqual(['30 DAYS', '6 DAYS'])
    expect(await read(company, after)).toEqual(['65', '6 DAYS'])
    expect(await company.checksums()).toEqual(sums)
  })

  test('the same file twice, and rows that a file repeats, count once', async () => {
    const company = await server.company()
    await imported(company, 'early.json', EARLY)
    const once = await read(company)
    const repeated = { sales_traffic_date: [...EARLY.sales_traffic_date, ...EARLY.sales_traffic_date] }
    await imported(company, 'repeated.json', repeated)
    expect(await read(company)).toEqual(once)
  })

  formTest('leave a company that another installation takes as it is', async () => {
    const company = await server.company()
    await imported(company, 'early.json', EARLY)
    await imported(company, 'late.json', {
      ...LATE,
      sales_traffic_asin_day: [
        { ...byAsin('DE', '2026-03-01', 'CUP'), sku: '' },
        byAsin('DE', '2026-02-28', 'CUP'),
      ],
      ads_daily: [ad(), ad({ cost: '0', impressions: 3, campaign_id: 'C-9' })],
      search_query_performance: [
        search('2026-03-01', 'B0MUG', 'mug', { total_purchases: 5, total_purchase_price: '9.99' }),
        search('2026-03-01', 'B0CUP', 'mug'),
        search('2026-03-01', 'B0CUP', 'mug', { start_date: '2026-02-01', end_date: '2026-02-28' }),
        // Gives way to the week within it.
        search('2026-03-01', 'B0CUP', 'mug', { start_date: '2026-03-01', end_date: '2026-03-31' }),
      ],
    })
    const directory = await mkdtemp(join(tmpdir(), 'sextant-measured-'))
    await server.operator.operator.export({ companyId: company.id, directory })
    const text = await readFile(join(directory, 'facts.json'), 'utf8')
    await rm(directory, { recursive: true })
    const copy = await server.company()
    const record = await copy.import('facts.json', text)
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    expect(record.counts!.kept).toBe(record.counts!.read)
    const measured = async (one: TestCompany) =>
      (await one.checksums()).filter(({ table }) => table.startsWith('measures'))
    expect(await measured(copy)).toEqual(await measured(company))
    expect((await measured(copy)).map(({ rows }) => rows > 0)).toEqual([true, true, true])
    expect(await read(copy)).toEqual(await read(company))
  })
})

describe('sales and traffic of an ASIN alone', () => {
  const unnamed = (date: string, more: object = {}, marketplace = 'DE') => ({
    ...byAsin(marketplace, date, 'MUG', more),
    sku: '',
  })
  const UNNAMED = {
    sales_traffic_asin_day: [
      unnamed('2026-03-01'),
      unnamed('2026-03-02', { sessions: 60 }),
      { ...unnamed('2026-03-02', { sessions: 5 }), child_asin: '', parent_asin: 'B0CUP' },
      unnamed('2026-03-02', { sessions: 7 }, 'FR'),
    ],
  }
  const order = (sku: string, asin = 'B0MUG') => ({
    order_items: [
      {
        order_id: `O-${sku}`,
        purchased_at: '2026-02-02T10:00:00Z',
        order_status: 'Shipped',
        marketplace: 'DE',
        currency: 'EUR',
        sku,
        asin,
        quantity: 1,
        item_price: '12.00',
      },
    ],
  })
  const DAYS = { start: '2026-03-01', end: '2026-03-02' }
  /** Of two products and of what belongs to none, then of a selection of one, the other and both. */
  const read = async (company: TestCompany, version?: number) => {
    const asked = version === undefined ? {} : { version }
    const by = await ask(company, ['traffic.sessions'], DAYS, { by: 'sku', ...asked })
    const selected = await Promise.all(
      [['MUG'], ['MUG-2'], ['MUG', 'MUG-2']].map((skus) =>
        ask(company, ['traffic.sessions'], DAYS, { skus, ...asked }),
      ),
    )
    return [
      ...['MUG', 'MUG-2', ''].map((key) => by.of('traffic.sessions', key)),
      ...selected.map((one) => one.of('traffic.sessions')),
    ].join(', ')
  }
  const rowsWritten = async (company: TestCompany) => {
    const { publishedVersion } = (await getCompany(server.services.accounts, company.id))!
    const [row] = await server.services.analytics.rows<{ n: string }>(
      `SELECT count() AS n FROM measures WHERE company_id = {companyId:String} AND version = {version:UInt64} AND fact = 'traffic'`,
      { params: { companyId: company.id, version: publishedVersion } },
    )
    return Number(row!.n)
  }

  formTest(
    'belong to the one SKU that files name for it, whatever is imported first; of several, to all of them together',
    async () => {
      const company = await server.company()
      await imported(company, 'traffic.json', UNNAMED)
      const before = await company.publishedVersion()
      expect(await read(company)).toBe('0, 0, 122, 0, 0, 0')
      await imported(company, 'order.json', order('MUG'))
      expect(await read(company)).toBe('110, 0, 12, 110, 0, 110')
      expect(await read(company, before)).toBe('0, 0, 122, 0, 0, 0')
      // Two rows of seven numbers each move, and nothing else is written.
      expect(await rowsWritten(company)).toBe(2 * 2 * 7)
      // A day is read again, and its rows name another SKU of the ASIN.
      const other = await imported(company, 'again.json', {
        sales_traffic_asin_day: [
          unnamed('2026-03-02', { sessions: 70 }),
          { ...unnamed('2026-03-02', { sessions: 30 }), sku: 'MUG-2' },
          byAsin('DE', '2026-03-02', 'CUP', { sessions: 5 }),
        ],
      })
      // Whose visitors they were nobody says, so none of the two has a number; a selection of both SKUs has them all.
      expect(await read(company)).toBe('null, null, 127, null, null, 150')
      const explained = async (skus: string[]) => {
        const { value, rows } = await server.operator.audit.explainValue({
          companyId: company.id,
          metricId: 'sessions',
          startDate: DAYS.start,
          endDate: DAYS.end,
          currencyCode: 'EUR',
          skus,
        })
        return [value, ...rows.map(({ amount }) => amount)].join(' ')
      }
      expect([await explained(['MUG-2']), await explained(['MUG', 'MUG-2'])]).toEqual([' 30', '150 50 70 30'])
      expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
      expect(await read(company)).toBe('null, null, 127, null, null, 150')
      await company.undo(other)
      expect(await read(company)).toBe('110, 0, 12, 110, 0, 110')
      // The parent of what has no variations is its own ASIN.
      await imported(company, 'cup.json', order('CUP', 'B0CUP'))
      expect((await ask(company, ['traffic.sessions'], DAYS, { skus: ['CUP'] })).of('traffic.sessions')).toBe(
        '5',
      )

      // In another order the same.
      const reversed = await server.company()
      await imported(reversed, 'cup.json', order('CUP', 'B0CUP'))
      await imported(reversed, 'order.json', order('MUG'))
      await imported(reversed, 'traffic.json', UNNAMED)
      expect(await read(reversed)).toBe(await read(company))
    },
  )
})

/** Of a week, or of what `more` says; the market stands in the row of each product. */
const search = (start: string, asin: string, query: string, more: object = {}) => ({
  start_date: start,
  end_date: addDays(start, 6),
  marketplace: 'DE',
  asin,
  search_query: query,
  search_query_volume: 100,
  total_impressions: 1000,
  asin_impressions: 10,
  ...more,
})
const AUGUST = { start_date: '2026-08-01', end_date: '2026-08-31' }

describe('searches', () => {
  const SEARCHES = ['search.volume', 'search.marketImpressions', 'search.ownImpressions'] as const
  const WEEK = { start: '2026-03-01', end: '2026-03-07' }
  const read = async (company: TestCompany, period = WEEK, asked: Asked = {}, key?: string) => {
    const answer = await ask(company, SEARCHES, period, asked)
    return SEARCHES.map((measure) => answer.of(measure, key)).join(', ')
  }

  test('count a market once for a query and week, and what is own of each product', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      search_query_performance: [
        search('2026-03-01', 'B1', 'mug', { sku: 'MUG' }),
        search('2026-03-01', 'B2', 'mug', { sku: 'CUP', total_impressions: 1001, asin_impressions: 5 }),
        search('2026-03-01', 'B2', 'Mug', { sku: 'CUP', asin_impressions: 0 }),
        search('2026-03-01', 'B1', 'mug', { sku: 'MUG', marketplace: 'FR' }),
      ],
    })
    expect(await read(company)).toBe('300, 3001, 25')
    expect(await read(company, WEEK, { by: 'marketplace' }, 'DE')).toBe('200, 2001, 15')
    expect(await read(company, WEEK, { skus: ['MUG', 'CUP'] })).toBe('300, 3001, 25')
    expect(await read(company, WEEK, { skus: ['MUG'] })).toBe('200, 2000, 20')
    expect(await read(company, WEEK, { by: 'sku' }, 'CUP')).toBe('200, 2001, 5')
    // What products share is no sum of theirs, and of a product that Amazon was not asked about nothing is known.
    expect(await read(company, WEEK, { by: 'sku' })).toBe('null, null, 25')
    expect(await read(company, WEEK, { skus: ['OTHER'] })).toBe('null, null, null')
  })

  test('count in weeks that lie whole within the days, and coverage says which', async () => {
    const company = await server.company()
    await imported(company, 'facts.json', {
      search_query_performance: ['2026-03-01', '2026-03-08', '2026-03-29'].map((start) =>
        search(start, 'B1', 'mug'),
      ),
    })
    expect(await read(company, { start: '2026-03-01', end: '2026-03-14' })).toBe('200, 2000, 20')
    expect(await read(company, { start: '2026-03-02', end: '2026-03-14' })).toBe(
      '100 DAYS, 1000 DAYS, 10 DAYS',
    )
    expect(await read(company, { start: '2026-03-05', end: '2026-03-11' })).toBe(
      'null DAYS, null DAYS, null DAYS',
    )
    const { coverage } = await server.operator.audit.explainValue({
      companyId: company.id,
      metricId: 'sqpImpressions',
      startDate: '2026-03-02',
      endDate: '2026-03-31',
      currencyCode: 'EUR',
    })
    expect(coverage.missing.map(({ startDate, endDate }) => `${startDate} ${endDate}`)).toEqual([
      '2026-03-02 2026-03-07',
      '2026-03-15 2026-03-31',
    ])
    // A course by days and the whole of it are asked in one statement.
    const answer = await readMeasured(
      server.services,
      (await getCompany(server.services.accounts, company.id))!,
      {
        measures: SEARCHES,
        by: 'total',
        currencyCode: 'EUR',
        marketplaces: [],
        skus: [],
        periods: [WEEK, day('2026-03-07'), day('2026-03-03')].map((period) => ({ period, comparison: null })),
      },
      undefined,
    )
    const valueIn = (period: typeof WEEK) => answer.figure('search.volume', period).value
    expect([WEEK, day('2026-03-07')].map(valueIn)).toEqual([parseDecimal('100'), null])
    const { sources } = await server.operator.imports.getCoverage({ companyId: company.id })
    expect(sources).toMatchObject([
      {
        source: 'search_query_performance',
        label: 'Search query performance',
        rows: 3,
        ranges: [
          { start: '2026-03-01', end: '2026-03-14' },
          { start: '2026-03-29', end: '2026-04-04' },
        ],
        reaches: [{ marketplace: 'DE', lastDay: '2026-04-04' }],
        importedAt: expect.any(String) as string,
      },
    ])
  })

  // The week of 30 August reaches out of the month.
  const MONTH = {
    search_query_performance: [search('2026-08-02', 'B1', 'mug', { ...AUGUST, asin_impressions: 70 })],
  }
  const EDGE = { search_query_performance: [search('2026-08-30', 'B2', 'mug')] }
  const INNER = { search_query_performance: [search('2026-08-02', 'B2', 'mug')] }
  const SUMMER = { start: '2026-07-26', end: '2026-09-05' }
  const own = async (company: TestCompany) =>
    (await ask(company, SEARCHES, SUMMER)).of('search.ownImpressions').split(' ')[0]

  const orders: [string, object[], string[]][] = [
    ['the month first', [MONTH, EDGE, INNER], ['70', '70', '20']],
    ['the month last', [INNER, EDGE, MONTH], ['10', '20', '20']],
  ]
  test.each(formsOf(orders, 1))(
    'of a month and of weeks in it never count twice: %s',
    async (_, files, said) => {
      const company = await server.company()
      const ids: number[] = []
      for (const [index, file] of files.entries()) {
        ids.push(await imported(company, `${index}.json`, file))
        expect(await own(company)).toBe(said[index])
      }
      const sums = await company.checksums()
      expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
      expect(await company.checksums()).toEqual(sums)
      // Without the week within it, the month counts, and the one at its end does not.
      await company.undo(ids[files.indexOf(INNER)]!)
      expect(await own(company)).toBe('70')
    },
  )

  formTest(
    'of a product in a week count from one file, the fuller one; other products from theirs',
    async () => {
      const early = {
        search_query_performance: [search('2026-03-01', 'B1', 'mug'), search('2026-03-01', 'B1', 'cup')],
      }
      const late = {
        search_query_performance: [
          search('2026-03-01', 'B1', 'mug', { asin_impressions: 500 }),
          search('2026-03-01', 'B2', 'mug', { asin_impressions: 7 }),
        ],
      }
      for (const files of [
        [early, late],
        [late, early],
      ]) {
        const company = await server.company()
        for (const [index, file] of files.entries()) await imported(company, `${index}.json`, file)
        expect(await read(company)).toBe('200, 2000, 27')
      }
    },
  )

  formTest(
    'belong to the SKU that the ASIN is sold under, where it is one, whatever is imported first',
    async () => {
      const company = await server.company()
      await imported(company, 'searches.json', {
        search_query_performance: [
          search('2026-03-01', 'B0MUG', 'mug'),
          search('2026-03-01', 'B0MUG', 'mug', { marketplace: 'FR' }),
        ],
      })
      const ofMug = () => read(company, WEEK, { skus: ['MUG'] })
      const before = await company.publishedVersion()
      expect(await ofMug()).toBe('null, null, null')
      await imported(company, 'traffic.json', { sales_traffic_asin_day: [byAsin('DE', '2026-02-01', 'MUG')] })
      expect(await ofMug()).toBe('100, 1000, 10')
      expect(await read(company)).toBe('200, 2000, 20')
      expect(await read(company, WEEK, { skus: ['MUG'], version: before })).toBe('null, null, null')
      const other = await imported(company, 'orders.json', {
        order_items: [
          {
            order_id: 'O-1',
            purchased_at: '2026-02-02T10:00:00Z',
            order_status: 'Shipped',
            marketplace: 'DE',
            currency: 'EUR',
            sku: 'MUG-2',
            asin: 'B0MUG',
            quantity: 1,
            item_price: '12.00',
          },
        ],
      })
      expect(await ofMug()).toBe('null, null, null')
      expect((await rebuildCompany(server.services, company.id)).changed).toEqual([])
      await company.undo(other)
      expect(await ofMug()).toBe('100, 1000, 10')
    },
  )

  test('that can not be are refused by name', async () => {
    const company = await server.company()
    const long = 'x'.repeat(501)
    const { refusedRows, counts } = await company.import('facts.json', {
      search_query_performance: [
        search('2026-03-02', 'B1', 'monday'),
        search('2026-02-01', 'B1', 'a month', { end_date: '2026-02-28' }),
        search('2026-01-01', 'B1', 'a quarter', { end_date: '2026-03-31' }),
        search('2026-03-01', 'B1', long),
        search('2026-03-01', 'B1', 'a\u001fb'),
        search('2026-03-01', 'B1', ''),
        search('2026-03-01', '', 'mug'),
        search('2026-03-01', 'B1', 'mug', { total_clicks: 2_147_483_648 }),
        search('2026-03-01', 'B1', 'mug', { asin_click_price: '-1' }),
      ],
    })
    expect(refusedRows.map(({ lineNumber, reason }) => `${lineNumber}: ${reason}`)).toEqual([
      '1: start_date: 2026-03-02 to 2026-03-08 is neither a week from Sunday to Saturday nor a calendar month',
      '3: start_date: 2026-01-01 to 2026-03-31 is neither a week from Sunday to Saturday nor a calendar month',
      `4: search_query: "${long.slice(0, 100)}" has more than 500 characters`,
      '5: search_query has a control character',
      '6: search_query is empty',
      '7: asin is empty',
      '8: total_clicks: "2147483648" is more than 2147483647',
      '9: asin_click_price: "-1" is below zero',
    ])
    expect(counts).toMatchObject({ read: 9, kept: 1, refused: 8 })
  })
})

test('rows that can not be are refused by name, and the rest counts', async () => {
  const company = await server.company()
  const { refusedRows, counts } = await company.import('facts.json', {
    sales_traffic_date: [
      traffic('DE', '2026-03-01'),
      traffic('DE', '2026-03-02', { sessions: -1 }),
      traffic('DE', '2026-03-03', { buy_box_percentage: '100.5' }),
      traffic('XX', '2026-03-04'),
      traffic('', '2026-03-05', { currency: 'EUR' }),
      traffic('DE', ''),
      traffic('DE', '2026-03-07', { page_views: 3_000_000_000 }),
      traffic('Non-Amazon DE', '2026-03-08'),
      traffic('DE', '2026-03-09', { visitors: 1 }),
    ],
    sales_traffic_asin_day: [
      traffic('DE', '2026-03-01'),
      byAsin('DE', '2026-03-01', 'MUG', { units_ordered: 1.5 }),
    ],
    inventory_snapshots: [snapshot('DE', '2026-03-01', 'MUG', -5), snapshot('DE', '2026-03-01', '', 5)],
    ads_daily: [ad({ clicks: -2 }), ad({ sales_7d: '12345678901' })],
    order_items: [
      {
        marketplace: 'DE',
        order_id: '1',
        purchased_day: '2026-03-01',
        sku: 'MUG',
        quantity: -1,
        currency: 'EUR',
        item_price: '5.00',
      },
    ],
  })
  expect(
    refusedRows.map(({ table, lineNumber, reason }) => `${table} ${lineNumber}: ${reason}`).toSorted(),
  ).toEqual([
    'ads_daily 1: clicks: "-2" is below zero',
    'ads_daily 2: sales_7d: "12345678901" has more than 9 digits before the decimal point',
    'inventory_snapshots 1: available: "-5" is below zero',
    'inventory_snapshots 2: sku is empty',
    'order_items 1: quantity: "-1" is below zero',
    'sales_traffic_asin_day 1: The row names neither an ASIN nor a SKU',
    'sales_traffic_asin_day 2: units_ordered: "1.5" is not a whole number',
    'sales_traffic_date 2: sessions: "-1" is below zero',
    'sales_traffic_date 3: buy_box_percentage: "100.5" is not a percentage from 0 to 100',
    'sales_traffic_date 4: marketplace: "XX" is not a marketplace such as DE',
    'sales_traffic_date 5: marketplace is empty',
    'sales_traffic_date 6: date is empty',
    'sales_traffic_date 7: page_views: "3000000000" is more than can be counted, 99999999',
    'sales_traffic_date 8: marketplace: "Non-Amazon DE" is not a marketplace such as DE',
    'sales_traffic_date 9: sales_traffic_date has no column visitors',
  ])
  expect(counts).toMatchObject({ read: 16, kept: 1, refused: 15 })
  expect((await ask(company, ['traffic.sessions'], day('2026-03-01'))).of('traffic.sessions')).toBe('50')
})

test('days whose numbers have ten digits and more can be added up', async () => {
  const company = await server.company()
  const campaigns = Array.from({ length: 12 }, (_, i) =>
    ad({ campaign_id: `C-${i}`, impressions: 99_999_999, cost: '1.00' }),
  )
  await imported(company, 'facts.json', { ads_daily: campaigns })
  expect(
    (await ask(company, ['advertising.impressions'], day('2026-03-02'))).of('advertising.impressions'),
  ).toBe('1199999988')
})

test('who leaves while several facts are read leaves no failure behind', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    sales_traffic_date: [traffic('GB', '2026-03-02', { currency: 'GBP' })],
  })
  const found = (await getCompany(server.services.accounts, company.id))!
  const question: MeasuredQuestion = {
    measures: ['traffic.orderedProductSales', 'stock.inStockDays', 'advertising.wastedCost'],
    by: 'sku',
    currencyCode: 'GBP',
    marketplaces: [],
    skus: ['MUG'],
    periods: [{ period: MARCH, comparison: null }],
  }
  // A promise that fails with nobody listening fails the run, and would end a server.
  await expect(readMeasured(server.services, found, question, AbortSignal.abort())).rejects.toThrow()
  await new Promise(setImmediate)
})
