import { expect, test } from 'vitest'
import { TILE_COLUMNS, TILE_METRICS, type TileColumn } from '#contract/dashboards/executive-summary.ts'
import { addDays, daysOf } from '#contract/date-range.ts'
import type { Days, Tiles } from '#contract/executive-summary.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { comparedDays } from './compared-days.ts'

const days = (startDate: string, endDate = startDate): Days => ({ startDate, endDate })
const range = (start: string, end = start) => ({ start, end })

/** The first week of November, read on the 8th. */
const TODAY = '2026-11-08'
const WEEK = {
  today: TODAY,
  period: days('2026-11-01', '2026-11-07'),
  comparison: days('2026-10-01', '2026-10-07'),
  isCutByTheClock: false,
  days: daysOf({ start: '2026-11-01', end: '2026-11-30' }).map((date) => ({
    date,
    previous: '10',
    ahead: date < TODAY ? '0' : null,
  })),
}
const COLUMNS: Partial<Record<TileColumn, [Days, Days]>> = {
  TODAY: [days(TODAY), days('2026-11-01')],
  YESTERDAY: [days('2026-11-07'), days('2026-10-31')],
  LAST_7_DAYS: [days('2026-11-01', '2026-11-07'), days('2026-10-25', '2026-10-31')],
}
const cells = Object.fromEntries(
  TILE_METRICS.map((metric) => [
    metric,
    Object.fromEntries(
      TILE_COLUMNS.map((column) => {
        const [period, comparison] = COLUMNS[column] ?? [null, null]
        return [column, { value: '1', previous: '1', growth: 0, period, comparison }]
      }),
    ),
  ]),
) as Tiles['cells']

const of = (start: string, end: string, more: Partial<ExplainedCell> = {}) =>
  comparedDays({ metric: 'orderedAmount', start, end, ...more }, WEEK, cells)

test('an opened number is compared with what it is compared with where it stands', () => {
  // The head of the page, and the reading of the same seven days.
  expect(of('2026-11-01', '2026-11-07')).toEqual(range('2026-10-01', '2026-10-07'))
  expect(of('2026-11-01', '2026-11-07', { isNow: true })).toEqual(range('2026-10-25', '2026-10-31'))
  // Yesterday as a bar of the chart, and as a reading: of a marketplace too, and of what leads to it.
  expect(of('2026-11-07', '2026-11-07')).toEqual(range('2026-10-07'))
  for (const more of [
    {},
    { of: { by: 'marketplace', key: 'DE' } },
    { metric: 'averageOrderValue' },
  ] as Partial<ExplainedCell>[])
    expect(of('2026-11-07', '2026-11-07', { isNow: true, ...more })).toEqual(range('2026-10-31'))
  // Up to the third day, the running total is ahead of three.
  expect(of('2026-11-01', '2026-11-03')).toEqual(range('2026-10-01', '2026-10-03'))
})

test('hours of today, and days that the page does not show, are compared with nothing', () => {
  expect(of(TODAY, TODAY, { isNow: true })).toBeNull()
  expect(of('2026-11-01', TODAY)).toBeNull()
  expect(of('2026-11-02', '2026-11-05')).toBeNull()
  expect(of('2026-10-20', '2026-10-20')).toBeNull()
  expect(of('2026-11-02', '2026-11-05', { isNow: true })).toBeNull()
})

test('today has the last day of a shorter month for itself', () => {
  const march = {
    today: '2026-03-30',
    period: days('2026-03-01', '2026-03-30'),
    comparison: days('2026-02-01', '2026-02-28'),
    days: daysOf({ start: '2026-03-01', end: '2026-03-31' }).map((date) => ({
      date,
      previous: date < '2026-03-28' ? '10' : null,
      ahead: '0',
    })),
  }
  const upTo = (end: string, isCutByTheClock: boolean) =>
    comparedDays(
      { metric: 'orderedAmount', start: '2026-03-01', end },
      { ...march, isCutByTheClock, ...(!isCutByTheClock && { today: addDays(march.today, 1) }) },
      cells,
    )
  expect(upTo('2026-03-29', true)).toEqual(range('2026-02-01', '2026-02-27'))
  expect(upTo('2026-03-29', false)).toEqual(range('2026-02-01', '2026-02-28'))
})
