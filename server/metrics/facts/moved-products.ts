import { z } from 'zod'
import { MOVERS_MAX } from '#contract/dashboards/all-in-one.ts'
import { CALENDAR, later, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { VarianceSums } from '#contract/metrics/variance.ts'
import type { Company } from '#server/accounts/index.ts'
import { sql, type Sql } from '#server/analytics/index.ts'
import { CHOSEN_MARKETPLACES, IN_CHOSEN_MARKETPLACES } from '#server/ledger/chosen-marketplaces.ts'
import type { PeriodCoverage } from '#server/ledger/coverage/covered-days.ts'
import { moneyOf } from '#server/ledger/currencies/company-money.ts'
import { ROWS } from '#server/ledger/derivation/derive-measures.ts'
import { LEVELS } from '#server/ledger/derivation/measures-journal.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  CONVERSION_PARAMS,
  CONVERTED,
  convertingQuery,
  LACKS_RATE,
  runConverting,
  type Convert,
} from './conversion.ts'
import { factOf } from './known-measures.ts'
import { measuredCoverage, ratesHeld, sumParams } from './measured.ts'

/*
 * How the sales of each product differ between two periods. The engine adds up and puts in order, since there may be fifty
 * thousand products of which ten are named: exactly, in decimals of twelve digits as the process has them, so that the named
 * ones and the others add up to all.
 */

const params = {
  ...VISIBILITY,
  ...CONVERSION_PARAMS,
  ...CHOSEN_MARKETPLACES,
  /** The days of both periods, and of each. */
  from: IsoDate,
  to: IsoDate,
  nowFrom: IsoDate,
  nowTo: IsoDate,
  beforeFrom: IsoDate,
  beforeTo: IsoDate,
  fact: z.string(),
  /** Of that fact; the last one says that there is a row at all. */
  measures: z.array(z.string()),
  levels: z.array(z.enum(LEVELS)),
  anyProduct: z.boolean(),
  skus: z.array(z.string()),
  /** What reports say of no product is one more of them. */
  isWithUnnamed: z.boolean(),
}

const amount = DecimalText.transform(parseDecimal)
const count = z.coerce.number()
const moved = z
  .array(z.tuple([z.string(), amount, amount]))
  .transform((rows) => rows.map(([sku, now, before]): MovedProduct => ({ sku, now, before })))

export interface MovedProduct {
  sku: string
  now: Decimal
  before: Decimal
}

const row = {
  products: count,
  /** Of so many it is not known what they come to. */
  unknownNow: count,
  unknownBefore: count,
  unknownChange: count,
  /** Of those of which it is. */
  now: amount,
  before: amount,
  /** Those whose change is known and not nothing. */
  rising: count,
  rise: amount,
  falling: count,
  fall: amount,
  /** Of each direction the largest changes first, and at most so many; of two alike the SKU decides. */
  risen: moved,
  fallen: moved,
}

/** A row may be of several days, of which its own is the last. */
const IS_NOW = sql`day <= {nowTo:Date} AND toInt32(day) - days + 1 >= toInt32({nowFrom:Date})`
const IS_BEFORE = sql`day <= {beforeTo:Date} AND toInt32(day) - days + 1 >= toInt32({beforeFrom:Date})`
const IS_ROWS = sql`measure = {measures:Array(String)}[-1]`

/**
 * What a product comes to by one of the measures, now and before, and whether that is known: where a report has rows of the
 * product that do not say it, or a rate is missing, it is not; where no report has a row, it is nought.
 */
const numbersOf = (name: Sql, index: number): Sql => {
  const isIt = sql`measure = {measures:Array(String)}[${sql.integer(index + 1)}]`
  const inPeriod = (its: Sql, isIn: Sql): Sql => {
    const rows = (what: Sql) => sql`sumIf(row_count, ${isIn} AND ${what})`
    return sql`
      toDecimal256(sumIf(converted, ${isIn} AND ${isIt}), 12) AS ${its},
      ${rows(sql`${isIt} AND lacks AND stated != 0`)} = 0 AND (${rows(isIt)} != 0 OR ${rows(IS_ROWS)} = 0) AS knows_${its}`
  }
  return sql.join([inPeriod(sql`${name}_now`, sql`is_now`), inPeriod(sql`${name}_before`, sql`is_before`)])
}

