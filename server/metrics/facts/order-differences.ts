import { z } from 'zod'
import type { DateRange } from '#contract/date-range.ts'
import { parseDecimal, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { PNL_BASES, type PnlBasis } from '#contract/profit-and-loss.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_SKUS,
  ALLOCATION_SCOPE,
  ALLOCATIONS,
  MARKETPLACE_IN_SCOPE,
} from './allocation.ts'
import { dateOfDay, dayNumber } from '../segments.ts'
import { CONVERSION_PARAMS, inDoubles, LISTED_RATES_PARAMS } from './conversion.ts'
import { RATE_ONE, type Factors } from './day-series.ts'

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

/**
 * What is shown as nothing is no difference; doubles come this near to one that is none. In what they are put in order by, too:
 * two orders that differ by the same stand in the same order on each page, however their rows were added up.
 */
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
      ORDER BY round(abs(difference), 6) DESC, order_id
      LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
  })
}

/**
 * What lines of some orders come to, each day apart and not converted: the few rows of a page are told their rates in the
 * process, which the engine would take longer to plan than to read.
 */
const amountsOf = <Scope extends z.ZodRawShape>({ name, where }: Which, scope: Scope) =>
  defineQuery({
    name: `amounts_of_${name}`,
    params: z.object({
      ...VISIBILITY,
      lines: params.lines,
      taken: params.taken,
      ...scope,
      orders: z.array(z.string()),
    }),
    row: z.object({
      orderId: z.string(),
      basis: z.enum(PNL_BASES),
      dayNumber: z.number(),
      rateDay: z.number(),
      money: z.string(),
      amount: DecimalText.transform(parseDecimal),
    }),
    sql: sql`
      SELECT order_id AS orderId, toString(l.basis) AS basis, toInt32(day) AS dayNumber, toInt32(fx_day) AS rateDay, toString(currency) AS money,
        toString(sum(toDecimal256(l.amount, 9) * ${TIMES})) AS amount
      FROM ledger AS l
      WHERE order_id IN {orders:Array(String)} AND ${where}
      GROUP BY orderId, basis, dayNumber, rateDay, money
      HAVING sum(n) > 0`,
  })

const differencesOf = <Scope extends z.ZodRawShape>(which: Which, scope: Scope) => ({
  /** Ids, the largest difference first. */
  ranked: {
    listed: rankedBy(which, 'LISTED', { ...scope, currency: z.string(), ...LISTED_RATES_PARAMS }),
    joined: rankedBy(which, 'JOINED', { ...scope, ...CONVERSION_PARAMS }),
  },
  amounts: amountsOf(which, scope),
})

/** Where nothing is left out the planner looks through less. */
export const orderDifferences = {
  ofAll: differencesOf({ name: 'all_orders', where: OF_ALL }, {}),
  ofSelection: differencesOf({ name: 'orders', where: OF_SELECTION }, selection),
}

type OrderAmount = z.output<typeof orderDifferences.ofSelection.amounts.row>

interface OrderDifference {
  byOrder: Decimal
  byTransaction: Decimal
  lacksRates: boolean
  /** Days on which the lines have anything of the order at all, also out of the period. */
  ordered: DateRange | null
  posted: DateRange | null
}

/** What an order comes to in the period; rates of other days need not be given. */
export function differenceOfOrder(
  rows: readonly OrderAmount[],
  period: DateRange,
  factorOf: Factors,
): OrderDifference {
  const days = { from: dayNumber(period.start), to: dayNumber(period.end) }
  const sums = { ORDER: 0n, TRANSACTION: 0n }
  let lacksRates = false
  for (const { basis, dayNumber: day, rateDay, money, amount } of rows) {
    if (day < days.from || day > days.to) continue
    const factor = factorOf(money, rateDay, day)
    sums[basis] += amount * factor
    lacksRates ||= factor === 0n && amount !== 0n
  }
  return {
    // Nothing is cut before all is added up.
    byOrder: sums.ORDER / RATE_ONE,
    byTransaction: sums.TRANSACTION / RATE_ONE,
    lacksRates,
    ordered: daysOn(rows, 'ORDER'),
    posted: daysOn(rows, 'TRANSACTION'),
  }
}

function daysOn(rows: readonly OrderAmount[], basis: PnlBasis): DateRange | null {
  const days = rows.flatMap((row) => (row.basis === basis ? row.dayNumber : []))
  if (days.length === 0) return null
  return { start: dateOfDay(Math.min(...days)), end: dateOfDay(Math.max(...days)) }
}
