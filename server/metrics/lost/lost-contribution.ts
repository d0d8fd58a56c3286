import {
  LOST_CAUSES,
  LOST_SKUS_NAMED,
  type ClickedLevel,
  type LostCause,
  type LostContribution,
  type LostContributions,
} from '#contract/lost-contribution.ts'
import { addDays, CALENDAR, later, type DateRange } from '#contract/date-range.ts'
import { divide, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Services } from '#server/ledger/services.ts'
import { uncompared, answerByKey, answerWhole, type PeriodFigures } from '../answer.ts'
import { valueOf } from '../cells.ts'
import type { LedgerScope } from '../facts/ledger.ts'
import { inTurns } from '#server/in-turns.ts'
import { amountOf, lostDays, marginDays, marginOf, USUAL_DAYS, type LostDays } from './lost-days.ts'
import { readProductDays } from './product-days.ts'
import { readUnreimbursed } from './unreimbursed.ts'
import { readWastedClicks } from './wasted-clicks.ts'

/** What products left is asked for so many at once, in the stretches of days of all of them. */
const MARGINS_AT_ONCE = 20
/** What a unit leaves after advertising, and what sums of it are made of. */
const MARGIN_METRICS = [
  'unitsSold',
  'unitCm3',
  'contributionMargin3',
  'contributionMargin2',
  'contributionMargin2Settled',
] as const satisfies readonly MetricId[]

export interface LostQuestion {
  /** Of orders. Its products narrow clicks and losses in the warehouse too. */
  scope: LedgerScope
  period: DateRange
  /** Whose days are looked at. */
  skus: readonly string[]
  /** How many products there are. */
  productCount: number
}

/** What products lost in a period, cause by cause. */
export async function lostContribution(
  services: Services,
  company: Company,
  { scope, period, skus, productCount }: LostQuestion,
  signal: AbortSignal | undefined,
): Promise<LostContributions> {
  const { currencyCode, marketplaces = [] } = scope
  const narrowed = { currencyCode, marketplaces, skus: scope.skus ?? [] }
  const [
    estimates,
    { clicks, isCut: isClicksCut, withoutRate: clicksWithoutRate },
    { losses, isCut: isLossesCut },
    [whole],
  ] = await Promise.all([
    lostUnits(services, company, { scope, period, skus }, signal),
    readWastedClicks(services, company, { ...narrowed, end: period.end }, signal),
    readUnreimbursed(services, company, { ...narrowed, due: period }, signal),
    answerWhole(services, company, questionOf(scope, ['netProfit'], [period]), signal),
  ])
  const lost = new Map<LostCause, Lost>()
  const add = (cause: LostCause, one: Omit<Lost, 'products'> & { sku: string }) =>
    lost.set(cause, together(lost.get(cause), one))
  const withoutMargin = new Set<string>()
  for (const { sku, found, unitMargin } of estimates) {
    if (unitMargin === null) withoutMargin.add(sku)
    for (const { cause, days, units } of found) {
      const amount = amountOf(units, unitMargin)
      if (amount !== null) add(cause, { sku, amount, units, days: days.length, unitAmount: unitMargin! })
    }
  }
  for (const { sku, cost, ...clicked } of clicks)
    add('WASTED_CLICKS', { sku, amount: cost, clicks: { ...clicked, places: 1 } })
  for (const { sku, units, amount, isWhole } of losses) {
    if (!isWhole) withoutMargin.add(sku)
    if (amount <= ZERO) continue
    const gone = parseDecimal(String(units))
    add('UNREIMBURSED', { sku, amount, units: gone, unitAmount: divide(amount, gone)! })
  }
  const causes = LOST_CAUSES.flatMap((cause) => {
    const found = lost.get(cause)
    return found ? [{ cause, ...found }] : []
  }).toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))
  return {
    period: { startDate: period.start, endDate: period.end },
    causes: causes.map(saidOf),
    total: causes.length === 0 ? null : toText(causes.reduce((sum, { amount }) => sum + amount, ZERO)),
    netProfit: valueOf(whole!.now.figure('netProfit')),
    productsWithoutMargin: withoutMargin.size,
    clicksWithoutRate,
    products: { lookedAt: skus.length, all: productCount },
    isCut: { clicks: isClicksCut, losses: isLossesCut },
  }
}

/** What a cause comes to, of all products together. */
interface Lost {
  amount: Decimal
  /** What each product lost. */
  products: Map<string, Decimal>
  days?: number
  units?: Decimal
  unitAmount?: Decimal
  clicks?: { clicks: number; places: number; level: ClickedLevel }
}

