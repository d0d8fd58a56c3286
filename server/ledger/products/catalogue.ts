import { z } from 'zod'
import type { FactTable } from '#amazon/index.ts'
import { liveVersions, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { AppError } from '#server/errors.ts'
import type { AskedExpenses } from '#server/ledger/expense-days.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import { ALL_HELD, type Holds } from '#server/ledger/held-readings.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { perVersion } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'

/** What Amazon's catalogue says of products: brands, titles, pictures. A product is of one brand, whatever marketplace it is in. */

/** Which rows name an ASIN, and a day. */
const ASINS_IN: Partial<Record<FactTable, (where: Sql) => Sql>> = {
  order_items: (where) => sql`
    SELECT toString(sku) AS its_sku, asin AS its_asin, max(ifNull(purchased_day, toDate(ifNull(purchased_at, toDateTime(0, 'UTC'))))) AS newest
    FROM order_items WHERE ${where} AND sku != '' AND asin != '' GROUP BY its_sku, its_asin`,
  listings: (where) => sql`
    SELECT toString(sku) AS its_sku, toString(asin) AS its_asin, max(snapshot_date) AS newest
    FROM listings WHERE ${where} AND sku != '' AND asin != '' GROUP BY its_sku, its_asin`,
  sales_traffic_asin_day: (where) => sql`
    SELECT toString(sku) AS its_sku, child_asin AS its_asin, max(date) AS newest
    FROM sales_traffic_asin_day WHERE ${where} AND sku != '' AND child_asin != '' GROUP BY its_sku, its_asin`,
  search_query_performance: (where) => sql`
    SELECT toString(sku) AS its_sku, asin AS its_asin, max(end_date) AS newest
    FROM search_query_performance WHERE ${where} AND sku != '' AND asin != '' GROUP BY its_sku, its_asin`,
}
const NO_ASINS = sql`SELECT '' AS its_sku, '' AS its_asin WHERE 0`

/** The ASIN of each SKU whose rows meet a condition: that of the newest order, listing, day of traffic or week of searches. */
export function asinsOfSkus(where: Sql, holds: Holds): Sql {
  const said = Object.entries(ASINS_IN).flatMap(([table, rows]) =>
    holds(table as FactTable) ? [rows(where)] : [],
  )
  if (said.length === 0) return NO_ASINS
  return sql`
  SELECT its_sku, argMax(its_asin, (newest, its_asin)) AS its_asin
  FROM (${sql.join(said, sql` UNION ALL `)})
  GROUP BY its_sku`
}

const newest = (column: Sql): Sql => sql`argMaxIf(${column}, (snapshot_date, ${column}), ${column} != '')`

/** By SKU: the newest of each that the catalogue says, in whatever marketplace. */
export const cataloguedSkus = (where: Sql, holds: Holds = ALL_HELD): Sql => sql`
  SELECT its_sku, its_brand, its_title, its_picture
  FROM (${asinsOfSkus(where, holds)}) AS s
  ANY INNER JOIN (
    SELECT asin AS catalogued_asin, ${newest(sql`brand`)} AS its_brand, ${newest(sql`title`)} AS its_title, ${newest(sql`image_address`)} AS its_picture
    FROM catalogue_items WHERE ${LIVE_FACTS} GROUP BY asin
  ) AS c ON s.its_asin = c.catalogued_asin`

const cataloguedRow = defineQuery({
  name: 'catalogued_row',
  params: z.object({ live: z.array(z.number()) }),
  row: z.object({ asin: z.string() }),
  sql: sql`SELECT asin FROM catalogue_items WHERE ${LIVE_FACTS} LIMIT 1`,
})

/** Whether Amazon's catalogue says anything of a company's products: it does once the company is connected. */
export const hasCatalogue = perVersion(async ({ analytics, accounts }, company): Promise<boolean> => {
  const live = await liveVersions(accounts, company)
  return live.length > 0 && (await analytics.run(cataloguedRow, company, { live })).length > 0
})

const brandsOfSkus = defineQuery({
  name: 'brands_of_skus',
  params: z.object({ live: z.array(z.number()) }),
  row: z.object({ sku: z.string(), brand: z.string() }),
  sql: sql`SELECT its_sku AS sku, its_brand AS brand FROM (${cataloguedSkus(LIVE_FACTS)}) WHERE its_brand != ''`,
})

/** Products of no brand, where those of brands are told apart: no brand and no SKU is a blank. */
export const UNBRANDED = ' '
/** What people are told of them. */
export const NO_BRAND = '(no brand)'

/** The brand of each SKU that has one. */
export const brandsOf = perVersion(
  async ({ analytics, accounts }, company): Promise<ReadonlyMap<string, string>> => {
    const live = await liveVersions(accounts, company)
    const rows = live.length === 0 ? [] : await analytics.run(brandsOfSkus, company, { live })
    return new Map(rows.map(({ sku, brand }) => [sku, brand]))
  },
  ({ size }) => size,
)

/** More brands than these are chosen by nobody. */
const BRANDS_MAX = 1_000

/** The brands of a company's products in the order of their names; of very many those with most products. */
export async function brandNamesOf(services: Services, company: Company): Promise<string[]> {
  const products = new Map<string, number>()
  for (const brand of (await brandsOf(services, company)).values())
    products.set(brand, (products.get(brand) ?? 0) + 1)
  return [...products]
    .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, BRANDS_MAX)
    .map(([brand]) => brand)
    .toSorted((a, b) => a.localeCompare(b, 'en'))
}

