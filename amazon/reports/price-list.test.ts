import { expect, test } from 'vitest'
import type { CostMapping } from '#contract/cost-mapping.ts'
import { lackOf } from '#contract/cost-mapping.ts'
import { openReport } from '../files/open-report.ts'
import { collected, separated, sheetOf, sourceOf, workbookOf } from '../testing.ts'
import type { FactRecord } from './report-type.ts'

const open = (file: string | Uint8Array, costs?: CostMapping) =>
  openReport(sourceOf(file), 'costs.csv', { ...(costs && { costs }) })

async function questionOf(file: string | Uint8Array) {
  const opened = await open(file)
  expect(opened.type.id).toBe('price_list')
  // Nothing is read that nobody has confirmed.
  expect(opened.kind === 'records' && (await collected(opened.records))).toEqual([])
  return opened.question!
}

/** SKU, cost, currency, marketplace and days of each row, read as it is guessed and what `said` changes. */
async function costsOf(file: string | Uint8Array, said: Partial<CostMapping> = {}) {
  const { guess } = await questionOf(file)
  const opened = await open(file, { ...guess, ...said })
  const records: FactRecord[] = opened.kind === 'records' ? await collected(opened.records) : []
  return records.map((record) => {
    if ('refused' in record) return record.refused
    if (!('values' in record)) throw new Error('Neither a row nor refused.')
    const { sku, manufacturing, currency, marketplace, valid_from, valid_to } = record.values
    return [sku, manufacturing, currency, marketplace, valid_from, valid_to]
  })
}

test('two columns are a list of costs, whatever they are called and separated by', async () => {
  const ways: [string, string, string][] = [
    ['sku', 'cost', ','],
    ['SKU', 'EK', ';'],
    ['Seller SKU', 'Unit cost', '\t'],
    ['MSKU', "Prix d'achat", ';'],
    ['Artikelnummer', 'Einkaufspreis netto', ';'],
  ]
  for (const [sku, cost, delimiter] of ways) {
    const file = separated(
      [
        [sku, cost],
        ['MUG-1', '2.35'],
        ['MUG-2', '0'],
      ],
      delimiter,
    )
    expect(await costsOf(file, { currency: 'EUR' }), `${sku}${delimiter}${cost}`).toEqual([
      ['MUG-1', '2.35', 'EUR', null, '2000-01-01', null],
      ['MUG-2', '0', 'EUR', null, '2000-01-01', null],
    ])
  }
})

test('costs of three decimals are no thousands where a semicolon stands between cells', async () => {
  const costs = async (delimiter: string, ...[one, other]: string[]) => {
    const file = separated(
      [
        ['sku', 'cost'],
        ['MUG-1', one!],
        ['MUG-2', other!],
      ],
      delimiter,
    )
    return (await costsOf(file, { currency: 'EUR' })).map((row) => row[1])
  }
  expect(await costs(';', '2,350', '1,125')).toEqual(['2.35', '1.125'])
  expect(await costs(';', '2.350', '1.125,50')).toEqual(['2350', '1125.5'])
  expect(await costs(';', '2.350', '1.5')).toEqual(['2.35', '1.5'])
  // German thousands or Swiss decimals: nothing says it, and nothing is guessed.
  const [unclear] = await costsOf('sku;cost\nMUG-1;1.234\nMUG-2;12\n', { currency: 'EUR' })
  expect(unclear).toContain('1.234')
  expect(await costs('\t', '2,350', '1,125')).toEqual(['2350', '1125'])
})

test('the currency is that of the file or nobody says it', async () => {
  expect((await questionOf('SKU;EK\nA;1,20\n')).guess.currency).toBeNull()
  expect((await questionOf('SKU;EK (EUR)\nA;1,20\n')).guess.currency).toBe('EUR')
  expect((await questionOf('SKU,Cost in £\nA,1.20\n')).guess.currency).toBe('GBP')
  expect((await questionOf('SKU,COGS USD\nA,1.20\n')).guess.currency).toBe('USD')
  expect(await costsOf('SKU;Cost;Currency\nA;1,20;eur\nB;2,50;\n', { currency: 'PLN' })).toEqual([
    ['A', '1.2', 'EUR', null, '2000-01-01', null],
    ['B', '2.5', 'PLN', null, '2000-01-01', null],
  ])
  const question = await questionOf('SKU;EK\nA;1,20\n')
  expect(lackOf(question.guess, question)).toMatch(/currency/)
  expect(lackOf({ ...question.guess, currency: 'EUR' }, question)).toBeNull()
  expect(lackOf({ ...question.guess, currency: 'EUR', costColumn: 2 }, question)).toMatch(/no such column/)
})

const SELLERBOARD = [
  '\ufeffASIN;"SKU";"Title";"Labels";"CostPeriodStartDate";"Cost";"Marketplace";"Hide"',
  'B000000001;"SKU-1";"A mug; blue";"";"28/02/2026";"4.30";"Amazon.com";"NO"',
  'B000000001;"SKU-1";"A mug; blue";"";"01/07/2026";"4.25";"Amazon.com";"NO"',
  'B000000002;"SKU-2";"A cup";"";"";"5.50";"Amazon.de";"NO"',
  'B000000003;"SKU-3";"A jar";"";"";"";"Amazon.de";"YES"',
].join('\n')

