import { expect, test } from 'vitest'
import { selectedText } from './selected-text.ts'

test('a selection says how many it holds', () => {
  expect([0, 1, 2, 12].map(selectedText)).toEqual([
    '0 items selected',
    '1 item selected',
    '2 items selected',
    '12 items selected',
  ])
})
