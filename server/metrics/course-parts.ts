import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CoursePart, MetricCell } from '#contract/answer.ts'
import { COURSE_PARTS_MAX, type CourseDimension } from '#contract/dashboards/course.ts'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { growthOf } from '#contract/metrics/comparisons.ts'
import { isAdditive } from '#contract/metrics/evaluate.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { Company } from '#server/accounts/index.ts'
import { brandsOf, NO_BRAND, UNBRANDED } from '#server/ledger/products/catalogue.ts'
import { productsNamed } from '#server/ledger/products/products.ts'
import { today, type Services } from '#server/ledger/services.ts'
import {
  answerByKey,
  besideLedger,
  cellsOf,
  cellsOfDays,
  isNothing,
  type ComparedPeriod,
  type Question,
} from './answer.ts'
import { valueOf } from './cells.ts'
import { isSummed } from './facts/known-measures.ts'
import type { KeysAsked } from './facts/ledger.ts'
import { measuredCoverage } from './facts/measured.ts'
import { inTurns } from '#server/in-turns.ts'
import { rankedProducts } from './ranked-keys.ts'

const BY = { PRODUCT: 'product', MARKETPLACE: 'marketplace', BRAND: 'brand' } as const
/** So many keys are sized before whoever else waits has a turn. */
const KEYS_IN_A_TURN = 50

interface Divided<Id extends MetricId> extends Pick<Question, 'scope' | 'periods'> {
  dimension: Exclude<CourseDimension, 'NONE'>
  metric: Id
  whole: CoursePart<Id>
}

/**
 * The largest parts of a metric, what belongs to none, and what all others come to. The last of the periods is of the days all
 * together, whose numbers say which parts are the largest.
 */
export async function partsOf<Id extends MetricId>(
  services: Services,
  company: Company,
  { dimension, metric, whole, ...asked }: Divided<Id>,
  signal: AbortSignal | undefined,
): Promise<CoursePart<Id>[]> {
  const by = BY[dimension]
  const question: Question = { ...asked, metrics: [metric] }
  const parentOf = by === 'brand' ? await brandsOf(services, company) : undefined
  if (parentOf?.size === 0) return [{ ...whole, kind: 'PART', name: NO_BRAND }]
  const keys =
    by !== 'product'
      ? 'ALL'
      : (
          await rankedProducts(
            services,
            company,
            {
              scope: question.scope,
              period: question.periods.at(-1)!.period,
              metric,
              order: 'DESC',
              listedBy: [metric],
              limit: COURSE_PARTS_MAX,
              offset: 0,
            },
            signal,
          )
        ).keys
  const keysAsked: KeysAsked = { by, keys, ...(parentOf && { parentOf }) }
  const { of, in: inRange, keys: held } = await answerByKey(services, company, question, keysAsked, signal)
  const names = by === 'product' ? await productsNamed(services, company, held, signal) : undefined
  const nameOf = (key: string) =>
    key === UNBRANDED
      ? NO_BRAND
      : (names ? names.get(key)?.name : marketplaceOf(key)?.label) || key || 'Not allocated'
  // Of the days all together first, which is one reading of a key: only the largest are worked out in every period.
  const days = question.periods.at(-1)!.period
  const sized = await inTurns(
    held.filter((key) => key !== '' || by !== 'product'),
    signal,
    (key) => ({ key, size: Number(valueOf(inRange(key, days).figure(metric)) ?? 0) }),
    { every: KEYS_IN_A_TURN },
  )
  sized.sort((a, b) => b.size - a.size || a.key.localeCompare(b.key))
  const largest: CoursePart<Id>[] = []
  for (const { key } of sized) {
    if (largest.length === COURSE_PARTS_MAX) break
    // There may be many that come to nothing, which only all of their periods say.
    await nextTurn()
    signal?.throwIfAborted()
    const answered = of(key)
    const isListed = key !== '' && by !== 'brand'
    if (!isListed && answered.every((one) => isNothing(one, [metric]))) continue
    const cells = answered.map((one) => cellsOf([metric], one))
    largest.push({
      key: key === UNBRANDED ? '' : key,
      kind: key === '' ? 'NOT_ALLOCATED' : 'PART',
      name: nameOf(key),
      cells: cells.slice(0, -1),
      range: cellsOfDays([metric], answered.at(-1)!, question.periods.at(-1)!, today(services)),
    })
  }
  const isUntold = by === 'marketplace' ? () => false : await daysUntold(services, company, question)
  const others = otherOf(whole, largest, { ...question, metric, isUntold })
  return others ? [...largest, others] : largest
}

