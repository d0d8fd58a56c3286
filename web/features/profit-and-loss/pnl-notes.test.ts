import { expect, test } from 'vitest'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { notesOf } from './pnl-notes.ts'

const row = (column: PnlRow['column'], flags: Partial<PnlFlags>, feeVatAdjusted = true) =>
  ({
    column,
    feeVatAdjusted,
    flags: {
      unitsWithoutCost: 0,
      unmappedLines: 0,
      refundsWithoutQuantity: 0,
      missingFxRates: 0,
      advertisingSource: 'NONE',
      ...flags,
    },
  }) as PnlRow

test('the periods of the range are added up, summaries of other ranges are not', () => {
  const notes = notesOf([
    row('bucket', { unitsWithoutCost: 2, advertisingSource: 'REPORTS' }),
    row('bucket', { unitsWithoutCost: 3 }, false),
    row('total', { unitsWithoutCost: 5 }),
  ])
  expect(notes.map(({ text }) => text)).toEqual([
    'Cost of goods missing for 5 units',
    'Advertising from reports, on the day of the click',
    'Fees as charged, VAT not taken out',
  ])
})

test('before there are numbers there is nothing to note', () => {
  expect(notesOf([])).toEqual([])
})
