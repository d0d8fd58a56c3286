import { addMonths, earlier, endOfMonth, later, startOfMonth, type DateRange } from '#contract/date-range.ts'
import { monthsTo } from '#web/filters/date-rules.ts'
import { MONTHS_SHOWN } from './pnl-view.ts'

/** The months with data that lie nearest to a range without any. */
export function nearestRange(range: DateRange, covered: DateRange): DateRange {
  const latest = monthsTo(covered.end, MONTHS_SHOWN)
  if (range.end >= covered.start)
    return { start: later(latest.start, startOfMonth(covered.start)), end: latest.end }
  const end = endOfMonth(addMonths(startOfMonth(covered.start), MONTHS_SHOWN - 1))
  return { start: startOfMonth(covered.start), end: earlier(end, covered.end) }
}
