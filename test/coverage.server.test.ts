/** Nothing missing is a number: days without a file, money without a rate, sources that are not there. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { PNL_LINE_IDS, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import type { PnlRow } from '#contract/profit-and-loss.ts'
import { formTest, casesOf, printedSeed } from './support/drawn-cases.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { sale, v2File } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

/** A settlement with one sale of 10.00 on its first day. */
const settlement = (id: string, start: string, end: string, currency = 'USD', marketplace = 'Amazon.com') =>
  v2File({
    id,
    start,
    end,
    currency,
    entries: sale({
      order: `114-${id}`,
      sku: 'MUG',
      marketplace,
      at: `${start} 18:00:00`,
      units: 1,
      channel: 'AFN',
      amounts: { 'ItemPrice Principal': '10.00', 'ItemFees Commission': '-1.50' },
    }),
  })

const monthsOf2026 = async (company: TestCompany, from: string, to: string, rest = {}) =>
  (await company.pnl({ from, to, currency: 'USD', dateInterval: 'MONTHLY', ...rest })).rows

const cellsOf = (rows: PnlRow[], line: PnlLine) =>
  rows.map(({ lines }) => {
    const { value, growth, previous, lacks = [] } = lines[line]
    return { value, growth, previous, days: lacks.includes('DAYS') }
  })

test('nothing grew from a cost that nobody had stated, or fell to one', async () => {
  const company = await server.company()
  for (const [id, start, end] of [
    ['1', '2026-01-01', '2026-01-31'],
    ['2', '2026-02-01', '2026-02-28'],
    ['3', '2026-03-01', '2026-03-31'],
  ] as const)
    await company.import(`${id}.txt`, settlement(id, start, end))
  const cost = { sku: 'MUG', valid_from: '2026-02-01', valid_to: '2026-02-28', currency: 'USD' }
  await company.import('costs.json', { product_costs: [{ ...cost, manufacturing: '3' }] })
  const rows = await monthsOf2026(company, '2026-01-01', '2026-03-31', { growthType: 'MONTH_ON_MONTH' })
  expect(cellsOf(rows, 'cogs')).toEqual([
    { value: '0', growth: null, previous: null, days: false },
    { value: '-3', growth: null, previous: null, days: false },
    { value: '0', growth: null, previous: '-3', days: false },
  ])
  const february = { startDate: '2026-02-01', endDate: '2026-02-28' }
  const january = { comparisonStart: '2026-01-01', comparisonEnd: '2026-01-31' }
  const asked = { companyId: company.id, currencyCode: 'USD', metricId: 'cogs', by: 'product' } as const
  expect(await server.operator.audit.explainChange({ ...asked, ...february, ...january })).toMatchObject({
    previous: null,
    growth: null,
    absence: 'SOURCES',
  })
})

test('months between two settlements have no value, no growth and a name', async () => {
  const company = await server.company()
  await company.import('january.txt', settlement('1', '2026-01-01', '2026-01-31'))
  await company.import('april.txt', settlement('2', '2026-04-01', '2026-04-30'))
  const rows = await monthsOf2026(company, '2026-01-01', '2026-04-30', { summaryViews: { total: true } })

  expect(cellsOf(rows, 'netSales')).toEqual([
    { value: '10', growth: null, previous: null, days: false },
    { value: null, growth: null, previous: '10', days: true },
    { value: null, growth: null, previous: null, days: true },
    { value: '10', growth: null, previous: null, days: false },
    { value: '20', growth: null, previous: null, days: true },
  ])
  const inFebruary = PNL_LINE_IDS.map((id) => rows[1]!.lines[id])
  expect(inFebruary.every(({ value, lacks }) => value === null && lacks!.includes('DAYS'))).toBe(true)
  const missing = { account: 'North America', currency: 'USD' }
  expect(rows.map(({ coverage }) => coverage)).toEqual([
    {
      share: 1,
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      missing: [],
      moreMissing: 0,
    },
    {
      share: 0,
      startDate: null,
      endDate: null,
      missing: [{ ...missing, startDate: '2026-02-01', endDate: '2026-02-28' }],
      moreMissing: 0,
    },
    {
      share: 0,
      startDate: null,
      endDate: null,
      missing: [{ ...missing, startDate: '2026-03-01', endDate: '2026-03-31' }],
      moreMissing: 0,
    },
    {
      share: 1,
      startDate: '2026-04-01',
      endDate: '2026-04-30',
      missing: [],
      moreMissing: 0,
    },
    {
      // 61 of 120 days.
      share: 61 / 120,
      startDate: '2026-01-01',
      endDate: '2026-04-30',
      missing: [{ ...missing, startDate: '2026-02-01', endDate: '2026-03-31' }],
      moreMissing: 0,
    },
  ])

  const february = { from: '2026-02-01', to: '2026-02-28', currency: 'USD' } as const
  expect(await company.explain('netSales', february)).toMatchObject({
    value: null,
    lacks: ['DAYS'],
    rowCount: 0,
    coverage: { share: 0 },
    terms: [{ value: null }, { value: null }, { value: null }, { value: null }],
  })

  // The missing files come, and what they hold is nothing: now it is zero.
  await company.import('between.txt', v2File({ ...empty, id: '3', start: '2026-02-01', end: '2026-03-31' }))
  const filled = await monthsOf2026(company, '2026-01-01', '2026-04-30')
  expect(cellsOf(filled, 'netSales')).toEqual([
    { value: '10', growth: null, previous: null, days: false },
    { value: '0', growth: -1, previous: '10', days: false },
    { value: '0', growth: null, previous: '0', days: false },
    { value: '10', growth: null, previous: '0', days: false },
  ])
})

