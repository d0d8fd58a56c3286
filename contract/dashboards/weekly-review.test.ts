import { describe, expect, test } from 'vitest'
import { daysIn, isoWeek } from '../date-range.ts'
import { intervalOf, intervalsAllowed, lastWeekBy, reviewWeeks, sixTwelvePeriods } from './weekly-review.ts'

describe('PUB-14: intervals and weeks', () => {
  test.each([
    ['2025-03-01', '2025-03-29', 29, ['DAILY', 'WEEKLY', 'MONTHLY'], 'DAILY'],
    ['2025-03-01', '2025-03-30', 30, ['WEEKLY', 'MONTHLY'], 'WEEKLY'],
    ['2025-01-01', '2025-03-30', 89, ['WEEKLY', 'MONTHLY'], 'WEEKLY'],
    ['2025-01-01', '2025-03-31', 90, ['MONTHLY'], 'MONTHLY'],
  ])('%s to %s', (start, end, days, allowed, byItself) => {
    const range = { start, end }
    expect([daysIn(range), intervalsAllowed(range), intervalOf(range, null)]).toEqual([
      days,
      allowed,
      byItself,
    ])
  })

  test('what a range does not allow gives way', () => {
    const [month, quarter] = [
      { start: '2025-03-01', end: '2025-03-30' },
      { start: '2025-01-01', end: '2025-03-31' },
    ]
    expect(intervalOf(month, 'MONTHLY')).toBe('MONTHLY')
    expect(intervalOf(month, 'DAILY')).toBe('WEEKLY')
    expect(intervalOf(quarter, 'WEEKLY')).toBe('MONTHLY')
  })

  test.each([
    ['2025-03-02', '2025-W09'],
    ['2025-03-03', '2025-W10'],
    ['2024-12-30', '2025-W01'],
  ])('%s lies in %s', (day, week) => expect(isoWeek(day)).toBe(week))
})

describe('the periods of a review', () => {
  test('a week is whole once its Sunday is over', () => {
    // 15 November 2026 is a Sunday.
    expect(lastWeekBy('2026-11-15')).toEqual({ start: '2026-11-09', end: '2026-11-15' })
    expect(lastWeekBy('2026-11-14')).toEqual({ start: '2026-11-02', end: '2026-11-08' })
    expect(reviewWeeks('2026-11-19')).toEqual({ start: '2026-10-05', end: '2026-11-15' })
  })

  test('weeks are compared 364 days back, months and what is to date by the calendar', () => {
    const { weeks, months, toDate } = sixTwelvePeriods({ start: '2026-11-09', end: '2026-11-15' })
    expect(weeks.map(({ period }) => isoWeek(period.start).slice(6))).toEqual([
      '41',
      '42',
      '43',
      '44',
      '45',
      '46',
    ])
    expect(weeks.at(-1)!.yearAgo).toEqual({ start: '2025-11-10', end: '2025-11-16' })
    expect([months[0]!.period.start, months.at(-1)!.period]).toEqual([
      '2025-11-01',
      { start: '2026-10-01', end: '2026-10-31' },
    ])
    expect(months.at(-1)!.yearAgo).toEqual({ start: '2025-10-01', end: '2025-10-31' })
    expect(toDate).toEqual({
      monthToDate: {
        period: { start: '2026-11-01', end: '2026-11-15' },
        yearAgo: { start: '2025-11-01', end: '2025-11-15' },
      },
      quarterToDate: {
        period: { start: '2026-10-01', end: '2026-11-15' },
        yearAgo: { start: '2025-10-01', end: '2025-11-15' },
      },
      yearToDate: {
        period: { start: '2026-01-01', end: '2026-11-15' },
        yearAgo: { start: '2025-01-01', end: '2025-11-15' },
      },
    })
  })

  test('a week that ends with its month is after the whole of it; February is compared with the whole February', () => {
    // 31 May 2026 is a Sunday.
    const { months } = sixTwelvePeriods({ start: '2026-05-25', end: '2026-05-31' })
    expect(months.at(-1)!.period).toEqual({ start: '2026-05-01', end: '2026-05-31' })
    const ofLeapYear = sixTwelvePeriods({ start: '2025-03-03', end: '2025-03-09' }).months.at(-1)!
    expect(ofLeapYear).toEqual({
      period: { start: '2025-02-01', end: '2025-02-28' },
      yearAgo: { start: '2024-02-01', end: '2024-02-29' },
    })
  })
})
