import { earlier } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import type { PnlWindow } from '#contract/profit-and-loss.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'

/** A company and its orders: days up to yesterday may be asked for, whether or not the reports reach that far. */
export function orderSubject(
  subject: DashboardSubject,
  { startDate, endDate }: NonNullable<PnlWindow>,
  { sources }: Pick<Coverage, 'sources'>,
): DashboardSubject {
  const reached = sources
    .filter(({ source }) => source === 'order_items')
    .flatMap(({ ranges }) => ranges.map(({ end }) => end))
    .toSorted()
    .at(-1)
  return {
    ...subject,
    firstDay: startDate,
    lastDay: earlier(reached ?? endDate, endDate),
    window: { start: startDate, end: endDate },
  }
}