test('the cost export of Sellerboard is taken with its days and marketplaces', async () => {
  const question = await questionOf(SELLERBOARD)
  expect(question).toMatchObject({
    headings: ['ASIN', 'SKU', 'Title', 'Labels', 'CostPeriodStartDate', 'Cost', 'Marketplace', 'Hide'],
    hasSlashedDates: true,
    guess: { skuColumn: 1, costColumn: 5, validFromColumn: 4, marketplaceColumn: 6, dateOrder: 'DMY' },
  })
  expect(question.rows).toHaveLength(4)
  expect(await costsOf(SELLERBOARD, { currency: 'USD' })).toEqual([
    ['SKU-1', '4.3', 'USD', 'US', '2026-02-28', null],
    ['SKU-1', '4.25', 'USD', 'US', '2026-07-01', null],
    ['SKU-2', '5.5', 'USD', 'DE', '2000-01-01', null],
    'Cost: missing',
  ])
})

test('a list that has the columns of open listings among others is one of costs', async () => {
  const listed = 'SKU,ASIN,Price,Quantity'
  await expect(open(`${listed}\nA,B000000001,20.00,3\n`)).rejects.toMatchObject({ code: 'REPORT_NOT_READ' })
  expect(await costsOf(`${listed},Title,Cost\nA,B000000001,20.00,3,Mug,4.25\n`, { currency: 'EUR' })).toEqual(
    [['A', '4.25', 'EUR', null, '2000-01-01', null]],
  )
})

test('a date that can be read two ways is asked for', async () => {
  const file = 'ASIN,SKU,Title,CostPeriodStartDate,Cost\nB1,A,Mug,01/07/2026,4.25\n'
  const question = await questionOf(file)
  expect(question.guess.dateOrder).toBeNull()
  expect(lackOf({ ...question.guess, currency: 'USD' }, question)).toMatch(/day or the month/)
  expect(await costsOf(file, { currency: 'USD', dateOrder: 'MDY' })).toEqual([
    ['A', '4.25', 'USD', null, '2026-01-07', null],
  ])
  expect(await costsOf(file, { currency: 'USD', dateOrder: 'DMY' })).toEqual([
    ['A', '4.25', 'USD', null, '2026-07-01', null],
  ])
})

test('the cost export of SellerLegend is taken with the sum of its costs', async () => {
  const cells = (...texts: string[]) =>
    `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`
  const file = workbookOf(
    sheetOf(
      cells(
        'Product Sku',
        'Asin',
        'Parent Asin',
        'Internal Name',
        'Title',
        'From Date',
        'To Date',
        'Total Cost Per Unit',
        'Manufacturing',
        'Shipping',
      ) +
        cells(
          'BACK-1',
          'B00MNNKXYZ',
          '',
          '',
          'Applicator',
          '2023-01-01',
          '2023-06-30',
          '2.80',
          '2.00',
          '0.80',
        ) +
        cells('BACK-1', 'B00MNNKXYZ', '', '', 'Applicator', '2023-07-01', '', '3.10', '2.20', '0.90'),
    ),
  )
  expect(await costsOf(file, { currency: 'USD' })).toEqual([
    ['BACK-1', '2.8', 'USD', null, '2023-01-01', '2023-06-30'],
    ['BACK-1', '3.1', 'USD', null, '2023-07-01', null],
  ])
})

test('a person may choose other columns than those that are guessed', async () => {
  const file = 'SKU;EK;Landed\nA;1,20;1,80\n'
  expect(await costsOf(file, { currency: 'EUR', costColumn: 2 })).toEqual([
    ['A', '1.8', 'EUR', null, '2000-01-01', null],
  ])
})

test('rows that are no cost are refused one by one', async () => {
  const file =
    'SKU;Cost;Currency;Valid from;Marketplace\nA;-1;EUR;;\n;1;EUR;;\nB;x;EUR;;\nC;1;EURO;;\nD;1;EUR;01/02/2026;\nE;1;EUR;;Mars\nF;1;EUR;31.12.2025;DE\n'
  expect(await costsOf(file)).toEqual([
    'Cost: "-1" is not a cost of 0 or more',
    'SKU: missing',
    expect.stringContaining('"x" is not an amount'),
    'Currency: "EURO" is not a currency code such as EUR',
    expect.stringContaining('"01/02/2026" is not a date'),
    'Marketplace: "Mars" is not a marketplace such as DE',
    ['F', '1', 'EUR', 'DE', '2025-12-31', null],
  ])
})

test('a file that has no column of SKUs or none of costs is no list of costs', async () => {
  for (const file of ['SKU;Price\nA;1\n', 'Product;Cost\nA;1\n', 'a,b\n1,2\n', 'SKU and cost: none\n'])
    await expect(open(file), file).rejects.toMatchObject({ code: 'UNKNOWN_HEADER' })
})

test('what is longer than any heading is none, and is not searched for one', async () => {
  const wide = `${' '.repeat(900_000)}x`
  await expect(open(`SKU;EK${wide}\nA;1,20\n`)).rejects.toMatchObject({ code: 'UNKNOWN_HEADER' })
})
