import { expect, test } from 'vitest'
import { fittingCount } from './fitting.ts'

test('filters keep their place as long as there is room', () => {
  expect(fittingCount([100, 50, 200], 6, 368)).toBe(3)
  expect(fittingCount([100, 50, 200], 6, 367)).toBe(2)
  expect(fittingCount([100, 50, 200], 6, 162)).toBe(2)
  expect(fittingCount([100, 50, 200], 6, 50)).toBe(0)
  expect(fittingCount([], 6, 0)).toBe(0)
})

test('one that is small does not overtake one that has no room', () => {
  expect(fittingCount([100, 200, 10], 6, 150)).toBe(1)
})
