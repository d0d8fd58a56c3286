/** Every metric of the product by its name. */
import { ADVERTISING_METRICS } from './advertising-metrics.ts'
import { COMPANY_METRICS } from './company-metrics.ts'
import { LEDGER_METRICS } from './ledger-metrics.ts'
import type { Metric, Term } from './metric.ts'
import { ORDER_METRICS } from './order-metrics.ts'
import { SEARCH_METRICS } from './search-metrics.ts'
import { STOCK_METRICS } from './stock-metrics.ts'
import { TRAFFIC_METRICS } from './traffic-metrics.ts'
import { UNIT_METRICS } from './unit-metrics.ts'

const METRICS = {
  ...LEDGER_METRICS,
  ...ORDER_METRICS,
  ...TRAFFIC_METRICS,
  ...ADVERTISING_METRICS,
  ...UNIT_METRICS,
  ...STOCK_METRICS,
  ...SEARCH_METRICS,
  ...COMPANY_METRICS,
}

export type MetricId = keyof typeof METRICS

/** What belongs together, in the order of the glossary. */
export const METRIC_GROUPS: readonly { title: string; ids: readonly MetricId[] }[] = [
  { title: 'Profit and loss', ids: idsOf(LEDGER_METRICS) },
  { title: 'One unit sold', ids: idsOf(UNIT_METRICS) },
  { title: 'Sales and traffic', ids: idsOf(TRAFFIC_METRICS) },
  { title: 'Orders and returns', ids: idsOf(ORDER_METRICS) },
  { title: 'Advertising', ids: idsOf(ADVERTISING_METRICS) },
  { title: 'Stock', ids: idsOf(STOCK_METRICS) },
  { title: 'Search', ids: idsOf(SEARCH_METRICS) },
  { title: 'Company', ids: idsOf(COMPANY_METRICS) },
]
function idsOf(metrics: Partial<Record<MetricId, unknown>>): MetricId[] {
  return Object.keys(metrics) as MetricId[]
}

export const METRIC_IDS = Object.keys(METRICS) as MetricId[]
export const isMetricId = (id: string): id is MetricId => Object.hasOwn(METRICS, id)

/** The metrics that a formula names. */
type Named<F> = F extends { terms: readonly (infer T)[] }
  ? T extends Term<infer Id>
    ? Id
    : never
  : F extends { over: infer O; under: infer U }
    ? O | U
    : F extends { kind: 'portion' | 'perDay'; of: infer P }
      ? P
      : F extends { needs: readonly (infer N)[] }
        ? N
        : never
type Unknown = Exclude<{ [Id in MetricId]: Named<(typeof METRICS)[Id]['formula']> }[MetricId], MetricId>
/** A formula that names a metric which does not exist does not compile here. */
const METRICS_WITH_KNOWN_NAMES: [Unknown] extends [never] ? Record<MetricId, Metric<MetricId>> : Unknown =
  METRICS

/** A metric with its optional fields, whichever it is. */
export const metricOf = (id: MetricId): Metric<MetricId> => METRICS_WITH_KNOWN_NAMES[id]
