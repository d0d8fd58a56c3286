import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Identity } from '#contract/answer.ts'
import type { ProductIdentity } from '#contract/product-drawer.ts'
import { PRODUCT_SORT_FIELDS } from '#contract/product-master.ts'
import type { FactTable } from '#amazon/index.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { forHeldTables, type Holds } from '#server/ledger/held-readings.ts'
import { liveVersions, stateKey, type Company } from '#server/accounts/index.ts'
import { cataloguedSkus, hasCatalogue } from './catalogue.ts'
import { visibilityOf, PUBLISHED } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { namesParents, parentsIn } from './parents.ts'
import { CUSTOM_NAME, customNames, enteredOf } from './product-attributes.ts'
import type { Services } from '#server/ledger/services.ts'

/** Those that are asked for alone are looked up, not searched for. */
const ASKED = sql`sku != '' AND (empty({skus:Array(String)}) OR sku IN {skus:Array(String)})`
const live = sql`${LIVE_FACTS} AND ${ASKED}`

/** What files say of products, by the table that says it: SKU, marketplace, ASIN, title, when, and a sum that they have no part in. */
const NO_SUM = sql`toDecimal128(0, 9) AS summed`
const NAMED_IN: Partial<Record<FactTable, Sql>> = {
  order_items: sql`
    SELECT toString(sku) AS sku, toString(marketplace) AS place, asin AS code, title,
      ifNull(ifNull(last_updated_at, purchased_at), toDateTime(ifNull(purchased_day, toDate(0)), 'UTC')) AS at, ${NO_SUM}
    FROM order_items WHERE ${live}`,
  returns: sql`
    SELECT toString(sku) AS sku, toString(marketplace) AS place, asin AS code, '' AS title, toDateTime(return_date, 'UTC') AS at, ${NO_SUM} FROM returns WHERE ${live}`,
  // Of settlements, only facts files know the ASIN.
  settlement_lines: sql`
    SELECT toString(sku) AS sku, '' AS place, asin AS code, '' AS title, max(posted_at) AS at, ${NO_SUM} FROM settlement_lines
    WHERE ${live} AND asin != '' GROUP BY sku, asin`,
  sales_traffic_asin_day: sql`
    SELECT toString(sku) AS sku, toString(marketplace) AS place, child_asin AS code, '' AS title, toDateTime(max(date), 'UTC') AS at, ${NO_SUM} FROM sales_traffic_asin_day
    WHERE ${live} GROUP BY sku, marketplace, child_asin`,
  listings: sql`
    SELECT toString(sku) AS sku, toString(marketplace) AS place, toString(asin) AS code, title, toDateTime(snapshot_date, 'UTC') AS at, ${NO_SUM}
    FROM listings WHERE ${live}`,
}
const ALL = sql` UNION ALL `
/** The files that say what a product is called. */
const NAMED = sql.join(Object.values(NAMED_IN), ALL)

const CALLED = sql`argMaxIf(code, at, code != '') AS asin, argMaxIf(title, at, title != '') AS called`
/** What the seller's own files call it goes before the catalogue. */
const ITS_NAME = sql`if(called != '', called, its_title)`

const seen = (place: Sql, rows: Sql, sum = NO_SUM): Sql => sql`
  SELECT ${place}, '' AS code, '' AS title, toDateTime(0, 'UTC') AS at, ${sum} FROM ${rows}`
const PLACE = sql`toString(sku) AS sku, toString(marketplace) AS place`
/** What names a product and does not say what it is called, with the marketplace; `*` for all of them. */
const SEEN_IN: Partial<Record<FactTable, Sql>> = {
  ads_daily: seen(sql`DISTINCT ${PLACE}`, sql`ads_daily WHERE ${live}`),
  // A cost without a marketplace holds in all of them.
  product_costs: seen(
    sql`toString(sku) AS sku, if(marketplace = '', '*', toString(marketplace)) AS place`,
    sql`product_costs WHERE ${live}`,
  ),
  fee_estimates: seen(PLACE, sql`fee_estimates WHERE ${live}`),
}
const traded = (sum: Sql | undefined): Sql =>
  seen(
    PLACE,
    sql`ledger_by_day_sku WHERE company_id = {companyId:String} AND ${ASKED} AND ${PUBLISHED} GROUP BY sku, marketplace HAVING sum(row_count) > 0`,
    sum && sql`${sum} AS summed`,
  )

/**
 * The products that any file of the company names, a row each, from the tables that it has rows in. Orders know the title and
 * the ASIN; the ledger knows in which marketplaces a product was traded; costs and fee previews may come before the first sale.
 * `sum` is what its rows of `ledger_by_day_sku` are asked for beside, as `summed`: they are read anyway.
 */