const empty = { currency: 'USD', entries: [] }

test('a month that is partly covered says so, and nothing is compared with it or it with anything', async () => {
  const company = await server.company()
  await company.import('may.txt', settlement('1', '2026-05-11', '2026-06-30'))
  await company.import('pounds.txt', settlement('2', '2026-06-01', '2026-07-15', 'GBP', 'Amazon.co.uk'))
  const rows = await monthsOf2026(company, '2026-05-01', '2026-07-31')
  expect(rows.map(({ coverage: { share, startDate, endDate } }) => [share, startDate, endDate])).toEqual([
    [21 / 31, '2026-05-11', '2026-05-31'],
    [1, '2026-06-01', '2026-06-30'],
    // Half of July in pounds, nothing of it in dollars.
    [15 / 62, '2026-07-01', '2026-07-15'],
  ])
  expect(cellsOf(rows, 'referralFees').map(({ growth, days }) => [growth, days])).toEqual([
    [null, true],
    [null, false],
    [null, true],
  ])
  const inBritain = await monthsOf2026(company, '2026-05-01', '2026-07-31', { marketplaces: ['GB'] })
  expect(inBritain.map(({ coverage: { share } }) => share)).toEqual([0, 1, 15 / 31])
  const july = inBritain[2]!
  expect(july.coverage.missing).toEqual([
    { account: 'Europe', currency: 'GBP', startDate: '2026-07-16', endDate: '2026-07-31' },
  ])
})

test('days are those of the shop: a settlement that ends at midnight in California ends there', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    settlements: [
      {
        settlement_id: '9',
        start_at: '2026-06-01T07:00:00Z',
        end_at: '2026-07-01T06:59:00Z',
        currency: 'USD',
      },
    ],
    settlement_lines: [line({ settlement_id: '9', posted_at: '2026-06-10T20:00:00Z' })],
  })
  const { row } = await company.pnl({ from: '2026-06-01', to: '2026-07-31', currency: 'USD' })
  expect(row.coverage).toMatchObject({ startDate: '2026-06-01', endDate: '2026-06-30' })
})

const line = (values: object) => ({
  transaction_type: 'Shipment',
  order_id: 'O-1',
  sku: 'MUG',
  marketplace: 'US',
  currency: 'USD',
  quantity: 1,
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount: '100.00',
  posted_at: '2026-03-10T20:00:00Z',
  ...values,
})

