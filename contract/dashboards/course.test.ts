import { expect, test } from 'vitest'
import { courseComparison, coursePeriods, periodsBeside } from './course.ts'

const dayOf = (date: string) => ({ start: date, end: date })

test('a day is compared with the day before, on the first and the last of a month too', () => {
  for (const [day, before] of [
    ['2026-03-01', '2026-02-28'],
    ['2026-03-31', '2026-03-30'],
    ['2026-04-01', '2026-03-31'],
    ['2026-01-01', '2025-12-31'],
    ['2026-03-18', '2026-03-17'],
  ] as const)
    expect(courseComparison(dayOf(day), 'DAILY', 'MONTH_ON_MONTH')).toEqual(dayOf(before))
})

test('a day of a course is compared with its weekday of the year before (WEEK-4)', () => {
  // Both are Sundays.
  expect(courseComparison(dayOf('2026-03-01'), 'DAILY', 'YEAR_ON_YEAR')).toEqual(dayOf('2025-03-02'))
})

test('weeks are compared by their weekdays too, months by the calendar', () => {
  const week = { start: '2026-03-02', end: '2026-03-08' }
  const march = { start: '2026-03-01', end: '2026-03-31' }
  expect(courseComparison(week, 'WEEKLY', 'MONTH_ON_MONTH')).toEqual({
    start: '2026-02-23',
    end: '2026-03-01',
  })
  expect(courseComparison(week, 'WEEKLY', 'YEAR_ON_YEAR')).toEqual({ start: '2025-03-03', end: '2025-03-09' })
  expect(courseComparison(march, 'MONTHLY', 'MONTH_ON_MONTH')).toEqual({
    start: '2026-02-01',
    end: '2026-02-28',
  })
  expect(courseComparison(march, 'MONTHLY', 'YEAR_ON_YEAR')).toEqual({
    start: '2025-03-01',
    end: '2025-03-31',
  })
})

test('a whole month stands beside a whole month, and a cut one beside as many days', () => {
  const beside = (range: [string, string], other: [string, string]) => {
    const asRange = ([start, end]: [string, string]) => ({ start, end })
    return periodsBeside(coursePeriods(asRange(range), 'MONTHLY'), asRange(other)).map(
      (found) => found && `${found.start} ${found.end}`,
    )
  }
  // Of 31 and 30 days and ten more, against those of a leap year: 31, 29 and ten.
  expect(beside(['2026-03-01', '2026-05-10'], ['2024-01-01', '2024-03-10'])).toEqual([
    '2024-01-01 2024-01-31',
    '2024-02-01 2024-02-29',
    '2024-03-01 2024-03-10',
  ])
  // No month begins with the other days, or they end before it does.
  expect(beside(['2026-02-01', '2026-03-31'], ['2025-12-04', '2026-01-31'])).toEqual([
    '2025-12-04 2025-12-31',
    '2026-01-01 2026-01-31',
  ])
  expect(beside(['2026-04-01', '2026-05-31'], ['2026-01-31', '2026-03-31'])).toEqual([
    '2026-01-31 2026-03-01',
    null,
  ])
  expect(beside(['2026-03-01', '2026-04-15'], ['2026-02-01', '2026-02-20'])).toEqual([null, null])
})
