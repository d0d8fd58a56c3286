/** Our own format through the public door: what it takes, what it refuses, and what its words mean. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

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

test.each(MIXES)('$what', async ({ file, counts, refused, sales: expectedSales }) => {
  const company = await server.company()
  const record = await company.import('facts.json', file)
  expect(record).toMatchObject({ status: 'PUBLISHED', counts: { known: 0, inactive: 0, ...counts } })
  const found = record.refusedRows.map(({ table, lineNumber }): [string, number] => [table, lineNumber])
  expect(found.toSorted(byPlace)).toEqual(refused.toSorted(byPlace))
  if (expectedSales !== undefined) expect((await company.pnl(MARCH)).lines.productSales).toBe(expectedSales)
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
