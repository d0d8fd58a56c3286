/**
 * The worked examples of the metrics document, through the public door: what is given goes in as a facts file, what is
 * expected comes out of the procedures that the pages call.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysIn, daysOf } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { isMetricId, metricOf } from '#contract/metrics/metrics.ts'
import type { PnlInput, PnlRow } from '#contract/profit-and-loss.ts'
import { isPnlLine } from '#contract/profit-and-loss-lines.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'

type Values = Record<string, string | null>
type Range = [start: string, end: string]

interface Expectation {
  of: string
  range?: Range
  currency?: PnlInput['currencyCode']
  date?: string
  row?: number
  values: Values
  flags?: Record<string, string>
  feeVatAdjusted?: boolean
}

interface Example {
  id: string
  title: string
  given: Record<string, unknown>
  expect: Expectation[]
}

const read = (path: string): Example[] =>
  (JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')) as { examples: Example[] })
    .examples
const examples = new Map(read('data/worked-examples.json').map((example) => [example.id, example]))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** A new company with what the example gives, all of it accepted. */
async function given(
  id: string,
  changed: (facts: string) => string = (facts) => facts,
): Promise<TestCompany> {
  const company = await server.company()
  const record = await company.import('facts.json', changed(JSON.stringify(examples.get(id)!.given)))
  expect(record).toMatchObject({
    status: 'PUBLISHED',
    counts: { refused: 0 },
    refusedRows: [],
    problem: null,
  })
  return company
}

/** Every expectation of an example that names a range of the transaction statement, in the document's own form. */
async function expectStatement(company: TestCompany, { range, currency, ...expected }: Expectation) {
  const { row } = await company.pnl({ from: range![0], to: range![1], currency: currency! })
  expect(answered(row, expected)).toEqual(expected.values)
  if (expected.flags) expect(row.flags).toMatchObject(numbers(expected.flags))
  if (expected.feeVatAdjusted !== undefined) expect(row.feeVatAdjusted).toBe(expected.feeVatAdjusted)
}

const numbers = (flags: Record<string, string>) =>
  Object.fromEntries(Object.entries(flags).map(([flag, count]) => [flag, Number(count)]))

/** What a row says about the values that are expected of it, rounded as the document rounds. */
function answered(row: PnlRow, { values }: Pick<Expectation, 'values'>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, wanted]) => [name, rounded(answerTo(row, name), decimalsOf(wanted))]),
  )
}

const decimalsOf = (wanted: string | null): number => /\.(\d+)$/.exec(wanted ?? '')?.[1]?.length ?? 0

function answerTo(row: PnlRow, name: string): string | null {
  const share = /^(\w+)PercentOfNetSales$/.exec(name)?.[1]
  if (share !== undefined && isPnlLine(share)) {
    const fraction = row.lines[share].percentOfNetSales
    return fraction === null ? null : toText(parseDecimal(fraction.toFixed(6)) * 100n)
  }
  if (!isPnlLine(name)) throw new Error(`The statement has no line ${name}.`)
  return row.lines[name].value
}

