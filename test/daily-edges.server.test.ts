/** What is counted beside the ledger at its edges: numbers that were wrong and looked right, each with the value told by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { daysOf } from '#contract/date-range.ts'
import type { ExplainInput } from '#contract/explain.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const JANUARY = { startDate: '2026-01-01', endDate: '2026-01-31', currencyCode: 'EUR' } as const
const ACCOUNTS = [
  { name: 'Europe', region: 'EUROPE', home_marketplace: 'DE' },
  { name: 'America', region: 'NORTH_AMERICA', home_marketplace: 'US' },
]

const explain = ({ id }: TestCompany, metricId: MetricId, more: Partial<ExplainInput> = {}) =>
  server.operator.audit.explainValue({ companyId: id, metricId, basis: 'ORDER', ...JANUARY, ...more })
const valueOf = async (company: TestCompany, metricId: MetricId, more: Partial<ExplainInput> = {}) =>
  (await explain(company, metricId, more)).value
const valuesOf = (company: TestCompany, ids: readonly MetricId[], more: Partial<ExplainInput> = {}) =>
  Promise.all(ids.map((id) => valueOf(company, id, more)))

async function holding(...files: object[]): Promise<TestCompany> {
  const company = await server.company()
  for (const [index, file] of files.entries())
    expect(await company.import(`${index}.json`, file)).toMatchObject({
      status: 'PUBLISHED',
      refusedRows: [],
      problem: null,
    })
  return company
}

let orders = 0
const order = (day: string, more: object = {}) => ({
  order_id: `1-${++orders}`,
  order_item_id: '1',
  purchased_at: `${day}T20:00:00Z`,
  order_status: 'Shipped',
  marketplace: 'DE',
  currency: 'EUR',
  fulfillment_channel: 'AFN',
  sku: 'MUG',
  quantity: 1,
  item_price: '100.00',
  ...more,
})
const AMERICAN = { account: 'America', marketplace: 'US', currency: 'USD', sku: 'CUP' }
const traffic = (date: string, more: object = {}) => ({
  date,
  marketplace: 'DE',
  currency: 'EUR',
  ordered_product_sales: '100.00',
  units_ordered: 10,
  sessions: 100,
  ...more,
})
const ad = (date: string, more: object = {}) => ({
  date,
  ad_type: 'SP',
  marketplace: 'DE',
  currency: 'EUR',
  cost: '10.00',
  ...more,
})
/** A dollar is a euro. */
const ratesOf = (start: string, end: string) =>
  daysOf({ start, end }).map((rate_date) => ({ rate_date, currency: 'EUR', usd_per_unit: '1.00' }))

describe('two accounts, of which one reports its orders no further than 10 January', () => {
  const days = daysOf({ start: '2025-10-01', end: '2026-01-31' })
  const told = days.filter((day) => day <= '2026-01-10')
  const stock = (available: (day: string) => number) =>
    days.flatMap((date) => [
      { date, account: 'Europe', sku: 'MUG', marketplace: 'DE', available: 60 },
      { date, account: 'America', sku: 'CUP', marketplace: 'US', available: available(date) },
    ])
  const facts = {
    seller_accounts: ACCOUNTS,
    order_items: [
      ...days.map((day) => order(day, { account: 'Europe' })),
      ...told.map((day) => order(day, { ...AMERICAN, quantity: 2 })),
    ],
    product_costs: [{ sku: 'CUP', valid_from: '2025-01-01', currency: 'USD', manufacturing: '5.00' }],
    exchange_rates: ratesOf('2025-09-30', '2026-01-31'),
  }

  formTest('its products do not stop selling on days of which nobody reports its orders', async () => {
    const company = await holding({ ...facts, inventory_snapshots: stock(() => 300) })
    // Two a day on the nine days from 2 to 10 January: 300 last 150 days, and 120 of them beyond 90.
    expect(
      await valuesOf(company, ['dailyVelocity', 'inStockDays', 'daysOfCover', 'overstockUnits'], {
        skus: ['CUP'],
      }),
    ).toEqual(['2', '9', '150', '120'])
    // 360 units at three a day.
    expect(await valuesOf(company, ['velocityOfProducts', 'daysOfCoverOfProducts'])).toEqual(['3', '120'])
  })

  formTest('a product that lies where nothing was ever sold does not sell', async () => {
    const company = await holding({
      ...facts,
      inventory_snapshots: days.flatMap((date) => [
        { date, account: 'Europe', sku: 'POT', marketplace: 'PL', available: 40 },
        { date, sku: 'PAN', marketplace: 'PL', available: 7 },
      ]),
    })
    const velocity = (sku: string) => valuesOf(company, ['dailyVelocity', 'overstockUnits'], { skus: [sku] })
    expect(await velocity('POT')).toEqual(['0', '40'])
    // Whose it is nobody says.
    expect(await velocity('PAN')).toEqual(['0', '7'])
  })

  formTest('nothing is lost to empty shelves on days that may have had sales', async () => {
    const company = await holding({
      ...facts,
      inventory_snapshots: stock((day) => (day <= '2026-01-10' ? 300 : 0)),
    })
    expect(await valuesOf(company, ['outOfStockDays', 'lostUnits'])).toEqual(['0', '0'])
    server.now = new Date('2026-02-01T12:00:00Z')
    const { period, causes } = await server.operator.productDrawer.getLostContribution({
      companyId: company.id,
      currencyCode: 'EUR',
      sku: 'CUP',
    })
    expect([period.endDate, causes]).toEqual(['2026-01-31', []])
  })
})

