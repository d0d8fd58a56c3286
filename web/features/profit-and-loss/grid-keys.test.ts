import { expect, test } from 'vitest'
import { moveOf, type GridShape } from './grid-keys.ts'

const shape: GridShape = {
  columns: 4,
  rows: [
    { isOpen: true, level: 1 },
    { isOpen: null, level: 2 },
    { isOpen: false, level: 1 },
    { isOpen: null, level: 1 },
  ],
}
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  moveOf({ key, ctrlKey, metaKey: false }, { row, column }, shape)

test('arrows move between cells and stop at the edges', () => {
  expect(press('ArrowDown', 0, 2)).toEqual({ to: { row: 1, column: 2 } })
  expect(press('ArrowUp', 0, 2)).toEqual({ to: { row: 0, column: 2 } })
  expect(press('ArrowRight', 1, 3)).toEqual({ to: { row: 1, column: 3 } })
  expect(press('ArrowLeft', 1, 1)).toEqual({ to: { row: 1, column: 0 } })
})

test('on a name, right opens and left closes', () => {
  expect(press('ArrowRight', 2, 0)).toEqual({ fold: 2, open: true })
  expect(press('ArrowRight', 0, 0)).toEqual({ to: { row: 0, column: 1 } })
  expect(press('ArrowLeft', 0, 0)).toEqual({ fold: 0, open: false })
})

test('left on a line of a group leads to the group, and from the top nowhere', () => {
  expect(press('ArrowLeft', 1, 0)).toEqual({ to: { row: 0, column: 0 } })
  expect(press('ArrowLeft', 3, 0)).toBeUndefined()
})

test('Home and End go to the ends of the row, with Ctrl to the corners', () => {
  expect(press('End', 1, 1)).toEqual({ to: { row: 1, column: 3 } })
  expect(press('End', 1, 1, true)).toEqual({ to: { row: 3, column: 3 } })
  expect(press('Home', 1, 2, true)).toEqual({ to: { row: 0, column: 0 } })
})

test('Enter explains a number and folds a name', () => {
  expect(press('Enter', 1, 2)).toEqual({ activate: { row: 1, column: 2 } })
  expect(press('Enter', 2, 0)).toEqual({ fold: 2, open: true })
  expect(press('Enter', 3, 0)).toBeUndefined()
})

test('Ctrl and C copy a number, other keys belong to the browser', () => {
  expect(press('c', 1, 2, true)).toEqual({ copy: { row: 1, column: 2 } })
  expect(press('c', 1, 2)).toBeUndefined()
  expect(press('Tab', 1, 2)).toBeUndefined()
})
