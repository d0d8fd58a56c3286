import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { addDays, CALENDAR, daysOf, earlier, later, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { IN_STOCK_DAYS_MIN } from '#contract/metrics/computed.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { copyable, defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { streamsAt, streamsIn, streamsOf, type Streams } from '#server/ledger/coverage/claims.ts'
import { coverageOf } from '#server/ledger/coverage/covered-days.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { ORDERS_ARE_TOLD, TOLD_ORDERS, toldOrders } from './told-orders.ts'

/*
 * How fast a product sells (INV-1): the units of it that were ordered in 30 days, and the days among them on which it was in
 * stock. The window ends on the last day of a period that an order report covers, and leaves out the days that none covers: no
 * orders known is not none, and so it is of an account whose own orders no report tells on a day. Where a product was in stock on
 * too few of them, the window is of 90 days.
 *
 * What follows from it for many products (docs/decisions/0053): the days of a period on which each was in stock or out of it,
 * weighted by how fast it sells, and how long all that is left lasts.
 */

export const SHORT = 30
const LONG = 90
/** A product that was not in stock for so long is no longer missed. */
export const MISSED_DAYS = 90

/** Of a single product; the units of several, by days on which any was there, would hide what was out of stock. */
const OF_ONE = ['stock.unitsSoldInWindow', 'stock.inStockDays'] as const
/** Which add up over products. */
const OF_PRODUCTS = [
  'stock.outOfStockDays',
  'stock.demandInStock',
  'stock.demandOfDays',
  'stock.velocityOfProducts',
  'stock.availableOfSelling',
  'stock.meanAvailable30',
  'stock.meanAvailable90',
] as const
export const WINDOW_MEASURES = [...OF_ONE, ...OF_PRODUCTS] as const satisfies readonly Measure[]
export type WindowMeasure = (typeof WINDOW_MEASURES)[number]
const [UNITS, IN_STOCK_DAYS] = OF_ONE
const [OUT_OF_STOCK_DAYS, DEMAND_IN_STOCK, DEMAND_OF_DAYS, VELOCITY, AVAILABLE, MEAN_OF_30, MEAN_OF_90] =
  OF_PRODUCTS

const isIn = (measures: readonly Measure[], measure: Measure) => measures.includes(measure)
export const isOfWindow = (measure: Measure): measure is WindowMeasure => isIn(WINDOW_MEASURES, measure)
export const addsUpOverProducts = (measure: Measure): boolean => isIn(OF_PRODUCTS, measure)

export const WINDOW_SCOPE = {
  ...VISIBILITY,
  /** Periods that are asked, and on which day the window of each ends. */
  periodStarts: z.array(IsoDate),
  periodEnds: z.array(IsoDate),
  windowEnds: z.array(IsoDate),
  /** All days of periods and windows, and of those in which a product is missed, that order reports cover. */
  windowDays: z.array(IsoDate),
  ...TOLD_ORDERS,
  /** None: all of them. */
  measuredMarketplaces: z.array(z.string()),
  measuredSkus: z.array(z.string()),
}

const IN_MARKETPLACES = sql`(empty({measuredMarketplaces:Array(String)}) OR marketplace IN {measuredMarketplaces:Array(String)})`
const OF_SKUS = sql`sku != '' AND (empty({measuredSkus:Array(String)}) OR sku IN {measuredSkus:Array(String)})`
/** (start, end, end of the window) of each. */
const PERIODS = sql`arrayZip({periodStarts:Array(Date)}, {periodEnds:Array(Date)}, {windowEnds:Array(Date)})`
const PERIOD = sql`period.1 AS period_start, period.2 AS period_end, period.3 AS window_end`

/** What the days of a product say, in any of the marketplaces. */
const DAYS_TOLD = sql`
  SELECT toString(sku) AS product, day, toInt64(sumIf(amount, fact = 'orders')) AS units, toInt64(sumIf(amount, fact = 'stock')) AS available,
    sumIf(row_count, fact = 'stock') AS snapshots, units > 0 OR available > 0 AS is_in_stock
  FROM measures_by_product
  WHERE company_id = {companyId:String} AND fact IN ('orders', 'stock') AND level = 'ANY' AND measure IN ('quantity', 'available')
    AND day IN {windowDays:Array(Date)} AND ${ORDERS_ARE_TOLD} AND ${VISIBLE} AND ${IN_MARKETPLACES} AND ${OF_SKUS}
  GROUP BY product, day`

/** With whether it is missed. The last day in stock is carried along as an array, in half of the time of a window function. */
const DAYS_OF_PRODUCTS = sql`
  SELECT product, told.1 AS day, told.2 AS units, told.3 AS available, told.4 AS snapshots, told.5 AS is_in_stock,
    snapshots > 0 AND NOT is_in_stock AND day - last_in_stock <= ${sql.integer(MISSED_DAYS)} AS is_out
  FROM (
    SELECT product, arraySort(one -> one.1, groupArray((day, units, available, snapshots, is_in_stock))) AS days,
      arrayFill(one -> one > toDate(0), arrayMap(one -> if(one.5, one.1, toDate(0)), days)) AS in_stock_before
    FROM (${DAYS_TOLD}) GROUP BY product)
  ARRAY JOIN days AS told, in_stock_before AS last_in_stock`

/** Which periods a day is read for: found once for a day, and not for each product of it. */
const DAYS_OF_PERIODS = sql`
  SELECT day, arrayJoin(arrayFilter(one -> day <= one.3 AND (day >= one.3 - ${sql.integer(LONG)} OR day >= one.1), ${PERIODS})) AS period
  FROM (SELECT arrayJoin({windowDays:Array(Date)}) AS day)`

/** The days that the mean stock of the long window is told from: its last one, and every thirtieth before it. */
export const MARKS_COUNT = sql.integer(LONG / SHORT + 1)
export const IS_MARK = sql`(window_end - day IN (0, 30, 60, 90))`

/**
 * What is known of products in each period. None of one that no snapshot of its window names: its stock is not with Amazon.
 * A velocity is cut to twelve digits, as in `contract/metrics`.
 */
export const PRODUCTS_IN_PERIODS = sql`
  SELECT period_start, period_end, window_end, product, if(is_short, ${sql.integer(SHORT)}, ${sql.integer(LONG)}) AS window_days,
    if(is_short, units_of_short, units_of_long) AS units_sold, if(is_short, in_stock_of_short, in_stock_of_long) AS in_stock_days,
    if(in_stock_days < ${sql.integer(IN_STOCK_DAYS_MIN)}, NULL, toDecimal256(units_sold, 12) / greatest(in_stock_days, 1)) AS velocity,
    told_of_short, if(told_of_short = 0, NULL, toDecimal256(available_of_short, 12) / greatest(told_of_short, 1)) AS mean_of_short,
    if(told_at_marks < ${MARKS_COUNT}, NULL, toDecimal256(available_at_marks, 12) / ${MARKS_COUNT}) AS mean_of_long,
    if(told_days = 0, NULL, missed_days) AS out_days, if(told_days = 0, NULL, told_in_stock) AS in_days
  FROM (
    SELECT period_start, period_end, window_end, product,
      sumIf(units, is_late) AS units_of_short, sumIf(units, is_in_window) AS units_of_long,
      countIf(is_in_stock AND is_late) AS in_stock_of_short, countIf(is_in_stock AND is_in_window) AS in_stock_of_long,
      in_stock_of_short >= ${sql.integer(IN_STOCK_DAYS_MIN)} AS is_short,
      countIf(snapshots > 0 AND is_late) AS told_of_short, sumIf(available, snapshots > 0 AND is_late) AS available_of_short,
      countIf(snapshots > 0 AND is_mark) AS told_at_marks, sumIf(available, snapshots > 0 AND is_mark) AS available_at_marks,
      countIf(snapshots > 0 AND is_in_period) AS told_days, countIf(snapshots > 0 AND is_in_stock AND is_in_period) AS told_in_stock,
      countIf(is_out AND is_in_period) AS missed_days
    FROM (
      SELECT *, ${PERIOD}, day > window_end - ${sql.integer(SHORT)} AS is_late, day > window_end - ${sql.integer(LONG)} AS is_in_window,
        ${IS_MARK} AS is_mark, day >= period_start AS is_in_period
      FROM (${DAYS_OF_PRODUCTS}) AS of_products INNER JOIN (${DAYS_OF_PERIODS}) AS of_periods USING (day))
    GROUP BY period_start, period_end, window_end, product
    HAVING sumIf(snapshots, is_in_window) > 0)`

/** The last day of each period with snapshots, in each marketplace of each account. */
const LAST_DAYS = sql`
  SELECT account_id, marketplace, ${PERIOD}, max(day) AS last_day
  FROM (
    SELECT account_id, marketplace, day FROM measures_by_day
    WHERE company_id = {companyId:String} AND fact = 'stock' AND measure = 'rows' AND ${VISIBLE} AND ${IN_MARKETPLACES}
      AND day BETWEEN arrayMin({periodStarts:Array(Date)}) AND arrayMax({periodEnds:Array(Date)})
    GROUP BY account_id, marketplace, day HAVING sum(row_count) > 0)
  ARRAY JOIN arrayFilter(one -> day BETWEEN one.1 AND one.2, ${PERIODS}) AS period
  GROUP BY account_id, marketplace, period_start, period_end, window_end`
/** Places of snapshots: those of the last days. */
export const ON_LAST_DAY = sql`(account_id, marketplace, day) IN (SELECT account_id, marketplace, last_day FROM (${LAST_DAYS}))`

/** What products have available on those. */
const AVAILABLE_AT_LAST = sql`
  SELECT period_start AS its_start, period_end AS its_end, toString(held.sku) AS its_product, sum(held.available) AS available_at_last
  FROM (
    SELECT account_id, marketplace, day AS held_day, sku, sum(amount) AS available FROM measures_by_product
    WHERE company_id = {companyId:String} AND fact = 'stock' AND measure = 'available' AND level = 'ANY' AND ${VISIBLE} AND ${OF_SKUS}
      AND ${ON_LAST_DAY}
    GROUP BY account_id, marketplace, held_day, sku) AS held
  INNER JOIN (${LAST_DAYS}) AS ends
    ON held.account_id = ends.account_id AND held.marketplace = ends.marketplace AND held.held_day = ends.last_day
  GROUP BY its_start, its_end, its_product`

/** With what is left of each; without a snapshot in a period that is not known. */
const PRODUCTS_AND_STOCK = sql`
  SELECT p.*, if((period_start, period_end) IN (SELECT period_start, period_end FROM (${LAST_DAYS})), toNullable(available_at_last), NULL) AS units_left
  FROM (${PRODUCTS_IN_PERIODS}) AS p
  ANY LEFT JOIN (${AVAILABLE_AT_LAST}) AS l
    ON p.period_start = l.its_start AND p.period_end = l.its_end AND p.product = l.its_product`

/** Each measure as SQL of a row of these. */
const SAID: Record<WindowMeasure, Sql> = {
  [UNITS]: sql`units_sold`,
  [IN_STOCK_DAYS]: sql`in_stock_days`,
  [OUT_OF_STOCK_DAYS]: sql`out_days`,
  [DEMAND_IN_STOCK]: sql`velocity * in_days`,
  [DEMAND_OF_DAYS]: sql`velocity * (in_days + out_days)`,
  [VELOCITY]: sql`velocity`,
  [MEAN_OF_30]: sql`mean_of_short`,
  [MEAN_OF_90]: sql`mean_of_long`,
  [AVAILABLE]: sql`if(isNull(velocity), NULL, units_left)`,
}
const listed = (measures: readonly WindowMeasure[], write: (said: Sql) => Sql): Sql =>
  sql.join(measures.map((measure) => write(SAID[measure])))

interface Told {
  name: string
  measures: readonly WindowMeasure[]
  statement: Sql
}

/** Of one product each: what is asked most. Then everything of each, and of all together what adds up. */
const PLACE = sql`toString(period_start) AS periodStart, toString(period_end) AS periodEnd`
const TOLD = {
  OF_ONE: {
    name: 'stock_windows',
    measures: OF_ONE,
    statement: sql`SELECT ${PLACE}, product AS sku, window_days AS days, [${listed(OF_ONE, (said) => sql`toString(${said})`)}] AS said FROM (${PRODUCTS_IN_PERIODS})`,
  },
  OF_EACH: {
    name: 'stock_windows_and_days',
    measures: WINDOW_MEASURES,
    statement: sql`SELECT ${PLACE}, product AS sku, window_days AS days, [${listed(WINDOW_MEASURES, (said) => sql`toString(${said})`)}] AS said FROM (${PRODUCTS_AND_STOCK})`,
  },
  TOGETHER: {
    name: 'stock_of_all_products',
    measures: OF_PRODUCTS,
    statement: sql`SELECT ${PLACE}, '' AS sku, ${sql.integer(SHORT)} AS days, [${listed(OF_PRODUCTS, (said) => sql`toString(sum(${said}))`)}] AS said FROM (${PRODUCTS_AND_STOCK}) GROUP BY period_start, period_end`,
  },
} as const satisfies Record<string, Told>
type Way = keyof typeof TOLD

const decimal = DecimalText.transform(parseDecimal)
const queryOf = ({ name, statement }: Told) =>
  defineQuery({
    name,
    params: z.object(WINDOW_SCOPE),
    row: z.object({
      periodStart: z.string(),
      periodEnd: z.string(),
      sku: z.string(),
      days: z.number(),
      said: z.array(decimal.nullable()),
    }),
    sql: statement,
  })
const QUERIES = {
  OF_ONE: queryOf(TOLD.OF_ONE),
  OF_EACH: queryOf(TOLD.OF_EACH),
  TOGETHER: queryOf(TOLD.TOGETHER),
} satisfies Record<Way, unknown>

export interface WindowQuestion {
  measures: readonly WindowMeasure[]
  marketplaces: readonly string[]
  /** Each by itself, or all of them together. */
  by: 'PRODUCT' | 'TOGETHER'
  skus: readonly string[] | 'ALL'
  periods: readonly DateRange[]
}

const wayOf = ({ by, measures }: Pick<WindowQuestion, 'by' | 'measures'>): Way =>
  by === 'TOGETHER' ? 'TOGETHER' : measures.some(addsUpOverProducts) ? 'OF_EACH' : 'OF_ONE'

const ordersIn = (streams: Streams, marketplaces: readonly string[]) => streamsIn(streams.ORDER, marketplaces)
const snapshotsIn = (streams: Streams, marketplaces: readonly string[]) =>
  streamsAt(streams.STOCK_SNAPSHOTS, marketplaces)

/** The last day of a period that orders are known of; null where there is none. */
function endOf(streams: Streams, marketplaces: readonly string[], { start, end }: DateRange): string | null {
  const ends = ordersIn(streams, marketplaces).flatMap(({ claims }) =>
    claims.flatMap((claim) => (claim.start <= end && claim.end >= start ? earlier(claim.end, end) : [])),
  )
  return ends.toSorted().at(-1) ?? null
}

/** Windows are up to yesterday: today is not over. */
export async function windowScope(
  services: Services,
  company: Company,
  { marketplaces, skus, periods }: Pick<WindowQuestion, 'marketplaces' | 'skus' | 'periods'>,
) {
  const streams = await streamsOf(services, company)
  const yesterday = addDays(today(services), -1)
  const endIn = ({ start, end }: DateRange) =>
    endOf(streams, marketplaces, { start, end: earlier(end, yesterday) })
  const asked = new Map(
    periods.flatMap((period) => {
      const windowEnd = endIn(period)
      return windowEnd === null ? [] : [[placeOf(period), { ...period, windowEnd }] as const]
    }),
  )
  const ends = [...asked.values()]
  const orders = ordersIn(streams, marketplaces)
  const claims = orders.flatMap((stream) => stream.claims)
  const days = new Set(
    ends.flatMap(({ start, windowEnd }) => {
      const from = addDays(earlier(start, addDays(windowEnd, 1 - LONG)), -MISSED_DAYS)
      return daysOf({ start: later(from, CALENDAR.start), end: windowEnd })
    }),
  )
  return {
    streams,
    /** Of a period that was asked. */
    windowEndOf: (period: DateRange) => asked.get(placeOf(period))?.windowEnd ?? null,
    params: {
      ...visibilityOf(company),
      // Nothing lies before the calendar, and the engine has no such days.
      periodStarts: ends.map(({ start }) => later(start, CALENDAR.start)),
      periodEnds: ends.map(({ end }) => end),
      windowEnds: ends.map(({ windowEnd }) => windowEnd),
      windowDays: [...days]
        .filter((day) => claims.some(({ start, end }) => start <= day && day <= end))
        .toSorted(),
      ...toldOrders(orders),
      measuredMarketplaces: [...marketplaces],
      measuredSkus: skus === 'ALL' ? [] : [...skus],
    },
  }
}

const placeOf = ({ start, end }: DateRange) => `${later(start, CALENDAR.start)} ${end}`

interface StockWindow {
  /** Of the window of a product; of several products that of most. */
  range: DateRange
  /** Null of a product that no snapshot names. */
  said: Partial<Record<WindowMeasure, Decimal | null>> | null
}

export interface StockWindows {
  /** Of a product in a period that was asked, or of all that were asked together; null where no order report covers a day of it. */
  of(period: DateRange, sku: string | undefined): StockWindow | null
  /** What adds up of some products. */
  together(period: DateRange, skus: readonly string[]): StockWindow | null
  /** The streams that a window is covered by. */
  streams: Record<'orders' | 'snapshots', ReturnType<typeof streamsIn>>
}

/** One statement, of all periods together. */
export async function readStockWindows(
  services: Services,
  company: Company,
  question: WindowQuestion,
  signal: AbortSignal | undefined,
): Promise<StockWindows> {
  const { streams, windowEndOf, params } = await windowScope(services, company, question)
  const way = wayOf(question)
  const snapshots = snapshotsIn(streams, question.marketplaces)
  // Of a product that no snapshot names nothing is known.
  const rows =
    params.windowEnds.length > 0 && question.skus.length > 0 && snapshots.length > 0
      ? await services.analytics.run(QUERIES[way], company, params, { signal })
      : []
  const { measures } = TOLD[way]
  const byPlace = new Map(
    rows.map(({ periodStart, periodEnd, sku, days, said }) => [
      `${periodStart} ${periodEnd} ${sku}`,
      {
        days,
        said: Object.fromEntries(measures.map((measure, index) => [measure, said[index]!])) as NonNullable<
          StockWindow['said']
        >,
      },
    ]),
  )
  const rowOf = (period: DateRange, sku: string) => byPlace.get(`${placeOf(period)} ${sku}`)
  const windowIn = (period: DateRange, days: number, said: StockWindow['said']): StockWindow | null => {
    const end = windowEndOf(period)
    return end === null ? null : { range: windowOf(end, days), said }
  }
  return {
    of: (period, sku = '') => {
      const row = rowOf(period, sku)
      return windowIn(period, row?.days ?? SHORT, row?.said ?? null)
    },
    together: (period, skus) => {
      const rowsOf = skus.flatMap((sku) => rowOf(period, sku)?.said ?? [])
      const sums = OF_PRODUCTS.map((measure) => {
        const known = rowsOf.flatMap((said) => said[measure] ?? [])
        return [measure, known.length === 0 ? null : known.reduce((sum, one) => sum + one, ZERO)] as const
      })
      return windowIn(period, SHORT, rowsOf.length === 0 ? null : Object.fromEntries(sums))
    },
    streams: {
      orders: ordersIn(streams, question.marketplaces),
      snapshots,
    },
  }
}

const windowOf = (end: string, days: number): DateRange => ({
  start: later(addDays(end, 1 - days), CALENDAR.start),
  end,
})

/** SQL with its values of what windows come to: `measure, amount, withoutRate`; of no product no row. */
export async function stockWindowStatement(
  services: Services,
  company: Company,
  question: WindowQuestion,
): Promise<string> {
  const { skus, periods } = question
  const { params } = await windowScope(services, company, {
    ...question,
    periods: skus.length === 0 ? [] : periods,
  })
  const { measures, statement } = TOLD[wayOf(question)]
  const names = measures.map((measure) => `'${measure}'`).join(', ')
  return copyable(
    `SELECT told.1 AS measure, assumeNotNull(told.2) AS amount, '' AS withoutRate
FROM (${statement.text}) ARRAY JOIN arrayZip([${names}], said) AS told
WHERE measure IN {measures:Array(String)} AND told.2 IS NOT NULL`,
    { ...params, measures: [...question.measures], companyId: company.id },
  )
}

/** A velocity is cut at the twelfth digit, so that what lasts exactly so long would seem to leave a little. */
const runningOut = defineQuery({
  name: 'running_out',
  params: z.object({ ...WINDOW_SCOPE, days: z.number(), limit: z.number() }),
  row: z.object({ sku: z.string(), isEnding: z.coerce.boolean(), products: z.coerce.number() }),
  sql: sql`
    SELECT product AS sku, assumeNotNull(velocity > 0 AND units_left <= velocity * {days:UInt32} + toDecimal256('0.000001', 12)) AS isEnding, countIf(isEnding) OVER () AS products
    FROM (${PRODUCTS_AND_STOCK})
    WHERE isNotNull(velocity) AND isNotNull(units_left)
    ORDER BY isEnding DESC, velocity DESC, product LIMIT {limit:UInt32}`,
})

/** So many days after the last snapshot nobody knows any more what is left; it may be told by the week. */
const TOLD_DAYS = 7

/**
 * Products that sell and last no longer than some days, by the last snapshot of a period; null where no report says how fast any
 * sells, or what has been left lately.
 */
export async function readRunningOut(
  services: Services,
  company: Company,
  {
    marketplaces,
    period,
    ...asked
  }: { marketplaces: readonly string[]; period: DateRange; days: number; limit: number },
  signal: AbortSignal | undefined,
): Promise<{ products: number; skus: string[] } | null> {
  const { streams, params } = await windowScope(services, company, {
    marketplaces,
    skus: 'ALL',
    periods: [period],
  })
  const snapshots = coverageOf(snapshotsIn(streams, marketplaces), period, period.end)
  const [windowEnd] = params.windowEnds
  const { endDate: told } = snapshots
  if (windowEnd === undefined || told === null || addDays(told, TOLD_DAYS) < windowEnd) return null
  const rows = await services.analytics.run(runningOut, company, { ...params, ...asked }, { signal })
  const [first] = rows
  if (!first) return null
  return { products: first.products, skus: rows.flatMap(({ sku, isEnding }) => (isEnding ? [sku] : [])) }
}

const lastSnapshot = defineQuery({
  name: 'last_snapshot',
  params: z.object({
    ...VISIBILITY,
    from: IsoDate,
    to: IsoDate,
    ...CHOSEN_MARKETPLACES,
    sku: z.string(),
  }),
  row: z.object({ day: z.string() }),
  sql: sql`
    SELECT toString(held) AS day FROM (
      SELECT measures_by_product.day AS held FROM measures_by_product
      WHERE company_id = {companyId:String} AND fact = 'stock' AND level = 'ANY' AND measure = 'rows' AND sku = {sku:String}
        AND held BETWEEN {from:Date} AND {to:Date} AND ${VISIBLE}
        AND ${IN_CHOSEN_MARKETPLACES}
      GROUP BY held HAVING sum(row_count) > 0 ORDER BY held DESC LIMIT 1)`,
})

/** The day of the last snapshot in a period that names a product; null without one. */
export async function lastSnapshotOf(
  services: Services,
  company: Company,
  { sku, marketplaces, period }: { sku: string; marketplaces: readonly string[]; period: DateRange },
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const [last] = await services.analytics.run(
    lastSnapshot,
    company,
    {
      ...visibilityOf(company),
      from: period.start,
      to: period.end,
      ...chosenMarketplaces(marketplaces),
      sku,
    },
    { signal },
  )
  return last?.day ?? null
}
