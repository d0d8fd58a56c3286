import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandCourseInput, BrandListInput } from '#contract/brand-manager.ts'
import { BRAND_CARDS, BRAND_METRICS, BRAND_METRICS_B2B } from '#contract/dashboards/brand-manager.ts'
import { addDays, addMonths, daysOf, endOfMonth } from '#contract/date-range.ts'
import { divide, parseDecimal, toText } from '#contract/decimal.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
/** The last day with reports; the next two are not there yet. */
const LAST = '2026-06-10'
const TODAY = '2026-06-13'

/** GB sells 100 a day in 2026 and 80 before; DE 50 euros from 2026 on. */
const traffic = (days: readonly string[]) =>
  days.flatMap((date) => [
    {
      date,
      marketplace: 'GB',
      currency: 'GBP',
      ordered_product_sales: date < '2026-01-01' ? '80.00' : '100.00',
      ordered_product_sales_b2b: '20.00',
      units_ordered: 10,
      units_ordered_b2b: 2,
      sessions: 40,
    },
    ...(date < '2026-01-01'
      ? []
      : [
          {
            date,
            marketplace: 'DE',
            currency: 'EUR',
            ordered_product_sales: '50.00',
            // Known to be none: what is not said would leave the whole unknown.
            ordered_product_sales_b2b: '0.00',
            units_ordered: 4,
            units_ordered_b2b: 0,
            sessions: 80,
          },
        ]),
  ])
