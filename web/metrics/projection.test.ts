import { expect, test } from 'vitest'
import { projectionText } from './projection.ts'

const ofMonth = (more: { value: string | null; isPart?: true }) =>
  projectionText(
    [{ startDate: '2026-06-01', endDate: '2026-06-30', kind: 'PROJECTED', ...more }],
    'GBP',
    () => 'Jun',
  )

test('a projection says where it lacks days of some marketplace', () => {
  expect(ofMonth({ value: '3000' })).toBe('Jun projected at £3,000')
  expect(ofMonth({ value: '3000', isPart: true })).toBe(
    'Jun projected at £3,000, of some marketplaces no more than was reported',
  )
  expect(ofMonth({ value: null })).toBeUndefined()
  expect(projectionText([], 'GBP', () => 'Jun')).toBeUndefined()
})