describe('months to come', () => {
  const NOVEMBER = { startDate: '2026-11-01', endDate: '2026-11-30', kind: 'PROJECTED' }
  const DECEMBER = { startDate: '2026-12-01', endDate: '2026-12-31', kind: 'FORECAST' }
  const RANGE = { startDate: '2026-08-01', endDate: '2026-12-31', currencyCode: 'EUR' } as const
  const monthsOf = async ({ id }: TestCompany) =>
    (await server.operator.brandManager.getForecast({ companyId: id, ...RANGE })).months
  beforeAll(() => {
    server.now = new Date('2026-11-15T12:00:00Z')
  })

  test('do not grow because the year before begins in the middle of what it is held against', async () => {
    const days = daysOf({ start: '2025-10-01', end: '2026-11-14' })
    // 92 days of 100 in three months, of which a year before only October has a file.
    const forecast = [
      { ...NOVEMBER, value: '3000' },
      { ...DECEMBER, value: '3066.666667' },
    ]
    expect(await monthsOf(await holding({ sales_traffic_date: days.map((day) => traffic(day)) }))).toEqual(
      forecast,
    )
    const { id } = await holding({
      order_items: days.map((day) => order(day)),
      vat_rates: [{ marketplace: 'DE', rate: '0', valid_from: '2020-01-01' }],
    })
    expect((await server.operator.executiveSummary.getLegacy({ companyId: id, ...RANGE })).forecast).toEqual(
      forecast,
    )
  })

  test('are not a third of a month for a company whose files begin in the last of three', async () => {
    const days = daysOf({ start: '2026-10-01', end: '2026-11-14' })
    expect(await monthsOf(await holding({ sales_traffic_date: days.map((day) => traffic(day)) }))).toEqual([
      { ...NOVEMBER, value: '3000' },
      { ...DECEMBER, value: null },
    ])
  })

  test.each([
    // The days after 8 November are no days without a sale in America, nor are those before 30 October.
    ['ends before the other', '2026-09-01', '2026-11-08'],
    ['begins after the other', '2026-10-30', '2026-11-14'],
  ])(
    'the month in progress is projected marketplace by marketplace where one %s, so that the rows add up to the whole',
    async (_, start, end) => {
      const sold = daysOf({ start: '2026-09-01', end: '2026-11-14' })
      const inAmerica = daysOf({ start, end })
      const company = await holding({
        seller_accounts: ACCOUNTS,
        sales_traffic_date: [
          ...sold.map((day) => traffic(day, { account: 'Europe' })),
          ...inAmerica.map((day) => traffic(day, { ...AMERICAN, sku: undefined })),
        ],
        order_items: [
          ...sold.map((day) => order(day, { account: 'Europe' })),
          ...inAmerica.map((day) => order(day, AMERICAN)),
        ],
        exchange_rates: ratesOf('2026-08-30', '2026-11-14'),
      })
      const asked = { companyId: company.id, currencyCode: 'EUR' } as const
      const { realTimeData } = server.operator.executiveSummary
      const { rows, total } = await realTimeData.getMarketplaces(asked)
      // Each sells 100 a day.
      const projected = new Map(rows.map(({ marketplace, cells }) => [marketplace, cells.PROJECTED.value]))
      expect(Object.fromEntries(projected)).toEqual({ DE: '3000', US: '3000' })
      expect(total.cells.PROJECTED.value).toBe('6000')
      expect((await realTimeData.getTiles(asked)).cells.orderedAmount.PROJECTED.value).toBe('6000')
      expect((await monthsOf(company))[0]).toEqual({ ...NOVEMBER, value: '6000' })
    },
  )

  test('a marketplace of which too few days are known adds what it sold, and the projection says that it is a part', async () => {
    const { id } = await holding({
      seller_accounts: ACCOUNTS,
      order_items: [
        ...daysOf({ start: '2026-09-01', end: '2026-11-14' }).map((day) => order(day, { account: 'Europe' })),
        ...daysOf({ start: '2026-11-01', end: '2026-11-08' }).map((day) => order(day, AMERICAN)),
      ],
      exchange_rates: ratesOf('2026-08-30', '2026-11-14'),
    })
    const { total } = await server.operator.executiveSummary.realTimeData.getMarketplaces({
      companyId: id,
      currencyCode: 'EUR',
    })
    expect(total.cells.PROJECTED).toMatchObject({ value: '3800', lacks: ['DAYS'] })
  })
})

