import { expect, test } from 'vitest'
import type { MonthState } from '#contract/closed-months.ts'
import { monthsSheet } from './months-sheet.ts'

const open = (more: Partial<MonthState> = {}): MonthState => ({
  month: '2026-04',
  version: 1,
  isOver: true,
  netProfit: { value: '10.5' },
  closed: null,
  ...more,
})
const closed = { at: '2026-04-03T09:00:00.000Z', by: 'ann@acme.test', version: 12, hasChanged: true }

test('months in a file: their state, what their profit is without, and what came after closing', () => {
  const months: MonthState[] = [
    open({ isOver: false, netProfit: { value: '1', lacks: ['DAYS'] } }),
    open({ closed: { ...closed, newestNetProfit: { value: '8.25' } } }),
    open({ closed: { ...closed, hasChanged: false, newestNetProfit: { value: '10.5' } } }),
    open({
      netProfit: { value: null, lacks: ['RATES'], unconverted: [{ currency: 'AUD', amount: '4' }] },
      closed: { ...closed, newestNetProfit: { value: '8.25' } },
    }),
  ]
  const { heads, rows } = monthsSheet(months, 'EUR')
  expect(heads).toEqual([
    'Month',
    'State',
    'Closed at',
    'Closed by',
    'Version',
    'Net profit, EUR',
    'Missing',
    'After closing, EUR',
  ])
  const by = [closed.at, closed.by, 12]
  expect(rows).toEqual([
    ['2026-04', 'Not over yet', null, null, null, '1', 'days without a file', null],
    ['2026-04', 'Closed, changed since', ...by, '10.5', '', '-2.25'],
    ['2026-04', 'Closed', ...by, '10.5', '', null],
    ['2026-04', 'Closed, changed since', ...by, null, 'no exchange rate (4.00 AUD)', null],
  ])
})
