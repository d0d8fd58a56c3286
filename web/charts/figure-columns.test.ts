import { expect, test } from 'vitest'
import { figureColumns } from './figure-columns.ts'

test.each([
  [7, 1_150, 124, 7],
  [7, 868, 124, 7],
  [7, 860, 124, 4],
  [6, 440, 110, 3],
  [8, 400, 110, 3],
  [5, 90, 110, 1],
  [0, 500, 110, 1],
])('%i figures in %i pixels, each at least %i: %i in a row', (count, width, widthMin, columns) => {
  expect(figureColumns(count, width, widthMin)).toBe(columns)
})
