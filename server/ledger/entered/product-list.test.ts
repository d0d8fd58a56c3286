import { expect, test } from 'vitest'
import type { EnteredCost } from '#server/accounts/index.ts'
import { plannedProducts, type ProductBooks } from './product-list.ts'

const COST: EnteredCost = {
  id: 'a',
  position: 1,
  sku: 'CUP',
  marketplace: null,
  validFrom: '2026-01-01',
  validTo: null,
  currency: 'GBP',
  manufacturing: '3',
  freight: '0.5',
  duty: null,
  other: null,
  fbmShipping: null,
  revision: 4,
  changedAt: new Date(0),
  changedBy: 'somebody',
}
const BOOKS: ProductBooks = {
  products: [
    {
      sku: 'CUP',
      customName: 'Mug',
      category: 'Kitchen',
      tags: ['new', 'blue'],
      length: null,
      width: null,
      height: null,
      weight: '0.5',
      revision: 2,
      changedAt: new Date(0),
      changedBy: 'somebody',
    },
  ],
  costs: [COST],
  known: new Set(['CUP', 'LAMP']),
  packages: new Map([
    [
      'CUP',
      {
        size: { length: '12', width: '20', height: '30', source: 'AMAZON' },
        weight: { value: '0.4', source: 'AMAZON' },
      },
    ],
  ]),
  inFiles: [],
}
type Values = Record<string, string | null>
const planned = (...rows: Values[]) => plannedIn(BOOKS, ...rows)
const plannedIn = (books: ProductBooks, ...rows: Values[]) =>
  plannedProducts(
    {
      headings: { sku: 'SKU', customName: 'Name', validFrom: 'From' },
      unread: [],
      texts: {},
      problems: [],
      rows: rows.map((values, index) => ({ lineNumber: index + 2, values })),
    },
    books,
  )

test('an empty cell changes nothing, and what stands already is no change', () => {
  const { changes, unchanged } = planned(
    { sku: 'CUP', customName: null, category: 'Kitchen', tags: 'new, blue' },
    { sku: 'CUP', marketplace: null, validFrom: '2026-01-01', manufacturing: '3.00', freight: null },
    { sku: 'LAMP', validFrom: '2026-01-01', currency: 'GBP', manufacturing: null },
  )
  expect(changes).toEqual({ products: [], costs: { created: [], updated: [], deleted: [] } })
  expect(unchanged).toBe(3)
})

test('a row that changes a part of a cost keeps its others, whether they were entered or stand in a file', () => {
  const filed = {
    ...COST,
    freight: '1',
    duty: '0.50',
    manufacturing: '2',
    currency: 'EUR',
    validTo: '2026-06-30',
  }
  const row = { sku: 'CUP', validFrom: '2026-01-01', manufacturing: '2.50' }
  const kept = { manufacturing: '2.50', freight: '1', duty: '0.50', currency: 'EUR', validTo: '2026-06-30' }
  for (const currency of ['EUR', null])
    expect(
      plannedIn({ ...BOOKS, costs: [], inFiles: [filed] }, { ...row, currency }).changes.costs,
    ).toMatchObject({
      created: [kept],
    })
  expect(plannedIn({ ...BOOKS, costs: [filed] }, row).changes.costs).toMatchObject({ updated: [kept] })
})

test('a cost is in one currency: parts that a row leaves empty stay in no other one', () => {
  const dollars = { sku: 'CUP', validFrom: '2026-01-01', currency: 'USD', manufacturing: '5' }
  for (const books of [BOOKS, { ...BOOKS, costs: [], inFiles: [COST] }]) {
    const { changes, problems } = plannedIn(books, dollars)
    expect(changes.costs).toEqual({ created: [], updated: [], deleted: [] })
    expect(problems).toEqual([
      {
        lineNumber: 2,
        column: 'currency',
        text: 'this cost is in GBP so far: give each of its parts in USD',
      },
    ])
    expect(plannedIn(books, { ...dollars, freight: '0.70' }).problems).toEqual([])
  }
})

