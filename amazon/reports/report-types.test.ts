import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { fromBufferPromise } from 'yauzl'
import { openReport } from '../files/open-report.ts'
import { collected, separated, sourceOf } from '../testing.ts'
import { quotient } from './exchange-rates.ts'
import { PRODUCT_COST_COLUMNS } from './product-costs.ts'
import { writeProductCostTemplate } from './product-cost-template.ts'
import type { FactRecord } from './report-type.ts'
import { REPORT_TYPES } from './report-types.ts'

async function read(id: string, file: Uint8Array | string, fileName = 'a.csv'): Promise<FactRecord[]> {
  const opened = await openReport(sourceOf(file), fileName)
  expect(opened.type.id).toBe(id)
  return opened.kind === 'records' ? collected(opened.records) : []
}
const valuesIn = (records: FactRecord[]) =>
  records.map((record) => ('values' in record ? record.values : record))

test('ids are unique, and every line type says how its lines are told apart', () => {
  expect(new Set(REPORT_TYPES.map(({ id }) => id)).size).toBe(REPORT_TYPES.length)
  for (const type of REPORT_TYPES) {
    if (type.kind !== 'lines') continue
    const used = [
      ...Object.values(type.summary?.columns ?? {}),
      ...(type.amounts ?? []).flatMap(({ amount, amountType, description }) => [
        amount,
        ...[amountType, description].flatMap((named) => ('column' in named ? [named.column] : [])),
      ]),
    ]
    expect(used.filter((column) => !(column in type.columns))).toEqual([])
  }
})

test('an Indian sale report in its three layouts', async () => {
  const headings =
    'index,Order ID,Date,Status,Fulfilment,Sales Channel ,ship-service-level,Category,Size,Courier Status,Qty,currency,Amount,ship-city,ship-state,ship-postal-code,ship-country,B2B,fulfilled-by'
  const rows = [
    '0,405-0000001-0000001,04-30-22,Cancelled,Merchant,Amazon.in,Standard,Set,S,,0,INR,647.62,,KERALA,,IN,FALSE,Easy Ship',
    '1,405-0000002-0000002,05-01-2022,Shipped,Amazon,Non-Amazon,Standard,Set,S,Shipped,2,,,,KERALA,,IN,TRUE,',
    '2,405-0000003-0000003,30-04-22,Shipped,Amazon,Amazon.in,Standard,Set,S,Shipped,1,INR,1,,KERALA,,IN,TRUE,',
    '3,405-0000004-0000004,05-02-22,Shipped,Amazon,Amazon.in,Standard,Set,S,Shipped,x,INR,1,,KERALA,,IN,TRUE,',
  ]
  expect(valuesIn(await read('in_sale_report', [headings, ...rows].join('\n')))).toMatchObject([
    {
      order_id: '405-0000001-0000001',
      purchased_day: '2022-04-30',
      file_index: '0',
      order_status: 'Cancelled',
      fulfillment_channel: 'Merchant',
      sales_channel: 'Amazon.in',
      quantity: '0',
      item_price: '647.62',
      is_business: '0',
      sku: null,
      ship_region: 'KERALA',
    },
    {
      purchased_day: '2022-05-01',
      sales_channel: 'Non-Amazon',
      currency: null,
      item_price: null,
      is_business: '1',
    },
    { refused: 'Date: "30-04-22" is not a date with the month first, such as 04-30-22', lineNumber: 4 },
    { refused: 'Qty: "x" is not a whole number', lineNumber: 5 },
  ])
  const cleaned =
    'index,order_id,date,status,fulfilment,sales_channel,sku,asin,courier_status,qty,currency,amount,ship-country,b2b\n7,405-0000001-0000001,2022-04-30,Shipped,Amazon,Amazon.in,SET-S,B0TEST0001,Shipped,1,INR,406.0,IN,False\n'
  expect(valuesIn(await read('in_sale_report', cleaned))).toMatchObject([
    {
      purchased_day: '2022-04-30',
      file_index: '7',
      sku: 'SET-S',
      asin: 'B0TEST0001',
      item_price: '406',
      is_business: '0',
    },
  ])
})

const COSTS = [
  [
    'sku',
    'marketplace',
    'valid_from',
    'valid_to',
    'currency',
    'manufacturing',
    'freight',
    'duty',
    'other',
    'fbm_shipping',
    'note',
  ],
  ['MUG', 'uk', '2026-01-01', '', 'gbp', '3.10', '0.6', '', '', '', 'first, batch'],
  ['MUG', '', '31.03.2026', '2026-12-31', 'GBP', '3.2', '', '', '', '4', ''],
]

