import { TILE_METRICS } from '#contract/dashboards/executive-summary.ts'
import { addDays, asRange, earlier, type DateRange } from '#contract/date-range.ts'
import type { Daily, Tiles } from '#contract/executive-summary.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { columnOf } from './real-time-view.ts'

type Told = Pick<Daily, 'today' | 'period' | 'comparison' | 'isCutByTheClock'> & {
  days: readonly Pick<Daily['days'][number], 'date' | 'previous' | 'ahead'>[]
}

/**
 * What an opened number is compared with where it stands: a reading of now with the days of its column, a day of the chart with
 * the one beside it, and a point of the running total with as many days as it runs over. Today is compared up to this hour, which
 * the drawer does not tell.
 */
export function comparedDays(
  cell: ExplainedCell,
  daily: Told,
  cells: Tiles['cells'] | undefined,
): DateRange | null {
  const { start, end, of, isNow } = cell
  if (end >= daily.today) return null
  if (isNow) return cells ? ofColumn(cell, cells) : null
  // Products that moved sales are of the days that are over.
  if (of) return comparisonRange({ start, end }, 'MONTH_ON_MONTH')
  const { period, days, isCutByTheClock } = daily
  const comparison = asRange(daily.comparison)
  if (start === period.startDate && end === period.endDate) return comparison
  const place = days.findIndex(({ date }) => date === end)
  if (place < 0 || end > period.endDate) return null
  const { previous, ahead } = days[place]!
  const before = addDays(comparison.start, place)
  if (start === end) return previous === null ? null : { start: before, end: before }
  if (start !== period.startDate || ahead === null) return null
  // Today has the last of them for itself.
  const last = isCutByTheClock ? addDays(comparison.end, -1) : comparison.end
  return { start: comparison.start, end: earlier(before, last) }
}

/** What leads to a reading is of the same days as it. */
function ofColumn(cell: ExplainedCell, cells: Tiles['cells']): DateRange | null {
  const own = TILE_METRICS.filter((metric) => metric === cell.metric)
  for (const metric of [...own, ...TILE_METRICS]) {
    const column = columnOf(cells[metric], cell)
    const comparison = column && cells[metric][column].comparison
    if (comparison) return asRange(comparison)
  }
  return null
}
