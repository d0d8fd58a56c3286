import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText } from '#contract/fields.ts'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { ALLOCATION, ALLOCATION_OF_SKUS, MARKETPLACE_IN_SCOPE } from './allocation.ts'
import { LEDGER_PARAMS, sumsOver, whole } from './ledger-sums.ts'

/** Rows of both bases that name an order, as a roll-up has them: which basis they are of is in their key. */
const OF_ORDERS = sql`(
  SELECT company_id, {basis:String} AS basis, (toString(ledger.basis), toString(order_id)) AS told, day, fx_day, marketplace, sku, line, currency,
    toDecimal128(amount, 9) * n AS amount, toInt64(n) AS row_count, toInt64(0) AS unmapped_count, version
  FROM ledger
  WHERE company_id = {companyId:String} AND day BETWEEN {from:Date} AND {to:Date} AND line IN {ledgerLines:Array(String)} AND order_id != '')`

const decimal = DecimalText.transform(parseDecimal)

/** What a sum of lines comes to by order and by transaction: the orders of which that is not the same. */
export const orderDifferences = defineQuery({
  name: 'order_differences',
  params: z
    .object({
      ...LEDGER_PARAMS,
      ledgerLines: z.array(z.string()),
      /** Lines as they are shown, and those of them whose amounts are taken away. */
      lines: z.array(z.string()),
      taken: z.array(z.string()),
      limit: z.number(),
      offset: z.number(),
    })
    .omit({ shares: true }),
  row: z.object({
    orderId: z.string(),
    byOrder: decimal,
    byTransaction: decimal,
    /** Of all orders that differ, on this page or not. */
    orderCount: z.coerce.number(),
    allByOrder: decimal,
    allByTransaction: decimal,
    lacksRates: z.coerce.boolean(),
  }),
  // Orders are too many to be told apart outside.
  sql: sql`
    SELECT order_id AS orderId, toString(ordered) AS byOrder, toString(posted) AS byTransaction, count() OVER () AS orderCount,
      toString(sum(ordered) OVER ()) AS allByOrder, toString(sum(posted) OVER ()) AS allByTransaction,
      toUInt8(sum(lacking) OVER () > 0) AS lacksRates
    FROM (
      WITH if(has({taken:Array(String)}, line), -1, 1) * toDecimal256(amount, 18) AS signed
      SELECT key.2 AS order_id, sumIf(signed, key.1 = 'ORDER') AS ordered, sumIf(signed, key.1 = 'TRANSACTION') AS posted,
        countIf(withoutRate != '') AS lacking
      FROM (${sumsOver(
        OF_ORDERS,
        sql`({anyProduct:Bool} OR sku IN {skus:Array(String)}) AND ${MARKETPLACE_IN_SCOPE}`,
        sql`if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS})`,
        whole,
        sql`told`,
      )})
      WHERE line IN {lines:Array(String)} AND allocation = 'OWN'
      GROUP BY order_id
    )
    WHERE ordered != posted OR lacking > 0
    ORDER BY abs(ordered - posted) DESC, order_id
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
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
