import { forHeldTables, heldReadings, type Holds } from '#server/ledger/held-readings.ts'
import { z } from 'zod'
import { addDays } from '#contract/date-range.ts'
import { PRODUCT_ORDERS, PRODUCT_PARTS } from '#contract/dashboards/product-master.ts'
import { multiply, parseDecimal, toText } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type {
  HeldCost,
  ProductMaster,
  ProductMasterInput,
  ProductMasterRow,
} from '#contract/product-master.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { factorsOn } from '#server/ledger/currencies/conversion.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { customNames, enteredOf } from '#server/ledger/products/product-attributes.ts'
import { IS_FOUND, productsIn, PRODUCTS_PARAMS } from '#server/ledger/products/products.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { ALL_COSTS } from '#server/ledger/derivation/unit-costs.ts'

/** Days over which a product without a cost is said to sell. */
const DAYS_SOLD = 30

const ofAsin = (columns: Sql, where: Sql): Sql =>
  sql`argMaxIf(${columns}, (snapshot_date, marketplace), ${where})`
const text = (column: Sql): Sql => sql`ifNull(toString(${column}), '')`

/** Of each ASIN the newest package that the catalogue says, in whatever marketplace. */
const PACKAGES = sql`
  SELECT toString(asin) AS packed_asin,
    ${ofAsin(sql`(${text(sql`package_length`)}, ${text(sql`package_width`)}, ${text(sql`package_height`)}, toString(length_unit))`, sql`package_length IS NOT NULL`)} AS package_size,
    ${ofAsin(sql`(${text(sql`package_weight`)}, toString(weight_unit))`, sql`package_weight IS NOT NULL`)} AS weight
  FROM catalogue_items WHERE ${LIVE_FACTS} GROUP BY packed_asin`

/** What each SKU was offered as last, by marketplace. */
const OFFERS = sql`
  SELECT offered_sku, arraySort(groupArray((place, newest.1, newest.2, newest.3, newest.4))) AS offers
  FROM (
    SELECT toString(sku) AS offered_sku, toString(marketplace) AS place,
      argMax((toString(status), ${text(sql`price`)}, toString(currency), toString(fulfillment_channel)), (snapshot_date, import_id, line_no)) AS newest
    FROM listings WHERE ${LIVE_FACTS} AND sku != '' GROUP BY offered_sku, place)
  GROUP BY offered_sku`

/** What a product has that no file tells so much of. */
const NO_PACKAGE = sql`('', '', '', '') AS package_size, ('', '') AS weight`
const NO_OFFERS = sql`CAST([], 'Array(Tuple(String, String, String, String, String))')`

const SOLD_WITHOUT_COST = sql`
  sumIf(toDecimal128(amount, 9), basis = 'TRANSACTION' AND line = 'unitsWithoutCost' AND day BETWEEN {soldFrom:Date} AND {today:Date})`

const IS_ASKED = sql`(empty({marketplaces:Array(String)}) OR place IN {marketplaces:Array(String)})`

/** Every product of the filters, with what holds today. */
const knownIn = (holds: Holds): Sql => sql`
  SELECT sku, asin, name, custom_name, shown_name, brand, parent, has_picture, traded_in, ${holds('catalogue_items') ? sql`package_size, weight` : NO_PACKAGE},
    arrayFilter(o -> empty({marketplaces:Array(String)}) OR has({marketplaces:Array(String)}, o.1), ${holds('listings') ? sql`offers` : NO_OFFERS}) AS its_offers,
    arrayFilter(k -> k.1 <= {today:Date} AND k.9 >= {today:Date}
      AND (k.2 = '' OR empty({marketplaces:Array(String)}) OR has({marketplaces:Array(String)}, k.2)), costs) AS held,
    arrayMap(k -> k.2, held) AS held_in,
    arrayFilter(place -> ${IS_ASKED} AND NOT has(held_in, place), if(has(held_in, ''), [], traded_in)) AS lacking,
    empty(held) OR notEmpty(lacking) AS without_cost,
    greatest(summed, 0) AS units_without_cost,
    package_size.1 = '' AS without_size,
    notEmpty(its_offers) AS is_listed,
    arrayExists(o -> lower(o.2) = 'active', its_offers) AS is_active
  FROM (${productsIn(holds, SOLD_WITHOUT_COST)}) AS p
  ${holds('catalogue_items') ? sql`ANY LEFT JOIN (${PACKAGES}) AS d ON p.asin = d.packed_asin` : sql``}
  ${holds('listings') ? sql`ANY LEFT JOIN (${OFFERS}) AS o ON p.sku = o.offered_sku` : sql``}
  ANY LEFT JOIN (${ALL_COSTS}) AS k ON p.sku = k.cost_sku`

