import { expect, test } from 'vitest'
import { placeKey } from '#web/table/cell-edits.ts'
import { EditStore } from '#web/table/edit-store.ts'
import { editsOf, expenseColumns, valueColumns } from './expense-columns.tsx'
import {
  draftOf,
  groupEditsAfter,
  groupIds,
  newLine,
  NO_GROUP_EDITS,
  savedLine,
  toldProblems,
  totalsLine,
} from './expense-lines.ts'
import { remarksOf, savedSheet } from './expense-sheet.ts'

const RENT = savedLine({
  id: 'e-1',
  name: 'Rent',
  amount: '2850',
  currency: 'EUR',
  frequency: 'MONTHLY',
  startDate: '2026-02-02',
  endDate: null,
  marketplace: '',
  category: 'Rent',
  vendor: '',
  brandName: '',
  invoiceId: '',
  note: '',
  inRange: '2850',
  entered: {
    revision: 1,
    categoryId: 'c-1',
    vendorId: null,
    changedAt: '2026-02-02T00:00:00Z',
    changedBy: 'ann',
  },
  file: null,
})

function draftWith(line: typeof RENT, typed: Record<string, string>) {
  const store = new EditStore()
  store.change(
    Object.entries(typed).map(([column, text]) => ({ row: line.id, column, typed: text })),
    () => false,
  )
  const columns = valueColumns({ store, categories: [], vendors: [], brands: [] })
  return draftOf(line, editsOf(columns), (place) => store.typedAt(place))
}

function draft(line: typeof RENT, typed: Record<string, string>) {
  const { values, problems } = draftWith(line, typed)
  return { values, problems: problems.map(({ column, text }) => `${column}: ${text}`) }
}

test('what is typed becomes values, whatever way it is written', () => {
  expect(
    draft(RENT, {
      amount: '1,234.50',
      frequency: 'weekly',
      endDate: '31 Mar 2026',
      marketplace: 'germany',
      vendor: ' Landlord ',
    }),
  ).toEqual({
    values: {
      ...RENT.values,
      amount: '1234.5',
      frequency: 'WEEKLY',
      endDate: '2026-03-31',
      marketplace: 'DE',
      vendor: 'Landlord',
    },
    problems: [],
  })
})

test('of a row that was just added is said what was left empty or mistyped, and all of it once it was to be saved', () => {
  const added = newLine('new-1', { currency: 'EUR', startDate: '2026-02-02' })
  const told = (typed: Record<string, string>, left: string[], tried: string[] = [], line = added) =>
    toldProblems([draftWith(line, typed)], {
      left: new Set(left.map((column) => placeKey({ row: line.id, column }))),
      tried: new Set(tried),
    }).flatMap(({ problems }) => problems.map(({ column }) => column))
  expect(told({}, [])).toEqual([])
  expect(told({}, ['vendor', 'name'])).toEqual(['name'])
  expect(told({ amount: 'much' }, [])).toEqual(['amount'])
  expect(told({}, [], ['new-2'])).toEqual([])
  expect(told({}, [], ['new-1'])).toEqual(['name', 'amount', 'category'])
  expect(told({ name: '' }, [], [], RENT)).toEqual(['name'])
})

test('a row says all that is wrong with it', () => {
  expect(draft(RENT, { amount: '0', endDate: '2026-01-31' }).problems).toEqual([
    'amount: The amount cannot be 0.',
    'endDate: The end is before the start.',
  ])
  expect(
    draft(newLine('new-1', { currency: 'EUR', startDate: '2026-02-02' }), { name: 'x' }).problems,
  ).toEqual([
    'name: Give a name of 2 to 100 characters.',
    'amount: Enter a value.',
    'category: Enter a value.',
  ])
})

test('a name that nobody has yet makes a group once, and one that is being renamed is known by both', () => {
  const { created, idOf } = groupIds(
    [{ id: 'c-1', name: 'Rent' }],
    { ...NO_GROUP_EDITS, renamed: new Map([['c-1', 'Premises']]) },
    'category',
  )
  expect(['rent', 'PREMISES', 'Travel', 'travel', null].map(idOf)).toEqual([
    'c-1',
    'c-1',
    'category-1',
    'category-1',
    null,
  ])
  expect(created).toEqual([{ id: 'category-1', name: 'Travel' }])
})

test('what is done to categories while others are saved stays, also a name that is taken back', () => {
  const groups = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase() }))
  const sent = {
    renamed: new Map([
      ['a', 'Rent'],
      ['b', 'Travel'],
    ]),
    deleted: new Map([['c', null]]),
  }
  const now = {
    renamed: new Map([['a', 'Rent']]),
    deleted: new Map([
      ['c', null],
      ['d', 'a'],
    ]),
  }
  expect(groupEditsAfter(now, sent, groups)).toEqual({
    renamed: new Map([['b', 'B']]),
    deleted: new Map([['d', 'a']]),
  })
  expect(groupEditsAfter(sent, sent, groups)).toEqual(NO_GROUP_EDITS)
})

test('a file holds what is saved, whatever is typed beside it', () => {
  const store = new EditStore()
  store.change([{ row: RENT.id, column: 'amount', typed: '9' }], () => false)
  const columns = expenseColumns(valueColumns({ store, categories: [], vendors: [], brands: [] }), 'EUR', {
    inRange: () => null,
    inRangeValue: () => '9',
    state: () => null,
    actions: () => null,
  })
  const added = newLine('new-1', { currency: 'EUR', startDate: '2026-03-01' })
  const { heads, rows } = savedSheet(columns, [added, RENT, totalsLine(2, 2, true)], {
    total: '2850',
    shown: 1,
    count: 1,
  })
  const cells = (row: number) =>
    [heads.indexOf('Name'), 1, heads.indexOf('In range, EUR')].map((at) => rows[row]![at])
  expect(rows).toHaveLength(2)
  expect(cells(0)).toEqual(['Rent', '2850', '2850'])
  expect(rows[1]).toEqual(heads.map((head) => ({ Name: 'All 1 row', 'In range, EUR': '2850' })[head] ?? null))
  expect(remarksOf({ leftOut: 1, unlisted: 2 })).toEqual([
    '1 expense of the whole company is in no single marketplace.',
    '2 rows of files more than can be listed.',
  ])
})
