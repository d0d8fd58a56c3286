import { expect, test } from 'vitest'
import { day, holds, range } from '#test/support/arbitrary-dates.ts'
import {
  addDays,
  addMonths,
  CALENDAR,
  daysIn,
  daysOf,
  endOfMonth,
  isDay,
  isoWeek,
  monthsIn,
  monthsOf,
  startOfMonth,
  startOfWeek,
  weekNumber,
} from './date-range.ts'
import { AnsweredDate, AsOf, IsoDate, Moment } from './fields.ts'

test('a range that ends before it starts has no days and no months', () => {
  const backwards = { start: '2026-03-31', end: '2026-01-01' }
  expect([daysOf(backwards), monthsOf(backwards)]).toEqual([[], []])
})

test('days and months of a range are as many as it has', () => {
  holds(range, (whole) => {
    const months = monthsOf(whole)
    expect(months.length).toBe(monthsIn(whole))
    expect([months[0], months.at(-1)]).toEqual([startOfMonth(whole.start), startOfMonth(whole.end)])
  })
  expect(daysOf(CALENDAR).length).toBe(47_847)
  expect(daysOf({ start: '2026-01-01', end: '2026-01-15' }, 7)).toEqual([
    '2026-01-01',
    '2026-01-08',
    '2026-01-15',
  ])
})

test('a day lies in its week and in its month', () => {
  holds(day, (one) => {
    expect(daysIn({ start: startOfWeek(one), end: one })).toBeLessThanOrEqual(7)
    expect(new Date(startOfWeek(one)).getUTCDay()).toBe(1)
    expect(isoWeek(one)).toBe(isoWeek(startOfWeek(one)))
    expect(startOfMonth(one) <= one && one <= endOfMonth(one)).toBe(true)
    expect(addDays(endOfMonth(one), 1)).toBe(addMonths(startOfMonth(one), 1))
  })
})

test('a date of an input is a day of the calendar', () => {
  holds(day, (one) => expect(IsoDate.safeParse(one).success && isDay(one)).toBe(true))
  const others = [
    '1969-12-31',
    '2101-01-01',
    '9999-12-31',
    '0000-01-01',
    '2026-02-29',
    '2026-1-1',
    '',
    '+010000-01',
  ]
  for (const other of others)
    expect([other, IsoDate.safeParse(other).success, isDay(other)]).toEqual([other, false, false])
  // An answer may look back beyond it.
  expect(AnsweredDate.safeParse('1969-12-31').success).toBe(true)
})

test('a moment lies in the calendar as well, and numbers of versions do not count as moments', () => {
  for (const moment of ['2026-03-31T12:00:00Z', '1970-01-01T00:00:00+14:00', '2101-01-01T00:00:00-12:00'])
    expect(Moment.safeParse(moment).success).toBe(true)
  for (const text of ['not a date', '2026-03-31', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '7'])
    expect([text, AsOf.safeParse(text).success]).toEqual([text, false])
  expect(AsOf.safeParse(7).success).toBe(true)
  expect(AsOf.safeParse(-1).success).toBe(false)
  expect(AsOf.safeParse(1e300).success).toBe(false)
})

test('weeks are counted as ISO does, over the end of a year of 53', () => {
  expect(['2020-12-31', '2021-01-03', '2021-01-04', '2026-11-15', '2027-01-01'].map(weekNumber)).toEqual([
    53, 53, 1, 46, 53,
  ])
})
