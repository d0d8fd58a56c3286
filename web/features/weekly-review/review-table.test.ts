import { expect, test } from 'vitest'
import { REVIEW_METRICS, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import type { ReviewCell, ReviewColumn } from '#contract/weekly-review.ts'
import { rangeColumns } from './review-table.tsx'

const NOTHING: ReviewCell = { value: null, previous: null, growth: null, yearAgo: null, yearGrowth: null }
const CELLS: Partial<Record<ReviewMetric, ReviewCell>> = {
  orderedProductSales: { ...NOTHING, value: '110', previous: '100', growth: 0.1 },
  unitSessionPercentage: { ...NOTHING, value: '0.127', previous: '0.122', growth: 0.005 },
  // A profit after a loss has no share of it.
  netProfit: { ...NOTHING, value: '10', previous: '-50', growth: 1.2 },
  // The value is not whole.
  netSales: { ...NOTHING, value: '60', previous: '100' },
}
const column: ReviewColumn = {
  startDate: '2026-11-09',
  endDate: '2026-11-15',
  isPartial: false,
  before: null,
  yearAgo: null,
  metrics: Object.fromEntries(
    REVIEW_METRICS.map((metric) => [metric, CELLS[metric] ?? NOTHING]),
  ) as ReviewColumn['metrics'],
}

test('a file has the changes that the table shows', () => {
  const answer = { periods: [column], total: column, dateInterval: 'WEEKLY' as const }
  const { columns } = rangeColumns(
    { ...answer, coverage: {} as never, flags: {} as never },
    () => 'Week 46',
    null,
    'GBP',
  )
  const change = columns.find(({ id }) => id === 'total.before')!
  expect(
    (['orderedProductSales', 'unitSessionPercentage', 'netProfit', 'netSales'] as const).map((metric) =>
      change.value(metric),
    ),
  ).toEqual([0.1, 0.005, null, null])
})
