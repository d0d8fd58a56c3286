import { MOVERS_NAMED } from '#contract/dashboards/executive-summary.ts'
import { absolute, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { SummaryInput, SalesMovers } from '#contract/executive-summary.ts'
import type { Company } from '#server/accounts/index.ts'
import { productsNamed } from '#server/ledger/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { besideLedger } from '#server/metrics/answer.ts'
import { readMeasured } from '#server/metrics/facts/measured.ts'
import { daysAsked } from './daily.ts'
import { daysIn, readNow } from './now.ts'

const [SALES] = besideLedger(['orderedAmount'])

/** Which products made the difference, of whole days: what had come in at this hour is not told product by product. */
export async function salesMovers(
  services: Services,
  company: Company,
  input: SummaryInput,
  signal: AbortSignal | undefined,
): Promise<SalesMovers> {
  const { lastDayOver } = await readNow(services, company, input)
  const days = daysAsked(input, lastDayOver)
  const { period, comparison } = days
  const measured = await readMeasured(
    services,
    company,
    {
      measures: [SALES!],
      by: 'sku',
      currencyCode: input.currencyCode,
      marketplaces: input.marketplaces ?? [],
      skus: [],
      periods: [days],
    },
    signal,
  )
  // Where none of the days is over, hours would be compared with a whole day.
  const isComparable =
    period.start <= lastDayOver &&
    measured.coverage([SALES!], period).isComparable &&
    measured.coverage([SALES!], comparison).isBase
  const changes = (isComparable ? measured.keys() : []).map((sku) => {
    const [now, before] = [period, comparison].map((range) => measured.figure(SALES!, range, sku).value)
    return { sku, change: now == null || before == null ? null : now - before }
  })
  const known = changes
    .filter((one): one is { sku: string; change: Decimal } => one.change !== null && one.change !== ZERO)
    .toSorted((a, b) => compare(absolute(b.change), absolute(a.change)) || (a.sku < b.sku ? -1 : 1))
  const named = known.slice(0, MOVERS_NAMED)
  const rest = known.slice(MOVERS_NAMED)
  const names = await productsNamed(services, company, named.map(({ sku }) => sku).filter(Boolean), signal)
  const together = (of: typeof rest) => ({
    count: of.length,
    change: toText(of.reduce((sum, { change }) => sum + change, ZERO)),
  })
  return {
    period: daysIn(period),
    comparison: daysIn(comparison),
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

const compare = (a: Decimal, b: Decimal): number => (a === b ? 0 : a < b ? -1 : 1)
