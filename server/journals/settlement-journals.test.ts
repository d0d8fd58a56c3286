import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JOURNAL_LINES, lacksFor } from '#contract/journal-accounts.ts'
import type { BookSettings } from '#contract/journals.ts'
import { placeableLines } from '#server/ledger/derivation/mapping.ts'
import { settlementJournals, type SettledRows } from './settlement-journals.ts'

const SETTINGS: BookSettings = { accounts: [], bookCurrency: 'EUR', datev: null }

const row = (
  shownLine: string,
  day: string,
  total: string,
  marketplace = 'DE',
): SettledRows['rows'][number] => ({
  shownLine,
  money: 'EUR',
  month: `${day.slice(0, 7)}-01`,
  marketplace,
  isTaxKept: false,
  total,
  lastDay: day,
})

const settled = (
  rows: SettledRows['rows'],
  total: string,
  more: Partial<SettledRows['settlement']> = {},
): SettledRows => ({
  settlement: {
    account: 'Shop',
    settlementId: '12345678901',
    currency: 'EUR',
    startDate: '2026-03-18',
    endDate: '2026-04-01',
    total,
    sum: total,
    state: 'COMPLETE',
    unmapped: '0',
    ledgerDifference: '0',
    ...more,
  },
  rows,
  isIdShared: false,
})

/*
 * By hand. March: sales 100.00 + 4.90, commission −15.00, storage −10.00: 79.90 stay with Amazon over the end of the month.
 * April: sales 40.00, refund −20.00, commission −6.00 + 3.00, tax collected and withheld 0.00: 17.00. Paid out: 96.90.
 */
const ROWS = [
  row('productSales', '2026-03-20', '100.00'),
  row('shippingRevenue', '2026-03-20', '4.90'),
  row('referralFees', '2026-03-20', '-15.00'),
  row('monthlyStorageFees', '2026-03-28', '-10.00', ''),
  row('productSales', '2026-04-01', '40.00'),
  row('refundedProductSales', '2026-04-01', '-20.00'),
  row('referralFees', '2026-04-01', '-6.00'),
  row('referralFeesRefunded', '2026-04-01', '3.00'),
  row('memoFacilitatorTax', '2026-04-01', '7.60'),
  row('memoFacilitatorTax', '2026-04-01', '-7.60', 'FR'),
]
const entriesOf = ({ journals }: ReturnType<typeof settlementJournals>) =>
  journals.map(({ number, date, debit, entries }) => [
    number,
    date,
    debit,
    entries.map((entry) => `${entry.name}: ${entry.debit ?? ''} | ${entry.credit ?? ''}`),
  ])

test('a settlement over two months is two journals, which together are its payout', () => {
  const journals = settlementJournals(settled(ROWS, '96.90'), SETTINGS, 'CSV')
  expect(journals).toMatchObject({ state: 'BALANCED', lacking: [], payout: '96.90' })
  expect(entriesOf(journals)).toEqual([
    [
      '12345678901-2603',
      '2026-03-31',
      '104.9',
      [
        'Amazon sales:  | 104.9',
        'Amazon selling fees: 15 | ',
        'Amazon storage fees: 10 | ',
        'Amazon settlements carried over: 79.9 | ',
      ],
    ],
    [
      '12345678901-2604',
      '2026-04-01',
      '119.9',
      [
        'Amazon sales:  | 40',
        'Amazon refunds: 20 | ',
        'Amazon selling fees: 3 | ',
        'Sales tax payable:  | ',
        'Amazon settlements carried over:  | 79.9',
        'Amazon clearing: 96.9 | ',
      ],
    ],
  ])
})

