import { CHOSEN_MARKETPLACES, IN_CHOSEN_MARKETPLACES } from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { LEVELS } from '#server/ledger/derivation/measures-journal.ts'
import {
  CONVERSION_PARAMS,
  CONVERTED,
  convertingQuery,
  inDoubles,
  JOINED,
  LACKS_RATE,
  type Convert,
} from './conversion.ts'
import { ARE_COSTED_UNITS, atCost, COST_PARAMS } from './stock-costs.ts'
import { GROUP_PARAMS, groupOf, type RankedRows } from './ledger-sums.ts'
import { countedTwice } from './orders-once.ts'

/** By parent, or by brand, of products of which these are told; by the kind of its ads, of advertising alone. */
export type MeasureKey = 'total' | 'marketplace' | 'sku' | 'parent' | 'adType'

const scope = {
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  /** First days of the stretches, as day numbers since 1970. */
  segmentStarts: z.array(z.number()),
  /** Of what counts last it is one: each has last days of its own. */
  facts: z.array(z.string()),
  ...CHOSEN_MARKETPLACES,
}
const params = {
  ...scope,
  ...CONVERSION_PARAMS,
  names: z.array(z.string()),
  levels: z.array(z.enum(LEVELS)),
}

const row = z.object({
  fact: z.string(),
  /** The stretch of its day, and that of the first day which it is of. */
  segment: z.number(),
  since: z.number(),
  /** Of what counts last: the account and its marketplace. */
  place: z.string(),
  key: z.string(),
  name: z.string(),
  amount: DecimalText.transform(parseDecimal),
  rowCount: z.coerce.number(),
  /** `EUR 2025-02-14`: currency and day without a rate; or empty. */
  withoutRate: z.string(),
  /** What cannot be converted for want of that rate, in that currency. */
  unconverted: DecimalText.transform(parseDecimal),
})
export type SumOfFact = z.infer<typeof row>
export type MeasureSum = Omit<SumOfFact, 'fact'>

const stretchOf = (day: Sql) => sql`toInt32(roundDown(${day}, {segmentStarts:Array(Int32)}))`
const SEGMENT = stretchOf(sql`toInt32(day)`)
/** Of a row that is of several days, of which its own is the last. */
const FIRST_DAY = sql`toInt32(day) - days + 1`
const PLACE = sql`concat(account_id, ' ', marketplace)`
const IN_PLACES = sql`company_id = {companyId:String} AND day BETWEEN {from:Date} AND {to:Date}
    AND ${FIRST_DAY} >= toInt32({from:Date}) AND ${VISIBLE} AND ${IN_CHOSEN_MARKETPLACES}`
const IN_SCOPE = sql`${IN_PLACES} AND fact IN {facts:Array(String)}`
const NAMED = sql`${IN_SCOPE} AND measure IN {names:Array(String)} AND level IN {levels:Array(String)}`

/** The days of a fact that hold anything; `rows` has one for each row, whatever it states. */
const HELD_DAYS = sql`
  SELECT account_id, marketplace, day FROM measures_by_day
  WHERE ${IN_SCOPE} AND measure = 'rows'
  GROUP BY account_id, marketplace, day HAVING sum(row_count) > 0`

/** Which stretches hold a last day, and of which account and marketplace. */
export const lastDays = defineQuery({
  name: 'measured_last_days',
  params: z.object(scope),
  row: z.object({ segment: z.number(), place: z.string() }),
  sql: sql`SELECT DISTINCT ${SEGMENT} AS segment, ${PLACE} AS place FROM (${HELD_DAYS})`,
})

/** On which stretches rows name an ASIN of some, given as `DE B0…`, and no SKU. */
export const rowsOfAsins = defineQuery({
  name: 'measured_rows_of_asins',
  params: z.object({ ...scope, asins: z.array(z.string()) }),
  row: z.object({ segment: z.number(), since: z.number(), placedAsin: z.string() }),
  sql: sql`
    SELECT ${SEGMENT} AS segment, ${stretchOf(FIRST_DAY)} AS since, concat(marketplace, ' ', asin) AS placedAsin
    FROM measures_by_product
    WHERE ${IN_SCOPE} AND level = 'PRODUCT' AND measure = 'rows' AND sku = '' AND concat(marketplace, ' ', asin) IN {asins:Array(String)}
    GROUP BY segment, since, placedAsin HAVING sum(row_count) != 0`,
})

