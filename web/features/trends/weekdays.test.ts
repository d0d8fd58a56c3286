import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysIn } from '#contract/date-range.ts'
import { parseDecimal, toText } from '#contract/decimal.ts'
import { casesOf, printedSeed } from '#test/support/drawn-cases.ts'
import { heatEdges, heatStepOf, mappedDays, weekdayMap, WEEKS_MAX, type DayValue } from './weekdays.ts'

const valued = (start: string, values: readonly (string | null)[]): DayValue[] =>
  values.map((value, index) => ({ day: addDays(start, index), value }))

describe('the map', () => {
  test('has Monday first and weeks by their number, cut ones too', () => {
    // From a Saturday over New Year to a Tuesday.
    const { weeks, weekdays } = weekdayMap(valued('2026-12-26', Array(11).fill('1')))
    expect(weeks).toEqual([
      { monday: '2026-12-21', number: 52 },
      { monday: '2026-12-28', number: 53 },
      { monday: '2027-01-04', number: 1 },
    ])
    expect(weekdays.map(({ days }) => days.map((day) => day?.day ?? null))).toEqual([
      [null, '2026-12-28', '2027-01-04'],
      [null, '2026-12-29', '2027-01-05'],
      [null, '2026-12-30', null],
      [null, '2026-12-31', null],
      [null, '2027-01-01', null],
      ['2026-12-26', '2027-01-02', null],
      ['2026-12-27', '2027-01-03', null],
    ])
  })

  test('a mean is of the days that have a value, exactly', () => {
    // Mondays of 0.1, 0.2, none and 0.3; a Tuesday without anything known.
    const { weekdays } = weekdayMap([
      { day: '2026-06-01', value: '0.1' },
      { day: '2026-06-02', value: null },
      { day: '2026-06-08', value: '0.2' },
      { day: '2026-06-15', value: null },
      { day: '2026-06-22', value: '0.3' },
    ])
    expect(weekdays.map(({ mean }) => mean)).toEqual(['0.2', null, null, null, null, null, null])
  })

  test('of no days is empty', () => {
    expect(weekdayMap([]).weeks).toEqual([])
  })

  test('holds every day of any range once, and its means are of its columns', () => {
    const value = fc.option(fc.integer({ min: 0, max: 99_999 }), { freq: 4 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        fc.array(value, { minLength: 1, maxLength: 730 }),
        (offset, values) => {
          const start = addDays('2024-01-01', offset)
          const range = mappedDays({ start, end: addDays(start, values.length - 1) })
          const days = valued(
            start,
            values.map((cents) => (cents === null ? null : toText(BigInt(cents) * 10_000_000_000n))),
          ).filter(({ day }) => day >= range.start)
          const { weeks, weekdays } = weekdayMap(days)
          expect(weeks.length).toBeLessThanOrEqual(WEEKS_MAX)
          const placed = weeks.flatMap((_, week) => weekdays.flatMap((weekday) => weekday.days[week] ?? []))
          expect(placed).toEqual(days)
          expect(placed).toHaveLength(daysIn(range))
          for (const { days: column, mean } of weekdays) {
            const known = column.flatMap((day) => (day?.value == null ? [] : [parseDecimal(day.value)]))
            const sum = known.reduce((all, one) => all + one, 0n)
            expect(mean).toBe(known.length === 0 ? null : toText(sum / BigInt(known.length)))
          }
        },
      ),
      { seed: printedSeed(), numRuns: casesOf(200, 5_000) },
    )
  })
})

describe('steps', () => {
  test('have about as many days each, and never the fifth', () => {
    const values = Array.from({ length: 12 }, (_, index) => String((index + 1) * (index + 1)))
    const edges = heatEdges(values)
    expect(edges).toEqual([9, 25, 49, 81, 121])
    expect(values.map((value) => heatStepOf(Number(value), edges))).toEqual([
      1, 1, 2, 2, 3, 3, 4, 4, 6, 6, 7, 7,
    ])
  })

  test('equal days have the same, and all equal ones the first', () => {
    expect(heatEdges(['4', '4', '4'])).toEqual([])
    expect(heatStepOf(4, [])).toBe(1)
    const edges = heatEdges(['0', '0', '0', '0', '9'])
    expect([0, 9].map((value) => heatStepOf(value, edges))).toEqual([1, 2])
    expect(heatEdges([])).toEqual([])
  })

  test('a larger day never has a lower one', () => {
    const few = fc.integer({ min: 0, max: 5 })
    const many = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(fc.array(fc.oneof(few, many), { minLength: 1, maxLength: 182 }), (values) => {
        const edges = heatEdges(values.map(String))
        const steps = values.toSorted((a, b) => a - b).map((value) => heatStepOf(value, edges))
        expect(steps).toEqual(steps.toSorted((a, b) => a - b))
        expect(steps[0]).toBe(1)
      }),
      { seed: printedSeed(), numRuns: casesOf(200, 5_000) },
    )
  })
})
