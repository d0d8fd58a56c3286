/** Numbers that are counted beside the ledger, taken back to the lines of their files. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import { absolute, parseDecimal, toText } from '#contract/decimal.ts'
import type {
  ChangeExplanation,
  ChangeKey,
  ExplainedGroups,
  ExplainGroupsInput,
  ExplainInput,
  Explanation,
  ExplainRow,
  GroupKey,
} from '#contract/explain.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { isOfLedger } from '#contract/metrics/evaluate.ts'
import { METRIC_IDS, metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { expectGroupsToAddUp } from '#test/support/explained-groups.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { formTest, formsOf } from '#test/support/drawn-cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const HOSTILE = "O'MUG\\1 {a:String}"
const QUERY = "mug') OR 1=1 -- {skus:Array(String)} ☕"
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31', currencyCode: 'EUR' } as const
const explain = (
  company: TestCompany,
  metricId: MetricId,
  more: Partial<ExplainInput> & { asOf?: number | string | undefined } = {},
) => server.operator.audit.explainValue({ companyId: company.id, metricId, ...MARCH, ...more })

const day = (marketplace: string, date: string, more: object = {}) => ({
  marketplace,
  date,
  ordered_product_sales: '100.00',
  ordered_product_sales_b2b: '10.00',
  units_ordered: 10,
  units_ordered_b2b: 1,
  total_order_items: 8,
  total_order_items_b2b: 1,
  sessions: 50,
  sessions_b2b: 5,
  browser_sessions: 30,
  mobile_app_sessions: 20,
  page_views: 80,
  buy_box_percentage: '90',
  ...more,
})
const stock = (marketplace: string, date: string, sku: string, available: number) => ({
  marketplace,
  date,
  sku,
  available,
  inbound_working: 1,
  reserved_customer_orders: 2,
  reserved_fc_transfer: 3,
  reserved_fc_processing: 0,
  unfulfillable: 4,
})
/** Of a week; the market stands in the row of each product. */
const search = (marketplace: string, start: string, asin: string, query: string, more: object = {}) => ({
  marketplace,
  start_date: start,
  end_date: addDays(start, 6),
  asin,
  search_query: query,
  search_query_volume: 400,
  total_impressions: 1000,
  asin_impressions: 100,
  total_clicks: 80,
  asin_clicks: 10,
  total_cart_adds: 30,
  asin_cart_adds: 5,
  total_purchases: 20,
  asin_purchases: 3,
  total_purchase_price: '12.50',
  asin_purchase_price: '11.00',
  ...more,
})
const order = (id: string, sku: string, more: object = {}) => ({
  order_id: id,
  order_item_id: `${id}-${sku}`,
  purchased_at: '2026-03-02T10:00:00Z',
  order_status: 'Shipped',
  marketplace: 'DE',
  currency: 'EUR',
  sku,
  quantity: 1,
  item_price: '12.00',
  ...more,
})
const FILE = {
  exchange_rates: [
    { rate_date: '2026-03-01', currency: 'EUR', usd_per_unit: '1.10' },
    { rate_date: '2026-03-01', currency: 'GBP', usd_per_unit: '1.32' },
    { rate_date: '2026-03-02', currency: 'GBP', usd_per_unit: '1.21' },
    { rate_date: '2026-03-08', currency: 'EUR', usd_per_unit: '1.10' },
    { rate_date: '2026-03-08', currency: 'GBP', usd_per_unit: '1.21' },
  ],
  sales_traffic_date: [
    day('DE', '2026-03-01', { shipped_product_sales: '90.00', units_shipped: 9 }),
    day('DE', '2026-03-02'),
    day('GB', '2026-03-01', { ordered_product_sales: '10.00' }),
    day('GB', '2026-03-02', { ordered_product_sales: '10.00' }),
  ],
  sales_traffic_asin_day: [
    day('DE', '2026-03-01', { child_asin: 'B000000001', sku: HOSTILE, sessions: 40 }),
    day('DE', '2026-03-01', { child_asin: 'B000000002', sku: 'CUP', sessions: 35 }),
    // The report names the ASIN alone.
    day('GB', '2026-03-02', { child_asin: 'B000000003', sessions: 7 }),
  ],
  ads_daily: [
    {
      date: '2026-03-02',
      ad_type: 'SP',
      marketplace: 'DE',
      campaign_id: 'C-1',
      sku: HOSTILE,
      cost: '5.00',
      impressions: 1000,
      clicks: 40,
      purchases_7d: 3,
      units_7d: 4,
      sales_7d: '70.00',
      sales_same_sku_7d: '50.00',
    },
    {
      date: '2026-03-02',
      ad_type: 'SB',
      marketplace: 'GB',
      campaign_id: 'C-2',
      cost: '4.40',
      impressions: 10,
      clicks: 4,
      purchases_14d: 2,
      units_14d: 2,
      sales_14d: '20.00',
      ntb_purchases_14d: 1,
      ntb_sales_14d: '8.00',
    },
  ],
  order_items: [
    order('O-1', HOSTILE, { quantity: 2, item_price: '24.00' }),
    order('O-1', 'CUP'),
    order('O-2', 'CUP', { order_status: 'Cancelled' }),
    order('O-3', HOSTILE, { order_status: 'Pending', item_price: null }),
  ],
  returns: [
    {
      return_date: '2026-03-09',
      order_id: 'O-1',
      sku: HOSTILE,
      quantity: 2,
      disposition: 'SELLABLE',
      reason: 'UNWANTED_ITEM',
    },
  ],
  inventory_snapshots: [
    stock('DE', '2026-03-01', HOSTILE, 9),
    stock('DE', '2026-03-01', 'CUP', 4),
    stock('DE', '2026-03-10', HOSTILE, 7),
    stock('GB', '2026-03-08', HOSTILE, 100),
  ],
  search_query_performance: [
    search('DE', '2026-03-01', 'B000000001', QUERY),
    // The market is the same, of which Amazon says a little less here.
    search('DE', '2026-03-01', 'B000000002', QUERY, { total_impressions: 999, asin_impressions: 40 }),
    search('DE', '2026-03-08', 'B000000001', QUERY, { search_query_volume: 500 }),
    search('DE', '2026-03-08', 'B000000002', 'cup', { total_purchase_price: null }),
    search('GB', '2026-03-08', 'B000000003', QUERY),
    // Reaches out of March.
    search('DE', '2026-03-29', 'B000000001', QUERY),
  ],
}
/** Rows of searches name the ASIN alone; the report of traffic says which product that is. */
const SKU_OF: Record<string, string> = { B000000001: HOSTILE, B000000002: 'CUP' }

