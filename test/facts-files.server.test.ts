/** Our own format through the public door: what it takes, what it refuses, and what its words mean. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { startTestServer, type FileContent, type TestServer } from './support/server.ts'
import { other, sale as saleEntries, v2File, type Settlement } from './support/settlement-file.ts'
import { formsOf } from './support/drawn-cases.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  expect(server.log).toEqual([])
  await server[Symbol.asyncDispose]()
})

const MARCH = { from: '2026-03-01', to: '2026-03-31', currency: 'EUR' } as const

/** A sale of 10.00 EUR in March; numbered, so that each is one of its own. */
const sale = (number: number, more: object = {}) => ({
  transaction_type: 'Shipment',
  posted_at: '2026-03-05T10:00:00Z',
  order_id: `O-${number}`,
  sku: 'MUG-1',
  marketplace: 'DE',
  amount_type: 'ItemPrice',
  amount_description: 'Principal',
  amount: '10.00',
  currency: 'EUR',
  ...more,
})
const sales = (count: number, more?: object) => Array.from({ length: count }, (_, i) => sale(i + 1, more))
const unknownRows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ date: '2026-01-11', sku: `S-${i}` }))

/** Mixes of what can and what can't be taken: settings, tables and rows are refused one by one, under their own names. */
const MIXES: {
  what: string
  file: object
  counts: { read: number; kept: number; refused: number }
  refused: [table: string, place: number][]
  sales?: string
}[] = [
  {
    what: 'five good lines and two rows of an unknown table',
    file: { settlement_lines: sales(5), gift_cards: unknownRows(2) },
    counts: { read: 7, kept: 5, refused: 2 },
    refused: [
      ['gift_cards', 1],
      ['gift_cards', 2],
    ],
    sales: '50',
  },
  {
    what: 'one good line and two rows of an unknown table that stands first',
    file: { gift_cards: unknownRows(2), settlement_lines: sales(1) },
    counts: { read: 3, kept: 1, refused: 2 },
    refused: [
      ['gift_cards', 1],
      ['gift_cards', 2],
    ],
    sales: '10',
  },
  {
    what: 'as many rows of two unknown tables as good lines',
    file: { settlement_lines: sales(3), gift_cards: unknownRows(3), vouchers: unknownRows(3) },
    counts: { read: 9, kept: 3, refused: 6 },
    refused: [1, 2, 3].flatMap((place): [string, number][] => [
      ['gift_cards', place],
      ['vouchers', place],
    ]),
    sales: '30',
  },
  {
    what: 'a bad setting and a good line',
    file: { company: { fx_policy: 'WEEKLY' }, settlement_lines: sales(1) },
    counts: { read: 2, kept: 1, refused: 1 },
    refused: [['company', 1]],
    sales: '10',
  },
  {
    what: 'a bad setting among good ones, and nothing else',
    file: { company: { establishment_country: 'DE', colour: 'red', fee_vat_recoverable: false } },
    counts: { read: 1, kept: 0, refused: 1 },
    refused: [['company', 2]],
  },
  {
    what: 'bad rows in every place, refused here and in the engine',
    file: {
      settlement_lines: [
        sale(1),
        sale(2, { amount: 'ten' }),
        sale(3, { status: 'LOST' }),
        sale(4, { posted_at: null }),
        sale(5, { marketplace: 'XX' }),
        sale(6, { colour: 'red' }),
        sale(7),
      ],
      expenses: [{ amount: '1', currency: 'EURO', start_date: '2026-03-01', frequency: 'DAILY' }],
      settlements: [{ total_amount: '1' }],
    },
    counts: { read: 9, kept: 2, refused: 7 },
    refused: [
      ['expenses', 1],
      ['settlements', 1],
      ['settlement_lines', 2],
      ['settlement_lines', 3],
      ['settlement_lines', 4],
      ['settlement_lines', 5],
      ['settlement_lines', 6],
    ],
    sales: '20',
  },
]

