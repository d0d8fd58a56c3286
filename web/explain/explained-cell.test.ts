import { expect, test } from 'vitest'
import { explainedCellOf, textOf } from './explained-cell.ts'

test('an address names a number, and is read back', () => {
  const cell = { line: 'netProfit', start: '2026-06-01', end: '2026-06-30' } as const
  expect(textOf(cell)).toBe('netProfit.2026-06-01.2026-06-30')
  expect(explainedCellOf(textOf(cell))).toEqual(cell)
})

test('what names no number explains none', () => {
  expect(explainedCellOf(undefined)).toBeNull()
  expect(explainedCellOf('luck.2026-06-01.2026-06-30')).toBeNull()
  expect(explainedCellOf('netProfit.2026-06-01')).toBeNull()
})
