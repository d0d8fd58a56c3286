/** Amounts that name no marketplace: where they belong, and that marketplaces and what belongs to none are the whole. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { lineDefinition, PNL_LINE_IDS } from '#contract/profit-and-loss-lines.ts'
import { startTestServer, type TestCompany, type TestServer } from './support/server.ts'
import { other, sale, v2File, type Settlement } from './support/settlement-file.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const march = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const

let orders = 0
const sold = (marketplace: string, amount: string, at = '2026-03-10 12:00:00') =>
  sale({
    order: `302-${++orders}`,
    sku: 'SKU-A',
    units: 1,
    channel: 'AFN',
    marketplace,
    at,
    amounts: { 'ItemPrice Principal': amount },
  })

const FEE = {
  transaction_type: 'ServiceFee',
  amount_type: 'other-transaction',
  amount_description: 'Subscription Fee',
  order_id: '',
  sku: '',
}
const sentFrom = (marketplace: string, currency: string, posted_at: string, amount: string) => ({
  transaction_type: 'Shipment',
  posted_at,
  order_id: `305-${++orders}`,
  sku: 'SKU-A',
  marketplace,
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount,
  currency,
  quantity: 1,
})

const settlement = (id: string, currency: string, entries: Settlement['entries']): Settlement => ({
  id,
  start: '2026-03-01',
  end: '2026-03-31',
  currency,
  entries,
})

/** An account whose home is Germany: Germany and France are paid in one settlement, the United Kingdom in its own. */
async function europeanCompany(): Promise<TestCompany> {
  const company = await server.company()
  await company.import('facts.json', {
    seller_accounts: [{ name: 'Shop', region: 'EUROPE', home_marketplace: 'DE' }],
    // So that net sales are what was charged.
    vat_rates: ['DE', 'FR'].map((marketplace) => ({ marketplace, rate: '0', valid_from: '2020-01-01' })),
    exchange_rates: ['2026-02-25', '2026-03-05', '2026-03-13', '2026-03-22'].flatMap((rate_date) => [
      { rate_date, currency: 'EUR', usd_per_unit: '1' },
      { rate_date, currency: 'GBP', usd_per_unit: '1.25' },
    ]),
  })
  await imported(
    company,
    settlement('1', 'EUR', [
      ...sold('Amazon.de', '300.00'),
      ...sold('Amazon.fr', '100.00'),
      other('Subscription Fee', '-40.00', '2026-03-12 12:00:00'),
    ]),
    settlement('2', 'GBP', [
      ...sold('Amazon.co.uk', '60.00'),
      other('Subscription Fee', '-8.00', '2026-03-12 12:00:00'),
    ]),
  )
  return company
}

async function imported(company: TestCompany, ...settlements: Settlement[]): Promise<void> {
  for (const one of settlements)
    expect(await company.import(`${one.id}.txt`, v2File(one))).toMatchObject({ status: 'PUBLISHED' })
}

type Shop = 'DE' | 'FR' | 'GB'
const LINES = PNL_LINE_IDS.filter((id) => lineDefinition(id).unit !== 'price')
const sum = (values: (string | null)[]) =>
  toText(values.reduce((total, value) => total + parseDecimal(value ?? '0'), 0n))

test('a settlement of one marketplace of its currency is all of it, with its days and its tax', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    seller_accounts: [{ name: 'Shop', region: 'EUROPE', home_marketplace: 'DE' }],
    settlement_lines: [sentFrom('DE', 'EUR', '2026-03-20T12:00:00Z', '10.00')],
  })
  await imported(company, {
    ...settlement('3', 'GBP', [
      ...sold('Amazon.co.uk', '120.00'),
      ...sold('', '60.00'),
      // In London the last day of February, in Berlin the first of March.
      other('Subscription Fee', '-8.00', '2026-02-28 23:30:00'),
    ]),
    start: '2026-02-20',
  })
  const ask = async (marketplace: 'GB' | 'DE', from: string, to: string) =>
    (await company.pnl({ from, to, currency: 'GBP', marketplaces: [marketplace] })).row
  const february = await ask('GB', '2026-02-01', '2026-02-28')
  expect(february.lines.accountLevel.value).toBe('-8')
  const spring = await ask('GB', '2026-03-01', '2026-03-31')
  // A sixth of what buyers paid.
  expect(spring.lines).toMatchObject({ productSales: { value: '180' }, salesVat: { value: '-30' } })
  expect((await ask('DE', '2026-02-01', '2026-03-31')).leftOut).toBeUndefined()
})

