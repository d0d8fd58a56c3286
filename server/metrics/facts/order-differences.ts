import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_SKUS,
  ALLOCATION_SCOPE,
  ALLOCATIONS,
  MARKETPLACE_IN_SCOPE,
} from './allocation.ts'
import {
  CONVERSION_PARAMS,
  CONVERTED,
  convertingQuery,
  inDoubles,
  LACKS_RATE,
  LISTED_RATES_PARAMS,
} from './conversion.ts'

/*
 * The orders of which a sum of lines does not come to the same by order and by transaction. A month has a hundred thousand of
 * them: they are put in order in doubles, and those that are shown are added up exactly.
 */

const params = {
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  lines: z.array(z.string()),
  /** Lines whose amounts are taken away. */
  taken: z.array(z.string()),
}
const selection = {
  ...ALLOCATION_SCOPE,
  /** Rows with these words; what is shared is of no order. */
  shown: z.array(z.enum(ALLOCATIONS)),
}

const IN_PERIOD = sql`day BETWEEN {from:Date} AND {to:Date}`
/** Advertising, whose line depends on its day, is of no order: rows stand in the lines that they are shown in. */
const OF_ALL = sql`company_id = {companyId:String} AND ${VISIBLE} AND l.line IN {lines:Array(String)}`
const OF_SELECTION = sql`
  ${OF_ALL}
  AND ({anyProduct:Bool} OR sku = '' OR sku IN {skus:Array(String)}) AND ${MARKETPLACE_IN_SCOPE}
  AND if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS}) IN {shown:Array(String)}`
const TIMES = sql`n * if(has({taken:Array(String)}, l.line), -1, 1)`

/** What is shown as nothing is no difference; doubles come this near to one that is none. */
const SHOWN = sql`0.000001`

interface Which {
  name: string
  where: Sql
}

const rankedBy = <Rates extends z.ZodRawShape>(
  { name, where }: Which,
  source: 'LISTED' | 'JOINED',
  rates: Rates,
) => {
  const { factor, join, converted } = inDoubles(source, sql`l.fx_day`)
  return defineQuery({
    name: `${name}_that_differ_${source.toLowerCase()}`,
    params: z.object({ ...params, ...rates, limit: z.number(), offset: z.number() }),
    row: z.object({ orderId: z.string(), orderCount: z.coerce.number() }),
    sql: sql`
      SELECT order_id AS orderId, count() OVER () AS orderCount
      FROM (
        WITH ${factor}
        SELECT order_id, sum(${converted} * ${TIMES} * if(l.basis = 'ORDER', 1, -1)) AS difference
        FROM ledger AS l ${join}
        WHERE ${IN_PERIOD} AND order_id != '' AND ${where}
        GROUP BY order_id
        HAVING abs(difference) > ${SHOWN}
      )
      ORDER BY abs(difference) DESC, order_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  })
}

const decimal = DecimalText.transform(parseDecimal)
const day = z.union([AnsweredDate, z.literal('')])
const sumOf = (basis: Sql): Sql =>
  sql`toString(toDecimal256(sumIf(amount, basis = ${basis} AND ${IN_PERIOD}), 18))`
/** Empty where there is none. */
const dayOf = (which: Sql, basis: Sql): Sql =>
  sql`if(countIf(basis = ${basis}) = 0, '', toString(${which}(day, basis = ${basis})))`

/**
 * What lines come to of some orders in the period, by order and by transaction, and on which days they have anything of them at
 * all: rates of other days than the period's need not be given.
 */
const exactOf = <Scope extends z.ZodRawShape>({ name, where }: Which, scope: Scope) =>
  convertingQuery({
    name: `${name}_differences`,
    params: z.object({ ...params, ...scope, ...CONVERSION_PARAMS, orders: z.array(z.string()) }),
    row: z.object({
      orderId: z.string(),
      byOrder: decimal,
      byTransaction: decimal,
      lacksRates: z.coerce.boolean(),
      orderedFrom: day,
      orderedTo: day,
      postedFrom: day,
      postedTo: day,
    }),
    sql: (convert) => {
      const { factor, join } = convert(sql`l.fx_day`)
      return sql`
    SELECT order_id AS orderId, ${sumOf(sql`'ORDER'`)} AS byOrder, ${sumOf(sql`'TRANSACTION'`)} AS byTransaction,
      toUInt8(countIf(without_rate != 0 AND ${IN_PERIOD}) > 0) AS lacksRates,
      ${dayOf(sql`minIf`, sql`'ORDER'`)} AS orderedFrom, ${dayOf(sql`maxIf`, sql`'ORDER'`)} AS orderedTo,
      ${dayOf(sql`minIf`, sql`'TRANSACTION'`)} AS postedFrom, ${dayOf(sql`maxIf`, sql`'TRANSACTION'`)} AS postedTo
    FROM (
      WITH ${factor} ${LACKS_RATE} AS lacks_rate
      SELECT order_id, toString(l.basis) AS basis, day, if(lacks_rate, currency, '') AS its_currency, if(lacks_rate, fx_day, toDate(0)) AS day_without_rate,
        sum(${CONVERTED} * ${TIMES}) AS amount, sumIf(toDecimal256(l.amount, 9) * ${TIMES}, lacks_rate) AS without_rate
      FROM ledger AS l ${join}
      WHERE order_id IN {orders:Array(String)} AND ${where}
      GROUP BY order_id, basis, day, its_currency, day_without_rate
      HAVING sum(n) > 0
    )
    GROUP BY order_id`
    },
  })

const differencesOf = <Scope extends z.ZodRawShape>(which: Which, scope: Scope) => ({
  /** Ids, the largest difference first. */
  ranked: {
    listed: rankedBy(which, 'LISTED', { ...scope, currency: z.string(), ...LISTED_RATES_PARAMS }),
    joined: rankedBy(which, 'JOINED', { ...scope, ...CONVERSION_PARAMS }),
  },
  exact: exactOf(which, scope),
})

/** Where nothing is left out the planner looks through less. */
export const orderDifferences = {
  ofAll: differencesOf({ name: 'all_orders', where: OF_ALL }, {}),
  ofSelection: differencesOf({ name: 'orders', where: OF_SELECTION }, selection),
}