test('product costs are read from CSV, from a German CSV and from a workbook', async () => {
  const expected = [
    {
      sku: 'MUG',
      marketplace: 'GB',
      valid_from: '2026-01-01',
      valid_to: null,
      currency: 'GBP',
      manufacturing: '3.1',
      freight: '0.6',
      duty: null,
      other: null,
      fbm_shipping: null,
      note: 'first, batch',
    },
    {
      sku: 'MUG',
      marketplace: null,
      valid_from: '2026-03-31',
      valid_to: '2026-12-31',
      currency: 'GBP',
      manufacturing: '3.2',
      freight: null,
      duty: null,
      other: null,
      fbm_shipping: '4',
      note: null,
    },
  ]
  expect(valuesIn(await read('product_costs', separated(COSTS, ',')))).toEqual(expected)
  const german = COSTS.map((row, index) =>
    index === 0
      ? row
      : row.map((cell, column) => (column > 4 && column < 10 ? cell.replace('.', ',') : cell)),
  )
  expect(valuesIn(await read('product_costs', separated(german, ';')))).toEqual(expected)

  const typed = COSTS.map((row, line) =>
    row.map((cell, column) => {
      if (line === 0 || cell === '') return { value: cell }
      if (column === 2)
        return {
          value: new Date(`${line === 1 ? '2026-01-01' : '2026-03-31'}T00:00:00Z`),
          format: 'yyyy-mm-dd',
        }
      return column > 4 && column < 10 ? { value: Number(cell) } : { value: cell }
    }),
  )
  expect(valuesIn(await read('product_costs', await writeExcelFile(typed).toBuffer()))).toEqual(expected)
})

type CostValues = Record<string, string | null>

const filledWith = async (...costs: (string | number)[]) =>
  valuesIn(
    await read(
      'product_costs',
      await writeExcelFile([
        PRODUCT_COST_COLUMNS.map((value) => ({ value })),
        ...costs.map((cost, index) => [
          { value: `MUG-${index}` },
          null,
          { value: '2026-01-01' },
          null,
          { value: 'EUR' },
          typeof cost === 'number' ? { value: cost } : { value: cost, type: String, format: '@' },
        ]),
      ]).toBuffer(),
    ),
  ).map((values) => ('refused' in values ? values.refused : (values as CostValues)['manufacturing']))

test('costs that were typed into cells for text are read as they are meant, or not at all', async () => {
  expect(await filledWith('2,315', '3,10', '1.234,50')).toEqual(['2.315', '3.1', '1234.5'])
  expect(await filledWith('2.315', '3.10', '1,234.50')).toEqual(['2.315', '3.1', '1234.5'])
  expect(await filledWith('4', '€ 3,10')).toEqual(['4', '3.1'])
  const ambiguous = (typed: string, ...readings: string[]) =>
    `manufacturing: "${typed}" is a text that can mean ${readings[0]} or ${readings[1]}. Format the cell as a number and enter it again, or write ${typed}0 or ${readings[1]}`
  expect(await filledWith('2,315', '1.234', '5')).toEqual([
    ambiguous('2,315', '2.315', '2315'),
    ambiguous('1.234', '1.234', '1234'),
    '5',
  ])
  // Each of these says itself what it is.
  expect(await filledWith('3,10', '4.20', '2,315')).toEqual([
    '3.1',
    '4.2',
    ambiguous('2,315', '2.315', '2315'),
  ])
})

test('numbers of a workbook say nothing of the texts beside them, and are not read like them', async () => {
  expect(await filledWith('2,315', '3,10', 2.315, 1234.5)).toEqual(['2.315', '3.1', '2.315', '1234.5'])
  expect(await filledWith(2.5, 7.25, '2,315')).toEqual([
    '2.5',
    '7.25',
    expect.stringContaining('can mean 2.315 or 2315'),
  ])
})

