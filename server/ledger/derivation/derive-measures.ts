import type { FactTable } from '#amazon/index.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import { countingAds } from './counting-ads.ts'
import { fullestReadings, type ClaimingTable } from './counting-rows.ts'
import { countingSearches } from './counting-searches.ts'
import { knownSkus, LED_BY_ASIN, type LedTable } from './known-skus.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Level } from './measures-journal.ts'
import { placedInMonth } from './places.ts'

interface Stated {
  /** SQL of a row's amount; null where it does not say. */
  amount: string
  isMoney?: true
}

/** A row itself, so that a number which none of them states can be told from a sum of nothing. */
export const ROWS = 'rows'

type Measures = Readonly<Record<string, Stated>>

interface Source {
  fact: FactName
  /** What is stated at each level; rows are counted at the first of them. */
  stated: Partial<Record<Level, Measures>>
  /** SQL of the places of the rows that count, of those under a condition; `slice` cuts them into parts. */
  counting: (where: string, slice: string) => string
  sku?: string
  asin?: string
  /** SQL of a row's marketplace, if it may have none of its own. */
  marketplace?: string
  /** The column of its day, if that is not `date`. */
  day?: string
  /** SQL of how many days it is of, the last of which is its day. */
  days?: string
  searchQuery?: string
  /** Levels at which rows repeat what is one thing: of each, the greatest counts, once in these columns of the journal. */
  once?: Partial<Record<Level, string>>
}

const count = (amount: string): Stated => ({ amount })
const money = (amount: string): Stated => ({ amount, isMoney: true })
const counts = <Name extends string>(names: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(names).map(([name, amount]) => [name, count(amount)])) as Record<
    Name,
    Stated
  >
/** Null where nothing is said of any of them. */
const together = (...columns: string[]): string =>
  `if(${columns.map((column) => `isNull(${column})`).join(' AND ')}, NULL, ${columns.map((column) => `ifNull(${column}, 0)`).join(' + ')})`
/** Null where one of them is not said: Amazon renames columns, and what is reserved without one would look whole. */
const whole = (...columns: string[]): string => columns.join(' + ')

/** What counts is chosen within a day, which lies in one slice. */
const fullest = (table: ClaimingTable) => (where: string, slice: string) =>
  fullestReadings(table, `${where} AND (${slice})`)

const TRAFFIC = {
  orderedProductSales: money('ordered_product_sales'),
  orderedProductSalesB2B: money('ordered_product_sales_b2b'),
  ...counts({
    unitsOrdered: 'units_ordered',
    unitsOrderedB2B: 'units_ordered_b2b',
    orderItems: 'total_order_items',
    orderItemsB2B: 'total_order_items_b2b',
    sessions: 'sessions',
    sessionsB2B: 'sessions_b2b',
    browserSessions: 'browser_sessions',
    mobileAppSessions: 'mobile_app_sessions',
    pageViews: 'page_views',
    // TRAF-1: a percentage of page views is weighted by them, where it is said at all.
    featuredOfferPageViews: `page_views * buy_box_percentage * toDecimal64('0.01', 2)`,
    pageViewsOfOffers: 'if(isNull(buy_box_percentage), NULL, page_views)',
  }),
} as const

const AGES = ['age_0_to_90', 'age_91_to_180', 'age_181_to_270', 'age_271_to_365', 'age_over_365']

/** Of Sponsored Products sellers see 7 days after the click, of the other ads 14. */
const IS_SPONSORED_PRODUCTS = `upper(ad_type) NOT IN ('SB', 'SD')`
const inWindow = (name: string): string =>
  `if(${IS_SPONSORED_PRODUCTS}, ifNull(${name}_7d, ${name}_14d), ${name}_14d)`
const ofSponsoredProducts = (amount: string): string => `if(${IS_SPONSORED_PRODUCTS}, ${amount}, NULL)`
const ofOtherAds = (amount: string): string => `if(${IS_SPONSORED_PRODUCTS}, NULL, ${amount})`