async function imported(company: TestCompany, name: string, file: object): Promise<number> {
  const record = await company.import(name, file)
  expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [], problem: null })
  return record.id
}

const sumOf = (rows: readonly ExplainRow[]) =>
  rows.reduce((sum, { converted }) => sum + parseDecimal(converted!), 0n)

/** Metrics that are the sum of rows of one fact beside the ledger. */
const PLAIN = METRIC_IDS.filter(
  (id) => isAnswered(id) && !isOfLedger(id) && metricOf(id).formula.kind === 'sum',
)
/** One of each way in which facts add up; of everything all of them are asked. */
const SOME: MetricId[] = [
  'orderedProductSales',
  'sessions',
  'adSales',
  'orders',
  'orderedAmount',
  'returnedUnits',
  'available',
  'sqpImpressions',
  'marketImpressions',
  'marketPurchaseValue',
]
const SCOPES: Partial<ExplainInput>[] = [
  {},
  { marketplaces: ['DE'] },
  { marketplaces: ['GB'] },
  { skus: [HOSTILE] },
  { skus: ['CUP', HOSTILE], marketplaces: ['DE'] },
  { currencyCode: 'USD' },
  { currencyCode: 'GBP', endDate: '2026-03-02' },
]

describe('a company with a file of every kind', () => {
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    await imported(company, 'facts.json', FILE)
  })

  test.each(formsOf(SCOPES, 2))(
    'each number is the sum of its rows, and each row its line: %j',
    async (scope) => {
      let known = 0
      const asked = Object.keys(scope).length === 0 ? formsOf(PLAIN, 16) : SOME
      for (const id of asked) {
        const { value, rows, rowCount, sql } = await explain(company, id, scope)
        expect([id, rowCount]).toEqual([id, rows.length])
        const found = await server.services.analytics.rows<{ measure: string; amount: string }>(sql, {
          params: { companyId: company.id },
        })
        if (value === null) {
          // What nobody states has no row; so has what is said of the whole account, of a product.
          expect([id, rows, found]).toEqual([id, [], []])
          continue
        }
        known++
        // Each row is written with six digits.
        const tolerance = 1_000_000n * BigInt(rows.length + 1)
        expect([id, absolute(sumOf(rows) - parseDecimal(value)) <= tolerance]).toEqual([id, true])
        const added = found.reduce((sum, { amount }) => sum + parseDecimal(amount), 0n)
        expect([id, toText(added)]).toEqual([id, value])
        for (const { metricId, line, fileName, lineNumber, rawLine, day: date, sku, kind } of rows) {
          expect([metricId, line, fileName]).toEqual([id, null, 'facts.json'])
          expect(kind).toBe(metricOf(id).unit === 'money' ? 'AMOUNT' : 'COUNT')
          const raw = JSON.parse(rawLine!) as Record<string, string>
          expect(lineNumber).toBeGreaterThan(0)
          expect(raw.date ?? raw.return_date ?? raw.end_date ?? raw.purchased_at!.slice(0, 10)).toBe(date)
          if (sku) expect(raw.sku ?? SKU_OF[raw.asin!]).toBe(sku)
        }
      }
      expect(known).toBeGreaterThan(asked.length / 2)
    },
  )

  test('groups by every key add up to it, and their lines to them', async () => {
    const asked: Partial<ExplainInput>[] = SOME.map((metricId, index) => ({ metricId, ...SCOPES[index] }))
    for (const one of formsOf([...asked, { metricId: 'organicSales' as const }], 2)) {
      const question = { ...MARCH, ...one, companyId: company.id, metricId: one.metricId! }
      expect(await expectGroupsToAddUp(server, question)).toBeGreaterThan(5)
    }
  })

  const groupsOf = (metricId: MetricId, by: GroupKey, more: Partial<ExplainGroupsInput> = {}) =>
    server.operator.audit.explainGroups({ companyId: company.id, metricId, by, ...MARCH, ...more })
  const shown = ({ groups }: ExplainedGroups) =>
    groups.map(({ label, code, value, share, rowCount }) => [label, code, value, share, rowCount])

  test('groups are named in words, and what belongs to none of them is one', async () => {
    const usd = { currencyCode: 'USD' } as const
    expect(shown(await groupsOf('adSpend', 'kind', { ...usd, endDate: '2026-03-02' }))).toEqual([
      ['Sponsored Products', 'Advertising / SP', '5.5', '0.50813', 1],
      ['Sponsored Brands', 'Advertising / SB', '5.324', '0.49187', 1],
    ])
    expect(shown(await groupsOf('adSpend', 'product', usd)).map(([label]) => label)).toEqual([HOSTILE, ''])
    expect(shown(await groupsOf('sessions', 'marketplace')).map(([label]) => label)).toEqual([
      'Germany',
      'United Kingdom',
    ])
    expect(shown(await groupsOf('returnedUnits', 'kind'))).toEqual([
      ['Unwanted item', 'Return / SELLABLE / UNWANTED_ITEM', '2', '1', 1],
    ])
    expect(shown(await groupsOf('sessions', 'file'))).toEqual([['facts.json', '', '200', '1', 4]])
  })

  formTest('groups are put in order, searched and cut into pages', async () => {
    const days = async (more: Partial<ExplainGroupsInput>) =>
      shown(await groupsOf('orderedProductSales', 'day', more)).map(([label]) => label)
    const [first, second] = ['2026-03-01', '2026-03-02']
    expect(await days({})).toEqual([first, second])
    expect(await days({ isDescending: false })).toEqual([second, first])
    expect(await days({ sort: 'name' })).toEqual([second, first])
    expect(await days({ sort: 'name', isDescending: false })).toEqual([first, second])
    expect(await days({ limit: 1, offset: 1 })).toEqual([second])
    // A page past the last one knows what all of them come to.
    const whole = await groupsOf('orderedProductSales', 'day')
    expect(await groupsOf('orderedProductSales', 'day', { offset: 7 })).toEqual({ ...whole, groups: [] })
    expect(await groupsOf('orderedProductSales', 'day', { searchText: '03-02', limit: 1 })).toMatchObject({
      groups: [{ key: second }],
      groupCount: 1,
      rowCount: 2,
    })
    const found = async (by: GroupKey, searchText: string) =>
      (await groupsOf('adSpend', by, { searchText, currencyCode: 'GBP', endDate: second })).groupCount
    expect(await found('kind', 'sponsored b')).toBe(1)
    expect(await found('kind', 'advertising / sp')).toBe(1)
    expect(await found('marketplace', 'kingdom')).toBe(1)
    for (const hostile of ['%', '_', "'", '\\', '{a:String', "o'mug\\1", '\t\u0001', "') OR 1=1 --"])
      expect([hostile, await found('product', hostile)]).toEqual([
        hostile,
        HOSTILE.toLowerCase().includes(hostile.toLowerCase()) ? 1 : 0,
      ])
    await expect(found('product', 'x'.repeat(10_000))).rejects.toThrow('searchText')
  })

  formTest('of a ratio each term is told apart, and lines are found by what they mean', async () => {
    const terms = await groupsOf('acos', 'product', { endDate: '2026-03-02' })
    expect(terms).toMatchObject({
      metricId: 'adSpend',
      terms: [{ metricId: 'adSpend' }, { metricId: 'adSales' }],
    })
    expect(await groupsOf('acos', 'product', { termId: 'adSales' })).toMatchObject({ metricId: 'adSales' })
    await expect(groupsOf('acos', 'product', { termId: 'sessions' })).rejects.toThrow('not made of this')
    const lines = async (searchText: string) =>
      (
        await server.operator.audit.explainLines({
          companyId: company.id,
          metricId: 'adSpend',
          ...MARCH,
          searchText,
        })
      ).rows.map(({ amountDescription }) => amountDescription)
    expect(await lines('')).toEqual(['C-1', 'C-2'])
    expect(await lines('c-2')).toEqual(['C-2'])
    expect(await lines('sponsored products')).toEqual(['C-1'])
    expect(await lines('germany')).toEqual(['C-1'])
    expect(await lines('facts.json')).toHaveLength(2)
    expect(await lines('%')).toEqual([])
  })

  test('visitors of the account and of a product are told from different reports', async () => {
    const raw = ({ rows }: Explanation) =>
      rows.map(({ amount, rawLine }) => [amount, 'child_asin' in (JSON.parse(rawLine!) as object)])
    expect(raw(await explain(company, 'sessions', { marketplaces: ['DE'] }))).toEqual([
      ['50', false],
      ['50', false],
    ])
    expect(raw(await explain(company, 'sessions', { skus: [HOSTILE] }))).toEqual([['40', true]])
    // What has no product: rows that name the ASIN alone.
    const { rows } = await explain(company, 'sessions', { skus: [''] })
    expect(rows.map((row) => [row.amount, row.amountType, row.amountDescription])).toEqual([
      ['7', 'ASIN', 'B000000003'],
    ])
  })

  test('a market is that of a query and week, once, whichever products are asked', async () => {
    const market = async (more: Partial<ExplainInput>) => {
      const { value, rows } = await explain(company, 'marketImpressions', { marketplaces: ['DE'], ...more })
      const said = rows.map(({ day: date, amount, sku, amountDescription }) => [
        date,
        amount,
        sku,
        amountDescription,
      ])
      return [value, said]
    }
    const [first, second] = ['2026-03-07', '2026-03-14']
    expect(await market({})).toEqual([
      '3000',
      [
        [first, '1000', '', QUERY],
        [second, '1000', '', QUERY],
        [second, '1000', '', 'cup'],
      ],
    ])
    expect(await market({ skus: ['CUP', HOSTILE] })).toEqual([
      '3000',
      [
        [first, '1000', HOSTILE, QUERY],
        [second, '1000', HOSTILE, QUERY],
        [second, '1000', 'CUP', 'cup'],
      ],
    ])
    expect(await market({ skus: ['CUP'] })).toEqual([
      '1999',
      [
        [first, '999', 'CUP', QUERY],
        [second, '1000', 'CUP', 'cup'],
      ],
    ])
    const share = await explain(company, 'impressionShare', { skus: ['CUP', HOSTILE] })
    expect(Number(share.value)).toBeCloseTo(340 / 3000, 6)
    expect(share.terms.map(({ metricId, value, rowCount }) => [metricId, value, rowCount])).toEqual([
      ['sqpImpressions', '340', 4],
      ['marketImpressions', '3000', 3],
    ])
    // (100 × 12.5 × 3 of 60 purchases) and 11 of each own.
    const gap = await explain(company, 'priceGap', { marketplaces: ['DE'] })
    expect(Number(gap.value)).toBeCloseTo(11 / 12.5 - 1, 6)
  })

  test('stock lists the last day of each marketplace alone', async () => {
    const { value, rows } = await explain(company, 'available')
    expect(value).toBe('107')
    expect(rows.map(({ day: date, marketplace, amount }) => [date, marketplace, amount])).toEqual([
      ['2026-03-08', 'GB', '100'],
      ['2026-03-10', 'DE', '7'],
    ])
    // The last snapshot of a product is not that of its marketplace.
    expect(await explain(company, 'available', { skus: ['CUP'] })).toMatchObject({ value: '0', rowCount: 0 })
    const early = await explain(company, 'available', { endDate: '2026-03-07' })
    expect(early).toMatchObject({ value: '13', rowCount: 2 })
  })

  test('a ratio of two facts lists the rows of both, and pages are parts of one order', async () => {
    const tacos = await explain(company, 'tacos', { endDate: '2026-03-02' })
    // (5 + 4.4 × 1.1) ÷ (200 + 12 + 11)
    expect(Number(tacos.value)).toBeCloseTo((5 + 4.4 * 1.1) / 223, 6)
    expect(tacos.terms.map(({ metricId, rowCount }) => [metricId, rowCount])).toEqual([
      ['adSpend', 2],
      ['orderedProductSales', 4],
    ])
    expect(tacos.exchangeRates).toEqual([
      { currency: 'GBP', days: 2, lowest: '1.1', highest: '1.2', source: expect.any(String) as string },
    ])
    const rate = await explain(company, 'returnRate', { basis: 'ORDER' })
    expect(rate.value).toBe('0.5')
    expect(rate.terms.map(({ value, rowCount }) => [value, rowCount])).toEqual([
      ['2', 1],
      ['4', 3],
    ])
    expect(rate.rows.map(({ line, metricId }) => [line, metricId])).toEqual([
      ...Array<string[]>(3).fill(['unitsSold', 'unitsSold']),
      [null, 'returnedUnits'],
    ])
    for (const [id, whole] of [
      ['tacos', tacos],
      ['returnRate', rate],
    ] as const)
      for (const limit of [1, 2, 3]) {
        const pages = []
        for (let offset = 0; offset < whole.rowCount; offset += limit) {
          const page = await explain(company, id, {
            basis: 'ORDER',
            ...(id === 'tacos' && { endDate: '2026-03-02' }),
            limit,
            offset,
          })
          expect([page.rowCount, page.rows.length <= limit]).toEqual([whole.rowCount, true])
          pages.push(...page.rows)
        }
        expect(pages).toEqual(whole.rows)
      }
  })

  test('a mean of days says how many are covered, and lists the rows of its sum', async () => {
    const mean = await explain(company, 'averageDailySales')
    // 100 + 100 + 10 × 1.2 + 10 × 1.1 of two days of March; of the others no report says anything.
    expect(mean).toMatchObject({
      value: '111.5',
      formula: 'Sales ÷ covered days (2)',
      lacks: ['DAYS'],
      rowCount: 4,
      terms: [{ metricId: 'orderedProductSales', value: '223', rowCount: 4 }],
    })
    expect([toText(sumOf(mean.rows)), mean.rows.map(({ metricId }) => metricId)]).toEqual([
      '223',
      Array<MetricId>(4).fill('orderedProductSales'),
    ])
    const of = async (more: Partial<ExplainInput>) => {
      const { value, formula } = await explain(company, 'averageDailySales', more)
      return [value, formula]
    }
    expect(await of({ endDate: '2026-03-01' })).toEqual(['112', 'Sales ÷ covered days (1)'])
    // Products have the days of their own report: in DE one, in both marketplaces two.
    expect(await of({ skus: [HOSTILE], marketplaces: ['DE'] })).toEqual(['100', 'Sales ÷ covered days (1)'])
    expect(await of({ skus: [HOSTILE] })).toEqual(['50', 'Sales ÷ covered days (2)'])
    expect(await of({ startDate: '2026-03-03' })).toEqual([null, 'Sales ÷ covered days (0)'])
  })

  test('days to come are not in a mean, and today is where a report has it', async () => {
    const before = server.now
    try {
      for (const [now, more] of [
        ['2026-03-03', {}],
        ['2026-03-02', { endDate: '2026-12-31' }],
      ] as const) {
        server.now = new Date(`${now}T12:00:00Z`)
        expect([now, (await explain(company, 'averageDailySales', more)).value]).toEqual([now, '111.5'])
      }
    } finally {
      server.now = before
    }
  })

  test('rows say what their file calls them', async () => {
    const [ad] = (await explain(company, 'adSpend')).rows
    expect(ad).toMatchObject({
      transactionType: 'Advertising',
      amountType: 'SP',
      amountDescription: 'C-1',
      amount: '5',
      currency: 'EUR',
      sku: HOSTILE,
    })
    const [back] = (await explain(company, 'returnedUnits')).rows
    expect(back).toMatchObject({ orderId: 'O-1', amountType: 'SELLABLE', amountDescription: 'UNWANTED_ITEM' })
    const { rows } = await explain(company, 'orders')
    expect(rows.map(({ orderId, amountType }) => [orderId, amountType])).toEqual([
      ['O-1', 'Shipped'],
      ['O-3', 'Pending'],
    ])
  })

  test('what is taken away carries that sign', async () => {
    const { value, rows } = await explain(company, 'organicSales', {
      marketplaces: ['DE'],
      endDate: '2026-03-02',
    })
    expect([value, toText(sumOf(rows))]).toEqual(['130', '130'])
    expect(rows.map(({ metricId, amount }) => [metricId, amount])).toContainEqual(['adSales', '-70'])
  })

  test('days without a file are those of the files that state the number', async () => {
    const { coverage, lacks } = await explain(company, 'sessions', { endDate: '2026-03-03' })
    expect(lacks).toEqual(['DAYS'])
    // Said once of the account, whatever its marketplaces.
    expect(coverage.missing.map(({ startDate, currency }) => [startDate, currency])).toEqual([
      ['2026-03-03', 'EUR'],
      ['2026-03-03', 'GBP'],
    ])
    expect(
      (await explain(company, 'available', { endDate: '2026-03-10', marketplaces: ['DE'] })).coverage,
    ).toMatchObject({ share: 1, missing: [] })
  })

  test('names that would end a statement stay names in the copied SQL', async () => {
    const { value, sql } = await explain(company, 'adSpend', {
      skus: [HOSTILE, "'", "\\'", "') OR 1 = 1 --", "')}; DROP TABLE measures; --"],
    })
    const found = await server.services.analytics.rows<{ amount: string }>(sql, {
      params: { companyId: company.id },
    })
    expect([value, found.map(({ amount }) => toText(parseDecimal(amount)))]).toEqual(['5', ['5']])
    expect(sql).not.toMatch(/\{(companyId|fact|names|levels|skus):/)
  })
})

