import { expect, test } from 'vitest'
import { columnWindow } from './column-window.ts'

/** Forty columns of 100 px. */
const edges = Array.from({ length: 40 }, (_, index) => (index + 1) * 100)

test('what is in view is drawn, and some beyond each edge', () => {
  expect(columnWindow(edges, 0, 1_000)).toEqual({ first: 0, end: 16 })
  expect(columnWindow(edges, 1_500, 1_000)).toEqual({ first: 12, end: 28 })
})

test('a small step changes nothing', () => {
  expect(columnWindow(edges, 1_530, 1_000)).toEqual(columnWindow(edges, 1_500, 1_000))
})

test('at the right end the last column is drawn, however far it is pulled', () => {
  expect(columnWindow(edges, 3_000, 1_000)).toEqual({ first: 24, end: 40 })
  expect(columnWindow(edges, 9_000, 1_000).end).toBe(40)
  expect(columnWindow([], 0, 1_000)).toEqual({ first: 0, end: 0 })
})
