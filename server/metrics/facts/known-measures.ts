import type { DateRange } from '#contract/date-range.ts'
import type { FactName, Measure } from '#contract/metrics/metric.ts'
import { streamsAt, streamsIn, type Streams } from '#server/ledger/coverage/claims.ts'
import { coverageOf, knownWhole, type Stream } from '#server/ledger/coverage/covered-days.ts'
import {
  levelsStated,
  MEASURED,
  MEASURED_TABLES,
  ROWS,
  TAKEN_ONCE,
  type MeasuredTable,
} from '#server/ledger/derivation/derive-measures.ts'
import type { Level } from '#server/ledger/derivation/measures-journal.ts'
import { isOfAdReports } from './ad-reports.ts'
import type { MeasureKey } from './measured-sums.ts'
import { COSTED_MEASURES } from './stock-costs.ts'
import { WINDOW_MEASURES } from './stock-window.ts'
import type { MeasuredQuestion } from './measured-answer.ts'

/** Where the days of a measure are told from, at each level that it is stated at. */
type Known = Partial<Record<Level, keyof Streams>>

const STREAMS: Record<MeasuredTable, keyof Streams> = {
  sales_traffic_date: 'TRAFFIC',
  sales_traffic_asin_day: 'TRAFFIC_BY_PRODUCT',
  inventory_snapshots: 'STOCK_SNAPSHOTS',
  inventory_planning: 'STOCK_AGES',
  stranded_inventory: 'STRANDED_STOCK',
  ads_daily: 'ADVERTISING',
  search_query_performance: 'SEARCHES',
}

export const factOf = (measure: Measure) => measure.split('.')[0] as FactName

/** Of sales and traffic what Amazon may not have told yet, or not of products that nobody ordered. */
const VISITS = [
  'sessions',
  'sessionsB2B',
  'browserSessions',
  'mobileAppSessions',
  'pageViews',
  'featuredOfferPageViews',
  'pageViewsOfOffers',
]

export const KNOWN = new Map<Measure, Known>()
for (const table of MEASURED_TABLES)
  for (const [level, measures] of levelsStated(table))
    for (const name of Object.keys(measures)) {
      const measure: Measure = `${MEASURED[table].fact}.${name}`
      KNOWN.set(measure, { ...KNOWN.get(measure), [level]: STREAMS[table] })
    }

for (const name of VISITS)
  KNOWN.set(`traffic.${name}`, { ...KNOWN.get(`traffic.${name}`), PRODUCT: 'VISITS_BY_PRODUCT' })
for (const name of ['orders', 'cancelledOrders', 'pendingOrders'])
  KNOWN.set(`orders.${name}`, { ACCOUNT: 'ORDER', PRODUCT: 'ORDER' })
for (const name of ['itemPrice', 'quantity', 'unpricedUnits']) KNOWN.set(`orders.${name}`, { ANY: 'ORDER' })
for (const name of ['units', 'sellableUnits']) KNOWN.set(`returns.${name}`, { ANY: 'RETURNS' })

for (const measure of COSTED_MEASURES)
  KNOWN.set(measure, { ANY: factOf(measure) === 'stock' ? 'STOCK_SNAPSHOTS' : 'STRANDED_STOCK' })
for (const measure of WINDOW_MEASURES) KNOWN.set(measure, { ANY: 'STOCK_SNAPSHOTS' })
KNOWN.set('advertising.wastedCost', { ANY: 'SEARCH_TERMS' })
for (const name of ['activeCampaigns', 'budget', 'topOfSearchImpressions', 'impressionsWithShare'])
  KNOWN.set(`advertising.${name}`, { ANY: 'ADVERTISING' })

export const MEASURED_MEASURES: ReadonlySet<Measure> = new Set(KNOWN.keys())

/** Of several days the last one of which anything is known counts, in each marketplace of each account. */
export const COUNTS_LAST: readonly FactName[] = ['stock', 'ageing', 'stranded']

/**
 * Told of weeks and months, which count where they lie whole within the days that are asked, and of the products that
 * Amazon was asked about: what has no row is unknown, and not 0.
 */
