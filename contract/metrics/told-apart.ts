/** Numbers told apart by what their rows are of. */
import type { GroupKey } from '../explain.ts'
import { basisOf, changesAddUp, isOfLedger, measuresOf, partsOf } from './evaluate.ts'
import type { Measure } from './metric.ts'
import { METRIC_IDS, metricOf, type MetricId } from './metrics.ts'

/**
 * What rows are grouped for: a metric itself where the sums of its rows make it; of a ratio, a mean or what is computed, each
 * of its parts that they do make.
 */
export function groupedTerms(id: MetricId): MetricId[] {
  if (changesAddUp(id, 'line')) return [id]
  return [...new Set(partsOf(id).flatMap(groupedTerms))]
}

/** Files of these say what a row is; those of others state numbers alone. */
const SAID_OF = /^(ledger|orders|returns|advertising)\./
/** And of these which order it is of. */
const ORDERS_OF = /^(ledger|orders|returns)\./

/** Whether a metric is a sum of lines of the ledger, which has it by order and by transaction, and may have it differently. */
export const isToldByOrders = (id: MetricId): boolean =>
  isOfLedger(id) && changesAddUp(id, 'marketplace') && basisOf(id) === undefined && !isOfExpenses(id)

/** Whether its rows are expenses alone, which are of no product and no order. */
export function isOfExpenses(id: MetricId): boolean {
  const measures = [...measuresOf([id])]
  return measures.length > 0 && measures.every((measure) => measure === 'ledger.operatingExpenses')
}

/** By what the rows of a term differ, in the order in which they are offered. `isOfSkus`: products are chosen. */
export function groupKeysOf(term: MetricId, isOfSkus: boolean): GroupKey[] {
  const measures = [...measuresOf([term])]
  if (isOfExpenses(term)) return ['kind', 'brand', 'marketplace', 'day', 'month', 'file']
  return [
    // The whole of a metric whose products are told by another report has rows without products.
    ...(isOfSkus || changesAddUp(term, 'product') ? (['product', 'brand'] as const) : []),
    'marketplace',
    ...(measures.length > 1 || measures.some((measure) => SAID_OF.test(measure)) ? (['kind'] as const) : []),
    ...(measures.some((measure) => ORDERS_OF.test(measure)) ? (['order'] as const) : []),
    'day',
    'month',
    'file',
  ]
}

/** What groups of rows are called that belong to none. */
export const NO_GROUP: Record<GroupKey, string> = {
  product: 'No product',
  brand: 'No product, no brand',
  marketplace: 'Not allocated',
  kind: 'Not named',
  order: 'No order',
  day: 'No day',
  month: 'No month',
  file: 'No file',
}

/** The same sum of business customers alone. */
export const ofBusinesses = (measure: Measure): Measure => `${measure}B2B`

/** Whether everything that a metric is made of is told of business customers too, so that the rest is of all others. */
export const isToldByCustomer = (id: MetricId): boolean =>
  [...measuresOf([id])].every((measure) => SUMMED.has(ofBusinesses(measure)))

/** Whether a metric is made of sums of ads alone, each of which is of one kind. */
export const isToldByAdType = (id: MetricId): boolean =>
  [...measuresOf([id])].every((measure) => measure.startsWith('advertising.') && !READ_BY_ROW.has(measure))

const READ_BY_ROW: ReadonlySet<Measure> = measuresOf(
  METRIC_IDS.filter((id) => {
    const { formula } = metricOf(id)
    return 'isByRow' in formula && formula.isByRow
  }),
)
const SUMMED: ReadonlySet<Measure> = measuresOf(METRIC_IDS)
