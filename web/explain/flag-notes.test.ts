import { expect, test } from 'vitest'
import { flagNotes } from './flag-notes.ts'

const flags = {
  unitsWithoutCost: 0,
  unmappedLines: 0,
  refundsWithoutQuantity: 0,
  missingFxRates: 0,
  advertisingSource: 'BILLED',
} as const

test('numbers without a flaw still say where advertising comes from', () => {
  expect(flagNotes(flags)).toEqual([{ text: 'Advertising as billed in settlements', isWarning: false }])
})

test('what is missing is counted, and leads to its line', () => {
  expect(flagNotes({ ...flags, unitsWithoutCost: 1284, missingFxRates: 1 }).slice(0, 2)).toEqual([
    { text: 'Cost of goods missing for 1,284 units', isWarning: true, line: 'cogs' },
    { text: '1 exchange rate missing', isWarning: true },
  ])
})
