import { addDays } from '#contract/date-range.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { heldTables } from '#server/ledger/held-tables.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { today, type Services } from '#server/ledger/services.ts'

/** Sales of so many days say which products sell best. */
const DAYS = 60
/** More than a week's questions about searches can name. */
const PRODUCTS_MAX = 60

/** ASINs by marketplace, those with most sales first, from reports of traffic by product. */
export async function bestProducts(services: Services, company: Company): Promise<Map<string, string[]>> {
  const live = await liveVersions(services.accounts, company)
  // Most turns of a company without such reports end here, and which tables its imports fill is remembered.
  const held = await heldTables(services.analytics, company.id, live)
  if (!held.has('sales_traffic_asin_day')) return new Map()
  const rows = await services.analytics.rows<{ marketplace: string; asin: string }>(
    `SELECT toString(marketplace) AS marketplace, toString(child_asin) AS asin
    FROM sales_traffic_asin_day
    WHERE ${LIVE_FACTS.text} AND date >= {since:Date} AND child_asin != '' AND marketplace != ''
    GROUP BY marketplace, asin
    ORDER BY sum(ordered_product_sales) DESC, asin
    LIMIT {most:UInt32} BY marketplace`,
    {
      params: {
        companyId: company.id,
        live,
        since: addDays(today(services), -DAYS),
        most: PRODUCTS_MAX,
      },
    },
  )
  const products = new Map<string, string[]>()
  for (const { marketplace, asin } of rows)
    if (/^[A-Z0-9]{10}$/.test(asin)) products.set(marketplace, [...(products.get(marketplace) ?? []), asin])
  return products
}