const ofProduct = (sku: string, sales: string, units: number, sessions: number) => ({
  date: '2026-06-02',
  marketplace: 'GB',
  currency: 'GBP',
  child_asin: `B-${sku}`,
  sku,
  ordered_product_sales: sales,
  units_ordered: units,
  sessions,
})

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  company = await server.company()
  const days = daysOf({ start: '2025-01-01', end: LAST }, 1)
  const record = await company.import('facts.json', {
    sales_traffic_date: traffic(days),
    sales_traffic_asin_day: [
      ofProduct('MUG', '60.00', 6, 20),
      ofProduct('CUP', '30.00', 3, 30),
      // Seen by many, bought by nobody.
      ofProduct('BOWL', '0.00', 0, 90),
    ],
    ads_daily: [
      {
        date: '2026-06-02',
        ad_type: 'SP',
        marketplace: 'GB',
        sku: 'MUG',
        currency: 'GBP',
        cost: '12.00',
        sales_7d: '40.00',
      },
      { date: '2026-06-02', ad_type: 'SB', marketplace: 'GB', currency: 'GBP', cost: '3.00' },
    ],
    // One euro is one pound.
    exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
      days.map((rate_date) => ({ rate_date, currency, usd_per_unit: '1.25' })),
    ),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const scope = (more: object = {}) => ({
  companyId: company.id,
  currencyCode: 'GBP' as const,
  startDate: '2026-06-01',
  endDate: '2026-08-31',
  growthType: 'YEAR_ON_YEAR' as const,
  showB2BMetrics: false,
  ...more,
})
const summary = (more: object = {}) => server.operator.brandManager.getSummary(scope(more))
const list = (of: 'getMarketplaces' | 'getBrands' | 'getProducts', more: Partial<BrandListInput> = {}) =>
  server.operator.brandManager[of](scope(more))
const course = (more: Partial<BrandCourseInput> = {}) =>
  server.operator.brandManager.getTimeSeries(scope(more))

describe('cards', () => {
  test('are of the days that reports reach to, against as many a year before', async () => {
    const { cards, period, comparison } = await summary()
    expect(period).toEqual({ startDate: '2026-06-01', endDate: LAST })
    expect(comparison).toEqual({ startDate: '2025-06-01', endDate: '2025-06-10' })
    // Ten days of 100 and 50; of 80 a year before.
    expect(cards.orderedProductSales).toMatchObject({ value: '1500', previous: '800', growth: 0.875 })
    expect(cards.sessions).toMatchObject({ value: '1200', previous: '400', growth: 2 })
    expect(cards.unitSessionPercentage?.value).toBe(
      toText(divide(parseDecimal('140'), parseDecimal('1200'))!),
    )
    expect(cards.adSpend?.value).toBe('15')
    expect(cards.tacos?.value).toBe('0.01')
    expect(Object.keys(cards)).toEqual([...BRAND_CARDS])
  })

  test('of sales to businesses are there when they are asked for', async () => {
    const { cards } = await summary({ showB2BMetrics: true, marketplaces: ['GB'] })
    expect(cards.orderedProductSalesB2B?.value).toBe('200')
    expect(cards.b2bSalesShare?.value).toBe('0.2')
  })

  test('growth is absent against days that are not wholly covered', async () => {
    const { cards } = await summary({ startDate: '2025-01-01', endDate: '2025-06-30' })
    expect(cards.orderedProductSales).toMatchObject({ previous: null, growth: null })
    expect(cards.orderedProductSales?.value).not.toBeNull()
  })

  test('a range that has not begun has no numbers', async () => {
    const { cards } = await summary({ startDate: '2026-07-01', endDate: '2026-08-31' })
    expect(cards.orderedProductSales?.value).toBeNull()
  })
})

describe('the table', () => {
  test('of marketplaces adds up to its total, each with its share', async () => {
    const { rows, total, notAllocated, rowCount } = await list('getMarketplaces')
    expect(
      rows.map(({ key, metrics, salesShare }) => [key, metrics.orderedProductSales?.value, salesShare]),
    ).toEqual([
      ['GB', '1000', 0.666667],
      ['DE', '500', 0.333333],
    ])
    expect([rowCount, notAllocated, total.metrics.orderedProductSales?.value, total.salesShare]).toEqual([
      2,
      null,
      '1500',
      1,
    ])
    expect(Object.keys(total.metrics)).toEqual([...BRAND_METRICS])
  })

  test('draws how the sales of each row moved, day by day or in as many days each', async () => {
    for (const of of ['getMarketplaces', 'getProducts', 'getBrands'] as const) {
      const { rows, courseOf } = await list(of)
      expect(courseOf).toHaveLength(10)
      expect([courseOf[0], courseOf[9]]).toEqual([
        { startDate: '2026-06-01', endDate: '2026-06-01' },
        { startDate: LAST, endDate: LAST },
      ])
      expect(rows.length).toBeGreaterThan(0)
      for (const { key, course, metrics } of rows)
        expect([key, course!.reduce((sum, day) => sum + Number(day), 0)]).toEqual([
          key,
          Number(metrics.orderedProductSales!.value),
        ])
    }
    // 90 days of 2025 are twelve weeks and six days at their start, which is in none; 80 a day.
    const weeks = await list('getMarketplaces', { startDate: '2025-01-01', endDate: '2025-03-31' })
    expect(weeks.courseOf.slice(0, 2)).toEqual([
      { startDate: '2025-01-07', endDate: '2025-01-13' },
      { startDate: '2025-01-14', endDate: '2025-01-20' },
    ])
    expect(new Set(weeks.rows[0]!.course)).toEqual(new Set(['560']))
    // What no report covers, or not wholly, is not nothing.
    const long = await list('getMarketplaces', { startDate: '2024-09-01', endDate: '2025-12-31' })
    expect(long.rows[0]!.course).toEqual([null, null, null, null, ...Array(13).fill('2240')])
    expect((await list('getProducts', { searchText: 'nothing has this name' })).rows).toEqual([])
  })

  test('of a selection has nothing of the account on a page without rows, and counts all of its rows there', async () => {
    const known = await list('getProducts', { skus: ['MUG', 'CUP'] })
    expect([known.rowCount, known.notAllocated]).toEqual([2, null])
    for (const [more, rowCount] of [
      [{ searchText: 'nothing has this name' }, 0],
      [{ pageNumber: 2 }, 2],
      [{ groupByParent: true, pageNumber: 2 }, 2],
    ] as const) {
      const page = await list('getProducts', { skus: ['MUG', 'CUP'], ...more })
      expect([more, page.rows, page.notAllocated, page.rowCount]).toEqual([more, [], null, rowCount])
    }
    const { rows, rowCount } = await list('getProducts', { pageNumber: 9 })
    expect([rows, rowCount]).toEqual([[], (await list('getProducts')).rowCount])
  })

  test('says the same of its total as the cards', async () => {
    for (const more of [
      {},
      { marketplaces: ['DE'] as const },
      { skus: ['MUG'] },
      { growthType: 'MONTH_ON_MONTH' as const },
    ]) {
      const asked = { showB2BMetrics: true, ...more }
      const [{ cards }, { total }] = await Promise.all([
        summary(asked),
        list('getProducts', asked as Partial<BrandListInput>),
      ])
      for (const id of [
        'orderedProductSales',
        'sessions',
        'tacos',
        'b2bSalesShare',
        'contributionMargin3',
      ] as const)
        expect([more, id, total.metrics[id]]).toEqual([more, id, cards[id]])
    }
  })

  test('of products is put in order by whatever fact a number comes from', async () => {
    const keys = async (more: Partial<BrandListInput>) =>
      (await list('getProducts', more)).rows.map(({ key }) => key)
    expect(await keys({})).toEqual(['MUG', 'CUP', 'BOWL'])
    expect(await keys({ sortBy: 'sessions' })).toEqual(['BOWL', 'CUP', 'MUG'])
    expect(await keys({ sortBy: 'unitSessionPercentage', sortOrder: 'ASC' })).toEqual(['BOWL', 'CUP', 'MUG'])
    expect(await keys({ sortBy: 'adSpend' })).toEqual(['MUG', 'BOWL', 'CUP'])
    // Spend over sales: what sold nothing by ads has none and stands last.
    expect((await keys({ sortBy: 'acos' }))[0]).toBe('MUG')
    expect(await keys({ pageSize: 2, pageNumber: 2 })).toEqual(['BOWL'])
    expect(await keys({ searchText: 'cup' })).toEqual(['CUP'])
  })

  test('of products has what belongs to none of them beside it', async () => {
    const { rows, notAllocated, total } = await list('getProducts')
    const spend = [...rows, notAllocated!].map(({ metrics }) => metrics.adSpend?.value)
    expect([spend, total.metrics.adSpend?.value]).toEqual([['12', '0', '0', '3'], '15'])
  })

  test('of products by parent has the sums of each, as the drawer and a selection of them say', async () => {
    const family = await server.company()
    const of = (parent_asin: string, sku: string, sales: number, date = '2026-06-01') => ({
      marketplace: 'GB',
      date,
      currency: 'GBP',
      parent_asin,
      child_asin: `B0${sku.slice(0, 3)}`,
      sku,
      ordered_product_sales: sales,
      units_ordered: sales / 10,
      sessions: 100,
      page_views: sales,
    })
    const ad = (sku: string, cost: string) => ({
      date: '2026-06-01',
      ad_type: 'SP',
      marketplace: 'GB',
      currency: 'GBP',
      sku,
      cost,
      sales_7d: '20.00',
    })
    const record = await family.import('family.json', {
      sales_traffic_asin_day: [
        of('B0OLD', 'MUG', 100),
        of('B0SET', 'MUG', 50, '2026-06-02'),
        of('B0SET', 'CUP', 40),
        of('', 'BOWL', 70),
        // One ASIN of two SKUs of the parent, and rows that name none of them.
        of('B0SET', 'CUP-2', 10, '2026-06-02'),
        { ...of('B0SET', 'CUP', 30, '2026-06-02'), sku: '' },
        { ...of('', 'ELSE', 20), sku: '' },
      ],
      ads_daily: [ad('MUG', '6.00'), ad('CUP', '2.00'), ad('BOWL', '1.00'), ad('', '3.00')],
    })
    expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
    const asked = { companyId: family.id, endDate: '2026-06-02', groupByParent: true }
    const told = async (more: object) => {
      const { rows, notAllocated } = await list('getProducts', { ...asked, ...more })
      return [...rows, ...(notAllocated ? [notAllocated] : [])].map(({ key, metrics }) =>
        [key, metrics.orderedProductSales?.value, metrics.acos?.value, metrics.sessions?.value].join(' '),
      )
    }
    // Of two parents the one of the newer day; without any a product is its own.
    const SET = 'B0SET 230 0.2 500'
    const BOWL = 'B0BOW 70 0.05 100'
    expect(await told({})).toEqual([SET, BOWL, ' 20 0.15 100'])
    expect(await told({ sortOrder: 'ASC' })).toEqual([BOWL, SET, ' 20 0.15 100'])
    expect(await told({ pageSize: 1, pageNumber: 2 })).toEqual([BOWL, ' 20 0.15 100'])
    expect(await told({ searchText: 'b0set' })).toEqual([SET, ' 20 0.15 100'])
    expect(await told({ searchText: 'cup-2' })).toEqual([SET, ' 20 0.15 100'])
    const { rows } = await list('getProducts', asked)
    expect(rows.map(({ products }) => products)).toEqual([
      { skus: ['CUP', 'CUP-2', 'MUG'], count: 3 },
      { skus: ['BOWL'], count: 1 },
    ])
    expect(rows.map(({ course: sales }) => sales)).toEqual([
      ['140', '90'],
      ['70', '0'],
    ])
    // One level down, the same.
    const { total } = await list('getProducts', {
      ...asked,
      groupByParent: false,
      skus: rows[0]!.products!.skus,
    })
    // How long stock lasts is told of products one by one.
    const { daysOfCover, ...whole } = total.metrics
    expect([whole, daysOfCover?.value]).toEqual([rows[0]!.metrics, null])
    expect(await told({ skus: ['MUG', 'BOWL'] })).toEqual(['B0SET 150 0.3 200', BOWL])
    const explained = async (metricId: 'sessions' | 'adSpend', parentAsin: string, more: object = {}) => {
      const drawer = await server.operator.audit.explainValue({
        ...scope({ companyId: family.id, endDate: '2026-06-02', basis: 'ORDER', metricId, parentAsin }),
        ...more,
      })
      const sum = drawer.rows.reduce((all, { amount }) => all + Number(amount), 0)
      return [drawer.value, sum, drawer.rows.length].join(' ')
    }
    expect(await explained('sessions', 'B0SET')).toBe('500 500 5')
    expect(await explained('sessions', 'B0SET', { skus: ['MUG', 'BOWL'] })).toBe('200 200 2')
    expect(await explained('sessions', '')).toBe('100 100 1')
    expect(await explained('adSpend', 'B0SET')).toBe('8 8 2')
    expect(await explained('adSpend', '')).toBe('3 3 1')
    expect(await explained('adSpend', 'B0NONE')).toBe('0 0 0')
  })

  test('a number of two reports lacks days where one begins later in a single marketplace', async () => {
    const apart = await server.company()
    const days = daysOf({ start: '2026-05-01', end: '2026-05-31' })
    const spent = (marketplace: string, currency: string, from: string) =>
      days
        .filter((date) => date >= from)
        .map((date) => ({ date, ad_type: 'SP', marketplace, currency, cost: '10.00', sales_7d: '40.00' }))
    await apart.import('facts.json', {
      sales_traffic_date: traffic(days),
      ads_daily: [...spent('GB', 'GBP', '2026-05-01'), ...spent('DE', 'EUR', '2026-05-22')],
      exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
        days.map((rate_date) => ({ rate_date, currency, usd_per_unit: '1.25' })),
      ),
    })
    const told = async (startDate: string) => {
      const asked = { companyId: apart.id, startDate, endDate: '2026-05-31' }
      const { rows, total } = await list('getMarketplaces', asked)
      return Object.fromEntries([...rows, total].map(({ key, metrics }) => [key, metrics.tacos?.lacks]))
    }
    // Sales of Germany of three weeks are told without what was spent on them, and so are those of both.
    expect(await told('2026-05-01')).toEqual({ GB: undefined, DE: ['DAYS'], '': ['DAYS'] })
    expect(await told('2026-05-22')).toEqual({ GB: undefined, DE: undefined, '': undefined })
  })

  test('of brands is one row as long as no source names any', async () => {
    const { rows, total } = await list('getBrands')
    expect(rows.map(({ key, metrics }) => [key, metrics])).toEqual([['', total.metrics]])
  })

  test('has sales to businesses when they are asked for', async () => {
    const { total } = await list('getMarketplaces', { showB2BMetrics: true })
    for (const id of BRAND_METRICS_B2B) expect([id, total.metrics[id] !== undefined]).toEqual([id, true])
  })
})

