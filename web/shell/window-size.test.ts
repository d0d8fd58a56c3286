import { expect, test } from 'vitest'
import { isTooSmall } from './window-size.ts'

test('a window of 900 by 530 is large enough, one pixel less is not', () => {
  expect(isTooSmall(900, 530)).toBe(false)
  expect(isTooSmall(899, 530)).toBe(true)
  expect(isTooSmall(900, 529)).toBe(true)
})

test('a window that does not tell its size is let in', () => {
  expect(isTooSmall(0, 0)).toBe(false)
})