describe('money without an exchange rate', () => {
  /** No central bank that publishes for everybody has a rate of the Egyptian pound. */
  const egyptian = { marketplace: 'EG', currency: 'EGP', posted_at: '2026-03-10T12:00:00Z' }

  test('has no value in another currency, and stands beside in its own', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      settlement_lines: [
        line({ ...egyptian, order_id: 'E-1' }),
        line({
          ...egyptian,
          order_id: 'E-1',
          amount_type: 'ItemFees',
          amount_description: 'Commission',
          amount: '-15.00',
          quantity: null,
        }),
        line({ order_id: 'U-1', posted_at: '2026-03-10T20:00:00Z' }),
        line({
          transaction_type: 'ServiceFee',
          order_id: '',
          sku: '',
          quantity: null,
          amount_type: 'ServiceFee',
          amount_description: 'StorageFee',
          amount: '-7.00',
          posted_at: '2026-03-10T21:00:00Z',
        }),
      ],
    })
    const march = { from: '2026-03-10', to: '2026-03-10', currency: 'USD' } as const
    const { row, lines } = await company.pnl(march)
    expect(row.lines.productSales).toEqual({
      value: null,
      lacks: ['RATES'],
      unconverted: [{ currency: 'EGP', amount: '100' }],
      percentOfNetSales: null,
      growth: null,
      previous: null,
    })
    // VAT of 14 % is in the price: 100 − 100 × 0.14 / 1.14.
    expect(row.lines.netSales.unconverted).toEqual([{ currency: 'EGP', amount: '87.719298246' }])
    expect(row.lines.netProfit).toMatchObject({
      value: null,
      lacks: ['RATES', 'COSTS', 'EXPENSES', 'ADVERTISING', 'STOCK_LOSSES'],
      unconverted: [{ currency: 'EGP', amount: '72.719298246' }],
    })
    // Lines without Egyptian money are what they are, and units need no rate.
    expect(lines).toMatchObject({ monthlyStorageFees: '-7', unitsSold: '2', averageSellingPrice: null })
    expect(row.flags).toMatchObject({
      missingFxRates: 1,
      missingRates: [{ currency: 'EGP', startDate: '2026-03-10', endDate: '2026-03-10', days: 1 }],
    })
    expect(await company.explain('productSales', march)).toMatchObject({
      value: null,
      lacks: ['RATES'],
      unconverted: [{ currency: 'EGP', amount: '100' }],
      rows: [{ converted: null }, { converted: '100' }],
    })
    // The rate comes, and all of it is there: 100 + 100 × 0.02.
    await company.import('rates.json', {
      exchange_rates: [{ rate_date: '2026-03-09', currency: 'EGP', usd_per_unit: '0.02' }],
    })
    const cured = await company.pnl(march)
    expect(cured.row.lines.productSales).toMatchObject({ value: '102' })
    expect(cured.row.lines.productSales.lacks).toBeUndefined()
    expect(cured.row.flags.missingRates).toBeUndefined()
  })

  test('names the currency that lacks the rate, which may be the one that is asked for', async () => {
    const company = await server.company()
    await company.import('facts.json', { settlement_lines: [line({})] })
    const { row } = await company.pnl({ from: '2026-03-10', to: '2026-03-10', currency: 'EGP' })
    expect(row.lines.netSales).toMatchObject({
      value: null,
      unconverted: [{ currency: 'USD', amount: '100' }],
    })
    expect(row.flags.missingRates).toEqual([
      { currency: 'EGP', startDate: '2026-03-10', endDate: '2026-03-10', days: 1 },
    ])
  })
})

