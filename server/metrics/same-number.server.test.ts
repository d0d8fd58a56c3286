/** The same metric with the same scope is the same number wherever it appears, and parts come to their whole. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnsweredDays, Listing, KeyedRow, MetricCell } from '#contract/answer.ts'
import { ADVERTISING_TREND_METRICS, SALES_TREND_METRICS } from '#contract/dashboards/trends.ts'
import { addDays, daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { isAdditive } from '#contract/metrics/evaluate.ts'
import { metricOfLine } from '#contract/metrics/line-names.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

const SCOPES = 10
const SEED = 20261123

let server: TestServer
let company: TestCompany

const PLACES = [
  { marketplace: 'GB', currency: 'GBP' },
  { marketplace: 'DE', currency: 'EUR' },
] as const
const SKUS = ['MUG', 'CUP', 'BOWL'] as const
const days = daysOf({ start: '2026-03-01', end: '2026-06-30' }, 1)
/** Whole numbers that look drawn, and are the same each time. */
const drawn = (...of: (string | number)[]) =>
  Array.from(of.join()).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9_973, 7)

/** What both reports of a day say: that by date is the sum of that by product. */
function traffic() {
  const byDate: object[] = []
  const byProduct: object[] = []
  for (const date of days.filter((_, index) => index % 3 === 0))
    for (const place of PLACES) {
      const products = SKUS.map((sku) => {
        const units = drawn(date, place.marketplace, sku) % 9
        return {
          date,
          ...place,
          child_asin: `B-${sku}`,
          sku,
          units_ordered: units,
          ordered_product_sales: (units * (10 + (drawn(sku) % 7))).toFixed(2),
          sessions: units * 5 + (drawn(sku, date) % 20),
        }
      })
      const sum = (name: 'units_ordered' | 'ordered_product_sales' | 'sessions') =>
        products.reduce((total, one) => total + Number(one[name]), 0)
      byProduct.push(...products)
      byDate.push({
        date,
        ...place,
        units_ordered: sum('units_ordered'),
        ordered_product_sales: sum('ordered_product_sales').toFixed(2),
        sessions: sum('sessions'),
      })
    }
  return { sales_traffic_date: byDate, sales_traffic_asin_day: byProduct }
}

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date('2026-07-10T12:00:00Z')
  company = await server.company()
  const record = await company.import('facts.json', {
    ...traffic(),
    order_items: days.flatMap((day, index) => {
      const place = PLACES[index % 2]!
      const sku = SKUS[index % 3]!
      const quantity = 1 + (drawn(day) % 3)
      return [
        {
          order_id: `O-${index}`,
          order_item_id: '1',
          purchased_at: `${day}T09:00:00Z`,
          order_status: 'Shipped',
          quantity,
          item_price: (quantity * 12).toFixed(2),
          item_tax: (quantity * 2).toFixed(2),
          ...place,
          fulfillment_channel: 'AFN',
          sku,
        },
      ]
    }),
    ads_daily: days
      .filter((_, index) => index % 4 === 0)
      .flatMap((date) => [
        {
          date,
          ad_type: 'SP',
          ...PLACES[0],
          sku: 'MUG',
          cost: '1.50',
          sales_7d: '6.00',
          clicks: 3,
          impressions: 90,
        },
        { date, ad_type: 'SB', ...PLACES[1], cost: '0.70', clicks: 1, impressions: 40 },
      ]),
    product_costs: SKUS.map((sku) => ({
      sku,
      valid_from: '2026-01-01',
      currency: 'GBP',
      manufacturing: '2.00',
    })),
    exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
      days.map((rate_date) => ({
        rate_date,
        currency,
        usd_per_unit: currency === 'GBP' ? '1.25' : '1.10',
      })),
    ),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const scopes = fc.sample(
  fc.record({
    start: fc.integer({ min: 31, max: 90 }),
    length: fc.integer({ min: 1, max: 31 }),
    marketplaces: fc.constantFrom([], ['GB'], ['DE'], ['GB', 'DE']),
    skus: fc.constantFrom(undefined, ['MUG'], ['CUP', 'BOWL']),
    currencyCode: fc.constantFrom('GBP', 'EUR', 'USD'),
    growthType: fc.constantFrom('MONTH_ON_MONTH', 'YEAR_ON_YEAR'),
  }),
  { numRuns: SCOPES, seed: SEED },
)

type Named = Partial<Record<MetricId, Pick<MetricCell, 'value' | 'previous' | 'growth'>>>
const told = (cells: Named): Named =>
  Object.fromEntries(
    Object.entries(cells).map(([id, { value, previous, growth }]) => [id, { value, previous, growth }]),
  )

const pages = new Set<string>()

test.each(scopes.map((scope, index) => [index, scope] as const))(
  'scope %i: every procedure says the same',
  async (_, { start, length, skus, growthType, ...shared }) => {
    const input = {
      companyId: company.id,
      startDate: days[start]!,
      endDate: addDays(days[start]!, length - 1),
      ...shared,
      marketplaces: [...shared.marketplaces] as ('GB' | 'DE')[],
      ...(skus && { skus: [...skus] }),
    } as const
    const { unitEconomics, brandManager, profitAndLoss, allInOne, trends, wbr, executiveSummary } =
      server.operator
    const grown = { ...input, growthType, showB2BMetrics: true } as const
    const [
      units,
      summary,
      marketplaces,
      products,
      course,
      statement,
      allInOneCards,
      allInOneProducts,
      bridge,
      salesTrends,
      advertisingTrends,
      review,
      months,
    ] = await Promise.all([
      unitEconomics.getData({ ...input, growthMetricType: growthType }),
      brandManager.getSummary(grown),
      brandManager.getMarketplaces(grown),
      brandManager.getProducts(grown),
      brandManager.getTimeSeries(grown),
      profitAndLoss.getOrderData({ ...input, dateInterval: 'DEFAULT', growthMetricType: growthType }),
      allInOne.getSummary(grown),
      allInOne.getProducts(grown),
      allInOne.getProfitBridge(grown),
      trends.getSalesAndTraffic({ ...grown, metrics: [...SALES_TREND_METRICS] }),
      trends.getAdvertising({ ...grown, metrics: [...ADVERTISING_TREND_METRICS] }),
      wbr.getOverview(input),
      executiveSummary.getLegacy(input),
    ])
    // Each page is of the days that its own reports reach to, and compares as its readers do.
    const isOfSameDays = ({ period, comparison }: Pick<AnsweredDays, 'period' | 'comparison'>) =>
      isDeepStrictEqual([period, comparison], [summary.period, summary.comparison])
    const ofSameDays = (page: Pick<AnsweredDays, 'period' | 'comparison'>, cells: Named): Named =>
      isOfSameDays(page) ? told(cells) : {}
    const reviewed = Object.fromEntries(
      Object.entries(review.total?.metrics ?? {}).map(
        ([id, { value, yearAgo, yearGrowth, previous, growth }]) => [
          id,
          growthType === 'YEAR_ON_YEAR'
            ? { value, previous: yearAgo, growth: yearGrowth }
            : { value, previous, growth },
        ],
      ),
    ) as Named
    const { startDate: reviewStart, endDate: reviewEnd } = review.total ?? {}
    const answers: Record<string, Named> = {
      units: told({ ...units.total.businessMetrics, ...units.total.unitEconomics }),
      summary: told(summary.cards),
      marketplaces: told(marketplaces.total.metrics),
      products: told(products.total.metrics),
      course: told(course.parts[0]!.range),
      allInOneCards: ofSameDays(allInOneCards, allInOneCards.cards),
      allInOneProducts: ofSameDays(allInOneProducts, allInOneProducts.total.metrics),
      bridge: ofSameDays(bridge, { ...bridge.steps, netProfit: bridge.netProfit }),
      salesTrends: ofSameDays(salesTrends, salesTrends.total.metrics),
      advertisingTrends: ofSameDays(advertisingTrends, advertisingTrends.total.metrics),
      // It has no filter of products.
      months: skus ? {} : ofSameDays(months, months.total.metrics),
      review: isDeepStrictEqual({ startDate: reviewStart, endDate: reviewEnd }, summary.period)
        ? reviewed
        : {},
      statement: told(
        Object.fromEntries(
          PNL_LINE_IDS.map((line) => [metricOfLine(line), statement[0]!.lines[line]]),
        ) as Named,
      ),
    }
    for (const [page, cells] of Object.entries(answers)) if (Object.keys(cells).length > 0) pages.add(page)
    const compared = new Set<MetricId>()
    for (const [one, cells] of Object.entries(answers))
      for (const [other, others] of Object.entries(answers))
        for (const id of Object.keys(cells) as MetricId[]) {
          if (one >= other || !others[id]) continue
          compared.add(id)
          expect([one, other, id, others[id]]).toEqual([one, other, id, cells[id]])
        }
    expect(compared.size).toBeGreaterThan(20)

    // Keys and what belongs to none of them come to the whole.
    const sums = <Row extends KeyedRow>(
      what: string,
      { rows, notAllocated, total }: Listing<Row>,
      cellsIn: (row: Row) => Named,
    ) => {
      for (const id of (Object.keys(cellsIn(total)) as MetricId[]).filter(isAdditive)) {
        const whole = cellsIn(total)[id]!.value
        if (whole === null) continue
        const sum = [...rows, ...(notAllocated ? [notAllocated] : [])].reduce(
          (all, row) => all + parseDecimal(cellsIn(row)[id]!.value ?? '0'),
          ZERO,
        )
        expect([what, metricOf(id).label, Number(toText(sum)).toFixed(4)]).toEqual([
          what,
          metricOf(id).label,
          Number(whole).toFixed(4),
        ])
      }
    }
    sums('marketplaces', marketplaces, ({ metrics }) => metrics)
    sums('products', products, ({ metrics }) => metrics)
    sums('units', units, ({ businessMetrics }) => businessMetrics)
  },
)

test('as many scopes are tried as are said, and every page is compared in one of them', () => {
  expect(scopes).toHaveLength(SCOPES)
  expect(pages.size).toBe(13)
})
