import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_EXPENSES,
  ALLOCATION_OF_SKUS,
  ALLOCATION_PARAMS,
  ALLOCATIONS,
  EXPENSE_IN_SCOPE,
  isOfAll,
  MARKETPLACE_IN_SCOPE,
  ownPart,
  SHARE,
  type Allocation,
} from './allocation.ts'
import { EXPENSE_SCOPE, expenseDays } from '#server/ledger/expense-days.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import {
  CONVERSION_PARAMS,
  CONVERTED,
  convertingQuery,
  inDoubles,
  JOINED,
  LACKS_RATE,
  type Convert,
  type RatesSource,
} from './conversion.ts'
import { IS_BILLED_COST, SHOWN_LINE, SHOWN_LINE_PARAMS } from '#server/ledger/shown-line.ts'

/**
 * Sums of ledger lines by stretch of days, converted at each day's own rate. Every number of the statement is a sum of
 * these rows; totals per column are made from them exactly, outside.
 */
export const LEDGER_PARAMS = {
  basis: z.enum(PNL_BASES),
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  /** First days of the stretches, as day numbers since 1970. */
  segmentStarts: z.array(z.number()),
  ...ALLOCATION_PARAMS,
  ...SHOWN_LINE_PARAMS,
  ...CONVERSION_PARAMS,
}

export const row = z.object({
  segment: z.number(),
  line: z.string(),
  allocation: z.enum(ALLOCATIONS),
  amount: DecimalText.transform(parseDecimal),
  rowCount: z.coerce.number(),
  unmappedCount: z.coerce.number(),
  /** `EUR 2025-02-14`: currency and day without a rate; or empty. */
  withoutRate: z.string(),
  /** What cannot be converted for want of that rate, in that currency. */
  unconverted: DecimalText.transform(parseDecimal),
  /** Of expenses, where they are told apart by it. */
  category: z.string().optional(),
})
/** A line may have several sums in a segment. */
export type LedgerSum = z.infer<typeof row>

export const whole = (amount: Sql): Sql => amount

/**
 * One pass over a roll-up. What depends on the line and on texts is worked out on the groups, of which there are few,
 * and not on the rows. Days without a rate are groups of their own: what cancels on such a day needs no rate.
 */
export const sumsOver = (
  rollUp: Sql,
  where: Sql,
  allocation: Sql,
  partOf: (amount: Sql) => Sql = whole,
  key?: Sql,
  convert: Convert = JOINED,
  category?: Sql,
) => {
  const { factor, join } = convert(sql`l.fx_day`)
  return sql`
  WITH ${factor} ${LACKS_RATE} AS lacks_rate, sumIf(${partOf(sql`toDecimal256(l.amount, 27)`)}, lacks_rate) AS without_rate
  SELECT
    toInt32(roundDown(toInt32(day), {segmentStarts:Array(Int32)})) AS segment,
    l.line AS ledger_line,
    if(lacks_rate, currency, '') AS its_currency,
    if(lacks_rate, fx_day, toDate(0)) AS day_without_rate,
    ${IS_BILLED_COST} AS is_billed_cost,
    ${SHOWN_LINE} AS line,
    ${allocation} AS allocation,
    ${key ? sql`${key} AS key,` : sql``}
    ${category ? sql`${category} AS category,` : sql``}
    toString(sum(${partOf(CONVERTED)})) AS amount,
    sum(row_count) AS rowCount,
    sum(unmapped_count) AS unmappedCount,
    toString(without_rate) AS unconverted,
    if(without_rate = 0, '', concat(its_currency, ' ', toString(day_without_rate))) AS withoutRate
  FROM ${rollUp} AS l ${join}
  WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date}
    AND ${VISIBLE} AND ${where}
  GROUP BY segment, ${key ? sql`key,` : sql``} ${category ? sql`category,` : sql``} ledger_line, allocation, is_billed_cost, its_currency, day_without_rate`
}

const NO_ALLOCATION = {
  marketplaces: true,
  isAll: true,
  heldMonths: true,
  heldAll: true,
  heldWhole: true,
  wholeCurrencies: true,
  shareKeys: true,
  shares: true,
} as const