describe('sources that are not there', () => {
  const costs = [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'USD', manufacturing: '40.00' }]
  const day = { from: '2026-03-10', to: '2026-03-10', currency: 'USD' } as const

  test('lines stay 0.00 with their mark, and every result that needs them carries it', async () => {
    const company = await server.company()
    await company.import('facts.json', { settlement_lines: [line({})] })
    const { row, lines } = await company.pnl(day)
    expect(lines).toMatchObject({ cogs: '0', marketing: '0', operatingExpenses: '0', netProfit: '100' })
    const marks = (...ids: PnlLine[]) => ids.map((id) => row.lines[id].lacks?.join(' ') ?? '')
    expect(marks('netSales', 'sellingFees', 'promotionFees', 'memo')).toEqual(['', '', '', ''])
    expect(marks('cogs', 'contributionMargin1')).toEqual(['COSTS', 'COSTS'])
    expect(marks('storageAndInventory', 'contributionMargin2')).toEqual([
      'STOCK_LOSSES',
      'COSTS STOCK_LOSSES',
    ])
    expect(marks('marketing', 'operatingExpenses')).toEqual(['ADVERTISING', 'EXPENSES'])
    expect(marks('netProfit')).toEqual(['COSTS EXPENSES ADVERTISING STOCK_LOSSES'])
  })

  test('marks go when the source comes, and say nothing of stock losses by order', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      product_costs: costs,
      settlement_lines: [line({})],
      ads_daily: [{ date: '2026-03-10', ad_type: 'SP', marketplace: 'US', currency: 'USD', cost: '5.00' }],
      order_items: [
        {
          order_id: 'O-1',
          sku: 'MUG',
          marketplace: 'US',
          currency: 'USD',
          quantity: 1,
          item_price: '100.00',
          purchased_at: '2026-03-10T20:00:00Z',
          order_status: 'Shipped',
        },
      ],
    })
    const { row, lines } = await company.pnl(day)
    expect(lines).toMatchObject({ cogs: '-40', marketing: '-5', netProfit: '55' })
    expect(row.lines.contributionMargin1.lacks).toBeUndefined()
    expect(row.lines.netProfit.lacks).toEqual(['EXPENSES', 'STOCK_LOSSES'])
    expect(row.flags.advertisingSource).toBe('REPORTS')
    const [byOrder] = await server.operator.profitAndLoss.getOrderData({
      companyId: company.id,
      startDate: day.from,
      endDate: day.to,
      currencyCode: 'USD',
    })
    // Storage is billed by the month, and no order says it.
    expect(byOrder!.lines.netProfit.lacks).toEqual(['EXPENSES', 'STORAGE'])
    expect(byOrder!.coverage).toMatchObject({ share: 1, startDate: '2026-03-10' })
    // Advertising is known on a day of which no settlement is there, and nothing else is.
    await company.import('ads.json', {
      ads_daily: [{ date: '2026-03-12', ad_type: 'SP', marketplace: 'US', currency: 'USD', cost: '6.00' }],
    })
    const later = await company.pnl({ from: '2026-03-12', to: '2026-03-12', currency: 'USD' })
    expect(later.lines).toMatchObject({
      advertisingSp: '-6',
      marketing: null,
      netSales: null,
      netProfit: null,
    })
    expect(later.row.lines.advertisingSp.lacks).toBeUndefined()
  })

  test('where money has no rate, advertising is still what it is', async () => {
    const company = await server.company()
    await company.import('facts.json', {
      settlement_lines: [line({})],
      ads_daily: [{ date: '2026-03-10', ad_type: 'SP', marketplace: 'US', currency: 'USD', cost: '5.00' }],
    })
    const { row } = await company.pnl({ ...day, currency: 'EGP' })
    expect(row.flags.advertisingSource).toBe('REPORTS')
  })

  test('a brand is refused while no source names brands', async () => {
    const company = await server.company()
    await company.import('facts.json', { settlement_lines: [line({})] })
    await expect(company.pnl({ ...day, brandNames: ['Acme'] })).rejects.toThrow(
      /which brand a product belongs to/,
    )
    await expect(company.explain('netSales', day, { brandNames: ['Acme'] })).rejects.toThrow(
      /which brand a product belongs to/,
    )
  })
})

/** Settlements one after the other, each of some days, and which of them is lost. */
const seriesWithALoss = fc
  .array(fc.integer({ min: 3, max: 45 }), { minLength: 2, maxLength: 7 })
  .chain((lengths) => fc.record({ lengths: fc.constant(lengths), lost: fc.nat({ max: lengths.length - 1 }) }))

const CASES = casesOf(10, 100)

test(
  'a settlement that is lost leaves no zero and no growth on its days',
  async () => {
    let cases = 0
    await fc.assert(
      fc.asyncProperty(seriesWithALoss, async ({ lengths, lost }) => {
        const FIRST = '2026-01-01'
        let day = FIRST
        const series = lengths.map((length, index) => {
          const period = { id: `S-${index}`, start: day, end: addDays(day, length - 1) }
          day = addDays(day, length)
          return period
        })
        const kept = series.filter((_, index) => index !== lost)
        const company = await server.company()
        await company.import('facts.json', {
          settlements: kept.map(({ id, start, end }) => ({
            settlement_id: id,
            start_at: `${start}T12:00:00Z`,
            end_at: `${end}T12:00:00Z`,
            currency: 'EUR',
          })),
          settlement_lines: kept.map(({ id, start }) =>
            line({
              settlement_id: id,
              order_id: id,
              marketplace: 'DE',
              currency: 'EUR',
              posted_at: `${start}T13:00:00Z`,
            }),
          ),
        })
        const last = series.at(-1)!.end
        const covered = new Set(kept.flatMap(({ start, end }) => daysOf({ start, end })))
        for (const dateInterval of ['WEEKLY', 'MONTHLY'] as const) {
          const { rows } = await company.pnl({ from: FIRST, to: last, currency: 'EUR', dateInterval })
          expect(rows.length).toBeGreaterThan(0)
          for (const row of rows) {
            const days = daysOf({ start: row.periodStart, end: row.periodEnd })
            const before = daysOf({ start: row.comparisonStart!, end: row.comparisonEnd! })
            const held = days.filter((one) => covered.has(one)).length
            const cells = PNL_LINE_IDS.map((id) => row.lines[id])
            expect(row.coverage.share).toBeCloseTo(held / days.length, 9)
            if (held === 0) expect(cells.every(({ value }) => value === null)).toBe(true)
            if (held < days.length) expect(cells.every(({ lacks }) => lacks!.includes('DAYS'))).toBe(true)
            else expect(row.lines.netSales.lacks).toBeUndefined()
            if (held < days.length || !before.every((one) => covered.has(one)))
              expect(
                cells.every(
                  ({ growth, previous }) => growth === null && (held < days.length || previous === null),
                ),
              ).toBe(true)
          }
        }
        cases++
      }),
      { numRuns: CASES, seed: printedSeed(), endOnFailure: true },
    )
    expect(cases).toBe(CASES)
  },
  60_000 + CASES * 60_000,
)