const skusHeld = defineQuery({
  name: 'skus_held',
  params: z.object({ publishedVersion: z.number(), deadVersions: z.array(z.number()) }),
  row: z.object({ sku: z.string() }),
  sql: sql`
    SELECT DISTINCT toString(sku) AS sku FROM ledger_by_day_sku
    WHERE company_id = {companyId:String} AND ${PUBLISHED} AND sku != ''
    UNION DISTINCT
    SELECT DISTINCT toString(sku) FROM measures_by_product
    WHERE company_id = {companyId:String} AND ${PUBLISHED} AND sku != ''`,
})

/** A question of which the brands have become products. */
export type OfProducts<Input> = Omit<Input, 'brandNames'>

/**
 * A question about brands is one about their products, those of them that are selected, and of all of these about the brands'
 * own expenses; an empty name is that of the products without one. Throws `AppError` where no product of the company has a brand.
 */
export async function ofBrands<
  Input extends { brandNames?: string[] | undefined; skus?: string[] | undefined },
>(
  services: Services,
  company: Company,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<OfProducts<Input> & AskedExpenses> {
  const { brandNames, ...rest } = input
  const { skus: selected } = rest
  if (!brandNames?.length) return rest
  const brands = await brandsOf(services, company)
  const asked = new Set(brandNames)
  if (brands.size === 0) {
    if (brandNames.some((name) => name !== '')) throw new AppError('BRANDS_UNKNOWN')
    return rest
  }
  const options = { signal }
  const products = selected?.length
    ? selected
    : asked.has('')
      ? (await services.analytics.run(skusHeld, company, visibilityOf(company), options)).map(
          ({ sku }) => sku,
        )
      : [...brands.keys()]
  const skus = products.filter((sku) => asked.has(brands.get(sku) ?? ''))
  const named = brandNames.filter((name) => name !== '')
  // What brands have that is of no product is what is spent on them.
  const isOfNone = named.length > 0 && selected?.length === 1 && selected[0] === ''
  return {
    ...rest,
    // None would be all of them; no product and no brand is called so.
    skus: skus.length > 0 ? skus : [UNBRANDED],
    expenseBrands: named.length > 0 ? named : [UNBRANDED],
    ownsBrandExpenses: !selected?.length || isOfNone,
  }
}
