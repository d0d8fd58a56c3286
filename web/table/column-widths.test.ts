import { expect, test } from 'vitest'
import { boundedWidth, fittedWidths, roomyWidth } from './column-widths.ts'

test('columns share what is left over, to the last pixel', () => {
  expect(fittedWidths([200, 75, 75], 400)).toEqual([230, 85, 85])
})

test('a wide sheet does not tear names and numbers apart', () => {
  expect(fittedWidths([100, 100], 2_000)).toEqual([150, 150])
})

test('what is too wide keeps its widths and scrolls', () => {
  expect(fittedWidths([200, 300], 400)).toEqual([200, 300])
  expect(fittedWidths([], 400)).toEqual([])
})

test('no column can be made so narrow that it cannot be caught again', () => {
  expect([boundedWidth(-5), boundedWidth(80.4), boundedWidth(1e9)]).toEqual([40, 80, 900])
})

test('a column has room for the longest of its numbers, and is else as wide as it says', () => {
  const column = {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    width: 75,
    value: (row: string) => row,
  } as const
  expect(roomyWidth(column, [])).toBe(75)
  expect(roomyWidth(column, ['-999999', '12.123456789'])).toBe(75)
  expect(roomyWidth(column, ['5', '-531934552123', '8'])).toBe(128)
  expect(roomyWidth({ ...column, kind: 'text' }, ['531934552123'])).toBe(75)
})
