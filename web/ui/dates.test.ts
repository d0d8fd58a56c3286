import { expect, test } from 'vitest'
import { compactRangeText, dayText, filterDateText, monthText, pickerDateText, rangeText } from './dates.ts'

test('every place has its own way to write a day', () => {
  expect(dayText('2026-11-19')).toBe('19 Nov 2026')
  expect(filterDateText('2026-11-19')).toBe('2026/11/19')
  expect(pickerDateText('2026-11-19')).toBe('November 19, 2026')
  expect(pickerDateText('2026-06-01')).toBe('June 01, 2026')
})

test('months have three letters', () => {
  expect(monthText('2026-09-01')).toBe('Sep')
})

test('a range says a year once where one is enough', () => {
  expect(rangeText('2026-05-20', '2026-11-19')).toBe('20 May to 19 Nov 2026')
  expect(rangeText('2025-11-20', '2026-11-19')).toBe('20 Nov 2025 to 19 Nov 2026')
  expect(rangeText('2026-11-19', '2026-11-19')).toBe('19 Nov 2026')
})

test('months stand for their days where a range is cut by the calendar', () => {
  expect(compactRangeText('2026-08-01', '2026-08-31')).toBe('Aug 2026')
  expect(compactRangeText('2026-06-01', '2026-11-19')).toBe('Jun to 19 Nov 2026')
  expect(compactRangeText('2025-11-01', '2026-10-31')).toBe('Nov 2025 to Oct 2026')
  expect(compactRangeText('2026-06-05', '2026-06-30')).toBe('5 Jun to 30 Jun 2026')
})
