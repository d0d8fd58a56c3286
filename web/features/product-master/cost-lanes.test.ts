import { expect, test } from 'vitest'
import type { CostPeriod } from '#contract/product-master.ts'
import { barOf, lanesOf, scaleOf } from './cost-lanes.ts'

const period = (marketplace: string, validFrom: string, validTo: string | null = null) =>
  ({ marketplace, validFrom, validTo }) as CostPeriod

test('lanes are by marketplace, all of them first, the newest period first', () => {
  const lanes = lanesOf([
    period('GB', '2025-01-01', '2025-12-31'),
    period('GB', '2026-01-01'),
    period('', '2025-06-01'),
  ])
  expect(
    lanes.map(({ marketplace, periods }) => [marketplace, periods.map(({ validFrom }) => validFrom)]),
  ).toEqual([
    ['', ['2025-06-01']],
    ['GB', ['2026-01-01', '2025-01-01']],
  ])
})

test('a bar lies where its days lie, and is cut where the scale ends', () => {
  const scale = { start: '2026-01-01', days: 100 }
  expect(barOf({ validFrom: '2026-01-11', validTo: '2026-01-20' }, scale)).toEqual({ left: 0.1, width: 0.1 })
  expect(barOf({ validFrom: '2020-01-01', validTo: null }, scale)).toEqual({ left: 0, width: 1 })
  expect(barOf({ validFrom: '2020-01-01', validTo: '2025-12-31' }, scale)).toBeNull()
  expect(barOf({ validFrom: '2027-01-01', validTo: null }, scale)).toBeNull()
})

test('the scale begins with the first period, and no more than two years ago', () => {
  expect(scaleOf([], '2026-03-15').start).toBe('2026-03-01')
  expect(scaleOf([period('', '2025-11-20')], '2026-03-15').start).toBe('2025-11-01')
  expect(scaleOf([period('', '2001-01-01')], '2026-03-15').start).toBe('2024-03-01')
})