const byPlace = ([table, place]: [string, number], [otherTable, otherPlace]: [string, number]) =>
  place - otherPlace || (table < otherTable ? -1 : 1)

test.each(formsOf(MIXES, 3))('$what', async ({ file, counts, refused, sales: expectedSales }) => {
  const company = await server.company()
  const record = await company.import('facts.json', file)
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { known: 0, inactive: 0, ...counts } })
  const found = record.refusedRows.map(({ table, lineNumber }): [string, number] => [table, lineNumber])
  expect(found.toSorted(byPlace)).toEqual(refused.toSorted(byPlace))
  if (expectedSales !== undefined) expect((await company.pnl(MARCH)).lines.productSales).toBe(expectedSales)
})

test('targets, notes and annotations of a file are taken one by one, and each of them once', async () => {
  const company = await server.company()
  const target = { month: '2026-03', amount: 1200.5, currency: 'EUR' }
  const record = await company.import('facts.json', {
    targets: [
      target,
      { ...target, marketplace: 'DE', amount: '10' },
      { ...target, marketplace: '' },
      { ...target, month: '2026-13' },
      { ...target, month: '2026-04', amount: '0' },
    ],
    weekly_notes: [
      { week: '2026-03-02', text: ' Price up. ' },
      { week: '2026-03-03', text: 'No Monday' },
      { week: '2026-03-02', text: 'Twice' },
      { week: '2026-03-09', text: '' },
    ],
    annotations: [
      { date: '2026-03-03', text: 'Deal' },
      { date: '2026-03-03', text: 'x'.repeat(121) },
      { date: '2026-03-04', text: 'Deal', colour: 'red' },
    ],
  })
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { read: 8, kept: 0, refused: 8 } })
  expect(
    record.refusedRows.map(({ table, lineNumber, reason }) => `${table} ${lineNumber} ${reason}`).toSorted(),
  ).toEqual([
    'annotations 2 text: Too big: expected string to have <=120 characters',
    'annotations 3 Unrecognized key: "colour"',
    'targets 3 2026-03 stands there twice',
    'targets 4 month: Give a month such as 2025-01.',
    'targets 5 amount: A target is more than 0.',
    'weekly_notes 2 week: A week begins on a Monday.',
    'weekly_notes 3 2026-03-02 stands there twice',
    'weekly_notes 4 text: Invalid input: expected string, received undefined',
  ])
  const { operator } = server
  const companyId = company.id
  expect(
    await operator.executiveSummary.getTargets({ companyId, from: '2026-03', to: '2026-04' }),
  ).toMatchObject([
    { marketplace: null, amount: '1200.5' },
    { marketplace: 'DE', amount: '10' },
  ])
  const range = { companyId, startDate: '2026-03-01', endDate: '2026-03-31' }
  expect(await operator.wbr.getNotes(range)).toMatchObject([{ text: 'Price up.', updatedBy: 'import' }])
  expect(await operator.wbr.getAnnotations({ companyId })).toMatchObject([{ text: 'Deal' }])

  // No file makes more of them than a company may have.
  const many = Array.from({ length: 501 }, (_, index) => ({ date: '2026-03-05', text: `Mark ${index}` }))
  const full = await company.import('many.json', { annotations: many })
  expect(full).toMatchObject({ status: 'FAILED', problem: { code: 'ANNOTATIONS_FULL' } })
  expect(await operator.wbr.getAnnotations({ companyId })).toHaveLength(1)
})

test('good settings of a file hold although others of it are refused', async () => {
  const company = await server.company()
  await company.import('facts.json', {
    company: { establishment_country: 'FR', fx_policy: 'WEEKLY', default_currency: 'SEK' },
  })
  expect(await server.operator.companySettings.getGeneral({ companyId: company.id })).toMatchObject({
    establishmentCountry: 'FR',
    fxPolicy: 'DAILY',
    defaultCurrency: 'SEK',
  })
})