test('lines of one account are one entry for each tax code, and one where the program takes none', () => {
  const account = { marketplace: null, code: '', name: 'Sales' }
  const settings: BookSettings = {
    ...SETTINGS,
    accounts: [
      { ...account, subject: 'productSales', taxCode: '20.0% S' },
      { ...account, subject: 'shippingRevenue', taxCode: 'Exempt' },
    ],
  }
  const salesIn = (format: 'CSV' | 'QUICKBOOKS') =>
    settlementJournals(settled(ROWS, '96.90'), settings, format).journals[0]!.entries.flatMap(
      ({ name, taxCode, credit }) => (name === 'Sales' ? [[taxCode, credit]] : []),
    )
  expect(salesIn('CSV')).toEqual([
    ['20.0% S', '100'],
    ['Exempt', '4.9'],
  ])
  expect(salesIn('QUICKBOOKS')).toEqual([['', '104.9']])
})

test('sales whose tax Amazon collects are booked without the tax code of their line, to its account until they have their own', () => {
  const kept = { ...row('productSales', '2026-04-01', '100.00', 'GB'), isTaxKept: true }
  const rows = settled([row('productSales', '2026-04-01', '120.00', 'GB'), kept], '220.00')
  const sales = { marketplace: null, code: '4000', name: 'Sales', taxCode: '20% (VAT on Income)' }
  const booked = (format: 'CSV' | 'XERO', more: BookSettings['accounts'] = []) => {
    const accounts = [{ ...sales, subject: 'productSales' as const }, ...more]
    const { lacking, journals } = settlementJournals(rows, { ...SETTINGS, accounts }, format)
    return {
      lacking: lacking.filter(({ marketplace }) => marketplace !== ''),
      entries: journals[0]!.entries.flatMap(({ kind, code, taxCode, credit }) =>
        kind === 'LINES' ? [[code, taxCode, credit]] : [],
      ),
    }
  }
  const withoutCode = [
    ['4000', sales.taxCode, '120'],
    ['4000', '', '100'],
  ]
  expect(booked('CSV')).toEqual({ entries: withoutCode, lacking: [] })
  // A program that wants a tax rate of everything is told none by guess.
  expect(booked('XERO')).toEqual({
    entries: withoutCode,
    lacking: [{ subject: 'productSalesTaxKept', marketplace: 'GB', lacks: 'a tax rate' }],
  })
  const own = { subject: 'productSalesTaxKept', marketplace: null, name: '' } as const
  expect(booked('XERO', [{ ...own, code: '', taxCode: 'No VAT' }])).toEqual({
    entries: [withoutCode[0], ['4000', 'No VAT', '100']],
    lacking: [],
  })
  expect(booked('XERO', [{ ...own, code: '4010', taxCode: 'No VAT' }]).entries[1]).toEqual([
    '4010',
    'No VAT',
    '100',
  ])
})

test('what is paid out in a later month than anything was sold in is carried over to it', () => {
  const journals = settlementJournals(settled(ROWS.slice(0, 4), '79.90'), SETTINGS, 'CSV')
  expect(
    entriesOf(journals).map(([number, date, , entries]) => [number, date, (entries as string[]).slice(-2)]),
  ).toEqual([
    [
      '12345678901-2603',
      '2026-03-31',
      ['Amazon storage fees: 10 | ', 'Amazon settlements carried over: 79.9 | '],
    ],
    [
      '12345678901-2604',
      '2026-04-01',
      ['Amazon settlements carried over:  | 79.9', 'Amazon clearing: 79.9 | '],
    ],
  ])
})

test.each([
  ['INCOMPLETE', settled(ROWS, '100', { state: 'INCOMPLETE' })],
  ['TOO_MUCH', settled(ROWS, '100', { state: 'TOO_MUCH' })],
  ['NO_TOTAL', settled(ROWS, '96.90', { state: 'NO_TOTAL', total: null })],
  ['UNEVEN', settled(ROWS, '96.91')],
  ['UNEVEN', settled(ROWS, '96.90', { ledgerDifference: '0.01' })],
  ['OTHER_CURRENCY', settled([...ROWS, { ...row('adjustments', '2026-04-01', '0'), money: 'GBP' }], '96.90')],
  ['UNWRITABLE', settled([row('adjustments', '2026-04-01', '0.005')], '0.005')],
  ['UNWRITABLE', settled([row('adjustments', '2026-04-01', '10000000000')], '10000000000')],
  ['EMPTY', settled([], '0')],
] as const)('%s: there is no journal, and a reason', (state, rows) => {
  expect(settlementJournals(rows, SETTINGS, 'CSV')).toMatchObject({ state, months: [], journals: [] })
})

