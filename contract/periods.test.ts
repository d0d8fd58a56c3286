import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day, holds, range } from '#test/support/arbitrary-dates.ts'
import { addDays, CALENDAR, daysIn } from './date-range.ts'
import {
  bucketsOf,
  comparisonBucket,
  comparisonRange,
  DATE_INTERVALS,
  GROWTH_TYPES,
  summaryRanges,
  planPeriods,
  type PeriodQuestion,
} from './periods.ts'

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

test('the last days that a date can name have columns, too', () => {
  for (const interval of DATE_INTERVALS)
    for (const last of ['1970-01-01', '2100-12-31', '9999-12-31'])
      expect(bucketsOf({ start: last, end: last }, interval)).toMatchObject([{ start: last }])
  expect(bucketsOf(CALENDAR, 'MONTHLY').length).toBe(131 * 12)
})

const QUESTION: PeriodQuestion = {
  range: { start: '2026-01-01', end: '2026-05-31' },
  dateInterval: 'MONTHLY',
  growthType: 'MONTH_ON_MONTH',
  dateOrder: 'ASC',
  summaries: [],
}
const compared = (question: Partial<PeriodQuestion>) =>
  planPeriods({ ...QUESTION, ...question }, '2026-11-20').map(({ column, period, comparison }) =>
    [column, period.start, period.end, comparison?.start ?? '-', comparison?.end ?? '-'].join(' '),
  )

test('a week is compared with the week before it, or with that of 364 days earlier', () => {
  const week = { range: { start: '2026-10-05', end: '2026-10-11' }, dateInterval: 'WEEKLY' } as const
  expect(compared(week)).toEqual(['bucket 2026-10-05 2026-10-11 2026-09-28 2026-10-04'])
  expect(compared({ ...week, growthType: 'YEAR_ON_YEAR' })).toEqual([
    'bucket 2026-10-05 2026-10-11 2025-10-06 2025-10-12',
  ])
})

test('a last summary is compared with its prior one, and no other is compared', () => {
  expect(
    compared({ dateInterval: 'DEFAULT', summaries: ['total', 'lastYearToDate', 'priorYearToDate'] }),
  ).toEqual([
    'bucket 2026-01-01 2026-05-31 2025-08-01 2025-12-31',
    'total 2026-01-01 2026-05-31 - -',
    'lastYearToDate 2026-01-01 2026-05-31 2025-01-01 2025-05-31',
    'priorYearToDate 2025-01-01 2025-05-31 - -',
  ])
})

test('a year is compared year on year whatever is asked, and the newest first turns the buckets alone', () => {
  const found = compared({
    range: { start: '2025-06-01', end: '2026-05-31' },
    dateOrder: 'DESC',
    summaries: ['total'],
  })
  expect(found).toHaveLength(13)
  expect(found[0]).toBe('bucket 2026-05-01 2026-05-31 2025-05-01 2025-05-31')
  expect(found.at(-1)).toBe('total 2025-06-01 2026-05-31 - -')
})

test('the last two weeks are provisional, and cut buckets say so', () => {
  const plan = planPeriods({ ...QUESTION, range: { start: '2026-09-15', end: '2026-11-06' } }, '2026-11-20')
  expect(plan.map(({ partial, provisional }) => ({ partial, provisional }))).toEqual([
    { partial: true, provisional: false },
    { partial: false, provisional: false },
    { partial: true, provisional: true },
  ])
})
