import { MOVERS_NAMED } from '#contract/dashboards/executive-summary.ts'
import { addDays, asDates } from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { SummaryInput, SalesMovers } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import { productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { changeOf, readMoved, type Moved } from '#server/metrics/facts/moved-products.ts'
import { LARGEST } from '#server/metrics/movers.ts'
import { daysAsked } from './daily.ts'
import { readNow } from './now.ts'

/** Which products made the difference, of whole days: what had come in at this hour is not told product by product. */
export async function salesMovers(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<SalesMovers> {
  const { lastDayOver, isRunningIn } = await readNow(services, company, input, signal)
  const isRunning = isRunningIn({ start: lastDayOver, end: lastDayOver })
  const lastDay = isRunning ? addDays(lastDayOver, -1) : lastDayOver
  const days = daysAsked(input, lastDay)
  const { period, comparison } = days
  const { currencyCode, marketplaces } = input
  const asked = {
    currencyCode,
    marketplaces,
    days,
    measure: 'orders.itemPrice',
    isWithUnnamed: true,
  } as const
  const moved = await readMoved(services, company, asked, signal)
  // Where none of the days is over, hours would be compared with a whole day.
  const isComparable = period.start <= lastDay && moved.isComparable
  const named = isComparable ? LARGEST(MOVERS_NAMED)(moved) : []
  const names = await productsNamed(services, company, named.map(({ sku }) => sku).filter(Boolean), signal)
  /** All of them but the named ones. */
  const rest = (all: Moved['up'], isOfThem: (change: Decimal) => boolean) => {
    const less = named.map(changeOf).filter(isOfThem)
    return {
      count: isComparable ? all.count - less.length : 0,
      change: toText(isComparable ? less.reduce((sum, change) => sum - change, all.change) : ZERO),
    }
  }
  return {
    period: asDates(period),
    comparison: asDates(comparison),
    rows: named.map((one) => ({
      sku: one.sku,
      name: names.get(one.sku)?.name || one.sku || 'Without a SKU',
      change: toText(changeOf(one)),
    })),
    up: rest(moved.up, (change) => change > ZERO),
    down: rest(moved.down, (change) => change < ZERO),
    unknown: isComparable ? moved.unknown : 0,
    isComparable,
  }
}
