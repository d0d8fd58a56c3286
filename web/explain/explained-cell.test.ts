import { expect, test } from 'vitest'
import { explainedOf, textOf } from './explained-cell.ts'

test.each([
  [
    { metric: 'netProfit', start: '2026-06-01', end: '2026-06-30' } as const,
    'netProfit.2026-06-01.2026-06-30',
  ],
  [
    { metric: 'netProfit', start: '2026-06-01', end: '2026-06-30', isLeftOut: true } as const,
    'netProfit.2026-06-01.2026-06-30.leftOut',
  ],
  [
    {
      metric: 'netProfit',
      start: '2026-06-01',
      end: '2026-06-30',
      of: { by: 'brand', key: 'Dr. No~1' },
    } as const,
    'netProfit.2026-06-01.2026-06-30.brand~Dr. No~1',
  ],
  [
    {
      metric: 'statementOperatingExpenses',
      start: '2026-06-01',
      end: '2026-06-30',
      of: { by: 'expense', key: 'Rent, etc. ~ 2' },
    } as const,
    'statementOperatingExpenses.2026-06-01.2026-06-30.expense~Rent, etc. ~ 2',
  ],
  [
    { metric: 'netProfit', start: '2026-06-01', end: '2026-06-30', of: { by: 'brand', key: '' } } as const,
    'netProfit.2026-06-01.2026-06-30.brand~',
  ],
  [
    {
      metric: 'orderedAmount',
      start: '2026-06-01',
      end: '2026-06-07',
      isNow: true,
      of: { by: 'marketplace', key: 'DE' },
    } as const,
    'orderedAmount.2026-06-01.2026-06-07.now.marketplace~DE',
  ],
  [
    { metric: 'orderedAmount', start: '2026-06-01', end: '2026-06-07', isNow: true } as const,
    'orderedAmount.2026-06-01.2026-06-07.now',
  ],
  [
    { flag: 'unmappedLines', start: '2026-06-01', end: '2026-06-30' } as const,
    'unmappedLines.2026-06-01.2026-06-30',
  ],
])('an address names a number, or what a warning counts, and is read back', (explained, text) => {
  expect(textOf(explained)).toBe(text)
  expect(explainedOf(text)).toEqual(explained)
})

test('what names no number explains none', () => {
  expect(explainedOf(undefined)).toBeNull()
  expect(explainedOf('net-profit.2026-06-01.2026-06-30')).toBeNull()
  expect(explainedOf('.2026-06-01.2026-06-30')).toBeNull()
  expect(explainedOf('netProfit.2026-06-01')).toBeNull()
  expect(explainedOf('netProfit.2026-13-45.2026-13-45')).toBeNull()
  expect(explainedOf('unmappedLines.2026-02-30.2026-03-01')).toBeNull()
  expect(explainedOf('netProfit.2026-06-30.2026-06-01')).toBeNull()
})