/** Of everything. Telling apart what a selection leaves out takes the engine a sixth longer. */
const ledgerSums = convertingQuery({
  name: 'ledger_sums',
  params: z.object(LEDGER_PARAMS).omit({ ...NO_ALLOCATION, skus: true, anyProduct: true }),
  row,
  sql: (convert) => sumsOver(sql`ledger_by_day`, sql`1`, sql`'OWN'`, whole, undefined, convert),
})

/** Of the marketplaces that are asked for, and beside them of what belongs to none. */
export const ledgerSumsOfMarketplaces = convertingQuery({
  name: 'ledger_sums_of_marketplaces',
  params: z.object(LEDGER_PARAMS).omit({ skus: true, anyProduct: true }),
  row,
  sql: (convert) =>
    sumsOver(sql`ledger_by_day`, MARKETPLACE_IN_SCOPE, ALLOCATION, ownPart, undefined, convert),
})

/** Of some products, and beside them of what belongs to none. */
export const ledgerSumsOfSkus = convertingQuery({
  name: 'ledger_sums_of_skus',
  params: z.object(LEDGER_PARAMS).omit({ anyProduct: true, shareKeys: true, shares: true }),
  row,
  sql: (convert) =>
    sumsOver(
      sql`ledger_by_day_sku`,
      sql`(sku IN {skus:Array(String)} OR sku = '') AND ${MARKETPLACE_IN_SCOPE}`,
      ALLOCATION_OF_SKUS,
      whole,
      undefined,
      convert,
    ),
})

export const EXPENSES = sql`(
  SELECT company_id, {basis:String} AS basis, 'operatingExpenses' AS line, marketplace, brand, category, currency, day, day AS fx_day,
    amount * n AS amount, toInt64(n) AS row_count, 0 AS unmapped_count, version
  FROM (${expenseDays}))`

/** Of entered expenses, each category by itself, as far as they have come. */
export const expenseSums = convertingQuery({
  name: 'expense_sums',
  params: z.object({ ...LEDGER_PARAMS, ...EXPENSE_SCOPE }).omit({
    skus: true,
    wholeCurrencies: true,
    heldWhole: true,
    shareKeys: true,
    shares: true,
  }),
  row,
  sql: (convert) =>
    sumsOver(EXPENSES, EXPENSE_IN_SCOPE, ALLOCATION_OF_EXPENSES, whole, undefined, convert, sql`l.category`),
})

export type LedgerKey = 'product' | 'marketplace'
/** Products are also put together by their brand. */
export type KeyedBy = LedgerKey | 'brand'

export const ofKeys = (column: Sql) => sql`({isEveryKey:Bool} OR ${column} IN {keys:Array(String)})`
export const KEY_PARAMS = { isEveryKey: z.boolean(), keys: z.array(z.string()) }
export const keyedRow = row.extend({ key: z.string() })

export const GROUP_PARAMS = { products: z.array(z.string()), groups: z.array(z.string()) }
/** Which group a product is of; those of none have a blank, and what is no product has nothing. */
export const groupOf = (product: Sql): Sql =>
  sql`transform(${product}, {products:Array(String)}, {groups:Array(String)}, if(sku = '', '', ' '))`
/** The same of a row of the ledger that may be an expense. */
export const brandOf = (product: Sql): Sql => sql`if(brand != '', brand, ${groupOf(product)})`