export function productsIn(holds: Holds, sum?: Sql): Sql {
  const said = Object.entries({ ...NAMED_IN, ...SEEN_IN }).flatMap(([table, rows]) =>
    holds(table as FactTable) ? [rows] : [],
  )
  // A join with nothing takes the engine as long to plan as one with something.
  const isCatalogued = holds('catalogue_items')
  const hasParents = namesParents(holds)
  return sql`
  SELECT sku, asin, ${ITS_NAME} AS name, custom_name, if(custom_name != '', custom_name, ${ITS_NAME}) AS shown_name,
    its_brand AS brand, its_picture != '' AS has_picture, if(its_parent = asin OR its_parent = sku, '', its_parent) AS parent, traded_in, is_everywhere, summed
  FROM (
    SELECT sku, ${CUSTOM_NAME} AS custom_name, ${CALLED}, arraySort(groupUniqArrayIf(place, place NOT IN ('', '*'))) AS traded_in, countIf(place = '*') > 0 AS is_everywhere, sum(rows.summed) AS summed
      ${isCatalogued ? sql`` : sql`, '' AS its_brand, '' AS its_title, '' AS its_picture`}
      ${hasParents ? sql`` : sql`, '' AS its_parent`}
    FROM (${sql.join([...said, traded(sum)], ALL)}) AS rows GROUP BY sku
    HAVING empty({marketplaces:Array(String)}) OR is_everywhere OR countIf(place IN {marketplaces:Array(String)}) > 0
  ) AS p
  ${isCatalogued ? sql`ANY LEFT JOIN (${cataloguedSkus(live, holds)}) AS c ON p.sku = c.its_sku` : sql``}
  ${hasParents ? sql`ANY LEFT JOIN (SELECT its_sku AS child_sku, its_parent FROM (${parentsIn(holds)})) AS t ON p.sku = t.child_sku` : sql``}
  WHERE empty({brandNames:Array(String)}) OR its_brand IN {brandNames:Array(String)}`
}

/** Whether a row of `productsIn` has the text that is searched for. */
const IS_FOUND = sql`({searchText:String} = ''
  OR positionCaseInsensitiveUTF8(sku, {searchText:String}) > 0
  OR positionCaseInsensitiveUTF8(asin, {searchText:String}) > 0
  OR positionCaseInsensitiveUTF8(name, {searchText:String}) > 0
  OR positionCaseInsensitiveUTF8(custom_name, {searchText:String}) > 0)`

export const PRODUCTS_PARAMS = {
  live: z.array(z.number()),
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  marketplaces: z.array(z.string()),
  brandNames: z.array(z.string()),
  skus: z.array(z.string()),
  searchText: z.string(),
  customSkus: z.array(z.string()),
  customNames: z.array(z.string()),
}

const NAMED_PARAMS = z.object({ live: z.array(z.number()), skus: z.array(z.string()) })
const CALLED_SKUS = sql`SELECT sku, ${CALLED} FROM (${NAMED}) GROUP BY sku`
const named = z.object({
  sku: z.string(),
  asin: z.string(),
  name: z.string(),
  brandName: z.string(),
  hasPicture: z.coerce.boolean(),
})
const productNames = defineQuery({
  name: 'product_names',
  params: NAMED_PARAMS,
  row: named,
  sql: sql`
    SELECT sku, asin, ${ITS_NAME} AS name, its_brand AS brandName, its_picture != '' AS hasPicture
    FROM (${CALLED_SKUS}) AS p
    ANY LEFT JOIN (${cataloguedSkus(live)}) AS c ON p.sku = c.its_sku`,
})
/** The same of a company without a catalogue, for which the engine plans half as much. */
const uncataloguedNames = defineQuery({
  name: 'uncatalogued_names',
  params: NAMED_PARAMS,
  row: named,
  sql: sql`SELECT sku, asin, called AS name, '' AS brandName, false AS hasPicture FROM (${CALLED_SKUS})`,
})

const PAGE_PARAMS = z.object({
  ...PRODUCTS_PARAMS,
  sortField: z.enum(PRODUCT_SORT_FIELDS),
  isDescending: z.boolean(),
  limit: z.number(),
  offset: z.number(),
})
export type ProductPageParams = z.input<typeof PAGE_PARAMS>