const ON_LAST_DAYS = sql`(account_id, marketplace, day) IN (
  SELECT account_id, marketplace, max(day) FROM (${HELD_DAYS}) GROUP BY account_id, marketplace, ${SEGMENT})`

/** One pass over a roll-up, converted at each day's own rate. Days without a rate are groups of their own. */
const sumsOver = (
  rows: Sql,
  { key, place = sql`''`, where }: Record<'key' | 'where', Sql> & Partial<Record<'place', Sql>>,
  convert: Convert = JOINED,
) => {
  const { factor, join } = convert(sql`l.day`)
  return sql`
  WITH ${factor} ${LACKS_RATE} AS lacks_rate, sumIf(toDecimal256(l.amount, 27), lacks_rate) AS without_rate
  SELECT
    toString(fact) AS fact, ${SEGMENT} AS segment, ${stretchOf(FIRST_DAY)} AS since, ${place} AS place, ${key} AS key, toString(measure) AS name,
    if(lacks_rate, currency, '') AS its_currency,
    if(lacks_rate, day, toDate(0)) AS day_without_rate,
    toString(sum(${CONVERTED})) AS amount,
    sum(row_count) AS rowCount,
    toString(without_rate) AS unconverted,
    if(without_rate = 0, '', concat(its_currency, ' ', toString(day_without_rate))) AS withoutRate
  FROM ${rows} AS l ${join}
  WHERE ${where}
  GROUP BY fact, segment, since, place, key, name, its_currency, day_without_rate
  HAVING sum(row_count) != 0`
}

const PRODUCT = sql`if(sku = '', concat(marketplace, ' ', asin), toString(sku))`
const KEYS = {
  total: sql`''`,
  marketplace: sql`toString(marketplace)`,
  sku: sql`toString(sku)`,
  parent: groupOf(PRODUCT),
}
const OF_PRODUCTS = {
  skus: z.array(z.string()),
  asins: z.array(z.string()),
  asinsElsewhere: z.array(z.string()),
}

const OF_SKUS = sql`sku IN {skus:Array(String)}`

/** Of products, and of ASINs that these share; not of ASINs that belong elsewhere. */
const OF_SKUS_AND_ASINS = sql`(sku IN {skus:Array(String)} AND NOT (sku = '' AND concat(marketplace, ' ', asin) IN {asinsElsewhere:Array(String)})
    OR sku = '' AND concat(marketplace, ' ', asin) IN {asins:Array(String)})`

/**
 * Rows of some products in which a market that they share stands once: the greatest of what their rows say of a query in
 * one week. What is their own adds up.
 */
const sharedOnce = (ofProducts: Sql) => sql`(
  SELECT fact, day, days, marketplace, measure, currency,
    if(level = 'PRODUCT', max(stated), sum(toDecimal128(stated, 9) * times)) AS amount, if(level = 'PRODUCT', 1, sum(times)) AS row_count
  FROM (
    SELECT fact, level, day, days, marketplace, measure, currency, search_query, amount AS stated, sum(n) AS times
    FROM measures WHERE ${NAMED} AND ${ofProducts}
    GROUP BY fact, level, day, days, marketplace, measure, currency, search_query, amount, import_id, line_no, part
    HAVING times != 0)
  GROUP BY fact, level, day, days, marketplace, measure, currency, if(level = 'PRODUCT', search_query, ''))`

/** Rows of products of which an order of several is one, by group. */
const withOrdersOnce = (ofProducts: Sql, group: Sql) => sql`(
  SELECT toString(fact) AS fact, day, days, toString(marketplace) AS marketplace, toString(sku) AS sku, toString(asin) AS asin, toString(measure) AS measure,
    toString(currency) AS currency, amount, row_count
  FROM measures_by_product WHERE ${NAMED} AND ${ofProducts}
  UNION ALL
  SELECT 'orders', day, 1, toString(marketplace), its_sku, '', fewer.1, '', toDecimal128(fewer.2, 9), fewer.2
  FROM (${countedTwice(sql`${IN_PLACES} AND ${ofProducts}`, group)}) WHERE fewer.1 IN {names:Array(String)})`