test('costs that can not be meant are refused', async () => {
  const row = COSTS[1]!
  const bad = [
    row.with(0, ''),
    row.with(1, 'XX'),
    row.with(2, '01/02/2026'),
    row.with(2, ''),
    row.with(3, '2025-12-31'),
    row.with(4, 'pounds'),
    row.with(5, '-3'),
    row.with(5, ''),
  ]
  expect(valuesIn(await read('product_costs', separated([COSTS[0]!, ...bad], ',')))).toMatchObject([
    { refused: 'sku: missing' },
    { refused: 'marketplace: "XX" is not a marketplace such as DE' },
    { refused: 'valid_from: "01/02/2026" is not a date such as 2026-03-31' },
    { refused: 'valid_from: "" is not a date such as 2026-03-31' },
    { refused: 'valid_to: "2025-12-31" is not a day after 2026-01-01' },
    { refused: 'currency: "pounds" is not a currency code such as EUR' },
    { refused: 'manufacturing: "-3" is not a cost of 0 or more' },
    { refused: 'manufacturing: missing; 0 where it costs nothing' },
  ])
})

test('a cell for a cost is no cell for text, so that a number typed there is one', async () => {
  const product = { sku: '007', valid_from: '2026-01-01', currency: 'EUR' }
  const template = await writeProductCostTemplate([product, { ...product, manufacturing: '1.5' }])
  const [, ...rows] = await readSheet(Buffer.from(template))
  expect(rows.map((row) => row.slice(0, 6))).toEqual([
    ['007', null, '2026-01-01', null, 'EUR', null],
    ['007', null, '2026-01-01', null, 'EUR', 1.5],
  ])
  // What is not there has no format, and of what is there SKUs and notes alone are texts whatever is typed.
  const sheet = await partOf(template, 'xl/worksheets/sheet1.xml')
  const cells = [...sheet.matchAll(/<c r="([A-Z])2"(?: s="(\d+)")?/g)].map(([, column, style]) => [
    column,
    style !== undefined,
  ])
  expect(cells).toEqual([
    ['A', true],
    ['C', false],
    ['E', false],
    ['K', true],
  ])
})

async function partOf(workbook: Uint8Array, name: string): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(workbook))
  for await (const entry of zip.eachEntry())
    if (entry.fileName === name) return text(await zip.openReadStreamPromise(entry))
  throw new Error(`${name} is missing.`)
}

test('the template for costs is a file of costs without a row', async () => {
  expect(await read('product_costs', await writeProductCostTemplate())).toEqual([])
  expect(PRODUCT_COST_COLUMNS).toEqual(COSTS[0])
})

const rates = (records: FactRecord[]) =>
  records.map((record) =>
    'values' in record
      ? [record.values['rate_date'], record.values['currency'], record.values['usd_per_unit']]
      : record,
  )

test('exchange rates of our own, of the central bank and of months', async () => {
  expect(
    rates(
      await read(
        'exchange_rates',
        'rate_date,currency,usd_per_unit\n2026-01-02,eur,1.0999999999999999999\n2026-01-02,USD,0\n',
      ),
    ),
  ).toMatchObject([
    ['2026-01-02', 'EUR', '1.0999999999999999999'],
    { refused: 'usd_per_unit: "0" is not a rate above 0' },
  ])
  expect(
    rates(await read('exchange_rates', 'Date,USD,JPY,TRY,\n2026-01-02,1.25,160,N/A,\n2026-01-05,1.5,3,,\n')),
  ).toEqual([
    ['2026-01-02', 'EUR', '1.25'],
    ['2026-01-02', 'JPY', '0.0078125'],
    ['2026-01-05', 'EUR', '1.5'],
    ['2026-01-05', 'JPY', '0.5'],
  ])
  const monthly = 'month,mean,min,max,days\n2024-02,32,31,33,29\n2024-03,50,49,51,2\n'
  const egypt = rates(await read('exchange_rates', monthly, 'egp-per-usd-monthly.csv'))
  expect([egypt.length, egypt[0], egypt[28], egypt[30]]).toEqual([
    31,
    ['2024-02-01', 'EGP', '0.03125'],
    ['2024-02-29', 'EGP', '0.03125'],
    ['2024-03-02', 'EGP', '0.02'],
  ])
  expect(rates(await read('exchange_rates', monthly, 'usd-per-egp.csv'))[0]).toEqual([
    '2024-02-01',
    'EGP',
    '32',
  ])
  expect(await read('exchange_rates', monthly, 'rates.csv')).toMatchObject([
    { refused: expect.stringContaining('name of the file') },
    { refused: expect.any(String) },
  ])
})

