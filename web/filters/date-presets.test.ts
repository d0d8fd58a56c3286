import { expect, test } from 'vitest'
import { DATE_PRESET_IDS, DATE_PRESETS, presetRange } from './date-presets.ts'

const presets = (min: string, today: string, max = today) =>
  Object.fromEntries(
    DATE_PRESET_IDS.map((id) => {
      const { start, end } = presetRange(id, { min, max }, today)
      return [DATE_PRESETS[id], `${start} ${end}`]
    }),
  )

test('days end yesterday, months are full, and dates so far reach to today', () => {
  expect(presets('1970-01-01', '2026-11-19')).toEqual({
    'Last 7 days': '2026-11-12 2026-11-18',
    'Last 30 days': '2026-10-20 2026-11-18',
    'Last 90 days': '2026-08-21 2026-11-18',
    'Last 365 days': '2025-11-19 2026-11-18',
    'Last 3 months': '2026-08-01 2026-10-31',
    'Last 6 months': '2026-05-01 2026-10-31',
    'Last quarter': '2026-07-01 2026-09-30',
    'Year to date': '2026-01-01 2026-11-19',
    'Month to date': '2026-11-01 2026-11-19',
  })
})

test('a month that ends today is full', () => {
  expect(presets('1970-01-01', '2026-11-30')['Last 3 months']).toBe('2026-09-01 2026-11-30')
})

test('a quarter is one of the calendar, and the newest that is over', () => {
  const quarters = ['2026-01-15', '2026-03-30', '2026-03-31', '2026-05-01', '2026-12-31'].map(
    (latest) => presets('1970-01-01', latest)['Last quarter'],
  )
  expect(quarters).toEqual([
    '2025-10-01 2025-12-31',
    '2025-10-01 2025-12-31',
    '2026-01-01 2026-03-31',
    '2026-01-01 2026-03-31',
    '2026-10-01 2026-12-31',
  ])
})

test('nothing begins before the first day that can be chosen', () => {
  expect(presets('2026-10-15', '2026-11-19')['Last 365 days']).toBe('2026-10-15 2026-11-18')
})

test('where everything lies before that day, it alone is chosen', () => {
  expect(presets('2026-11-19', '2026-11-19')['Last 3 months']).toBe('2026-11-19 2026-11-19')
})