test('an account is that of the marketplace, of all, or the usual one; what a format lacks is named', () => {
  const account = { code: '8400', name: 'Erlöse', taxCode: '3' }
  const settings: BookSettings = {
    bookCurrency: 'EUR',
    datev: { consultantNumber: 1001, clientNumber: 1, fiscalYearStart: '01-01', accountLength: 4 },
    accounts: [
      { subject: 'productSales', marketplace: null, ...account },
      { subject: 'productSales', marketplace: 'FR', ...account, name: 'Ventes' },
      { subject: 'adjustments', marketplace: null, code: '', name: '', taxCode: '' },
    ],
  }
  const rows = settled(
    [
      row('productSales', '2026-04-01', '1'),
      row('productSales', '2026-04-01', '2', 'FR'),
      row('adjustments', '2026-04-01', '3'),
    ],
    '6',
  )
  const inCsv = settlementJournals(rows, settings, 'CSV')
  expect(entriesOf(inCsv)[0]![3]).toEqual(['Erlöse:  | 1', 'Ventes:  | 2', ':  | 3', 'Amazon clearing: 6 | '])
  expect(inCsv).toMatchObject({
    state: 'UNMAPPED',
    lacking: [{ subject: 'adjustments', marketplace: 'DE', lacks: 'an account' }],
  })
  const inDatev = settlementJournals(rows, settings, 'DATEV')
  expect(inDatev.lacking.map(({ subject }) => subject)).toEqual(['adjustments', 'PAYOUT'])
  const foreign = settlementJournals(
    settled([row('productSales', '2026-04-01', '1')], '1'),
    {
      ...settings,
      bookCurrency: 'GBP',
      accounts: [...settings.accounts, { subject: 'PAYOUT', marketplace: null, ...account }],
    },
    'DATEV',
  )
  expect(foreign.state).toBe('BOOK_CURRENCY')
})

test('a marketplace with a tax code alone is booked to the account of all marketplaces, or to the usual one', () => {
  const none = { code: '', name: '' }
  const accounts: BookSettings['accounts'] = [
    { subject: 'productSales', marketplace: null, code: '8400', name: 'Erlöse', taxCode: '3' },
    { subject: 'productSales', marketplace: 'FR', ...none, taxCode: 'FR20' },
    // Code and name are one account: neither is taken from another.
    { subject: 'productSales', marketplace: 'IT', code: '8402', name: '', taxCode: '' },
    { subject: 'productSales', marketplace: 'ES', ...none, taxCode: '' },
    { subject: 'shippingRevenue', marketplace: 'FR', ...none, taxCode: 'FR20' },
  ]
  const rows = settled(
    [
      ...['FR', 'IT', 'ES'].map((marketplace) => row('productSales', '2026-04-01', '1', marketplace)),
      row('shippingRevenue', '2026-04-01', '2', 'FR'),
    ],
    '5',
  )
  const { state, journals } = settlementJournals(rows, { ...SETTINGS, accounts }, 'CSV')
  expect(state).toBe('BALANCED')
  expect(
    journals[0]!.entries.map(({ code, name, taxCode, parts }) => [
      code,
      name,
      taxCode,
      parts.map(({ marketplace }) => marketplace).join(),
    ]),
  ).toEqual([
    ['8400', 'Erlöse', '3', 'ES'],
    ['8400', 'Erlöse', 'FR20', 'FR'],
    ['8402', '', '', 'IT'],
    ['', 'Amazon sales', 'FR20', 'FR'],
    ['', 'Amazon clearing', '', ''],
  ])
})