const ownPurchaseValue = valueOf('asin')
const marketPurchaseValue = valueOf('total')
/** Medians do not add up: their mean, weighted by purchases, is a ratio of two sums that do. */
function valueOf(whose: 'asin' | 'total'): string {
  const value = `toDecimal128(${whose}_purchase_price, 9) * ${whose}_purchases`
  return `accurateCastOrNull(${value}, 'Decimal(18, 9)')`
}
const OWN_SEARCHES = {
  ...counts({
    ownImpressions: 'asin_impressions',
    ownClicks: 'asin_clicks',
    ownCartAdds: 'asin_cart_adds',
    ownPurchases: 'asin_purchases',
    ownPricedPurchases: `if(isNull(${ownPurchaseValue}), NULL, asin_purchases)`,
  }),
  ownPurchaseValue: money(ownPurchaseValue),
} as const
const MARKET_SEARCHES = {
  ...counts({
    volume: 'search_query_volume',
    marketImpressions: 'total_impressions',
    marketClicks: 'total_clicks',
    marketCartAdds: 'total_cart_adds',
    marketPurchases: 'total_purchases',
    marketPricedPurchases: `if(isNull(${marketPurchaseValue}), NULL, total_purchases)`,
  }),
  marketPurchaseValue: money(marketPurchaseValue),
} as const
/** SQP-1: the row of each ASIN repeats what is of its query. */
const QUERY = 'day_, marketplace_, search_query_, measure_, currency_'

/** What each fact table states, in the names of the metrics. */
export const MEASURED = {
  sales_traffic_date: {
    fact: 'traffic',
    counting: fullest('sales_traffic_date'),
    stated: {
      ACCOUNT: {
        ...TRAFFIC,
        shippedProductSales: money('shipped_product_sales'),
        unitsShipped: count('units_shipped'),
      },
    },
  },
  sales_traffic_asin_day: {
    fact: 'traffic',
    counting: fullest('sales_traffic_asin_day'),
    stated: { PRODUCT: TRAFFIC },
    sku: 'r.sku',
    asin: LED_BY_ASIN.sales_traffic_asin_day.text,
  },
  inventory_snapshots: {
    fact: 'stock',
    counting: fullest('inventory_snapshots'),
    stated: {
      ANY: counts({
        available: 'available',
        inbound: together('inbound_working', 'inbound_shipped', 'inbound_receiving'),
        reserved: `ifNull(reserved, ${whole('reserved_customer_orders', 'reserved_fc_transfer', 'reserved_fc_processing')})`,
        betweenWarehouses: whole('reserved_fc_transfer', 'reserved_fc_processing'),
        unfulfillable: 'unfulfillable',
      }),
    },
    sku: 'sku',
  },
  inventory_planning: {
    fact: 'ageing',
    counting: fullest('inventory_planning'),
    stated: {
      ANY: {
        agedUnits: count(together('age_181_to_270', 'age_271_to_365', 'age_over_365')),
        unitsByAge: count(together(...AGES)),
        valueAtPrice: money("accurateCastOrNull(toDecimal128(price, 9) * available, 'Decimal(18, 9)')"),
        storageNextMonth: money('storage_next_month'),
        agedSurchargeNext: money('aged_surcharge_next'),
        unitsShipped30: count('units_shipped_30'),
        unitsShipped90: count('units_shipped_90'),
      },
    },
    sku: 'sku',
  },
  stranded_inventory: {
    fact: 'stranded',
    counting: fullest('stranded_inventory'),
    stated: { ANY: counts({ units: 'units' }) },
    sku: 'sku',
  },
  ads_daily: {
    fact: 'advertising',
    counting: (where, slice) => countingAds(`${where} AND (${slice})`),
    stated: {
      ANY: {
        cost: money('cost'),
        // A report of search terms leaves out those without a click.
        impressions: count(`if(level = 'SEARCH_TERM', NULL, impressions)`),
        clicks: count('clicks'),
        sales: money(inWindow('sales')),
        orders: count(inWindow('purchases')),
        units: count(inWindow('units')),
        sameSkuSales: money(ofSponsoredProducts('sales_same_sku_7d')),
        sponsoredProductsSales: money(ofSponsoredProducts('ifNull(sales_7d, sales_14d)')),
        newToBrandOrders: count(ofOtherAds('ntb_purchases_14d')),
        newToBrandSales: money(ofOtherAds('ntb_sales_14d')),
        brandAdOrders: count(ofOtherAds('purchases_14d')),
      },
    },
    sku: 'sku',
    marketplace: placedInMonth('r', 'r.date'),
  },
  search_query_performance: {
    fact: 'search',
    counting: countingSearches,
    stated: { ANY: OWN_SEARCHES, ACCOUNT: MARKET_SEARCHES, PRODUCT: MARKET_SEARCHES },
    day: 'end_date',
    days: 'toUInt8(end_date - start_date + 1)',
    searchQuery: 'r.search_query',
    sku: 'r.sku',
    asin: LED_BY_ASIN.search_query_performance.text,
    once: { ACCOUNT: QUERY, PRODUCT: `${QUERY}, sku_` },
  },
} as const satisfies Partial<Record<FactTable, Source>>

export type MeasuredTable = keyof typeof MEASURED
export const MEASURED_TABLES = Object.keys(MEASURED) as MeasuredTable[]