test('what belongs to several marketplaces is in none, is named beside them, and opens its rows', async () => {
  const company = await europeanCompany()
  const ask = (marketplaces: Shop[], rest = {}) =>
    company.pnl({ ...march, marketplaces, ...rest }).then(({ row }) => row)
  const [all, germany, euros, everywhere, none] = await Promise.all([
    ask([]),
    ask(['DE']),
    ask(['DE', 'FR']),
    ask(['DE', 'FR', 'GB']),
    ask([], { notAllocated: 'ONLY' }),
  ])
  expect(germany.lines.accountLevel.value).toBe('0')
  expect(germany.leftOut).toEqual({ value: '-40' })
  // The account sells in a marketplace that is not among them.
  expect(euros.leftOut).toEqual({ value: '-40' })
  expect(everywhere).toEqual(all)
  expect(all.leftOut).toBeUndefined()
  expect(all.lines.accountLevel.value).toBe('-50')
  expect(none.lines.accountLevel.value).toBe('-40')

  const shops = await Promise.all((['DE', 'FR', 'GB'] as const).map((shop) => ask([shop])))
  for (const id of LINES)
    expect([id, sum([...shops, none].map(({ lines }) => lines[id].value))]).toEqual([
      id,
      sum([all.lines[id].value]),
    ])

  const drawer = await company.explain('netProfit', march, { marketplaces: ['DE'], notAllocated: 'ONLY' })
  expect(drawer.value).toBe('-40')
  expect(drawer.rows.map(({ amount, marketplace }) => [amount, marketplace])).toEqual([['-40', '']])
  expect(drawer.rowCount).toBe(1)
})

test('it can be shared by net sales, and its rows say which share of them', async () => {
  const company = await europeanCompany()
  const shared = (marketplaces: Shop[]) =>
    company.pnl({ ...march, marketplaces, notAllocated: 'SHARED' }).then(({ row }) => row)
  const [germany, france, kingdom] = await Promise.all([shared(['DE']), shared(['FR']), shared(['GB'])])
  expect(germany.lines.accountLevel).toMatchObject({ value: '-30', isShared: true })
  expect(germany.lines.netProfit).toMatchObject({ value: '270', isShared: true })
  expect(germany.lines.netSales.isShared).toBeUndefined()
  expect(germany.leftOut).toBeUndefined()
  expect(france.lines.accountLevel.value).toBe('-10')
  expect(kingdom.lines.accountLevel).toMatchObject({ value: '-10' })
  const { rows, value } = await company.explain('accountLevel', march, {
    marketplaces: ['DE'],
    notAllocated: 'SHARED',
  })
  expect(value).toBe('-30')
  expect(rows.map(({ amount, share, converted }) => ({ amount, share, converted }))).toEqual([
    { amount: '-40', share: '0.75', converted: '-30' },
  ])
})

test('without sales of its month it stays with nobody', async () => {
  const company = await europeanCompany()
  await imported(company, {
    ...settlement('4', 'EUR', [other('Subscription Fee', '-39.00', '2026-04-12 12:00:00')]),
    start: '2026-04-01',
    end: '2026-04-30',
  })
  const { row } = await company.pnl({
    from: '2026-04-01',
    to: '2026-04-30',
    currency: 'EUR',
    marketplaces: ['DE'],
    notAllocated: 'SHARED',
  })
  expect(row.leftOut).toEqual({ value: '-39' })
  expect(row.lines.accountLevel.isShared).toBeUndefined()
})

test('without a settlement the month decides, whatever comes and goes', async () => {
  const company = await server.company()
  const seller_accounts = [{ name: 'Shop', region: 'EUROPE', home_marketplace: 'DE' }]
  await company.import('facts.json', {
    seller_accounts,
    settlement_lines: [
      sentFrom('DE', 'EUR', '2026-03-20T12:00:00Z', '10.00'),
      sentFrom('FR', 'EUR', '2026-04-02T12:00:00Z', '10.00'),
      { ...sentFrom('', 'EUR', '2026-03-21T12:00:00Z', '-7.00'), ...FEE },
    ],
    ads_daily: [{ date: '2026-03-22', ad_type: 'SP', currency: 'EUR', cost: '3.00' }],
  })
  const inGermany = async () => {
    const { lines } = await company.pnl({ ...march, marketplaces: ['DE'] })
    return [lines.accountLevel, lines.advertisingSp]
  }
  expect(await inGermany()).toEqual(['-7', '-3'])
  const french = await company.import('more.json', {
    seller_accounts,
    settlement_lines: [sentFrom('FR', 'EUR', '2026-03-02T12:00:00Z', '10.00')],
  })
  expect(await inGermany()).toEqual(['0', '0'])
  await company.undo(french.id)
  expect(await inGermany()).toEqual(['-7', '-3'])
})

test('a selection of products names what belongs to none of them', async () => {
  const company = await europeanCompany()
  await company.import('expenses.json', {
    expenses: [
      { name: 'Rent', amount: '31.00', currency: 'EUR', frequency: 'ONE_TIME', start_date: '2026-03-03' },
    ],
  })
  const { row } = await company.pnl({ ...march, skus: ['SKU-A'] })
  expect(row.lines.accountLevel.value).toBe('0')
  expect(row.lines.operatingExpenses.value).toBe('0')
  expect(row.leftOut).toEqual({ value: '-81' })
  const { row: germany } = await company.pnl({ ...march, marketplaces: ['DE'] })
  expect(germany.leftOut).toEqual({ value: '-71' })
  const drawer = await company.explain('netProfit', march, { skus: ['SKU-A'], notAllocated: 'ONLY' })
  expect([drawer.value, drawer.rowCount]).toEqual(['-81', 3])
})
