import { LIVE_FACTS } from './live-facts.ts'

/** Tables whose rows say which SKU an ASIN is sold under. */
export const NAMES_SKUS = ['order_items', 'sales_traffic_asin_day', 'search_query_performance'] as const

const named = (table: (typeof NAMES_SKUS)[number]): string => {
  const asin = table === 'sales_traffic_asin_day' ? 'child_asin' : 'asin'
  return `SELECT DISTINCT marketplace AS its_marketplace, ${asin} AS its_asin, toString(sku) AS one_sku
    FROM ${table} WHERE ${LIVE_FACTS.text} AND sku != '' AND ${asin} != ''`
}

/** SQL of the SKU of each ASIN in a marketplace, where the company is known to sell it under one alone. */
export const KNOWN_SKUS = `
  SELECT its_marketplace, its_asin, any(one_sku) AS its_sku
  FROM (${NAMES_SKUS.map(named).join('\nUNION ALL\n')})
  GROUP BY its_marketplace, its_asin HAVING uniqExact(one_sku) = 1`
