/** What a warning counts, and the rows that it opens: they are the same, whatever the statement is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDecimal, toText } from '#contract/decimal.ts'
import type { ExplainFlagInput, FlagExplanation } from '#contract/explain.ts'
import type { CountedFlag } from '#contract/profit-and-loss-lines.ts'
import { startTestServer, type PnlQuestion, type TestCompany, type TestServer } from './support/server.ts'
import { other, refund, sale, v2File, type Entry } from './support/settlement-file.ts'

let server: TestServer
let company: TestCompany

const sold = (
  order: string,
  day: string,
  [sku, units]: [sku: string, units: number],
  shop: string,
): Entry[] =>
  sale({
    order,
    sku,
    units,
    at: `${day} 10:00:00`,
    marketplace: shop,
    amounts: { 'ItemPrice Principal': '30.00', 'ItemFees Commission': '-4.50' },
  })

const GERMANY = v2File({
  id: '90000000011',
  start: '2026-03-01',
  end: '2026-04-30',
  currency: 'EUR',
  entries: [
    ...sold('302-1', '2026-03-02', ['MUG', 3], 'Amazon.de'),
    ...sold('302-2', '2026-03-20', ['MUG', 1], 'Amazon.de'),
    ...sold('302-3', '2026-03-21', ['BOWL', 2], 'Amazon.de'),
    ...sold('302-4', '2026-04-05', ['MUG', 1], 'Amazon.de'),
    ...sold('302-5', '2026-03-22', ['KNOWN', 7], 'Amazon.de'),
    // Nobody has the sale whose unit came back.
    ...refund({
      order: '302-99',
      sku: 'BOWL',
      at: '2026-03-23 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '-17.00' },
    }),
    ...sale({
      order: '302-6',
      sku: 'KNOWN',
      at: '2026-03-24 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '50.00', 'ItemFees MoonlightSurcharge': '-1.25' },
    }),
    other('A gift of the house', '7.77', '2026-03-25 10:00:00'),
    other('A gift of the house', '0.23', '2026-04-04 10:00:00'),
  ],
})

const BRITAIN = v2File({
  id: '90000000012',
  start: '2026-03-01',
  end: '2026-04-30',
  currency: 'GBP',
  entries: [
    ...sold('202-1', '2026-03-03', ['MUG', 5], 'Amazon.co.uk'),
    ...sold('202-2', '2026-03-04', ['PLATE', 4], 'Amazon.co.uk'),
    ...sale({
      order: '202-3',
      sku: 'PLATE',
      at: '2026-03-05 10:00:00',
      marketplace: 'Amazon.co.uk',
      amounts: { 'ItemPrice Principal': '50.00', 'ItemFees MoonlightSurcharge': '-2.00' },
    }),
  ],
})

const FACTS = {
  product_costs: [{ sku: 'KNOWN', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '4.00' }],
  inventory_ledger: [
    { date: '2026-03-10', sku: 'MUG', disposition: 'SELLABLE', lost: 2 },
    { date: '2026-03-11', sku: 'KNOWN', disposition: 'SELLABLE', lost: 9 },
  ],
}

beforeAll(async () => {
  server = await startTestServer()
  company = await server.company()
  for (const [name, file] of [
    ['germany.txt', GERMANY],
    ['britain.txt', BRITAIN],
  ] as const)
    expect(await company.import(name, file)).toMatchObject({ status: 'PUBLISHED', counts: { refused: 0 } })
  expect(await company.import('facts.json', FACTS, { marketplace: 'DE' })).toMatchObject({ refusedRows: [] })
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

type Scope = Omit<PnlQuestion, 'currency'>

const opened = (flag: CountedFlag, { from, to, ...rest }: Scope, more: Partial<ExplainFlagInput> = {}) =>
  server.operator.audit.explainFlag({
    companyId: company.id,
    flag,
    startDate: from,
    endDate: to,
    currencyCode: 'EUR',
    ...rest,
    ...more,
  })

const sum = (amounts: readonly string[]) =>
  toText(amounts.reduce((total, amount) => total + parseDecimal(amount), 0n))

const RANGE = { from: '2026-03-01', to: '2026-04-30' }
const SCOPES: [name: string, scope: Scope, counts: Partial<Record<CountedFlag, number>>][] = [
  [
    'everything',
    RANGE,
    { unitsWithoutCost: 17, lostUnitsWithoutCost: 2, unmappedLines: 4, refundsWithoutQuantity: 1 },
  ],
  [
    'some days',
    { from: '2026-03-03', to: '2026-03-20' },
    { unitsWithoutCost: 11, lostUnitsWithoutCost: 2, unmappedLines: 1, refundsWithoutQuantity: 0 },
  ],
  ['a marketplace', { ...RANGE, marketplaces: ['GB'] }, { unitsWithoutCost: 10, refundsWithoutQuantity: 0 }],
  [
    'a product',
    { ...RANGE, skus: ['MUG'] },
    { unitsWithoutCost: 10, lostUnitsWithoutCost: 2, unmappedLines: 0, refundsWithoutQuantity: 0 },
  ],
  [
    'a product in a marketplace',
    { ...RANGE, skus: ['PLATE', 'KNOWN'], marketplaces: ['GB'] },
    { unitsWithoutCost: 5, lostUnitsWithoutCost: 0, unmappedLines: 1 },
  ],
]
const FLAGS = ['unitsWithoutCost', 'lostUnitsWithoutCost', 'unmappedLines', 'refundsWithoutQuantity'] as const

test.each(SCOPES)('of %s, the rows of a warning are those that it counts', async (_, scope, counts) => {
  const { row } = await company
    .pnl({ ...scope, currency: 'EUR', dateInterval: 'MONTHLY', summaryViews: { total: true } })
    .then(({ rows }) => ({ row: rows.at(-1)! }))
  expect(row).toMatchObject({ column: 'total', periodStart: scope.from, periodEnd: scope.to })
  expect(row.flags).toMatchObject(
    Object.fromEntries(
      Object.entries(counts).filter(([flag, count]) => flag !== 'lostUnitsWithoutCost' || count > 0),
    ),
  )
  for (const flag of FLAGS) {
    const found = await opened(flag, scope)
    expect([flag, found.count]).toEqual([flag, row.flags[flag] ?? 0])
    expect([flag, found.rows.length]).toEqual([flag, found.rowCount])
    const isMoney = flag === 'unmappedLines'
    expect([flag, isMoney ? found.rows.length : Number(sum(found.rows.map(({ amount }) => amount)))]).toEqual(
      [flag, found.count],
    )
    expect([flag, sum(found.groups.map(({ amount }) => amount))]).toEqual([
      flag,
      sum(found.rows.map(({ amount }) => amount)),
    ])
    expect(found.groups.reduce((total, { rowCount }) => total + rowCount, 0)).toBe(found.rowCount)
    expect(found.groupCount).toBe(found.groups.length)
  }
})

const named = ({ groups }: FlagExplanation) => groups.map(({ sku, amount }) => [sku, amount])

test('products without a cost are named with their units, and each leads to its own rows', async () => {
  const found = await opened('unitsWithoutCost', RANGE)
  expect(named(found)).toEqual([
    ['MUG', '10'],
    ['PLATE', '5'],
    ['BOWL', '2'],
  ])
  const ofMug = await opened('unitsWithoutCost', { ...RANGE, skus: ['MUG'] })
  expect(
    ofMug.rows.map(({ day, marketplace, amount, line, kind }) => [day, marketplace, amount, line, kind]),
  ).toEqual([
    ['2026-03-02', 'DE', '3', 'cogs', 'COUNT'],
    ['2026-03-03', 'GB', '5', 'cogs', 'COUNT'],
    ['2026-03-20', 'DE', '1', 'cogs', 'COUNT'],
    ['2026-04-05', 'DE', '1', 'cogs', 'COUNT'],
  ])
  expect(ofMug.rows[1]!.rawLine).toContain('202-1')
  expect(named(await opened('lostUnitsWithoutCost', RANGE))).toEqual([['MUG', '2']])
})

test('rows that are not mapped are named by the words of their files', async () => {
  const { groups, rows } = await opened('unmappedLines', RANGE)
  expect(
    groups.map(({ amountDescription, line, amount, currency, rowCount }) => [
      amountDescription,
      line,
      amount,
      currency,
      rowCount,
    ]),
  ).toEqual([
    ['A gift of the house', 'adjustments', '8', 'EUR', 2],
    ['MoonlightSurcharge', 'otherAmazonFees', '-2', 'GBP', 1],
    ['MoonlightSurcharge', 'otherAmazonFees', '-1.25', 'EUR', 1],
  ])
  expect(rows.every(({ unmapped }) => unmapped)).toBe(true)
})

test('rows come a page at a time, and the count is of all of them', async () => {
  const all = await opened('unitsWithoutCost', RANGE)
  const pages = []
  for (let offset = 0; offset < all.rowCount; offset += 2)
    pages.push(await opened('unitsWithoutCost', RANGE, { limit: 2, offset }))
  expect(pages).toHaveLength(4)
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
  expect(pages.map(({ count }) => count)).toEqual(pages.map(() => all.count))
})

test('a cost cures exactly its product, and an earlier version says what it said', async () => {
  const asOf = await company.publishedVersion()
  await company.import('bowl.json', {
    product_costs: [{ sku: 'BOWL', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '4.00' }],
  })
  expect(named(await opened('unitsWithoutCost', RANGE))).toEqual([
    ['MUG', '10'],
    ['PLATE', '5'],
  ])
  expect((await opened('unitsWithoutCost', RANGE, { asOf })).count).toBe(17)
})
