import { sql, type Sql } from '#server/analytics/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { isEntered } from './reading-moments.ts'

/** `OPEN_END`: the last day that a Date can be. */
const OPEN = sql`toDate(65535)`

/** What counts of a part that nobody has stated is nothing. */
const counted = (part: Sql): Sql => sql`ifNull(${part}, 0)`
/** As it was stated: null where nobody has. */
const stated = (part: Sql): Sql => part

const costsBySku = (where: Sql, of = counted): Sql => sql`
  SELECT sku AS cost_sku, groupArray((valid_from, marketplace, currency, manufacturing, freight, duty, other, fbm_shipping, valid_to, import_id, line_no)) AS costs
  FROM (
    SELECT sku, assumeNotNull(product_costs.valid_from) AS valid_from, toString(marketplace) AS marketplace, toString(currency) AS currency,
      ifNull(product_costs.manufacturing, 0) AS manufacturing, ${of(sql`product_costs.freight`)} AS freight, ${of(sql`product_costs.duty`)} AS duty,
      ${of(sql`product_costs.other`)} AS other, ${of(sql`product_costs.fbm_shipping`)} AS fbm_shipping, import_id, line_no,
      -- A new period closes the one before it.
      least(ifNull(product_costs.valid_to, ${OPEN}),
        leadInFrame(assumeNotNull(product_costs.valid_from) - 1, 1, ${OPEN}) OVER (
          PARTITION BY sku, marketplace ORDER BY assumeNotNull(product_costs.valid_from) ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)) AS valid_to
    FROM (
      SELECT * FROM product_costs
      WHERE ${where}
      -- What was entered counts before files, whatever came last; of files the newest.
      ORDER BY ${isEntered} DESC, import_id DESC, line_no DESC
      LIMIT 1 BY sku, marketplace, valid_from
    ) AS product_costs
  )
  GROUP BY sku`

/** (from, marketplace, currency, manufacturing, freight, duty, other, fbm, to, import, line) of every cost of a SKU; of one key what was entered counts, else the newest import. */
export const COSTS_BY_SKU = costsBySku(LIVE_FACTS).text
/** The same as stated: freight, duty, other and own shipping are null where nobody has stated them. */
export const STATED_COSTS = costsBySku(LIVE_FACTS, stated)
export const STATED_COSTS_OF_SKUS = costsBySku(sql`${LIVE_FACTS} AND sku IN {skus:Array(String)}`, stated)
/** What a cost `k` of them comes to without own shipping. */
export const LANDED = sql`k.4 + ifNull(k.5, 0) + ifNull(k.6, 0) + ifNull(k.7, 0)`

const said = (costs: Sql) =>
  sql`SELECT cost_sku, arraySort(arrayMap(k -> (k.1, k.2, k.3, k.4, k.5, k.6, k.7, k.8, k.9), costs)) AS said FROM (${costs})`
const ofChanged = sql`company_id = {companyId:String} AND problem = ''
  AND sku IN (SELECT sku FROM product_costs WHERE company_id = {companyId:String} AND import_id IN {changed:Array(UInt64)})`

/** Products that cost otherwise with the attempts `live` than with those of `before`, and whether any of it is for sending them. */
export const COSTED_OTHERWISE = sql`
  SELECT cost_sku AS sku, toUInt8(max(arrayExists(k -> k.8 != 0, said))) AS ownShipping FROM (
    ${said(costsBySku(sql`${ofChanged} AND import_id IN {live:Array(UInt64)}`))}
    UNION ALL
    ${said(costsBySku(sql`${ofChanged} AND import_id IN {before:Array(UInt64)}`))})
  GROUP BY cost_sku
  HAVING count() = 1 OR min(said) != max(said)`

/** Costs valid on a day, the marketplace's own before the general ones, the latest first. */
export const costOn = (costs: string, day: string, marketplace: string) =>
  `arrayReverseSort(k -> (k.2 != '', k.1), arrayFilter(k -> k.1 <= ${day} AND k.9 >= ${day} AND k.2 IN ('', ${marketplace}), ${costs}))`

/** As if nothing were known of what a unit costs. */
const NO_COST = `false AS has_cost, defaultValueOfTypeName('Tuple(Date, String, String, Decimal(18, 9), Decimal(18, 9), Decimal(18, 9), Decimal(18, 9), Decimal(18, 9), Date, UInt64, UInt32)') AS cost`

/** Rows with the cost of their day of the SKU that `key` names; `hasCosts` is false where nobody has given any. */
export const withCosts = (
  rows: string,
  { key = 'u.sku', hasCosts = true }: { key?: string | undefined; hasCosts?: boolean } = {},
) =>
  !hasCosts
    ? `SELECT *, ${NO_COST} FROM (${rows})`
    : `
  SELECT *, notEmpty(costs_of_day) AS has_cost, costs_of_day[1] AS cost
  FROM (
    SELECT u.*, ${costOn('c.costs', 'u.day', 'u.marketplace')} AS costs_of_day
    FROM (${rows}) AS u
    ANY LEFT JOIN (${COSTS_BY_SKU}) AS c ON ${key} = c.cost_sku
  )`

/** The same of rows that are SQL themselves. */
export const costedRows = (rows: Sql): Sql => sql.composed(withCosts(rows.text))

/** Line and cost of one unit, for rows with their cost. */
export const COST_ENTRIES = `if(has_cost, arrayFilter(e -> e.2 != 0,
  [('cogsManufacturing', -cost.4), ('cogsFreight', -cost.5), ('cogsDuty', -cost.6), ('cogsOther', -cost.7),
    ('fbmShippingCosts', if(fulfillment_channel = 'MFN', -cost.8, toDecimal64(0, 9)))]),
  [('unitsWithoutCost', toDecimal64(1, 9))])`