describe('the course', () => {
  test('has every period of the range, those to come without a value and with the year before', async () => {
    const { periods, parts } = await course({ startDate: '2026-05-01' })
    expect(periods.map(({ startDate, state }) => [startDate, state])).toEqual([
      ['2026-05-01', 'WHOLE'],
      ['2026-06-01', 'PARTIAL'],
      ['2026-07-01', 'FUTURE'],
      ['2026-08-01', 'FUTURE'],
    ])
    expect(
      parts[0]!.cells.map(({ orderedProductSales: cell }) => [cell?.value, cell?.previous, cell?.growth]),
    ).toEqual([
      [String(31 * 150), String(31 * 80), (31 * 70) / (31 * 80)],
      ['1500', '2400', null],
      [null, String(31 * 80), null],
      [null, String(31 * 80), null],
    ])
  })

  test('a period that is not over is held against no whole one, though all of its days are read', async () => {
    const read = await server.company()
    await read.import('facts.json', {
      sales_traffic_date: traffic(daysOf({ start: '2025-01-01', end: addDays(TODAY, -1) })).filter(
        ({ marketplace }) => marketplace === 'GB',
      ),
    })
    const told = async (more: Partial<BrandCourseInput>) => {
      const { parts } = await course({ companyId: read.id, startDate: '2026-05-01', ...more })
      return parts.map(({ cells }) =>
        cells.map(({ orderedProductSales: cell }) => [cell?.value, cell?.previous, cell?.growth]).slice(0, 2),
      )
    }
    const months = [
      ['3100', '2480', 0.25],
      ['1200', '2400', null],
    ]
    expect(await told({})).toEqual([months])
    expect(await told({ dimension: 'MARKETPLACE' })).toEqual([months])
    const week = { startDate: '2026-06-01', dateInterval: 'WEEKLY' as const }
    expect(await told(week)).toEqual([
      [
        ['700', '560', 0.25],
        ['500', '560', null],
      ],
    ])
  })

  test('parts and what is beside them come to the whole', async () => {
    for (const dimension of ['MARKETPLACE', 'BRAND', 'PRODUCT'] as const)
      for (const metric of ['orderedProductSales', 'adSpend'] as const) {
        const asked = { startDate: '2026-06-01', endDate: LAST, metric, dateInterval: 'WEEKLY' as const }
        const [{ parts }, { parts: whole }] = await Promise.all([
          course({ ...asked, dimension }),
          course(asked),
        ])
        const sums = whole[0]!.cells.map((_, index) =>
          toText(
            parts.reduce((sum, { cells }) => sum + parseDecimal(cells[index]![metric]?.value ?? '0'), 0n),
          ),
        )
        // Reports by product are of one day of the first week, and of none of the second: what sold on others is nobody's.
        const isUntold = dimension === 'PRODUCT' && metric === 'orderedProductSales'
        expect([dimension, metric, sums]).toEqual([
          dimension,
          metric,
          isUntold ? ['90', '0'] : whole[0]!.cells.map((cell) => cell[metric]?.value ?? '0'),
        ])
        if (isUntold)
          expect(parts.map(({ kind, cells }) => [kind, ...cells.map((cell) => cell[metric]?.value)])).toEqual(
            [
              ['PART', '60', null],
              ['PART', '30', null],
              ['PART', '0', null],
              ['OTHER', null, null],
            ],
          )
      }
  })

  test('what is beside the products is known where they are told of all days, of each number by itself', async () => {
    const told = await server.company()
    const sold = (date: string, sales: string) => ({
      date,
      marketplace: 'GB',
      currency: 'GBP',
      ordered_product_sales: sales,
      units_ordered: 1,
      sessions: 1,
    })
    const products = (start: string, end: string) =>
      daysOf({ start, end }).map((date) => ({ ...sold(date, '60.00'), child_asin: 'B-MUG', sku: 'MUG' }))
    await told.import('before.json', {
      sales_traffic_date: daysOf({ start: '2026-03-01', end: LAST }).map((date) => sold(date, '100.00')),
      sales_traffic_asin_day: products('2026-03-01', '2026-04-30'),
    })
    // Of the first two days of May there is no report by product.
    await told.import('after.json', { sales_traffic_asin_day: products('2026-05-03', LAST) })
    const { parts } = await course({
      companyId: told.id,
      startDate: '2026-04-01',
      endDate: LAST,
      dimension: 'PRODUCT',
      growthType: 'MONTH_ON_MONTH',
    })
    const { cells, range } = parts.find(({ kind }) => kind === 'OTHER')!
    expect(
      [...cells, range].map(({ orderedProductSales: cell }) => [cell?.value, cell?.previous, cell?.growth]),
    ).toEqual([
      ['1200', '1240', -0.032258],
      [null, '1200', null],
      // Ten days of June, as many of May a month before.
      ['400', null, null],
      [null, null, null],
    ])
  })

  test('days are told apart up to half a year', async () => {
    const { periods } = await course({ dateInterval: 'DAILY', endDate: '2026-06-30' })
    expect(periods).toHaveLength(30)
    await expect(course({ dateInterval: 'DAILY', startDate: '2025-06-01' })).rejects.toThrow('185')
  })
})

