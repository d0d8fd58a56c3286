import { expect, test } from 'vitest'
import type { ExpenseList } from '#contract/expenses.ts'
import { EXPENSE_TEXTS } from './expense-edit-texts.ts'
import { categorySeries, effectRows, largestCategory } from './overview.ts'

test('what saving does to a net profit that is not whole says what it is without', () => {
  const preview = {
    rows: [],
    byMonth: [{ month: '2026-03-01', isPlanned: false, change: '310' }],
    toToday: '310',
    planned: '0',
    closed: null,
  }
  const profits = [
    { startDate: '2026-03-01', netProfit: '-110', lacks: ['DAYS'] as const },
    { startDate: '2026-04-01', netProfit: '-100', lacks: ['COSTS'] as const },
  ]
  expect(effectRows(preview, profits)).toMatchObject([
    { id: 'all', saved: '-210', after: '-520', lacks: ['DAYS', 'COSTS'] },
    { month: '2026-03-01', saved: '-110', after: '-420', lacks: ['DAYS'] },
  ])
})

test('expenses of no category are called uncategorised, in charts, figures and the history', () => {
  const list = {
    byMonth: [{ month: '2026-03-01', isPlanned: false, category: '', amount: '310' }],
  } as unknown as ExpenseList
  expect(largestCategory(list)).toEqual({ name: 'Uncategorised', amount: '310' })
  const march = [{ start: '2026-03-01', end: '2026-03-31' }]
  expect(categorySeries(list, march).map(({ label }) => label)).toEqual(['Uncategorised'])
  expect(
    EXPENSE_TEXTS.change({
      subject: 'EXPENSE',
      name: 'Desk',
      before: { category: 'Rent', vendor: 'Ann' },
      after: { category: '', vendor: '' },
    }),
  ).toBe('category Rent → Uncategorised, vendor Ann → none')
})
