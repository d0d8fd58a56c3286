import { expect, test } from 'vitest'
import { barPlaces } from './bar-places.ts'

test('bars stand in the middle of their period and do not touch', () => {
  const { width, x } = barPlaces(10, 1, 200)
  expect(width).toBeCloseTo(12.8)
  expect(x(0, 0) + width / 2).toBeCloseTo(10)
  expect(x(1, 0)).toBeGreaterThan(x(0, 0) + width)
})

test('series stand side by side', () => {
  const { width, x } = barPlaces(4, 2, 200)
  expect(x(0, 1)).toBeCloseTo(x(0, 0) + width + 2)
  expect((x(0, 0) + x(0, 1) + width) / 2).toBeCloseTo(25)
})

test('few bars do not become slabs, and many still show', () => {
  expect(barPlaces(2, 1, 900).width).toBe(28)
  expect(barPlaces(730, 1, 600).width).toBe(1)
})
