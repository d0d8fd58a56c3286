import { expect, test } from 'vitest'
import { extentOf } from './covered-days.ts'

test('one scale holds the days of all sources', () => {
  expect(
    extentOf([
      { ranges: [{ start: '2026-02-01', end: '2026-02-28' }] },
      { ranges: [] },
      { ranges: [{ start: '2025-12-01', end: '2026-01-15' }] },
    ]),
  ).toEqual({ start: '2025-12-01', end: '2026-02-28' })
})

test('sources without days have no scale', () => {
  expect(extentOf([{ ranges: [] }])).toBeNull()
})