test('a quotient is exact to its last digit', () => {
  const amount = fc.tuple(fc.bigInt(1n, 10n ** 12n), fc.nat(6)).map(([units, decimals]) => {
    const digits = units.toString().padStart(decimals + 1, '0')
    return {
      text: decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits,
      millionths: units * 10n ** BigInt(6 - decimals),
    }
  })
  fc.assert(
    fc.property(amount, amount, (dividend, divisor) => {
      const [whole = '', fraction = ''] = quotient(dividend.text, divisor.text).split('.')
      const found = BigInt(whole + fraction.padEnd(18, '0'))
      // |found − exact| ≤ ½ of the last digit, all multiplied out.
      const error = 2n * (found * divisor.millionths - dividend.millionths * 10n ** 18n)
      expect(error <= divisor.millionths && -error <= divisor.millionths).toBe(true)
    }),
  )
})

test('a facts file keeps every digit, and refuses what it does not know row by row', async () => {
  const file = `{
    "company": {"establishment_country": "DE", "fee_vat_recoverable": false},
    "settlement_lines": [
      {"line_id": 12345678901234567890, "amount": 0.10, "posted_at": "2026-01-02T10:00:00+01:00", "quantity": 2, "sku": "  A ", "tax_amount": null, "currency": "EUR"},
      {"amount": "1e3", "posted_at": "2026-01-02 10:00:00", "marketplace": "Amazon.de"},
      {"amount": "x"},
      {"amount": 1, "colour": "red", "shape": 1},
      {"amount": [1]},
      {"amount": 1,},
      7
    ],
    "order_items": [{"marketplace": "DE", "is_business": true, "purchased_day": "2026-01-02", "promotion_ids": "5 \\"x\\" 1.50"}],
    "sqp_weekly": [{"asin": "B0"}],
    "expenses": 5,
    "company": {"colour": 1}
  }`
  expect(await read('facts_file', file)).toMatchObject([
    { company: { establishment_country: 'DE' } },
    { company: { fee_vat_recoverable: false } },
    {
      table: 'settlement_lines',
      lineNumber: 1,
      part: 0,
      values: {
        line_id: '12345678901234567890',
        amount: '0.1',
        posted_at: '2026-01-02 09:00:00',
        quantity: '2',
        sku: 'A',
        tax_amount: null,
      },
    },
    { lineNumber: 2, values: { amount: '1000', posted_at: '2026-01-02 10:00:00' } },
    {
      refused: 'amount: "x" is not an amount',
      table: 'settlement_lines',
      lineNumber: 3,
      text: '{"amount": "x"}',
    },
    { refused: 'settlement_lines has no column colour, shape', lineNumber: 4 },
    { refused: 'amount: a plain value is expected', lineNumber: 5 },
    { refused: 'Not valid JSON', lineNumber: 6 },
    { refused: 'An object in { } is expected', lineNumber: 7 },
    {
      table: 'order_items',
      lineNumber: 1,
      values: { is_business: '1', purchased_day: '2026-01-02', promotion_ids: '5 "x" 1.50' },
    },
    { refused: 'sqp_weekly: not read by this version', table: 'sqp_weekly', lineNumber: 1 },
    { refused: 'An object in { } is expected', table: 'expenses' },
    { refused: 'company has no setting colour', table: 'company' },
  ])
})

/** What a facts file with these rows is read into: refusals, and the values that are asked for. */
async function factsRead(file: object, ...columns: string[]) {
  return (await read('facts_file', JSON.stringify(file))).map((record) =>
    'refused' in record
      ? record.refused
      : 'values' in record
        ? columns.map((column) => record.values[column])
        : record,
  )
}

test('a facts file says why a row is deferred in a word, and not in a text', async () => {
  const line = { amount: '1', posted_at: '2026-01-02', currency: 'EUR', status: 'DEFERRED' }
  const [long, longest] = ['x'.repeat(101), 'x'.repeat(100)]
  expect(
    await factsRead(
      {
        settlement_lines: [
          { ...line, deferral_reason: 'DD7' },
          { ...line, deferral_reason: longest },
          { ...line, deferral_reason: long },
          line,
        ],
      },
      'deferral_reason',
    ),
  ).toEqual([['DD7'], [longest], `deferral_reason: "${longest}…" has more than 100 characters`, [null]])
})

