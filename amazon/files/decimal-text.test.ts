import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalMarkOf, plainDecimal, plainNumber, workbookNumber } from './decimal-text.ts'

const WRITINGS = [
  { locale: 'en-US', mark: '.' },
  { locale: 'en-IN', mark: '.' },
  { locale: 'de-DE', mark: ',' },
  { locale: 'fr-FR', mark: ',' },
  { locale: 'sv-SE', mark: ',' },
  { locale: 'pl-PL', mark: ',' },
] as const

test('amounts are read as the languages write them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...WRITINGS),
      fc.integer({ min: -1e11, max: 1e11 }),
      ({ locale, mark }, cents) => {
        const written = (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 })
        expect(plainDecimal(written, mark)).toBe(String(cents / 100))
      },
    ),
  )
})

test.each([
  ['-8.25 ', '-8.25'],
  ['0.00', '0'],
  ['-0', '0'],
  ['007.10', '7.1'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['$7,274.35', '7274.35'],
  ['-$12.00', '-12'],
  ['$-12.00', '-12'],
  ['Rs.201.68', '201.68'],
  ['₹1,23,456.00', '123456'],
  ['12.00 USD', '12'],
  ['CA$5.10', '5.1'],
  ['MXN$12.5', '12.5'],
  ['-MXN$12.5', '-12.5'],
  ['￥1,010', '1010'],
  ['－￥１，０１０', '-1010'],
  ['TL 12.50', '12.5'],
  ['kr. 12.00', '12'],
  ['12.00 kr.', '12'],
  ['(12.00)', '-12'],
  ['12.00-', '-12'],
  ['−3.10', '-3.1'],
  ["1'234.50", '1234.5'],
  ['', null],
  ['--', null],
  ['-', null],
])('%s is %s', (text, plain) => {
  expect(plainDecimal(text, '.')).toBe(plain)
})

test.each([
  '95,00',
  '1,23',
  '12,3456',
  '1.2.3',
  '1,234,5',
  'abc',
  '1e5',
  '12a',
  '0x10',
  '1.2,3',
  '$',
  '.',
  '5%',
  '5²',
  'TL',
])('%s is no amount where the point is the decimal mark', (text) => {
  expect(plainDecimal(text, '.')).toBeUndefined()
})

test.each([
  ['TL1.234,56', '1234.56'],
  ['1.234,56 TL', '1234.56'],
  ['-1.234,56 TL', '-1234.56'],
  ['kr. 12,00', '12'],
  ['R$ 1.234,56', '1234.56'],
])('%s is %s where the comma is the decimal mark', (text, plain) => {
  expect(plainDecimal(text, ',')).toBe(plain)
})

test.each([
  [['1,234.56'], '.'],
  [['1.234,56'], ','],
  [['95,00', '0', ''], ','],
  [['1,234'], '.'],
  [['1,234', '5,5'], ','],
  [['1.234.567'], ','],
  [['12.5', '3', '1,234'], '.'],
  [['0,125'], ','],
  [['-1 135,72'], ','],
  [['12', ''], '.'],
  // The point belongs to the currency.
  [['-kr. 12,00'], ','],
  [['12,00 kr.'], ','],
  [['-Rs.201.68'], '.'],
  [['(Rs.201.68)'], '.'],
  [['￥１，０１０．５'], '.'],
] as const)('the decimal mark of %j is %s', (amounts, mark) => {
  expect(decimalMarkOf(amounts)).toBe(mark)
})

test('numbers with an exponent are written out', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) => {
      const plain = plainNumber(String(value))!
      expect(plain).toMatch(/^-?\d+(\.\d*[1-9])?$/)
      expect(Number(plain)).toBe(value === 0 ? 0 : value)
    }),
  )
  expect(plainNumber('12345678901234567890.10')).toBe('12345678901234567890.1')
})

test('an amount comes back from the binary digits in which a workbook stores it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 4 }),
      (units, digits) => {
        const value = units / 10 ** digits
        expect(workbookNumber(value.toPrecision(17))).toBe(plainNumber(value.toFixed(digits)))
      },
    ),
  )
})

test.each([
  ['320.54000000000002', '320.54'],
  ['2.2999999999999998', '2.3'],
  ['-1.0000000000000001E-2', '-0.01'],
  ['4.0000000000000001', '4'],
  // Ids, as far as they are there.
  ['12345678901234567890', '12345678901234567890'],
  ['1.2345678901234567E16', '12345678901234567'],
])('%s of a workbook is %s', (stored, number) => {
  expect(workbookNumber(stored)).toBe(number)
})