test('what a file says of a cost already is entered by nobody', () => {
  const filed = {
    sku: 'LAMP',
    marketplace: 'DE',
    validFrom: '2026-01-01',
    validTo: '2026-03-31',
    currency: 'EUR',
  }
  const amounts = { manufacturing: '2', freight: '0', duty: null, other: null, fbmShipping: null }
  const books = { ...BOOKS, inFiles: [{ ...filed, ...amounts }] }
  const listed = (row: Values) =>
    plannedIn(books, { ...filed, manufacturing: '2.00', freight: '0.00', ...row })
  for (const same of [{}, { validTo: null }, { freight: null }])
    expect(listed(same)).toMatchObject({ changes: { costs: { created: [] } }, unchanged: 1, problems: [] })
  const others = [{ manufacturing: '2.01' }, { duty: '0' }, { validTo: '2026-04-30' }, { currency: 'PLN' }]
  for (const other of others) expect(listed(other).changes.costs.created).toHaveLength(1)
})

test('a cost of a day that has one changes it, with the revision that was read', () => {
  const { changes } = planned({ sku: 'CUP', validFrom: '2026-01-01', manufacturing: '4' })
  expect(changes.costs).toMatchObject({
    created: [],
    updated: [{ id: 'a', revision: 4, currency: 'GBP', manufacturing: '4', freight: '0.5' }],
  })
})

test('rows that contradict each other or overlap are named, and unknown products are left out', () => {
  const cost = { currency: 'GBP', manufacturing: '1' }
  const { problems, unknown, changes } = planned(
    { sku: 'LAMP', customName: 'Lamp' },
    { sku: 'LAMP', customName: 'Light' },
    { sku: 'LAMP', validFrom: '2026-01-01', ...cost },
    { sku: 'LAMP', validFrom: '2026-01-01', ...cost },
    { sku: 'CUP', validFrom: '2025-01-01', validTo: '2026-02-01', ...cost },
    { sku: 'CUP', validFrom: null, ...cost },
    { sku: 'GHOST', customName: 'Boo' },
  )
  expect(problems).toEqual([
    { lineNumber: 3, column: 'Name', text: 'line 2 says something else of this product' },
    { lineNumber: 5, column: '', text: 'line 4 is of the same product, marketplace and day' },
    { lineNumber: 7, column: 'From', text: 'missing' },
    { lineNumber: 6, column: 'From', text: 'this period overlaps one that starts on 2026-01-01' },
  ])
  expect(unknown).toEqual([{ lineNumber: 8, name: 'GHOST' }])
  expect(changes.products).toHaveLength(1)
})

test('sizes that stand already, Amazon’s among them, are no change; one side takes the others along', () => {
  const same = planned({ sku: 'CUP', length: '12.00', width: '20', height: null, weight: '0.5' })
  expect([same.changes.products, same.problems]).toEqual([[], []])
  const { changes } = planned(
    { sku: 'CUP', length: '13.50', weight: '0.4' },
    { sku: 'LAMP', length: '1', width: '2', height: '3' },
  )
  expect(changes.products).toMatchObject([
    // The weight was typed, so Amazon's is one that is typed too.
    { sku: 'CUP', length: '13.5', width: '20', height: '30', weight: '0.4' },
    { sku: 'LAMP', length: '1', width: '2', height: '3', weight: null },
  ])
})

test('a size that is none, or that lacks a side, is named by its column', () => {
  const { problems } = planned(
    { sku: 'LAMP', length: '0', width: '10000', height: '1.2345' },
    { sku: 'CUP', weight: '-1' },
    { sku: 'CUP', weight: '2' },
  )
  const text = 'Give a number from 0.001 to 9999.999, with up to 3 decimals.'
  expect(problems).toEqual([
    { lineNumber: 4, column: undefined, text: 'line 3 says something else of this product' },
    { lineNumber: 2, column: 'length', text },
    { lineNumber: 2, column: 'width', text },
    { lineNumber: 2, column: 'height', text },
  ])
  expect(planned({ sku: 'LAMP', width: '2' }).problems).toEqual([
    { lineNumber: 2, column: 'length', text: 'Give all three sides, or none.' },
    { lineNumber: 2, column: 'height', text: 'Give all three sides, or none.' },
  ])
})
