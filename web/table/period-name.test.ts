import { expect, test } from 'vitest'
import { periodName } from './period-name.ts'

test.each([
  ['2026-06-09', '2026-06-09', '2026-06-09'],
  ['2026-06-01', '2026-06-30', '2026-06'],
  ['2024-02-01', '2024-02-29', '2024-02'],
  ['2026-06-01', '2026-06-29', '2026-06-01/2026-06-29'],
  ['2026-01-01', '2026-06-30', '2026-01-01/2026-06-30'],
])('%s to %s is %s', (start, end, name) => {
  expect(periodName(start, end)).toBe(name)
})
