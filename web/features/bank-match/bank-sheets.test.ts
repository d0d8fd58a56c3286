import { expect, test } from 'vitest'
import { bankRowsSheet, statementsSheet } from './bank-sheets.ts'

test('statements of a bank and its rows are in files as they are', () => {
  const statement = {
    id: 'a',
    fileName: 'march.csv',
    importedAt: '2026-04-01T09:00:00Z',
    importedBy: 'ann@acme.test',
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    currencies: ['EUR', 'GBP'],
    rowsRead: 90,
    rowsKept: 4,
  }
  expect(statementsSheet([statement]).rows).toEqual([
    ['march.csv', '2026-03-01', '2026-03-31', 'EUR GBP', 4, 90, '2026-04-01T09:00:00Z', 'ann@acme.test'],
  ])
  const { heads, rows } = bankRowsSheet([
    { id: '1', day: '2026-03-05', amount: '63.80', currency: 'EUR', text: 'AMAZON PAYMENTS' },
  ])
  expect([heads, ...rows]).toEqual([
    ['Day', 'Bank description', 'Amount', 'Currency'],
    ['2026-03-05', 'AMAZON PAYMENTS', '63.80', 'EUR'],
  ])
})