/** The whole statement for a key, with and without products, of sums and of what counts last. */
const statementsBy = (by: keyof typeof KEYS, { hasAsins }: { hasAsins: boolean }) => {
  const key = KEYS[by]
  const ofWhole = by === 'sku' || by === 'parent' ? sql`measures_by_product` : sql`measures_by_day`
  const ofParents = by === 'parent' ? GROUP_PARAMS : {}
  const ofProducts = hasAsins ? OF_SKUS_AND_ASINS : OF_SKUS
  const { asins, asinsElsewhere, skus } = OF_PRODUCTS
  const ofSkus = sql`${NAMED} AND ${ofProducts}`
  const last = { key, place: PLACE, where: sql`${NAMED} AND ${ON_LAST_DAYS}` }
  type Over = Parameters<typeof sumsOver>
  const define = (name: string, rows: Over[0], of: Over[1]) =>
    convertingQuery({
      name: `measured_${name}_by_${by}`,
      params: z.object({ ...params, ...ofParents }),
      row,
      sql: (convert) => sumsOver(rows, of, convert),
    })
  const defineOfSkus = (name: string, rows: Over[0], of: Over[1]) =>
    convertingQuery({
      name: `measured_${name}_by_${by}`,
      params: z.object({ ...params, skus, ...(hasAsins && { asins, asinsElsewhere }), ...ofParents }),
      row,
      sql: (convert) => sumsOver(rows, of, convert),
    })
  const sumsOfSkus = defineOfSkus('sums_of_skus', sql`measures_by_product`, { key, where: ofSkus })
  return {
    sums: define('sums', ofWhole, { key, where: NAMED }),
    sumsOfSkus,
    // Product by product a market stands with each.
    onceOfSkus:
      by === 'sku' || by === 'parent'
        ? sumsOfSkus
        : defineOfSkus('once_of_skus', sharedOnce(ofProducts), { key, where: sql`1` }),
    last: define('last', ofWhole, last),
    lastOfSkus: defineOfSkus('last_of_skus', sql`measures_by_product`, {
      ...last,
      where: sql`${ON_LAST_DAYS} AND ${ofSkus}`,
    }),
  }
}

/** Units in a warehouse are of no kind of ad. */
type CostedKey = Exclude<MeasureKey, 'adType'>

/** What units of the last days cost landed, of all products or of some. */
const costedBy = (by: CostedKey) => {
  const units = sql`
    SELECT fact, account_id, marketplace, sku, '' AS asin, day, days, measure, sum(amount) AS amount, sum(row_count) AS row_count
    FROM measures_by_product
    WHERE ${IN_SCOPE} AND ${ARE_COSTED_UNITS} AND ${ON_LAST_DAYS} AND ({anyProduct:Bool} OR sku IN {skus:Array(String)})
    GROUP BY fact, account_id, marketplace, sku, day, days, measure HAVING row_count != 0`
  return defineQuery({
    name: `units_at_cost_by_${by}`,
    params: z.object({
      ...scope,
      ...CONVERSION_PARAMS,
      ...COST_PARAMS,
      anyProduct: z.boolean(),
      skus: OF_PRODUCTS.skus,
      ...(by === 'parent' ? GROUP_PARAMS : {}),
    }),
    row,
    sql: sumsOver(sql`(${atCost(units, sql`fact, account_id, asin, days, row_count`)})`, {
      key: KEYS[by],
      place: PLACE,
      where: sql`1`,
    }),
  })
}
export const costedSums = {
  total: costedBy('total'),
  marketplace: costedBy('marketplace'),
  sku: costedBy('sku'),
  parent: costedBy('parent'),
} as const satisfies Record<CostedKey, unknown>

const statements = (having: { hasAsins: boolean }) =>
  ({
    total: statementsBy('total', having),
    marketplace: statementsBy('marketplace', having),
    sku: statementsBy('sku', having),
    parent: statementsBy('parent', having),
  }) as const satisfies Record<keyof typeof KEYS, unknown>

export const measuredSums = statements({ hasAsins: false })

const ordersOnceBy = <const More extends z.ZodRawShape>(
  by: 'total' | 'marketplace' | 'parent',
  { name, ofProducts, more }: { name: string; ofProducts: Sql; more: More },
) => {
  const key = KEYS[by]
  return convertingQuery({
    name: `orders_once_${name}_by_${by}`,
    params: z.object({ ...params, ...more }),
    row,
    sql: (convert) => sumsOver(withOrdersOnce(ofProducts, key), { key, where: sql`1` }, convert),
  })
}
const OF_SOME = { name: 'of_skus', ofProducts: OF_SKUS, more: { skus: OF_PRODUCTS.skus } } as const
/** Orders of products that are asked together: of some, and of all by parent. */
export const ordersOnce = {
  total: ordersOnceBy('total', OF_SOME),
  marketplace: ordersOnceBy('marketplace', OF_SOME),
  parent: ordersOnceBy('parent', { ...OF_SOME, more: { ...OF_SOME.more, ...GROUP_PARAMS } }),
  ofEveryParent: ordersOnceBy('parent', { name: 'of_all', ofProducts: sql`1`, more: GROUP_PARAMS }),
} as const

