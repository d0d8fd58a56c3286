import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANNOTATION_LENGTH_MAX, ANNOTATIONS_MAX, REVIEW_METRICS } from '#contract/dashboards/weekly-review.ts'
import { daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { tables } from '#server/accounts/index.ts'
import type { ReviewInput } from '#contract/weekly-review.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany
const TODAY = '2026-07-01'
/** A Monday to Sunday on which twenty pounds a day were sold, and much more was visited on the last day. */
const WEEK = { start: '2026-05-25', end: '2026-05-31' }
const gb = { marketplace: 'GB', currency: 'GBP' }

const isIn = (day: string, { start, end }: { start: string; end: string }) => day >= start && day <= end
const FORTNIGHT = daysOf({ start: '2026-05-18', end: WEEK.end })
type Visits = [sales: string, units: number, sessions: number]
/** Reports by product of every day, all of whose sales are of one day in each week. */
const ofProduct = (sku: string, before: Visits, now: Visits) =>
  FORTNIGHT.map((date) => {
    const [sales, units, sessions] = { '2026-05-20': before, '2026-05-27': now }[date] ?? ['0.00', 0, 0]
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

beforeAll(async () => {
  server = await startTestServer()
  server.now = new Date(`${TODAY}T12:00:00Z`)
  company = await server.company()
  const traffic = (days: { start: string; end: string }) =>
    daysOf(days).map((date) => ({
      ...gb,
      date,
      ordered_product_sales: date < '2026-01-01' ? '10.00' : isIn(date, WEEK) ? '20.00' : '12.00',
      units_ordered: date === WEEK.end ? 5 : 1,
      sessions: date === WEEK.end ? 100 : 30,
    }))
  await company.import('later.json', {
    sales_traffic_date: traffic({ start: '2026-06-15', end: '2026-06-30' }),
  })
  const record = await company.import('facts.json', {
    sales_traffic_date: traffic({ start: '2025-01-01', end: '2026-06-07' }),
    sales_traffic_asin_day: [
      ...ofProduct('MUG', ['200.00', 10, 100], ['300.00', 12, 150]),
      ...ofProduct('CUP', ['100.00', 10, 100], ['77.00', 7, 95]),
      ...ofProduct('BOWL', ['30.00', 3, 30], ['30.00', 3, 30]),
      ...ofProduct('JUG', ['0.00', 0, 0], ['70.00', 1, 10]),
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
afterAll(() => server[Symbol.asyncDispose]())

const scope = () => ({ companyId: company.id, currencyCode: 'GBP' as const })
const { getSixTwelve, getOverview, getContributors } = {
  getSixTwelve: (more: object) => server.operator.wbr.getSixTwelve({ ...scope(), ...more }),
  getOverview: (more: Omit<ReviewInput, 'companyId' | 'currencyCode'>) =>
    server.operator.wbr.getOverview({ ...scope(), ...more }),
  getContributors: (more: object) =>
    server.operator.wbr.getContributors({
      ...scope(),
      startDate: WEEK.start,
      endDate: WEEK.end,
      comparison: { startDate: '2026-05-18', endDate: '2026-05-24' },
      ...more,
    }),
}

describe('six weeks and twelve months', () => {
  test('a week against the week before and against that of 364 days earlier', async () => {
    const { weeks } = await getSixTwelve({ anchorWeek: '2026-05-28' })
    expect(weeks.map(({ startDate }) => startDate)).toEqual([
      '2026-04-20',
      '2026-04-27',
      '2026-05-04',
      '2026-05-11',
      '2026-05-18',
      WEEK.start,
    ])
    const { orderedProductSales, unitSessionPercentage, averageSellingPrice } = weeks.at(-1)!.metrics
    expect(orderedProductSales).toMatchObject({
      value: '140',
      previous: '84',
      growth: 0.666667,
      // 26 May to 1 June 2025.
      yearAgo: '70',
      yearGrowth: 1,
    })
    // Eleven units of 280 sessions against 7 of 210: ratios of sums, and a change in points.
    expect(unitSessionPercentage).toMatchObject({ value: '0.039286', previous: '0.033333', growth: 0.005952 })
    expect(averageSellingPrice.value).toBe('12.727273')
    expect(Object.keys(weeks[0]!.metrics).toSorted()).toEqual([...REVIEW_METRICS].toSorted())
  })

  test('months by the calendar, up to the one that ends with the week', async () => {
    const { months } = await getSixTwelve({ anchorWeek: WEEK.end })
    expect(
      months.map(({ startDate, metrics }) => [startDate.slice(0, 7), metrics.orderedProductSales.value]),
    ).toEqual([
      ['2025-06', '300'],
      ['2025-07', '310'],
      ['2025-08', '310'],
      ['2025-09', '300'],
      ['2025-10', '310'],
      ['2025-11', '300'],
      ['2025-12', '310'],
      ['2026-01', '372'],
      ['2026-02', '336'],
      ['2026-03', '372'],
      ['2026-04', '360'],
      // 24 days of 12, and seven of 20.
      ['2026-05', '428'],
    ])
    expect(months[8]!.metrics.orderedProductSales).toMatchObject({ yearAgo: '280', yearGrowth: 0.2 })
    // Nothing is known of 2024.
    expect(months[0]!.metrics.orderedProductSales).toMatchObject({ yearAgo: null, yearGrowth: null })
  })

  test('to date, from the start of month, quarter and year to the end of the week', async () => {
    const { toDate } = await getSixTwelve({ anchorWeek: WEEK.end })
    const sales = Object.fromEntries(
      Object.entries(toDate).map(([id, { startDate, endDate, metrics }]) => [
        id,
        [startDate, endDate, metrics.orderedProductSales.value, metrics.orderedProductSales.yearAgo],
      ]),
    )
    expect(sales).toEqual({
      monthToDate: ['2026-05-01', WEEK.end, '428', '310'],
      quarterToDate: ['2026-04-01', WEEK.end, '788', '610'],
      // 144 days of 12, and seven of 20, against 151 of 10.
      yearToDate: ['2026-01-01', WEEK.end, '1868', '1510'],
    })
    expect(toDate.yearToDate.metrics.orderedProductSales.yearGrowth).toBe(0.237086)
  })

  test('by itself the last week that is over; one without reports has no value, and nothing is compared with it', async () => {
    const { weeks } = await getSixTwelve({})
    expect(
      weeks.map(({ startDate, isPartial, metrics: { orderedProductSales } }) => [
        startDate,
        isPartial,
        orderedProductSales.value,
        orderedProductSales.previous,
      ]),
    ).toEqual([
      ['2026-05-18', false, '84', '84'],
      ['2026-05-25', false, '140', '84'],
      ['2026-06-01', false, '84', '140'],
      // No file reaches to it.
      ['2026-06-08', true, null, '84'],
      ['2026-06-15', false, '84', null],
      ['2026-06-22', false, '84', '84'],
    ])
    // A week that is not over is not reviewed.
    const later = await getSixTwelve({ anchorWeek: TODAY })
    expect(later.weeks.at(-1)!.startDate).toBe('2026-06-22')
  })

  test('columns of own dates stand beside, against their own', async () => {
    const { customs } = await getSixTwelve({
      customSummaries: [
        {
          mainDateRangeStart: '2026-05-22',
          mainDateRangeEnd: '2026-05-31',
          comparisonDateRangeStart: '2026-04-01',
          comparisonDateRangeEnd: '2026-04-10',
        },
        { mainDateRangeStart: '2026-04-01', mainDateRangeEnd: '2026-04-02' },
      ],
    })
    expect(customs.map(({ metrics: { orderedProductSales: cell } }) => [cell.value, cell.previous])).toEqual([
      ['176', '120'],
      ['24', null],
    ])
  })

  test('what no file tells keeps its place without a value', async () => {
    const { weeks } = await getSixTwelve({})
    const { daysOfCoverOfProducts, inStockRate } = weeks[0]!.metrics
    for (const cell of [daysOfCoverOfProducts, inStockRate])
      expect(cell).toMatchObject({ value: null, growth: null, previous: null, yearAgo: null })
  })

  test('stock of all products together, week by week', async () => {
    const other = await server.company()
    const days = daysOf({ start: '2026-05-01', end: WEEK.end })
    await other.import('stock.json', {
      // Two mugs and a cup a day.
      order_items: days.flatMap((day) =>
        [{ sku: 'MUG', quantity: 2 }, ...(day > '2026-05-28' ? [] : [{ sku: 'CUP', quantity: 1 }])].map(
          ({ sku, quantity }) => ({
            ...gb,
            order_id: `${sku} ${day}`,
            order_item_id: '1',
            purchased_at: `${day}T10:00:00Z`,
            order_status: 'Shipped',
            sku,
            quantity,
            item_price: '10.00',
          }),
        ),
      ),
      inventory_snapshots: days.flatMap((date) => [
        { marketplace: 'GB', date, sku: 'MUG', available: 60 },
        // Sold out since Friday.
        { marketplace: 'GB', date, sku: 'CUP', available: date > '2026-05-28' ? 0 : 12 },
      ]),
    })
    const { weeks } = await server.operator.wbr.getSixTwelve({
      companyId: other.id,
      currencyCode: 'GBP',
      anchorWeek: WEEK.end,
    })
    const told = weeks
      .slice(-2)
      .map(({ metrics }) => [metrics.daysOfCoverOfProducts.value, metrics.inStockRate.value])
    // 72 units at three a day, and 60; all 21 units that were asked for in a week, and 18 of them.
    expect(told).toEqual([
      ['24', '1'],
      ['20', '0.857143'],
    ])
  })
})

describe('the range', () => {
  const days = (startDate: string, endDate: string) => ({ startDate, endDate })
  const TWO_WEEKS = { startDate: '2026-05-18', endDate: WEEK.end }
  const sales = ({ periods }: Awaited<ReturnType<typeof getOverview>>) =>
    periods.map(({ metrics: { orderedProductSales: cell } }) => [cell.value, cell.previous, cell.yearAgo])

  test('is cut as its length allows', async () => {
    const daily = await getOverview(TWO_WEEKS)
    expect([daily.dateInterval, daily.periods.length]).toEqual(['DAILY', 14])
    // Monday against Sunday, and against the Monday of 364 days earlier.
    expect(sales(daily)[7]).toEqual(['20', '12', '10'])
    const quarter = { startDate: '2026-03-01', endDate: '2026-05-31', dateInterval: 'WEEKLY' } as const
    const monthly = await getOverview(quarter)
    expect([monthly.dateInterval, sales(monthly)]).toEqual([
      'MONTHLY',
      [
        ['372', '336', '310'],
        ['360', '372', '300'],
        ['428', '360', '310'],
      ],
    ])
  })

  test('its weeks and their total, which goes by the calendar', async () => {
    const weekly = await getOverview({ ...TWO_WEEKS, dateInterval: 'WEEKLY' })
    expect(sales(weekly)).toEqual([
      ['84', '84', '70'],
      ['140', '84', '70'],
    ])
    // Each says which days those are.
    expect([...weekly.periods, weekly.total!].map(({ before, yearAgo }) => [before, yearAgo])).toEqual([
      [days('2026-05-11', '2026-05-17'), days('2025-05-19', '2025-05-25')],
      [days('2026-05-18', '2026-05-24'), days('2025-05-26', '2025-06-01')],
      [days('2026-05-04', '2026-05-17'), days('2025-05-18', '2025-05-31')],
    ])
    expect(weekly.total!.metrics.orderedProductSales).toMatchObject({
      value: '224',
      previous: '168',
      yearAgo: '140',
    })
  })

  test('own dates take the place of the year before, period by period', async () => {
    const own = { startDate: '2026-01-05', endDate: '2026-01-11' }
    const weekly = await getOverview({ ...TWO_WEEKS, dateInterval: 'WEEKLY', comparison: own })
    expect(sales(weekly)).toEqual([
      ['84', '84', '84'],
      // There is no second week of those.
      ['140', '84', null],
    ])
    expect(weekly.total!.metrics.orderedProductSales.yearAgo).toBe('84')
    expect([...weekly.periods, weekly.total!].map(({ yearAgo }) => yearAgo)).toEqual([own, null, own])
  })

  test('own dates are cut into as many days as its periods have', async () => {
    // Twelve a day, from a Wednesday to a Thursday and on as many days before.
    const range = { startDate: '2026-04-15', endDate: '2026-05-14' }
    const comparison = { startDate: '2026-03-16', endDate: '2026-04-14' }
    const { dateInterval, periods, total } = await getOverview({ ...range, comparison })
    expect(dateInterval).toBe('WEEKLY')
    expect(periods.map(({ yearAgo }) => yearAgo)).toEqual([
      days('2026-03-16', '2026-03-20'),
      days('2026-03-21', '2026-03-27'),
      days('2026-03-28', '2026-04-03'),
      days('2026-04-04', '2026-04-10'),
      days('2026-04-11', '2026-04-14'),
    ])
    const growths = (columns: typeof periods) =>
      columns.map(({ metrics }) => metrics.orderedProductSales.yearGrowth)
    expect(growths([...periods, total!])).toEqual([0, 0, 0, 0, 0, 0])
    const monthly = await getOverview({ ...range, dateInterval: 'MONTHLY', comparison })
    expect(growths(monthly.periods)).toEqual([0, 0])
  })

  test('while it runs, as many of its own dates count as of it are over', async () => {
    const { periods, total } = await getOverview({
      startDate: '2026-06-22',
      endDate: '2026-07-05',
      dateInterval: 'WEEKLY',
      comparison: { startDate: '2026-05-04', endDate: '2026-05-17' },
    })
    expect([...periods, total!].map(({ yearAgo }) => yearAgo)).toEqual([
      days('2026-05-04', '2026-05-10'),
      days('2026-05-11', '2026-05-12'),
      days('2026-05-04', '2026-05-12'),
    ])
    expect(total!.metrics.orderedProductSales).toMatchObject({ value: '108', yearAgo: '108', yearGrowth: 0 })
  })

  test('that begins today has nothing yet, and one that reaches into today ends the day before', async () => {
    const today = { startDate: TODAY, endDate: '2026-07-07' }
    expect(await getOverview(today)).toMatchObject({ periods: [], total: null })
    const { rows, total, drivers } = await getContributors({
      ...today,
      comparison: { startDate: '2026-05-25', endDate: '2026-05-31' },
    })
    expect([rows, total.change, total.contribution, drivers]).toEqual([[], null, null, null])
    const { periods } = await getOverview({ startDate: '2026-06-29', endDate: '2026-07-07' })
    expect(periods.map(({ startDate }) => startDate)).toEqual(['2026-06-29', '2026-06-30'])
  })

  test('has an end', async () => {
    await expect(getOverview({ startDate: '2020-01-01', endDate: '2026-01-01' })).rejects.toThrow('730')
  })
})

describe('what moved', () => {
  test('products up and down, and drivers, add up to the change', async () => {
    const { rows, others, total, drivers } = await getContributors({})
    expect(rows.map(({ sku, change }) => [sku, change])).toEqual([
      ['MUG', '100'],
      ['JUG', '70'],
      ['CUP', '-23'],
    ])
    expect([others.change, total.change]).toEqual(['0', '147'])
    expect(drivers).toEqual({
      // 45 more visits at 330 / 230 each.
      volume: '64.57',
      // The visits of each product at its own sales are 50 × 2 − 5 × 1 = 95.
      mix: '30.43',
      // Three units of 20 and 2.5 of 10 fewer than before for as many visits.
      conversion: '-85',
      // Twelve at 5 more, and seven at 1 more.
      price: '67',
      newOrGone: '70',
    })
    const sum = Object.values(drivers!).reduce((all, amount) => all + parseDecimal(amount), ZERO)
    expect(toText(sum)).toBe(total.change)
  })

  test('nothing is told against days that no report tells of', async () => {
    const comparison = { startDate: '2026-05-11', endDate: '2026-05-17' }
    const { rows, drivers } = await getContributors({ comparison })
    expect([rows, drivers]).toEqual([[], null])
  })
})

describe('notes', () => {
  const RANGE = { startDate: '2026-05-01', endDate: '2026-06-30' }
  const notes = () => server.operator.wbr.getNotes({ companyId: company.id, ...RANGE })
  const save = (text: string, updatedAt: string | null, week = WEEK.start) =>
    server.operator.wbr.saveNote({ companyId: company.id, week, text, updatedAt })

  test('one for a week, which says who and when; nothing deletes it', async () => {
    await save('  Price of mugs raised. ', null)
    const [note] = await notes()
    expect(note).toEqual({
      week: WEEK.start,
      text: 'Price of mugs raised.',
      updatedAt: '2026-07-01T12:00:00.000Z',
      updatedBy: 'operator',
    })
    server.now = new Date(`${TODAY}T12:05:00Z`)
    await save('Raised by 5.', note!.updatedAt)
    // Who had not seen that writes over nothing, and deletes nothing.
    for (const text of ['Mine', '']) {
      await expect(save(text, note!.updatedAt)).rejects.toThrow('someone else')
      await expect(save(text, null)).rejects.toThrow('someone else')
    }
    const [changed] = await notes()
    expect(changed).toMatchObject({ text: 'Raised by 5.', updatedAt: '2026-07-01T12:05:00.000Z' })
    await save('', changed!.updatedAt)
    expect(await notes()).toEqual([])
    await expect(save('Late', changed!.updatedAt)).rejects.toThrow('someone else')
  })

  test('begin on Mondays, and have an end', async () => {
    await expect(save('Tuesday', null, '2026-05-26')).rejects.toThrow('Monday')
    await expect(save('x'.repeat(4001), null)).rejects.toThrow()
  })
})

describe('marks on charts', () => {
  const companyId = () => ({ companyId: company.id })
  const add = (date: string, text: string) =>
    server.operator.wbr.saveAnnotation({ ...companyId(), date, text })
  const list = () => server.operator.wbr.getAnnotations(companyId())

  test('in the order of their days; those of others cannot be deleted', async () => {
    const { id } = await add('2026-05-27', 'Deal')
    await add('2026-05-01', 'Price up')
    const other = await server.company()
    await server.operator.wbr.deleteAnnotation({ companyId: other.id, id })
    expect((await list()).map(({ date, text, createdBy }) => [date, text, createdBy])).toEqual([
      ['2026-05-01', 'Price up', 'operator'],
      ['2026-05-27', 'Deal', 'operator'],
    ])
    await server.operator.wbr.deleteAnnotation({ ...companyId(), id })
    expect((await list()).map(({ text }) => text)).toEqual(['Price up'])
    await expect(add('2026-05-27', ' ')).rejects.toThrow('what happened')
    await expect(add('2026-05-27', 'x'.repeat(ANNOTATION_LENGTH_MAX + 1))).rejects.toThrow()
  })

  test('are so many at most', async () => {
    const full = await server.company()
    const { db } = server.services.accounts
    await db.insert(tables.chartAnnotations).values(
      Array.from({ length: ANNOTATIONS_MAX }, (_, index) => ({
        companyId: full.id,
        day: '2026-05-27',
        text: `${index}`,
        createdAt: server.now,
        createdBy: 'operator',
      })),
    )
    await expect(
      server.operator.wbr.saveAnnotation({ companyId: full.id, date: '2026-05-27', text: 'More' }),
    ).rejects.toThrow(`${ANNOTATIONS_MAX} marks`)
  })
})
