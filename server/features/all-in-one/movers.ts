import type { LikelyReason, Mover, Movers, MoversInput, MoversTogether } from '#contract/all-in-one.ts'
import { MOVER_METRICS } from '#contract/dashboards/all-in-one.ts'
import { absolute, divide, parseDecimal, ratio, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { Company } from '#server/accounts/index.ts'
import { NO_IDENTITY, productsNamed } from '#server/ledger/products.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  answerByKey,
  besideLedger,
  cellsOf,
  scopeOfOrders,
  type ComparedPeriod,
} from '#server/metrics/answer.ts'
import { readMeasured } from '#server/metrics/facts/measured.ts'

const [SALES] = besideLedger(['orderedProductSales'])

interface Moved {
  sku: string
  /** Null where nobody knows them, as without an exchange rate. */
  sales: Decimal | null
  previous: Decimal | null
}

/** The products whose sales changed most against the comparison, and what may have made them. */
export async function moversOf(
  services: Services,
  company: Company,
  { days, limit, ...input }: MoversInput & { days: ComparedPeriod },
  signal: AbortSignal | undefined,
): Promise<Movers> {
  const { period, comparison } = days
  const measured = await readMeasured(
    services,
    company,
    {
      measures: [SALES!],
      by: 'sku',
      currencyCode: input.currencyCode,
      marketplaces: input.marketplaces ?? [],
      skus: input.skus ?? [],
      periods: [days],
    },
    signal,
  )
  const salesOf = (sku: string, range: ComparedPeriod['period']) => measured.figure(SALES!, range, sku).value
  // Where a part of the days is not read, everything would seem to have risen or fallen.
  const isComparable =
    measured.coverage([SALES!], period).isComparable && measured.coverage([SALES!], comparison).isWhole
  const all = measured
    .keys()
    .filter((sku) => sku !== '')
    .map((sku): Moved => ({ sku, sales: salesOf(sku, period), previous: salesOf(sku, comparison) }))
  const moved = isComparable
    ? all
        .flatMap(({ sku, ...one }) => {
          const change = changeOf(one)
          return change === null || change === ZERO ? [] : { sku, change }
        })
        .toSorted((a, b) => Number(absolute(b.change) - absolute(a.change)) || (a.sku < b.sku ? -1 : 1))
        .slice(0, limit)
        .toSorted((a, b) => Number(b.change - a.change))
    : []
  const skus = moved.map(({ sku }) => sku)
  const question = { scope: scopeOfOrders(input), metrics: MOVER_METRICS, periods: [days] }
  // No products would be all of them.
  const [answers, names] =
    skus.length === 0
      ? [undefined, new Map()]
      : await Promise.all([
          answerByKey(services, company, question, { by: 'product', keys: skus }, signal),
          productsNamed(services, company, skus, signal),
        ])
  const before = sumOf(all, ({ previous }) => previous)
  const listed = new Set(skus)
  const contributionOf = (change: Decimal | null) =>
    change === null || before === null || !isComparable ? null : ratio(change, before)
  const together = (of: readonly Moved[]): MoversTogether => {
    const [sales, change] = [sumOf(of, (one) => one.sales), sumOf(of, changeOf)]
    return {
      count: of.length,
      sales: sales === null ? null : toText(sales),
      change: change === null || !isComparable ? null : toText(change),
      contribution: contributionOf(change),
    }
  }
  return {
    period: { startDate: period.start, endDate: period.end },
    comparison: { startDate: comparison.start, endDate: comparison.end },
    rows: moved.map((one): Mover => {
      const metrics = cellsOf(MOVER_METRICS, answers!.of(one.sku)[0]!)
      return {
        sku: one.sku,
        identity: names.get(one.sku) ?? { ...NO_IDENTITY, sku: one.sku },
        metrics,
        change: toText(one.change),
        contribution: contributionOf(one.change),
        likelyReason: likelyReason(metrics, one.change > ZERO),
      }
    }),
    others: together(all.filter(({ sku }) => !listed.has(sku))),
    total: together(all),
  }
}

const changeOf = ({ sales, previous }: Pick<Moved, 'sales' | 'previous'>): Decimal | null =>
  sales === null || previous === null ? null : sales - previous

function sumOf(of: readonly Moved[], pick: (one: Moved) => Decimal | null): Decimal | null {
  let sum = ZERO
  for (const one of of) {
    const amount = pick(one)
    if (amount === null) return null
    sum += amount
  }
  return sum
}

/**
 * How far each has to move to be named, in the order in which they are asked: shares by their difference, numbers by how
 * they grew. A price explains more sales by having fallen.
 */
const REASONS: readonly Reason[] = [
  { reason: 'FEATURED_OFFER', metric: 'buyBoxPercentage', by: 'POINTS', needed: '0.1' },
  { reason: 'PRICE', metric: 'averageSellingPrice', by: 'GROWTH', needed: '0.05', isOpposed: true },
  { reason: 'SESSIONS', metric: 'sessions', by: 'GROWTH', needed: '0.2' },
  { reason: 'CONVERSION', metric: 'unitSessionPercentage', by: 'POINTS', needed: '0.02' },
  { reason: 'AD_SPEND', metric: 'adSpend', by: 'GROWTH', needed: '0.3' },
]
interface Reason {
  reason: LikelyReason
  metric: (typeof MOVER_METRICS)[number]
  by: 'POINTS' | 'GROWTH'
  needed: string
  /** More of it goes with less sales. */
  isOpposed?: true
}

/** The first that moved far enough in the direction of the sales. */
export function likelyReason(metrics: Mover['metrics'], hasRisen: boolean): LikelyReason | null {
  const found = REASONS.find(({ metric, by, needed, isOpposed = false }) => {
    const { value, previous } = metrics[metric]
    if (value === null || previous === null) return false
    const [now, before] = [parseDecimal(value), parseDecimal(previous)]
    const moved = by === 'POINTS' ? now - before : divide(now - before, before)
    if (moved === null || moved > ZERO !== (hasRisen !== isOpposed)) return false
    return absolute(moved) >= parseDecimal(needed)
  })
  return found?.reason ?? null
}