test('a number of two reports says so where one of them begins later', async () => {
  const january = daysOf({ start: '2026-01-01', end: '2026-01-31' })
  const company = await holding(
    { sales_traffic_date: january.map((day) => traffic(day)) },
    { ads_daily: january.slice(21).map((day) => ad(day, { sales_7d: '30.00', clicks: 50 })) },
  )
  const { cards } = await server.operator.brandManager.getSummary({ companyId: company.id, ...JANUARY })
  // 100 spent in ten days, against the sales of 31.
  expect(cards.tacos).toMatchObject({ value: '0.032258', lacks: ['DAYS'] })
  expect([cards.adSpend!.lacks, cards.orderedProductSales!.lacks]).toEqual([undefined, undefined])
  const lateJanuary = { ...JANUARY, startDate: '2026-01-22' }
  const late = await server.operator.brandManager.getSummary({ companyId: company.id, ...lateJanuary })
  expect([late.cards.tacos!.value, late.cards.tacos!.lacks]).toEqual(['0.1', undefined])
})

describe('a column that some reports leave out', () => {
  test('clicks of search terms are not held against the impressions of other ads', async () => {
    const of = (date: string, level: object) => ad(date, { campaign_id: 'C-1', clicks: 10, ...level })
    const company = await holding({
      ads_daily: [
        of('2026-01-05', { level: 'PRODUCT', sku: 'MUG', impressions: 1000 }),
        of('2026-01-06', { level: 'SEARCH_TERM', search_term: 'mug', impressions: 50 }),
      ],
    })
    const ids = ['clicks', 'impressions', 'ctr', 'cpm'] as const
    expect(await valuesOf(company, ids)).toEqual(['20', null, null, null])
    // 10 of 1000, and 10.00 for them.
    const day = { startDate: '2026-01-05', endDate: '2026-01-05' }
    expect(await valuesOf(company, ids, day)).toEqual(['10', '1000', '0.01', '10'])
  })

  test('sales without a word about business customers are not taken for sales to others', async () => {
    const company = await holding({
      sales_traffic_date: [
        traffic('2026-01-05', { ordered_product_sales_b2b: '50.00' }),
        traffic('2026-01-06'),
      ],
    })
    const ids = ['orderedProductSales', 'b2bSalesShare', 'orderedProductSalesB2C'] as const
    expect(await valuesOf(company, ids)).toEqual(['200', null, null])
    const day = { startDate: '2026-01-05', endDate: '2026-01-05' }
    expect(await valuesOf(company, ids, day)).toEqual(['100', '0.5', '50'])
    const { parts } = await server.operator.trends.getSalesAndTraffic({
      companyId: company.id,
      ...JANUARY,
      metrics: ['orderedProductSales'],
      splitBy: 'CUSTOMER',
    })
    expect(parts!.map(({ range }) => range.orderedProductSales!.value)).toEqual([null, null])
  })
})