/** Whether reports by product tell fewer days of a period than those of the whole (TRAF-2). */
async function daysUntold(
  services: Services,
  company: Company,
  { scope: { currencyCode, marketplaces = [], skus = [] }, periods, metrics }: Question,
): Promise<(range: DateRange) => boolean> {
  const measures = besideLedger(metrics).filter(isSummed)
  if (measures.length === 0) return () => false
  const read = (by: 'sku' | 'total') =>
    measuredCoverage(services, company, { measures, by, currencyCode, marketplaces, skus, periods })
  const [ofProducts, ofWhole] = await Promise.all([read('sku'), read('total')])
  const daysOf = ({ coverage }: typeof ofWhole, range: DateRange) => coverage(measures, range).coveredDays
  return (range) => daysOf(ofProducts, range) < daysOf(ofWhole, range)
}

interface Rest<Id extends MetricId> extends Pick<Question, 'periods'> {
  metric: Id
  isUntold: (range: DateRange) => boolean
}

/**
 * What a whole has beside its largest parts; undefined where there is nothing, or where parts do not add up. Null where the
 * whole or one of them is not known, and where parts are told of fewer days than the whole, as in a week in which reports by
 * product are of the Monday alone: what sold on the other days is not that of others. Then it is null of the days all together
 * too.
 */
function otherOf<Id extends MetricId>(
  whole: CoursePart<Id>,
  largest: readonly CoursePart<Id>[],
  { metric, periods, isUntold }: Rest<Id>,
): CoursePart<Id> | undefined {
  if (!isAdditive(metric) || largest.length === 0) return undefined
  const rest = (cellIn: (part: CoursePart<Id>) => MetricCell, days: ComparedPeriod): MetricCell => {
    const less = (pick: (cell: MetricCell) => string | null, range: DateRange) => {
      const value = pick(cellIn(whole))
      const taken = largest.map((part) => pick(cellIn(part)))
      if (value === null || taken.includes(null) || isUntold(range)) return null
      return toText(taken.reduce((left, one) => left - parsed(one), parsed(value)))
    }
    const value = less((cell) => cell.value, days.period)
    const previous = less((cell) => cell.previous, days.comparison)
    const isComparable = cellIn(whole).growth !== null && value !== null && previous !== null
    const growth = isComparable ? growthOf(metricOf(metric), parsed(value), parsed(previous)) : null
    const { unconverted: ofWhole = [], ...cell } = cellIn(whole)
    const ofParts = largest.flatMap((part) => cellIn(part).unconverted ?? [])
    const unconverted = ofWhole.flatMap(({ currency, amount }) => {
      const taken = ofParts.filter((one) => one.currency === currency)
      const left = taken.reduce((sum, one) => sum - parseDecimal(one.amount), parseDecimal(amount))
      return left === ZERO ? [] : [{ currency, amount: toText(left, 9) }]
    })
    return { ...cell, value, previous, growth, ...(unconverted.length > 0 && { unconverted }) }
  }
  const byMetric = (cell: MetricCell) => ({ [metric]: cell }) as Record<Id, MetricCell>
  const cells = whole.cells.map((_, index) => rest((part) => part.cells[index]![metric]!, periods[index]!))
  const isNone = ({ value, unconverted }: MetricCell, index: number) =>
    (value === null ? whole.cells[index]![metric]!.value === null : parsed(value) === ZERO) && !unconverted
  if (cells.every(isNone)) return undefined
  const range = rest((part) => part.range[metric]!, periods.at(-1)!)
  const isUnknown = (pick: (cell: MetricCell) => string | null) =>
    cells.some((cell, index) => pick(cell) === null && pick(whole.cells[index]![metric]!) !== null)
  const value = isUnknown((cell) => cell.value) ? null : range.value
  const previous = isUnknown((cell) => cell.previous) ? null : range.previous
  const growth = value === null || previous === null ? null : range.growth
  return {
    key: '',
    kind: 'OTHER',
    name: 'Other',
    cells: cells.map(byMetric),
    range: byMetric({ ...range, value, previous, growth }),
  }
}

const parsed = (value: string | null): Decimal => (value === null ? ZERO : parseDecimal(value))
