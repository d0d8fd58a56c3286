import { expect, test } from 'vitest'
import { barScale } from './chart-scale.ts'

test('bars begin at zero, and ticks are round', () => {
  const { y, ticks } = barScale([268_000, 341_000, 35_000])
  expect(y(0)).toBe(70)
  expect(y(341_000)).toBe(25)
  expect(ticks).toEqual([0, 200_000])
  expect(barScale([252_000]).ticks).toEqual([0, 100_000, 200_000])
})

test('a loss hangs below zero and both stay in the strip', () => {
  const { y, ticks } = barScale([100, -50])
  expect(y(-50)).toBe(70)
  expect(y(0)).toBe(55)
  expect(ticks).toEqual([-50, 0, 50, 100])
})

test('without numbers there is still a scale', () => {
  expect(barScale([]).y(0)).toBe(70)
})