/** Half away from zero, with all its decimals: `-12.50`. */
function rounded(text: string | null, decimals: number): string | null {
  if (text === null) return null
  const [whole, fraction = ''] = toText(parseDecimal(text), decimals).split('.')
  return decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, '0')}`
}

test.each(['PUB-01', 'PUB-02', 'PUB-04', 'PUB-06'])('%s', async (id) => {
  const company = await given(id)
  for (const expectation of examples.get(id)!.expect) await expectStatement(company, expectation)
})

test('PUB-03: orders by their day, without VAT', async () => {
  const [{ range, currency, values }] = examples.get('PUB-03')!.expect as [Expectation]
  const company = await given('PUB-03')
  const [row] = await server.operator.profitAndLoss.getOrderData({
    companyId: company.id,
    startDate: range![0],
    endDate: range![1],
    currencyCode: currency!,
  })
  // How many orders there were is no line of the statement.
  const { orders, ...lines } = values
  expect(answered(row!, { values: lines })).toEqual(lines)
  expect(await explained(company, { range: range!, currency: currency! }, { orders: orders! })).toEqual({
    orders,
  })
})

test('PUB-07: expenses spread over days, in the statement and by their names in the drawer', async () => {
  const company = await given('PUB-07')
  for (const { range, currency, values } of examples.get('PUB-07')!.expect) {
    const question = { from: range![0], to: range![1], currency: currency! }
    const { total, ...names } = values
    // A cost is negative in the statement, and positive where expenses are what is asked for.
    expect(rounded((await company.pnl(question)).lines.operatingExpenses, 2)).toBe(`-${total}`)
    expect(
      await explained(company, { range: range!, currency: currency! }, { operatingExpenses: total! }),
    ).toEqual({ operatingExpenses: total })
    const { rows, rowCount } = await company.explain('operatingExpenses', question, { limit: 500 })
    expect(rows).toHaveLength(rowCount)
    const found = Object.fromEntries(
      Object.keys(names).map((name) => {
        const ofName = rows.filter(({ amountDescription }) => amountDescription === name)
        const sum = ofName.reduce((all, { amount }) => all - parseDecimal(amount), 0n)
        return [name, rounded(toText(sum, 9), 2)]
      }),
    )
    expect(found).toEqual(names)
    // As the page of expenses has them.
    const page = await server.operator.expenses.list({
      companyId: company.id,
      startDate: range![0],
      endDate: range![1],
      currencyCode: currency!,
    })
    expect(rounded(page.total, 2)).toBe(total)
    const listed = new Map(page.rows.map(({ name, inRange }) => [name, rounded(inRange, 2)]))
    expect(Object.fromEntries(Object.keys(names).map((name) => [name, listed.get(name) ?? '0.00']))).toEqual(
      names,
    )
  }
})

test('PUB-05: fees with and without a country of establishment', async () => {
  const [adjusted, asCharged] = examples.get('PUB-05')!.expect
  const company = await given('PUB-05')
  await expectStatement(company, adjusted!)
  await company.set({ establishmentCountry: null })
  await expectStatement(company, asCharged!)
  await company.set({ establishmentCountry: 'GB' })
  await expectStatement(company, adjusted!)
})

test('PUB-05: the question is answered by any country, and when the tax is not recoverable', async () => {
  const [, asCharged] = examples.get('PUB-05')!.expect
  const company = await given('PUB-05')
  for (const settings of [
    { establishmentCountry: 'US' },
    { establishmentCountry: 'GB', feeVatRecoverable: false },
  ]) {
    await company.set(settings)
    await expectStatement(company, { ...asCharged!, feeVatAdjusted: true })
  }
})

interface MetricQuestion {
  range: Range
  currency: PnlInput['currencyCode']
  skus?: string[]
}

/** What the drawer says of the metrics that are expected, rounded as the document rounds; fractions as percentages. */
async function explained(
  company: TestCompany,
  { range: [startDate, endDate], currency, ...more }: MetricQuestion,
  values: Values,
): Promise<Values> {
  const found: Values = {}
  for (const [name, wanted] of Object.entries(values)) {
    if (!isMetricId(name)) throw new Error(`There is no metric ${name}.`)
    const { value } = await server.operator.audit.explainValue({
      companyId: company.id,
      metricId: name,
      startDate,
      endDate,
      currencyCode: currency,
      ...more,
    })
    const isFraction = value !== null && metricOf(name).unit === 'percent'
    found[name] = rounded(isFraction ? toText(parseDecimal(value) * 100n) : value, decimalsOf(wanted))
  }
  return found
}

test('PUB-08: advertising, each row on a day of its own', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-08')!
  const rows = facts['rows'] as Record<string, string | number>[]
  const days = rows.map((_, index) => `2025-05-0${index + 1}`)
  const place = { marketplace: 'GB', currency: 'GBP' }
  const company = await server.company()
  const record = await company.import('facts.json', {
    ads_daily: rows.map((row, index) => ({
      ...place,
      date: days[index],
      ad_type: 'SP',
      campaign_id: 'C-1',
      impressions: row['impressions'],
      clicks: row['clicks'],
      cost: row['cost'],
      sales_7d: row['ad_sales'],
      purchases_7d: row['ad_orders'],
      units_7d: row['ad_units'],
    })),
    sales_traffic_date: rows.map((row, index) => ({
      ...place,
      date: days[index],
      ordered_product_sales: row['ordered_sales'],
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  expect(expectations.map(({ row }) => row)).toEqual([0, 1, 2])
  for (const { row, values } of expectations) {
    const day = days[row!]!
    expect(await explained(company, { range: [day, day], currency: 'GBP' }, values)).toEqual(values)
  }
})

test('PUB-09: traffic of products, which is never that of the account', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-09')!
  const [{ values }] = expectations as [Expectation]
  const rows = facts['sales_traffic_asin_day'] as { child_asin: string; date: string }[]
  const company = await server.company()
  const record = await company.import('facts.json', {
    sales_traffic_asin_day: rows.map((row) => ({ ...row, sku: `SKU-${row.child_asin}` })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const asked: MetricQuestion = { range: [rows[0]!.date, rows[0]!.date], currency: 'GBP' }
  const skus = rows.map(({ child_asin }) => `SKU-${child_asin}`)
  expect(await explained(company, { ...asked, skus }, values)).toEqual(values)
  // The report of the account is not there, and that of the products does not stand in for it.
  const absent = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
  expect(await explained(company, asked, values)).toEqual(absent)
})

test('PUB-10: shares of a market that several products share, each search in a week of its own', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-10')!
  const rows = facts['sqp_weekly'] as ({ asin: string; query: string; volume: number } & Record<
    string,
    number
  >)[]
  const firstDayOf = (query: string) => {
    const weeks = expectations.findIndex((one) => 'query' in one && one.query === query)
    return addDays(facts['week_start'] as string, 7 * weeks)
  }
  const company = await server.company()
  const record = await company.import('facts.json', {
    search_query_performance: rows.map(({ asin, query, volume, ...counts }) => ({
      ...counts,
      asin,
      sku: `SKU-${asin}`,
      search_query: query,
      search_query_volume: volume,
      marketplace: facts['marketplace'],
      start_date: firstDayOf(query),
      end_date: addDays(firstDayOf(query), 6),
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  for (const { query, values } of expectations as (Expectation & { query: string })[]) {
    // What a score compares with is a list of searches, which nobody asks for yet.
    const {
      badge: _,
      searchVolumeSubscore: _volume,
      absolutePerformanceSubscore: _absolute,
      sharePerformanceSubscore: _share,
      searchQueryRelevanceScore: _relevance,
      ...shares
    } = values
    const range: Range = [firstDayOf(query), addDays(firstDayOf(query), 6)]
    for (const skus of [undefined, ['SKU-B0A', 'SKU-B0B']])
      expect(
        await explained(company, { range, currency: 'GBP', ...(skus && { skus }) }, shares),
        query,
      ).toEqual(shares)
  }
})

test('PUB-11: how fast a product sells, how long it lasts, and when to reorder it', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-11')!
  const [{ values }] = expectations as [Expectation]
  const told = facts as Record<string, number>
  const sku = facts['sku'] as string
  const JUNE: Range = ['2025-06-01', '2025-06-30']
  const days = daysOf({ start: JUNE[0], end: JUNE[1] })
  const daysAgo = (count: number) => addDays(JUNE[1], -count)
  const place = { marketplace: 'GB', sku }
  // Out of stock in the middle, and sold evenly on all other days.
  const outOfStock = days.slice(10, 10 + told['out_of_stock_days']!)
  const inStock = days.filter((day) => !outOfStock.includes(day))
  expect(inStock).toHaveLength(told['in_stock_days_last_30_days']!)
  const company = await server.company()
  const record = await company.import('facts.json', {
    // Reports of orders reach back to the first snapshot.
    order_items: [daysAgo(90), ...inStock].map((day) => ({
      ...place,
      currency: 'GBP',
      order_id: day,
      order_item_id: '1',
      purchased_at: `${day}T12:00:00Z`,
      order_status: 'Shipped',
      quantity: told['units_sold_last_30_days']! / inStock.length,
      item_price: '120.00',
    })),
    inventory_planning: [
      {
        ...place,
        currency: 'GBP',
        date: daysAgo(0),
        units_shipped_30: told['units_sold_last_30_days'],
        units_shipped_90: told['units_shipped_last_90_days'],
      },
    ],
    inventory_snapshots: [...[30, 60, 90].map(daysAgo), ...days].map((date) => ({
      ...place,
      date,
      available: outOfStock.includes(date)
        ? 0
        : (told[`available_day_${daysIn({ start: date, end: daysAgo(0) }) - 1}`] ?? told['available']),
      inbound_shipped: told['inbound'],
      reserved_fc_transfer: told['reserved_fc_transfer'],
      reserved_fc_processing: told['reserved_fc_processing'],
      reserved_customer_orders: told['reserved_customer_orders'],
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  await company.set({
    replenishment: {
      leadTimeDays: told['lead_time_days']!,
      safetyDays: told['safety_days']!,
      targetCoverDays: told['target_cover_days']!,
      marketplaceLeadTimeDays: {},
    },
  })
  // What was lost is answered by product and cause, and by no metric yet.
  const { status, lostUnits: _units, lostSales: _sales, lostContribution: _lost, ...rest } = values
  expect(await explained(company, { range: JUNE, currency: 'GBP', skus: [sku] }, rest)).toEqual(rest)
  // 22 days of 180 of 30, as many as are shipped.
  const supply = { historicalDaysOfSupply30: '30.0' }
  expect(await explained(company, { range: JUNE, currency: 'GBP', skus: [sku] }, supply)).toEqual(supply)
  const product = await server.operator.productDrawer.getProduct({
    companyId: company.id,
    sku,
    currencyCode: 'GBP',
  })
  expect(product?.stockStatus).toBe(status)
})

test('PUB-12: daily exchange rates', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-12')!
  const company = await server.company()
  await company.import('facts.json', { exchange_rates: facts['exchange_rates'] })
  for (const { date, values } of expectations) {
    const answer = await server.operator.profitAndLoss.convert({
      companyId: company.id,
      amount: facts['amount'] as string,
      from: facts['from_currency'] as 'EUR',
      to: facts['to_currency'] as 'GBP',
      date: date!,
    })
    expect({ amount: rounded(answer.amount, 2), amountUsd: rounded(answer.amountUsd, 2) }).toEqual(values)
  }
})

test('PUB-12: the statement converts by the same rates, and says where there is none', async () => {
  const { given: facts } = examples.get('PUB-12')!
  const company = await server.company()
  await company.import('facts.json', {
    exchange_rates: facts['exchange_rates'],
    settlement_lines: ['2025-02-02', '2025-02-14'].map((day) => ({
      line_id: day,
      transaction_type: 'Shipment',
      order_id: `O-${day}`,
      sku: 'A',
      marketplace: 'DE',
      posted_at: `${day}T12:00:00Z`,
      amount_type: 'ItemFees',
      amount_description: 'Commission',
      amount: '-100.00',
      currency: 'EUR',
    })),
  })
  const sunday = await company.pnl({ from: '2025-02-02', to: '2025-02-02', currency: 'GBP' })
  expect(rounded(sunday.lines.referralFees, 2)).toBe('-83.68')
  expect(sunday.row.flags.missingFxRates).toBe(0)
  const later = await company.pnl({ from: '2025-02-14', to: '2025-02-14', currency: 'GBP' })
  expect(later.row.flags.missingFxRates).toBe(1)
})

test('PUB-13: the ranges that ranges are compared with', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-13')!
  const ranges = facts['ranges'] as { growthType: 'YEAR_ON_YEAR'; startDate: string; endDate: string }[]
  const found: Range[] = []
  for (const { growthType, ...range } of ranges) {
    const { comparison } = await server.operator.profitAndLoss.getPeriods({
      ...range,
      growthMetricType: growthType,
    })
    found.push([comparison.start, comparison.end])
  }
  expect(found).toEqual(expectations.find(({ of }) => of === 'comparisonRange')!.values)
})

/** A line of each polarity that one amount of a settlement can make, and how a file names it. */
const AMOUNTS_BY_POLARITY = {
  income: { line: 'productSales', names: ['Shipment', 'ItemPrice', 'Principal'] },
  cost: { line: 'otherAmazonFees', names: ['ServiceFee', 'ServiceFee', 'HighVolumeListingFee'] },
  result: { line: 'adjustments', names: ['Adjustment', 'other-transaction', 'Adjustment'] },
} as const

test('PUB-13: growth of income, cost and results', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-13')!
  const pairs = facts['pairs'] as {
    current: string
    previous: string
    polarity: keyof typeof AMOUNTS_BY_POLARITY
  }[]
  const growth: (string | null)[] = []
  for (const { current, previous, polarity } of pairs) {
    const { line, names } = AMOUNTS_BY_POLARITY[polarity]
    const company = await server.company()
    const row = (posted_at: string, amount: string) => ({
      transaction_type: names[0],
      amount_type: names[1],
      amount_description: names[2],
      marketplace: 'US',
      currency: 'USD',
      posted_at,
      amount,
    })
    // On the first day, since a comparison that begins before the first row is none.
    await company.import('facts.json', {
      settlement_lines: [row('2025-03-10T20:00:00Z', current), row('2025-02-01T20:00:00Z', previous)],
    })
    const cell = (await company.pnl({ from: '2025-03-01', to: '2025-03-31', currency: 'USD' })).row.lines[
      line
    ]
    expect(rounded(cell.value, 2)).toBe(current)
    // A month without any row is not covered, and one in which the line is nothing says so.
    if (parseDecimal(previous) !== 0n) expect(rounded(cell.previous, 2)).toBe(previous)
    growth.push(cell.growth === null ? null : rounded(toText(parseDecimal(cell.growth.toFixed(6)) * 100n), 1))
  }
  expect(growth).toEqual(expectations.find(({ of }) => of === 'growthPercent')!.values)
})

test('PUB-16: summary columns of two ranges', async () => {
  for (const { range, values } of examples.get('PUB-16')!.expect) {
    const [startDate, endDate] = range!
    const { summaries } = await server.operator.profitAndLoss.getPeriods({ startDate, endDate })
    const found = Object.fromEntries(
      Object.entries(summaries).map(([view, { start, end }]) => [view, [start, end]]),
    )
    expect(found).toEqual(values)
  }
})

test('PUB-16: the statement answers with the same ranges', async () => {
  const company = await given('PUB-01')
  const [{ range, values }] = examples.get('PUB-16')!.expect as [Expectation]
  const { rows } = await company.pnl({
    from: range![0],
    to: range![1],
    currency: 'GBP',
    summaryViews: Object.fromEntries(Object.keys(values).map((view) => [view, true])),
  })
  const found = rows.slice(1).map((row) => [row.column, [row.periodStart, row.periodEnd]])
  expect(Object.fromEntries(found)).toEqual(values)
  // March 2024 lies in the twelve months before the last, and in no other column.
  expect(
    rows.map((row) => rounded(row.lines.netSales.value ?? '0', 2)).filter((value) => value !== '0.00'),
  ).toEqual(['40.00', '40.00'])
})

test('PUB-18: days without sales count in a mean of days', async () => {
  const { given: facts, expect: expectations } = examples.get('PUB-18')!
  const [{ values }] = expectations as [Expectation]
  const rows = facts['rows'] as { date: string; sales: string; sessions: number }[]
  const company = await server.company()
  const record = await company.import('facts.json', {
    sales_traffic_date: rows.map(({ date, sales, sessions }) => ({
      date,
      marketplace: 'GB',
      currency: 'GBP',
      ordered_product_sales: sales,
      sessions,
    })),
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const saying = (range: Range, ofThese: Values) => explained(company, { range, currency: 'GBP' }, ofThese)
  const {
    sales,
    salesPerSessionOn20250902: withoutSessions,
    salesPerSessionOn20250904: withoutSales,
    ...metrics
  } = values as Record<string, string | null>
  const whole = { orderedProductSales: sales!, ...metrics }
  expect(await saying([rows[0]!.date, rows.at(-1)!.date], whole)).toEqual(whole)
  for (const [day, salesPerSession] of [
    ['2025-09-02', withoutSessions!],
    ['2025-09-04', withoutSales!],
  ] as const)
    expect(await saying([day, day], { salesPerSession })).toEqual({ salesPerSession })
})

test('PUB-15: unit economics of a product, from its order, its charges and its advertising', async () => {
  const { given: stated, expect: expectations } = examples.get('PUB-15')!
  const [{ values }] = expectations as [Expectation]
  const of = stated as Record<string, string> & { sku: string; units: number }
  const { sku, units } = of
  const ASIN = 'B000000001'
  const JUNE: Range = ['2025-06-01', '2025-06-30']
  const place = { sku, marketplace: 'GB', currency: 'GBP' }
  const charged = (
    transaction_type: string,
    amount_type: string,
    amount_description: string,
    amount: string,
  ) => ({
    ...place,
    transaction_type,
    amount_type,
    amount_description,
    amount: `-${amount}`,
    order_id: 'O-1',
    posted_at: '2025-06-03T12:00:00Z',
  })
  const each = (amount: string) => toText(parseDecimal(amount) / BigInt(units))
  const company = await server.company()
  const record = await company.import('facts.json', {
    // The promotion is without tax what the example says: 19 of each 120 that a buyer pays are tax.
    order_items: [
      {
        ...place,
        order_id: 'O-1',
        order_item_id: '1',
        asin: ASIN,
        purchased_at: '2025-06-02T12:00:00Z',
        order_status: 'Shipped',
        fulfillment_channel: 'AFN',
        quantity: units,
        item_price: of['product_sales_incl_vat'],
        item_tax: of['sales_vat'],
        item_promotion_discount: '118.811881188',
      },
    ],
    settlement_lines: [
      charged('Order', 'ItemFees', 'Commission', of['referral_fees']!),
      charged('Order', 'ItemFees', 'FBAPerUnitFulfillmentFee', of['fulfilment_fees']!),
      charged('Order', 'ItemFees', 'VariableClosingFee', of['other_fees']!),
      // With the fifth of tax that is in it.
      charged('Refund', 'ItemPrice', 'Principal', toText((parseDecimal(of['refund_cost']!) * 6n) / 5n)),
      { ...charged('ServiceFee', '', 'FBAStorageFee', of['storage_fees']!), order_id: '', sku: '' },
      // It says that the order is settled.
      {
        ...charged('Order', 'ItemPrice', 'Principal', ''),
        amount: of['product_sales_incl_vat'],
        quantity: units,
      },
    ],
    vat_rates: [{ marketplace: 'GB', rate: '0.20', valid_from: '2011-01-04', valid_to: null }],
    // June costs what is billed in it, which the report of the month before shares among products.
    storage_fees: [
      {
        marketplace: 'GB',
        month: '2025-05-01',
        asin: ASIN,
        fnsku: 'X1',
        currency: 'GBP',
        fee: of['storage_fees'],
      },
    ],
    coverage: ['order_items', 'settlement_lines'].map((table_name) => ({
      table_name,
      marketplace: 'GB',
      start_date: JUNE[0],
      end_date: JUNE[1],
    })),
    product_costs: [
      {
        sku,
        valid_from: '2025-01-01',
        currency: 'GBP',
        manufacturing: each(of['cogs_manufacturing']!),
        freight: each(of['cogs_freight']!),
        duty: each(of['cogs_duty']!),
      },
    ],
    ads_daily: [{ ...place, date: '2025-06-03', ad_type: 'SP', cost: of['advertising'] }],
    sales_traffic_asin_day: [
      {
        ...place,
        date: '2025-06-02',
        child_asin: ASIN,
        units_ordered: units,
        ordered_product_sales: of['product_sales_incl_vat'],
      },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  const { rows } = await server.operator.unitEconomics.getData({
    companyId: company.id,
    startDate: JUNE[0],
    endDate: JUNE[1],
    currencyCode: 'GBP',
    contingency: Number(of['contingency']),
  })
  expect(rows.map(({ key }) => key)).toEqual([sku])
  const cells: Partial<Record<string, { value: string | null }>> = {
    ...rows[0]!.businessMetrics,
    ...rows[0]!.unitEconomics,
  }
  const { averageSellingPrice, ...ofUnits } = values
  expect(
    await explained(
      company,
      { range: JUNE, currency: 'GBP', skus: [sku] },
      { averageSellingPrice: averageSellingPrice! },
    ),
  ).toEqual({ averageSellingPrice })
  const found = Object.entries(ofUnits).map(([id, wanted]) => {
    const value = cells[id]?.value ?? null
    const isFraction = value !== null && isMetricId(id) && metricOf(id).unit === 'percent'
    return [id, rounded(isFraction ? toText(parseDecimal(value) * 100n) : value, decimalsOf(wanted))]
  })
  expect(Object.fromEntries(found)).toEqual(ofUnits)
})

describe('PUB-17', () => {
  const released = (facts: string) => facts.replaceAll('"DEFERRED"', '"DEFERRED_RELEASED"')

  test.each([
    ['the same lines say so', released],
    ['new lines say so', (facts: string) => released(facts).replaceAll(/"L(\d)"/g, '"N$1"')],
  ])('deferred until %s', async (_, release) => {
    const [deferred, then] = examples.get('PUB-17')!.expect
    const company = await given('PUB-17')
    await expectStatement(company, deferred!)
    // The third line was released before: under a new id it would be another sale.
    const facts = JSON.parse(release(JSON.stringify(examples.get('PUB-17')!.given))) as {
      settlement_lines: object[]
    }
    const record = await company.import('released.json', {
      settlement_lines: facts.settlement_lines.slice(0, 2),
    })
    expect(record.status).toBe('PUBLISHED')
    await expectStatement(company, then!)
    await company.undo(record.id)
    await expectStatement(company, deferred!)
  })

  test('a whole file read again with other statuses', async () => {
    const company = await given('PUB-17')
    await company.import('again.json', released(JSON.stringify(examples.get('PUB-17')!.given)))
    await expectStatement(company, examples.get('PUB-17')!.expect[1]!)
  })
})
