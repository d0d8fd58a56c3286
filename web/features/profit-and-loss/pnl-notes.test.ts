import { expect, test } from 'vitest'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { column } from './pnl-answer.fixture.ts'
import { gapNotes, notesOf } from './pnl-notes.ts'

const june: [string, string] = ['2026-06-01', '2026-06-30']
const row = (name: PnlRow['column'], flags: Partial<PnlFlags>, feeVatAdjusted = true): PnlRow => {
  const made = column(name, june)
  return { ...made, feeVatAdjusted, flags: { ...made.flags, ...flags } }
}

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

test('days that no settlement covers are named where they lie in the range', () => {
  const source = {
    source: 'SETTLEMENT',
    label: 'Settlement reports',
    account: 'Northwind',
    marketplaces: ['DE'],
    rows: 1,
    ranges: [],
    gaps: [
      { start: '2026-03-03', end: '2026-03-17' },
      { start: '2026-06-29', end: '2026-07-02' },
    ],
  }
  expect(gapNotes([source], { start: '2026-06-01', end: '2026-06-30' })).toEqual([
    { text: 'No settlement of Northwind covers 29 Jun to 2 Jul 2026', isWarning: true },
  ])
})