test('a row without a rate says so, and the number is none', async () => {
  const company = await server.company()
  await imported(company, 'facts.json', {
    exchange_rates: FILE.exchange_rates,
    sales_traffic_date: [
      day('GB', '2026-03-02', { ordered_product_sales: '10.00' }),
      day('GB', '2026-03-20', { ordered_product_sales: '3.00' }),
    ],
  })
  const found = await explain(company, 'orderedProductSales', { endDate: '2026-03-20' })
  expect(found).toMatchObject({
    value: null,
    lacks: ['RATES'],
    unconverted: [{ currency: 'GBP', amount: '3' }],
  })
  expect(found.rows.map(({ day: date, converted }) => [date, converted])).toEqual([
    ['2026-03-02', '11'],
    ['2026-03-20', null],
  ])
  // A count needs none.
  expect(await explain(company, 'sessions', { endDate: '2026-03-20' })).toMatchObject({ value: '100' })
})

test('rows follow what is read again and undone, and an earlier version still shows its own', async () => {
  const company = await server.company()
  await imported(company, 'early.json', {
    sales_traffic_date: [day('DE', '2026-03-01'), day('DE', '2026-03-02')],
  })
  const late = await imported(company, 'late.json', {
    sales_traffic_date: [day('DE', '2026-03-02', { sessions: 60 })],
  })
  const after = await company.publishedVersion()
  const said = async (asOf?: number) =>
    (await explain(company, 'sessions', asOf === undefined ? {} : { asOf })).rows.map(
      ({ day: date, amount, fileName, rawLine }) => [date, amount, fileName, rawLine !== null],
    )
  const [EARLY, LATE] = ['early.json', 'late.json']
  const both = [
    ['2026-03-01', '50', EARLY, true],
    ['2026-03-02', '60', LATE, true],
  ]
  expect(await said()).toEqual(both)
  await company.undo(late)
  expect(await said()).toEqual([
    ['2026-03-01', '50', EARLY, true],
    ['2026-03-02', '50', EARLY, true],
  ])
  expect(await said(after)).toEqual(both)
})

