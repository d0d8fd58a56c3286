import { expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import { bucketsOf } from '#contract/periods.ts'
import { categories } from './chart-series.ts'
import { centreOf, indexAt, periodText, periodTicks, todayAt } from './period-axis.ts'

const weeks = bucketsOf({ start: '2026-05-18', end: '2027-01-17' }, 'WEEKLY')
const months = bucketsOf({ start: '2025-12-01', end: '2026-11-30' }, 'MONTHLY')
const days = Array.from({ length: 30 }, (_, index) => {
  const day = addDays('2026-11-01', index)
  return { start: day, end: day }
})
const names = (ticks: { label?: string }[]) => ticks.flatMap(({ label }) => label ?? [])

test('weeks are short ticks, months long ones with a name', () => {
  const ticks = periodTicks(weeks, 'week', 1_067)
  expect(ticks).toHaveLength(weeks.length)
  expect(names(ticks)).toEqual(['May 2026', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan 2027'])
  expect(ticks.find(({ label }) => label === 'Jun')).toEqual({ index: 2, isLong: true, label: 'Jun' })
})

test('a first month with too little room gives its name away', () => {
  const late = bucketsOf({ start: '2026-05-25', end: '2026-09-20' }, 'WEEKLY')
  expect(names(periodTicks(late, 'week', 400))).toEqual(['Jun 2026', 'Jul', 'Aug', 'Sep'])
})

test('months are named as far as there is room', () => {
  expect(names(periodTicks(months, 'month', 800))).toHaveLength(12)
  expect(names(periodTicks(months, 'month', 330))).toEqual([
    'Dec 2025',
    'Feb 2026',
    'Apr',
    'Jun',
    'Aug',
    'Oct',
  ])
  expect(names(periodTicks(months, 'month', 200))).toEqual(['Dec 2025', 'Mar 2026', 'Jun', 'Sep'])
})

test('days are named in fives', () => {
  expect(names(periodTicks(days, 'day', 700))).toEqual(['1 Nov', '5', '10', '15', '20', '25', '30'])
  expect(periodTicks(days, 'day', 700)).toHaveLength(30)
})

test('a first day gives its name to the month that begins close behind it', () => {
  const late = Array.from({ length: 30 }, (_, index) => {
    const day = addDays('2026-10-30', index)
    return { start: day, end: day }
  })
  expect(names(periodTicks(late, 'day', 460))).toEqual(['1 Nov', '5', '10', '15', '20', '25'])
  expect(periodTicks(late, 'day', 460)[0]).toEqual({ index: 0, isLong: true })
  expect(names(periodTicks(late, 'day', 900)).slice(0, 3)).toEqual(['30 Oct', '1 Nov', '5'])
})

test('among many days Mondays have ticks', () => {
  const many = Array.from({ length: 120 }, (_, index) => {
    const day = addDays('2026-06-01', index)
    return { start: day, end: day }
  })
  const ticks = periodTicks(many, 'day', 900)
  expect(names(ticks)).toEqual(['Jun 2026', 'Jul', 'Aug', 'Sep'])
  expect(ticks.length).toBeLessThan(24)
})

test('a point lies in the column of its period', () => {
  expect(centreOf(0, 4, 400)).toBe(50)
  expect(indexAt(99, 4, 400)).toBe(0)
  expect(indexAt(100, 4, 400)).toBe(1)
  expect(indexAt(-5, 4, 400)).toBe(0)
  expect(indexAt(900, 4, 400)).toBe(3)
  // Before there are any, the pointer may be there all the same.
  expect(indexAt(99, 0, 400)).toBe(0)
})

test('today stands within its period', () => {
  expect(todayAt(days, '2026-11-20')).toBe(19.5)
  expect(todayAt(weeks, '2026-11-20')).toBeCloseTo(26 + 4.5 / 7)
  expect(todayAt(weeks, '2027-03-01')).toBeNull()
})

test('a period is told by its dates', () => {
  expect(periodText(days[0]!, 'day')).toBe('1 Nov 2026')
  expect(periodText(months[0]!, 'month')).toBe('Dec 2025')
  expect(periodText(weeks[7]!, 'week')).toBe('6 Jul to 12 Jul 2026')
})

test('what is no time has its names as far as they do not touch', () => {
  const hours = categories(Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`))
  expect(names(periodTicks(hours, 'category', 1_200))).toHaveLength(24)
  expect(names(periodTicks(hours, 'category', 300))).toEqual([
    '00:00',
    '04:00',
    '08:00',
    '12:00',
    '16:00',
    '20:00',
  ])
  expect(periodTicks(hours, 'category', 300)).toHaveLength(24)
  expect(periodText(hours[13]!, 'category')).toBe('13:00')
})

test('a category can be unfinished', () => {
  expect(
    categories(['a', 'b'], (index) => (index === 1 ? 'partial' : undefined)).map(({ state }) => state),
  ).toEqual([undefined, 'partial'])
})
