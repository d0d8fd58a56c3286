import { expect, test } from 'vitest'
import { HEADS, moveOf, type GridShape, type Key } from './grid-keys.ts'

const shape: GridShape = {
  columns: 4,
  rows: [
    { isOpen: true, level: 1 },
    { isOpen: null, level: 2 },
    { isOpen: false, level: 1 },
    { isOpen: null, level: 1 },
  ],
  nameColumn: 0,
  pageRows: 2,
  hasHeads: false,
  hasSelection: false,
  opensRows: false,
}
const press = (
  key: string,
  row: number,
  column: number,
  modifiers: Partial<Key> = {},
  of: Partial<GridShape> = {},
) =>
  moveOf(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers },
    { row, column },
    { ...shape, ...of },
  )
const ctrl = { ctrlKey: true }
const shift = { shiftKey: true }
const heads = { hasHeads: true }

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
  expect(press('ArrowLeft', 3, 0)).toEqual({ to: { row: 3, column: 0 } })
})

test('Home and End go to the ends of the row, with Ctrl to the corners', () => {
  expect(press('End', 1, 1)).toEqual({ to: { row: 1, column: 3 } })
  expect(press('End', 1, 1, ctrl)).toEqual({ to: { row: 3, column: 3 } })
  expect(press('Home', 1, 2, ctrl)).toEqual({ to: { row: 0, column: 0 } })
})

test('Page keys move by what is in view, and stop at the edges', () => {
  expect(press('PageDown', 0, 1)).toEqual({ to: { row: 2, column: 1 } })
  expect(press('PageDown', 3, 1)).toEqual({ to: { row: 3, column: 1 } })
  expect(press('PageUp', 1, 1, {}, heads)).toEqual({ to: { row: 0, column: 1 } })
})

test('Enter explains a number and folds a name', () => {
  expect(press('Enter', 1, 2)).toEqual({ activate: { row: 1, column: 2 } })
  expect(press('Enter', 2, 0)).toEqual({ fold: 2, open: true })
  expect(press('Enter', 3, 0)).toEqual({ activate: { row: 3, column: 0 } })
})

test('space chooses a row where rows can be chosen', () => {
  expect(press(' ', 1, 2, {}, { hasSelection: true })).toEqual({ select: 1 })
  expect(press(' ', 1, 2)).toEqual({ activate: { row: 1, column: 2 } })
  expect(press('a', 1, 2, ctrl, { hasSelection: true })).toEqual({ selectAll: true })
  expect(press('a', 1, 2, ctrl)).toBeUndefined()
})

test('with Shift, moves extend a range and never into the heads', () => {
  expect(press('ArrowDown', 0, 2, shift)).toEqual({ extendTo: { row: 1, column: 2 } })
  expect(press('ArrowUp', 0, 2, shift, heads)).toEqual({ extendTo: { row: 0, column: 2 } })
  expect(press('ArrowLeft', 1, 0, shift)).toEqual({ extendTo: { row: 1, column: 0 } })
})

test('the heads are reached from the first row, sort with Enter and change widths with Shift', () => {
  expect(press('ArrowUp', 0, 2, {}, heads)).toEqual({ to: { row: HEADS, column: 2 } })
  expect(press('ArrowDown', HEADS, 2, {}, heads)).toEqual({ to: { row: 0, column: 2 } })
  expect(press('ArrowRight', HEADS, 3, {}, heads)).toEqual({ to: { row: HEADS, column: 3 } })
  expect(press('Enter', HEADS, 2, {}, heads)).toEqual({ sort: 2 })
  expect(press('ArrowLeft', HEADS, 2, shift, heads)).toEqual({ resize: 2, by: -16 })
})

test('* opens the siblings, Escape leaves, other keys belong to the browser', () => {
  expect(press('*', 2, 1)).toEqual({ openSiblingsOf: 2 })
  expect(press('Escape', 2, 1)).toEqual({ leave: true })
  expect(press('c', 1, 2, ctrl)).toBeUndefined()
  expect(press('Tab', 1, 2)).toBeUndefined()
})
