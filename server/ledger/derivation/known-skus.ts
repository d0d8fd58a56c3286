import { sql, type Sql } from '#server/analytics/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { IS_ROUNDED, onlySku } from './damaged-codes.ts'

/** Tables whose rows say which SKU an ASIN is sold under, with that ASIN. */
const NAMING = {
  order_items: { from: sql`order_items`, asin: sql`asin` },
  // What is no longer offered may have been under another SKU.
  listings: {
    from: sql`(SELECT * FROM listings WHERE lower(status) IN ('', 'active'))`,
    asin: sql`asin`,
  },
  sales_traffic_asin_day: { from: sql`sales_traffic_asin_day`, asin: sql`child_asin` },
  search_query_performance: { from: sql`search_query_performance`, asin: sql`asin` },
}
export const NAMES_SKUS = Object.keys(NAMING) as (keyof typeof NAMING)[]

/** Of these, those of which a row may name an ASIN alone, with the ASIN that it is of. */
export const LED_BY_ASIN = {
  // Where the report tells no products apart it names the parent; what has no variations is its own.
  sales_traffic_asin_day: sql`if(child_asin != '', child_asin, parent_asin)`,
  search_query_performance: sql`asin`,
} satisfies Partial<Record<keyof typeof NAMING, Sql>>
export type LedTable = keyof typeof LED_BY_ASIN

/** Each SKU that rows under a condition name an ASIN with, and of which attempt these are. */
const namedSkus = (where: Sql, among?: Sql): Sql =>
  sql.join(
    NAMES_SKUS.map((table) => {
      const { from, asin } = NAMING[table]
      return sql`SELECT DISTINCT marketplace AS its_marketplace, ${asin} AS its_asin, toString(sku) AS one_sku, import_id AS attempt
    FROM ${from}
    WHERE ${where} AND sku != '' AND NOT ${IS_ROUNDED.sku} AND ${asin} != '' AND ${among ? sql`(marketplace, ${asin}) IN (${among})` : sql`true`}`
    }),
    sql` UNION ALL `,
  )

/**
 * SQL of the SKU of each ASIN in a marketplace, where the company is known to sell it under one alone, of those that rows of a
 * table under a condition name alone.
 */
export const knownSkus = (table: LedTable, where: string): string => `
  SELECT its_marketplace, its_asin, ${onlySku('groupUniqArray(one_sku)')} AS its_sku
  FROM (${namedSkus(LIVE_FACTS).text})
  WHERE (its_marketplace, its_asin) IN (SELECT marketplace, ${LED_BY_ASIN[table].text} FROM ${table} WHERE ${where} AND sku = '')
  GROUP BY its_marketplace, its_asin HAVING its_sku != ''`

/** All SKUs of the ASINs, by marketplace, that a query gives. */
export const skusOfAsins = (asins: Sql): Sql => sql`
  SELECT its_marketplace, its_asin, groupUniqArray(one_sku) AS its_skus
  FROM (${namedSkus(LIVE_FACTS, asins)})
  GROUP BY its_marketplace, its_asin`

const OF_COMPANY = sql`company_id = {companyId:String} AND problem = ''`

/**
 * SQL of the ASINs that rows of a table name alone and that are known under another SKU `live` than `before`. What came or
 * went (`changed`) names each of them.
 */
export function ledElsewhere(table: LedTable): string {
  const unnamed = sql`SELECT marketplace, ${LED_BY_ASIN[table]} FROM ${NAMING[table].from} WHERE ${LIVE_FACTS} AND sku = ''`
  const named = namedSkus(sql`${OF_COMPANY} AND import_id IN {changed:Array(UInt64)}`, unnamed)
  const concerned = sql`SELECT its_marketplace, its_asin FROM (${named})`
  const skuBy = (attempts: string) =>
    onlySku(`groupUniqArrayIf(one_sku, has({${attempts}:Array(UInt64)}, attempt))`)
  return `
    SELECT toString(its_marketplace) AS marketplace, its_asin AS asin
    FROM (${namedSkus(sql`${OF_COMPANY} AND import_id IN {either:Array(UInt64)}`, concerned).text})
    GROUP BY its_marketplace, its_asin
    HAVING ${skuBy('live')} != ${skuBy('before')}`
}
