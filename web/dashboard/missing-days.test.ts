import { expect, test } from 'vitest'
import type { PnlCoverage } from '#contract/profit-and-loss.ts'
import { hasGaps, missingNotes } from './missing-days.ts'

const YESTERDAY = '2026-11-14'

/** A month of which these days have no file. */
const without = (...missing: [start: string, end: string, currency: string][]): PnlCoverage => ({
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
})

const warnings = (months: PnlCoverage[]) =>
  missingNotes(months, YESTERDAY).filter(({ isWarning }) => isWarning)

test('days without a file are named, those of several months in one, and lead to the import', () => {
  const months = [
    without(['2026-02-01', '2026-02-28', 'EUR'], ['2026-02-20', '2026-02-28', 'GBP']),
    without(['2026-03-01', '2026-03-31', 'EUR']),
    without(['2026-05-03', '2026-05-16', 'EUR'], ['2026-05-03', '2026-05-16', 'GBP']),
  ]
  expect(warnings(months).map(({ text }) => text)).toEqual([
    'Data missing 1 Feb to 31 Mar 2026: Europe, EUR',
    'Data missing 20 Feb to 28 Feb 2026: Europe, GBP',
    'Data missing 3 May to 16 May 2026: Europe, EUR, GBP',
  ])
  expect(warnings(months)[2]!.act).toEqual({
    label: 'Import files',
    leadsTo: 'IMPORT',
    days: { account: 'Europe', currency: 'EUR, GBP', startDate: '2026-05-03', endDate: '2026-05-16' },
  })
})

test('days of the settlement that is still running are no warning', () => {
  const months = [without(['2026-11-02', '2026-11-14', 'EUR'], ['2026-10-20', '2026-11-14', 'GBP'])]
  expect(warnings(months)).toMatchObject([{ text: 'Data missing 20 Oct to 14 Nov 2026: Europe, GBP' }])
  expect(missingNotes(months, YESTERDAY)).toContainEqual({
    text: 'Not settled yet: 2 Nov to 14 Nov 2026: Europe, EUR',
    isWarning: false,
  })
})

test('a file that nobody imported is a gap, one that may not be there yet is none', () => {
  expect(hasGaps([without(['2026-11-02', '2026-11-14', 'EUR'])], YESTERDAY)).toBe(false)
  expect(hasGaps([without(['2026-10-20', '2026-11-14', 'EUR'])], YESTERDAY)).toBe(true)
})

test('many stretches are counted', () => {
  const months = ['02', '04', '06', '08'].map((month) =>
    without([`2026-${month}-03`, `2026-${month}-04`, 'EUR']),
  )
  expect(warnings(months).map(({ text }) => text)).toEqual([
    'Data missing 3 Feb to 4 Feb 2026: Europe, EUR',
    'Data missing 3 Apr to 4 Apr 2026: Europe, EUR',
    'Data missing in 2 more date ranges',
  ])
  // Also those that an answer counts and does not name.
  expect(warnings([...months, { ...without(), moreMissing: 3 }]).at(-1)!.text).toBe(
    'Data missing in 5 more date ranges',
  )
})
