import { expect, test } from 'vitest'
import { NO_EDITS, pastedCells, redone, undone, withChanges, type CellEdits } from './cell-edits.ts'

const isOriginal = ({ typed }: { typed: string }) => typed.trim() === '5'
const type = (edits: CellEdits, ...typed: [row: string, text: string][]) =>
  withChanges(
    edits,
    typed.map(([row, text]) => ({ row, column: 'cost', typed: text })),
    isOriginal,
  )
const texts = ({ typed }: CellEdits) => [...typed.values()].map(({ row, typed: text }) => `${row} ${text}`)

test('what says again what it said at first is no change', () => {
  const once = type(NO_EDITS, ['a', '7'])
  expect(texts(once)).toEqual(['a 7'])
  expect(texts(type(once, ['a', ' 5 ']))).toEqual([])
  expect(type(NO_EDITS, ['a', '5'])).toBe(NO_EDITS)
  expect(type(once, ['a', '7'])).toBe(once)
})

test('a paste is taken back and done again as one step', () => {
  const once = type(NO_EDITS, ['a', '7'])
  const pasted = type(once, ['b', '8'], ['c', ''])
  expect(texts(pasted)).toEqual(['a 7', 'b 8', 'c '])
  expect(texts(undone(pasted))).toEqual(['a 7'])
  expect(texts(undone(undone(pasted)))).toEqual([])
  expect(texts(redone(undone(pasted)))).toEqual(['a 7', 'b 8', 'c '])
  expect(undone(NO_EDITS)).toBe(NO_EDITS)
  expect(redone(pasted)).toBe(pasted)
})

test('what is typed after going back leaves no way forward', () => {
  const back = undone(type(NO_EDITS, ['a', '7']))
  expect(type(back, ['b', '1']).future).toEqual([])
})

test('the clipboard of a spreadsheet is rows and columns, a last line break none of them', () => {
  expect(pastedCells('1\t2\r\n"3"\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(pastedCells('7')).toEqual([['7']])
})

test('a quoted cell keeps its line breaks, tabs and quotes to itself, and the rows below stay where they are', () => {
  expect(pastedCells('"New\r\nsupplier"\t1\r\n"5"" shelf, a\tb"\t2')).toEqual([
    ['New supplier', '1'],
    ['5" shelf, a\tb', '2'],
  ])
  expect(pastedCells('""\t1')).toEqual([['', '1']])
})

test('a quote that quotes no whole cell is a quote', () => {
  expect(pastedCells('5" shelf\t"left"ish\n"open\t2')).toEqual([
    ['5" shelf', '"left"ish'],
    ['"open', '2'],
  ])
})