describe('a change of what is counted beside the ledger', () => {
  const FEBRUARY = { comparisonStart: '2026-02-01', comparisonEnd: '2026-02-28' } as const
  let company: TestCompany
  beforeAll(async () => {
    company = await server.company()
    const campaign = (date: string, sku: string, cost: string, sales: string, more: object = {}) => ({
      date,
      ad_type: 'SP',
      marketplace: 'DE',
      campaign_id: `C-${sku}`,
      sku,
      cost,
      sales_7d: sales,
      ...more,
    })
    const many = Array.from({ length: 24 }, (_, index) =>
      campaign('2026-03-31', `SMALL-${String(index).padStart(2, '0')}`, `${index + 1}.00`, '0'),
    )
    const everyDay = Array.from({ length: 59 }, (_, index) =>
      new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
    )
    await imported(company, 'facts.json', {
      ads_daily: [
        campaign('2026-02-01', HOSTILE, '100.00', '900.00'),
        campaign('2026-02-28', 'CUP', '30.00', '100.00'),
        campaign('2026-02-28', '', '7.00', '0', { ad_type: 'SB', sales_14d: '50.00' }),
        campaign('2026-03-01', HOSTILE, '60.00', '700.00'),
        campaign('2026-03-02', HOSTILE, '5.50', '40.00', { marketplace: 'FR', campaign_id: 'C-FR' }),
        // Shown and not clicked, so that the report reaches to the end of the month.
        campaign('2026-03-31', HOSTILE, '0', '0', { marketplace: 'FR', campaign_id: 'C-FR' }),
        ...many,
      ],
      sales_traffic_date: everyDay.flatMap((date) => [
        day('DE', date, { sessions: date < '2026-03-01' ? 10 : 12 }),
        day('FR', date, { sessions: 3 }),
      ]),
      sales_traffic_asin_day: everyDay.map((date) =>
        day('DE', date, { child_asin: 'B000000001', sku: 'CUP' }),
      ),
      inventory_snapshots: [
        stock('DE', '2026-02-28', 'CUP', 20),
        stock('DE', '2026-02-28', HOSTILE, 5),
        stock('DE', '2026-03-31', 'CUP', 12),
      ],
    })
  })

  const change = (metricId: MetricId, by: ChangeKey, more: object = {}): Promise<ChangeExplanation> =>
    server.operator.audit.explainChange({
      companyId: company.id,
      metricId,
      by,
      ...MARCH,
      ...FEBRUARY,
      ...more,
    })
  const named = ({ contributors }: ChangeExplanation) =>
    contributors.map(({ label, previous, value, change: by }) => [label, previous, value, by])

  test('is told apart by product, the largest first, and they add up to it', async () => {
    const found = await change('adSpend', 'product')
    expect(found).toMatchObject({ previous: '137', value: '365.5', change: '228.5', absence: null })
    expect(named(found).slice(0, 3)).toEqual([
      [HOSTILE, '100', '65.5', '-34.5'],
      ['CUP', '30', '0', '-30'],
      ['SMALL-23', '0', '24', '24'],
    ])
    expect(found.contributors).toHaveLength(20)
    const sum = [...found.contributors, found.others!].reduce(
      (all, one) => all + parseDecimal(one.change),
      0n,
    )
    expect(toText(sum)).toBe('228.5')
    expect(named(await change('adSpend', 'product', { skus: ['CUP'] }))).toEqual([['CUP', '30', '0', '-30']])
  })

  test('by marketplace and by what is added and taken away', async () => {
    expect(named(await change('sessions', 'marketplace'))).toEqual([
      ['DE', '280', '372', '92'],
      ['FR', '84', '93', '9'],
    ])
    const organic = await change('organicSales', 'line')
    expect(named(organic)).toEqual([
      ['Sales', '5600', '6200', '600'],
      ['Ad sales', '-1050', '-740', '310'],
    ])
    expect(organic.change).toBe('910')
    expect(named(await change('organicSales', 'marketplace'))).toEqual([
      ['DE', '1750', '2400', '650'],
      ['FR', '2800', '3060', '260'],
    ])
  })

  test('of stock is that of its last days', async () => {
    const found = await change('available', 'product')
    expect(found).toMatchObject({ previous: '25', value: '12', change: '-13' })
    expect(named(found)).toEqual([
      ['CUP', '20', '12', '-8'],
      [HOSTILE, '5', '0', '-5'],
    ])
  })

  test('has no contributors where they would not add up to it', async () => {
    // Visitors of products are told by another report than those of the account.
    expect(await change('sessions', 'product')).toMatchObject({ change: '101', contributors: [] })
    expect(await change('averageDailySales', 'marketplace')).toMatchObject({
      previous: '200',
      value: '200',
      absence: null,
      contributors: [],
    })
    const ratio = await change('tacos', 'marketplace')
    expect(ratio).toMatchObject({ contributors: [], others: null })
    expect(Number(ratio.change)).toBeCloseTo(365.5 / 6200 - 137 / 5600, 5)
  })

  test('is none where the files of the number do not cover the comparison', async () => {
    const before = { comparisonStart: '2026-01-01', comparisonEnd: '2026-01-31' }
    expect(await change('sessions', 'marketplace', before)).toMatchObject({
      previous: null,
      change: null,
      absence: 'DAYS',
      contributors: [],
    })
  })
})

