/** Who made a change: they add up to it, whatever it is told apart by. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { absolute, parseDecimal, type Decimal } from '#contract/decimal.ts'
import { CHANGE_KEYS, type ChangeExplanation, type ChangeKey, type GroupKey } from '#contract/explain.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { expectGroupsToAddUp } from '#test/support/explained-groups.ts'
import { other, refund, sale, wideFile, type Settlement } from '#test/support/settlement-file.ts'
import { startTestServer, type TestCompany, type TestServer } from '#test/support/server.ts'
import { formsOf } from '#test/support/drawn-cases.ts'

let server: TestServer
let company: TestCompany
const JANUARY = { comparisonStart: '2026-01-01', comparisonEnd: '2026-01-31' }
const FEBRUARY = { startDate: '2026-02-01', endDate: '2026-02-28' }

const monthOf = (id: string, month: string, entries: Settlement['entries']): Settlement => ({
  id,
  start: `2026-${month}-01`,
  end: month === '01' ? '2026-02-01' : '2026-03-01',
  currency: 'EUR',
  entries,
})
const sold = (month: string, sku: string, marketplace: string, units: number, price: number) =>
  sale({
    order: `302-00000${month}-${sku}-${marketplace}`,
    at: `2026-${month}-10 12:00:00`,
    sku,
    marketplace,
    units,
    amounts: {
      'ItemPrice Principal': (units * price).toFixed(2),
      'ItemFees Commission': (-units * price * 0.15).toFixed(2),
    },
  })

beforeAll(async () => {
  server = await startTestServer()
  company = await server.company()
  const many = Array.from({ length: 25 }, (_, index) =>
    sold('02', `SMALL-${String(index).padStart(2, '0')}`, 'Amazon.de', 1, 2 + index),
  ).flat()
  const catalogued = await company.import('catalogue.json', {
    listings: [{ snapshot_date: '2026-02-28', marketplace: 'DE', sku: 'MUG', asin: 'B000000001' }],
    catalogue_items: [
      { snapshot_date: '2026-02-28', marketplace: 'DE', asin: 'B000000001', brand: 'Potters' },
    ],
  })
  expect(catalogued).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
  await company.import(
    'january.txt',
    wideFile(
      monthOf('30000000001', '01', [
        ...sold('01', 'MUG', 'Amazon.de', 10, 20),
        ...sold('01', 'MUG', 'Amazon.fr', 5, 20),
        ...sold('01', 'POT', 'Amazon.de', 3, 40),
        other('Subscription Fee', '-39.00', '2026-01-12 12:00:00'),
      ]),
    ),
  )
  await company.import(
    'february.txt',
    wideFile(
      monthOf('30000000002', '02', [
        ...sold('02', 'MUG', 'Amazon.de', 4, 20),
        ...sold('02', 'MUG', 'Amazon.fr', 9, 20),
        ...refund({
          order: '302-0000001-MUG-Amazon.de',
          at: '2026-02-20 12:00:00',
          sku: 'MUG',
          marketplace: 'Amazon.de',
          amounts: { 'ItemPrice Principal': '-20.00', 'ItemFees Commission': '3.00' },
        }),
        ...many,
        other('Subscription Fee', '-45.00', '2026-02-12 12:00:00'),
      ]),
    ),
  )
})
afterAll(() => server[Symbol.asyncDispose]())

const changeOf = (metricId: MetricId, by: ChangeKey, more: object = {}): Promise<ChangeExplanation> =>
  server.operator.audit.explainChange({
    companyId: company.id,
    metricId,
    by,
    currencyCode: 'EUR',
    ...FEBRUARY,
    ...JANUARY,
    ...more,
  })
const named = ({ contributors }: ChangeExplanation) =>
  contributors.map(({ label, previous, value, change }) => [label, previous, value, change])
const sumOf = ({ contributors, others }: ChangeExplanation): Decimal =>
  [...contributors, ...(others ? [others] : [])].reduce((sum, { change }) => sum + parseDecimal(change), 0n)

test('units by marketplace, by product and by line, as the files say', async () => {
  const byMarketplace = await changeOf('netUnits', 'marketplace')
  expect(byMarketplace).toMatchObject({ previous: '18', value: '37', change: '19', growth: 1.055556 })
  expect(named(byMarketplace)).toEqual([
    ['DE', '13', '28', '15'],
    ['FR', '5', '9', '4'],
  ])
  const byProduct = await changeOf('netUnits', 'product')
  expect(named(byProduct).slice(0, 3)).toEqual([
    ['MUG', '15', '12', '-3'],
    ['POT', '3', '0', '-3'],
    ['SMALL-00', '0', '1', '1'],
  ])
  expect(byProduct.contributors).toHaveLength(20)
  expect(byProduct.others).toEqual({ count: 7, value: '7', previous: '0', change: '7' })
  expect(named(await changeOf('netUnits', 'line'))).toEqual([
    ['Units sold', '18', '38', '20'],
    ['Units refunded', '0', '-1', '-1'],
  ])
})

test('what belongs to no product stands beside the products', async () => {
  const { contributors } = await changeOf('accountLevel', 'product')
  expect(contributors).toEqual([{ key: '', label: '', value: '-45', previous: '-39', change: '-6' }])
})

test('brands are their products together, with those of none beside what belongs to no product', async () => {
  expect(named(await changeOf('netUnits', 'brand'))).toEqual([
    ['(no brand)', '3', '25', '22'],
    ['Potters', '15', '12', '-3'],
  ])
  const labels = named(await changeOf('amazonFees', 'brand')).map(([label]) => label)
  expect(new Set(labels)).toEqual(new Set(['', '(no brand)', 'Potters']))
  const unbranded = await server.company()
  await unbranded.import(
    'january.txt',
    wideFile(monthOf('30000000005', '01', sold('01', 'MUG', 'Amazon.de', 1, 20))),
  )
  await unbranded.import(
    'february.txt',
    wideFile(monthOf('30000000006', '02', sold('02', 'MUG', 'Amazon.de', 3, 20))),
  )
  expect(named(await changeOf('netUnits', 'brand', { companyId: unbranded.id }))).toEqual([
    ['(no brand)', '1', '3', '2'],
  ])
})

test('rows are grouped by brand and by order, and both add up to the number and to their lines', async () => {
  const asked = { companyId: company.id, currencyCode: 'EUR', ...FEBRUARY } as const
  const groupsOf = async (metricId: MetricId, by: GroupKey) =>
    (await server.operator.audit.explainGroups({ ...asked, metricId, by })).groups.map(({ label, value }) => [
      label,
      value,
    ])
  expect(await groupsOf('unitsSold', 'brand')).toEqual([
    ['(no brand)', '25'],
    ['Potters', '13'],
  ])
  const labels = (await groupsOf('amazonFees', 'brand')).map(([label]) => label)
  expect(new Set(labels)).toEqual(new Set(['', '(no brand)', 'Potters']))
  expect((await groupsOf('unitsSold', 'order')).slice(0, 2)).toEqual([
    ['302-0000002-MUG-Amazon.fr', '9'],
    ['302-0000002-MUG-Amazon.de', '4'],
  ])
  // The subscription is of no order.
  expect(await groupsOf('accountLevel', 'order')).toEqual([['', '-45']])
  for (const metricId of ['netProfit', 'amazonFees'] as const)
    expect(await expectGroupsToAddUp(server, { ...asked, metricId })).toBeGreaterThan(10)
  const found = await server.operator.audit.explainGroups({
    ...asked,
    metricId: 'unitsSold',
    by: 'brand',
    searchText: 'no brand',
  })
  expect(found.groups.map(({ label }) => label)).toEqual(['(no brand)'])
})

const ADDITIVE: MetricId[] = [
  'netProfit',
  'amazonFees',
  'netUnits',
  'productSales',
  'netSales',
  'accountLevel',
]
const SCOPES = [
  {},
  { marketplaces: ['DE'] },
  { skus: ['MUG', 'SMALL-03'] },
  { marketplaces: ['FR'], notAllocated: 'SHARED' },
  { marketplaces: ['FR'], notAllocated: 'ONLY' },
]

const ASKED = formsOf(SCOPES, 3)

test('those who made a change add up to it, in every selection', async () => {
  let compared = 0
  for (const scope of ASKED)
    for (const metricId of ADDITIVE)
      for (const by of CHANGE_KEYS) {
        const found = await changeOf(metricId, by, scope)
        const { contributors } = found
        const change = found.change!
        const difference = absolute(sumOf(found) - parseDecimal(change))
        // Each of them, and the change, is written with six digits.
        const rounding = 1_000_000n * BigInt(contributors.length + 2)
        expect([metricId, by, scope, difference <= rounding]).toEqual([metricId, by, scope, true])
        compared++
      }
  expect(compared).toBe(ASKED.length * ADDITIVE.length * CHANGE_KEYS.length)
})

test('so do the groups of a number, by every key and in every selection', async () => {
  const asked = [
    ...SCOPES.map((scope) => ({ metricId: 'netProfit', ...scope })),
    ...ADDITIVE.slice(1).map((metricId) => ({ metricId })),
  ] as { metricId: MetricId }[]
  for (const one of formsOf(asked, 3)) {
    const question = { companyId: company.id, currencyCode: 'EUR', ...FEBRUARY, ...one } as const
    expect(await expectGroupsToAddUp(server, question)).toBeGreaterThan(0)
  }
})

test('nothing is told apart of a ratio, and nothing is compared with days that have no file', async () => {
  expect(await changeOf('netMargin', 'product')).toMatchObject({ contributors: [], others: null })
  const before = { comparisonStart: '2025-12-01', comparisonEnd: '2025-12-31' }
  expect(await changeOf('netSales', 'product', before)).toMatchObject({
    previous: null,
    change: null,
    absence: 'DAYS',
    contributors: [],
  })
  expect(await changeOf('sessions', 'product')).toMatchObject({ value: null, absence: 'DAYS' })
  await expect(changeOf('netSales', 'product', { comparisonEnd: '2025-12-31' })).rejects.toThrow(
    'The end date lies before the start date',
  )
})

test('no question spans more days than a statement can', async () => {
  const { audit } = server.operator
  const question = {
    companyId: company.id,
    currencyCode: 'EUR',
    startDate: '1990-01-01',
    endDate: '2026-02-28',
    metricId: 'netSales',
  } as const
  const asked = [
    audit.explainValue(question),
    audit.explainGroups({ ...question, by: 'product' }),
    audit.explainLines(question),
    audit.explainChange({ ...question, ...JANUARY, by: 'product' }),
    audit.explainFlag({ ...question, flag: 'unitsWithoutCost' }),
  ]
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('3660 days') },
    })
})

test('of a change, exchange rates and the rest add up to it', async () => {
  const british = await server.company()
  const pounds = (month: '01' | '02', entries: Settlement['entries']) =>
    wideFile({ ...monthOf(`400000000${month}`, month, entries), currency: 'GBP' })
  await british.import('january.txt', pounds('01', sold('01', 'MUG', 'Amazon.co.uk', 5, 20)))
  await british.import('february.txt', pounds('02', sold('02', 'MUG', 'Amazon.co.uk', 5, 20)))
  const rates = (days: [day: string, gbp: string][]) => ({
    exchange_rates: days.flatMap(([day, gbp]) => [
      { rate_date: day, currency: 'GBP', usd_per_unit: gbp },
      { rate_date: day, currency: 'EUR', usd_per_unit: '1.00' },
    ]),
  })
  await british.import('rates.json', {
    ...rates([
      ['2026-01-05', '1.20'],
      ['2026-01-10', '1.40'],
      ['2026-02-10', '1.50'],
    ]),
  })
  const change = (metricId: MetricId, more: object = {}) =>
    changeOf(metricId, 'line', { companyId: british.id, ...more })
  // 100 GBP at 1.50 after 100 GBP at 1.40; at the average of January, (1.20 + 1.40) / 2, they would be 130.
  expect(await change('grossSales')).toMatchObject({
    value: '150',
    previous: '140',
    change: '10',
    exchangeRates: { rates: '20', others: '-10' },
  })
  // 15 % commission, a cost that rates make larger.
  expect(await change('referralFees')).toMatchObject({
    change: '-1.5',
    exchangeRates: { rates: '-3', others: '1.5' },
  })
  const profit = await change('netProfit')
  const sum = parseDecimal(profit.exchangeRates!.rates!) + parseDecimal(profit.exchangeRates!.others!)
  expect(sum).toBe(parseDecimal(profit.change!))
  // In their own currency, and of what is no money, there is nothing to tell.
  expect(await change('grossSales', { currencyCode: 'GBP' })).toMatchObject({
    change: '0',
    exchangeRates: null,
  })
  expect(await change('unitsSold')).toMatchObject({ change: '0', exchangeRates: null })
  const ofMug = { exchangeRates: { rates: '20', others: '-10' } }
  expect(await change('grossSales', { skus: ['MUG'] })).toMatchObject(ofMug)
  // A month that was closed keeps the rates that it was closed with.
  await server.operator.accounting.closeMonths({ companyId: british.id, months: ['2026-01'] })
  await british.set({ fxPolicy: 'LATEST' })
  expect(await change('grossSales')).toMatchObject({ value: '150', previous: '140', ...ofMug })
  await server.operator.accounting.reopenMonth({ companyId: british.id, month: '2026-01', reason: 'Done' })
  expect(await change('grossSales')).toMatchObject({
    value: '150',
    previous: '150',
    exchangeRates: { rates: '0', others: '0' },
  })
})
