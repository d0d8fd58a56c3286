import { expect, test } from 'vitest'
import { positionOf, scaleExtent, scaleTicks } from './date-scale.ts'

const extent = scaleExtent([{ start: '2026-06-01', end: '2026-11-19' }], '2026-11-20')

test('a scale begins with a year and ends a little after today', () => {
  expect(extent).toEqual({ start: '2025-01-01', end: '2027-01-15' })
})

test('the first day stands at the start', () => {
  expect(positionOf('2025-01-01', extent)).toBe(0)
  expect(positionOf('2026-01-01', extent)).toBeCloseTo(0.49, 2)
})

test('quarters are named, years in full', () => {
  const labels = scaleTicks(extent).flatMap(({ label }) => label ?? [])
  expect(labels).toEqual(['2025', 'Apr', 'Jul', 'Oct', '2026', 'Apr', 'Jul', 'Oct', '2027'])
})

test('a long scale leaves out what would blur', () => {
  const ticks = scaleTicks({ start: '2016-01-01', end: '2027-01-31' })
  expect(ticks.some(({ kind }) => kind === 'week')).toBe(false)
  expect(ticks.filter(({ label }) => label).length).toBeLessThanOrEqual(16)
})