test('money of a facts file is in a currency that the file says', async () => {
  const line = { amount: '1', posted_at: '2026-01-02' }
  const NEITHER = 'The row names neither a currency nor a marketplace'
  expect(
    await factsRead(
      {
        settlements: [{ settlement_id: '1', currency: 'GBP' }, { settlement_id: '2' }],
        settlement_lines: [
          { ...line, currency: 'eur' },
          { ...line, currency: 'EURO' },
          { ...line, marketplace: 'XX' },
          { ...line, marketplace: 'uk' },
          { ...line, marketplace: 'A1PA6795UKMFR9' },
          { ...line, marketplace: 'Non-Amazon DE' },
          { ...line, marketplace: 'Non-Amazon' },
          { ...line, currency: 'EUR', marketplace: 'Non-Amazon' },
          line,
          { ...line, settlement_id: '1' },
          { ...line, settlement_id: '2' },
        ],
        ads_daily: [
          { date: '2026-01-02', ad_type: 'SP', cost: '10', marketplace: 'JP' },
          { date: '2026-01-02', ad_type: 'SP', cost: '10', marketplace: 'JP', currency: 'USD' },
          { date: '2026-01-02', ad_type: 'SP', cost: '10' },
        ],
        order_items: [
          { order_id: 'A', sales_channel: 'Amazon.it' },
          { order_id: 'B', sales_channel: 'Non-Amazon' },
          { order_id: 'C' },
        ],
        vat_rates: [{ marketplace: 'EU', rate: '0.2' }],
        expenses: [{ marketplace: 'ALL', currency: 'EUR' }],
      },
      'currency',
      'marketplace',
    ),
  ).toEqual([
    ['GBP', undefined],
    [null, undefined],
    ['eur', null],
    'currency: "EURO" is not a currency code such as EUR',
    'marketplace: "XX" is not a marketplace such as DE',
    [null, 'uk'],
    [null, 'A1PA6795UKMFR9'],
    [null, 'Non-Amazon DE'],
    NEITHER,
    ['EUR', 'Non-Amazon'],
    NEITHER,
    [null, null],
    NEITHER,
    ['JPY', 'JP'],
    ['USD', 'JP'],
    NEITHER,
    [null, null],
    [null, null],
    NEITHER,
    'marketplace: "EU" is not a marketplace such as DE',
    ['EUR', 'ALL'],
  ])
})

test('a facts file with more digits than the warehouse keeps is refused by the row', async () => {
  const rate = { rate_date: '2026-01-02', currency: 'EUR' }
  const line = (amount: string | number) => ({ amount, posted_at: '2026-01-02', currency: 'EUR' })
  expect(
    await factsRead(
      {
        settlement_lines: [line('0.123456789'), line('0.1234567890123'), line(1e-10), line('-1.50000000000')],
        expenses: [line('999999999.99'), line('1000000000')].map(({ amount }) => ({ amount })),
        exchange_rates: [
          { ...rate, usd_per_unit: '1.123456789012345678' },
          { ...rate, usd_per_unit: '1.1234567890123456789' },
        ],
      },
      'amount',
      'usd_per_unit',
    ),
  ).toEqual([
    ['0.123456789', undefined],
    'amount: "0.1234567890123" has more than 9 decimals',
    'amount: "0.0000000001" has more than 9 decimals',
    ['-1.5', undefined],
    ['999999999.99', undefined],
    'amount: "1000000000" has more than 9 digits before the decimal point',
    [undefined, '1.123456789012345678'],
    'usd_per_unit: "1.1234567890123456789" has more than 18 decimals',
  ])
})

test('settings of a facts file are taken one by one', async () => {
  const company = {
    fee_vat_recoverable: 'yes',
    establishment_country: 'DE',
    default_currency: 'EURO',
    fx_policy: 'LATEST',
    colour: 1,
  }
  expect(await read('facts_file', JSON.stringify({ company }))).toEqual([
    {
      refused: 'company.fee_vat_recoverable: Give true or false.',
      table: 'company',
      lineNumber: 1,
      text: '{"fee_vat_recoverable":"yes"}',
    },
    { company: { establishment_country: 'DE' } },
    {
      refused: 'company.default_currency: This currency is not known.',
      table: 'company',
      lineNumber: 3,
      text: '{"default_currency":"EURO"}',
    },
    { company: { fx_policy: 'LATEST' } },
    { refused: 'company has no setting colour', table: 'company', lineNumber: 5, text: '{"colour":1}' },
  ])
})