describe('days that are said to be complete', () => {
  const orders = (...days: string[]) =>
    [
      'amazon-order-id\tpurchase-date\tlast-updated-date\torder-status\tfulfillment-channel\tsales-channel\tsku\tquantity\tcurrency\titem-price',
      ...days.map(
        (day, index) =>
          `114-${day}-${index}\t${day}T20:00:00+00:00\t${day}T21:00:00+00:00\tShipped\tAmazon\tAmazon.com\tMUG\t1\tUSD\t10.00`,
      ),
    ].join('\n')
  const MARCH = { tables: ['order_items'], marketplaces: ['US'], start: '2026-03-01', end: '2026-03-31' }
  const ofOrders = async (company: TestCompany) => {
    const [row] = await server.operator.profitAndLoss.getOrderData({
      companyId: company.id,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      currencyCode: 'USD',
    })
    return {
      units: row!.lines.unitsSold.value,
      share: row!.coverage.share,
      gaps: row!.coverage.missing.length,
    }
  }

  formTest('of a file that was asked for them, and of one without a row', async () => {
    const company = await server.company()
    const some = await company.import('orders.txt', orders('2026-03-10', '2026-03-12'), { marketplace: 'US' })
    expect(await ofOrders(company)).toMatchObject({ units: '2', share: 3 / 22 })
    const all = await company.import('march.txt', orders('2026-03-10', '2026-03-12', '2026-03-14'), {
      marketplace: 'US',
      complete: MARCH,
    })
    expect(await ofOrders(company)).toEqual({ units: '3', share: 1, gaps: 0 })
    expect((await server.operator.operator.rebuild({ companyId: company.id })).changed).toEqual([])
    await company.undo(all.id)
    expect(await ofOrders(company)).toMatchObject({ units: '2', share: 3 / 22 })
    await company.undo(some.id)

    const none = await company.import('none.txt', orders(), { marketplace: 'US', complete: MARCH })
    expect(none).toMatchObject({ status: 'PUBLISHED', counts: { read: 0 } })
    expect(await ofOrders(company)).toEqual({ units: '0', share: 1, gaps: 0 })
  })

  test('by a facts file, which says only what can be', async () => {
    const company = await server.company()
    const row = {
      table_name: 'order_items',
      marketplace: 'US',
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    }
    const said = await company.import(
      'nothing.json',
      {
        coverage: [
          row,
          { ...row, table_name: 'product_costs' },
          { ...row, end_date: '2026-02-01' },
          { ...row, marketplace: 'XX' },
          { ...row, table_name: 'search_query_performance', end_date: '2026-03-02' },
        ],
      },
      { marketplace: 'US' },
    )
    expect(said).toMatchObject({ status: 'PUBLISHED', counts: { read: 5, kept: 1, refused: 4 } })
    expect(said.refusedRows.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('"product_costs" is not one of'),
      expect.stringContaining('lies before the start_date'),
      expect.stringContaining('not a marketplace'),
      expect.stringContaining('neither a week'),
    ])
    expect(await ofOrders(company)).toEqual({ units: '0', share: 1, gaps: 0 })
  })
})