const IS_IN_PART = sql`multiIf({part:String} = 'WITHOUT_COST', without_cost, {part:String} = 'WITHOUT_BRAND', brand = '',
  {part:String} = 'WITHOUT_SIZE', without_size, true)`

const count = z.coerce.number()
const Decimals = DecimalText.transform((amount) => toText(parseDecimal(amount), 9))

const MasterRow = z.object({
  isListed: z.coerce.boolean(),
  sku: z.string(),
  asin: z.string(),
  name: z.string(),
  brandName: z.string(),
  parentAsin: z.string(),
  hasPicture: z.coerce.boolean(),
  marketplaces: z.array(z.string()),
  size: z.tuple([z.string(), z.string(), z.string(), z.string()]),
  weight: z.tuple([z.string(), z.string()]),
  offers: z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])),
  /** Marketplace, start, currency and landed cost. */
  heldCosts: z.array(z.tuple([z.string(), AnsweredDate, z.string(), Decimals])),
  lacking: z.array(z.string()),
  isWithoutCost: z.coerce.boolean(),
  unitsWithoutCost: Decimals,
  total: count,
  all: count,
  active: count,
  inactive: count,
  withoutCost: count,
  soldWithoutCost: count,
  allUnitsWithoutCost: Decimals,
  withoutBrand: count,
  withoutSize: count,
})

/**
 * A page of them. Counts are of all that the filters leave, and stand beside each row: rows that are not listed come last, so
 * that there is one to read them from.
 */
