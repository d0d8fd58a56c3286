import { expect, test } from 'vitest'
import {
  comparedDays,
  comparisonField,
  comparisonsOf,
  comparisonText,
  type Comparison,
} from './comparison.ts'

const OCTOBER = { start: '2026-10-01', end: '2026-10-31' }
const OWN = { start: '2026-02-02', end: '2026-03-01' }
const YEAR = { start: '2025-11-01', end: '2026-10-31' }

test('a range is compared with what follows from it, with own days, or with nothing', () => {
  expect(comparedDays('MONTH_ON_MONTH', OCTOBER)).toEqual({ start: '2026-09-01', end: '2026-09-30' })
  expect(comparedDays(OWN, OCTOBER)).toEqual(OWN)
  expect(comparedDays(null, OCTOBER)).toBeNull()
  expect(comparisonText(OWN, OCTOBER)).toBe('vs 2 Feb to 1 Mar 2026')
  // A year has no month before it.
  expect(comparisonsOf(YEAR)).toEqual(['YEAR_ON_YEAR'])
  expect(comparisonText('MONTH_ON_MONTH', YEAR)).toBe('vs Nov 2024 to Oct 2025')
})

const field = comparisonField(42, 'YEAR_ON_YEAR')

test.each<[Comparison, string]>([
  [null, 'none'],
  ['MONTH_ON_MONTH', 'MONTH_ON_MONTH'],
  [OWN, '2026-02-02.2026-03-01'],
])('an address says it, and is read back', (comparison, text) => {
  expect(field.write(comparison)).toBe(text)
  expect(field.read(text)).toEqual(comparison)
})

test.each([
  '',
  'WEEK_ON_WEEK',
  '2026-03-01.2026-02-02',
  '2026-02-30.2026-03-01',
  '0001-01-01.0001-01-02',
  '2026-01-01.2026-02-12',
  '2026-02-02.2026-03-01.2026-03-02',
])('what makes no sense, or is too long, says nothing: %s', (text) => {
  expect(field.read(text)).toBeUndefined()
})