function together(before: Lost | undefined, { sku, ...one }: Omit<Lost, 'products'> & { sku: string }): Lost {
  const products = before?.products ?? new Map<string, Decimal>()
  if (sku !== '') products.set(sku, (products.get(sku) ?? ZERO) + one.amount)
  if (!before) return { ...one, products }
  const { clicks } = one
  const earlier = before.clicks
  return {
    amount: before.amount + one.amount,
    products,
    ...(one.days !== undefined && { days: before.days! + one.days }),
    ...(one.units !== undefined && { units: before.units! + one.units }),
    ...(clicks &&
      earlier && {
        clicks: {
          clicks: earlier.clicks + clicks.clicks,
          places: earlier.places + clicks.places,
          // They are named after the finest.
          level: earlier.level === 'SEARCH_TERM' ? earlier.level : clicks.level,
        },
      }),
  }
}

const saidOf = ({
  cause,
  amount,
  products,
  days,
  units,
  unitAmount,
  clicks,
}: Lost & { cause: LostCause }): LostContribution => ({
  cause,
  amount: toText(amount),
  products: products.size,
  skus: [...products]
    .toSorted(([, a], [, b]) => (a === b ? 0 : a > b ? -1 : 1))
    .slice(0, LOST_SKUS_NAMED)
    .map(([sku]) => sku),
  ...(days !== undefined && { days }),
  ...(units !== undefined && { units: toText(units) }),
  ...(unitAmount !== undefined && { unitAmount: toText(unitAmount) }),
  ...(clicks && { clicks: { count: clicks.clicks, places: clicks.places, level: clicks.level } }),
})

/** A period that is compared with nothing. */
const questionOf = <Id extends MetricId>(
  scope: LedgerScope,
  metrics: readonly Id[],
  periods: readonly DateRange[],
) => ({
  scope,
  metrics,
  periods: periods.map(uncompared),
})

interface LostUnits {
  sku: string
  found: LostDays[]
  /** What a unit leaves; null where nobody knows. */
  unitMargin: Decimal | null
}

/** Products that sold less than they could have, with what one unit of each leaves. */
async function lostUnits(
  services: Services,
  company: Company,
  { scope, period, skus }: Pick<LostQuestion, 'scope' | 'period' | 'skus'>,
  signal: AbortSignal | undefined,
): Promise<LostUnits[]> {
  // No products would be all of them.
  if (skus.length === 0) return []
  const keys = { by: 'product', keys: skus } as const
  const range = { start: later(addDays(period.start, -USUAL_DAYS), CALENDAR.start), end: period.end }
  const { marketplaces = [] } = scope
  const [byProduct, velocities] = await Promise.all([
    readProductDays(services, company, { marketplaces, skus, range }, signal),
    answerByKey(services, company, questionOf(scope, ['dailyVelocity'], [period]), keys, signal),
  ])
  const looked = await inTurns(skus, signal, (sku) => {
    const days = byProduct.get(sku)!
    const found = lostDays(days, period, velocities.in(sku, period).figure('dailyVelocity').value)
    return { sku, found, stretches: found.length === 0 ? [] : marginDays(days, period.end) }
  })
  const losing = looked.filter(({ found }) => found.length > 0)
  const batches = Array.from({ length: Math.ceil(losing.length / MARGINS_AT_ONCE) }, (_, index) =>
    losing.slice(index * MARGINS_AT_ONCE, (index + 1) * MARGINS_AT_ONCE),
  )
  const told = await inTurns(batches, signal, async (batch) => {
    const stretches = new Map(
      batch.flatMap((one) => one.stretches.map((its) => [`${its.start} ${its.end}`, its])),
    )
    if (stretches.size === 0) return batch.map(({ sku, found }) => ({ sku, found, unitMargin: null }))
    const margins = await answerByKey(
      services,
      company,
      questionOf(scope, MARGIN_METRICS, [...stretches.values()]),
      { by: 'product', keys: batch.map(({ sku }) => sku) },
      signal,
    )
    return inTurns(batch, signal, ({ sku, found, stretches: its }) => ({
      sku,
      found,
      unitMargin: marginOf(its.map((stretch) => marginIn(margins.in(sku, stretch)))),
    }))
  })
  return told.flat()
}

/** Fees as they were settled are no lines of the statement, so they are added to its margin. */
function marginIn({ figure }: PeriodFigures) {
  const [before, settled, margin] = [
    figure('contributionMargin2').value,
    figure('contributionMargin2Settled').value,
    figure('contributionMargin3').value,
  ]
  return {
    units: figure('unitsSold').value,
    unitMargin: figure('unitCm3').value,
    margin: before === null || settled === null || margin === null ? null : margin + settled - before,
  }
}
