import { addDays } from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Hourly, RealTimeInput } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { coveredOrders } from '#server/metrics/reported-days.ts'
import { reachOf, readNow } from './now.ts'
import { readOrderClock } from './order-clock.ts'

const DAYS_OF_WEEK = 7

/** The hours of today against those of the same weekday a week before. */
export async function hourly(
  services: Services,
  company: Company,
  input: RealTimeInput,
  signal: AbortSignal | undefined,
): Promise<Hourly> {
  const now = await readNow(services, company, input, signal)
  const { today } = now
  const before = addDays(today, -DAYS_OF_WEEK)
  const [clock, covered] = await Promise.all([
    readOrderClock(services, company, { scope: input, reach: now, days: [today, before] }, signal),
    coveredOrders(services, company, input),
  ])
  const begun = now.lastDay === today ? clock.hoursBegun : 0
  const isKnownBefore = covered.of({ start: before, end: before }).isWhole
  const ofToday = (metric: 'orderedAmount' | 'orderedQuantity') =>
    clock.hours(today, metric)?.slice(0, begun) ?? []
  const ofBefore = (metric: 'orderedAmount' | 'orderedQuantity') =>
    (isKnownBefore ? clock.hours(before, metric) : null) ?? []
  const [sales, salesBefore] = [ofToday('orderedAmount'), ofBefore('orderedAmount')]
  const [units, unitsBefore] = [ofToday('orderedQuantity'), ofBefore('orderedQuantity')]
  return {
    ...reachOf(now),
    day: today,
    comparison: before,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      sales: textAt(sales, hour),
      units: textAt(units, hour),
      salesBefore: textAt(salesBefore, hour),
      unitsBefore: textAt(unitsBefore, hour),
      salesSoFar: textAt(runningSums(sales), hour),
      salesSoFarBefore: textAt(runningSums(salesBefore), hour),
    })),
  }
}

const textAt = (hours: readonly Decimal[], hour: number): string | null =>
  hour < hours.length ? toText(hours[hour]!) : null

function runningSums(hours: readonly Decimal[]): Decimal[] {
  let sum = ZERO
  return hours.map((amount) => (sum += amount))
}
