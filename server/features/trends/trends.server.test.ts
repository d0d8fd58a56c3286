import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ADVERTISING_TREND_METRICS,
  SALES_TREND_METRICS,
  type TREND_SPLITS,
  type TrendMetric,
} from '#contract/dashboards/trends.ts'
import { addDays, daysOf, startOfWeek } from '#contract/date-range.ts'
import { divide, parseDecimal, toText } from '#contract/decimal.ts'
import type { TrendPeriod, Trends } from '#contract/trends.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
/** A Wednesday; reports of sales reach to the Sunday before. */
const TODAY = '2026-06-17'
const LAST = '2026-06-14'
const FIRST = '2024-06-01'
/** Ten days of it have no report. */
const GAP = { start: '2026-03-02', end: '2026-03-11' }
const ADS = { start: '2025-12-01', end: '2026-05-31' }

const isMonday = (date: string) => startOfWeek(date) === date

/** GB sells 100 on Mondays and 40 on other days of 2026, half as much before; DE 10 a day. */
const traffic = (date: string) => {
  const isNew = date >= '2026-01-01'
  const sales = (isMonday(date) ? 100 : 40) / (isNew ? 1 : 2)
  return [
    {
      date,
      marketplace: 'GB',
      currency: 'GBP',
      ordered_product_sales: sales.toFixed(2),
      ordered_product_sales_b2b: (sales / 4).toFixed(2),
      units_ordered: isMonday(date) ? 10 : 5,
      units_ordered_b2b: 1,
      sessions: isMonday(date) ? 100 : 20,
      page_views: 200,
    },
    {
      date,
      marketplace: 'DE',
      currency: 'EUR',
      ordered_product_sales: '10.00',
      units_ordered: 1,
      sessions: 10,
      page_views: 20,
    },
  ]
}
const ad = (date: string, sku: string, cost: string, sales: string) => ({
  date,
  ad_type: 'SP',
  marketplace: 'GB',
  currency: 'GBP',
  sku,
  cost,
  sales_7d: sales,
  clicks: 10,
  impressions: 1000,
})
const ofProduct = (index: number) => ({
  date: '2026-06-08',
  marketplace: 'GB',
  currency: 'GBP',
  child_asin: `B0${index}`,
  sku: `P${index}`,
  ordered_product_sales: String(20 - index),
  units_ordered: 1,
  sessions: 5,
})

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  company = await server.company()
  // A file is of all days from its first to its last row, so that the gap lies between two.
  const before = daysOf({ start: FIRST, end: addDays(GAP.start, -1) })
  const after = daysOf({ start: addDays(GAP.end, 1), end: LAST })
  await company.import('before.json', { sales_traffic_date: before.flatMap(traffic) })
  const record = await company.import('facts.json', {
    sales_traffic_date: after.flatMap(traffic),
    // Ten products that sold 20 to 11.
    sales_traffic_asin_day: Array.from({ length: 10 }, (_, index) => ofProduct(index)),
    ads_daily: daysOf(ADS).flatMap((date) => [
      ad(date, 'P0', isMonday(date) ? '6.00' : '3.00', '20.00'),
      ad(date, '', '1.00', '0.00'),
    ]),
    // One euro is one pound.
    exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
      daysOf({ start: FIRST, end: LAST }).map((rate_date) => ({ rate_date, currency, usd_per_unit: '1.25' })),
    ),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

interface More {
  startDate?: string
  endDate?: string
  metrics?: readonly TrendMetric[]
  dateInterval?: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  growthType?: 'YEAR_ON_YEAR' | 'MONTH_ON_MONTH'
  splitBy?: (typeof TREND_SPLITS)[number]
  marketplaces?: ('GB' | 'DE')[]
  skus?: string[]
  companyId?: string
}
const asked = (more: More) => ({
  companyId: company.id,
  currencyCode: 'GBP' as const,
  startDate: '2026-05-13',
  endDate: TODAY,
  growthType: 'YEAR_ON_YEAR' as const,
  ...more,
})
const sales = ({ metrics = SALES_TREND_METRICS, ...more }: More = {}): Promise<Trends> =>
  server.operator.trends.getSalesAndTraffic({ ...asked(more), metrics: [...metrics] })
const advertising = ({ metrics = ADVERTISING_TREND_METRICS, ...more }: More = {}): Promise<Trends> =>
  server.operator.trends.getAdvertising({
    ...asked({ startDate: '2026-05-04', endDate: '2026-06-07', ...more }),
    metrics: [...metrics],
  })

const cell = (period: TrendPeriod | undefined, id: TrendMetric) => period?.metrics[id]
const sumOf = (periods: readonly TrendPeriod[], id: TrendMetric) =>
  periods.reduce((sum, period) => sum + parseDecimal(cell(period, id)?.value ?? '0'), 0n)

test('a selection without advertising has no parts of what others spent', async () => {
  const metrics = ['adSpend'] as const
  const { parts, total } = await advertising({ skus: ['P5'], metrics, splitBy: 'PRODUCT' })
  expect([cell(total, 'adSpend')?.value, parts]).toEqual(['0', []])
})

describe('sales and traffic', () => {
  test('stand by week up to the last report, each against the same weekdays of 364 days before', async () => {
    const { periods, total, period, comparison } = await sales()
    expect([period, comparison]).toEqual([
      { startDate: '2026-05-13', endDate: LAST },
      { startDate: '2025-05-13', endDate: '2025-06-14' },
    ])
    expect(
      periods.map(({ startDate, endDate, isPartial, metrics }) => [
        startDate,
        endDate,
        isPartial,
        metrics.orderedProductSales?.value,
        metrics.orderedProductSales?.previous,
      ]),
    ).toEqual([
      // Wednesday to Sunday: five days of 40 and 10; of 20 and 10 a year before.
      ['2026-05-13', '2026-05-17', true, '250', '150'],
      // 100 + 6 × 40 + 7 × 10, and 50 + 6 × 20 + 7 × 10.
      ['2026-05-18', '2026-05-24', false, '410', '240'],
      ['2026-05-25', '2026-05-31', false, '410', '240'],
      ['2026-06-01', '2026-06-07', false, '410', '240'],
      ['2026-06-08', LAST, false, '410', '240'],
    ])
    // 33 days of which four are Mondays, in both years.
    expect(cell(total, 'orderedProductSales')).toMatchObject({ value: '1890', previous: '1110' })
  })

  test('days, weeks and months add up to the total, whose ratios are of the sums', async () => {
    for (const dateInterval of ['DAILY', 'WEEKLY', 'MONTHLY'] as const) {
      const { periods, total } = await sales({ dateInterval, startDate: '2026-04-08' })
      for (const id of ['orderedProductSales', 'unitsOrdered', 'sessions', 'pageViews'] as const)
        expect([dateInterval, id, cell(total, id)?.value]).toEqual([
          dateInterval,
          id,
          toText(sumOf(periods, id)),
        ])
      for (const [ratio, over, under] of [
        ['unitSessionPercentage', 'unitsOrdered', 'sessions'],
        ['averageSellingPrice', 'orderedProductSales', 'unitsOrdered'],
      ] as const)
        expect([dateInterval, cell(total, ratio)?.value]).toEqual([
          dateInterval,
          toText(divide(sumOf(periods, over), sumOf(periods, under))!),
        ])
    }
    // Of GB in one week: 10 + 6 × 5 units in 100 + 6 × 20 sessions; a quarter of the sales is to businesses.
    const { periods } = await sales({ startDate: '2026-06-08', marketplaces: ['GB'] })
    expect(cell(periods[0], 'unitSessionPercentage')?.value).toBe(
      toText(divide(parseDecimal('40'), parseDecimal('220'))!),
    )
    expect(cell(periods[0], 'b2bSalesShare')?.value).toBe('0.25')
  })

  test('a day is compared with that of 364 days before, or with the day before', async () => {
    const monday = { startDate: '2026-06-08', endDate: '2026-06-08', dateInterval: 'DAILY' as const }
    expect(cell((await sales(monday)).periods[0], 'orderedProductSales')).toMatchObject({
      value: '110',
      previous: '60',
    })
    const { periods } = await sales({ ...monday, growthType: 'MONTH_ON_MONTH' })
    expect(cell(periods[0], 'orderedProductSales')).toMatchObject({
      value: '110',
      previous: '50',
      growth: 1.2,
    })
  })

  test('days without a report have no value, and no period says it is whole without them', async () => {
    const { periods, coverage } = await sales({
      startDate: '2026-02-23',
      endDate: '2026-03-15',
      dateInterval: 'DAILY',
      metrics: ['orderedProductSales', 'unitSessionPercentage'],
    })
    expect(periods.map(({ startDate, metrics }) => [startDate, metrics.orderedProductSales?.value])).toEqual(
      daysOf({ start: '2026-02-23', end: '2026-03-15' }).map((day) => [
        day,
        day >= GAP.start && day <= GAP.end ? null : isMonday(day) ? '110' : '50',
      ]),
    )
    expect(periods.filter(({ isPartial }) => isPartial)).toHaveLength(10)
    expect(coverage.missing.length).toBeGreaterThan(0)
    const weeks = await sales({ startDate: '2026-02-23', endDate: '2026-03-15' })
    expect(weeks.periods.map(({ isPartial, metrics }) => [isPartial, metrics.sessions?.value])).toEqual([
      // 110 and six times 30.
      [false, '290'],
      [true, null],
      [true, '120'],
    ])
    // A week in part is compared with nothing.
    expect(cell(weeks.periods[2], 'sessions')?.growth).toBeNull()
  })

  test('the first metric is split, and the parts add up to the whole of each period', async () => {
    for (const splitBy of ['MARKETPLACE', 'BRAND', 'PRODUCT'] as const) {
      const { parts, periods, total } = await sales({
        startDate: '2026-06-08',
        // Reports by product are of the Monday alone.
        ...(splitBy === 'PRODUCT' && { endDate: '2026-06-08' }),
        metrics: ['orderedProductSales', 'sessions'],
        dateInterval: 'DAILY',
        splitBy,
      })
      const added = periods.map((_, index) =>
        toText(
          parts!.reduce(
            (sum, { cells }) => sum + parseDecimal(cells[index]!.orderedProductSales?.value ?? '0'),
            0n,
          ),
        ),
      )
      expect([splitBy, added]).toEqual([
        splitBy,
        periods.map((period) => cell(period, 'orderedProductSales')?.value),
      ])
      expect(Object.keys(parts![0]!.range)).toEqual(['orderedProductSales'])
      const ranges = parts!.reduce(
        (sum, { range }) => sum + parseDecimal(range.orderedProductSales?.value ?? '0'),
        0n,
      )
      expect([splitBy, toText(ranges)]).toEqual([splitBy, cell(total, 'orderedProductSales')?.value])
    }
    const { parts } = await sales({ startDate: '2026-06-08', splitBy: 'PRODUCT' })
    // Eight of ten products on the one day of the week that is told of any: the 410 of all days are not theirs and others'.
    expect(parts!.map(({ kind, name, range }) => [kind, name, range.orderedProductSales?.value])).toEqual([
      ...Array.from({ length: 8 }, (_, index) => ['PART', `P${index}`, String(20 - index)]),
      ['OTHER', 'Other', null],
    ])
    expect(parts!.at(-1)!.cells).toMatchObject([{ orderedProductSales: { value: null, growth: null } }])
    // Ratios of parts add up to nothing.
    const ratios = await sales({ startDate: '2026-06-08', metrics: ['refundRate'], splitBy: 'PRODUCT' })
    expect(ratios.parts!.some(({ kind }) => kind === 'OTHER')).toBe(false)
    expect((await sales()).parts).toBeUndefined()
  })

  test('business customers and all others are the whole, sum by sum and ratio by ratio', async () => {
    const week = { startDate: '2026-06-08', splitBy: 'CUSTOMER' as const }
    const told = async (metric: TrendMetric, more: More = {}) => {
      const { parts, periods } = await sales({ ...week, metrics: [metric], ...more })
      return {
        whole: cell(periods[0], metric),
        parts: parts!.map(({ key, cells, range }) => [key, cells[0]![metric]?.value, range[metric]?.value]),
      }
    }
    const gb = { marketplaces: ['GB' as const] }
    // A quarter of the 340 of GB.
    expect(await told('orderedProductSales', gb)).toMatchObject({
      whole: { value: '340' },
      parts: [
        ['B2C', '255', '255'],
        ['B2B', '85', '85'],
      ],
    })
    // No report of DE tells business customers apart: its 70 are not those of others.
    expect(await told('orderedProductSales')).toMatchObject({
      whole: { value: '410' },
      parts: [
        ['B2C', null, null],
        ['B2B', null, null],
      ],
    })
    // One unit a day of 40 in GB.
    const price = (over: string, under: string) => toText(divide(parseDecimal(over), parseDecimal(under))!)
    expect((await told('averageSellingPrice', gb)).parts).toEqual([
      ['B2B', price('85', '7'), price('85', '7')],
      ['B2C', price('255', '33'), price('255', '33')],
    ])
    const { parts } = await sales({ ...week, ...gb, metrics: ['orderedProductSales'] })
    // Half of everything a year before: 42.5 of 170.
    expect(parts!.map(({ cells }) => cells[0]!.orderedProductSales)).toMatchObject([
      { previous: '127.5' },
      { previous: '42.5', growth: 1 },
    ])
    // Nobody says whose the visits were, and refunds are told of no kind of customer.
    expect((await told('sessions')).parts).toEqual([
      ['B2C', null, null],
      ['B2B', null, null],
    ])
    expect((await told('refundRate')).parts).toEqual([])
  })

  test('what is not known of products is not that of the others, and days without it are in no sum of them', async () => {
    const { parts } = await sales({
      startDate: '2026-06-08',
      endDate: '2026-06-09',
      metrics: ['orderedProductSales'],
      dateInterval: 'DAILY',
      splitBy: 'PRODUCT',
    })
    const other = parts!.find(({ kind }) => kind === 'OTHER')!
    // 110 of the Monday less 20 + 19 + … + 13. On Tuesday 50 were sold, and no report says of what.
    expect(other.cells.map(({ orderedProductSales: cell }) => cell?.value)).toEqual(['-22', null])
    expect(other.range.orderedProductSales).toMatchObject({ value: null, growth: null })
    const { parts: none } = await sales({
      startDate: '2026-06-01',
      endDate: '2026-06-07',
      splitBy: 'PRODUCT',
    })
    expect(none).toEqual([])
  })

  test('two years are answered in weeks, and always year on year', async () => {
    const asked = { startDate: '2024-06-16', growthType: 'MONTH_ON_MONTH' as const, endDate: LAST }
    const { periods, comparison } = await sales({ ...asked, metrics: ['orderedProductSales'] })
    expect(periods).toHaveLength(105)
    expect(comparison).toEqual({ startDate: '2023-06-16', endDate: '2025-06-14' })
    expect(cell(periods.at(-1), 'orderedProductSales')?.previous).toBe('240')
    await expect(sales({ ...asked, startDate: '2024-06-14' })).rejects.toThrow('730')
    await expect(sales({ ...asked, dateInterval: 'DAILY' })).rejects.toThrow('185')
  })
})

describe('advertising', () => {
  test('ends where its reports end; four weeks add up, and ratios are of the sums', async () => {
    const { periods, total, period } = await advertising()
    expect(period).toEqual({ startDate: '2026-05-04', endDate: ADS.end })
    expect(periods).toHaveLength(4)
    // A week has 6 + 6 × 3 of the product and 7 beside it, for 7 × 20; four of them are the total.
    expect(cell(periods[0], 'adSpend')?.value).toBe('31')
    expect(cell(total, 'adSpend')?.value).toBe('124')
    expect(cell(total, 'adSales')?.value).toBe('560')
    expect(cell(total, 'acos')?.value).toBe(toText(divide(parseDecimal('124'), parseDecimal('560'))!))
    // 20 clicks a day.
    expect(cell(total, 'cpc')?.value).toBe(toText(divide(parseDecimal('124'), parseDecimal('560'))!))
    // Sales of a week are 410.
    expect(cell(total, 'organicSales')?.value).toBe('1080')
    expect(cell(total, 'tacos')?.value).toBe(toText(divide(parseDecimal('124'), parseDecimal('1640'))!))
    // A year before nothing was read.
    expect(cell(total, 'adSpend')).toMatchObject({ previous: null, growth: null })
    const before = await advertising({ growthType: 'MONTH_ON_MONTH' })
    expect(cell(before.periods[0], 'adSpend')).toMatchObject({ value: '31', previous: '31', growth: 0 })
  })

  test('is split into products and what belongs to none', async () => {
    const { parts } = await advertising({ metrics: ['adSpend', 'acos'], splitBy: 'PRODUCT' })
    expect(parts!.map(({ kind, name, range }) => [kind, name, range.adSpend?.value])).toEqual([
      ['PART', 'P0', '96'],
      ['OTHER', 'Other', '28'],
    ])
  })

  test('what belongs to none is there without a number where its money has no rate', async () => {
    const other = await server.company()
    await other.import('facts.json', {
      ads_daily: [
        ad('2026-05-05', 'MUG', '3.00', '9.00'),
        { ...ad('2026-05-06', '', '7.00', '9.00'), currency: 'EGP' },
      ],
    })
    const { parts } = await advertising({
      companyId: other.id,
      metrics: ['adSpend'],
      splitBy: 'PRODUCT',
    })
    expect(
      parts!.map(({ name, range: { adSpend } }) => [name, adSpend?.value, adSpend?.unconverted]),
    ).toEqual([
      ['MUG', '3', undefined],
      ['Other', null, [{ currency: 'EGP', amount: '7' }]],
    ])
  })

  test('kinds of ads add up to the whole, of each product, at the rate of each day, and after an undo', async () => {
    const other = await server.company()
    const row = (date: string, ad_type: string, more: object) => ({
      date,
      ad_type,
      marketplace: 'GB',
      currency: 'GBP',
      clicks: 10,
      ...more,
    })
    const of = (date: string) => [
      row(date, 'SP', { sku: 'P0', cost: '5.00', sales_7d: '20.00', sales_14d: '99.00' }),
      row(date, 'SP', { sku: 'P1', cost: '1.00', sales_7d: '4.00' }),
      row(date, 'SB', { cost: '2.50', sales_7d: '99.00', sales_14d: '10.00' }),
      row(date, 'sd', { sku: 'P0', cost: '4.00', currency: 'EUR', marketplace: 'DE', sales_14d: '0.00' }),
    ]
    const rates = ['GBP', 'EUR'].flatMap((currency) =>
      ['2026-05-04', '2026-05-05'].map((rate_date, index) => ({
        rate_date,
        currency,
        // A euro is a pound on the first day, and half of one on the second.
        usd_per_unit: currency === 'EUR' && index === 1 ? '0.625' : '1.25',
      })),
    )
    const first = await other.import('ads.json', {
      ads_daily: [...of('2026-05-04'), ...of('2026-05-05')],
      exchange_rates: rates,
    })
    expect(first).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    // Amazon adds to a day that is over.
    const later = await other.import('later.json', {
      ads_daily: [...of('2026-05-05'), row('2026-05-05', 'SB', { cost: '0.50', sales_14d: '0.00' })],
    })
    expect(later.status).toBe('PUBLISHED')
    const byKind = (metric: TrendMetric, more: More = {}) =>
      advertising({
        companyId: other.id,
        startDate: '2026-05-04',
        endDate: '2026-05-05',
        dateInterval: 'DAILY',
        growthType: 'MONTH_ON_MONTH',
        metrics: [metric],
        splitBy: 'AD_TYPE',
        ...more,
      })
    const spent = await byKind('adSpend')
    expect(
      spent.parts!.map(({ name, cells, range }) => [
        name,
        cells.map((one) => one.adSpend?.value),
        range.adSpend?.value,
      ]),
    ).toEqual([
      ['Sponsored Products', ['6', '6'], '12'],
      ['Sponsored Display', ['4', '2'], '6'],
      ['Sponsored Brands', ['2.5', '3'], '5.5'],
    ])
    expect(spent.parts![2]!.cells[1]!.adSpend).toMatchObject({ previous: '2.5', growth: 0.2 })
    for (const metric of ['adSpend', 'adSales', 'clicks'] as const)
      for (const more of [{}, { skus: ['P0'] }, { marketplaces: ['DE' as const] }]) {
        const { parts, periods, total } = await byKind(metric, more)
        const added = (pick: (part: NonNullable<Trends['parts']>[number]) => string | null | undefined) =>
          toText(parts!.reduce((sum, part) => sum + parseDecimal(pick(part) ?? '0'), 0n))
        expect([
          metric,
          more,
          ...periods.map((_, index) => added(({ cells }) => cells[index]![metric]?.value)),
        ]).toEqual([metric, more, ...periods.map((period) => cell(period, metric)?.value)])
        expect([metric, more, added(({ range }) => range[metric]?.value)]).toEqual([
          metric,
          more,
          cell(total, metric)?.value,
        ])
      }
    const { parts: ratios } = await byKind('acos')
    expect(ratios!.map(({ key, range }) => [key, range.acos?.value])).toEqual([
      // 12 of 48; 5.5 of 20; display sold nothing.
      ['SB', '0.275'],
      ['SP', '0.25'],
      ['SD', null],
    ])
    // Sales of no kind of ad.
    expect((await byKind('organicSales')).parts).toEqual([])
    await other.undo(later.id)
    const { parts: undone } = await byKind('adSpend')
    expect(undone!.map(({ key, range }) => [key, range.adSpend?.value])).toEqual([
      ['SP', '12'],
      ['SD', '6'],
      ['SB', '5'],
    ])
  })

  test('of a company without any has no numbers', async () => {
    const other = await server.company()
    const { periods, total, coverage } = await advertising({ companyId: other.id })
    for (const { metrics } of [...periods, total])
      expect(Object.values(metrics).every(({ value }) => value === null)).toBe(true)
    expect(coverage).toMatchObject({ share: 0, startDate: null })
  })
})

test('of many brands the largest of all days together are told apart', async () => {
  const other = await server.company()
  const brands = Array.from({ length: 10 }, (_, index) => index)
  const gb = { marketplace: 'GB', currency: 'GBP' }
  const days = ['2026-06-08', '2026-06-09']
  /** The first sells most on Monday, the last on Tuesday and of both days: 20 + 4 × its number. */
  const soldOf = (brand: number, day: string) => (day === days[0] ? 20 - brand : 5 * brand)
  const record = await other.import('facts.json', {
    catalogue_items: brands.map((brand) => ({
      snapshot_date: '2026-06-01',
      marketplace: 'GB',
      asin: `A${brand}`,
      brand: `Brand ${brand}`,
    })),
    sales_traffic_date: days.map((date, index) => ({
      ...gb,
      date,
      ordered_product_sales: index === 0 ? '155' : '225',
    })),
    sales_traffic_asin_day: days.flatMap((date) =>
      brands.map((brand) => ({
        ...gb,
        date,
        child_asin: `A${brand}`,
        sku: `S${brand}`,
        ordered_product_sales: String(soldOf(brand, date)),
      })),
    ),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { parts } = await sales({
    companyId: other.id,
    startDate: days[0]!,
    endDate: days[1]!,
    metrics: ['orderedProductSales'],
    dateInterval: 'DAILY',
    splitBy: 'BRAND',
  })
  expect(
    parts!.map(({ name, cells, range }) => [
      name,
      ...[...cells, range].map(({ orderedProductSales }) => orderedProductSales?.value),
    ]),
  ).toEqual([
    ['Brand 9', '11', '45', '56'],
    ['Brand 8', '12', '40', '52'],
    ['Brand 7', '13', '35', '48'],
    ['Brand 6', '14', '30', '44'],
    ['Brand 5', '15', '25', '40'],
    ['Brand 4', '16', '20', '36'],
    ['Brand 3', '17', '15', '32'],
    ['Brand 2', '18', '10', '28'],
    // 20 + 19, and nothing + 5.
    ['Other', '39', '5', '44'],
  ])
})

test('what is too long, unknown, empty or named twice is refused', async () => {
  await expect(advertising({ startDate: addDays('2026-06-07', -185) })).rejects.toThrow('185')
  await expect(sales({ metrics: [] })).rejects.toThrow('metrics')
  await expect(sales({ metrics: ['sessions', 'sessions'] })).rejects.toThrow('each metric once')
  await expect(sales({ metrics: ['adSpend'] })).rejects.toThrow('metrics')
  await expect(advertising({ metrics: ['sessions'] })).rejects.toThrow('metrics')
  await expect(sales({ startDate: TODAY, endDate: LAST })).rejects.toThrow('end date')
})
