import { addDays } from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Hourly, RealTimeInput } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
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
  const clock = await readOrderClock(
    services,
    company,
    { scope: input, reach: now, days: [today, before] },
    signal,
  )
  const begun = now.lastDay === today ? clock.hoursBegun : 0
  const isKnownBefore =
    !now.isLackingIn({ start: today, end: today }) && now.covered.of({ start: before, end: before }).isBase
  const ofToday = (metric: 'orderedAmount' | 'orderedQuantity') =>
    clock.hours(today, metric)?.slice(0, begun) ?? []
  /** Beside hours that have begun at some places alone those of no others are counted. */
  const besideToday = (toHere: readonly Decimal[], whole: readonly Decimal[]) =>
    whole.map((ofAll, hour) => (hour < begun ? toHere[hour]! : ofAll))
  const ofBefore = (metric: 'orderedAmount' | 'orderedQuantity') => {
    const whole = (isKnownBefore && clock.hours(before, metric)) || []
    const toHere = clock.hoursToHere(before, metric) ?? []
    return {
      hours: besideToday(toHere, whole),
      soFar: besideToday(runningSums(toHere), runningSums(whole)),
    }
  }
  const [sales, units] = [ofToday('orderedAmount'), ofToday('orderedQuantity')]
  const [salesBefore, unitsBefore] = [ofBefore('orderedAmount'), ofBefore('orderedQuantity')]
  return {
    ...reachOf(now),
    day: today,
    comparison: before,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      sales: textAt(sales, hour),
      units: textAt(units, hour),
      salesBefore: textAt(salesBefore.hours, hour),
      unitsBefore: textAt(unitsBefore.hours, hour),
      salesSoFar: textAt(runningSums(sales), hour),
      salesSoFarBefore: textAt(salesBefore.soFar, hour),
    })),
  }
}

const textAt = (hours: readonly Decimal[], hour: number): string | null =>
  hour < hours.length ? toText(hours[hour]!) : null

function runningSums(hours: readonly Decimal[]): Decimal[] {
  let sum = ZERO
  return hours.map((amount) => (sum += amount))
}
