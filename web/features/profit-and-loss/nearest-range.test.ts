import { expect, test } from 'vitest'
import { nearestRange } from './nearest-range.ts'

const covered = { start: '2025-01-03', end: '2026-11-19' }

test('before the data, the first six months are nearest', () => {
  expect(nearestRange({ start: '2020-01-01', end: '2020-03-31' }, covered)).toEqual({
    start: '2025-01-01',
    end: '2025-06-30',
  })
})

test('after the data, and within it, the last six are', () => {
  const last = { start: '2026-06-01', end: '2026-11-19' }
  expect(nearestRange({ start: '2026-12-01', end: '2026-12-31' }, covered)).toEqual(last)
  expect(nearestRange({ start: '2026-03-03', end: '2026-03-17' }, covered)).toEqual(last)
})

test('no more is offered than there is', () => {
  expect(
    nearestRange({ start: '2020-01-01', end: '2020-03-31' }, { start: '2025-01-03', end: '2025-02-10' }),
  ).toEqual({ start: '2025-01-01', end: '2025-02-10' })
})
