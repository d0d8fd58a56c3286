import { expect, test } from 'vitest'
import type { PnlFlags, PnlRow } from '#contract/profit-and-loss.ts'
import { column } from './pnl-answer.fixture.ts'
import { notesOf } from './pnl-notes.ts'

const YESTERDAY = '2026-11-14'
const june: [string, string] = ['2026-06-01', '2026-06-30']
const row = (name: PnlRow['column'], flags: Partial<PnlFlags>, feeVatAdjusted = true): PnlRow => {
  const made = column(name, june)
  return { ...made, feeVatAdjusted, flags: { ...made.flags, ...flags } }
}

test('the periods of the range are added up, summaries of other ranges are not', () => {
  const notes = notesOf(
    [
      row('bucket', { unitsWithoutCost: 2, advertisingSource: 'REPORTS' }),
      row('bucket', { unitsWithoutCost: 3 }, false),
      row('total', { unitsWithoutCost: 5 }),
    ],
    YESTERDAY,
  )
  expect(notes.map(({ text }) => text)).toEqual([
    'Cost missing for 5 units',
    'Advertising from reports, on the day of the click',
    'Fees as charged, VAT not taken out',
  ])
})

test('before there are numbers there is nothing to note', () => {
  expect(notesOf([], YESTERDAY)).toEqual([])
})

const without = (
  month: [string, string],
  ...missing: [start: string, end: string, currency: string][]
): PnlRow => ({
  ...column('bucket', month),
  coverage: {
    share: 0,
    startDate: null,
    endDate: null,
    missing: missing.map(([startDate, endDate, currency]) => ({
      account: 'Europe',
      currency,
      startDate,
      endDate,
    })),
    moreMissing: 0,
  },
})

const warnings = (rows: PnlRow[]) => notesOf(rows, YESTERDAY).filter(({ isWarning }) => isWarning)

test('days without a file are named, those of several months in one, and lead to the import', () => {
  const rows = [
    without(
      ['2026-02-01', '2026-02-28'],
      ['2026-02-01', '2026-02-28', 'EUR'],
      ['2026-02-20', '2026-02-28', 'GBP'],
    ),
    without(['2026-03-01', '2026-03-31'], ['2026-03-01', '2026-03-31', 'EUR']),
    without(
      ['2026-05-01', '2026-05-31'],
      ['2026-05-03', '2026-05-16', 'EUR'],
      ['2026-05-03', '2026-05-16', 'GBP'],
    ),
  ]
  expect(warnings(rows).map(({ text }) => text)).toEqual([
    'Data missing 1 Feb to 31 Mar 2026: Europe, EUR',
    'Data missing 20 Feb to 28 Feb 2026: Europe, GBP',
    'Data missing 3 May to 16 May 2026: Europe, EUR, GBP',
  ])
  expect(warnings(rows)[2]!.act).toEqual({
    label: 'Import files',
    leadsTo: 'IMPORT',
    days: { account: 'Europe', currency: 'EUR, GBP', startDate: '2026-05-03', endDate: '2026-05-16' },
  })
})

test('days of the settlement that is still running are no warning', () => {
  const rows = [
    without(
      ['2026-11-01', '2026-11-30'],
      ['2026-11-02', '2026-11-14', 'EUR'],
      ['2026-10-20', '2026-11-14', 'GBP'],
    ),
  ]
  expect(warnings(rows)).toMatchObject([{ text: 'Data missing 20 Oct to 14 Nov 2026: Europe, GBP' }])
  expect(notesOf(rows, YESTERDAY)).toContainEqual({
    text: 'Not settled yet: 2 Nov to 14 Nov 2026: Europe, EUR',
    isWarning: false,
  })
})

test('many stretches are counted', () => {
  const rows = ['02', '04', '06', '08'].map((month) =>
    without([`2026-${month}-01`, `2026-${month}-28`], [`2026-${month}-03`, `2026-${month}-04`, 'EUR']),
  )
  expect(warnings(rows).map(({ text }) => text)).toEqual([
    'Data missing 3 Feb to 4 Feb 2026: Europe, EUR',
    'Data missing 3 Apr to 4 Apr 2026: Europe, EUR',
    'Data missing in 2 more stretches of days',
  ])
})

test('a profit says what is not in it, and rates of several months are one note', () => {
  const rate = (startDate: string, endDate: string) => ({ currency: 'AUD', startDate, endDate, days: 3 })
  const lacking = column('bucket', june, { netProfit: { lacks: ['EXPENSES', 'STOCK_LOSSES'] } })
  const rows = [
    { ...lacking, flags: { ...lacking.flags, missingRates: [rate('2026-06-01', '2026-06-03')] } },
    { ...lacking, flags: { ...lacking.flags, missingRates: [rate('2026-07-01', '2026-07-03')] } },
  ]
  expect(notesOf(rows, YESTERDAY).map(({ text }) => text)).toEqual([
    'No exchange rate: AUD, 1 Jun to 3 Jul 2026',
    'No advertising data',
    'Net profit is before operating expenses',
    'Net profit is before lost and damaged stock',
  ])
})
