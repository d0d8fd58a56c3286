import { expect, test } from 'vitest'
import { REVIEW_METRICS } from '#contract/dashboards/weekly-review.ts'
import type { ReviewCell, ReviewColumn } from '#contract/weekly-review.ts'
import {
  changeAgainst,
  comparedWith,
  isNothing,
  periodsOf,
  rangeShape,
  sixTwelveShape,
} from './review-shape.ts'

const cell = (value: string | null, more: Partial<ReviewCell> = {}): ReviewCell => ({
  value,
  previous: null,
  growth: null,
  yearAgo: null,
  yearGrowth: null,
  ...more,
})
const column = (startDate: string, endDate: string, value: string | null = '1'): ReviewColumn => ({
  startDate,
  endDate,
  isPartial: false,
  before: null,
  yearAgo: null,
  metrics: Object.fromEntries(
    REVIEW_METRICS.map((metric) => [metric, cell(value)]),
  ) as ReviewColumn['metrics'],
})
const answered = { coverage: {} as never, flags: {} as never }
const week = column('2026-11-09', '2026-11-15')
const month = column('2026-10-01', '2026-10-31')
const toDate = { monthToDate: week, quarterToDate: week, yearToDate: week }

test('six weeks by their numbers, twelve months by their letters, and what is read first', () => {
  const { sides, boxes } = sixTwelveShape({
    weeks: [week],
    months: [month],
    toDate,
    customs: [],
    ...answered,
  })
  expect(sides.map(({ labels }) => labels)).toEqual([['46'], ['O']])
  expect(boxes.map(({ label }) => label)).toEqual(['Week 46', 'WoW', 'YoY', 'MTD', 'QTD', 'YTD YoY'])
})

test('a range names its last period and what it is held against', () => {
  const shape = rangeShape(
    { periods: [week], total: week, dateInterval: 'WEEKLY', ...answered },
    'custom dates',
  )
  expect(shape.boxes.map(({ label }) => label)).toEqual([
    'Total',
    'vs before',
    'vs custom dates',
    'Week 46',
    'WoW',
    'vs custom dates',
  ])
})

test('a range of which no day is over has nothing to show', () => {
  const shape = rangeShape({ periods: [], total: null, dateInterval: 'DAILY', ...answered }, 'prior year')
  expect(shape.boxes).toEqual([])
  expect(isNothing(shape)).toBe(true)
})

test('points change by points, costs are good when they fall, and what is not known is no change', () => {
  const change = (metric: Parameters<typeof changeAgainst>[0], of: Partial<ReviewCell>, value = '0.127') =>
    changeAgainst(metric, cell(value, of), 'yearAgo')
  expect(change('unitSessionPercentage', { yearAgo: '0.122', yearGrowth: 0.005 })).toMatchObject({
    text: '+0.5 pp',
    judgement: 'good',
  })
  expect(change('acos', { yearAgo: '0.122', yearGrowth: 0.005 }).judgement).toBe('bad')
  expect(change('adSpend', { yearAgo: '100', yearGrowth: 0.1 }, '110')).toMatchObject({
    text: '+10.0%',
    judgement: null,
  })
  // There is a base, and the value is not whole.
  expect(change('netSales', { yearAgo: '100' }, '60').text).toBe('–')
})

test('what happened stands in its period', () => {
  const [side] = sixTwelveShape({ weeks: [week], months: [month], toDate, customs: [], ...answered }).sides
  const notes = [
    { date: '2026-11-09', text: 'Deal' },
    { date: '2026-11-15', text: 'Price up' },
    { date: '2026-11-16', text: 'Later' },
  ]
  expect(periodsOf(side!, notes)).toEqual([
    { start: '2026-11-09', end: '2026-11-15', note: 'Deal; Price up' },
  ])
})

test('nothing to review is nothing in any period', () => {
  const none = column('2026-11-09', '2026-11-15', null)
  const shapeOf = (weeks: ReviewColumn[]) =>
    sixTwelveShape({ weeks, months: [none], toDate, customs: [], ...answered })
  expect(isNothing(shapeOf([none]))).toBe(true)
  expect(isNothing(shapeOf([none, week]))).toBe(false)
})

test('a number is explained against the days that it is compared with', () => {
  const before = { startDate: '2026-11-02', endDate: '2026-11-08' }
  const yearAgo = { startDate: '2025-11-10', endDate: '2025-11-16' }
  const compared = { ...week, before, yearAgo }
  const days = { start: week.startDate, end: week.endDate }
  const ofMonth = { ...month, before, yearAgo: { startDate: '2025-10-01', endDate: '2025-10-31' } }
  const sixTwelve = { weeks: [compared], months: [ofMonth], toDate, customs: [], ...answered }
  expect(comparedWith(sixTwelve, days)).toEqual({ start: before.startDate, end: before.endDate })
  expect(comparedWith(sixTwelve, { start: month.startDate, end: month.endDate })).toEqual({
    start: '2025-10-01',
    end: '2025-10-31',
  })
  // Of a range its weeks are of 364 days before, or of own dates one by one.
  const total = { ...column('2026-11-02', '2026-11-15'), yearAgo: before }
  const range = { periods: [compared], total, dateInterval: 'WEEKLY' as const, ...answered }
  expect(comparedWith(range, days)).toEqual({ start: yearAgo.startDate, end: yearAgo.endDate })
  expect(comparedWith(range, { start: total.startDate, end: total.endDate })).toEqual({
    start: before.startDate,
    end: before.endDate,
  })
  expect(comparedWith(range, { start: '2026-01-01', end: '2026-01-01' })).toBeNull()
})
