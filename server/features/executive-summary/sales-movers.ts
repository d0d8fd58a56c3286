import { MOVERS_NAMED } from '#contract/dashboards/executive-summary.ts'
import { asDates } from '#contract/date-range.ts'
import { toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { SummaryInput, SalesMovers } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import { productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { changeOf, LARGEST, productsMoved } from '#server/metrics/movers.ts'
import { daysAsked } from './daily.ts'
import { readNow } from './now.ts'

const SALES = 'orderedAmount'

/** Which products made the difference, of whole days: what had come in at this hour is not told product by product. */
export async function salesMovers(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<SalesMovers> {
  const { lastDayOver } = await readNow(services, company, input, signal)
  const days = daysAsked(input, lastDayOver)
  const { period, comparison } = days
  const { currencyCode, marketplaces } = input
  const asked = { currencyCode, marketplaces, days, metrics: [SALES] as const }
  const moved = await productsMoved(services, company, asked, signal)
  // Where none of the days is over, hours would be compared with a whole day.
  const isComparable = period.start <= lastDayOver && moved.isComparable
  const changes = (isComparable ? [...moved.products, ...moved.unnamed] : []).map((one) => ({
    sku: one.sku,
    change: changeOf(one, SALES),
  }))
  const known = changes.filter(
    (one): one is { sku: string; change: Decimal } => one.change !== null && one.change !== ZERO,
  )
  const named = LARGEST(MOVERS_NAMED)(known)
  const rest = known.filter((one) => !named.includes(one))
  const names = await productsNamed(services, company, named.map(({ sku }) => sku).filter(Boolean), signal)
  const together = (of: typeof rest) => ({
    count: of.length,
    change: toText(of.reduce((sum, { change }) => sum + change, ZERO)),
  })
  return {
    period: asDates(period),
    comparison: asDates(comparison),
    rows: named.map(({ sku, change }) => ({
      sku,
      name: names.get(sku)?.name || sku || 'Without a SKU',
      change: toText(change),
    })),
    up: together(rest.filter(({ change }) => change > ZERO)),
    down: together(rest.filter(({ change }) => change < ZERO)),
    unknown: changes.filter(({ change }) => change === null).length,
    isComparable,
  }
}
