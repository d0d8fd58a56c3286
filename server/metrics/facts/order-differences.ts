import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_SKUS,
  ALLOCATION_SCOPE,
  ALLOCATIONS,
  MARKETPLACE_IN_SCOPE,
} from './allocation.ts'
import { CONVERSION_PARAMS, inDoubles, LISTED_RATES_PARAMS } from './conversion.ts'
import { LEDGER_PARAMS, sumsOver, whole } from './ledger-sums.ts'

/*
 * The orders of which a sum of lines does not come to the same by order and by transaction. A month has a hundred thousand of
 * them: they are put in order in doubles, and those that are shown are added up exactly.
 */

const IN_SCOPE = sql`({anyProduct:Bool} OR sku IN {skus:Array(String)}) AND ${MARKETPLACE_IN_SCOPE}`
const ITS_ALLOCATION = sql`if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS})`

const ORDERS = {
  ...VISIBILITY,
  ...ALLOCATION_SCOPE,
  from: IsoDate,
  to: IsoDate,
  ledgerLines: z.array(z.string()),
  /** Lines whose amounts are taken away. */
  taken: z.array(z.string()),
  /** Rows with these words; what is shared is of no order. */
  shown: z.array(z.enum(ALLOCATIONS)),
}

/** What is shown as nothing is no difference; doubles come this near to one that is none. */
const SHOWN = sql`0.000001`

const rankedBy = <Rates extends z.ZodRawShape>(source: 'LISTED' | 'JOINED', rates: Rates) => {
  const { factor, join, converted } = inDoubles(source, sql`l.fx_day`)
  return defineQuery({
    name: `orders_that_differ_${source.toLowerCase()}`,
    params: z.object({ ...ORDERS, ...rates, limit: z.number(), offset: z.number() }),
    row: z.object({ orderId: z.string(), orderCount: z.coerce.number() }),
    sql: sql`
      SELECT order_id AS orderId, count() OVER () AS orderCount
      FROM (
        WITH ${factor}
        SELECT order_id, sum(${converted} * n * if(l.basis = 'ORDER', 1, -1) * if(has({taken:Array(String)}, l.line), -1, 1)) AS difference
        FROM ledger AS l ${join}
        WHERE company_id = {companyId:String} AND day BETWEEN {from:Date} AND {to:Date} AND ${VISIBLE} AND l.line IN {ledgerLines:Array(String)}
          AND order_id != '' AND ${IN_SCOPE} AND ${ITS_ALLOCATION} IN {shown:Array(String)}
        GROUP BY order_id
        HAVING abs(difference) > ${SHOWN}
      )
      ORDER BY abs(difference) DESC, order_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  })
}

/** The largest difference first. */
export const ordersThatDiffer = {
  listed: rankedBy('LISTED', { currency: z.string(), ...LISTED_RATES_PARAMS }),
  joined: rankedBy('JOINED', CONVERSION_PARAMS),
}

const { shares: _, ...LEDGER } = LEDGER_PARAMS

/** Rows of some orders on both bases, as a roll-up has them: which basis they are of is in their key. */
const OF_ORDERS = sql`(
  SELECT company_id, {basis:String} AS basis, (toString(ledger.basis), toString(order_id)) AS told, day, fx_day, marketplace, sku, line, currency,
    toDecimal128(amount, 9) * n AS amount, toInt64(n) AS row_count, toInt64(0) AS unmapped_count, version
  FROM ledger
  WHERE company_id = {companyId:String} AND day BETWEEN {from:Date} AND {to:Date} AND line IN {ledgerLines:Array(String)} AND order_id IN {orders:Array(String)})`

const decimal = DecimalText.transform(parseDecimal)

/** What lines come to of some orders, by order and by transaction. */
export const orderDifferences = defineQuery({
  name: 'order_differences',
  params: z.object({
    ...ORDERS,
    ...LEDGER,
    orders: z.array(z.string()),
    /** Lines as they are shown. */
    lines: z.array(z.string()),
  }),
  row: z.object({
    orderId: z.string(),
    byOrder: decimal,
    byTransaction: decimal,
    lacksRates: z.coerce.boolean(),
  }),
  sql: sql`
    WITH if(has({taken:Array(String)}, line), -1, 1) * toDecimal256(amount, 18) AS signed
    SELECT key.2 AS orderId, toString(sumIf(signed, key.1 = 'ORDER')) AS byOrder, toString(sumIf(signed, key.1 = 'TRANSACTION')) AS byTransaction,
      toUInt8(countIf(withoutRate != '') > 0) AS lacksRates
    FROM (${sumsOver(OF_ORDERS, IN_SCOPE, ITS_ALLOCATION, whole, sql`told`)})
    WHERE line IN {lines:Array(String)} AND allocation IN {shown:Array(String)}
    GROUP BY orderId`,
})

/** On which days lines have anything of some orders, by order and by transaction. */
export const orderDays = defineQuery({
  name: 'order_days',
  params: z.object({ ...VISIBILITY, orders: z.array(z.string()), ledgerLines: z.array(z.string()) }),
  row: z.object({ orderId: z.string(), basis: z.enum(PNL_BASES), start: AnsweredDate, end: AnsweredDate }),
  sql: sql`
    SELECT order_id AS orderId, toString(basis_) AS basis, min(day) AS start, max(day) AS end
    FROM (
      SELECT order_id, ledger.basis AS basis_, day FROM ledger
      WHERE company_id = {companyId:String} AND ${VISIBLE} AND order_id IN {orders:Array(String)} AND line IN {ledgerLines:Array(String)}
      GROUP BY order_id, basis_, day
      HAVING sum(n) > 0
    )
    GROUP BY order_id, basis_`,
})