/** Each product with rows on any of the days. */
const productsIn = (names: readonly Sql[], convert: Convert): Sql => {
  const { factor, join } = convert(sql`l.day`)
  return sql`
  SELECT toString(product) AS sku, ${sql.join(names.map(numbersOf))}
  FROM (
    WITH ${factor} ${LACKS_RATE} AS lacks
    SELECT l.sku AS product, measure, l.amount AS stated, row_count, lacks, ${CONVERTED} AS converted, ${IS_NOW} AS is_now, ${IS_BEFORE} AS is_before
    FROM measures_by_product AS l ${join}
    WHERE company_id = {companyId:String} AND fact = {fact:String} AND level IN {levels:Array(String)} AND measure IN {measures:Array(String)}
      AND day BETWEEN {from:Date} AND {to:Date} AND (is_now OR is_before) AND ${VISIBLE} AND ${IN_CHOSEN_MARKETPLACES}
      AND if({anyProduct:Bool}, {isWithUnnamed:Bool} OR l.sku != '', l.sku IN {skus:Array(String)}))
  GROUP BY product
  HAVING sum(row_count) != 0`
}

const CHANGE = sql`sales_now - sales_before AS change, knows_sales_now AND knows_sales_before AS knows_change`
const largest = (which: Sql): Sql => sql`
  arrayMap(one -> (one.2, toString(one.3), toString(one.4)),
    groupArraySortedIf(${sql.integer(MOVERS_MAX)})((-abs(change), sku, sales_now, sales_before), knows_change AND ${which}))`
const TOGETHER = sql`
  count() AS products, countIf(NOT knows_sales_now) AS unknownNow, countIf(NOT knows_sales_before) AS unknownBefore,
  countIf(NOT knows_change) AS unknownChange,
  toString(sumIf(sales_now, knows_sales_now)) AS now, toString(sumIf(sales_before, knows_sales_before)) AS before,
  countIf(knows_change AND change > 0) AS rising, toString(sumIf(change, knows_change AND change > 0)) AS rise,
  countIf(knows_change AND change < 0) AS falling, toString(sumIf(change, knows_change AND change < 0)) AS fall,
  ${largest(sql`change > 0`)} AS risen, ${largest(sql`change < 0`)} AS fallen`

/** By one measure, such as the sales of a report. */
const movedProducts = convertingQuery({
  name: 'moved_products',
  params: z.object(params),
  row: z.object(row),
  sql: (convert) =>
    sql`SELECT ${TOGETHER} FROM (SELECT *, ${CHANGE} FROM (${productsIn([sql`sales`], convert)}))`,
})

/*
 * The terms of VAR-1, product by product, as `variance.ts` adds them up: in whole units of the twelfth digit and cut there, as
 * the process reckons.
 */
const ONE = sql`toInt256(1000000000000)`
const unitsOf = (name: Sql): Sql => sql`toInt256(${name} * toDecimal256(1000000000000, 0))`
const times = (value: Sql, over: Sql, under: Sql): Sql =>
  sql`intDiv(intDiv(${value} * ${over}, ${ONE}) * ${ONE}, ${under})`
const TERMS = sql`
  s1 > 0 AND s0 > 0 AS is_visited,
  if(is_visited, ${times(sql`(s1 - s0)`, sql`p0`, sql`if(is_visited, s0, 1)`)}, 0) AS traffic_term,
  u0 > 0 AS was_bought, if(was_bought, u0, u1) AS priced_units,
  if(is_visited AND priced_units != 0,
    ${times(
      sql`(u1 - ${times(sql`s1`, sql`u0`, sql`if(is_visited, s0, 1)`)})`,
      sql`if(was_bought, p0, p1)`,
      sql`if(priced_units != 0, priced_units, 1)`,
    )}, 0) AS conversion_term`
const units = z.string().transform(BigInt)

/** By sales, sessions and units, in this order, with what VAR-1 makes of them. */
const movedWithTerms = convertingQuery({
  name: 'moved_with_terms',
  params: z.object(params),
  row: z.object({
    ...row,
    /** Of so many not all three numbers are known in both periods. */
    unknownTerms: count,
    salesChange: units,
    sessionsChange: units,
    sessionsBefore: units,
    salesBefore: units,
    traffic: units,
    conversion: units,
    newOrGone: units,
  }),
  sql: (convert) => sql`
  SELECT ${TOGETHER}, countIf(NOT knows_terms) AS unknownTerms, toString(sum(p1 - p0)) AS salesChange,
    toString(sumIf(s1 - s0, is_visited)) AS sessionsChange, toString(sumIf(s0, is_visited)) AS sessionsBefore,
    toString(sumIf(p0, is_visited)) AS salesBefore, toString(sum(traffic_term)) AS traffic, toString(sum(conversion_term)) AS conversion,
    toString(sumIf(p1 - p0, NOT is_visited)) AS newOrGone
  FROM (
    SELECT *, ${TERMS}
    FROM (
      SELECT *, ${CHANGE},
        knows_change AND knows_sessions_now AND knows_sessions_before AND knows_units_now AND knows_units_before AS knows_terms,
        ${unitsOf(sql`sales_now`)} AS p1, ${unitsOf(sql`sales_before`)} AS p0, ${unitsOf(sql`sessions_now`)} AS s1,
        ${unitsOf(sql`sessions_before`)} AS s0, ${unitsOf(sql`units_now`)} AS u1, ${unitsOf(sql`units_before`)} AS u0
      FROM (${productsIn([sql`sales`, sql`sessions`, sql`units`], convert)})))`,
})

