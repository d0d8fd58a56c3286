import fc from 'fast-check'
import { expect } from 'vitest'
import { addDays, CALENDAR, daysIn, type DateRange } from '#contract/date-range.ts'

/** Of a drawn range. */
const DAYS_MAX = 3660

const RUNS = { seed: 20_260_331, numRuns: 300 }

/** Any day of the calendar, the ends and turns of it more often than others. */
export const day = fc.oneof(
  { weight: 3, arbitrary: fc.nat(daysIn(CALENDAR) - 1).map((days) => addDays(CALENDAR.start, days)) },
  fc.constantFrom(CALENDAR.start, '1970-01-31', '1999-12-31', '2000-02-29', '2024-02-29', CALENDAR.end),
)
export const range = fc.tuple(day, fc.nat(DAYS_MAX - 1)).map(([start, days]): DateRange => {
  const end = addDays(start, days)
  return { start, end: end < CALENDAR.end ? end : CALENDAR.end }
})

/** Tries a rule on the same number of drawn values every time. */
export function holds<T>(arbitrary: fc.Arbitrary<T>, rule: (value: T) => void): void {
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
