import { z } from 'zod'
import { addDays } from '#contract/date-range.ts'
import { parseDecimal, toText, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { LANDED, STATED_COSTS } from '#server/ledger/derivation/unit-costs.ts'
import { forHeldTables, heldReadings, type Holds } from '#server/ledger/held-readings.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { perVersionWhileAsked } from '#server/ledger/per-version.ts'
import {
  cataloguedPackages,
  firstTold,
  previewedPackages,
  ToldSize,
  ToldWeight,
} from '#server/ledger/products/packages.ts'
import { productsIn, PRODUCTS_PARAMS } from '#server/ledger/products/products.ts'

/** Days over which a product without a cost is said to sell. */
const DAYS_SOLD = 30

const text = (column: Sql): Sql => sql`ifNull(toString(${column}), '')`

/** What each SKU was offered as last, by marketplace. */
const OFFERS = sql`
  SELECT offered_sku, arraySort(groupArray((place, newest.1, newest.2, newest.3, newest.4))) AS offers
  FROM (
    SELECT toString(sku) AS offered_sku, toString(marketplace) AS place,
      argMax((toString(status), ${text(sql`price`)}, toString(currency), toString(fulfillment_channel)), (snapshot_date, import_id, line_no)) AS newest
    FROM listings WHERE ${LIVE_FACTS} AND sku != '' GROUP BY offered_sku, place)
  GROUP BY offered_sku`

/** What a product has that no file tells so much of. */
const NO_PACKAGE = sql`('', '', '', '') AS size, ('', '') AS weight`
const NO_PREVIEW = sql`('', '', '', '') AS previewedSize, ('', '') AS previewedWeight, '' AS sizeTier`
const NO_OFFERS = sql`CAST([], 'Array(Tuple(String, String, String, String, String))') AS offers`

const SOLD_WITHOUT_COST = sql`
  sumIf(toDecimal128(amount, 9), basis = 'TRANSACTION' AND line = 'unitsWithoutCost' AND day BETWEEN {soldFrom:Date} AND {today:Date})`

const Decimals = DecimalText.transform((amount) => toText(parseDecimal(amount), 9))
const { marketplaces: _m, brandNames: _b, skus, searchText: _s, ...ASKED } = PRODUCTS_PARAMS

/** Marketplace, start, currency, the parts of the landed cost, what they come to, and the attempt that wrote it. */
const HeldToday = z
  .tuple([
    z.string(),
    AnsweredDate,
    z.string(),
    z.tuple([Decimals, Decimals.nullable(), Decimals.nullable(), Decimals.nullable()]),
    Decimals,
    z.coerce.number(),
  ])
  .transform(
    ([marketplace, validFrom, currency, [manufacturing, freight, duty, other], landed, attempt]) => ({
      marketplace,
      validFrom,
      currency,
      manufacturing,
      freight,
      duty,
      other,
      landed,
      attempt,
    }),
  )

const KnownProduct = z
  .object({
    sku: z.string(),
    asin: z.string(),
    /** As files call it. */
    name: z.string(),
    brandName: z.string(),
    parentAsin: z.string(),
    hasPicture: z.coerce.boolean(),
    marketplaces: z.array(z.string()),
    /** Whether something holds for it in all marketplaces, whichever those are. */
    isEverywhere: z.coerce.boolean(),
    /** As Amazon's catalogue says it. */
    size: ToldSize,
    weight: ToldWeight,
    /** As a fee preview says it. */
    previewedSize: ToldSize,
    previewedWeight: ToldWeight,
    sizeTier: z.string(),
    /** Marketplace, status, price, currency and channel. */
    offers: z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])),
    /** What holds today, by marketplace. */
    costs: z.array(HeldToday),
    unitsWithoutCost: DecimalText.transform((units): Decimal => parseDecimal(units)),
  })
  .transform(({ previewedSize, previewedWeight, ...product }) => ({
    ...product,
    ...firstTold(product, { size: previewedSize, weight: previewedWeight }),
  }))
export type KnownProduct = z.output<typeof KnownProduct>

const knownProductsOf = forHeldTables((holds: Holds) => ({
  name: 'known_products',
  params: z.object({
    ...ASKED,
    marketplaces: z.array(z.string()),
    brandNames: z.array(z.string()),
    skus,
    datedImports: z.array(z.number()),
    madeAt: z.array(z.number()),
    today: IsoDate,
    soldFrom: IsoDate,
  }),
  row: KnownProduct,
  sql: sql`
    SELECT sku, asin, name, brand AS brandName, parent AS parentAsin, has_picture AS hasPicture, traded_in AS marketplaces, is_everywhere AS isEverywhere,
      ${holds('catalogue_items') ? sql`package_size AS size, package_weighs AS weight` : NO_PACKAGE},
      ${holds('fee_estimates') ? sql`previewed_size AS previewedSize, previewed_weight AS previewedWeight, previewed_tier AS sizeTier` : NO_PREVIEW}, ${holds('listings') ? sql`offers` : NO_OFFERS},
      arrayMap(k -> (k.2, toString(k.1), k.3, (toString(k.4), toString(k.5), toString(k.6), toString(k.7)), toString(${LANDED}), k.10),
        arraySort(k -> k.2, arrayFilter(k -> k.1 <= {today:Date} AND k.9 >= {today:Date}, k.costs))) AS costs,
      toString(greatest(summed, 0)) AS unitsWithoutCost
    FROM (${productsIn(holds, SOLD_WITHOUT_COST)}) AS p
    ${holds('catalogue_items') ? sql`ANY LEFT JOIN (${cataloguedPackages(LIVE_FACTS)}) AS d ON p.asin = d.packed_asin` : sql``}
    ${holds('fee_estimates') ? sql`ANY LEFT JOIN (${previewedPackages(LIVE_FACTS)}) AS f ON p.sku = f.previewed_sku` : sql``}
    ${holds('listings') ? sql`ANY LEFT JOIN (${OFFERS}) AS o ON p.sku = o.offered_sku` : sql``}
    ANY LEFT JOIN (${STATED_COSTS}) AS k ON p.sku = k.cost_sku`,
}))

/** A product takes some three times the room of what else is remembered of a version. */
const ROWS_OF_A_PRODUCT = 3

const known = perVersionWhileAsked(
  async (services, company, signal, today: string): Promise<readonly KnownProduct[]> =>
    services.analytics.run(
      await knownProductsOf(services, company),
      company,
      {
        ...visibilityOf(company),
        ...(await heldReadings(services, company)),
        marketplaces: [],
        brandNames: [],
        skus: [],
        customSkus: [''],
        customNames: [''],
        today,
        soldFrom: addDays(today, 1 - DAYS_SOLD),
      },
      { signal },
    ),
  ({ length }) => length * ROWS_OF_A_PRODUCT,
)

/**
 * Every product that files of the company name, with what holds on a day. Whoever turns pages, searches or sorts asks for the
 * same ones, and the engine takes longer to plan the statement than to answer it.
 */
export const knownProducts = (
  services: Parameters<typeof known>[0],
  company: Company,
  day: string,
  signal: AbortSignal | undefined,
): Promise<readonly KnownProduct[]> => known(services, company, signal, day)