describe('sales and traffic by period', () => {
  const byPeriod = (more: object = {}) =>
    server.operator.brandManager.getSalesAndTraffic(scope({ startDate: '2026-04-15', ...more }))

  test('end where reports end, and are compared with periods that are cut the same way', async () => {
    const { periods, period } = await byPeriod()
    expect(period).toEqual({ startDate: '2026-04-15', endDate: LAST })
    expect(
      periods.map(({ startDate, endDate, isPartial, metrics: { orderedProductSales: sales } }) => [
        startDate,
        endDate,
        isPartial,
        sales?.value,
        sales?.previous,
        sales?.growth,
      ]),
    ).toEqual([
      ['2026-04-15', '2026-04-30', true, '2400', '1280', 0.875],
      ['2026-05-01', '2026-05-31', false, '4650', '2480', 0.875],
      ['2026-06-01', LAST, true, '1500', '800', 0.875],
    ])
    const weeks = await byPeriod({ dateInterval: 'WEEKLY', growthType: 'MONTH_ON_MONTH' })
    expect(weeks.periods.at(-1)).toMatchObject({
      startDate: '2026-06-08',
      endDate: LAST,
      metrics: { sessions: { value: '360', previous: '360', growth: 0 } },
    })
  })

  test('a day is compared with its weekday of the year before, in the table and in the chart', async () => {
    // 364 days before is the first day with a report; a year before there is none.
    const day = { startDate: '2025-12-31', endDate: '2025-12-31', dateInterval: 'DAILY' as const }
    const [{ periods, comparison }, { parts }] = await Promise.all([byPeriod(day), course(day)])
    expect(periods[0]!.metrics.orderedProductSales).toMatchObject({ value: '80', previous: '80', growth: 0 })
    expect(parts[0]!.cells[0]!.orderedProductSales).toMatchObject({ value: '80', previous: '80', growth: 0 })
    // A range is compared by the calendar.
    expect(comparison).toEqual({ startDate: '2024-12-31', endDate: '2024-12-31' })
  })

  test('add up to the total, whose ratios are those of the sums', async () => {
    for (const dateInterval of ['DAILY', 'WEEKLY', 'MONTHLY'] as const) {
      const { periods, total } = await byPeriod({ dateInterval, showB2BMetrics: true })
      const sum = (id: 'orderedProductSales' | 'unitsOrdered' | 'sessions' | 'orderedProductSalesB2B') =>
        periods.reduce((whole, { metrics }) => whole + parseDecimal(metrics[id]?.value ?? '0'), 0n)
      for (const id of ['orderedProductSales', 'unitsOrdered', 'sessions', 'orderedProductSalesB2B'] as const)
        expect([dateInterval, id, total.metrics[id]?.value]).toEqual([dateInterval, id, toText(sum(id))])
      expect(total.metrics.unitSessionPercentage?.value).toBe(
        toText(divide(sum('unitsOrdered'), sum('sessions'))!),
      )
      expect(total.metrics.b2bSalesShare?.value).toBe(
        toText(divide(sum('orderedProductSalesB2B'), sum('orderedProductSales'))!),
      )
    }
    const [{ total }, { cards }] = await Promise.all([byPeriod(), summary({ startDate: '2026-04-15' })])
    expect(total.metrics.orderedProductSales).toEqual(cards.orderedProductSales)
  })

  test('have no numbers where no report says any', async () => {
    const { periods } = await byPeriod({ startDate: '2024-11-15', endDate: '2025-01-31' })
    expect(
      periods.map(({ isPartial, metrics }) => [
        isPartial,
        metrics.sessions?.value,
        metrics.refundRate?.value,
      ]),
    ).toEqual([
      [true, null, null],
      [true, null, null],
      [false, String(31 * 40), null],
    ])
    expect((await byPeriod({ startDate: '2026-07-01' })).periods).toEqual([])
  })
})