test('a day in progress is held against no whole one, on any page of a range', async () => {
  await using own = await startTestServer()
  own.now = new Date('2026-06-13T12:00:00Z')
  const company = await own.company()
  const days = daysOf({ start: '2025-06-01', end: '2026-06-13' })
  await company.import('facts.json', {
    order_items: days.flatMap((day) =>
      Array.from({ length: day === '2026-06-13' ? 1 : 4 }, () =>
        order(day, { purchased_at: `${day}T08:00:00Z` }),
      ),
    ),
    sales_traffic_date: days.map((day) => traffic(day)),
    sales_traffic_asin_day: days.map((day) => ({ ...traffic(day), child_asin: 'B0MUG', sku: 'MUG' })),
  })
  const { allInOne, brandManager, trends, unitEconomics } = own.operator
  const grown = async (day: string) => {
    const asked = { companyId: company.id, currencyCode: 'EUR' as const, startDate: day, endDate: day }
    const [cards, bridge, places, products, movers, brand, brandProducts, parts, course, unit] =
      await Promise.all([
        allInOne.getSummary(asked),
        allInOne.getProfitBridge(asked),
        allInOne.getMarketplaces(asked),
        allInOne.getProducts(asked),
        allInOne.getMovers(asked),
        brandManager.getSummary(asked),
        brandManager.getProducts(asked),
        brandManager.getTimeSeries({ ...asked, dimension: 'PRODUCT' }),
        trends.getSalesAndTraffic({ ...asked, metrics: ['orderedProductSales'], splitBy: 'MARKETPLACE' }),
        unitEconomics.getData(asked),
      ])
    const cells = {
      cards: cards.cards.orderedProductSales,
      bridge: bridge.steps.grossSales,
      places: places.rows[0]!.sales,
      products: products.rows[0]!.metrics.orderedProductSales,
      brand: brand.cards.orderedProductSales,
      brandProducts: brandProducts.rows[0]!.metrics.orderedProductSales,
      parts: parts.parts[0]!.range.orderedProductSales,
      course: course.total.metrics.orderedProductSales,
      split: course.parts![0]!.range.orderedProductSales,
      unit: unit.total.businessMetrics.unitsSold,
    }
    return { cells, named: movers.rows.length }
  }
  const over = await grown('2026-06-12')
  for (const [page, cell] of Object.entries(over.cells))
    expect([page, cell?.growth, cell?.previous]).toEqual([page, 0, cell?.value])
  expect(over.named).toBe(0)
  const running = await grown('2026-06-13')
  for (const [page, cell] of Object.entries(running.cells))
    expect([page, cell?.growth, cell?.previous]).toEqual([page, null, null])
  expect([over.cells.bridge.value, running.cells.bridge.value]).toEqual(['336.134454', '84.033613'])
})

test('missing stretches that are not named are counted once, of however many numbers of a report a ratio is made', async () => {
  const days = daysOf({ start: '2025-01-01', end: '2025-04-30' }, 2)
  const company = await holding({
    sales_traffic_date: [traffic(days[0]!)],
    coverage: days.map((day) => ({
      table_name: 'sales_traffic_date',
      marketplace: 'DE',
      start_date: day,
      end_date: day,
    })),
  })
  const range = { startDate: '2025-01-01', endDate: '2025-04-29' }
  for (const id of ['sessions', 'unitSessionPercentage'] as const) {
    const { missing, moreMissing } = (await explain(company, id, range)).coverage
    expect([id, missing.length, moreMissing]).toEqual([id, 50, 9])
  }
})

test('spend without a sale is the worst ACOS of marketplaces too', async () => {
  const company = await holding({
    sales_traffic_date: ['DE', 'FR', 'IT'].map((marketplace) => traffic('2026-01-05', { marketplace })),
    ads_daily: [
      ad('2026-01-05', { sales_7d: '50.00' }),
      ad('2026-01-05', { marketplace: 'FR', sales_7d: '0.00' }),
      ad('2026-01-05', { marketplace: 'IT', sales_7d: '20.00' }),
      ad('2026-01-05', { marketplace: 'ES', cost: '0.00', sales_7d: '0.00' }),
    ],
  })
  for (const [sortOrder, order] of [
    ['DESC', ['FR', 'IT', 'DE', 'ES']],
    ['ASC', ['DE', 'IT', 'FR', 'ES']],
  ] as const) {
    const asked = { companyId: company.id, ...JANUARY, sortBy: 'acos', sortOrder } as const
    const { rows } = await server.operator.brandManager.getMarketplaces(asked)
    expect(rows.map(({ key }) => key)).toEqual(order)
  }
})

