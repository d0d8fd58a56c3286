import { expect, test } from 'vitest'
import { sharesOfWhole } from './parts-of-whole.ts'

test('parts are of what is known', () => {
  expect(sharesOfWhole(['0.1', '0.2', null])).toEqual([0.333333, 0.666667, null])
})

test('of nothing there are no shares, and what is below zero is no part of the whole', () => {
  expect(sharesOfWhole(['0', '0'])).toEqual([null, null])
  expect(sharesOfWhole(['-1', '3', '1'])).toEqual([null, 0.75, 0.25])
  expect(sharesOfWhole([])).toEqual([])
})
