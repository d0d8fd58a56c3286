import { describe, expect, test } from 'vitest'
import { addMonths, daysIn } from '#contract/date-range.ts'
import {
  ALL_IN_ONE_DATES,
  lastDaysOf,
  monthsNearest,
  rangeToOffer,
  monthsTo,
  ORDER_DATES,
  settledRange,
} from './date-rules.ts'

const window = { start: '2026-01-10', end: '2026-11-19' }
const context = { today: '2026-11-20', window }
const allInOne = (start?: string, end?: string) => settledRange({ start, end }, ALL_IN_ONE_DATES, context)
const order = (start?: string, end?: string, within = window) =>
  settledRange({ start, end }, ORDER_DATES, { ...context, window: within })

test('the end of a range', () => {
  expect(lastDaysOf({ start: '2026-01-01', end: '2026-03-31' }, 30)).toEqual({
    start: '2026-03-02',
    end: '2026-03-31',
  })
  expect(lastDaysOf({ start: '2026-03-30', end: '2026-03-31' }, 30).start).toBe('2026-03-30')
  expect(monthsTo('2026-11-19', 6)).toEqual({ start: '2026-06-01', end: '2026-11-19' })
})

describe('all in one', () => {
  const lastDays = { start: '2026-10-21', end: '2026-11-19' }

  test('a missing range is the last 30 days of the data, and that is said', () => {
    expect(daysIn(lastDays)).toBe(30)
    expect(allInOne()).toEqual({
      range: lastDays,
      notice: { text: 'Selecting default date range for dashboard.', appearance: 'informative' },
    })
    expect(allInOne('2026-05-01')).toEqual(allInOne())
    expect(allInOne('2026-05-02', '2026-05-01')).toEqual(allInOne())
  })

  test('a range outside of the data is reset with a warning', () => {
    const reset = {
      range: lastDays,
      notice: {
        text: 'Date range outside of available data. Selecting default date range.',
        appearance: 'warning',
      },
    }
    expect(allInOne('2026-01-09', '2026-02-01')).toEqual(reset)
    expect(allInOne('2026-11-01', '2026-11-20')).toEqual(reset)
  })

  test('a range within them holds, and 185 days are the most', () => {
    const range = { start: '2026-02-01', end: '2026-08-04' }
    expect(daysIn(range)).toBe(185)
    expect(allInOne(range.start, range.end)).toEqual({ range, notice: null })
    expect(allInOne('2026-01-31', range.end)).toEqual({
      range,
      notice: { text: 'Max days exceeded. Showing last 185 days.', appearance: 'warning' },
    })
  })
})

describe('order statement', () => {
  const said = { text: 'Selecting default date range for dashboard.', appearance: 'informative' }

  test('a month in progress is shown with the one before it, cut to 42 days', () => {
    expect(order()).toEqual({ range: { start: '2026-10-09', end: '2026-11-19' }, notice: said })
    expect(daysIn(order().range)).toBe(42)
    expect(order(undefined, undefined, { start: '2026-01-10', end: '2026-11-05' }).range).toEqual({
      start: '2026-10-01',
      end: '2026-11-05',
    })
  })

  test('a full month is shown alone', () => {
    expect(order(undefined, undefined, { start: '2026-01-10', end: '2026-10-31' }).range).toEqual({
      start: '2026-10-01',
      end: '2026-10-31',
    })
  })

  test('it begins no earlier than the data', () => {
    expect(order(undefined, undefined, { start: '2026-11-03', end: '2026-11-19' }).range.start).toBe(
      '2026-11-03',
    )
  })

  test('a range outside of the data says the same', () => {
    expect(order('2025-01-01', '2025-01-31')).toEqual(order())
    expect(order('2026-10-01', '2026-10-31').notice).toBe(null)
  })
})

test('a dashboard may shorten without a word', () => {
  const rules = { daysMax: 7, defaultRange: () => window, isQuiet: true }
  expect(settledRange({ start: '2026-01-01', end: '2026-01-31' }, rules, context)).toEqual({
    range: { start: '2026-01-25', end: '2026-01-31' },
    notice: null,
  })
})

test('days that cannot be chosen are in no range that an address asks for', () => {
  const rules = { daysMax: 3660, defaultRange: () => window }
  const shown = (start: string, end: string, monthsAhead = 0) =>
    settledRange({ start, end }, { ...rules, monthsAhead }, context).range
  const { today } = context
  expect(shown('2026-01-01', '2030-12-31')).toEqual({ start: '2026-01-01', end: today })
  expect(shown('2026-01-01', '2030-12-31', 1)).toEqual({ start: '2026-01-01', end: addMonths(today, 1) })
  expect(shown('2030-01-01', '2030-12-31')).toEqual(window)
})

const coveredDays = { start: '2025-01-03', end: '2026-11-19' }

test('before the data, the first six months are nearest', () => {
  expect(monthsNearest({ start: '2020-01-01', end: '2020-03-31' }, coveredDays)).toEqual({
    start: '2025-01-01',
    end: '2025-06-30',
  })
})

test('after the data, and within it, the last six are', () => {
  const last = { start: '2026-06-01', end: '2026-11-19' }
  expect(monthsNearest({ start: '2026-12-01', end: '2026-12-31' }, coveredDays)).toEqual(last)
  expect(monthsNearest({ start: '2026-03-03', end: '2026-03-17' }, coveredDays)).toEqual(last)
})

test('what is offered after a range without data shows days that it has not', () => {
  const offered = (start: string, end: string, daysMax = 1_000) =>
    rangeToOffer({ start, end }, coveredDays, daysMax)
  expect(offered('2026-12-01', '2026-12-31')).toEqual({ start: '2026-06-01', end: '2026-11-19' })
  expect(offered('2026-06-01', '2026-11-19')).toEqual(coveredDays)
  expect(offered('2025-01-03', '2026-11-19')).toBeNull()
  expect(offered('2026-10-09', '2026-11-19', 42)).toBeNull()
})

test('no more is offered than there is', () => {
  expect(
    monthsNearest({ start: '2020-01-01', end: '2020-03-31' }, { start: '2025-01-03', end: '2025-02-10' }),
  ).toEqual({ start: '2025-01-01', end: '2025-02-10' })
})