describe('a return that no settlement has the sale of', () => {
  const facts = {
    seller_accounts: ACCOUNTS,
    order_items: ['R-1', 'R-2'].map((order_id) => order('2026-01-20', { account: 'Europe', order_id })),
    vat_rates: [{ marketplace: 'DE', rate: '0', valid_from: '2020-01-01' }],
    product_costs: [
      { sku: 'MUG', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '7.00' },
      { sku: 'MUG', marketplace: 'DE', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '5.00' },
    ],
  }
  const back = {
    seller_accounts: ACCOUNTS,
    returns: [
      {
        account: 'Europe',
        return_date: '2026-01-25',
        order_id: 'R-1',
        sku: 'MUG',
        quantity: 1,
        disposition: 'SELLABLE',
      },
    ],
  }

  test.each([
    ['with', [{ ...facts, ...back }]],
    ['before', [back, facts]],
    ['after', [facts, back]],
  ])(
    'is of the marketplace of its order, and gives back what it cost there, read %s it',
    async (_, files) => {
      const company = await holding(...files)
      expect(await valuesOf(company, ['returnedUnits', 'returnRate'], { marketplaces: ['DE'] })).toEqual([
        '1',
        '0.5',
      ])
      const [row] = await server.operator.profitAndLoss.getOrderData({ companyId: company.id, ...JANUARY })
      const { cogsManufacturing, cogsReturned } = row!.lines
      expect([cogsManufacturing.value, cogsReturned.value]).toEqual(['-10', '5'])
    },
  )
})

