/** What the statement of orders says beside the one of transactions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { CUSTOM_SUMMARIES_MAX } from '#contract/periods.ts'
import { daysOf } from '#contract/date-range.ts'
import type { ExplainDifferenceInput } from '#contract/explain.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { PnlInput } from '#contract/profit-and-loss.ts'
import { addMember } from '#server/accounts/index.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

/** Two orders of June, of which one is released in July; with its prices as files state them. */
const order = (id: string, day: string) => ({
  order_id: id,
  order_item_id: '1',
  purchased_at: `${day}T12:00:00Z`,
  order_status: 'Shipped',
  marketplace: 'US',
  currency: 'USD',
  fulfillment_channel: 'AFN',
  sku: 'CUP',
  quantity: 1,
  item_price: '20.00',
})
const line = (id: string, day: string, amountType: string, description: string, amount: string) => ({
  settlement_id: '1',
  transaction_type: 'Order',
  order_id: id,
  order_item_id: '1',
  amount_type: amountType,
  amount_description: description,
  posted_at: `${day}T12:00:00Z`,
  marketplace: 'US',
  sku: 'CUP',
  amount,
  currency: 'USD',
  ...(description === 'Principal' && { quantity: 1 }),
})
const released = (id: string, day: string) => [
  line(id, day, 'ItemPrice', 'Principal', '20.00'),
  line(id, day, 'ItemFees', 'Commission', '-2.50'),
]
const FACTS = {
  coverage: [
    { table_name: 'order_items', start_date: '2026-06-01', end_date: '2026-07-31', marketplace: 'US' },
  ],
  order_items: [order('1-1', '2026-06-10'), order('1-2', '2026-06-29')],
  settlements: [
    {
      settlement_id: '1',
      start_at: '2026-06-01T07:00:00Z',
      end_at: '2026-08-01T07:00:00Z',
      currency: 'USD',
      total_amount: '35.00',
    },
  ],
  settlement_lines: [...released('1-1', '2026-06-12'), ...released('1-2', '2026-07-02')],
}

test('a settled month stands beside the same lines by transactions, and no other period does', async () => {
  const company = await server.company()
  await company.import('facts.json', JSON.stringify(FACTS))
  const ask = (input: Partial<PnlInput>) =>
    server.operator.profitAndLoss.getOrderData({
      companyId: company.id,
      currencyCode: 'USD',
      startDate: '2026-06-01',
      endDate: '2026-07-12',
      dateInterval: 'MONTHLY',
      ...input,
    } as PnlInput)
  const [june, july] = await ask({})
  expect(june!.lines.netSales).toMatchObject({
    value: '40',
    transactions: { value: '20', difference: '20' },
  })
  // 15 % where nobody has said anything, against what was charged for the one that was released.
  expect(june!.lines.referralFees).toMatchObject({
    value: '-6',
    transactions: { value: '-2.5', difference: '-3.5' },
  })
  expect(june!.lines.unitsSold.transactions).toEqual({ value: '1', difference: '1' })
  // A part of a month is mostly of when things are booked.
  expect(july!.lines.netSales.transactions).toBeUndefined()

  const weeks = await ask({ dateInterval: 'WEEKLY' })
  expect(weeks.every(({ lines }) => lines.netSales.transactions === undefined)).toBe(true)

  const posted = await server.operator.profitAndLoss.getData({
    companyId: company.id,
    currencyCode: 'USD',
    startDate: '2026-06-01',
    endDate: '2026-06-30',
  })
  expect(posted[0]!.lines.netSales).toMatchObject({ value: '20' })
  expect(posted[0]!.lines.netSales.transactions).toBeUndefined()

  // Until 45 days have gone by, refunds and releases are still to come.
  server.now = new Date('2026-08-14T12:00:00Z')
  expect((await ask({}))[0]!.lines.netSales.transactions).toBeUndefined()
})

