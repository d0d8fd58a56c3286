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

test('what is missing is named, and leads to its line and to its cure', () => {
  const missingRates = [
    { currency: 'AUD', startDate: '2026-07-01', endDate: '2026-07-15', days: 15 },
    { currency: 'EUR', startDate: '2026-07-31', endDate: '2026-07-31', days: 1 },
  ]
  const lacking = { ...flags, unitsWithoutCost: 1284, missingFxRates: 16, missingRates }
  expect(flagNotes(lacking).slice(0, 2)).toEqual([
    {
      text: 'Cost of goods missing for 1,284 units',
      isWarning: true,
      act: { label: 'Enter costs', opens: 'unitsWithoutCost' },
    },
    {
      text: 'No exchange rate: AUD, 1 Jul to 15 Jul 2026; EUR, 31 Jul 2026',
      isWarning: true,
      act: { label: 'See exchange rates', leadsTo: 'RATES' },
    },
  ])
})