describe('where nothing is sold any longer', () => {
  const canadian = (id: string, start: string, end: string) => settlement(id, start, end, 'CAD', 'Amazon.ca')
  const CANADA = { account: 'North America', currency: 'CAD' } as const

  /** Dollars of January to April, and Canadian ones of January. */
  async function company() {
    const made = await server.company()
    await made.import('us-1.txt', settlement('1', '2026-01-01', '2026-02-28'))
    await made.import('us-2.txt', settlement('2', '2026-02-28', '2026-04-30'))
    await made.import('ca.txt', canadian('3', '2026-01-01', '2026-01-31'))
    await made.import('rates.json', {
      exchange_rates: [{ rate_date: '2025-12-31', base: 'USD', quote: 'CAD', rate: '1.25' }],
    })
    return made
  }
  const set = ({ id: companyId }: TestCompany, lastDay: string | null) =>
    server.operator.companySettings.setEndedSales({ companyId, ...CANADA, lastDay })
  const inCanada = async ({ id: companyId }: TestCompany) => {
    const { sales } = await server.operator.imports.getCoverage({ companyId })
    return sales.find(({ currency }) => currency === 'CAD')
  }
  const march = async (of: TestCompany, rest = {}) => {
    const [row] = await monthsOf2026(of, '2026-03-01', '2026-03-31', rest)
    const { value, growth } = row!.lines.netSales
    return { value, growth, missing: row!.coverage.missing.map(({ currency }) => currency) }
  }

  test('later days are complete without a file, as of then they were not, and taking it back makes them lack it', async () => {
    const shop = await company()
    // Ten dollars were sold on the last of February, and none in March.
    const lacking = await march(shop)
    expect(lacking).toEqual({ value: '0', growth: null, missing: ['CAD'] })
    const before = new Date().toISOString()
    const ended = [{ account: 'North America', currency: 'CAD', lastDay: '2026-01-31' }]
    expect(await set(shop, '2026-01-31')).toEqual(ended)
    expect(await march(shop)).toEqual({ value: '0', growth: -1, missing: [] })
    expect(await march(shop, { asOf: before })).toEqual(lacking)
    expect(await inCanada(shop)).toEqual({ ...CANADA, lastDay: '2026-01-31', saidToEnd: '2026-01-31' })
    const { edits } = await server.operator.companySettings.getHistory({ companyId: shop.id })
    expect(edits[0]!.after).toEqual({ endedSales: ended })

    expect(await set(shop, null)).toEqual([])
    expect(await march(shop)).toEqual(lacking)
    expect(await inCanada(shop)).toEqual({ ...CANADA, lastDay: '2026-01-31', saidToEnd: null })
  })

  test('a settlement of later days says that sales went on', async () => {
    const shop = await company()
    await set(shop, '2026-01-31')
    const april = await shop.import('ca-2.txt', canadian('4', '2026-04-01', '2026-04-30'))
    expect(await march(shop)).toMatchObject({ growth: null, missing: ['CAD'] })
    expect(await inCanada(shop)).toMatchObject({ lastDay: '2026-04-30', saidToEnd: '2026-01-31' })
    await expect(set(shop, '2026-01-31')).rejects.toThrow('North America has sales in CAD until 2026-04-30')
    await shop.undo(april.id)
    expect(await march(shop)).toMatchObject({ growth: -1, missing: [] })
  })

  test('days that are said to have had no orders are no sales', async () => {
    const shop = await company()
    const said = { table_name: 'order_items', marketplace: 'CA', start_date: '2026-01-01' }
    await shop.import('none.json', { coverage: [{ ...said, end_date: '2026-06-30' }] }, { marketplace: 'US' })
    expect(await set(shop, '2026-01-31')).toHaveLength(1)
    expect(await march(shop)).toMatchObject({ growth: -1, missing: [] })
  })

  test('closed months stay what they were, by themselves and among others', async () => {
    const shop = await company()
    for (const month of ['2026-02', '2026-03'])
      await server.operator.accounting.closeMonths({ companyId: shop.id, months: [month] })
    const both = async () => {
      const [row] = await monthsOf2026(shop, '2026-02-01', '2026-03-31', { dateInterval: 'DEFAULT' })
      return row!.coverage
    }
    const before = await both()
    expect(before).toMatchObject({ share: 59 / 118, missing: [{ currency: 'CAD' }] })
    await set(shop, '2026-01-31')
    expect(await both()).toEqual(before)
    expect(await march(shop)).toMatchObject({ missing: ['CAD'] })
    const [open] = await monthsOf2026(shop, '2026-04-01', '2026-04-30')
    expect(open!.coverage).toMatchObject({ share: 1, missing: [] })
  })

  test.each([
    ['currency', { ...CANADA, currency: 'MXN' as const }],
    ['account', { ...CANADA, account: 'Nobody' }],
  ])('of a %s in which nothing was sold nothing can be said', async (_, of) => {
    const { id: companyId } = await company()
    const said = server.operator.companySettings.setEndedSales({ companyId, ...of, lastDay: '2026-01-31' })
    await expect(said).rejects.toThrow('No file that is in use says')
  })
})
