import { expect, test } from 'vitest'
import { beforeText, missingText, missingTogether, unsaidText, withoutText } from './lack-words.ts'

test('a 0 of which the source is not there was said by nobody', () => {
  expect(unsaidText({ value: '0', lacks: ['DAYS', 'STORAGE'] })).toBe('not known: storage fees')
  expect(unsaidText({ value: '0', lacks: ['DAYS'] })).toBeNull()
  expect(unsaidText({ value: '-5', lacks: ['STORAGE'] })).toBeNull()
  expect(unsaidText({ value: null, lacks: ['STORAGE'] })).toBeNull()
})

test('a result says what it is before, and a line of a file all that its numbers are without', () => {
  expect(beforeText(['ADVERTISING', 'STORAGE'])).toBe('before advertising and storage fees')
  expect(beforeText(['DAYS', 'RATES'])).toBeNull()
  expect(missingText({ lacks: ['DAYS', 'RATES', 'COSTS'], isShared: true }, '402.05 AUD')).toBe(
    'no exchange rate (402.05 AUD); days without a file; before cost of goods for some units; with account-level amounts shared by net sales',
  )
  expect(missingText({}, '')).toBe('')
})

test('several numbers of a row say once what any of them is without', () => {
  expect(
    missingTogether([
      { lacks: ['RATES', 'STORAGE'], unconverted: [{ currency: 'PLN', amount: '3' }] },
      {
        lacks: ['RATES', 'COSTS'],
        unconverted: [
          { currency: 'PLN', amount: '-1' },
          { currency: 'SEK', amount: '2' },
        ],
      },
      // A ratio has no money of its own.
      { lacks: ['RATES', 'BUDGETS'], isShared: true },
      {},
    ]),
  ).toBe(
    'no exchange rate (PLN, SEK); no daily budget for some campaigns; before cost of goods for some units and storage fees; with account-level amounts shared by net sales',
  )
  expect(missingTogether([{ lacks: ['RATES'] }])).toBe('no exchange rate')
  expect(missingTogether([{}])).toBe('')
})

test('what is decided on says what it is without, days and rates among it', () => {
  expect(withoutText(['DAYS', 'RATES', 'EXPENSES', 'ADVERTISING'])).toBe(
    'without files for some days, exchange rates for some amounts, operating expenses and advertising',
  )
  expect(withoutText(['DAYS'])).toBe('without files for some days')
  expect(withoutText()).toBeNull()
})
