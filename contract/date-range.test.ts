import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  bucketsOf,
  CALENDAR,
  comparisonBucket,
  comparisonRange,
  DATE_INTERVALS,
  daysIn,
  daysOf,
  endOfMonth,
  GROWTH_TYPES,
  isDay,
  isoWeek,
  monthsIn,
  monthsOf,
  PNL_DAYS_MAX,
  startOfMonth,
  startOfWeek,
  summaryRanges,
  type DateRange,
} from './date-range.ts'
import { AnsweredDate, AsOf, IsoDate, Moment } from './fields.ts'

const RUNS = { seed: 20_260_331, numRuns: 300 }

/** Any day of the calendar, the ends and turns of it more often than others. */
const day = fc.oneof(
  { weight: 3, arbitrary: fc.nat(daysIn(CALENDAR) - 1).map((days) => addDays(CALENDAR.start, days)) },
  fc.constantFrom(CALENDAR.start, '1970-01-31', '1999-12-31', '2000-02-29', '2024-02-29', CALENDAR.end),
)
const range = fc.tuple(day, fc.nat(PNL_DAYS_MAX - 1)).map(([start, days]): DateRange => {
  const end = addDays(start, days)
  return { start, end: end < CALENDAR.end ? end : CALENDAR.end }
})

function holds<T>(arbitrary: fc.Arbitrary<T>, rule: (value: T) => void): void {
  let runs = 0
  fc.assert(
    fc.property(arbitrary, (value) => {
      runs++
      rule(value)
    }),
    RUNS,
  )
  expect(runs).toBe(RUNS.numRuns)
}

test('columns follow one another from the first day of a range to its last', () => {
  holds(fc.tuple(range, fc.constantFrom(...DATE_INTERVALS)), ([whole, interval]) => {
    const buckets = bucketsOf(whole, interval)
    expect(buckets[0]!.start).toBe(whole.start)
    expect(buckets.at(-1)!.end).toBe(whole.end)
    expect(buckets.reduce((days, bucket) => days + daysIn(bucket), 0)).toBe(daysIn(whole))
    expect(buckets.every(({ start, end }) => start <= end)).toBe(true)
    expect(buckets.slice(1).map(({ start }) => start)).toEqual(
      buckets.slice(0, -1).map(({ end }) => addDays(end, 1)),
    )
    const cut = buckets.filter(({ partial }) => partial)
    expect(cut.every((bucket) => bucket === buckets[0] || bucket === buckets.at(-1))).toBe(true)
  })
})

test('the last days that a date can name have columns, too', () => {
  for (const interval of DATE_INTERVALS)
    for (const last of ['1970-01-01', '2100-12-31', '9999-12-31'])
      expect(bucketsOf({ start: last, end: last }, interval)).toMatchObject([{ start: last }])
  expect(bucketsOf(CALENDAR, 'MONTHLY').length).toBe(131 * 12)
})

test('a range that ends before it starts has no days and no months', () => {
  const backwards = { start: '2026-03-31', end: '2026-01-01' }
  expect([daysOf(backwards), monthsOf(backwards), bucketsOf(backwards, 'WEEKLY')]).toEqual([[], [], []])
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

test('what a range is compared with is earlier, and in order', () => {
  holds(fc.tuple(range, fc.constantFrom(...GROWTH_TYPES), fc.constantFrom(...DATE_INTERVALS)), (drawn) => {
    const [whole, growth, interval] = drawn
    const compared = [comparisonRange(whole, growth), comparisonBucket(whole, interval, growth)]
    for (const { start, end } of compared) {
      expect(start <= end).toBe(true)
      expect(end < whole.end).toBe(true)
    }
  })
})

test('summaries are ranges that do not end after what they sum up', () => {
  holds(fc.tuple(range, day), ([whole, yesterday]) => {
    const { total, ...summaries } = summaryRanges(whole, yesterday)
    expect(total).toEqual(whole)
    for (const { start, end } of Object.values(summaries)) {
      expect(start <= end).toBe(true)
      expect(end <= whole.end).toBe(true)
    }
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
