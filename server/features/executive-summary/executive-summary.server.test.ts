import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TILE_COLUMNS, TILE_METRICS } from '#contract/dashboards/executive-summary.ts'
import { daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO } from '#contract/decimal.ts'
import { setLicence } from '#server/accounts/index.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'

let server: TestServer
let company: TestCompany

/** A Wednesday: 14:30 in Germany, 05:30 at Amazon in the United States. */
const NOW = new Date('2026-11-25T13:30:00Z')
const DE = { marketplace: 'DE', currency: 'EUR' }
const US = { marketplace: 'US', currency: 'USD' }

let orders = 0
const order = (purchased_at: string, item_price: string | null, more: object = DE) => ({
  order_id: `O-${++orders}`,
  order_item_id: '1',
  purchased_at,
  last_updated_at: purchased_at,
  order_status: 'Shipped',
  quantity: 1,
  item_price,
  fulfillment_channel: 'AFN',
  sku: 'MUG',
  ...more,
})

beforeAll(async () => {
  server = await startTestServer()
  company = await server.company()
  const record = await company.import('facts.json', {
    order_items: [
      order('2026-10-01T10:00:00Z', '40.00'),
      order('2026-10-01T20:00:00Z', '20.00', US),
      // On 25 October clocks went back at three: both of the first two show half past two.
      order('2026-10-25T00:30:00Z', '3.00'),
      order('2026-10-25T01:30:00Z', '4.00'),
      order('2026-10-25T12:30:00Z', '5.00'),
      order('2026-10-25T13:00:00Z', '6.00'),
      order('2026-11-17T12:00:00Z', '20.00'),
      // A week before: two before the time that orders reach today, and two after it.
      order('2026-11-18T12:30:00Z', '7.00'),
      order('2026-11-18T13:00:00Z', '100.00'),
      order('2026-11-18T12:39:00Z', '4.00', US),
      order('2026-11-18T13:00:00Z', '2.00', US),
      order('2026-11-24T12:00:00Z', '38.00', { ...DE, sku: 'CUP' }),
      // Half past midnight of the next day in Germany.
      order('2026-11-24T23:30:00Z', '10.00'),
      // Waits for its payment, at the price that was paid last: 13:40 in Germany is how far orders reach.
      order('2026-11-25T08:15:00Z', null, {
        ...DE,
        order_status: 'Pending',
        quantity: 2,
        last_updated_at: '2026-11-25T12:40:00Z',
      }),
      order('2026-11-25T09:00:00Z', '99.00', { ...DE, order_status: 'Cancelled' }),
      order('2026-11-25T12:10:00Z', '10.00', US),
    ],
    exchange_rates: daysOf({ start: '2026-10-01', end: '2026-11-27' }).map((rate_date) => ({
      rate_date,
      currency: 'EUR',
      usd_per_unit: '2',
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
})
beforeEach(() => {
  server.now = NOW
})
afterAll(() => server[Symbol.asyncDispose]())

const scope = <More extends object>(more?: More) => ({
  companyId: company.id,
  currencyCode: 'EUR' as const,
  ...(more as More),
})
async function switchLicence(isOn: boolean) {
  const { accounts } = server.services
  await setLicence(accounts, company.id, { licence: 'REAL_TIME', isOn, now: NOW })
}
const realTime = () => server.operator.executiveSummary.realTimeData

test('today counts what is pending and leaves out what was cancelled, against the same weekday up to the same time', async () => {
  const { cells, today, ordersUpTo } = await realTime().getTiles(scope())
  expect([today, ordersUpTo]).toEqual(['2026-11-25', '2026-11-25T12:40:00.000Z'])
  // 10 and twice 10 in Germany, and ten dollars, which are five euros; before it 7 and four dollars.
  expect(cells.orderedAmount.TODAY).toMatchObject({ value: '35', previous: '9' })
  expect(cells.orderedAmount.TODAY.growth).toBeCloseTo(26 / 9, 6)
  expect(cells.orderedQuantity.TODAY).toMatchObject({ value: '4', previous: '2' })
  expect(cells.orders.TODAY).toMatchObject({ value: '3', previous: '2' })
  expect(cells.orderedAmount.TODAY).toMatchObject({
    period: { startDate: '2026-11-25', endDate: '2026-11-25' },
    comparison: { startDate: '2026-11-18', endDate: '2026-11-18' },
  })
  // No report of advertising and no settlement: no nought.
  for (const column of TILE_COLUMNS) expect(cells.adSpend[column].value).toBeNull()
  for (const column of ['TODAY', 'YESTERDAY', 'MONTH_TO_DATE'] as const)
    expect(cells.refunds[column].value).toBeNull()
  expect(Object.keys(cells)).toEqual([...TILE_METRICS])
})

test('days that are over are compared whole, and the month to date up to the same time of its last day', async () => {
  const { cells } = await realTime().getTiles(scope())
  const { YESTERDAY, LAST_7_DAYS, MONTH_TO_DATE, PROJECTED } = cells.orderedAmount
  expect(YESTERDAY).toMatchObject({ value: '38', previous: '20', growth: 0.9 })
  // From the 18th to the 24th: 7, 100, 2, 1 and 38.
  expect(LAST_7_DAYS).toMatchObject({ value: '148', previous: '20' })
  // 168 up to yesterday and 35 today; 50 on the first of October, and 3, 4 and 5 up to 13:40 of the day with 25 hours.
  expect(MONTH_TO_DATE).toMatchObject({ value: '203', previous: '62' })
  // 168 in 24 days, and six more of 6, which is the mean of 168 in 28 days. October came to 68.
  expect(PROJECTED).toMatchObject({ value: '204', previous: '68', growth: 2 })
  expect(cells.contributionMargin3Percent.PROJECTED.value).toBeNull()
})

test('refunds and what is left after advertising are compared only where all their days are read', async () => {
  const seller = await server.company()
  const days = daysOf({ start: '2026-11-01', end: '2026-11-24' })
  const refund = (day: string) => ({
    settlement_id: '1',
    transaction_type: 'Refund',
    order_id: `R-${day}`,
    order_item_id: '1',
    amount_type: 'ItemPrice',
    amount_description: 'Principal',
    posted_at: `${day}T12:00:00Z`,
    sku: 'MUG',
    // Ten without VAT.
    amount: '-11.90',
    ...DE,
  })
  const record = await seller.import('facts.json', {
    order_items: days.map((day) => order(`${day}T10:00:00Z`, '10.00')),
    // To the 20th, and advertising to the 22nd.
    settlements: [
      {
        settlement_id: '1',
        start_at: '2026-10-31T23:00:00Z',
        end_at: '2026-11-20T22:59:59Z',
        currency: 'EUR',
        total_amount: '-238.00',
      },
    ],
    settlement_lines: days.slice(0, 20).map(refund),
    ads_daily: days
      .slice(0, 22)
      .map((date) => ({ date, ad_type: 'SP', sku: 'MUG', cost: '1.00', clicks: 1, ...DE })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { cells, courseOf, courses } = await realTime().getTiles({
    companyId: seller.id,
    currencyCode: 'EUR',
  })
  // Beside them four weeks day by day: unknown is what no report tells of a day, and what needs one.
  expect([courseOf.length, courseOf.at(-1)]).toEqual([28, '2026-11-24'])
  const told = (metric: 'orderedAmount' | 'adSpend' | 'refunds' | 'contributionMargin3') =>
    courseOf.filter((_, index) => courses[metric][index] !== null)
  expect(courses.orderedAmount.slice(-24)).toEqual(days.map(() => '10'))
  expect(courses.refunds.slice(-5)).toEqual(['-10', null, null, null, null])
  expect(told('refunds')).toEqual(days.slice(0, 20))
  expect(told('adSpend')).toEqual(days.slice(0, 22))
  expect(told('contributionMargin3')).toEqual(days.slice(0, 22))
  // Three of seven days with 10 are no fall from 70.
  const { LAST_7_DAYS, MONTH_TO_DATE, YESTERDAY } = cells.refunds
  expect(LAST_7_DAYS).toMatchObject({
    value: '-30',
    growth: null,
    previous: '-70',
    lacks: ['DAYS', 'REFUNDS'],
  })
  expect(MONTH_TO_DATE).toMatchObject({
    value: '-200',
    growth: null,
    previous: null,
    lacks: ['DAYS', 'REFUNDS'],
  })
  expect(YESTERDAY).toMatchObject({ value: null, growth: null, previous: '-10' })
  // Five of seven days of advertising, of which two fell away.
  expect(cells.adSpend.LAST_7_DAYS).toMatchObject({ value: '5', lacks: ['DAYS'] })
  expect(cells.contributionMargin3.LAST_7_DAYS.value).not.toBeNull()
  expect(cells.contributionMargin3.LAST_7_DAYS.growth).toBeNull()
  expect(cells.contributionMargin3Percent.LAST_7_DAYS.growth).toBeNull()
})

test('where the day has turned before that of UTC, days without an order report are still missed', async () => {
  const seller = await server.company()
  const JP = { marketplace: 'JP', currency: 'JPY' }
  await seller.import('facts.json', {
    order_items: daysOf({ start: '2026-11-01', end: '2026-11-24' }).map((day) =>
      order(`${day}T01:00:00Z`, '100.00', JP),
    ),
  })
  // One o'clock of the 26th in Japan: of the 25th nothing has been read.
  server.now = new Date('2026-11-25T16:00:00Z')
  const { cells, today } = await realTime().getTiles({ companyId: seller.id, currencyCode: 'JPY' })
  expect(today).toBe('2026-11-26')
  const { YESTERDAY, LAST_7_DAYS, MONTH_TO_DATE } = cells.orderedAmount
  expect(YESTERDAY).toMatchObject({ value: null, growth: null, period: { startDate: '2026-11-25' } })
  expect(LAST_7_DAYS).toMatchObject({
    value: '700',
    previous: '700',
    growth: 0,
    period: { startDate: '2026-11-18', endDate: '2026-11-24' },
  })
  expect(MONTH_TO_DATE).toMatchObject({ value: '2400', period: { endDate: '2026-11-24' } })
})

test('fewer than fourteen days tell nothing of a month', async () => {
  const young = await server.company()
  await young.import('facts.json', {
    order_items: [order('2026-11-15T10:00:00Z', '10.00'), order('2026-11-24T10:00:00Z', '10.00')],
  })
  const ask = async () => {
    const { cells } = await realTime().getTiles({ companyId: young.id, currencyCode: 'EUR' })
    return cells.orderedAmount.PROJECTED.value
  }
  expect(await ask()).toBeNull()
  await young.import('facts.json', { order_items: [order('2026-11-10T10:00:00Z', '10.00')] })
  await young.import('facts.json', {
    order_items: [order('2026-11-11T10:00:00Z', '8.00'), order('2026-11-14T10:00:00Z', '7.00')],
  })
  // Fifteen days with 45, and 3 on each of the six that are left.
  expect(await ask()).toBe('63')
})

test.each([
  // 200 in twenty days, and ten more of ten: six to come, and four without a report.
  ['in its middle', ['2026-11-01', '2026-11-10'], '300'],
  // 100 in ten days, and twenty more of ten: fourteen of them without a report, though there were some before.
  ['at its beginning', ['2026-10-15', '2026-10-31'], '300'],
])('days of a month without a report %s are projected as those to come', async (_, [start, end], value) => {
  const seller = await server.company()
  for (const days of [
    { start: start!, end: end! },
    { start: '2026-11-15', end: '2026-11-24' },
  ])
    await seller.import('facts.json', {
      order_items: daysOf(days).map((day) => order(`${day}T10:00:00Z`, '10.00')),
    })
  const { cells } = await realTime().getTiles({ companyId: seller.id, currencyCode: 'EUR' })
  expect(cells.orderedAmount.PROJECTED.value).toBe(value)
})

test('today by hour is by the clock of each marketplace, and adds up to the day', async () => {
  const { hours, day, comparison } = await realTime().getHourly(scope())
  expect([day, comparison, hours.length]).toEqual(['2026-11-25', '2026-11-18', 24])
  const sales = (at: number) => hours[at]!.sales
  // 00:30 and 09:15 in Germany, 04:10 in the United States.
  expect([sales(0), sales(4), sales(9), sales(1)]).toEqual(['10', '5', '20', '0'])
  expect([hours[9]!.units, hours[9]!.salesSoFar, hours[13]!.salesSoFar]).toEqual(['2', '35', '35'])
  // It is not yet two in Germany as far as orders reach.
  expect([sales(13), sales(14), hours[14]!.salesSoFar]).toEqual(['0', null, null])
  // Nor is it five in the United States, where 1 came in after five a week before.
  expect([4, 5, 13, 14].map((hour) => hours[hour]!.salesBefore)).toEqual(['2', '0', '7', '100'])
  expect([hours[5]!.salesSoFarBefore, hours[13]!.salesSoFarBefore]).toEqual(['2', '9'])
  expect(hours[23]!.salesSoFarBefore).toBe('110')
})

test('on a day with 25 hours the one that comes twice is one', async () => {
  server.now = new Date('2026-10-25T20:00:00Z')
  const { hours, day } = await realTime().getHourly(scope())
  expect(day).toBe('2026-10-25')
  expect([hours[2]!.sales, hours[13]!.sales, hours[14]!.sales]).toEqual(['7', '5', '6'])
})

test('where no file reaches into today it is unknown, and not nought', async () => {
  server.now = new Date('2026-11-27T10:00:00Z')
  const { cells, ordersUpTo } = await realTime().getTiles(scope())
  for (const metric of ['orderedAmount', 'orderedQuantity', 'orders'] as const)
    expect(cells[metric].TODAY).toMatchObject({ value: null, growth: null })
  expect(ordersUpTo).toBe('2026-11-25T12:40:00.000Z')
  const { hours } = await realTime().getHourly(scope())
  expect(
    hours.every(({ sales, units, salesSoFar }) => sales === null && units === null && salesSoFar === null),
  ).toBe(true)
  const { rows } = await realTime().getMarketplaces(scope())
  expect(rows.map(({ cells: { TODAY } }) => TODAY.value)).toEqual([null, null])
})

test('while an account has not reported today, today is less than it is compared with', async () => {
  const seller = await server.company()
  const id = { companyId: seller.id, currencyCode: 'EUR' as const }
  const each = (account: string, end: string, price: string) =>
    daysOf({ start: '2026-10-01', end }).map((day) => order(`${day}T10:00:00Z`, price, { ...DE, account }))
  const seller_accounts = ['One', 'Two'].map((name) => ({ name, region: 'EUROPE', home_marketplace: 'DE' }))
  await seller.import('facts.json', {
    seller_accounts,
    order_items: [...each('One', '2026-11-25', '10.00'), ...each('Two', '2026-11-24', '5.00')],
  })
  const ask = async () => {
    const [{ cells }, { rows, total }, { hours }, daily] = await Promise.all([
      realTime().getTiles(id),
      realTime().getMarketplaces(id),
      realTime().getHourly(id),
      realTime().getDaily({ ...id, startDate: '2026-11-01', endDate: '2026-11-25' }),
    ])
    const { TODAY, YESTERDAY, MONTH_TO_DATE } = cells.orderedAmount
    return { TODAY, YESTERDAY, MONTH_TO_DATE, rows, total, hours, daily }
  }
  const lagging = await ask()
  const unlike = { growth: null, lacks: ['DAYS'] }
  // Ten of one account, against fifteen of both; 24 days of both and ten, against 25 days of both.
  expect(lagging.TODAY).toMatchObject({ value: '10', previous: '15', ...unlike })
  expect(lagging.MONTH_TO_DATE).toMatchObject({ value: '370', previous: '375', ...unlike })
  expect(lagging.YESTERDAY).toMatchObject({ value: '15', growth: 0 })
  expect(lagging.YESTERDAY.lacks ?? []).not.toContain('DAYS')
  const [germany] = lagging.rows
  expect(germany!.cells.TODAY).toMatchObject({ value: '10', ...unlike })
  expect(germany!.cells.MONTH_TO_DATE).toMatchObject(unlike)
  expect(germany!.cells.YESTERDAY.lacks ?? []).not.toContain('DAYS')
  expect(lagging.total.cells.TODAY).toMatchObject(unlike)
  expect(lagging.total.cells.MONTH_TO_DATE).toMatchObject(unlike)
  expect(lagging.hours[11]).toMatchObject({ sales: '10', salesBefore: null, salesSoFarBefore: null })
  expect(lagging.daily.total).toMatchObject({ value: '370', previous: '375', ...unlike })
  expect([23, 24].map((index) => lagging.daily.days[index]!.ahead)).toEqual(['0', null])

  await seller.import('facts.json', {
    seller_accounts,
    order_items: [order('2026-11-25T10:00:00Z', '5.00', { ...DE, account: 'Two' })],
  })
  const whole = await ask()
  expect(whole.TODAY).toMatchObject({ value: '15', previous: '15', growth: 0 })
  expect(whole.MONTH_TO_DATE).toMatchObject({ value: '375', previous: '375', growth: 0 })
  expect(whole.TODAY.lacks ?? []).not.toContain('DAYS')
  expect(whole.hours[11]).toMatchObject({ sales: '15', salesBefore: '15', salesSoFarBefore: '15' })
  expect(whole.daily.total).toMatchObject({ growth: 0 })
  expect(whole.daily.days[24]!.ahead).toBe('0')
})

test('an account whose day has not begun is not behind', async () => {
  const seller = await server.company()
  const US_ACCOUNT = { ...US, account: 'North' }
  const seller_accounts = [
    { name: 'One', region: 'EUROPE', home_marketplace: 'DE' },
    { name: 'North', region: 'NORTH_AMERICA', home_marketplace: 'US' },
  ]
  await seller.import('facts.json', {
    seller_accounts,
    order_items: daysOf({ start: '2026-11-18', end: '2026-11-24' }).flatMap((day) => [
      order(`${day}T20:00:00Z`, '10.00', { ...DE, account: 'One' }),
      // Of which nothing has been ordered today: the report of its account is there.
      order(`${day}T20:00:00Z`, '9.00', { marketplace: 'SE', currency: 'SEK', account: 'One' }),
      order(`${day}T20:00:00Z`, '4.00', US_ACCOUNT),
    ]),
  })
  await seller.import('facts.json', {
    seller_accounts,
    order_items: [order('2026-11-25T02:00:00Z', '10.00', { ...DE, account: 'One' })],
  })
  const lacksAt = async (moment: string) => {
    server.now = new Date(moment)
    const { cells, today } = await realTime().getTiles({ companyId: seller.id, currencyCode: 'EUR' })
    return [today, cells.orderedQuantity.TODAY.value, cells.orderedQuantity.TODAY.lacks ?? []]
  }
  // Six in the evening of the day before at Amazon in the United States, and ten in the morning.
  expect(await lacksAt('2026-11-25T02:30:00Z')).toEqual(['2026-11-25', '1', []])
  expect(await lacksAt('2026-11-25T18:00:00Z')).toEqual(['2026-11-25', '1', ['DAYS']])
  // Behind is the marketplace of that account alone.
  const { rows } = await realTime().getMarketplaces({ companyId: seller.id, currencyCode: 'EUR' })
  const lacksOf = (code: string) => rows.find(({ marketplace }) => marketplace === code)!.cells.TODAY.lacks
  expect([lacksOf('DE'), lacksOf('US')]).toEqual([undefined, ['DAYS']])
  // Money without a rate has no value, and its marketplace is there.
  expect(rows.map(({ cells }) => [cells.YESTERDAY.value, cells.YESTERDAY.unconverted])).toEqual([
    ['10', undefined],
    [null, [{ currency: 'SEK', amount: '9' }]],
    [null, [{ currency: 'USD', amount: '4' }]],
  ])
})

test('a day that still runs at a marketplace is compared with no whole one', async () => {
  const seller = await server.company()
  // One an hour in both, up to now: six in the evening of the 24th at Amazon in the United States.
  server.now = new Date('2026-11-25T02:00:00Z')
  const hours = 24 * 50
  const record = await seller.import('facts.json', {
    order_items: Array.from({ length: hours }, (_, index) => {
      const moment = new Date(server.now.getTime() - index * 3_600_000).toISOString()
      return [order(moment, '1.00'), order(moment, '2.00', US)]
    }).flat(),
    exchange_rates: daysOf({ start: '2026-10-01', end: '2026-11-25' }).map((rate_date) => ({
      rate_date,
      currency: 'EUR',
      usd_per_unit: '2',
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const ask = async () => {
    const id = { companyId: seller.id, currencyCode: 'EUR' as const }
    const range = { ...id, startDate: '2026-11-18', endDate: '2026-11-24' }
    const [{ cells }, { rows, total }, daily, movers] = await Promise.all([
      realTime().getTiles(id),
      realTime().getMarketplaces(id),
      realTime().getDaily(range),
      realTime().getMovers(range),
    ])
    return { cells, rows, total, daily, movers }
  }
  const running = await ask()
  const unlike = { growth: null, lacks: ['DAYS'] }
  const { YESTERDAY, LAST_7_DAYS, MONTH_TO_DATE } = running.cells.orderedQuantity
  // 24 of Germany, and those of eighteen hours and of this moment.
  expect(YESTERDAY).toMatchObject({ value: '43', previous: '48', ...unlike })
  expect(LAST_7_DAYS).toMatchObject(unlike)
  expect(MONTH_TO_DATE).toMatchObject(unlike)
  // Of days that are over, as margins are.
  expect(running.cells.contributionMargin3.MONTH_TO_DATE).toMatchObject({
    period: { endDate: '2026-11-24' },
    growth: null,
  })
  const rowOf = (code: string) => running.rows.find(({ marketplace }) => marketplace === code)!.cells
  for (const column of ['YESTERDAY', 'LAST_7_DAYS', 'MONTH_TO_DATE'] as const) {
    expect(rowOf('US')[column]).toMatchObject(unlike)
    expect(running.total.cells[column]).toMatchObject(unlike)
    expect(rowOf('DE')[column].lacks ?? []).not.toContain('DAYS')
  }
  expect(rowOf('DE').YESTERDAY.growth).toBe(0)
  expect(rowOf('DE').LAST_7_DAYS.growth).toBe(0)
  expect(running.daily.total).toMatchObject(unlike)
  expect(running.daily.days.slice(-2).map(({ ahead }) => ahead)).toEqual(['0', null])
  expect(running.movers).toMatchObject({ period: { endDate: '2026-11-23' }, isComparable: true, rows: [] })

  // Midnight in Los Angeles.
  server.now = new Date('2026-11-25T08:00:00Z')
  const over = await ask()
  expect(over.cells.orderedQuantity.YESTERDAY.growth).not.toBeNull()
  expect(over.cells.orderedQuantity.YESTERDAY.lacks ?? []).not.toContain('DAYS')
  expect(over.movers.period.endDate).toBe('2026-11-24')
})

test('the days of a month run to its end, and are ahead of the month before by what the head says', async () => {
  const answer = await realTime().getDaily(scope({ startDate: '2026-11-01', endDate: '2026-11-25' }))
  const { days, total, period, comparison, isCutByTheClock } = answer
  expect([period.endDate, comparison.endDate, isCutByTheClock]).toEqual(['2026-11-25', '2026-10-25', true])
  expect(total).toMatchObject({ value: '203', previous: '62' })
  expect(days.map(({ date }) => date)).toEqual(daysOf({ start: '2026-11-01', end: '2026-11-30' }))
  expect(days[0]).toMatchObject({ sales: '0', previous: '50', ahead: '-50', target: null })
  // The whole of the day is drawn, and up to this time of it is compared.
  expect(days[24]).toMatchObject({ sales: '35', previous: '18', ahead: '141' })
  expect(days[29]).toMatchObject({ sales: null, previous: '0', ahead: null })
})

test('a month is ahead of a longer one by what the head says, on its last day too', async () => {
  const seller = await server.company()
  await seller.import('facts.json', {
    order_items: daysOf({ start: '2026-10-01', end: '2026-12-04' }).map((day) =>
      order(`${day}T10:00:00Z`, '10.00'),
    ),
  })
  const november = async () => {
    const { days, total } = await realTime().getDaily({
      companyId: seller.id,
      currencyCode: 'EUR',
      startDate: '2026-11-01',
      endDate: '2026-11-30',
    })
    return [total.value, total.previous, ...days.slice(-2).map(({ ahead }) => ahead)]
  }
  server.now = new Date('2026-12-05T13:00:00Z')
  // 30 days of 10 against 31 of them.
  expect(await november()).toEqual(['300', '310', '0', '-10'])
  // All of the day had come in at this hour, as on the 31st of October.
  server.now = new Date('2026-11-30T13:00:00Z')
  expect(await november()).toEqual(['300', '310', '0', '-10'])
})

test('of a longer month today alone is compared with the last day of the shorter one', async () => {
  const seller = await server.company()
  const each = (days: string[], price: string) => days.map((day) => order(`${day}T10:00:00Z`, price))
  await seller.import('facts.json', {
    order_items: [
      ...each(daysOf({ start: '2026-02-01', end: '2026-02-28' }), '10.00'),
      ...each(daysOf({ start: '2026-03-01', end: '2026-03-30' }), '20.00'),
    ],
  })
  server.now = new Date('2026-03-30T13:00:00Z')
  const { days, total, comparison } = await realTime().getDaily({
    companyId: seller.id,
    currencyCode: 'EUR',
    startDate: '2026-03-01',
    endDate: '2026-03-30',
  })
  expect(comparison).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' })
  expect(total).toMatchObject({ value: '600', previous: '280' })
  // 28 days of 20 against 27 of 10; one more against none; and today against the 28th of February.
  expect([27, 28, 29].map((index) => [days[index]!.previous, days[index]!.ahead])).toEqual([
    [null, '290'],
    [null, '310'],
    ['10', '320'],
  ])
  expect(days[30]).toMatchObject({ date: '2026-03-31', sales: null, previous: null })
})

test('any other days are compared with as many before them', async () => {
  const { days, comparison, total } = await realTime().getDaily(
    scope({ startDate: '2026-11-18', endDate: '2026-11-24' }),
  )
  expect([days.length, comparison]).toEqual([7, { startDate: '2026-11-11', endDate: '2026-11-17' }])
  expect(total).toMatchObject({ value: '148', previous: '20' })
  expect(days.at(-1)).toMatchObject({ date: '2026-11-24', previous: '20', ahead: '128' })
  await expect(
    realTime().getDaily(scope({ startDate: '2026-10-14', endDate: '2026-11-25' })),
  ).rejects.toMatchObject({ cause: { code: 'DATE_RANGE_TOO_LONG' } })
  expect(await realTime().getMinMaxDate({ companyId: company.id })).toEqual({
    minDate: '2026-10-14',
    maxDate: '2026-11-25',
  })
})

test('the hours of a day that is not over are compared with no whole day', async () => {
  const today = scope({ startDate: '2026-11-25', endDate: '2026-11-25' })
  expect(await realTime().getMovers(today)).toMatchObject({ isComparable: false, rows: [] })
  const { periods, total } = await server.operator.executiveSummary.getLegacy(today)
  expect(periods).toEqual([])
  expect(total.metrics.unitsSold).toMatchObject({ value: '4', growth: null, previous: null })
})

test('products that moved sales come to the whole change of the days that are over', async () => {
  const movers = await realTime().getMovers(scope({ startDate: '2026-11-18', endDate: '2026-11-25' }))
  expect([movers.period.endDate, movers.isComparable]).toEqual(['2026-11-24', true])
  // 110 of mugs against 20, and 38 of cups against none.
  expect(movers.rows).toEqual([
    { sku: 'MUG', name: 'MUG', change: '90' },
    { sku: 'CUP', name: 'CUP', change: '38' },
  ])
  const sum = movers.rows.reduce((all, { change }) => all + parseDecimal(change), ZERO)
  expect(toText(sum)).toBe('128')
})

test('the newest orders come first, and say nothing of their buyers', async () => {
  const { orders: found } = await realTime().getRecentOrders(scope())
  expect(found.length).toBe(8)
  expect(
    found
      .slice(0, 3)
      .map(({ orderedAt, value, currency, isPending }) => [orderedAt, value, currency, isPending]),
  ).toEqual([
    ['2026-11-25T12:10:00.000Z', '10', 'USD', false],
    ['2026-11-25T08:15:00.000Z', '20', 'EUR', true],
    ['2026-11-24T23:30:00.000Z', '10', 'EUR', false],
  ])
  expect(Object.keys(found[0]!).toSorted()).toEqual([
    'currency',
    'date',
    'isPending',
    'marketplace',
    'orderedAt',
    'product',
    'products',
    'quantity',
    'value',
  ])
})

test('the newest order is there where its day has begun before that of UTC', async () => {
  const seller = await server.company()
  // A quarter to one in Germany, and a quarter to four of the day before in Los Angeles.
  server.now = new Date('2026-06-10T22:45:00Z')
  await seller.import('facts.json', {
    order_items: [
      order('2026-06-10T22:00:00Z', '10.00', US),
      order('2026-06-10T22:30:00Z', '20.00'),
      order('2026-06-03T12:00:00Z', '30.00'),
    ],
  })
  const answer = await realTime().getRecentOrders({ companyId: seller.id, currencyCode: 'EUR' })
  expect([answer.today, answer.ordersUpTo]).toEqual(['2026-06-10', '2026-06-10T22:30:00.000Z'])
  expect(answer.orders.map(({ date, orderedAt }) => [date, orderedAt])).toEqual([
    ['2026-06-11', '2026-06-10T22:30:00.000Z'],
    ['2026-06-10', '2026-06-10T22:00:00.000Z'],
    ['2026-06-03', '2026-06-03T12:00:00.000Z'],
  ])
})

test('a pending order of a product without any price has no value', async () => {
  const seller = await server.company()
  const pending = (sku: string) =>
    order('2026-11-24T10:00:00Z', null, { ...DE, sku, order_status: 'Pending' })
  await seller.import('facts.json', {
    order_items: [
      pending('NEW'),
      { ...pending('CUP'), purchased_at: '2026-11-24T11:00:00Z' },
      order('2026-11-20T10:00:00Z', '12.00', { ...DE, sku: 'CUP' }),
      order('2026-11-19T10:00:00Z', '0.00', { ...DE, sku: 'GIFT' }),
    ],
  })
  const { orders: found } = await realTime().getRecentOrders({ companyId: seller.id, currencyCode: 'EUR' })
  expect(found.map(({ product, value }) => [product.sku, value])).toEqual([
    ['CUP', '12'],
    ['NEW', null],
    ['CUP', '12'],
    ['GIFT', '0'],
  ])
})

test('targets are set all or none, and whoever read them before loses nothing', async () => {
  const { executiveSummary } = server.operator
  const id = { companyId: company.id }
  const target = { marketplace: 'DE' as const, month: '2026-11', amount: '3000.00', currency: 'EUR' as const }
  const ofAll = { ...target, marketplace: null, amount: '8000', currency: 'USD' as const, updatedAt: null }
  await executiveSummary.saveTargets({ ...id, targets: [{ ...target, updatedAt: null }, ofAll] })
  const read = () => executiveSummary.getTargets({ ...id, from: '2026-11', to: '2026-11' })
  const [all, german] = await read()
  expect(all).toMatchObject({ marketplace: null, amount: '8000', currency: 'USD' })
  expect(german).toMatchObject({ marketplace: 'DE', amount: '3000' })
  await expect(
    executiveSummary.saveTargets({
      ...id,
      targets: [
        { ...ofAll, amount: '1', updatedAt: all!.updatedAt },
        { ...target, amount: '2', updatedAt: null },
      ],
    }),
  ).rejects.toMatchObject({ cause: { code: 'TARGETS_CHANGED' } })
  expect(await read()).toEqual([all, german])

  // Eight thousand dollars are four thousand euros: 133.33 a day; of Germany alone a hundred.
  const daily = await realTime().getDaily(scope({ startDate: '2026-11-01', endDate: '2026-11-25' }))
  expect(daily.days[3]!.target).toBe('133.333333')
  const ofGermany = await realTime().getDaily(
    scope({ startDate: '2026-11-01', endDate: '2026-11-25', marketplaces: ['DE' as const] }),
  )
  expect(ofGermany.days[3]!.target).toBe('100')
  const { rows, total } = await realTime().getMarketplaces(scope())
  expect(rows[0]).toMatchObject({ marketplace: 'DE', target: '3000' })
  expect(rows[0]!.targetShare).toBeCloseTo(195 / 3000, 6)
  expect([rows[1]!.marketplace, rows[1]!.target, total.target]).toEqual(['US', null, '4000'])
  expect(total.cells.MONTH_TO_DATE.value).toBe('203')

  await executiveSummary.saveTargets({
    ...id,
    targets: [{ ...ofAll, amount: null, updatedAt: all!.updatedAt }],
  })
  expect(await read()).toEqual([german])

  // Italy has no order yet: its target stands in a row of its own, and in the sum of all that have one.
  const targetOf = (marketplace: 'US' | 'IT', amount: string | null, updatedAt: string | null = null) => ({
    ...target,
    marketplace,
    amount,
    updatedAt,
  })
  await executiveSummary.saveTargets({ ...id, targets: [targetOf('US', '500'), targetOf('IT', '700')] })
  const targetsShown = async (marketplaces?: ('DE' | 'US' | 'IT')[]) => {
    const shown = await realTime().getMarketplaces(scope({ marketplaces }))
    return [...shown.rows, shown.total].map(({ marketplace, target: set }) => [marketplace, set])
  }
  expect(await targetsShown()).toEqual([
    ['DE', '3000'],
    ['US', '500'],
    ['IT', '700'],
    ['', '4200'],
  ])
  expect(await targetsShown(['DE', 'IT'])).toEqual([
    ['DE', '3000'],
    ['IT', '700'],
    ['', '3700'],
  ])
  expect(await targetsShown(['DE'])).toEqual([
    ['DE', '3000'],
    ['', '3000'],
  ])
  const added = (await read()).filter(({ marketplace }) => marketplace !== 'DE')
  await executiveSummary.saveTargets({
    ...id,
    targets: added.map(({ marketplace, updatedAt }) => targetOf(marketplace as 'US', null, updatedAt)),
  })
  expect(await read()).toEqual([german])
})

test.each([
  ['2021-10', { code: 'TARGET_MONTH_TOO_FAR' }, '10'],
  ['2028-12', { code: 'TARGET_MONTH_TOO_FAR' }, '10'],
  ['2026-11', { name: 'ZodError' }, '0'],
  ['2026-11', { name: 'ZodError' }, '-5'],
  ['2026-11', { name: 'ZodError' }, '1.005'],
])('a target of %s is refused with %o for %s', async (month, cause, amount) => {
  await expect(
    server.operator.executiveSummary.saveTargets({
      companyId: company.id,
      targets: [{ marketplace: null, month, amount, currency: 'EUR', updatedAt: null }],
    }),
  ).rejects.toMatchObject({ cause })
})

test('the legacy view has the months up to yesterday, which add up, and a forecast of the others', async () => {
  const legacy = await server.operator.executiveSummary.getLegacy(
    scope({ startDate: '2026-10-01', endDate: '2027-01-25' }),
  )
  expect(legacy.periods.map(({ startDate, endDate, isPartial }) => [startDate, endDate, isPartial])).toEqual([
    ['2026-10-01', '2026-10-31', false],
    ['2026-11-01', '2026-11-24', true],
  ])
  const sumOf = (metric: 'unitsSold' | 'netSales') =>
    toText(
      legacy.periods.reduce((sum, { metrics }) => sum + parseDecimal(metrics[metric].value!), ZERO),
      4,
    )
  expect(sumOf('unitsSold')).toBe('12')
  expect(legacy.total.metrics.unitsSold.value).toBe('12')
  expect(Number(legacy.total.metrics.netSales.value)).toBeCloseTo(Number(sumOf('netSales')), 4)
  // No report tells of stock.
  expect(legacy.total.metrics.inventoryValueCost.value).toBeNull()
  expect(legacy.forecast.map(({ startDate, kind }) => [startDate, kind])).toEqual([
    ['2026-11-01', 'PROJECTED'],
    ['2026-12-01', 'FORECAST'],
    ['2027-01-01', 'FORECAST'],
  ])
  await expect(
    server.operator.executiveSummary.getLegacy(scope({ startDate: '2026-07-24', endDate: '2027-01-25' })),
  ).rejects.toMatchObject({ cause: { code: 'DATE_RANGE_TOO_LONG' } })
})

test('without the licence the numbers of now are refused, and the months are not', async () => {
  await switchLicence(false)
  const range = scope({ startDate: '2026-11-01', endDate: '2026-11-25' })
  const refused = [
    () => realTime().getTiles(scope()),
    () => realTime().getHourly(scope()),
    () => realTime().getDaily(range),
    () => realTime().getMovers(range),
    () => realTime().getMarketplaces(scope()),
    () => realTime().getRecentOrders(scope()),
    () => realTime().getMinMaxDate({ companyId: company.id }),
  ]
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ cause: { code: 'LICENCE_MISSING' } })
  expect(await realTime().getRealTimeDataLicenseStatus({ companyId: company.id })).toEqual({
    isEnabled: false,
  })
  await server.operator.executiveSummary.getLegacy(range)
  await switchLicence(true)
})