test('a settled month differs by its orders, each with the days on which it was ordered and posted', async () => {
  server.now = new Date('2026-10-15T12:00:00Z')
  const company = await server.company()
  // One order of no difference, one posted in July, one of May posted in June, and a subscription that is of no order.
  await company.import(
    'facts.json',
    JSON.stringify({
      ...FACTS,
      coverage: [{ ...FACTS.coverage[0], start_date: '2026-05-01' }],
      order_items: [
        ...FACTS.order_items,
        order('1-0', '2026-05-30'),
        { ...order('1-3', '2026-06-15'), item_price: '50.00' },
      ],
      settlements: [{ ...FACTS.settlements[0], total_amount: '86.51' }],
      settlement_lines: [
        ...FACTS.settlement_lines,
        ...released('1-0', '2026-06-02'),
        line('1-3', '2026-06-16', 'ItemPrice', 'Principal', '50.00'),
        line('1-3', '2026-06-16', 'ItemFees', 'Commission', '-7.50'),
        {
          ...line('', '2026-06-20', 'other-transaction', 'Subscription Fee', '-7.49'),
          transaction_type: 'other-transaction',
          order_item_id: '',
          sku: '',
        },
        // Of an order, and of no product.
        {
          ...line('1-1', '2026-06-21', 'other-transaction', 'Shipping label purchase', '-1.00'),
          transaction_type: 'other-transaction',
          order_item_id: '',
          sku: '',
        },
      ],
    }),
  )
  const june = {
    companyId: company.id,
    currencyCode: 'USD',
    startDate: '2026-06-01',
    endDate: '2026-06-30',
  } as const
  const explain = (metricId: MetricId, more: Partial<ExplainDifferenceInput> = {}) =>
    server.operator.audit.explainDifference({ ...june, metricId, ...more })
  const day = (date: string) => ({ start: date, end: date })
  const ofSales = await explain('netSales')
  expect(ofSales).toEqual({
    whole: { byOrder: '90', byTransaction: '90', difference: '0' },
    orderCount: 2,
    orders: [
      {
        orderId: '1-0',
        difference: { byOrder: '0', byTransaction: '20', difference: '-20' },
        ordered: day('2026-05-30'),
        posted: day('2026-06-02'),
      },
      {
        orderId: '1-2',
        difference: { byOrder: '20', byTransaction: '0', difference: '20' },
        ordered: day('2026-06-29'),
        posted: day('2026-07-02'),
      },
    ],
  })
  expect(await explain('netSales', { limit: 1, offset: 1 })).toEqual({
    ...ofSales,
    orders: [ofSales.orders[1]],
  })
  expect(await explain('netSales', { skus: ['OTHER'] })).toMatchObject({
    orders: [],
    whole: { difference: '0' },
  })
  expect((await explain('netSales', { notAllocated: 'ONLY' })).orders).toEqual([])

  // 15 % of fees are expected of each, and 2.50 charged for 20.00. The subscription stands in no statement by order.
  const ofProfit = await explain('netProfit')
  expect(ofProfit.whole).toEqual({ byOrder: '76.5', byTransaction: '69.01', difference: '7.49' })
  expect(ofProfit.orders.map(({ orderId, difference }) => [orderId, difference])).toEqual([
    ['1-0', { byOrder: '0', byTransaction: '17.5', difference: '-17.5' }],
    ['1-2', { byOrder: '17', byTransaction: '0', difference: '17' }],
    ['1-1', { byOrder: '17', byTransaction: '16.5', difference: '0.5' }],
  ])
  // What names an order and no product is left out of products that are chosen.
  const leftOut = await explain('netProfit', { skus: ['CUP'], notAllocated: 'ONLY' })
  expect(leftOut.whole).toEqual({ byOrder: '0', byTransaction: '-8.49', difference: '8.49' })
  expect(leftOut.orders.map(({ orderId, difference }) => [orderId, difference])).toEqual([
    ['1-1', { byOrder: '0', byTransaction: '-1', difference: '1' }],
  ])
  // As the statement itself says it.
  const [row] = await server.operator.profitAndLoss.getOrderData({ ...june, dateInterval: 'MONTHLY' })
  for (const id of ['netSales', 'netProfit', 'referralFees', 'unitsSold'] as const) {
    const { whole } = await explain(id)
    expect([id, { value: whole!.byTransaction, difference: whole!.difference }]).toEqual([
      id,
      row!.lines[id].transactions,
    ])
  }

  // The same orders, and their lines, by themselves.
  const groups = await server.operator.audit.explainGroups({ ...june, metricId: 'netSales', by: 'order' })
  expect(groups.groups.map(({ label, value }) => [label, value])).toEqual([
    ['1-3', '50'],
    ['1-0', '20'],
    ['1-1', '20'],
  ])
  const lines = await server.operator.audit.explainLines({
    ...june,
    metricId: 'netSales',
    group: { by: 'order', key: '1-0' },
  })
  expect(lines.rows.map(({ orderId, amount }) => [orderId, amount])).toEqual([['1-0', '20']])

  for (const id of ['sessions', 'priceBase', 'referralFeesPaid'] as const)
    await expect(explain(id)).rejects.toThrow('not told by order and by transaction')

  // Half a euro for a dollar, but for the day of 1-3; in a closed month the rates are those of when it was closed.
  await company.import(
    'rates.json',
    JSON.stringify({
      exchange_rates: daysOf({ start: '2026-05-25', end: '2026-07-05' }, 1).map((rate_date) => ({
        rate_date,
        currency: 'EUR',
        usd_per_unit: rate_date === '2026-06-15' ? '2.5' : '2',
        source: 'test',
      })),
    }),
  )
  const inEuros = await explain('netSales', { currencyCode: 'EUR' })
  expect(inEuros.whole).toEqual({ byOrder: '40', byTransaction: '45', difference: '-5' })
  expect(inEuros.orders.map(({ orderId, difference }) => [orderId, difference?.difference])).toEqual([
    ['1-0', '-10'],
    ['1-2', '10'],
    ['1-3', '-5'],
  ])
  await server.operator.accounting.closeMonths({ companyId: company.id, months: ['2026-06'] })
  expect(await explain('netSales', { currencyCode: 'EUR' })).toEqual(inEuros)

  // As long as it is not settled nothing is compared, neither here nor in the statement.
  server.now = new Date('2026-08-14T12:00:00Z')
  expect(await explain('netSales')).toEqual({ whole: null, orders: [], orderCount: 0 })
})