describe('how fast a product sells', () => {
  const JUNE = { startDate: '2026-06-01', endDate: '2026-06-30', currencyCode: 'EUR' } as const
  const june = (first: number, last = first) =>
    Array.from(
      { length: last - first + 1 },
      (_, index) => `2026-06-${String(first + index).padStart(2, '0')}`,
    )
  const shown = (sku: string, days: string[], available: number) =>
    days.map((date) => ({
      marketplace: 'DE',
      date,
      sku,
      available,
      inbound_working: 6,
      reserved_fc_transfer: 0,
      reserved_fc_processing: 0,
    }))
  const sold = (sku: string, quantity: number, at: string) =>
    order(`${sku} ${at}`, sku, { quantity, purchased_at: at.includes('T') ? at : `${at}T10:00:00Z` })
  const METRICS = ['unitsInWindow', 'inStockDays', 'dailyVelocity', 'available', 'daysOfCover'] as const

  let company: TestCompany
  let now: Date
  beforeAll(async () => {
    now = server.now
    server.now = new Date('2026-07-01T12:00:00Z')
    company = await server.company()
    await imported(company, 'stock.json', {
      order_items: [
        // On a day without a snapshot, too.
        sold('HOLES', 5, '2026-06-02'),
        sold('HOLES', 4, '2026-06-11'),
        sold('HOLES', 3, '2026-06-30'),
        // It is July in Germany; and today is not over.
        sold('HOLES', 50, '2026-06-30T22:30:00Z'),
        sold('HOLES', 70, '2026-07-01T08:00:00Z'),
        sold('OUT', 6, '2026-06-03'),
        sold('OUT', 2, '2026-06-14'),
        sold('NEW', 10, '2026-06-27'),
        // The first of April is the day before the 90.
        sold('SLOW', 9, '2026-04-01'),
        sold('SLOW', 6, '2026-04-05'),
        sold('OWN', 8, '2026-06-20'),
      ],
      inventory_snapshots: [
        ...shown('HOLES', [...june(1, 9), ...june(13, 30)], 20),
        ...shown('OUT', june(1, 7), 10),
        ...shown('OUT', june(8, 14), 0),
        ...shown('OUT', june(15, 30), 10),
        ...shown('NEW', june(26, 30), 50),
        ...shown('IDLE', june(1, 30), 7),
        ...shown('SLOW', june(1, 3), 8),
        ...shown('SLOW', june(4, 30), 0),
        ...shown(
          'SLOW',
          Array.from({ length: 10 }, (_, index) => addDays('2026-04-01', index)),
          3,
        ),
      ],
      sales_traffic_date: june(1, 30).map((date) => day('DE', date)),
    })
  })
  afterAll(() => {
    server.now = now
  })

  const toldOf = async (sku: string, more: Partial<ExplainInput> = {}) =>
    Promise.all(
      METRICS.map(async (id) => {
        const { value, hasNoEnd } = await explain(company, id, { ...JUNE, skus: [sku], ...more })
        return hasNoEnd ? '∞' : value
      }),
    )

  test.each([
    // 27 days with a snapshot and one with a sale.
    ['HOLES', ['12', '28', '0.428571', '20', '46.666667']],
    // Seven days without stock, on one of which it was sold.
    ['OUT', ['8', '24', '0.333333', '10', '30']],
    // Five days, and before them none.
    ['NEW', ['10', '5', null, '50', null]],
    // Three days in June and nine in April.
    ['SLOW', ['6', '12', '0.5', '0', '0']],
    ['IDLE', ['0', '30', '0', '7', '∞']],
    // No snapshot names it: its stock is not with Amazon.
    ['OWN', [null, null, null, '0', null]],
  ])('%s is told by hand', async (sku, values) => {
    expect(await toldOf(sku)).toEqual(values)
  })

  formTest('the window ends with the period, and with what order reports cover', async () => {
    expect(await toldOf('OUT', { endDate: '2026-06-13' })).toEqual(['6', '7', '0.857143', '0', '0'])
    expect(await toldOf('OUT', { endDate: '2026-07-31' })).toEqual(await toldOf('OUT'))
    const other = await server.company()
    await imported(other, 'stock.json', {
      order_items: [sold('MUG', 3, '2026-06-01'), sold('MUG', 7, '2026-06-20')],
      inventory_snapshots: shown('MUG', june(1, 30), 40),
    })
    const [days, total] = await Promise.all(
      (['inStockDays', 'totalDaysOfCover'] as const).map((id) =>
        explain(other, id, { ...JUNE, skus: ['MUG'] }),
      ),
    )
    // Ten days of stock without reports of orders are no days without a sale.
    expect([days!.value, total!.value]).toEqual(['20', '92'])
    expect(days!.coverage).toMatchObject({ startDate: '2026-06-01', endDate: '2026-06-20' })
    const none = await explain(other, 'dailyVelocity', { ...JUNE, startDate: '2026-06-21', skus: ['MUG'] })
    expect(none).toMatchObject({ value: null, lacks: ['DAYS'] })
  })

  test('each part is made of rows of files, and the copied SQL says it', async () => {
    const { terms } = await explain(company, 'dailyVelocity', { ...JUNE, skus: ['OUT'] })
    expect(terms).toMatchObject([
      { metricId: 'unitsInWindow', value: '8', rowCount: 2 },
      { metricId: 'inStockDays', value: '24', rowCount: 24 },
    ])
    for (const sku of formsOf(['OUT', 'HOLES', 'SLOW', 'IDLE', 'OWN'], 1))
      for (const id of ['unitsInWindow', 'inStockDays'] as const) {
        const { value, rows, rowCount, sql } = await explain(company, id, { ...JUNE, skus: [sku] })
        const found = await server.services.analytics.rows<{ measure: string; amount: string }>(sql, {
          params: { companyId: company.id },
        })
        expect([sku, id, rows.length, toText(sumOf(rows))]).toEqual([sku, id, rowCount, value ?? '0'])
        expect(found.map(({ amount }) => toText(parseDecimal(amount)))).toEqual(value === null ? [] : [value])
        for (const { rawLine, day: date, metricId } of rows) {
          const raw = JSON.parse(rawLine!) as Record<string, string>
          expect([metricId, raw.date ?? raw.purchased_at!.slice(0, 10), raw.sku]).toEqual([id, date, sku])
        }
        if (sku === 'HOLES')
          await expectGroupsToAddUp(server, { ...JUNE, companyId: company.id, metricId: id, skus: [sku] })
      }
    // Of its 90 days some have no snapshot of anything.
    expect((await explain(company, 'inStockDays', { ...JUNE, skus: ['SLOW'] })).lacks).toEqual(['DAYS'])
    // A snapshot shows the day, and on the day without one the order.
    const { rows } = await explain(company, 'inStockDays', { ...JUNE, skus: ['HOLES'] })
    expect(rows.filter(({ orderId }) => orderId !== '').map(({ day: date }) => date)).toEqual(['2026-06-11'])
  })

  const TOGETHER = [
    'outOfStockDays',
    'demandInStock',
    'demandOfDays',
    'inStockRate',
    'velocityOfProducts',
    'availableOfSelling',
    'daysOfCoverOfProducts',
    'lostUnits',
  ] as const
  const together = (more: Partial<ExplainInput> = {}) =>
    Promise.all(TOGETHER.map(async (id) => (await explain(company, id, { ...JUNE, ...more })).value))

  formTest('days out of stock, and how long all of it lasts', async () => {
    // Six days of OUT without stock and without a sale; 24 days in stock, of which one has an order and a snapshot of none.
    expect(await together({ skus: ['OUT'] })).toEqual(['6', '8', '10', '0.8', '0.333333', '10', '30', '2'])
    // 27 days of SLOW; its demand is half a unit a day.
    expect(await together({ skus: ['SLOW'] })).toEqual(['27', '1.5', '15', '0.1', '0.5', '0', '0', '13.5'])
    // A day of HOLES without a snapshot is not counted, though it has a sale.
    expect((await together({ skus: ['HOLES'] })).slice(0, 4)).toEqual(['0', '11.571429', '11.571429', '1'])
    // How fast NEW sells nobody knows, so that its stock is left out; no report says anything of OWN.
    expect(await together({ skus: ['NEW'] })).toEqual(['0', ...TOGETHER.slice(1).map(() => null)])
    expect(await together({ skus: ['OWN'] })).toEqual(TOGETHER.map(() => null))
    // 20 and 10, 0 and 7, by 3/7 and 1/3 and 1/2 a day.
    const velocity = 12 / 28 + 8 / 24 + 6 / 12
    const found = (await together()).map(Number)
    const demand = [(27 * 12) / 28 + 24 / 3 + 1.5, (27 * 12) / 28 + 30 / 3 + 15] as const
    const expected = [33, ...demand, demand[0] / demand[1], velocity, 37, 37 / velocity, 15.5]
    for (const [index, value] of expected.entries()) expect(found[index]).toBeCloseTo(value, 4)
    expect((await together({ skus: ['OUT', 'SLOW'] })).slice(0, 3)).toEqual(['33', '9.5', '25'])
  })

  test('a product that was not in stock for 90 days is no longer missed', async () => {
    const other = await server.company()
    await imported(other, 'stock.json', {
      order_items: [sold('MUG', 3, '2026-03-20'), sold('CUP', 1, '2026-06-30')],
      inventory_snapshots: [
        ...shown('MUG', ['2026-03-19'], 1),
        ...shown('MUG', june(1, 30), 0),
        ...shown('CUP', june(1, 30), 2),
      ],
    })
    // 20 March and 90 days are 18 June.
    const { value, rows } = await explain(other, 'outOfStockDays', JUNE)
    expect([value, rows.length, rows.at(-1)!.day]).toEqual(['18', 18, '2026-06-18'])
    // Without snapshots in the period nothing is known, and that is not nothing.
    const april = { ...JUNE, startDate: '2026-04-01', endDate: '2026-04-30' }
    expect((await explain(other, 'outOfStockDays', april)).value).toBeNull()
  })

  formTest('what adds up over products is made of the rows of all of them', async () => {
    for (const scope of [{}, { skus: ['OUT', 'SLOW'] }, { skus: ['OUT'] }])
      for (const id of TOGETHER.filter((one) => metricOf(one).formula.kind === 'sum')) {
        const { value, rows, rowCount, sql } = await explain(company, id, { ...JUNE, ...scope, limit: 500 })
        const found = await server.services.analytics.rows<{ measure: string; amount: string }>(sql, {
          params: { companyId: company.id },
        })
        expect([id, found.map(({ amount }) => toText(parseDecimal(amount)))]).toEqual([id, [value]])
        expect([id, rows.length]).toEqual([id, rowCount])
        expect([id, Number(toText(sumOf(rows)))]).toEqual([id, expect.closeTo(Number(value), 3)])
        for (const { rawLine, metricId, sku } of rows)
          expect([metricId, (JSON.parse(rawLine!) as { sku: string }).sku]).toEqual([id, sku])
      }
  })

  formTest('the copied SQL says nothing of several products where there is no number of them', async () => {
    for (const scope of [{}, { skus: ['OUT', 'HOLES'] }])
      for (const id of ['unitsInWindow', 'inStockDays', 'dailyVelocity', 'totalDaysOfCover'] as const) {
        const { value, sql } = await explain(company, id, { ...JUNE, ...scope })
        const found = await server.services.analytics.rows<{ measure: string }>(sql, {
          params: { companyId: company.id },
        })
        const windowed = found.filter(({ measure }) => /InWindow|inStockDays/.test(measure))
        expect([id, value, windowed]).toEqual([id, null, []])
      }
  })

  test('the table of products says the same, and nothing of several together', async () => {
    const { rows, total } = await server.operator.brandManager.getProducts({ ...JUNE, companyId: company.id })
    const cells = Object.fromEntries(rows.map(({ key, metrics }) => [key, metrics.daysOfCover]))
    expect(cells).toMatchObject({
      HOLES: { value: '46.666667' },
      OUT: { value: '30' },
      NEW: { value: null },
      OWN: { value: null },
    })
    expect(total.metrics.daysOfCover).toMatchObject({ value: null })
    const { total: marketplaces } = await server.operator.brandManager.getMarketplaces({
      ...JUNE,
      companyId: company.id,
    })
    expect(marketplaces.metrics).not.toHaveProperty('daysOfCover')
    expect(await toldOf('OUT', { skus: ['OUT', 'HOLES'] })).toEqual([null, null, null, '30', null])
  })
})