export interface MovedQuestion {
  days: { period: DateRange; comparison: DateRange }
  currencyCode: string
  marketplaces?: readonly string[] | undefined
  /** None: all of them. */
  skus?: readonly string[] | undefined
  /** What reports say of no product is one more of them. */
  isWithUnnamed?: boolean
}

/** Sums are null where a part of them is not known. */
export interface Moved extends Pick<z.infer<z.ZodObject<typeof row>>, 'products' | 'risen' | 'fallen'> {
  now: Decimal | null
  before: Decimal | null
  change: Decimal | null
  /** Of which it is known whether they rose. */
  up: { count: number; change: Decimal }
  down: { count: number; change: Decimal }
  unknown: number
  /** Where a part of the days is not read, everything would seem to have risen or fallen. */
  isComparable: boolean
}

export const changeOf = ({ now, before }: MovedProduct): Decimal => now - before

/** By one measure of a fact. */
export async function readMoved(
  services: Services,
  company: Company,
  { measure, ...asked }: MovedQuestion & { measure: Measure },
  signal: AbortSignal | undefined,
): Promise<Moved> {
  const { params, held, reach } = await paramsOf(services, company, asked, [measure])
  const options = { signal }
  const [found] = await runConverting(services.analytics, movedProducts, company, params, held, options)
  return movedOf(found!, reach)
}

/** By the sales, sessions and units of traffic reports, with what VAR-1 makes of these; null where one of them is not known. */
export async function readMovedWithTerms(
  services: Services,
  company: Company,
  asked: MovedQuestion,
  signal: AbortSignal | undefined,
): Promise<{ moved: Moved; terms: VarianceSums | null }> {
  const { params, held, reach } = await paramsOf(services, company, asked, [
    'traffic.orderedProductSales',
    'traffic.sessions',
    'traffic.unitsOrdered',
  ])
  const options = { signal }
  const [found] = await runConverting(services.analytics, movedWithTerms, company, params, held, options)
  const moved = movedOf(found!, reach)
  return { moved, terms: moved.isComparable && found!.unknownTerms === 0 ? found! : null }
}

async function paramsOf(
  services: Services,
  company: Company,
  { days, currencyCode, marketplaces = [], skus = [], isWithUnnamed = false }: MovedQuestion,
  measures: readonly Measure[],
) {
  const { period, comparison } = days
  const question = { measures, by: 'sku', currencyCode, marketplaces, skus, periods: [days] } as const
  const fact = factOf(measures[0]!)
  const [money, reach] = await Promise.all([
    moneyOf(services, company),
    measuredCoverage(services, company, question),
  ])
  const { names: _, segmentStarts: __, facts: ___, ...scope } = sumParams(company, question, money, [fact])
  return {
    params: {
      ...scope,
      nowFrom: later(period.start, CALENDAR.start),
      nowTo: period.end,
      beforeFrom: later(comparison.start, CALENDAR.start),
      beforeTo: comparison.end,
      fact,
      measures: [...measures.map((measure) => measure.slice(fact.length + 1)), ROWS],
      anyProduct: skus.length === 0,
      skus: [...skus],
      isWithUnnamed,
    },
    held: await ratesHeld(services, company, [fact], scope),
    reach: { now: reach.coverage(measures, period), before: reach.coverage(measures, comparison) },
  }
}

function movedOf(
  found: z.infer<z.ZodObject<typeof row>>,
  { now, before }: Record<'now' | 'before', PeriodCoverage>,
): Moved {
  // Of days that no file reaches nothing is known.
  const isCovered = now.isCovered && before.isCovered
  const knownAs = (unknown: number, value: Decimal) => (unknown > 0 ? null : value)
  return {
    products: found.products,
    risen: isCovered ? found.risen : [],
    fallen: isCovered ? found.fallen : [],
    now: now.isCovered ? knownAs(found.unknownNow, found.now) : null,
    before: before.isCovered ? knownAs(found.unknownBefore, found.before) : null,
    change: isCovered ? knownAs(found.unknownChange, found.rise + found.fall) : null,
    up: isCovered ? { count: found.rising, change: found.rise } : { count: 0, change: ZERO },
    down: isCovered ? { count: found.falling, change: found.fall } : { count: 0, change: ZERO },
    unknown: isCovered ? found.unknownChange : found.products,
    isComparable: now.isComparable && before.isBase,
  }
}