export const TOLD_WHOLE: readonly FactName[] = ['search']

/** Whether rows of a measure's fact are there that leave it unsaid, `rows` of its fact tells. */
export const rowsOf = (measure: Measure): Measure => `${factOf(measure)}.${ROWS}`

/**
 * What is told beside a measure that a report may leave out: advertising told by search terms has no impressions, a facts file may
 * state what ads cost and not what they sold, and an older report says nothing of business customers. Where more rows tell
 * this, a sum of the others would be held against what it is no part of. Undefined of all other measures.
 */
export function toldBeside(measure: Measure): Measure | undefined {
  return measure === ITEM_PRICE ? UNPRICED_UNITS : (BESIDE_IN_ADS[measure] ?? besideBusinesses(measure))
}
/** What was ordered, and the pending units that it is without because no file knows their price. */
export const ITEM_PRICE = 'orders.itemPrice'
const UNPRICED_UNITS = 'orders.unpricedUnits'
/** Each beside what stands in the rows of the same kinds of ads. */
const BESIDE_IN_ADS: Partial<Record<Measure, Measure>> = {
  'advertising.impressions': 'advertising.cost',
  'advertising.clicks': 'advertising.cost',
  'advertising.sales': 'advertising.cost',
  'advertising.orders': 'advertising.cost',
  'advertising.units': 'advertising.cost',
  'advertising.sameSkuSales': 'advertising.sponsoredProductsSales',
  'advertising.newToBrandOrders': 'advertising.brandAdOrders',
  'advertising.newToBrandSales': 'advertising.brandAdOrders',
}
function besideBusinesses(measure: Measure): Measure | undefined {
  return factOf(measure) === 'traffic' && measure.endsWith(BUSINESSES)
    ? (measure.slice(0, -BUSINESSES.length) as Measure)
    : undefined
}
const BUSINESSES = 'B2B'

/** With what is told beside them. */
export const withBeside = (measures: readonly Measure[]): Measure[] => [
  ...new Set(measures.flatMap((measure) => [measure, toldBeside(measure) ?? measure])),
]

/** Whether its sum puts anything in order: what counts on its last day alone is no sum. */
export const isSummed = (measure: Measure): boolean =>
  MEASURED_MEASURES.has(measure) && !COUNTS_LAST.includes(factOf(measure)) && !isOfAdReports(measure)

export const isShared = (measure: Measure): boolean =>
  TAKEN_ONCE.includes(factOf(measure)) && KNOWN.get(measure)?.ANY === undefined

/** The levels that a question reads (TRAF-2). */
export const levelsOf = (question: Pick<MeasuredQuestion, 'by' | 'skus'>): Level[] => [
  'ANY',
  levelOf(question),
]

export const levelOf = ({ by, skus }: Pick<MeasuredQuestion, 'by' | 'skus'>): Level =>
  isByProduct(by) || skus.length > 0 ? 'PRODUCT' : 'ACCOUNT'

export const isByProduct = (by: MeasureKey): boolean => by === 'sku' || by === 'parent'

export function streamsOfFact(
  streams: Streams,
  kind: keyof Streams,
  fact: FactName,
  marketplaces: readonly string[],
  period: DateRange,
): Stream[] {
  // An order report is of all marketplaces of its currency, those without an order among them.
  const reaching = (kind === 'ORDER' ? streamsIn : streamsAt)(streams[kind], marketplaces)
  return TOLD_WHOLE.includes(fact) ? reaching.map((one) => knownWhole(one, period)) : reaching
}

/** Measures that are sums of days, and of which no file says anything of a product in a period. */
export const unsaidOfProducts = (
  streams: Streams,
  measures: readonly Measure[],
  marketplaces: readonly string[],
  period: DateRange,
  yesterday: string,
): Measure[] =>
  measures.filter((measure) => {
    const { PRODUCT, ANY } = KNOWN.get(measure)!
    const kind = PRODUCT ?? ANY
    if (!kind) return true
    const inScope = streamsOfFact(streams, kind, factOf(measure), marketplaces, period)
    return !coverageOf(inScope, period, yesterday).isCovered
  })
