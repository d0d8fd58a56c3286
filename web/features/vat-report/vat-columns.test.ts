import { expect, test } from 'vitest'
import type { VatAmounts, VatRow } from '#contract/vat-report.ts'
import { totalOf, totalFacts } from './vat-columns.tsx'
import { lackOfTie } from './vat-words.ts'

const amounts = (net: string | null, vat: string | null, gross: string | null): VatAmounts => ({
  net,
  vat,
  gross,
})
const NOTHING = amounts(null, null, null)
const row = (own: VatAmounts, more: Partial<VatRow> = {}): VatRow => ({
  key: '',
  source: 'CALCULATED',
  scheme: 'UNKNOWN',
  liable: 'SELLER',
  isLiableStated: false,
  transactionType: '',
  departs: '',
  arrives: '',
  sellerVatCountry: '',
  marketplace: 'DE',
  buyerType: '',
  calculation: 'RATE',
  rate: null,
  currency: 'EUR',
  units: null,
  own,
  converted: own,
  rowCount: 1,
  withoutVat: 0,
  ...more,
})
const german = row(amounts('110', '20.9', '130.9'))
const french = row(amounts('100', '5.5', '105.5'))
const facilitated = row(amounts('50', null, null), { liable: 'MARKETPLACE', calculation: 'FACILITATOR' })
const moved = row(NOTHING, { source: 'REPORT', scheme: 'OWN_STOCK', calculation: null })
const totalsOf = (...rows: VatRow[]) => totalOf(rows, 'EUR').converted

test('a column has a total where all of its rows have a number, so that net and VAT are gross', () => {
  expect(totalsOf(german, french)).toEqual(amounts('210', '26.4', '236.4'))
  expect(totalsOf(facilitated)).toEqual(amounts('50', null, null))
  expect(totalsOf(german, french, facilitated)).toEqual(amounts('260', null, null))
  const unstated = row(NOTHING, { source: 'REPORT', calculation: null })
  expect(totalsOf(german, unstated)).toEqual(NOTHING)
})

test('stock that was moved is no sale, and takes no total away unless it has a value', () => {
  expect(totalsOf(german, moved)).toEqual(german.own)
  expect(totalsOf(moved)).toEqual(NOTHING)
  const valued = { own: amounts('7', null, null), converted: amounts('7', null, null) }
  expect(totalsOf(german, { ...moved, ...valued })).toEqual(amounts('117', null, null))
})

test('a total that is not known says why, in the file too', () => {
  const withoutRate = row(amounts('10', '2', '12'), { currency: 'EGP', converted: NOTHING })
  expect(totalsOf(german, withoutRate)).toEqual(NOTHING)
  expect(totalFacts(totalOf([german, facilitated], 'EUR'))).toEqual([
    ['All rows shown, VAT', 'no value: 1 row states none'],
    ['All rows shown, gross', 'no value: 1 row states none'],
  ])
  expect(totalFacts(totalOf([facilitated, facilitated, withoutRate], 'EUR'))).toEqual([
    ['All rows shown, net', 'no value: no exchange rate for 1 row'],
    ['All rows shown, VAT', 'no value: 2 rows state none, no exchange rate for 1 row'],
    ['All rows shown, gross', 'no value: 2 rows state none, no exchange rate for 1 row'],
  ])
  expect(totalFacts(totalOf([german, moved], 'EUR'))).toEqual([])
})

test('why tax has no sum is said by what is in it', () => {
  const untold = row(amounts(null, null, '119'), { source: 'REPORT', calculation: null, withoutVat: 1 })
  expect(lackOfTie({ rows: [german, untold] })).toBe('rows that state no tax')
  // What moved states none by nature, and what Amazon owes is no part of it.
  expect(lackOfTie({ rows: [german, moved, { ...untold, liable: 'MARKETPLACE' }] })).toBe(
    'days without a settlement or an exchange rate',
  )
})