test('days without settlements leave nothing to compare with', async () => {
  const company = await server.company()
  await company.import('facts.json', JSON.stringify({ ...FACTS, settlements: [], settlement_lines: [] }))
  server.now = new Date('2026-11-15T12:00:00Z')
  const [june] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    currencyCode: 'USD',
    startDate: '2026-06-01',
    endDate: '2026-06-30',
  })
  expect(june!.lines.netSales).toMatchObject({ value: '40', transactions: { value: null, difference: null } })
  // On no page of it.
  for (const offset of [0, 1])
    expect(
      await server.operator.audit.explainDifference({
        companyId: company.id,
        currencyCode: 'USD',
        startDate: '2026-06-01',
        endDate: '2026-06-30',
        metricId: 'netSales',
        offset,
      }),
    ).toEqual({ whole: null, orders: [], orderCount: 0 })
  // What came back is told by settlements alone: of none it is not nought.
  expect(june!.lines.refunds.lacks).toContain('REFUNDS')
  expect(june!.lines.netProfit.lacks).toContain('REFUNDS')
  const { total } = await server.operator.unitEconomics.getData({
    companyId: company.id,
    currencyCode: 'USD',
    startDate: '2026-06-01',
    endDate: '2026-06-30',
  })
  expect(total.unitEconomics.unitRefundCost).toMatchObject({
    value: '0',
    lacks: expect.arrayContaining(['REFUNDS']),
  })
})

test('refunds are not whole beside days of orders that no settlement reaches', async () => {
  const company = await server.company()
  const settlements = [{ ...FACTS.settlements[0], end_at: '2026-07-16T06:59:59Z' }]
  await company.import('facts.json', JSON.stringify({ ...FACTS, settlements }))
  const ask = async (endDate: string) =>
    (
      await server.operator.profitAndLoss.getOrderData({
        companyId: company.id,
        currencyCode: 'USD',
        startDate: '2026-06-01',
        endDate,
      })
    )[0]!.lines
  const lacksOf = ({ refunds, netProfit, grossSales }: Awaited<ReturnType<typeof ask>>) =>
    [refunds, netProfit, grossSales].map(({ lacks }) => lacks?.includes('REFUNDS') ?? false)
  expect(lacksOf(await ask('2026-07-15'))).toEqual([false, false, false])
  expect(lacksOf(await ask('2026-07-16'))).toEqual([true, true, false])
})

