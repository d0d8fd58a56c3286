import { expect, test } from 'vitest'
import { parseDecimal, toText } from '../decimal.ts'
import { forecastMonth, projectedMonth } from './forecast.ts'

const decimal = parseDecimal
const text = (value: bigint | null) => (value === null ? null : toText(value))
const project = (recentDays: number) =>
  text(projectedMonth({ toDate: decimal('1000'), daysLeft: 10, recent: decimal('2800'), recentDays }))

test('a month in progress is what it has and a mean day for each that is left', () => {
  expect(project(28)).toBe('2000')
  // Only covered days are in the mean.
  expect(project(14)).toBe('3000')
  expect(project(13)).toBeNull()
})

const forecast = (lastThree: string | null, sameMonth: string | null, sameThree: string | null) => {
  const known = (value: string | null) => (value === null ? null : decimal(value))
  return text(
    forecastMonth({
      lastThree: known(lastThree),
      sameMonth: known(sameMonth),
      sameThree: known(sameThree),
    }),
  )
}

test('a month to come is that of the year before, grown as the last three were', () => {
  expect(forecast('3300', '500', '3000')).toBe('550')
  // At least half of it, at most twice.
  expect(forecast('300', '500', '3000')).toBe('250')
  expect(forecast('30000', '500', '3000')).toBe('1000')
})

test('without the year before it is the mean of the last three, and without those nothing', () => {
  expect(forecast('3300', null, null)).toBe('1100')
  expect(forecast('3300', '500', '0')).toBe('1100')
  expect(forecast('3300', null, '3000')).toBe('1100')
  expect(forecast(null, '500', '3000')).toBeNull()
})
