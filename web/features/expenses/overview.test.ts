import { expect, test } from 'vitest'
import { effectRows } from './overview.ts'

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
