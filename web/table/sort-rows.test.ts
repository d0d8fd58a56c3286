import { expect, test } from 'vitest'
import { nextSort, sortRows } from './sort-rows.ts'

interface Row {
  name: string | null
  amount: string | number | null | undefined
}
const row = (name: string | null, amount: Row['amount']): Row => ({ name, amount })
const amount = { kind: 'number', value: (of: Row) => of.amount } as const
const name = { kind: 'text', value: (of: Row) => of.name } as const
const names = (rows: Row[]) => rows.map((of) => of.name).join(' ')

test('what has no value comes last in both directions', () => {
  const rows = [row('none', null), row('a', '9'), row('unread', undefined), row('b', '-10.5'), row('c', 100)]
  expect(names(sortRows(rows, amount, false))).toBe('b a c none unread')
  expect(names(sortRows(rows, amount, true))).toBe('c a b none unread')
})

test('text is put in order as people count, and an empty one comes last', () => {
  const rows = [row('SKU-10', 1), row('', 1), row('sku-9', 1), row(null, 1), row('Ärmel', 1), row('Arm', 1)]
  expect(sortRows(rows, name, false).map((of) => of.name)).toEqual([
    'Arm',
    'Ärmel',
    'sku-9',
    'SKU-10',
    '',
    null,
  ])
})

test('equal rows keep their order', () => {
  const rows = [row('a', 1), row('b', '1.0'), row('c', 1)]
  expect(names(sortRows(rows, amount, true))).toBe('a b c')
})

test('a head leads through both directions back to no order', () => {
  const column = { id: 'amount', kind: 'number' } as const
  const first = nextSort(null, column)
  const second = nextSort(first, column)
  expect([first, second, nextSort(second, column)]).toEqual([
    { column: 'amount', isDescending: true },
    { column: 'amount', isDescending: false },
    null,
  ])
  expect(nextSort(second, { id: 'name', kind: 'text' })).toEqual({ column: 'name', isDescending: false })
})
