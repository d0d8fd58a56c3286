import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { addDays, CALENDAR, daysOf, earlier, later, type DateRange } from '#contract/date-range.ts'
import { parseDecimal, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate } from '#contract/fields.ts'
import { IN_STOCK_DAYS_MIN } from '#contract/metrics/computed.ts'
import type { Measure } from '#contract/metrics/metric.ts'
import type { Company } from '#server/accounts/index.ts'
import { copyable, defineQuery, sql } from '#server/analytics/index.ts'
import { streamsAt, streamsIn, streamsOf, type Streams } from '#server/ledger/coverage/claims.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { today, type Services } from '#server/ledger/services.ts'

/*
 * How fast a product sells (INV-1): the units of it that were ordered in 30 days, and the days among them on which it was in
 * stock. The window ends on the last day of a period that an order report covers, and leaves out the days that none covers: no
 * orders known is not none. Where a product was in stock on too few of them, the window is of 90 days.
 */

const SHORT = 30
const LONG = 90

const UNITS = 'stock.unitsSoldInWindow'
const IN_STOCK_DAYS = 'stock.inStockDays'
export const WINDOW_MEASURES = [UNITS, IN_STOCK_DAYS] as const satisfies readonly Measure[]
type WindowMeasure = (typeof WINDOW_MEASURES)[number]

export const isOfWindow = (measure: Measure): measure is WindowMeasure =>
  (WINDOW_MEASURES as readonly Measure[]).includes(measure)

/** What is known of products in a window. None of one that no snapshot of its days names: its stock is not with Amazon. */
const WINDOW_SCOPE = {
  ...VISIBILITY,
  /** On which windows end. */
  windowEnds: z.array(IsoDate),
  /** All days of these windows that order reports cover. */
  windowDays: z.array(IsoDate),
  ...CHOSEN_MARKETPLACES,
  anyProduct: z.boolean(),
  skus: z.array(z.string()),
}

const WINDOWS = sql`
  SELECT toString(window_end) AS windowEnd, product AS sku, if(is_short, ${sql.integer(SHORT)}, ${sql.integer(LONG)}) AS days,
    toString(if(is_short, units_of_short, units_of_long)) AS units, if(is_short, in_stock_of_short, in_stock_of_long) AS inStockDays
  FROM (
    SELECT window_end, product, sumIf(units, is_late) AS units_of_short, sum(units) AS units_of_long,
      countIf(is_in_stock AND is_late) AS in_stock_of_short, countIf(is_in_stock) AS in_stock_of_long,
      in_stock_of_short >= ${sql.integer(IN_STOCK_DAYS_MIN)} AS is_short
    FROM (
      SELECT *, units > 0 OR available > 0 AS is_in_stock, day > window_end - ${sql.integer(SHORT)} AS is_late
      FROM (
        SELECT toString(sku) AS product, day, arrayJoin({windowEnds:Array(Date)}) AS window_end, sumIf(amount, fact = 'orders') AS units,
          sumIf(amount, fact = 'stock') AS available, sumIf(row_count, fact = 'stock') AS snapshots
        FROM measures_by_product
        WHERE company_id = {companyId:String} AND fact IN ('orders', 'stock') AND level = 'ANY' AND measure IN ('quantity', 'available')
          AND day IN {windowDays:Array(Date)} AND ${VISIBLE} AND ${IN_CHOSEN_MARKETPLACES}
          AND sku != '' AND ({anyProduct:Bool} OR sku IN {skus:Array(String)})
        GROUP BY product, day, window_end)
      WHERE day BETWEEN window_end - ${sql.integer(LONG - 1)} AND window_end)
    GROUP BY window_end, product
    HAVING sum(snapshots) > 0)`

const stockWindows = defineQuery({
  name: 'stock_windows',
  params: z.object(WINDOW_SCOPE),
  row: z.object({
    windowEnd: z.string(),
    sku: z.string(),
    days: z.number(),
    units: DecimalText.transform(parseDecimal),
    inStockDays: z.coerce.number(),
  }),
  sql: WINDOWS,
})