const masterPage = forHeldTables((holds) => ({
  name: 'product_master_page',
  params: z.object({
    ...PRODUCTS_PARAMS,
    datedImports: z.array(z.number()),
    madeAt: z.array(z.number()),
    categorySkus: z.array(z.string()),
    categories: z.array(z.string()),
    today: IsoDate,
    soldFrom: IsoDate,
    part: z.enum(PRODUCT_PARTS),
    sortBy: z.enum(PRODUCT_ORDERS),
    isDescending: z.boolean(),
    limit: z.number(),
    offset: z.number(),
  }),
  row: MasterRow,
  sql: sql`
    SELECT sku, asin, name, brand AS brandName, parent AS parentAsin, has_picture AS hasPicture, traded_in AS marketplaces,
      package_size AS size, weight, its_offers AS offers, lacking, without_cost AS isWithoutCost, toString(units_without_cost) AS unitsWithoutCost,
      arrayMap(k -> (k.2, toString(k.1), k.3, toString(k.4 + k.5 + k.6 + k.7)), arraySort(k -> k.2, held)) AS heldCosts,
      (${IS_IN_PART}) AND ${IS_FOUND} AS isListed,
      countIf(isListed) OVER () AS total,
      count() OVER () AS all, countIf(is_active) OVER () AS active, countIf(is_listed AND NOT is_active) OVER () AS inactive,
      countIf(without_cost) OVER () AS withoutCost, countIf(units_without_cost > 0) OVER () AS soldWithoutCost,
      toString(sum(units_without_cost) OVER ()) AS allUnitsWithoutCost,
      countIf(brand = '') OVER () AS withoutBrand, countIf(without_size) OVER () AS withoutSize,
      multiIf({sortBy:String} = 'SKU', sku, {sortBy:String} = 'ASIN', asin, {sortBy:String} = 'BRAND', lowerUTF8(brand),
        {sortBy:String} = 'CATEGORY', lowerUTF8(transform(sku, {categorySkus:Array(String)}, {categories:Array(String)}, '')),
        {sortBy:String} = 'VALID_FROM', if(empty(held), '', heldCosts[1].2), lowerUTF8(shown_name)) AS place
    FROM (${knownIn(holds)})
    ORDER BY isListed DESC,
      if({sortBy:String} = 'COST', toInt8(without_cost) * if({isDescending:Bool}, -1, 1), 0) DESC,
      if({sortBy:String} = 'COST', units_without_cost, 0) DESC,
      -- What has none stands behind what has one, in either direction.
      place = '', if({isDescending:Bool} AND {sortBy:String} != 'COST', '', place), place DESC, sku
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
}))

type Question = Omit<z.output<typeof ProductMasterInput>, 'companyId'>

/** The products of a company, with what files and people say of them. */
export async function listProducts(
  services: Services,
  company: Company,
  { currencyCode, pageNumber, pageSize, sortOrder, searchText, ...asked }: Question,
  signal: AbortSignal | undefined,
): Promise<ProductMaster> {
  const now = today(services)
  const entered = await enteredOf(services, company)
  const sorted = [...entered.values()].filter(({ category }) => category !== '')
  const found = await services.analytics.run(
    await masterPage(services, company),
    company,
    {
      marketplaces: asked.marketplaces,
      brandNames: asked.brandNames,
      skus: asked.skus,
      part: asked.part,
      sortBy: asked.sortBy,
      ...visibilityOf(company),
      ...(await customNames(services, company)),
      ...(await heldReadings(services, company)),
      // The engine wants lists that are not empty; no product has this SKU.
      categorySkus: ['', ...sorted.map(({ sku }) => sku)],
      categories: ['', ...sorted.map(({ category }) => category)],
      searchText: searchText.trim(),
      today: now,
      soldFrom: addDays(now, 1 - DAYS_SOLD),
      isDescending: sortOrder === 'DESC',
      limit: pageSize,
      offset: (pageNumber - 1) * pageSize,
    },
    signal ? { signal } : {},
  )
  const rows = found.filter(({ isListed }) => isListed)
  const factor = await factorsOn(services, company, {
    to: currencyCode,
    currencies: rows.flatMap(({ heldCosts }) => heldCosts.map(([, , currency]) => currency)),
    day: now,
  })
  const [first] = found
  return {
    rows: rows.map((row) => rowOf(row, entered.get(row.sku), factor)),
    total: first?.total ?? 0,
    counts: {
      all: first?.all ?? 0,
      active: first?.active ?? 0,
      inactive: first?.inactive ?? 0,
      withoutCost: first?.withoutCost ?? 0,
      soldWithoutCost: first?.soldWithoutCost ?? 0,
      unitsWithoutCost: first?.allUnitsWithoutCost ?? '0',
      withoutBrand: first?.withoutBrand ?? 0,
      withoutSize: first?.withoutSize ?? 0,
    },
    today: now,
    version: company.publishedVersion,
  }
}

type Found = z.output<typeof MasterRow>
type Entered = Awaited<ReturnType<typeof enteredOf>> extends ReadonlyMap<string, infer T> ? T : never
type Factor = Awaited<ReturnType<typeof factorsOn>>

function rowOf(row: Found, entered: Entered | undefined, factor: Factor): ProductMasterRow {
  const [length, width, height, unit] = row.size
  const [value, weightUnit] = row.weight
  return {
    sku: row.sku,
    asin: row.asin,
    name: row.name,
    customName: entered?.customName ?? '',
    category: entered?.category ?? '',
    tags: entered?.tags ?? [],
    revision: entered?.revision ?? 0,
    brandName: row.brandName,
    parentAsin: row.parentAsin,
    hasPicture: row.hasPicture,
    marketplaces: row.marketplaces,
    listings: row.offers.map(([marketplace, status, price, currency, channel]) => ({
      marketplace,
      status,
      price: price || null,
      currency,
      channel,
    })),
    size: length === '' ? null : { length, width, height, unit },
    weight: value === '' ? null : { value, unit: weightUnit },
    costs: row.heldCosts.map(([marketplace, validFrom, currency, landed]): HeldCost => ({
      marketplace,
      validFrom,
      currency,
      landed,
      converted: convertedAt(landed, factor(currency)),
    })),
    isWithoutCost: row.isWithoutCost,
    lacking: row.lacking,
    unitsWithoutCost: row.unitsWithoutCost,
  }
}

/** An amount at a rate; null where there is none. */
export const convertedAt = (amount: string, rate: ReturnType<Factor>): string | null =>
  rate === null ? null : toText(multiply(parseDecimal(amount), rate), 9)