test('how much of the fees is an estimate is said until the orders are settled', async () => {
  const shareOf = async (lines: object[], marketplaces: 'US'[] = []) => {
    const company = await server.company()
    await company.import('facts.json', JSON.stringify({ ...FACTS, settlement_lines: lines }))
    const { value } = await server.operator.profitAndLoss.getEstimatedFeeShare({
      companyId: company.id,
      currencyCode: 'USD',
      startDate: '2026-06-01',
      endDate: '2026-06-30',
      marketplaces,
    })
    return value
  }
  expect(await shareOf([])).toBe('1')
  // Three dollars are expected of the one, two and a half were charged for the other.
  expect(await shareOf(released('1-1', '2026-06-12'), ['US'])).toBe('0.545455')
  expect(await shareOf(FACTS.settlement_lines)).toBe('0')
})

test('columns of own dates are kept by person and basis, once each and so many at most', async () => {
  const company = await server.company()
  await company.import('facts.json', JSON.stringify(FACTS))
  const companyId = company.id
  const memberOf = async () => {
    const person = await server.person()
    await addMember(server.services.accounts, { id: companyId }, person.user, 'VIEWER')
    return person.calls.profitAndLoss
  }
  const [one, other] = [await memberOf(), await memberOf()]
  const dates = {
    mainDateRangeStart: '2026-06-01',
    mainDateRangeEnd: '2026-06-30',
    comparisonDateRangeStart: '2026-07-01',
    comparisonDateRangeEnd: '2026-07-30',
  }
  const created = await one.createCustomSummaryColumn({ companyId, kind: 'ORDER', ...dates })
  expect(created).toMatchObject(dates)
  expect(await one.createCustomSummaryColumn({ companyId, kind: 'ORDER', ...dates })).toMatchObject({
    id: created.id,
  })
  expect(await one.getCustomSummaryColumns({ companyId, kind: 'ORDER' })).toEqual([created])
  expect(await one.getCustomSummaryColumns({ companyId, kind: 'TRANSACTION' })).toEqual([])
  expect(await other.getCustomSummaryColumns({ companyId, kind: 'ORDER' })).toEqual([])

  const rows = await one.getOrderData({
    companyId,
    currencyCode: 'USD',
    startDate: '2026-07-01',
    endDate: '2026-07-12',
    summaryViews: { total: true },
    customSummaries: [dates, { mainDateRangeStart: '2026-06-10', mainDateRangeEnd: '2026-06-10' }],
  })
  expect(rows.map(({ column, periodStart }) => `${column} ${periodStart}`)).toEqual([
    'bucket 2026-07-01',
    'total 2026-07-01',
    'custom 2026-06-01',
    'custom 2026-06-10',
  ])
  expect(rows[2]!.lines.netSales).toMatchObject({ value: '40', previous: '0' })
  expect(rows[3]!).toMatchObject({
    comparisonStart: null,
    lines: { netSales: { value: '20', growth: null } },
  })

  const kept = { companyId, kind: 'ORDER' } as const
  await expect(
    one.createCustomSummaryColumn({
      ...kept,
      mainDateRangeStart: '2026-06-02',
      mainDateRangeEnd: '2026-06-01',
    }),
  ).rejects.toThrow('ends after it starts')
  await expect(
    one.createCustomSummaryColumn({ ...kept, ...dates, comparisonDateRangeEnd: undefined }),
  ).rejects.toThrow('ends after it starts')
  const add = (day: number) => {
    const date = `2026-05-${`${day}`.padStart(2, '0')}`
    return one.createCustomSummaryColumn({ ...kept, mainDateRangeStart: date, mainDateRangeEnd: date })
  }
  for (let day = 1; day < CUSTOM_SUMMARIES_MAX; day++) await add(day)
  await expect(add(CUSTOM_SUMMARIES_MAX)).rejects.toThrow('10 columns of your own already')
  await one.deleteCustomSummaryColumn({ ...kept, id: created.id })
  expect(await one.getCustomSummaryColumns(kept)).toHaveLength(CUSTOM_SUMMARIES_MAX - 1)
})

const SALE = {
  settlements: [
    {
      settlement_id: '9',
      start_at: '2026-06-01T07:00:00Z',
      end_at: '2026-08-01T07:00:00Z',
      currency: 'USD',
      total_amount: '70.00',
    },
  ],
  settlement_lines: [
    { ...line('9-1', '2026-06-12', 'ItemPrice', 'Principal', '100.00'), settlement_id: '9' },
    {
      ...line('9-1', '2026-06-15', 'ItemPrice', 'Principal', '-30.00'),
      settlement_id: '9',
      transaction_type: 'Refund',
    },
  ],
}
const JUNE = { currencyCode: 'USD', startDate: '2026-06-01', endDate: '2026-06-30' } as const

