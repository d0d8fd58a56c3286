import type { LikelyReason, Mover, Movers, MoversInput, MoversTogether } from '#contract/all-in-one.ts'
import { MOVER_METRICS } from '#contract/dashboards/all-in-one.ts'
import { asDates } from '#contract/date-range.ts'
import { absolute, divide, parseDecimal, ratio, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { daysIn, earlier, later } from '#contract/date-range.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { NO_IDENTITY, productsNamed } from '#server/ledger/products/products.ts'
import type { Services } from '#server/ledger/services.ts'
import { answerByKey, besideLedger, cellsOf, scopeOfOrders, type ComparedPeriod } from './answer.ts'
import { readMeasured } from './facts/measured.ts'
import { isOutOfStock } from './lost/lost-days.ts'
import { readProductDays } from './lost/product-days.ts'

const SUMS = ['orderedProductSales', 'orderedAmount', 'sessions', 'unitsOrdered'] as const
type Sum = (typeof SUMS)[number]
const MEASURES = Object.fromEntries(SUMS.map((metric) => [metric, besideLedger([metric])[0]!])) as Record<
  Sum,
  Measure
>

interface ProductsScope {
  currencyCode: MoversInput['currencyCode']
  marketplaces?: MoversInput['marketplaces']
  skus?: MoversInput['skus']
  brandNames?: MoversInput['brandNames']
}

/** Numbers are null where nobody knows them, as without an exchange rate. */
interface ProductMoved<V extends Sum> {
  sku: string
  now: Record<V, Decimal | null>
  before: Record<V, Decimal | null>
}

export interface ProductsMoved<V extends Sum = 'orderedProductSales'> {
  days: ComparedPeriod
  scope: ProductsScope
  /** Those that any report names. */
  products: ProductMoved<V>[]
  /** What reports say of no product. */
  unnamed: ProductMoved<V>[]
  /** Where a part of the days is not read, everything would seem to have risen or fallen. */
  isComparable: boolean
}

/** What is told of each product in a period and in the one that it is compared with. */
export async function productsMoved<V extends Sum>(
  services: Services,
  company: Company,
  { days, metrics, ...scope }: ProductsScope & { days: ComparedPeriod; metrics: readonly V[] },
  signal: AbortSignal | undefined,
): Promise<ProductsMoved<V>> {
  const { period, comparison } = days
  const measures = metrics.map((metric) => MEASURES[metric])
  const measured = await readMeasured(
    services,
    company,
    {
      measures,
      by: 'sku',
      currencyCode: scope.currencyCode,
      marketplaces: scope.marketplaces ?? [],
      skus: scope.skus ?? [],
      periods: [days],
    },
    signal,
  )
  const of = (sku: string, range: ComparedPeriod['period']) => {
    // There are thousands of them.
    const found: Partial<Record<V, Decimal | null>> = {}
    for (const metric of metrics) found[metric] = measured.figure(MEASURES[metric], range, sku).value
    return found as Record<V, Decimal | null>
  }
  const moved = measured.keys().map((sku) => ({ sku, now: of(sku, period), before: of(sku, comparison) }))
  return {
    days,
    scope,
    products: moved.filter(({ sku }) => sku !== ''),
    unnamed: moved.filter(({ sku }) => sku === ''),
    isComparable:
      measured.coverage(measures, period).isComparable && measured.coverage(measures, comparison).isBase,
  }
}

const SALES = 'orderedProductSales'
type Moved = ProductMoved<typeof SALES>
type Changed = { sku: string; change: Decimal }

/** Which of the products that moved are named: the largest changes, or those of each direction. */
export const LARGEST =
  (limit: number) =>
  (changed: readonly Changed[]): Changed[] =>
    bySize(changed).slice(0, limit)

export const LARGEST_OF_EACH =
  (limit: number) =>
  (changed: readonly Changed[]): Changed[] => [
    ...bySize(changed.filter(({ change }) => change > ZERO)).slice(0, limit),
    ...bySize(changed.filter(({ change }) => change < ZERO)).slice(0, limit),
  ]

const bySize = (changed: readonly Changed[]): Changed[] =>
  changed.toSorted((a, b) => Number(absolute(b.change) - absolute(a.change)) || (a.sku < b.sku ? -1 : 1))

/** The products whose sales changed most against the comparison, and what may have made them. */
export async function moversOf(
  services: Services,
  company: Company,
  { days, scope, products, isComparable }: ProductsMoved,
  named: (changed: readonly Changed[]) => Changed[],
  signal: AbortSignal | undefined,
): Promise<Movers> {
  const { period, comparison } = days
  const changed = products.flatMap((one) => {
    const change = changeOf(one, SALES)
    return change === null || change === ZERO ? [] : { sku: one.sku, change }
  })
  const moved = isComparable ? named(changed).toSorted((a, b) => Number(b.change - a.change)) : []
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
  const before = sumOf(products, (one) => one.before.orderedProductSales)
  const listed = new Set(skus)
  const contributionOf = (change: Decimal | null) =>
    change === null || before === null || !isComparable ? null : ratio(change, before)
  const together = (of: readonly Moved[]): MoversTogether => {
    const [sales, change] = [
      sumOf(of, ({ now }) => now.orderedProductSales),
      sumOf(of, (one) => changeOf(one, SALES)),
    ]
    return {
      count: of.length,
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
      return {
        sku: one.sku,
        identity: names.get(one.sku) ?? { ...NO_IDENTITY, sku: one.sku },
        metrics,
        change: toText(one.change),
        contribution: contributionOf(one.change),
        moreDaysOutOfStock: outOfStock.get(one.sku) ?? null,
        likelyReason: likelyReason(metrics, one.change > ZERO, outOfStock.get(one.sku)),
      }
    }),
    others: together(products.filter(({ sku }) => !listed.has(sku))),
    total: together(products),
  }
}

/** Null where one of both is not known. */
export function changeOf<V extends Sum>({ now, before }: ProductMoved<V>, metric: V): Decimal | null {
  const [value, previous]: (Decimal | null)[] = [now[metric], before[metric]]
  return value == null || previous == null ? null : value - previous
}

function sumOf(of: readonly Moved[], pick: (one: Moved) => Decimal | null): Decimal | null {
  let sum = ZERO
  for (const one of of) {
    const amount = pick(one)
    if (amount === null) return null
    sum += amount
  }
  return sum
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
