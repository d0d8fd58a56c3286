import { expect, test } from 'vitest'
import type { EnteredExpense, ExpenseBooks } from '#server/accounts/index.ts'
import { plannedExpenses } from './expense-list.ts'

const RENT: EnteredExpense = {
  id: 'rent',
  position: 1,
  name: 'Rent',
  amount: '310',
  currency: 'GBP',
  frequency: 'MONTHLY',
  startDate: '2026-03-01',
  endDate: null,
  marketplace: null,
  categoryId: 'c1',
  vendorId: null,
  invoiceId: '',
  brandName: '',
  note: '',
  revision: 1,
  changedAt: new Date(0),
  changedBy: 'somebody',
}
const BOOKS: ExpenseBooks = { categories: [{ id: 'c1', name: 'Rooms' }], vendors: [], expenses: [RENT] }
const ROW = {
  name: 'Rent',
  amount: '310.00',
  currency: 'GBP',
  frequency: 'Monthly',
  startDate: '2026-03-01',
  endDate: null,
  category: 'rooms',
  vendor: null,
  marketplace: null,
  invoiceId: null,
  brandName: null,
  note: null,
}
const plannedIn =
  (books: ExpenseBooks, columns = Object.keys(ROW)) =>
  (...rows: (typeof ROW | Record<string, string | null>)[]) =>
    plannedExpenses(
      {
        headings: Object.fromEntries(columns.map((column) => [column, column])),
        unread: [],
        texts: {},
        problems: [],
        rows: rows.map((values, index) => ({ lineNumber: index + 2, values: { ...ROW, ...values } })),
      },
      books,
    )
const planned = plannedIn(BOOKS)

test('what stands already is left alone, whatever case its category is written in', () => {
  expect(planned({})).toMatchObject({ unchanged: 1, problems: [], changes: { created: [] } })
})

test('an invoice makes another expense, and is no reason to enter one a second time', () => {
  const billed = plannedIn({ ...BOOKS, expenses: [{ ...RENT, invoiceId: 'INV-1' }] })
  expect(billed({ invoiceId: 'INV-1' }, {})).toMatchObject({
    unchanged: 2,
    problems: [],
    changes: { created: [] },
  })
  expect(billed({ invoiceId: 'INV-2' }).changes.created).toMatchObject([{ invoiceId: 'INV-2' }])
  // Filled in since the list was imported: entered again it would count twice.
  const { problems, changes } = planned({ invoiceId: 'INV-1' })
  expect(changes.created).toEqual([])
  expect(problems).toMatchObject([
    { lineNumber: 2, column: 'invoiceId', text: expect.stringContaining('type its number') },
  ])
})

test('so does a brand, and a list of before either is known enters nothing twice', () => {
  const branded = { ...BOOKS, expenses: [{ ...RENT, invoiceId: 'INV-1', brandName: 'Harbour' }] }
  const known = plannedIn(branded)
  const unchanged = { problems: [], changes: { created: [] } }
  const beforeBrands = plannedIn(
    branded,
    Object.keys(ROW).filter((column) => column !== 'brandName'),
  )
  expect(beforeBrands({}, { invoiceId: 'INV-1' })).toMatchObject({ ...unchanged, unchanged: 2 })
  expect(known({ brandName: 'Harbour' })).toMatchObject({ ...unchanged, unchanged: 1 })
  // Beside brands, none is the whole company: left alone, its money would be missing.
  const { problems: ofNone, changes: none } = known({ invoiceId: 'INV-1' }, {})
  expect(none.created).toMatchObject([])
  expect(ofNone).toMatchObject([
    { lineNumber: 2, column: 'brandName', text: expect.stringContaining('of the brand Harbour') },
    { lineNumber: 3, column: 'brandName', text: expect.stringContaining('of the brand Harbour') },
  ])
  expect(known({ brandName: 'Lumen' }).changes.created).toMatchObject([{ brandName: 'Lumen' }])
  const billed = plannedIn({ ...BOOKS, expenses: [{ ...RENT, invoiceId: 'INV-1' }] })
  const { problems, changes } = billed({ brandName: 'Harbour' }, { invoiceId: 'INV-2', brandName: 'Harbour' })
  expect(problems).toMatchObject([
    { lineNumber: 2, column: 'brandName', text: expect.stringContaining('brand') },
  ])
  expect(changes.created).toMatchObject([{ invoiceId: 'INV-2', brandName: 'Harbour' }])
})

test('new categories and vendors are made once, and a row that says no frequency came once', () => {
  const { changes, lines } = planned(
    { name: 'Fair', frequency: null, category: 'Travel', vendor: 'Harbour' },
    { name: 'Train', frequency: 'ONCE', category: 'travel', vendor: 'HARBOUR' },
  )
  expect(changes).toMatchObject({
    createdCategories: [{ id: 'category-1', name: 'Travel' }],
    createdVendors: [{ id: 'vendor-1', name: 'Harbour' }],
    created: [
      { name: 'Fair', frequency: 'ONE_TIME', categoryId: 'category-1', vendorId: 'vendor-1' },
      { name: 'Train', frequency: 'ONE_TIME', categoryId: 'category-1', vendorId: 'vendor-1' },
    ],
  })
  expect(lines).toEqual([2, 3])
})

test('what is missing, out of bounds or said twice is named by line and column', () => {
  const { problems } = planned(
    { name: null, frequency: 'Now and then' },
    { name: 'X', note: 'n' },
    { name: 'Twice' },
    { name: 'Twice' },
    { name: 'Late', endDate: '2026-02-01', category: 'C' },
  )
  expect(problems.map(({ lineNumber, column }) => [lineNumber, column])).toEqual([
    [2, 'name'],
    [2, 'frequency'],
    [3, 'name'],
    [5, ''],
    [6, 'category'],
  ])
})
