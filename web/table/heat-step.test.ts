import { expect, test } from 'vitest'
import { boundsOf, heatStep } from './heat-step.ts'

test('steps are as wide as each other, and both ends belong to the scale', () => {
  expect([0, 9.9, 10.1, 35, 59, 61, 70].map((value) => heatStep(value, [0, 70]))).toEqual([
    1, 1, 2, 4, 6, 7, 7,
  ])
})

test('what lies beyond the bounds has the last step, and equal values the first', () => {
  expect(heatStep(-5, [0, 10])).toBe(1)
  expect(heatStep(50, [0, 10])).toBe(7)
  expect(heatStep(3, [3, 3])).toBe(1)
})

test('bounds leave out what is missing, and zero is not missing', () => {
  expect(boundsOf(['4', null, 0, undefined, '', '12.5'])).toEqual([0, 12.5])
  expect(boundsOf([null])).toBeNull()
})
