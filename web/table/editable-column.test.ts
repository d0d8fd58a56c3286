import { afterEach, expect, test, vi } from 'vitest'
import { OWN_CELLS } from './copied-cells.ts'
import { EditStore } from './edit-store.ts'
import { choiceOpened, editableColumn } from './editable-column.tsx'
import { tableEditor } from './table-editor.ts'

interface Expense {
  id: string
  end: string | null
}

const lines = [{ id: 'a', end: '2026-03-04' }].map((row, at) => ({
  id: row.id,
  row,
  level: 1,
  isOpen: null,
  place: at + 1,
  siblings: 1,
}))

const endColumn = (store: EditStore, editable = editableColumn) =>
  editable<Expense>({
    id: 'end',
    title: 'End',
    width: 90,
    store,
    rowId: ({ id }) => id,
    value: ({ end }) => end,
    isDay: true,
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each([
  ['2026-11-22', '22 Nov 2026'],
  ['', ''],
  ['Rent', 'Rent'],
  ['12.5', '12.5'],
])('a cell of the table with %j is pasted into a day as %j', (raw, typed) => {
  const store = new EditStore()
  const editor = tableEditor({ columns: [endColumn(store)], lines }, store)
  const data: Record<string, string> = { [OWN_CELLS]: JSON.stringify([[raw]]) }
  expect(editor.onPaste({ getData: (type) => data[type] ?? '' }, 0, 0)).toBe(true)
  expect(store.typedAt({ row: 'a', column: 'end' })).toBe(typed)
})

test('a day is typed in the order that the person has chosen, whatever language the browser has', async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify('en-US') })
  vi.stubGlobal('navigator', { language: 'de-DE' })
  const { editableColumn: american } = await import('./editable-column.tsx')
  expect(endColumn(new EditStore(), american).edit!.parse('03/04/2026')).toEqual({ value: '2026-03-04' })
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify('de-DE') })
  vi.resetModules()
  const { editableColumn: german } = await import('./editable-column.tsx')
  expect(endColumn(new EditStore(), german).edit!.parse('03.04.2026')).toEqual({ value: '2026-04-03' })
})

const CHOICES = ['Once', 'Monthly', 'Yearly'].map((label) => ({ value: label.toUpperCase(), label }))

test.each([
  [['Monthly', 'Monthly', 'Monthly'], 'Monthly'],
  [['y', '', 'Monthly'], 'Yearly'],
  // No choice begins with it: what stood there stays.
  [['z', '', 'Monthly'], 'Monthly'],
  [['z', 'Yearly', 'Monthly'], 'Yearly'],
  [['', '', ''], ''],
])('a cell of choices that holds %j is opened with %j', (texts, opened) => {
  expect(choiceOpened(CHOICES, texts)).toBe(opened)
})