test('a file of which nothing can be taken is refused as a whole, by the name of the first refusal', async () => {
  const company = await server.company()
  const record = await company.import('facts.json', {
    company: { colour: 'red' },
    gift_cards: unknownRows(1),
  })
  expect(record).toMatchObject({
    status: 'REFUSED',
    problem: {
      text: 'None of the 2 rows can be read; row 1 of company: company has no setting colour.',
    },
  })
})

test('the example of the document is a sale with its VAT, units and cost of goods', async () => {
  const page = readFileSync(new URL('../docs/facts-file.md', import.meta.url), 'utf8')
  const company = await server.company()
  const record = await company.import('facts.json', /```json\n([^]+?)```/.exec(page)![1]!)
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { read: 3, kept: 3, refused: 0 } })
  const { lines, row } = await company.pnl(MARCH)
  // 48.00 with 19 % in it; 2 × (3.10 + 0.60); German VAT of 19 % in the fee, which is recoverable.
  expect(lines).toMatchObject({
    productSales: '48',
    salesVat: '-7.663866',
    netSales: '40.336134',
    unitsSold: '2',
    cogsManufacturing: '-6.2',
    cogsFreight: '-1.2',
    referralFees: '-6.05042',
    adjustments: '0',
  })
  expect(row.flags).toMatchObject({ unmappedLines: 0, unitsWithoutCost: 0 })
})

/** Of each kind of report: one sale of 10.00 with a fee of 1.50, as the report calls them. */
const DIALECTS: [source: string, type: string, sale: [string, string], fee: [string, string]][] = [
  ['SETTLEMENT_V2', 'Order', ['ItemPrice', 'Principal'], ['ItemFees', 'Commission']],
  ['SETTLEMENT_WIDE', 'Order', ['price-amount', 'Principal'], ['item-related-fee-amount', 'Commission']],
  ['DATE_RANGE', 'Order', ['product sales', 'A mug'], ['selling fees', 'A mug']],
  ['FINANCES', 'ShipmentEventList', ['ItemChargeList', 'Principal'], ['ItemFeeList', 'Commission']],
]

test.each(formsOf(DIALECTS, 2))(
  'words of %s are known with their source and without it',
  async (source, type, sold, fee) => {
    const row = ([amount_type, amount_description]: [string, string], amount: string, quantity?: number) =>
      sale(1, {
        transaction_type: type,
        amount_type,
        amount_description,
        amount,
        quantity,
        settlement_id: '1',
      })
    const rows = [row(sold, '10.00', 3), row(fee, '-1.50')]
    for (const lines of [rows, rows.map((line) => ({ ...line, source }))]) {
      const company = await server.company()
      await company.import('facts.json', { settlement_lines: lines })
      expect((await company.pnl(MARCH)).lines).toMatchObject({
        productSales: '10',
        referralFees: '-1.5',
        unitsSold: '3',
        adjustments: '0',
      })
    }
  },
)

const JANUARY = { from: '2026-01-01', to: '2026-01-31', currency: 'EUR' } as const
const SETTLEMENT: Settlement = {
  id: '10000000001',
  start: '2026-01-01',
  end: '2026-01-15',
  currency: 'EUR',
  entries: [
    ...saleEntries({
      order: 'A-1',
      at: '2026-01-05 10:00:00',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '100.00', 'ItemFees Commission': '-15.00' },
    }),
    other('Storage Fee', '-20.00', '2026-01-07 10:00:00'),
  ],
}
const storage = (more: object = {}) => ({
  transaction_type: 'ServiceFee',
  amount_type: 'ServiceFee',
  amount_description: 'FBAStorageFee',
  posted_at: '2026-01-07T10:00:00Z',
  amount: '-20.00',
  currency: 'EUR',
  ...more,
})

