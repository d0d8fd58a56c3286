import { addMonths, earlier, endOfMonth, later, startOfMonth, type DateRange } from '#contract/date-range.ts'
import { defaultRange } from './pnl-view.ts'

/** The six months with data that lie nearest to a range without any. */
export function nearestRange(range: DateRange, covered: DateRange): DateRange {
  const latest = defaultRange(covered.end)
  if (range.end >= covered.start)
    return { start: later(latest.start, startOfMonth(covered.start)), end: latest.end }
  const end = endOfMonth(addMonths(startOfMonth(covered.start), 5))
  return { start: startOfMonth(covered.start), end: earlier(end, covered.end) }
}