test.each([
  ['0630', true],
  ['0980', true],
  ['8400', true],
  ['10001', true],
  // Of persons none begins with 0, and 0000 is no account.
  ['00630', false],
  ['0000', false],
  ['00000', false],
  ['630', false],
  ['100001', false],
  ['84A0', false],
])('DATEV, accounts of four digits: %s is one: %s', (code, isOne) => {
  const lacks = lacksFor('DATEV', { code, name: '', taxCode: '' }, 4)
  expect(lacks).toBe(isOne ? undefined : 'an account number of 4 digits')
})

test('numbers of journals are short, and of one settlement alone', () => {
  const numberOf = (more: Partial<SettledRows['settlement']>, isIdShared = false) =>
    settlementJournals({ ...settled(ROWS.slice(4, 5), '40', more), isIdShared }, SETTINGS, 'CSV').journals[0]!
      .number
  const odd = ['=HYPERLINK("x")', 'x'.repeat(100), 'a/b'].map((settlementId) => numberOf({ settlementId }))
  const shared = ['Shop', 'Other'].map((account) => numberOf({ account }, true))
  const all = [...odd, ...shared]
  expect(new Set(all).size).toBe(5)
  for (const number of all) expect(number).toMatch(/^[\w-]{1,21}$/)
})

test('every line that an amount can stand in has a usual account', () => {
  expect(placeableLines().filter((line) => !JOURNAL_LINES.includes(line))).toEqual([])
})

const RANDOM_CASES = 500
test('random settlements: journals balance, months add to the whole, and lines are what they were', () => {
  const rows = fc.array(
    fc
      .record({
        line: fc.constantFrom(...JOURNAL_LINES),
        month: fc.integer({ min: 1, max: 4 }),
        day: fc.integer({ min: 1, max: 28 }),
        marketplace: fc.constantFrom('DE', 'FR', ''),
        cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      })
      .map(({ line, month, day, marketplace, cents }) =>
        row(line, `2026-0${month}-${String(day).padStart(2, '0')}`, text(cents), marketplace),
      ),
    { minLength: 1, maxLength: 40 },
  )
  let cases = 0
  fc.assert(
    fc.property(rows, fc.constantFrom('2026-01-05', '2026-03-10', '2026-05-01', null), (drawn, endDate) => {
      cases++
      const whole = drawn.reduce((sum, { total }) => sum + cents(total), 0)
      const found = settlementJournals(settled(drawn, text(whole), { endDate }), SETTINGS, 'CSV')
      if (found.state === 'EMPTY') return
      expect(found.state).toBe('BALANCED')
      let paid = 0
      let carried = 0
      for (const { month, date, debit, entries } of found.journals) {
        const sumOf = (side: 'debit' | 'credit') =>
          entries.reduce((sum, entry) => sum + cents(entry[side] ?? '0'), 0)
        expect([sumOf('debit'), sumOf('credit')]).toEqual([cents(debit), cents(debit)])
        expect(date.slice(0, 7)).toBe(month.slice(0, 7))
        for (const entry of entries) {
          const amount = cents(entry.debit ?? '0') - cents(entry.credit ?? '0')
          if (entry.kind === 'PAYOUT') paid += amount
          if (entry.kind === 'CARRIED_OVER') carried += amount
          if (entry.kind === 'LINES')
            expect(entry.parts.reduce((sum, part) => sum + cents(part.amount), 0)).toBe(-amount)
        }
      }
      expect([paid, carried]).toEqual([whole, 0])
      for (const { shownLine, month, marketplace } of drawn) {
        const isIt = (one: { line: string; marketplace: string }) =>
          one.line === shownLine && one.marketplace === marketplace
        const booked = found.journals
          .filter((journal) => journal.month === month)
          .flatMap(({ entries }) => entries.flatMap(({ parts }) => parts.filter(isIt)))
        const held = drawn.filter((one) => one.month === month && isIt({ ...one, line: one.shownLine }))
        expect(booked.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(
          held.reduce((sum, { total }) => sum + cents(total), 0),
        )
      }
    }),
    { numRuns: RANDOM_CASES, seed: 20_260_301 },
  )
  expect(cases).toBe(RANDOM_CASES)
})

const text = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const cents = (amount: string): number => Math.round(Number(amount) * 100)
