import { describe, expect, test } from 'vitest'
import { decimalNotation, limitProblem, typedDecimal } from './decimal-input.ts'

const typed = (text: string, locale: string) => typedDecimal(text, decimalNotation(locale))

test.each([
  ['en-GB', '1,234.50', '1234.5'],
  ['en-GB', '1234.5', '1234.5'],
  ['en-GB', '.5', '0.5'],
  ['en-GB', '5.', '5'],
  ['en-GB', '−13,062', '-13062'],
  ['en-GB', '-0', '0'],
  ['de-DE', '1.234,50', '1234.5'],
  ['de-DE', '1234,5', '1234.5'],
  ['fr-FR', '1 234,50', '1234.5'],
  ['fr-FR', '1\u202f234,50', '1234.5'],
  ['en-IN', '12,34,567.8', '1234567.8'],
  ['de-CH', '1’234.50', '1234.5'],
])('in %s, %s is %s', (locale, text, value) => {
  expect(typed(text, locale)).toBe(value)
})

test.each([
  ['en-GB', ''],
  ['en-GB', '-'],
  ['en-GB', 'twelve'],
  ['en-GB', '1.2.3'],
  ['en-GB', '1e3'],
  ['en-GB', '0x10'],
  ['en-GB', '1,5'],
  ['de-DE', '12.50'],
  ['de-DE', '1.23.456'],
])('in %s, "%s" is refused rather than guessed', (locale, text) => {
  expect(typed(text, locale)).toBeNull()
})

test('a number with more digits than a binary number holds stays exact', () => {
  expect(typed('9,007,199,254,740,993.01', 'en-GB')).toBe('9007199254740993.01')
  expect(decimalNotation('de-DE').format('9007199254740993.01', 2, 2)).toBe('9.007.199.254.740.993,01')
})

test('what is shown again can be typed again, in every locale that we know of', () => {
  for (const locale of [
    'en-GB',
    'en-IN',
    'de-DE',
    'de-CH',
    'de-AT',
    'fr-FR',
    'es-ES',
    'pl-PL',
    'sv-SE',
    'it-IT',
  ]) {
    const notation = decimalNotation(locale)
    for (const value of ['0', '7', '-13062.5', '1234', '1234567.89']) {
      expect(typedDecimal(notation.format(value, 2, 2), notation)).toBe(value)
    }
  }
})

describe('limits', () => {
  const shown = (value: string) => decimalNotation('en-GB').format(value, 0, 2)
  test.each([
    ['1', { min: '0', max: '1', fractionDigitsMax: 2 }, undefined],
    ['1.01', { min: '0', max: '1', fractionDigitsMax: 2 }, 'Enter a number from 0 to 1.'],
    ['-1', { min: '0', fractionDigitsMax: 2 }, 'Enter 0 or more.'],
    ['1000.5', { max: '1000', fractionDigitsMax: 2 }, 'Enter 1,000 or less.'],
    ['1.5', { fractionDigitsMax: 0 }, 'Enter a whole number.'],
    ['1.234', { fractionDigitsMax: 2 }, 'Enter no more than 2 decimal places.'],
  ])('%s within %o', (value, limits, problem) => {
    expect(limitProblem(value, limits, shown)).toBe(problem)
  })
})
