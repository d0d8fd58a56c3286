import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { codeProblem, nameProblem } from '#contract/journal-accounts.ts'
import type { BookSettings, JournalEntry } from '#contract/journals.ts'
import type { BookedJournal } from './formats/booked-journal.ts'
import { journalFiles } from './journal-files.ts'

const entry = (
  kind: JournalEntry['kind'],
  code: string,
  name: string,
  [debit, credit]: [string | null, string | null],
  line = '',
  taxCode = '',
): JournalEntry => ({
  kind,
  code,
  name,
  taxCode,
  debit,
  credit,
  parts: line === '' ? [] : [{ line, marketplace: 'DE', isTaxKept: false, amount: credit ?? `-${debit}` }],
})

const journal = (more: Partial<BookedJournal> = {}): BookedJournal => ({
  number: '12345678901-2603',
  month: '2026-03-01',
  date: '2026-03-05',
  account: 'Händler "Nord", EU',
  settlementId: '12345678901',
  currency: 'EUR',
  debit: '119',
  entries: [
    entry('LINES', '8400', 'Erlöse, 19 %', [null, '119'], 'productSales', '3'),
    entry('LINES', '4760', 'Gebühren', ['15.5', null], 'referralFees'),
    entry('LINES', '1590', 'Durchlaufend', [null, null], 'memoFacilitatorTax'),
    entry('PAYOUT', '1360', 'Amazon clearing', ['103.5', null]),
  ],
  ...more,
})

const SETTINGS: BookSettings = {
  accounts: [],
  bookCurrency: 'EUR',
  datev: { consultantNumber: 29098, clientNumber: 55003, fiscalYearStart: '07-01', accountLength: 4 },
}
const written = (format: Parameters<typeof journalFiles>[0], journals: readonly BookedJournal[]) =>
  [
    ...journalFiles(format, {
      journals,
      settings: SETTINGS,
      named: '2026-03',
      now: new Date('2026-04-02T08:09:10.123Z'),
      notation: { decimal: '.', delimiter: ',' },
    }),
  ].map(({ name, content }) => ({ name, content: Buffer.from(content) }))
const readBack = (content: Buffer): Record<string, string>[] =>
  parse(content, { bom: true, columns: true, record_delimiter: '\r\n' })

test('the plain file has each entry with its side, and what moves nothing has no row', () => {
  const [file] = written('CSV', [journal()])
  expect(file!.name).toBe('journals-2026-03.csv')
  expect(readBack(file!.content)).toEqual([
    {
      Journal: '12345678901-2603',
      Date: '2026-03-05',
      'Seller account': 'Händler "Nord", EU',
      Settlement: '12345678901',
      Currency: 'EUR',
      'Account code': '8400',
      'Account name': 'Erlöse, 19 %',
      'Tax code': '3',
      Description: 'Product sales',
      Debit: '',
      Credit: '119.00',
    },
    expect.objectContaining({ 'Account code': '4760', Debit: '15.50', Credit: '' }),
    expect.objectContaining({
      'Account code': '1360',
      Debit: '103.50',
      Credit: '',
      Description: 'Payout to the bank',
    }),
  ])
})

test('Xero: debits above zero, one narration and date a journal, at most 300 rows and no journal cut', () => {
  const [file] = written('XERO', [journal()])
  expect(file!.content.subarray(0, 11).toString()).toBe('*Narration,')
  const rows = readBack(file!.content)
  expect(rows.map((row) => [row['*AccountCode'], row['*Amount'], row['*TaxRate']])).toEqual([
    ['8400', '-119.00', '3'],
    ['4760', '15.50', ''],
    ['1360', '103.50', ''],
  ])
  expect(new Set(rows.map((row) => `${row['*Narration']} ${row['*Date']}`))).toEqual(
    new Set(['Amazon settlement 12345678901, journal 12345678901-2603 05 Mar 2026']),
  )
  const many = written(
    'XERO',
    Array.from({ length: 250 }, (_, place) => journal({ number: `${place}-2603` })),
  )
  expect(many.map(({ name, content }) => [name, readBack(content).length])).toEqual([
    ['journals-2026-03-xero.csv', 300],
    ['journals-2026-03-xero-2.csv', 300],
    ['journals-2026-03-xero-3.csv', 150],
  ])
})

