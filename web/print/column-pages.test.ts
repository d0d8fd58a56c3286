import { expect, test } from 'vitest'
import { columnPages } from './column-pages.ts'

test('what fits stays as it is', () => {
  expect(columnPages([100, 100], 200, 1_000)).toEqual({ pages: [{ groups: [0, 1] }], scale: 1 })
})

test('what is a little too wide is made smaller', () => {
  const { pages, scale } = columnPages([500, 500], 200, 1_000)
  expect(pages).toHaveLength(1)
  expect(scale).toBeCloseTo(1_000 / 1_200)
})

test('what would be too small is spread, each part with the lead columns and in one size', () => {
  const { pages, scale } = columnPages(
    Array.from({ length: 24 }, () => 100),
    200,
    1_000,
  )
  expect(pages.map(({ groups }) => groups.length)).toEqual([12, 12])
  expect(pages.flatMap(({ groups }) => groups)).toEqual(Array.from({ length: 24 }, (_, index) => index))
  expect(scale).toBeCloseTo(1_000 / 1_400)
})

test('a group that is wider than the sheet still gets its own', () => {
  const { pages, scale } = columnPages([2_000, 100], 200, 1_000)
  expect(pages).toEqual([{ groups: [0] }, { groups: [1] }])
  expect(scale).toBeCloseTo(1_000 / 2_200)
})