formTest(
  'an account whose orders nobody has given lacks them, and one without settlements lacks refunds',
  async () => {
    server.now = new Date('2026-08-14T12:00:00Z')
    const ask = async (companyId: string) =>
      (await server.operator.profitAndLoss.getOrderData({ companyId, ...JUNE }))[0]!
    const settledAlone = await server.company()
    await settledAlone.import('east.json', FACTS, { account: 'East', marketplace: 'US' })
    await settledAlone.import('west.json', SALE, { account: 'West', marketplace: 'US' })
    const lacking = await ask(settledAlone.id)
    expect(lacking.coverage.missing).toMatchObject([
      { account: 'West', startDate: '2026-06-01', endDate: '2026-06-30' },
    ])
    expect(lacking.lines.netSales.lacks).toContain('DAYS')

    const ordered = await server.company()
    const { settlements: _, settlement_lines: __, ...orders } = FACTS
    await ordered.import('east.json', FACTS, { account: 'East', marketplace: 'US' })
    await ordered.import('west.json', orders, { account: 'West', marketplace: 'US' })
    const unsettled = await ask(ordered.id)
    expect(unsettled.lines.refunds.lacks).toContain('REFUNDS')
    expect(unsettled.lines.promotionFees.lacks).toContain('REFUNDS')
  },
)

test('what settlements have not told yet is no fall', async () => {
  server.now = new Date('2026-08-14T12:00:00Z')
  const company = await server.company()
  const settlements = [{ ...SALE.settlements[0], end_at: '2026-07-01T06:59:59Z' }]
  const order_items = ['06-10', '06-11', '07-10', '07-11'].map((day) => order(`5-${day}`, `2026-${day}`))
  await company.import('facts.json', { ...FACTS, ...SALE, settlements, order_items })
  const [july] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    currencyCode: 'USD',
    startDate: '2026-07-01',
    endDate: '2026-07-31',
    growthMetricType: 'MONTH_ON_MONTH',
  })
  const { refunds, netSales, grossSales } = july!.lines
  expect([refunds.growth, netSales.growth]).toEqual([null, null])
  expect(grossSales.growth).toBe(0)
  // And nobody is named who made it.
  const explained = await server.operator.audit.explainChange({
    companyId: company.id,
    metricId: 'netSales',
    basis: 'ORDER',
    currencyCode: 'USD',
    startDate: '2026-07-01',
    endDate: '2026-07-31',
    comparisonStart: '2026-06-01',
    comparisonEnd: '2026-06-30',
    by: 'line',
  })
  expect(explained).toMatchObject({ change: null, growth: null, absence: 'SOURCES', contributors: [] })
})

test('pending units whose price no file knows are no sale of nought', async () => {
  server.now = new Date('2026-06-25T12:00:00Z')
  const company = await server.company()
  const pending = {
    ...order('8-1', '2026-06-20'),
    order_status: 'Pending',
    sku: 'NEW',
    quantity: 3,
    item_price: null,
  }
  const file = { ...FACTS, order_items: [...FACTS.order_items, pending] }
  await company.import('facts.json', file)
  const ask = async () => {
    const [row] = await server.operator.profitAndLoss.getOrderData({ companyId: company.id, ...JUNE })
    const { cells } = await server.operator.executiveSummary.realTimeData.getTiles({
      companyId: company.id,
      currencyCode: 'USD',
    })
    const { productSales, netSales, refunds } = row!.lines
    return [productSales, netSales, refunds, cells.orderedAmount.MONTH_TO_DATE]
  }
  const lacks = (some: { lacks?: readonly string[] | undefined }[]) =>
    some.map(({ lacks: found = [] }) => found.includes('PRICES'))
  const before = await ask()
  expect(before[0]).toMatchObject({ value: '40' })
  expect(lacks(before)).toEqual([true, true, false, true])
  // Somebody has bought it for ten since.
  await company.import('later.json', {
    order_items: [{ ...order('8-2', '2026-06-21'), sku: 'NEW', item_price: '10.00' }],
  })
  const after = await ask()
  expect(after[0]).toMatchObject({ value: '80' })
  expect(lacks(after)).toEqual([false, false, false, false])
})
