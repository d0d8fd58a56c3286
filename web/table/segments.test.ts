import { expect, test } from 'vitest'
import { segmentFacts } from './segments.ts'

const segments = {
  label: 'Owed by',
  options: [
    { value: 'ALL', label: 'All', count: 12 },
    { value: 'SELLER', label: 'You', count: 4 },
  ],
}

test('a file says which of the rows it holds, and how many', () => {
  expect(segmentFacts({ ...segments, value: 'ALL' }, 12)).toEqual([['Rows', 'all 12']])
  expect(segmentFacts({ ...segments, value: 'SELLER' }, 4)).toEqual([
    ['Owed by', 'You'],
    ['Rows', '4 of 12, those shown'],
  ])
})