describe('what is read from reports of advertising themselves', () => {
  let company: TestCompany
  const ad = (date: string, more: object) => ({
    date,
    ad_type: 'SP',
    marketplace: 'DE',
    currency: 'EUR',
    campaign_id: 'C-1',
    ad_group_id: 'G-1',
    level: 'SEARCH_TERM',
    ...more,
  })
  const term = (
    date: string,
    search_term: string,
    clicks: number,
    orders: number | null,
    more: object = {},
  ) => ad(date, { search_term, clicks, cost: '3.00', purchases_7d: orders, ...more })
  const shown = (date: string, campaign_id: string, impressions: number, more: object = {}) =>
    ad(date, { level: 'PRODUCT', campaign_id, sku: HOSTILE, impressions, clicks: 1, cost: '0.10', ...more })
  beforeAll(async () => {
    company = await server.company()
    await imported(company, 'ads.json', {
      ads_daily: [
        // Too many clicks only in both days together.
        term('2026-03-02', QUERY, 6, 0),
        term('2026-03-03', QUERY, 6, 0),
        term('2026-03-02', 'red mug', 20, 0),
        // It was bought a day later.
        term('2026-03-03', 'red mug', 2, 1),
        term('2026-03-03', 'rarely clicked', 9, 0),
        // Nobody says whether it was bought.
        term('2026-03-03', 'green mug', 30, null),
        term('2026-03-03', 'cup', 10, 0, { marketplace: 'GB', campaign_id: 'C-9', currency: 'GBP' }),
        shown('2026-03-02', 'C-1', 100),
        shown('2026-03-03', 'C-1', 100),
        shown('2026-03-03', 'C-2', 0),
        shown('2026-03-04', 'C-3', 5),
        // Older downloads know campaigns by their names; one of these is C-3, and another was never shown.
        shown('2026-03-04', 'C-3', 5, { campaign_name: 'Mugs' }),
        shown('2026-03-05', '', 7, { campaign_name: 'Mugs' }),
        shown('2026-03-05', '', 7, { campaign_name: 'Cups' }),
        shown('2026-03-06', '', 8, { campaign_name: 'Cups' }),
        shown('2026-03-06', '', 0, { campaign_name: 'Bowls' }),
      ],
      exchange_rates: [
        { rate_date: '2026-03-01', currency: 'EUR', usd_per_unit: '1.10' },
        { rate_date: '2026-03-01', currency: 'GBP', usd_per_unit: '1.32' },
      ],
    })
  })
  const days = (startDate: string, endDate: string) => ({ startDate, endDate })
  const valueOf = async (id: MetricId, more: Partial<ExplainInput> = {}) =>
    (await explain(company, id, more)).value

  test('a search term brought no order in all of the days together', async () => {
    // Two of three euros, and three pounds.
    expect(await valueOf('wastedAdSpend')).toBe('9.6')
    expect(await valueOf('wastedAdSpend', days('2026-03-02', '2026-03-02'))).toBe('3')
    expect(
      await valueOf('wastedAdSpend', { marketplaces: ['DE'], ...days('2026-03-03', '2026-03-03') }),
    ).toBe('0')
    expect(await valueOf('wastedAdSpend', { skus: [HOSTILE] })).toBe('6')
    // No report says what was searched for.
    expect(await valueOf('wastedAdSpend', days('2026-03-04', '2026-03-04'))).toBeNull()
  })

  test('campaigns count once, on however many days they were shown', async () => {
    expect(await valueOf('activeCampaigns')).toBe('3')
    expect(await valueOf('activeCampaigns', days('2026-03-05', '2026-03-05'))).toBe('2')
    expect(await valueOf('activeCampaigns', days('2026-03-03', '2026-03-03'))).toBe('1')
    expect(await valueOf('activeCampaigns', { skus: ['CUP'] })).toBeNull()
  })

  formTest(
    'both are explained down to the lines of the reports, and the copied SQL says the same',
    async () => {
      for (const id of ['wastedAdSpend', 'activeCampaigns'] as const) {
        for (const scope of [{ marketplaces: ['DE' as const] }, { skus: [HOSTILE] }]) {
          const { value, rows, rowCount, sql } = await explain(company, id, scope)
          expect([id, rowCount]).toEqual([id, rows.length])
          expect([id, toText(sumOf(rows))]).toEqual([id, value])
          expect(rows.every(({ rawLine }) => rawLine?.includes('2026-03-0'))).toBe(true)
          const found = await server.services.analytics.rows<{ amount: string }>(sql, {
            params: { companyId: company.id },
          })
          expect(toText(found.reduce((sum, { amount }) => sum + parseDecimal(amount), 0n))).toBe(value)
        }
      }
      expect(
        await server.operator.audit.explainGroups({
          ...MARCH,
          companyId: company.id,
          metricId: 'wastedAdSpend',
          by: 'marketplace',
        }),
      ).toMatchObject({
        value: '9.6',
        groups: [
          { key: 'DE', value: '6', rowCount: 2 },
          { key: 'GB', value: '3.6' },
        ],
      })
      const { exchangeRates, rows } = await explain(company, 'wastedAdSpend')
      expect(exchangeRates.map(({ currency }) => currency)).toEqual(['GBP'])
      expect(rows[0]).toMatchObject({ amountDescription: `C-1 · ${QUERY}`, sku: HOSTILE })
    },
  )

  test('how many clicks are too many is for the company to say', async () => {
    await company.set({ wastedClickThreshold: 9 })
    expect(await valueOf('wastedAdSpend')).toBe('12.6')
    await company.set({ wastedClickThreshold: 13 })
    expect(await valueOf('wastedAdSpend')).toBe('0')
    await company.set({ wastedClickThreshold: 10 })
    await expect(company.set({ wastedClickThreshold: 0 })).rejects.toThrow('from 1 to 1000')
  })
})