describe('the forecast', () => {
  const forecast = (more: object = {}) => server.operator.brandManager.getForecast(scope(more))

  test('the month in progress has its mean day for the days that are left, those to come last year’s growth', async () => {
    const { months } = await forecast({ marketplaces: ['GB'] })
    expect(months).toEqual([
      // 1,000 in ten days, and 100 a day for twenty.
      { startDate: '2026-06-01', endDate: '2026-06-30', kind: 'PROJECTED', value: '3000' },
      // March to May: 9,200 against 7,360 a year before is a quarter more.
      { startDate: '2026-07-01', endDate: '2026-07-31', kind: 'FORECAST', value: String(31 * 80 * 1.25) },
      { startDate: '2026-08-01', endDate: '2026-08-31', kind: 'FORECAST', value: String(31 * 80 * 1.25) },
    ])
  })

  test('without the year before, a month is the mean of the last three', async () => {
    const { months } = await forecast({ marketplaces: ['DE'] })
    expect(months.map(({ value }) => value)).toEqual([
      '1500',
      ...Array(2).fill(toText(divide(parseDecimal('4600'), parseDecimal('3'))!)),
    ])
  })

  test('says that it lacks days of a marketplace of which too few are known', async () => {
    const ended = await server.company()
    const days = daysOf({ start: '2026-01-01', end: addDays(TODAY, -1) })
    await ended.import('facts.json', {
      sales_traffic_date: traffic(days).filter(
        ({ marketplace, date }) => marketplace === 'GB' || date < '2026-05-28',
      ),
      exchange_rates: ['GBP', 'EUR'].flatMap((currency) =>
        days.map((rate_date) => ({ rate_date, currency, usd_per_unit: '1.25' })),
      ),
    })
    const ofMonth = async (more: object) => {
      const { months } = await forecast({ companyId: ended.id, endDate: '2026-06-30', ...more })
      return [months[0]?.value, months[0]?.isPart]
    }
    // 12 of the last 28 days of Germany are known, and none of June.
    expect(await ofMonth({})).toEqual(['3000', true])
    expect(await ofMonth({ marketplaces: ['GB'] })).toEqual(['3000', undefined])
    expect(await ofMonth({ marketplaces: ['DE'] })).toEqual([undefined, undefined])
  })

  test('of a product whose sales nobody tells apart there is none, as on its card', async () => {
    const shared = await server.company()
    const days = daysOf({ start: '2026-05-01', end: LAST })
    const sold = (date: string, asin: string, sku: string | undefined, sales: string) => ({
      date,
      marketplace: 'GB',
      currency: 'GBP',
      child_asin: asin,
      sku,
      ordered_product_sales: sales,
      units_ordered: 1,
    })
    await shared.import('facts.json', {
      sales_traffic_asin_day: days.flatMap((date) => [
        sold(date, 'B-MUG', undefined, '60.00'),
        sold(date, 'B-CUP', 'CUP', '30.00'),
      ]),
      // Two of them have one ASIN, which is all that the report names.
      order_items: ['MUG', 'MUG-FBM'].map((sku, index) => ({
        order_id: `1-${index}`,
        order_item_id: '1',
        purchased_at: '2026-06-02T10:00:00Z',
        order_status: 'Shipped',
        marketplace: 'GB',
        currency: 'GBP',
        sku,
        asin: 'B-MUG',
        quantity: 1,
        item_price: '60.00',
      })),
    })
    const toldOf = async (skus: string[]) => {
      const [{ cards }, { months }] = await Promise.all([
        summary({ companyId: shared.id, skus }),
        forecast({ companyId: shared.id, skus, endDate: '2026-06-30' }),
      ])
      return [cards.orderedProductSales?.value, ...months.map(({ value }) => value)]
    }
    expect(await toldOf(['CUP'])).toEqual(['300', '900'])
    expect(await toldOf(['MUG', 'MUG-FBM'])).toEqual(['600', '1800'])
    expect(await toldOf(['MUG'])).toEqual([null, null])
    expect(await toldOf(['MUG', 'CUP'])).toEqual([null, null])
  })

  test('of what is over, or of a company without reports, there is none', async () => {
    expect(await forecast({ endDate: '2026-05-31', startDate: '2026-05-01' })).toEqual({ months: [] })
    const other = await server.company()
    expect(await server.operator.brandManager.getForecast({ ...scope(), companyId: other.id })).toEqual({
      months: [],
    })
  })

  test('the sum of the table has nothing of it', async () => {
    const [{ total }, { total: shorter }] = await Promise.all([
      list('getMarketplaces'),
      list('getMarketplaces', { endDate: LAST }),
    ])
    expect(total.metrics).toEqual(shorter.metrics)
  })
})