/** Facts whose market is one, in whichever rows it stands: of several products it is taken once. */
export const TAKEN_ONCE: readonly FactName[] = ['search']

const sourceOf = (table: MeasuredTable): Source => MEASURED[table]

/** The levels at which a table states something. */
export const levelsStated = (table: MeasuredTable): [Level, Measures][] =>
  Object.entries(sourceOf(table).stated) as [Level, Measures][]

/** Tables of which a row may name an ASIN alone. */
export const isLed = (table: MeasuredTable): table is LedTable => table in LED_BY_ASIN

interface Part {
  /** On the columns of the table, as `slice` is, which cuts it. */
  where: string
  slice: string
  /** Some of its rows name an ASIN alone. */
  hasUnnamed: boolean
  /** SQL of the places of the rows that count, where that is known already. */
  counting?: string
}

/** What is made of the rows of a part of a table that count. */
export const measuresFeed = (table: MeasuredTable, part: Part): string[] =>
  levelsStated(table).map(([level, measures], index) =>
    feedAt(table, level, index === 0 ? { [ROWS]: count('1'), ...measures } : measures, part),
  )

function feedAt(
  table: MeasuredTable,
  level: Level,
  measures: Measures,
  { where, slice, hasUnnamed, counting }: Part,
): string {
  const source = sourceOf(table)
  const scope = `${LIVE_FACTS.text} AND (${where})`
  const [sku, asin] = level === 'ACCOUNT' ? [] : [source.sku, source.asin]
  const isLooked = hasUnnamed && isLed(table)
  const join = isLooked
    ? `ANY LEFT JOIN (${knownSkus(table, `${scope} AND (${slice})`)}) AS known ON r.marketplace = known.its_marketplace AND ${LED_BY_ASIN[table].text} = known.its_asin`
    : ''
  // What no room is left for is not said: a number of ten digits on one day is none.
  const stated = Object.entries(measures).map(
    ([name, { amount, isMoney }]) =>
      `('${name}', accurateCastOrNull(${amount}, 'Decimal(18, 9)'), ${isMoney ? 'toString(currency)' : `''`})`,
  )
  const once = source.once?.[level]
  return `SELECT company_id AS company_id_, account_id AS account_id_, '${source.fact}' AS fact_, '${level}' AS level_, ${dayColumn(table)} AS day_,
  ${source.marketplace ?? 'r.marketplace'} AS marketplace_, ${sku && isLooked ? `if(${sku} != '', ${sku}, known.its_sku)` : (sku ?? `''`)} AS sku_, ${asin ?? `''`} AS asin_, stated.1 AS measure_, stated.3 AS currency_, assumeNotNull(stated.2) AS amount_,
  ${source.days ?? '1'} AS days_, ${source.searchQuery ?? `''`} AS search_query_, import_id AS import_id_, line_no AS line_no_, part AS part_
FROM (
  SELECT *, arrayJoin(arrayFilter(s -> isNotNull(s.2), [${stated.join(', ')}])) AS stated
  FROM ${table} WHERE ${scope} AND (${slice}) AND (import_id, line_no, part) IN (${counting ?? source.counting(scope, slice)})
) AS r ${join}
${once ? `ORDER BY amount_ DESC, r.asin, account_id_, import_id_, line_no_, part_ LIMIT 1 BY ${once}` : ''}`
}

export const dayColumn = (table: MeasuredTable): string => sourceOf(table).day ?? 'date'

/** The column, of the table or of the journal, by whose values a table is cut: nothing is chosen across two of them. */
export const cutColumn = (table: MeasuredTable, day: string): string =>
  table === 'search_query_performance' ? 'search_query' : day

/** On which days imports that came or went may have changed something. */
export function daysChanged(table: MeasuredTable, day: string): string {
  const changed = `FROM ${table} WHERE company_id = {companyId:String} AND problem = '' AND import_id IN {changed:Array(UInt64)}`
  if (table !== 'search_query_performance') return `${day} IN (SELECT date ${changed})`
  // A week pushes a month aside, and without that month the weeks at its ends count again.
  return `${day} BETWEEN (SELECT toStartOfMonth(min(start_date)) ${changed}) AND (SELECT toLastDayOfMonth(max(end_date)) + 6 ${changed})`
}

/** Its rows in the journal, under a condition on their `day`. */
export const measuresStanding = (table: MeasuredTable, where: string): string =>
  `fact = '${MEASURED[table].fact}' AND level IN (${levelsStated(table)
    .map(([level]) => `'${level}'`)
    .join(', ')}) AND (${where})`
