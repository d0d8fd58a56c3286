import { expect, test } from 'vitest'
import { valueScale } from './value-scale.ts'

const strip = { bottom: 70, top: 25, lines: 3 }

test('bars begin at zero, and ticks are round', () => {
  const { y, ticks } = valueScale([268_000, 341_000, 35_000], strip)
  expect(y(0)).toBe(70)
  expect(y(341_000)).toBe(25)
  expect(ticks).toEqual([0, 200_000])
  expect(valueScale([252_000], strip).ticks).toEqual([0, 100_000, 200_000])
})

test('a loss hangs below zero and both stay in the picture', () => {
  const { y, ticks } = valueScale([100, -50], strip)
  expect(y(-50)).toBe(70)
  expect(y(0)).toBe(55)
  expect(ticks).toEqual([0, 100])
})

test('a line need not begin at zero, and both ends of its scale are round', () => {
  const { ticks } = valueScale([73_300, 61_200], { bottom: 100, top: 0, fromZero: false })
  expect(ticks).toEqual([60_000, 65_000, 70_000, 75_000])
})

test('where there is little room both ends of a scale are enough', () => {
  const low = { bottom: 62, top: 16, fromZero: false, lines: 2 }
  expect(valueScale([0.159, 0.124, 0.176], low).ticks).toEqual([0.1, 0.15, 0.2])
  expect(valueScale([1_510, 2_400], low).ticks).toEqual([1_000, 2_000, 3_000])
  expect(valueScale([11, 19], low).ticks).toEqual([10, 20])
})

test('a line without any difference stands over nothing', () => {
  const low = { bottom: 62, top: 16, fromZero: false, lines: 2 }
  expect(valueScale([1, 1, null], low).ticks).toEqual([0, 1])
  expect(valueScale([-3, -3], low).ticks.at(-1)).toBe(0)
  expect(valueScale([0, 0], low).ticks).toEqual([0, 1])
})

test('three to five gridlines whatever the size', () => {
  for (const high of [0.03, 7, 19, 450, 97_300, 2_951_840]) {
    const { ticks } = valueScale([high, 0], { bottom: 100, top: 0 })
    expect(ticks.length, String(high)).toBeGreaterThanOrEqual(3)
    expect(ticks.length, String(high)).toBeLessThanOrEqual(5)
  }
})

test('missing values and no values at all', () => {
  expect(valueScale([null, null], strip).y(0)).toBe(70)
  expect(valueScale([], strip).y(0)).toBe(70)
  expect(valueScale([null, 5], strip).y(5)).toBe(25)
})

test('without any value nothing is printed at a scale', () => {
  expect(valueScale([null, null], strip).ticks).toEqual([])
  expect(valueScale([], { ...strip, fromZero: false }).ticks).toEqual([])
  expect(valueScale([0, null], strip).ticks).toEqual([0, 0.5, 1])
})
