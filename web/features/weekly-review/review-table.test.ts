import { expect, test } from 'vitest'
import { REVIEW_METRICS, type ReviewMetric } from '#contract/dashboards/weekly-review.ts'
import type { ReviewCell, ReviewColumn } from '#contract/weekly-review.ts'
import { headOf, sheetOf } from '#web/table/sheet.ts'
import { rangeColumns, REVIEW_ROWS, sixTwelveColumns } from './review-table.tsx'

const NOTHING: ReviewCell = { value: null, previous: null, growth: null, yearAgo: null, yearGrowth: null }
const CELLS: Partial<Record<ReviewMetric, ReviewCell>> = {
  orderedProductSales: { ...NOTHING, value: '110', previous: '100', growth: 0.1 },
  unitSessionPercentage: { ...NOTHING, value: '0.127', previous: '0.122', growth: 0.005 },
  // A profit after a loss has no share of it.
  netProfit: { ...NOTHING, value: '10', previous: '-50', growth: 1.2 },
  // There is stock, and none is sold.
  daysOfCoverOfProducts: { ...NOTHING, hasNoEnd: true },
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

const of = (startDate: string, endDate: string): ReviewColumn => ({ ...column, startDate, endDate })
const review = {
  weeks: [of('2025-12-22', '2025-12-28'), of('2025-12-29', '2026-01-04')],
  months: [of('2025-12-01', '2025-12-31')],
  toDate: {
    monthToDate: of('2026-01-01', '2026-01-04'),
    quarterToDate: of('2026-01-01', '2026-01-04'),
    yearToDate: of('2026-01-01', '2026-01-04'),
  },
  customs: [of('2025-11-01', '2025-11-30'), of('2025-11-01', '2025-11-30')],
  coverage: {} as never,
  flags: {} as never,
}
const own = { mainDateRangeStart: '2025-11-01', mainDateRangeEnd: '2025-11-30' }
const owns = [own, { ...own, comparisonDateRangeStart: '2025-10-01', comparisonDateRangeEnd: '2025-10-31' }]

test('in a file each column says its dates, as those of the statement do', () => {
  const { columns } = sixTwelveColumns(review, owns, 'GBP')
  expect(columns.map(headOf)).toEqual([
    'Number',
    '2025-12-22/2025-12-28',
    '2025-12-29/2026-01-04',
    '2025-12-29/2026-01-04, WoW',
    '2025-12-29/2026-01-04, YoY',
    '2025-12',
    'Month to date 2026-01-01/2026-01-04',
    'Month to date 2026-01-01/2026-01-04, YoY',
    'Quarter to date 2026-01-01/2026-01-04',
    'Quarter to date 2026-01-01/2026-01-04, YoY',
    'Year to date 2026-01-01/2026-01-04',
    'Year to date 2026-01-01/2026-01-04, YoY',
    'Custom dates 2025-11',
    'Custom dates 2025-11',
    'Custom dates 2025-11, change from 2025-10',
  ])
  const ofRange = rangeColumns(
    { ...review, periods: review.weeks, total: column, dateInterval: 'WEEKLY' },
    () => 'Week 52',
    'prior year',
    'GBP',
  )
  expect(ofRange.columns.map(headOf)).toEqual([
    'Number',
    'Total 2026-11-09/2026-11-15',
    'Total 2026-11-09/2026-11-15, vs before',
    'Total 2026-11-09/2026-11-15, vs prior year',
    '2025-12-22/2025-12-28',
    '2025-12-29/2026-01-04',
  ])
})

test('stock without an end is ∞ in a file, and not empty as what nobody knows', () => {
  const { heads, rows } = sheetOf(sixTwelveColumns(review, [], 'GBP').columns, REVIEW_ROWS)
  const week = heads.indexOf('2025-12-29/2026-01-04')
  expect(rows[REVIEW_ROWS.indexOf('daysOfCoverOfProducts')]![week]).toBe('∞')
  expect(rows[REVIEW_ROWS.indexOf('inStockRate')]![week]).toBeNull()
})