test('a company without reports has no numbers, and no zeros in their place', async () => {
  const other = await server.company()
  const asked = { ...scope(), companyId: other.id, showB2BMetrics: true }
  const { brandManager } = server.operator
  const { cards, coverage } = await brandManager.getSummary(asked)
  expect(Object.values(cards).map(({ value }) => value)).toEqual(Object.keys(cards).map(() => null))
  expect(coverage).toMatchObject({ share: 0, startDate: null, missing: [] })
  for (const list of ['getMarketplaces', 'getProducts'] as const) {
    const { rows, rowCount, notAllocated } = await brandManager[list](asked)
    expect([list, rows, rowCount, notAllocated]).toEqual([list, [], 0, null])
  }
  const { periods, total } = await brandManager.getSalesAndTraffic(asked)
  for (const { metrics } of [...periods, total])
    expect(Object.values(metrics).every(({ value }) => value === null)).toBe(true)
  for (const dimension of ['NONE', 'MARKETPLACE', 'BRAND', 'PRODUCT'] as const) {
    const { parts, periods } = await brandManager.getTimeSeries({ ...asked, dimension })
    expect([dimension, periods.length]).toEqual([dimension, 3])
    const values = parts.flatMap(({ cells }) => cells.flatMap((cell) => Object.values(cell)))
    expect([dimension, values.every(({ value }) => value === null)]).toEqual([dimension, true])
  }
})

test('what is too long, unknown or cannot put rows in order is refused', async () => {
  await expect(summary({ startDate: addMonths(LAST, -30) })).rejects.toThrow('730')
  await expect(summary({ brandNames: ['Acme'] })).rejects.toMatchObject({ cause: { code: 'BRANDS_UNKNOWN' } })
  await expect(list('getProducts', { sortBy: 'available' as 'sessions' })).rejects.toThrow('sortBy')
  await expect(list('getProducts', { pageSize: 1_001 })).rejects.toThrow('pageSize')
  await expect(summary({ startDate: endOfMonth(LAST), endDate: addDays(LAST, -1) })).rejects.toThrow(
    'end date',
  )
})