const columnsRow = row.omit({ key: true, amount: true, rowCount: true, unconverted: true }).extend({
  keys: z.array(z.string()),
  amounts: z.array(z.string()),
  rowCounts: z.array(z.number()),
  unconverteds: z.array(z.string()),
})

/** Of every product there is, which are too many for a row each: a row for each number, with all of its products. */
export const sumsOfEverySku = convertingQuery({
  name: 'measured_sums_of_every_sku',
  params: z.object(params),
  row: columnsRow,
  sql: (convert) => sql`
    SELECT fact, segment, since, place, name, withoutRate, groupArray(key) AS keys, groupArray(amount) AS amounts,
      groupArray(toFloat64(rowCount)) AS rowCounts, groupArray(unconverted) AS unconverteds
    FROM (${sumsOver(sql`measures_by_product`, { key: KEYS.sku, where: NAMED }, convert)})
    GROUP BY fact, segment, since, place, name, withoutRate`,
})

export const sumsOfColumns = (of: z.infer<typeof columnsRow>): SumOfFact[] =>
  // Member by member, and in the order of other rows: there may be a hundred thousand.
  of.keys.map((key, index) => ({
    fact: of.fact,
    segment: of.segment,
    since: of.since,
    place: of.place,
    key,
    name: of.name,
    amount: parseDecimal(of.amounts[index]!),
    rowCount: of.rowCounts[index]!,
    withoutRate: of.withoutRate,
    unconverted: parseDecimal(of.unconverteds[index]!),
  }))

/** Also of ASINs that products share, or not of those: the engine looks at every row for them. */
export const measuredSumsWithAsins = statements({ hasAsins: true })

/** Rows of advertising with the kind that their file names: the journal has none, and it is the same rows that count. */
const ofAdTypes = (ofProducts: Sql) => sql`(
  SELECT m.fact AS fact, m.day AS day, m.days AS days, m.measure AS measure, m.currency AS currency, m.amount AS amount, m.row_count AS row_count, f.its_type AS its_type
  FROM (
    SELECT fact, day, days, measure, currency, import_id, line_no, part, sum(toDecimal128(measures.amount, 9) * n) AS amount, sum(n) AS row_count
    FROM measures WHERE ${NAMED} AND ${ofProducts}
    GROUP BY fact, day, days, measure, currency, import_id, line_no, part) AS m
  ANY LEFT JOIN (
    SELECT import_id, line_no, part, upper(ad_type) AS its_type FROM ads_daily
    WHERE company_id = {companyId:String} AND import_id IN (SELECT import_id FROM measures WHERE ${NAMED})
  ) AS f ON m.import_id = f.import_id AND m.line_no = f.line_no AND m.part = f.part)`

const byAdType = { key: sql`its_type`, where: sql`1` }

/** Of advertising, by the kind of the ad: `SP`, `SB`, `SD`, as files write it. */
export const adTypeSums = {
  sums: defineQuery({
    name: 'measured_sums_by_ad_type',
    params: z.object(params),
    row,
    sql: sumsOver(ofAdTypes(sql`1`), byAdType),
  }),
  sumsOfSkus: defineQuery({
    name: 'measured_sums_of_skus_by_ad_type',
    params: z.object({ ...params, skus: OF_PRODUCTS.skus }),
    row,
    sql: sumsOver(ofAdTypes(OF_SKUS), byAdType),
  }),
}

/** Rows of products of one fact, in doubles: to put products in order, and for nothing that is shown. */
export function rankedMeasures(fact: Sql, names: Sql, { hasAmounts, rates, mayLackRates }: RankedRows): Sql {
  const { factor, join, converted } = inDoubles(rates, sql`l.day`)
  return sql`
  SELECT sku, marketplace, asin, measure, row_count
    ${hasAmounts ? sql`, ${factor}, ${converted} AS converted` : sql``}
    ${hasAmounts && mayLackRates ? sql`, if(${LACKS_RATE}, toFloat64(l.amount), 0) AS unconverted` : sql``}
  FROM measures_by_product AS l ${hasAmounts ? join : sql``}
  WHERE ${IN_PLACES} AND fact = ${fact} AND level IN ('ANY', 'PRODUCT') AND measure IN ${names}
    AND ({anyProduct:Bool} OR sku = '' OR sku IN {skus:Array(String)})`
}
