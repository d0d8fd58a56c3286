import { expect, test } from 'vitest'
import { partsOfWhole } from './parts-of-whole.ts'

test('parts are of what is known, and the whole is exact', () => {
  expect(partsOfWhole(['0.1', '0.2', null])).toEqual({ shares: [0.333333, 0.666667, null], total: '0.3' })
})

test('of nothing there are no shares, and what is below zero is no part', () => {
  expect(partsOfWhole(['0', '0'])).toEqual({ shares: [null, null], total: '0' })
  expect(partsOfWhole(['-1', '3'])).toEqual({ shares: [null, 1.5], total: '2' })
  expect(partsOfWhole([])).toEqual({ shares: [], total: '0' })
})