test('QuickBooks Online: accounts by name, days of the United States, sides apart', () => {
  const [file] = written('QUICKBOOKS', [journal()])
  expect(readBack(file!.content).map((row) => Object.values(row))).toEqual([
    ['12345678901-2603', '03/05/2026', 'Erlöse, 19 %', 'Product sales', '', '119.00', 'EUR'],
    ['12345678901-2603', '03/05/2026', 'Gebühren', 'Referral fees', '15.50', '', 'EUR'],
    ['12345678901-2603', '03/05/2026', 'Amazon clearing', 'Payout to the bank', '103.50', '', 'EUR'],
  ])
})

test('DATEV: the head as it is published, 125 fields, decimal commas, Windows-1252, each entry against the payout', () => {
  const files = written('DATEV', [
    journal(),
    journal({ month: '2026-07-01', date: '2026-07-31', number: '12345678901-2607' }),
  ])
  expect(files.map(({ name }) => name)).toEqual([
    'EXTF_Buchungsstapel_2026-03.csv',
    'EXTF_Buchungsstapel_2026-07.csv',
  ])
  const [head, headings, ...rows] = new TextDecoder('windows-1252').decode(files[0]!.content).split('\r\n')
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20260402080910123;;"SX";"";"";29098;55003;20250701;4;20260301;20260331;"Amazon 2026-03";"";1;0;0;"EUR";;"";;;"";;;"";""',
  )
  expect(headings!.split(';')).toHaveLength(125)
  // The last line ends as the others do.
  expect(rows.pop()).toBe('')
  const read = parse([headings, ...rows].join('\n'), { columns: true, delimiter: ';' }) as Record<
    string,
    string
  >[]
  expect(
    read.map((row) => [
      row['Umsatz (ohne Soll/Haben-Kz)'],
      row['Soll/Haben-Kennzeichen'],
      row['Konto'],
      row['Gegenkonto (ohne BU-Schlüssel)'],
      row['BU-Schlüssel'],
      row['Belegdatum'],
      row['Belegfeld 1'],
      row['Buchungstext'],
    ]),
  ).toEqual([
    ['119,00', 'H', '8400', '1360', '0003', '0503', '12345678901-2603', 'Amazon Product sales'],
    ['15,50', 'S', '4760', '1360', '', '0503', '12345678901-2603', 'Amazon Referral fees'],
  ])
  // "Bestimmung" needs nothing, but "Schlüssel" is one byte a letter.
  expect(files[0]!.content.includes(Buffer.from('BU-Schl\xfcssel', 'latin1'))).toBe(true)
  expect(new TextDecoder('windows-1252').decode(files[1]!.content).split(';')[12]).toBe('20260701')
})

test('nothing in a file is run by a spreadsheet, and no number is damaged', () => {
  const evil = journal({ account: '=HYPERLINK("http://x")', settlementId: '@SUM(A1)', number: '-1+1|cmd' })
  for (const format of ['CSV', 'XERO', 'QUICKBOOKS'] as const) {
    const cells = (parse(written(format, [evil])[0]!.content, { bom: true }) as string[][]).slice(1).flat()
    expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell) && !/^-\d+\.\d\d$/.test(cell))).toEqual([])
  }
})

test.each(['=1+1', '+A', '-A', '@A', ' a', 'a\u0000', 'a\nb', 'a\u2028b'])(
  '%j is no name of an account',
  (name) => {
    expect(nameProblem(name)).toBeDefined()
    expect(codeProblem(name)).toBeDefined()
  },
)
test.each(['8400', 'Erlöse 19 %', 'Sales: Amazon.de', '20 % (VAT on Income)'])('%j is one', (name) => {
  expect(nameProblem(name)).toBeUndefined()
})
