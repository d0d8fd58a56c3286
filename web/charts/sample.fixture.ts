/** Invented figures for the gallery: the brand manager and the executive summary of the design's pictures. */
import { addDays } from '#contract/date-range.ts'
import { bucketsOf } from '#contract/periods.ts'
import type { ChartPeriod, ChartSeries } from './chart-series.ts'

export const TODAY = '2026-11-20'

const WEEKS = bucketsOf({ start: '2026-05-18', end: '2027-01-17' }, 'WEEKLY')
const isAfterToday = (start: string) => start > TODAY
/** Weeks from May to January, of which that of today is not over and the rest has not begun. */
export const weeks: ChartPeriod[] = WEEKS.map(({ start, end }) => ({
  start,
  end,
  ...(start <= TODAY && TODAY <= end && { state: 'partial' as const }),
}))

const SALES_BY_WEEK = [
  64.1, 64.2, 67.4, 66.5, 67.3, 69.4, 68.2, 97.2, 73.2, 66.9, 67.7, 64.6, 62.9, 63.5, 56.1, 65, 64.7, 67.5,
  65.9, 71.3, 68.3, 72.7, 74.7, 75.9, 77.4, 76.74, 44,
]
const PRIOR_BY_WEEK = [
  58.6, 60.1, 59.4, 61.2, 62.9, 62.3, 60.2, 60.1, 82.4, 65.9, 58.9, 60.9, 57.1, 59.1, 57.4, 60.3, 58.4, 60.7,
  62.9, 61.8, 61.6, 64.4, 63.5, 65.2, 66.8, 69.3, 66.5, 100.2, 97.5, 86, 82.6, 60.5, 61.7, 51.2, 52.3,
]
const euros = (thousands: number | undefined) =>
  thousands === undefined ? null : `${(thousands * 1_000).toFixed(2)}`

export const weeklySales: ChartSeries = {
  id: 'sales',
  label: 'This year',
  tone: 'sales',
  better: 'more',
  values: weeks.map((_, index) => euros(SALES_BY_WEEK[index])),
  prior: weeks.map((_, index) => euros(PRIOR_BY_WEEK[index])),
  priorLabel: 'Prior year',
}

export const weeklyAdSpend: ChartSeries = {
  id: 'ads',
  label: 'Ad spend',
  tone: 'ads',
  values: weeks.map(({ start }, index) =>
    isAfterToday(start) ? null : ((SALES_BY_WEEK[index] ?? 0) * 88 + (index % 5) * 60).toFixed(2),
  ),
}

export const days: ChartPeriod[] = Array.from({ length: 30 }, (_, index) => {
  const day = addDays('2026-11-01', index)
  return { start: day, end: day, ...(day === TODAY && { state: 'partial' as const }) }
})

const wave = (index: number) => 9_000 + 2_300 * Math.sin(index / 3) + (index % 4) * 700

export const dailySales: ChartSeries = {
  id: 'sales',
  label: 'November',
  tone: 'sales',
  better: 'more',
  values: days.map((_, index) => (index > 19 ? null : (index === 19 ? 5_200 : wave(index)).toFixed(2))),
  prior: days.map((_, index) => (wave(index + 2) * 0.94).toFixed(2)),
  priorLabel: 'October, same day',
}

export const aheadOfOctober: ChartSeries = {
  id: 'ahead',
  label: 'Ahead of October',
  tone: 'profit',
  values: days.map((_, index) => (index > 19 ? null : (index * index * 55 - index * 600).toFixed(2))),
}

/** Days of which three were never read. */
export const salesWithGaps: ChartSeries = {
  id: 'sales',
  label: 'Sales',
  tone: 'sales',
  better: 'more',
  values: days.map((_, index) =>
    [6, 7, 9, 14].includes(index) || index > 19 ? null : index === 11 ? '0' : wave(index).toFixed(2),
  ),
}

export const months: ChartPeriod[] = bucketsOf({ start: '2025-12-01', end: '2026-12-31' }, 'MONTHLY').map(
  ({ start, end }) => ({
    start,
    end,
    ...(start === '2026-11-01' && { state: 'partial' as const }),
    ...(start > TODAY && { state: 'forecast' as const }),
  }),
)

export const costsByMonth: ChartSeries[] = (
  [
    ['fees', 'Amazon fees', 'fees', 83_000],
    ['cogs', 'Cost of goods', 'cogs', 57_000],
    ['ads', 'Advertising', 'ads', 24_000],
    ['refunds', 'Refunds', 'refunds', 12_000],
  ] as const
).map(([id, label, tone, size]) => ({
  id,
  label,
  tone,
  values: months.map((_, index) => (size * (1 + 0.16 * Math.sin(index * 1.7 + size))).toFixed(2)),
}))

export const unitSessionRate: ChartSeries = {
  id: 'rate',
  label: 'Unit session rate',
  tone: 'units',
  better: 'more',
  values: ['0.118', '0.1178', '0.118', '0.1262', '0.1208', '0.127'],
  prior: ['0.1182', '0.1151', '0.1155', '0.1156', '0.1164', '0.12'],
  priorLabel: 'Prior year',
}
