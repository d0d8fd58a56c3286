import { expect, test } from 'vitest'
import { decimalNotation, typedDecimal, typedText } from '#web/ui/decimal-input.ts'
import { copiedCells, OWN_CELLS } from './copied-cells.ts'
import { EditStore } from './edit-store.ts'
import type { TableColumn } from './table-column.ts'
import { tableEditor } from './table-editor.ts'
import type { TableLine } from './table-line.ts'
import { TOTALS } from './use-table.ts'

interface Cost {
  sku: string
  cost: string
}

const german = decimalNotation('de-DE')
const column: TableColumn<Cost> = {
  id: 'cost',
  title: 'Cost',
  kind: 'number',
  width: 100,
  value: ({ cost }) => cost,
  edit: {
    parse: (typed) => {
      const value = typedDecimal(typed, german)
      return value === null ? { problem: 'No number.' } : { value }
    },
    shown: ({ cost }) => german.format(cost, 2, 4),
    current: ({ sku, cost }) => (sku === 'C' ? '3.5' : cost),
    typed: (value) => typedText(value, german),
    isFixed: () => false,
  },
}
const lines = [
  { sku: 'A', cost: '1.234' },
  { sku: 'B', cost: '-0.5' },
  { sku: 'C', cost: '9' },
].map((row, at): TableLine<Cost> => ({
  id: row.sku,
  row,
  level: 1,
  isOpen: null,
  place: at + 1,
  siblings: 3,
}))

test('a cell is typed into where its column is, its value is not given, and it is no sum', () => {
  const said: TableColumn<Cost> = {
    id: 'sku',
    title: 'SKU',
    kind: 'text',
    width: 80,
    value: ({ sku }) => sku,
  }
  const given = { ...column, edit: { ...column.edit!, isFixed: ({ sku }: Cost) => sku === 'B' } }
  const totals = { ...lines[0]!, id: TOTALS }
  const editor = tableEditor({ columns: [said, given], lines: [...lines, totals] }, new EditStore())
  expect([0, 1, 2, 3, 4].map((row) => editor.isTyped(row, 1))).toEqual([true, false, true, false, false])
  expect(editor.isTyped(0, 0)).toBe(false)
})

function paste(data: Record<string, string>, row: number): (string | undefined)[] {
  const store = new EditStore()
  const editor = tableEditor({ columns: [column], lines }, store)
  expect(editor.onPaste({ getData: (type) => data[type] ?? '' }, row, 0)).toBe(true)
  return lines.map(({ id }) => {
    const typed = store.typedAt({ row: id, column: 'cost' })
    const parsed = typed === undefined ? undefined : column.edit!.parse(typed)
    return parsed && 'value' in parsed ? (parsed.value ?? '') : typed
  })
}

const copyFrom = (range: { from: number; to: number } | null) => {
  const copied = copiedCells({
    columns: [column],
    lines,
    at: { row: 0, column: 0 },
    lead: 0,
    range: range && { from: { row: range.from, column: 0 }, to: { row: range.to, column: 0 } },
    selected: null,
  })!
  return { 'text/plain': copied.text, [OWN_CELLS]: copied.cells }
}

test('a number that is copied and pasted is the same number where a comma is the decimal sign', () => {
  expect(copyFrom(null)['text/plain']).toBe('1.234')
  expect(paste(copyFrom(null), 2)).toEqual([undefined, undefined, '1.234'])
  expect(paste(copyFrom({ from: 0, to: 1 }), 1)).toEqual([undefined, '1.234', '-0.5'])
})

test('what is typed is copied as it is seen', () => {
  expect(copyFrom({ from: 1, to: 2 })['text/plain']).toBe('-0.5\n3.5')
  expect(paste(copyFrom({ from: 1, to: 2 }), 0)).toEqual(['-0.5', '3.5', undefined])
})

test('what comes from elsewhere is read as people there write it', () => {
  expect(paste({ 'text/plain': '1.234' }, 2)).toEqual([undefined, undefined, '1234'])
  expect(paste({ 'text/plain': '1,234' }, 2)).toEqual([undefined, undefined, '1.234'])
  // Somebody else's data of this name.
  expect(paste({ 'text/plain': '7', [OWN_CELLS]: '{"a":1}' }, 2)).toEqual([undefined, undefined, '7'])
  expect(paste({ 'text/plain': '7', [OWN_CELLS]: 'no' }, 2)).toEqual([undefined, undefined, '7'])
})