/** Facts without an order beside a settlement of 1 to 15 January: their monthly storage, and how many give way. */
const ACCOUNT_FACTS: [what: string, fact: object, total: string, inactive: number][] = [
  ['of a day of the settlement', {}, '-20', 1],
  ['of its last day', { posted_at: '2026-01-15T22:00:00Z' }, '-20', 1],
  ['of a later day', { posted_at: '2026-01-16T00:00:00Z' }, '-40', 0],
  ['that are deferred', { status: 'DEFERRED' }, '-20', 0],
  ['of Finances', { source: 'FINANCES' }, '-20', 1],
]

test.each(formsOf(ACCOUNT_FACTS, 2))('account-level facts %s', async (_, fact, total, inactive) => {
  const files: [string, FileContent][] = [
    ['facts.json', { settlement_lines: [storage(fact)] }],
    ['settlement.txt', v2File(SETTLEMENT)],
  ]
  for (const order of [files, files.toReversed()]) {
    const company = await server.company()
    const ids: Record<string, number> = {}
    for (const [name, content] of order) {
      const record = await company.import(name, content, { account: 'Europe', marketplace: 'DE' })
      expect(record).toMatchObject({ status: 'PUBLISHED', refusedRows: [] })
      ids[name] = record.id
    }
    expect((await company.pnl(JANUARY)).lines.monthlyStorageFees).toBe(total)
    await company.undo(ids['settlement.txt']!)
    if (inactive > 0) {
      expect((await company.pnl(JANUARY)).lines.monthlyStorageFees).toBe('-20')
    }
  }
})

test('account-level facts of another currency than the settlement stay', async () => {
  const company = await server.company()
  await company.import('settlement.txt', v2File(SETTLEMENT), { account: 'Europe' })
  await company.import(
    'facts.json',
    { settlement_lines: [storage({ currency: 'GBP' })] },
    { account: 'Europe' },
  )
  expect((await company.explain('monthlyStorageFees', JANUARY)).rows).toHaveLength(2)
})

test('facts of an order give way to the settlement, by any word for its kind of transaction', async () => {
  const company = await server.company()
  await company.import('settlement.txt', v2File(SETTLEMENT), { account: 'Europe' })
  const facts = ['Order', 'Shipment', 'ShipmentEventList', 'Refund'].map((transaction_type) =>
    sale(1, { transaction_type, order_id: 'A-1', posted_at: '2026-01-05T10:00:00Z' }),
  )
  await company.import('facts.json', { settlement_lines: facts }, { account: 'Europe' })
  // The settlement holds no refund of that order.
  expect((await company.pnl(JANUARY)).lines.productSales).toBe('100')
})

/** @see docs/decisions/0012-facts-files.md */
test('a facts file may hold rows of several accounts, each with its own home', async () => {
  const company = await server.company()
  const fee = (account: string, currency: string) =>
    storage({ account, currency, posted_at: '2026-03-01T02:00:00Z' })
  const record = await company.import('facts.json', {
    seller_accounts: [
      { name: 'Here', region: 'EUROPE', home_marketplace: 'DE' },
      { name: 'There', region: 'NORTH_AMERICA', home_marketplace: 'US' },
      { name: 'Nowhere', region: 'EUROPE', home_marketplace: 'US' },
    ],
    settlement_lines: [fee('Here', 'EUR'), fee('There', 'EUR'), fee('Elsewhere', 'EUR')],
  })
  expect(record.counts).toMatchObject({ read: 4, kept: 2, refused: 2 })
  expect(record.refusedRows.map(({ table, lineNumber }) => [table, lineNumber])).toEqual([
    ['seller_accounts', 3],
    ['settlement_lines', 3],
  ])
  // At two o'clock in London it is still February in California.
  expect((await company.pnl(MARCH)).lines.monthlyStorageFees).toBe('-20')
  expect(
    (await company.pnl({ ...MARCH, from: '2026-02-01', to: '2026-02-28' })).lines.monthlyStorageFees,
  ).toBe('-20')
})
