import { expect, test } from 'vitest'
import type { CostQuestion } from '#contract/cost-mapping.ts'
import { costsFrom, describeQuestion } from './cost-question.ts'

const question: CostQuestion = {
  headings: ['ASIN', 'SKU', 'Cost', 'Landed', 'Since', 'Shop'],
  rows: [['B1', 'MUG', '1.20', '1.80', '01/07/2026', 'Amazon.de']],
  hasSlashedDates: false,
  guess: {
    skuColumn: 1,
    costColumn: 2,
    currencyColumn: null,
    currency: null,
    validFromColumn: null,
    validFrom: '2000-01-01',
    validToColumn: null,
    marketplaceColumn: null,
    dateOrder: null,
  },
}

test('what is left out is taken as it is guessed, and columns are named or counted', () => {
  expect(costsFrom(question, { currency: 'eur' })).toEqual({ ...question.guess, currency: 'EUR' })
  expect(
    costsFrom(question, { currency: 'USD', cost: 'landed', validFrom: '5', marketplaceColumn: 'Shop' }),
  ).toEqual({ ...question.guess, currency: 'USD', costColumn: 3, validFromColumn: 4, marketplaceColumn: 5 })
  expect(costsFrom(question, { currency: 'USD', validFrom: '2026-03-01' })).toMatchObject({
    validFromColumn: null,
    validFrom: '2026-03-01',
  })
})

test('what the file does not have, and what is still open, is said', () => {
  expect(() => costsFrom(question, {})).toThrow('Say which currency')
  expect(() => costsFrom(question, { currency: 'EUR', cost: 'Price' })).toThrow('no column "Price"')
  expect(() => costsFrom(question, { currency: 'EUR', cost: '7' })).toThrow('no column "7"')
  expect(() => costsFrom(question, { currency: 'EUR', cost: 'SKU' })).toThrow('two columns')
  expect(() => costsFrom({ ...question, hasSlashedDates: true }, { currency: 'EUR' })).toThrow(
    'day or the month',
  )
})

test('what is guessed is shown with the first rows', () => {
  expect(describeQuestion(question).join('\n')).toContain('SKU: SKU · cost of one unit: Cost')
  expect(describeQuestion(question).join('\n')).toContain('currency: not known')
  expect(describeQuestion(question).at(-1)).toContain('MUG | 1.20')
})