describe('lost contribution', () => {
  const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30', currencyCode: 'EUR' } as const
  const lost = ({ id }: TestCompany, asked: object = JUNE) =>
    server.operator.allInOne.getLostContribution({ companyId: id, ...JUNE, ...asked })
  const COST = { sku: 'MUG', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '5.00' }

  describe('of three units that were lost in the warehouse on 10 May', () => {
    const lostOn = (marketplace: string, more: object) => ({
      date: '2026-05-10',
      marketplace,
      sku: 'MUG',
      fnsku: 'X1',
      disposition: 'SELLABLE',
      location: marketplace,
      ...more,
    })
    const LOST = { inventory_ledger: [lostOn('DE', { lost: 3 })], product_costs: [COST] }
    /** Amazon's own report, which names no marketplace; it reaches to 25 June. */
    const paid = (...rows: string[]) =>
      [
        'approval-date|reimbursement-id|amazon-order-id|reason|sku|currency-unit|amount-total|quantity-reimbursed-cash|quantity-reimbursed-inventory|quantity-reimbursed-total|original-reimbursement-id',
        ...rows,
        '2026-06-25T10:00:00+00:00|R9||Lost_Warehouse|CUP|EUR|15.00|1|0|1|',
      ]
        .join('\n')
        .replaceAll('|', '\t')
    const OPEN = [{ cause: 'UNREIMBURSED', amount: '15', units: '3' }]

    test('nothing is open where Amazon paid for them, whatever marketplace is chosen', async () => {
      const company = await holding(LOST)
      await company.import('r.txt', paid('2026-05-20T10:00:00+00:00|R1||Lost_Warehouse|MUG|EUR|15.00|3|0|3|'))
      expect((await lost(company)).causes).toEqual([])
      expect((await lost(company, { marketplaces: ['DE'] })).causes).toEqual([])
    })

    test('all are open where it paid for what never arrived, and took that back', async () => {
      const company = await holding(LOST)
      await company.import(
        'r.txt',
        paid(
          '2026-05-20T10:00:00+00:00|R1||Lost_Inbound|MUG|EUR|15.00|3|0|3|',
          '2026-05-21T10:00:00+00:00|R2||Lost_Warehouse|MUG|EUR|15.00|0|0|0|',
          '2026-05-22T10:00:00+00:00|R3||Reversal|MUG|EUR|-15.00|-3|0|-3|R1',
        ),
      )
      expect((await lost(company)).causes).toMatchObject(OPEN)
      expect((await lost(company, { marketplaces: ['DE'] })).causes).toMatchObject(OPEN)
      expect((await lost(company, { marketplaces: ['FR'] })).causes).toEqual([])
    })

    test('none is where they were found in another country', async () => {
      const { inventory_ledger, product_costs } = LOST
      const company = await holding({
        inventory_ledger: [...inventory_ledger, lostOn('FR', { date: '2026-05-20', found: 3 })],
        product_costs,
      })
      await company.import('r.txt', paid())
      expect((await lost(company, { marketplaces: ['DE'] })).causes).toEqual([])
    })
  })

  test('a product that had nothing to sell in all of the period lost most', async () => {
    const now = server.now
    server.now = new Date('2026-07-01T12:00:00Z')
    const before = daysOf({ start: '2026-03-01', end: '2026-05-31' })
    const june = daysOf({ start: '2026-06-01', end: '2026-06-30' })
    const sold = (sku: string, days: string[]) => ({
      orders: days.map((day) => order(day, { sku, item_price: '11.90' })),
      visits: days.map((date) => ({
        date,
        marketplace: 'DE',
        currency: 'EUR',
        child_asin: `B0${sku}`,
        sku,
        ordered_product_sales: '11.90',
        units_ordered: 1,
        sessions: 10,
        page_views: 20,
        buy_box_percentage: '90',
      })),
    })
    const stock = (sku: string, days: string[], available: number) =>
      days.map((date) => ({ marketplace: 'DE', date, sku, available }))
    const [mug, cup] = [sold('MUG', before), sold('CUP', [...before, ...june])]
    const company = await holding({
      vat_rates: [{ marketplace: 'DE', rate: '0.19', valid_from: '2020-01-01' }],
      product_costs: ['MUG', 'CUP'].map((sku) => ({ ...COST, sku, manufacturing: '3.00' })),
      fee_estimates: ['MUG', 'CUP'].map((sku) => ({
        marketplace: 'DE',
        currency: 'EUR',
        sku,
        snapshot_date: '2026-01-01',
        price: '11.90',
        referral_fee: '1.00',
        fulfillment_fee: '2.00',
      })),
      order_items: [...mug.orders, ...cup.orders],
      sales_traffic_asin_day: [...mug.visits, ...cup.visits],
      inventory_snapshots: [
        ...stock('MUG', before, 50),
        ...stock('MUG', june, 0),
        ...stock('CUP', [...before, ...june], 50),
      ],
      ads_daily: [
        { date: '2026-03-01', marketplace: 'DE', currency: 'EUR', ad_type: 'SP', sku: 'CUP', cost: '0.01' },
      ],
    })
    const { causes, products } = await lost(company)
    server.now = now
    // One a day for 30 days, each of which leaves 10.00 − 3.00 − 1.00 − 2.00.
    expect(causes).toMatchObject([
      { cause: 'OUT_OF_STOCK', amount: '120', days: 30, units: '30', unitAmount: '4' },
    ])
    expect(products).toEqual({ lookedAt: 2, all: 2 })
  })

  describe('clicks without an order', () => {
    const ad = (more: object) => ({
      date: '2026-01-20',
      ad_type: 'SP',
      marketplace: 'DE',
      currency: 'EUR',
      campaign_id: 'C',
      ad_group_id: 'G',
      impressions: 100,
      clicks: 20,
      cost: '10.00',
      purchases_7d: 0,
      ...more,
    })

    test.each([
      [20, [{ amount: '10', clicks: { count: 20 } }]],
      [6, []],
    ])('%i of one spend that two files tell are not twice as many', async (clicks, causes) => {
      const company = await holding(
        { ads_daily: [ad({ sku: 'MUG', clicks })] },
        { ads_daily: [ad({ sku: 'MUG', clicks, level: 'PRODUCT' })] },
      )
      expect((await lost(company, JANUARY)).causes).toMatchObject(causes)
    })

    test('those in money without a rate are said to be left out', async () => {
      const term = (more: object) =>
        ad({ level: 'SEARCH_TERM', target: 'mug', match_type: 'EXACT', search_term: 'mug', ...more })
      const company = await holding({
        exchange_rates: [{ currency: 'PLN', rate_date: '2025-01-01', usd_per_unit: '0.25' }],
        ads_daily: [term({}), term({ marketplace: 'PL', currency: 'PLN', cost: '400.00', campaign_id: 'P' })],
      })
      expect(await lost(company, JANUARY)).toMatchObject({
        total: '10',
        clicksWithoutRate: ['PLN'],
        isCut: { clicks: false },
      })
    })
  })
})