/** One page of them. */
export const productPage = forHeldTables((holds) => ({
  name: 'product_page',
  params: PAGE_PARAMS,
  row: z.object({
    sku: z.string(),
    asin: z.string(),
    name: z.string(),
    brandName: z.string(),
    parentAsin: z.string(),
    total: z.coerce.number(),
  }),
  sql: sql`
    SELECT sku, asin, name, brand AS brandName, parent AS parentAsin, count() OVER () AS total,
      multiIf({sortField:String} = 'sku', sku, {sortField:String} = 'asin', asin, shown_name) AS said,
      if({sortField:String} = 'name', lowerUTF8(said), said) AS place
    FROM (${productsIn(holds)})
    WHERE ${IS_FOUND}
    ORDER BY
      -- What has no name or ASIN stands behind what has one, in either direction.
      said = '', if({isDescending:Bool}, '', place), if({isDescending:Bool}, place, '') DESC, sku
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
}))

export const NO_IDENTITY: Identity = { sku: '', asin: '', name: '', brandName: '', marketplace: '' }

/** So many products of a search are looked at. */
const FOUND_MAX = 100_000

/** The SKUs in which a text occurs, in themselves, their ASIN or their name; undefined without a text. */
export async function productsFound(
  services: Services,
  company: Company,
  searchText: string,
  signal: AbortSignal | undefined,
): Promise<string[] | undefined> {
  const searched = searchText.trim()
  if (searched === '') return undefined
  const rows = await pageOf(services, company, { searchText: searched, limit: FOUND_MAX }, signal)
  return rows.map(({ sku }) => sku)
}

const NAMES_KEPT_MAX = 50_000
const NO_NAME = 'NO_NAME'
/**
 * What files of a version call a product, which never changes: the same products stand in most lists of a page, and looking
 * them up in all files takes longer than most of what is said of them.
 */
const keptNames = new LRUCache<string, z.output<typeof named> | typeof NO_NAME>({
  max: NAMES_KEPT_MAX,
})

async function namesOf(
  services: Services,
  company: Company,
  skus: readonly string[],
  signal: AbortSignal | undefined,
): Promise<z.output<typeof named>[]> {
  const state = stateKey(company)
  const keyOf = (sku: string) => `${state} ${sku}`
  const asked = skus.map((sku) => ({ sku, known: keptNames.get(keyOf(sku)) }))
  const unknown = asked.filter(({ known }) => known === undefined).map(({ sku }) => sku)
  const live = unknown.length === 0 ? [] : await liveVersions(services.accounts, company)
  const found =
    live.length === 0
      ? []
      : await services.analytics.run(
          (await hasCatalogue(services, company)) ? productNames : uncataloguedNames,
          company,
          { live, skus: unknown },
          { signal },
        )
  const bySku = new Map(found.map((one) => [one.sku, one]))
  for (const sku of unknown) keptNames.set(keyOf(sku), bySku.get(sku) ?? NO_NAME)
  return [...asked.flatMap(({ known }) => (known === undefined || known === NO_NAME ? [] : known)), ...found]
}

/** What these products are called; no other product has an entry. */
export async function productsNamed(
  services: Services,
  company: Company,
  skus: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Identity>> {
  const [found, entered] = await Promise.all([
    namesOf(services, company, skus, signal),
    enteredOf(services, company),
  ])
  const byName = new Map(
    found.map(({ hasPicture, ...one }) => [one.sku, { ...one, ...(hasPicture && { hasPicture }) }]),
  )
  return new Map(
    skus.map((sku) => {
      const name = entered.get(sku)?.customName
      return [sku, { ...NO_IDENTITY, sku, ...byName.get(sku), ...(name && { name }) }]
    }),
  )
}

const { searchText: _, ...ALONE } = PRODUCTS_PARAMS
const among = named.extend({ customName: z.string(), marketplaces: z.array(z.string()) })
const productsAmong = forHeldTables((holds) => ({
  name: 'products_among',
  params: z.object(ALONE),
  row: among,
  sql: sql`
    SELECT sku, asin, name, custom_name AS customName, brand AS brandName, has_picture AS hasPicture, traded_in AS marketplaces
    FROM (${productsIn(holds)})`,
}))

const amongOf = async (
  services: Services,
  company: Company,
  skus: readonly string[],
  signal?: AbortSignal,
): Promise<z.output<typeof among>[]> =>
  services.analytics.run(
    await productsAmong(services, company),
    company,
    {
      ...visibilityOf(company),
      ...(await customNames(services, company)),
      live: await liveVersions(services.accounts, company),
      marketplaces: [],
      brandNames: [],
      skus: [...skus],
    },
    { signal },
  )

/** Those of some SKUs that any file of the company names, with the ASIN of each; empty where none is known. */
export async function knownAmong(
  services: Services,
  company: Company,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skus.length === 0) return new Map()
  const rows = await amongOf(services, company, skus)
  return new Map(rows.map(({ sku, asin }) => [sku, asin]))
}

/** One product, as files and people call it; null where no file of the company names it. */
export async function productOf(
  services: Services,
  company: Company,
  sku: string,
  signal: AbortSignal | undefined,
): Promise<ProductIdentity | null> {
  const [[found], entered] = await Promise.all([
    amongOf(services, company, [sku], signal),
    enteredOf(services, company),
  ])
  const { category = '', tags = [] } = entered.get(sku) ?? {}
  return found ? { ...found, category, tags } : null
}

async function pageOf(
  services: Services,
  company: Company,
  asked: { searchText: string; limit: number },
  signal: AbortSignal | undefined,
) {
  const { analytics, accounts } = services
  const live = await liveVersions(accounts, company)
  return analytics.run(
    await productPage(services, company),
    company,
    {
      ...visibilityOf(company),
      ...(await customNames(services, company)),
      live,
      marketplaces: [],
      brandNames: [],
      skus: [],
      sortField: 'sku',
      isDescending: false,
      offset: 0,
      ...asked,
    },
    { signal },
  )
}
