import type { HourlyMetric } from '#contract/dashboards/executive-summary.ts'
import { addDays, earlier, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { Lack } from '#contract/profit-and-loss-lines.ts'
import type { Reach, RealTimeInput } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import { streamsAt } from '#server/ledger/coverage/claims.ts'
import type { Services } from '#server/ledger/services.ts'
import type { PeriodFigures } from '#server/metrics/answer.ts'
import { coveredOrders, type ReportedDays } from '#server/metrics/reported-days.ts'
import { localDay, timeZoneOf } from '#server/local-time.ts'
import { ordersReach, type OrderClock, type OrdersReach } from './order-clock.ts'

/** What is known of today before anything is counted. */
export interface Now extends OrdersReach {
  /** The last day that orders are counted of: today, where some report reaches into it, and else yesterday. */
  lastDay: IsoDate
  /** The last one that is over both there and by the clock of coverage, which expects nothing of days after it. */
  lastDayOver: IsoDate
  /**
   * Some day of these before today still runs by the clock of a marketplace, so that they are less than they are compared with.
   * Of the whole, and of what belongs to none, where no marketplace is named.
   */
  isRunningIn: (days: DateRange, marketplace?: string) => boolean
  /** The same of what orders tell: or today counts, and some account whose day has begun has no report of it. */
  isLackingIn: (days: DateRange, marketplace?: string) => boolean
  /** By order reports. */
  covered: ReportedDays
}

export async function readNow(
  services: Services,
  company: Company,
  selection: Pick<RealTimeInput, 'marketplaces'>,
  signal: AbortSignal | undefined,
): Promise<Now> {
  const [reach, covered] = await Promise.all([
    ordersReach(services, company, selection, signal),
    coveredOrders(services, company, selection),
  ])
  const { today } = reach
  const yesterday = addDays(today, -1)
  const lastDayOver = earlier(yesterday, addDays(covered.today, -1))
  const lastDay = [today, yesterday].find((day) => covered.of({ start: day, end: day }).isCovered)
  const dayAt = (place: string): IsoDate => localDay(services.now(), timeZoneOf(place))
  const hasBegun = (place: string) => dayAt(place) >= today
  const lagging =
    lastDay === today
      ? covered
          .lagging(today)
          .filter(({ marketplaces }) => marketplaces.length === 0 || marketplaces.some(hasBegun))
      : []
  const isTodayLackingAt = (marketplace: string) =>
    marketplace === ''
      ? lagging.length > 0
      : hasBegun(marketplace) && streamsAt(lagging, [marketplace]).length > 0
  const isRunningIn = ({ start, end }: DateRange, marketplace = '') =>
    (marketplace === '' ? reach.marketplaces : [marketplace])
      .map(dayAt)
      .some((day) => day < today && start <= yesterday && end >= day)
  return {
    ...reach,
    lastDay: lastDay ?? lastDayOver,
    lastDayOver,
    isRunningIn,
    isLackingIn: (days, marketplace = '') =>
      isRunningIn(days, marketplace) || (days.end === today && isTodayLackingAt(marketplace)),
    covered,
  }
}

export const reachOf = ({ today, upTo }: Now): Reach => ({
  today,
  ordersUpTo: upTo === null ? null : upTo.toISOString(),
})

/** What a number is without, days among it. */
export const withDays = (lacks: readonly Lack[] = []): Lack[] => [
  'DAYS',
  ...lacks.filter((lack) => lack !== 'DAYS'),
]

/** The days of a comparison before its last one; null where it has no other. */
export const daysBeforeLast = ({ start, end }: DateRange): DateRange | null =>
  start < end ? { start, end: addDays(end, -1) } : null

/**
 * What days are compared with of which the last is today: the days before whole, and of the last one what had come in by the
 * same time. Null where some of it is not known.
 * @param others the days before the last, where there are any
 */
export function cutByTheClock(
  metric: HourlyMetric,
  { whole, others, last }: { whole: PeriodFigures; others: PeriodFigures | undefined; last: IsoDate },
  clock: OrderClock | undefined,
): Decimal | null {
  if (!clock || !whole.coverageOf(metric).isBase) return null
  const ofLast = clock.before(last, metric)
  const ofOthers = others ? others.figure(metric).value : ZERO
  return ofLast === null || ofOthers === null ? null : ofOthers + ofLast
}
