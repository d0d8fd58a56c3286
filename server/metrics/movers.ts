import type { LikelyReason, Mover, Movers, MoversInput, MoversTogether } from '#contract/all-in-one.ts'
import { MOVER_METRICS } from '#contract/dashboards/all-in-one.ts'
import { asDates } from '#contract/date-range.ts'
import { absolute, divide, parseDecimal, ratio, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { daysIn, earlier, later } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { NO_IDENTITY, productsNamed } from '#server/ledger/products/products.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { answerByKey, cellsOf, scopeOfOrders, type ComparedPeriod } from './answer.ts'
import { changeOf, type Moved, type MovedProduct } from './facts/moved-products.ts'
import { isOutOfStock } from './lost/lost-days.ts'
import { readProductDays } from './lost/product-days.ts'

interface ProductsScope {
  currencyCode: MoversInput['currencyCode']
  marketplaces?: MoversInput['marketplaces']
  skus?: MoversInput['skus']
}

/** How the sales of products differ between two periods, as traffic reports tell them. */
export interface ProductsMoved {
  days: ComparedPeriod
  scope: ProductsScope
  found: Moved
}

/** Which of the products that moved are named: the largest changes, or those of each direction. */
export const LARGEST =
  (limit: number) =>
  ({ risen, fallen }: Pick<Moved, 'risen' | 'fallen'>): MovedProduct[] =>
    bySize([...risen, ...fallen]).slice(0, limit)

export const LARGEST_OF_EACH =
  (limit: number) =>
  ({ risen, fallen }: Pick<Moved, 'risen' | 'fallen'>): MovedProduct[] => [
    ...risen.slice(0, limit),
    ...fallen.slice(0, limit),
  ]

const bySize = (moved: readonly MovedProduct[]): MovedProduct[] =>
  moved.toSorted((a, b) => Number(absolute(changeOf(b)) - absolute(changeOf(a))) || (a.sku < b.sku ? -1 : 1))

/** The products whose sales changed most against the comparison, and what may have made them. */
export async function moversOf(
  services: Services,
  company: Company,
  { days, scope, found }: ProductsMoved,
  named: (moved: Pick<Moved, 'risen' | 'fallen'>) => MovedProduct[],
  signal: AbortSignal | undefined,
): Promise<Movers> {
  const { period, comparison } = days
  // Where none of the days is over, hours would be compared with a whole day.
  const isComparable = found.isComparable && period.end < today(services)
  const moved = isComparable ? named(found).toSorted((a, b) => Number(changeOf(b) - changeOf(a))) : []
  const skus = moved.map(({ sku }) => sku)
  const question = { scope: scopeOfOrders(scope), metrics: MOVER_METRICS, periods: [days] }
  // No products would be all of them.
  const [answers, names, outOfStock] =
    skus.length === 0
      ? [undefined, new Map(), new Map<string, number>()]
      : await Promise.all([
          answerByKey(services, company, question, { by: 'product', keys: skus }, signal),
          productsNamed(services, company, skus, signal),
          moreDaysOutOfStock(services, company, { days, scope, skus }, signal),
        ])
  const contributionOf = (change: Decimal | null) =>
    change === null || found.before === null || !isComparable ? null : ratio(change, found.before)
  /** All of them but some, which are known. */
  const without = (listed: readonly MovedProduct[]): MoversTogether => {
    const less = (all: Decimal | null, of: (one: MovedProduct) => Decimal) =>
      all === null ? null : listed.reduce((rest, one) => rest - of(one), all)
    const [sales, change] = [less(found.now, ({ now }) => now), less(found.change, changeOf)]
    return {
      count: found.products - listed.length,
      sales: sales === null ? null : toText(sales),
      change: change === null || !isComparable ? null : toText(change),
      contribution: contributionOf(change),
    }
  }
  return {
    period: asDates(period),
    comparison: asDates(comparison),
    rows: moved.map((one): Mover => {
      const metrics = cellsOf(MOVER_METRICS, answers!.of(one.sku)[0]!)
      const change = changeOf(one)
      return {
        sku: one.sku,
        identity: names.get(one.sku) ?? { ...NO_IDENTITY, sku: one.sku },
        metrics,
        change: toText(change),
        contribution: contributionOf(change),
        moreDaysOutOfStock: outOfStock.get(one.sku) ?? null,
        likelyReason: likelyReason(metrics, change > ZERO, outOfStock.get(one.sku)),
      }
    }),
    others: without(moved),
    total: without([]),
  }
}

/** On how many more days products had nothing to sell; of those of which a snapshot tells on every day. */
async function moreDaysOutOfStock(
  services: Services,
  company: Company,
  {
    days: { period, comparison },
    scope,
    skus,
  }: Pick<ProductsMoved, 'days' | 'scope'> & { skus: readonly string[] },
  signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
  const range = { start: earlier(period.start, comparison.start), end: later(period.end, comparison.end) }
  const { marketplaces = [] } = scope
  const found = await readProductDays(services, company, { marketplaces, skus, range }, signal)
  return new Map(
    [...found].flatMap(([sku, days]): [string, number][] => {
      const [now, before] = [period, comparison].map((of) => {
        // Whether a day without stock had a sale, an order report says.
        const told = days.filter(
          ({ day, available, sold }) =>
            day >= of.start && day <= of.end && available !== null && (available > ZERO || sold !== null),
        )
        return told.length < daysIn(of) ? null : told.filter(isOutOfStock).length
      }) as [number | null, number | null]
      return now === null || before === null ? [] : [[sku, now - before]]
    }),
  )
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

/** The first that moved far enough in the direction of the sales; of days without stock one is enough. */
export function likelyReason(
  metrics: Mover['metrics'],
  hasRisen: boolean,
  moreOutOfStock = 0,
): LikelyReason | null {
  if (hasRisen ? moreOutOfStock < 0 : moreOutOfStock > 0) return 'OUT_OF_STOCK'
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
