import { expect, test } from 'vitest'
import { barScale } from './chart-scale.ts'

test('bars begin at zero', () => {
  const { y, ticks } = barScale([268_000, 341_000, 35_000])
  expect(y(0)).toBe(70)
  expect(y(341_000)).toBe(25)
  expect(ticks).toEqual([0, 200_000])
})

test('a loss hangs below zero and both stay in the strip', () => {
  const { y } = barScale([100, -50])
  expect(y(-50)).toBe(70)
  expect(y(0)).toBe(55)
})

test('without numbers there is still a scale', () => {
  expect(barScale([]).y(0)).toBe(70)
})