interface WindowQuestion {
  marketplaces: readonly string[]
  skus: readonly string[] | 'ALL'
  periods: readonly DateRange[]
}

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
async function windowScope(
  services: Services,
  company: Company,
  { marketplaces, skus, periods }: WindowQuestion,
) {
  const streams = await streamsOf(services, company)
  const yesterday = addDays(today(services), -1)
  const endIn = ({ start, end }: DateRange) =>
    endOf(streams, marketplaces, { start, end: earlier(end, yesterday) })
  const ends = [...new Set(periods.flatMap((period) => endIn(period) ?? []))]
  const claims = ordersIn(streams, marketplaces).flatMap((stream) => stream.claims)
  const days = new Set(ends.flatMap((end) => daysOf(windowOf(end, LONG))))
  return {
    streams,
    endIn,
    params: {
      ...visibilityOf(company),
      windowEnds: ends,
      windowDays: [...days]
        .filter((day) => claims.some(({ start, end }) => start <= day && day <= end))
        .toSorted(),
      ...chosenMarketplaces(marketplaces),
      anyProduct: skus === 'ALL',
      skus: skus === 'ALL' ? [] : [...skus],
    },
  }
}

const windowOf = (end: string, days: number): DateRange => ({
  start: later(addDays(end, 1 - days), CALENDAR.start),
  end,
})

interface StockWindow {
  range: DateRange
  /** Null of a product that no snapshot names. */
  said: Record<WindowMeasure, Decimal> | null
}

export interface StockWindows {
  /** The window of a product in a period that was asked; null where no order report covers a day of it. */
  of(period: DateRange, sku: string | undefined): StockWindow | null
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
  const { streams, endIn, params } = await windowScope(services, company, question)
  const rows =
    params.windowEnds.length > 0 && question.skus.length > 0
      ? await services.analytics.run(stockWindows, company, params, signal ? { signal } : {})
      : []
  const byPlace = new Map(rows.map((row) => [`${row.windowEnd} ${row.sku}`, row]))
  return {
    of: (period, sku) => {
      const end = endIn(period)
      if (end === null) return null
      const row = sku === undefined ? undefined : byPlace.get(`${end} ${sku}`)
      return {
        range: windowOf(end, row?.days ?? SHORT),
        said: row ? { [UNITS]: row.units, [IN_STOCK_DAYS]: parseDecimal(String(row.inStockDays)) } : null,
      }
    },
    streams: {
      orders: ordersIn(streams, question.marketplaces),
      snapshots: snapshotsIn(streams, question.marketplaces),
    },
  }
}

/** The days whose rows make what is said of a product in a window. */
export async function stockWindowDays(
  services: Services,
  company: Company,
  { marketplaces, sku, period }: { marketplaces: readonly string[]; sku: string; period: DateRange },
): Promise<string[]> {
  const question = { marketplaces, skus: [sku], periods: [period] }
  const [{ params }, windows] = await Promise.all([
    windowScope(services, company, question),
    readStockWindows(services, company, question, undefined),
  ])
  const window = windows.of(period, sku)
  return window?.said ? params.windowDays.filter((day) => day >= window.range.start) : []
}

/** SQL with its values of what windows come to: `measure, amount, withoutRate`. */
export async function stockWindowStatement(
  services: Services,
  company: Company,
  { measures, ...question }: WindowQuestion & { measures: readonly WindowMeasure[] },
): Promise<string> {
  const { params } = await windowScope(services, company, question)
  return copyable(
    `SELECT said.1 AS measure, said.2 AS amount, '' AS withoutRate
FROM (${WINDOWS.text}) ARRAY JOIN [('${UNITS}', units), ('${IN_STOCK_DAYS}', toString(inStockDays))] AS said
WHERE measure IN {measures:Array(String)}`,
    { ...params, measures: [...measures], companyId: company.id },
  )
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
    signal ? { signal } : {},
  )
  return last?.day ?? null
}
