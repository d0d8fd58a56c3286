import type { FactTable } from '#amazon/index.ts'
import type { FactName } from '#contract/metrics/metric.ts'
import { countingAds, fullestReadings } from './counting-rows.ts'
import type { Journal, RollUp } from './journal.ts'
import { LIVE_FACTS } from './live-facts.ts'
import { placedInMonth } from './places.ts'

/** Everything that is counted beside the ledger. */
export const MEASURES: Journal = {
  table: 'measures',
  columns: [
    'company_id',
    'account_id',
    'fact',
    'level',
    'day',
    'marketplace',
    'sku',
    'asin',
    'measure',
    'currency',
    'amount',
    'import_id',
    'line_no',
    'part',
  ],
}

const BY_DAY = 'account_id, fact, level, measure, day, marketplace, currency'

export const MEASURE_ROLL_UPS: readonly RollUp[] = [
  {
    table: 'measures_by_product',
    from: 'measures',
    keys: `${BY_DAY}, sku, asin`,
    sums: { amount: 'sum(toDecimal128(amount, 9) * n)', row_count: 'sum(n)' },
  },
  {
    table: 'measures_by_day',
    from: 'measures_by_product',
    keys: BY_DAY,
    sums: { amount: 'sum(toDecimal128(amount, 9))', row_count: 'sum(row_count)' },
  },
]

/**
 * What a question may ask a measure at. ANY adds up over products to the whole; where it does not, the whole is asked at
 * ACCOUNT and products at PRODUCT, and the two never meet (TRAF-2).
 */
export const LEVELS = ['ANY', 'ACCOUNT', 'PRODUCT'] as const
export type Level = (typeof LEVELS)[number]

interface Stated {
  /** SQL of a row's amount; null where it does not say. */
  amount: string
  isMoney?: true
}

/** A row itself, so that a number which none of them states can be told from a sum of nothing. */
export const ROWS = 'rows'

interface Source {
  fact: FactName
  level: Level
  measures: Readonly<Record<string, Stated>>
  counting: (where: string) => string
  sku?: string
  asin?: string
  /** SQL of a row's marketplace, if it may have none of its own. */
  marketplace?: string
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

/** Of Sponsored Products sellers see 7 days after the click, of the other ads 14. */
const IS_SPONSORED_PRODUCTS = `upper(ad_type) NOT IN ('SB', 'SD')`
const inWindow = (name: string): string =>
  `if(${IS_SPONSORED_PRODUCTS}, ifNull(${name}_7d, ${name}_14d), ${name}_14d)`
const ofSponsoredProducts = (amount: string): string => `if(${IS_SPONSORED_PRODUCTS}, ${amount}, NULL)`
const ofOtherAds = (amount: string): string => `if(${IS_SPONSORED_PRODUCTS}, NULL, ${amount})`

/** What each fact table states, in the names of the metrics. */
export const MEASURED = {
  sales_traffic_date: {
    fact: 'traffic',
    level: 'ACCOUNT',
    counting: (where) => fullestReadings('sales_traffic_date', where),
    measures: {
      ...TRAFFIC,
      shippedProductSales: money('shipped_product_sales'),
      unitsShipped: count('units_shipped'),
    },
  },
  sales_traffic_asin_day: {
    fact: 'traffic',
    level: 'PRODUCT',
    counting: (where) => fullestReadings('sales_traffic_asin_day', where),
    measures: TRAFFIC,
    sku: 'sku',
    asin: `if(child_asin != '', child_asin, parent_asin)`,
  },
  inventory_snapshots: {
    fact: 'stock',
    level: 'ANY',
    counting: (where) => fullestReadings('inventory_snapshots', where),
    measures: counts({
      available: 'available',
      inbound: together('inbound_working', 'inbound_shipped', 'inbound_receiving'),
      reserved: together('reserved_customer_orders', 'reserved_fc_transfer', 'reserved_fc_processing'),
      betweenWarehouses: together('reserved_fc_transfer', 'reserved_fc_processing'),
      unfulfillable: 'unfulfillable',
    }),
    sku: 'sku',
  },
  ads_daily: {
    fact: 'advertising',
    level: 'ANY',
    counting: countingAds,
    measures: {
      cost: money('cost'),
      impressions: count('impressions'),
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
    sku: 'sku',
    marketplace: placedInMonth('r', 'r.date'),
  },
} as const satisfies Partial<Record<FactTable, Source>>

export type MeasuredTable = keyof typeof MEASURED
export const MEASURED_TABLES = Object.keys(MEASURED) as MeasuredTable[]

/** What is made of the rows of a table that count, under a condition on their `date`. */
export function measuresFeed(table: MeasuredTable, where: string): string[] {
  const source: Source = MEASURED[table]
  const { fact, level, measures, counting, sku = `''`, asin = `''`, marketplace = 'r.marketplace' } = source
  const scope = `${LIVE_FACTS.text} AND (${where})`
  // What no room is left for is not said: a number of ten digits on one day is none.
  const stated = Object.entries({ [ROWS]: count('1'), ...measures }).map(
    ([name, { amount, isMoney }]) =>
      `('${name}', accurateCastOrNull(${amount}, 'Decimal(18, 9)'), ${isMoney ? 'toString(currency)' : `''`})`,
  )
  return [
    `SELECT company_id AS company_id_, account_id AS account_id_, '${fact}' AS fact_, '${level}' AS level_, date AS day_,
  ${marketplace} AS marketplace_, ${sku} AS sku_, ${asin} AS asin_, stated.1 AS measure_, stated.3 AS currency_, assumeNotNull(stated.2) AS amount_,
  import_id AS import_id_, line_no AS line_no_, part AS part_
FROM (
  SELECT *, arrayJoin(arrayFilter(s -> isNotNull(s.2), [${stated.join(', ')}])) AS stated
  FROM ${table} WHERE ${scope} AND (import_id, line_no, part) IN (${counting(scope)})
) AS r`,
  ]
}

/** Its rows in the journal, under a condition on their `day`. */
export const measuresStanding = (table: MeasuredTable, where: string): string =>
  `fact = '${MEASURED[table].fact}' AND level = '${MEASURED[table].level}' AND (${where})`