/** Of products, brands or marketplaces, each of them alone; what belongs to none has an empty key. */
const sumsByKey = (
  name: KeyedBy,
  column: Sql,
  key = sql`toString(${column})`,
  ofGroups: Partial<typeof GROUP_PARAMS> = {},
) => ({
  /** Where nothing is left out: the planner looks through less. */
  whole: convertingQuery({
    name: `ledger_sums_of_all_by_${name}`,
    params: z
      .object({ ...LEDGER_PARAMS, ...KEY_PARAMS, ...ofGroups })
      .omit({ ...NO_ALLOCATION, skus: true, anyProduct: true }),
    row: keyedRow,
    sql: (convert) => sumsOver(sql`ledger_by_day_sku`, ofKeys(column), sql`'OWN'`, whole, key, convert),
  }),
  ledger: convertingQuery({
    name: `ledger_sums_by_${name}`,
    params: z.object({ ...LEDGER_PARAMS, ...KEY_PARAMS, ...ofGroups }),
    row: keyedRow,
    sql: (convert) =>
      sumsOver(
        sql`ledger_by_day_sku`,
        sql`({anyProduct:Bool} OR sku IN {skus:Array(String)} OR sku = '') AND ${MARKETPLACE_IN_SCOPE} AND ${ofKeys(column)}`,
        sql`if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS})`,
        ownPart,
        key,
        convert,
      ),
  }),
  expenses: convertingQuery({
    name: `expense_sums_by_${name}`,
    params: z.object({ ...LEDGER_PARAMS, ...EXPENSE_SCOPE, ...KEY_PARAMS }).omit({
      skus: true,
      wholeCurrencies: true,
      heldWhole: true,
      shareKeys: true,
      shares: true,
    }),
    row: keyedRow,
    sql: (convert) =>
      sumsOver(
        EXPENSES,
        sql`${EXPENSE_IN_SCOPE} AND ${ofKeys(sql`key`)}`,
        ALLOCATION_OF_EXPENSES,
        whole,
        // No product has any.
        name === 'marketplace' ? key : name === 'brand' ? sql`brand` : sql`''`,
        convert,
      ),
  }),
})

const ledgerSumsByKey = {
  product: sumsByKey('product', sql`sku`),
  marketplace: sumsByKey('marketplace', sql`marketplace`),
  brand: sumsByKey('brand', sql`sku`, groupOf(sql`toString(sku)`), GROUP_PARAMS),
} as const satisfies Record<KeyedBy, unknown>

/** The statements that a selection needs. */
export function ledgerSumsByKeyOf(
  key: KeyedBy,
  params: Pick<Allocation['params'], 'anyProduct' | 'isAll' | 'heldMonths'>,
) {
  const { whole, ledger, expenses } = ledgerSumsByKey[key]
  return { ledger: params.anyProduct && isOfAll(params) ? whole : ledger, expenses }
}

/** How little of a row an order needs to look at. */
export interface RankedRows {
  /** Amounts are added up, and not rows alone. */
  hasAmounts: boolean
  rates: RatesSource
  mayLackRates: boolean
}

/**
 * Rows of products in doubles: to put products in order, and for nothing that is shown. `converted` is what of a row belongs
 * to the selection, `unconverted` its amount where there is no rate.
 */
export function rankedLines({
  hasAmounts,
  rates,
  mayLackRates,
  isWhole,
  isBilledByDay,
}: RankedRows & {
  /** The selection is of everything that any product has. */
  isWhole: boolean
  isBilledByDay: boolean
}): Sql {
  const { factor, join, converted } = inDoubles(rates, sql`l.fx_day`)
  const own = isWhole ? converted : sql`${converted} * if(allocation = 'SHARED', toFloat64(${SHARE}), 1)`
  return sql`
  SELECT sku, l.line AS ledger_line, row_count
    ${isBilledByDay ? sql`, ${IS_BILLED_COST} AS is_billed_cost` : sql``}
    ${isWhole ? sql`` : sql`, if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS}) AS allocation`}
    ${hasAmounts ? sql`, ${factor}, ${own} AS converted` : sql``}
    ${hasAmounts && mayLackRates ? sql`, if(${LACKS_RATE}, toFloat64(l.amount), 0) AS unconverted` : sql``}
  FROM ledger_by_day_sku AS l ${hasAmounts ? join : sql``}
  WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date}
    AND ${VISIBLE} AND ({anyProduct:Bool} OR sku IN {skus:Array(String)})
    AND sku != '' AND l.line IN {ledgerLines:Array(String)}
    ${isWhole ? sql`` : sql`AND ${MARKETPLACE_IN_SCOPE} AND allocation IN {shown:Array(String)}`}`
}

/** Which of them answers a question about the ledger. */
export function ledgerSumsOf(params: Pick<Allocation['params'], 'anyProduct' | 'isAll' | 'heldMonths'>) {
  if (!params.anyProduct) return ledgerSumsOfSkus
  return isOfAll(params) ? ledgerSums : ledgerSumsOfMarketplaces
}
