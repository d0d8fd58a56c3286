import { expect, test } from 'vitest'
import type { ChangesSince } from '#contract/as-it-was.ts'
import { typeAt } from '#web/table/sheet.ts'
import { causesSheet, changedLinesSheet, changeFacts, momentsSheet } from './change-sheets.ts'

const FOUND: ChangesSince = {
  lines: [
    {
      line: 'unitsSold',
      label: 'Units sold',
      unit: 'count',
      before: '3',
      now: '4',
      difference: '1',
      parts: [{ amount: '1', version: 8, of: null, count: 1 }],
    },
    {
      line: 'productSales',
      label: 'Product sales',
      unit: 'money',
      before: '100.005',
      now: '120',
      difference: '19.995',
      parts: [
        { amount: '20', version: 8, of: null, count: 1 },
        { amount: '-0.005', version: null, of: 'RATES', count: 2 },
      ],
    },
    {
      line: 'netProfit',
      label: 'Net profit',
      unit: 'money',
      before: null,
      now: '7',
      difference: null,
      parts: [],
    },
  ],
  publications: [
    {
      version: 8,
      kind: 'IMPORT',
      at: '2026-04-02T10:00:00.000Z',
      by: 'ann@acme.test',
      importId: 3,
      fileName: 'april.txt',
      settings: [],
    },
  ],
  publicationCount: 3,
  ratesCount: 2,
}

test('what changed since: every line with all decimals, and why one has no difference', () => {
  const sheet = changedLinesSheet(FOUND, 'EUR')
  expect([sheet.heads, ...sheet.rows]).toEqual([
    ['Line', 'Then', 'Now', 'Difference', 'Missing'],
    ['Units sold', '3', '4', '1', ''],
    ['Product sales', '100.005', '120', '19.995', ''],
    ['Net profit', null, '7', null, expect.stringContaining('exchange rate is missing')],
  ])
  expect([typeAt(sheet, 0, 3), typeAt(sheet, 1, 3)]).toEqual(['count', 'money'])
  expect(sheet.currencyCode).toBe('EUR')
  expect(changeFacts(FOUND)).toEqual([['Changes', '3 changes since, 2 of them exchange rates alone.']])
})

test('the causes of all lines are in one file, with who and when', () => {
  const { heads, rows } = causesSheet(FOUND, 'EUR')
  const cause = ['Import of april.txt', 'ann@acme.test', '2026-04-02T10:00:00.000Z', 8]
  expect([heads, ...rows]).toEqual([
    ['Line', 'What', 'Who', 'When', 'Version', 'Amount'],
    ['Units sold', ...cause, '1'],
    ['Product sales', ...cause, '20'],
    ['Product sales', 'Exchange rates', null, null, null, '-0.005'],
    ['Net profit', expect.stringContaining('exchange rate is missing'), null, null, null, null],
  ])
})

test('moments are a file, each with what changed then and by whom', () => {
  const { heads, rows } = momentsSheet(FOUND.publications)
  expect(heads).toEqual(['When', 'What', 'Who', 'Version'])
  expect(rows[0]).toEqual(['2026-04-02T10:00:00.000Z', 'Import of april.txt', 'ann@acme.test', 8])
})
