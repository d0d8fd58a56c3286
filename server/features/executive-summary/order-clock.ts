import {
  CHOSEN_MARKETPLACES,
  chosenMarketplaces,
  IN_CHOSEN_MARKETPLACES,
} from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import type { HourlyMetric } from '#contract/dashboards/executive-summary.ts'
import { addDays, daysOf, type IsoDate } from '#contract/date-range.ts'
import { parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { DecimalText, IsoDate as Day } from '#contract/fields.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { heldRatesOf, moneyOf } from '#server/ledger/currencies/company-money.ts'
import { visibilityOf, VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { EVERY_MARKETPLACE, homesOf } from '#server/ledger/derivation/local-days.ts'
import { perVersionWhileAsked } from '#server/ledger/per-version.ts'
import type { Services } from '#server/ledger/services.ts'
import {
  CONVERSION_PARAMS,
  CONVERTED,
  convertingQuery,
  LACKS_RATE,
  runConverting,
} from '#server/metrics/facts/conversion.ts'
import { measuresHeld } from '#server/metrics/facts/measured-days.ts'
import { dayNumber } from '#server/metrics/segments.ts'
import { localTime, momentOf, sharedDay, timeZoneOf } from '#server/local-time.ts'

/*
 * Orders by the clock. The rows are those that the metrics count, pending ones among them and cancelled ones not, with the
 * moment that their file states: so the hours of a day add up to the day.
 */

/** Days before today that are looked at for the newest orders. */
const DAYS_BACK = 7

/** The last day that has begun anywhere: east of UTC that is tomorrow. */
const lastDayAnywhere = (now: Date): IsoDate => addDays(now.toISOString().slice(0, 10), 1)
const newestDays = (last: IsoDate): IsoDate[] => daysOf({ start: addDays(last, -1 - DAYS_BACK), end: last })

const SCOPE = { ...VISIBILITY, days: z.array(Day), ...CHOSEN_MARKETPLACES }

const OF_ORDERS = sql`company_id = {companyId:String} AND fact = 'orders' AND day IN {days:Array(Date)} AND ${VISIBLE}
    AND ${IN_CHOSEN_MARKETPLACES}`

/** Item by item, and each order once. */
const COUNTED = sql`
  SELECT account_id, day, marketplace, sku, measure, currency, amount, import_id, line_no, part, sum(n) AS times
  FROM measures
  WHERE ${OF_ORDERS} AND (level = 'ANY' AND measure IN ('itemPrice', 'quantity') OR level = 'ACCOUNT' AND measure = 'orders' AND amount != 0)
  GROUP BY account_id, day, marketplace, sku, measure, currency, amount, import_id, line_no, part
  HAVING times != 0`

/** What their files state of them besides: of these rows alone, because the files may hold years. */
const STATED = sql`
  SELECT import_id, line_no, part, order_id, order_status, item_price, purchased_at, last_updated_at
  FROM order_items
  WHERE company_id = {companyId:String} AND (import_id, line_no, part) IN (SELECT import_id, line_no, part FROM measures WHERE ${OF_ORDERS})`

const SAME_ROW = sql`l.import_id = f.import_id AND l.line_no = f.line_no AND l.part = f.part`

const newestOrder = defineQuery({
  name: 'newest_order',
  params: z.object(SCOPE),
  row: z.object({
    bought: z.number().nullable(),
    updated: z.number().nullable(),
    marketplaces: z.array(z.string()),
  }),
  sql: sql`
    SELECT toUnixTimestamp(max(f.purchased_at)) AS bought, toUnixTimestamp(max(f.last_updated_at)) AS updated,
      groupUniqArray(toString(l.marketplace)) AS marketplaces
    FROM (${COUNTED}) AS l ANY LEFT JOIN (${STATED}) AS f ON ${SAME_ROW}`,
})

const ITS_MARKETPLACE = sql`if(l.marketplace != '', toString(l.marketplace), transform(toString(l.account_id), {accountIds:Array(String)}, {homes:Array(String)}, ''))`

/** In quarters of an hour, by which zones differ from each other. */
const ordersBySlot = convertingQuery({
  name: 'orders_by_slot',
  params: z.object({
    ...SCOPE,
    ...CONVERSION_PARAMS,
    accountIds: z.array(z.string()),
    homes: z.array(z.string()),
    /** Of `DE 2026-11-18`: up to which moment its orders are "before". */
    cuts: z.array(z.string()),
    cutMoments: z.array(z.number()),
  }),
  row: z.object({
    day: Day,
    itsMarketplace: z.string(),
    /** In seconds; null where the file states the day alone. */
    slot: z.number().nullable(),
    isBefore: z.coerce.boolean(),
    measure: z.string(),
    amount: DecimalText.transform(parseDecimal),
    lacksRate: z.coerce.boolean(),
  }),
  sql: (convert) => sql`
    WITH ${convert(sql`l.day`).factor} ${LACKS_RATE} AS lacks_rate
    SELECT toString(l.day) AS day, ${ITS_MARKETPLACE} AS itsMarketplace,
      toUnixTimestamp(toStartOfFifteenMinutes(l.purchased_at)) AS slot,
      ifNull(toUnixTimestamp(l.purchased_at) <= transform(concat(itsMarketplace, ' ', day), {cuts:Array(String)}, {cutMoments:Array(UInt32)}, toUInt32(0)), 0) AS isBefore,
      toString(l.measure) AS measure, toString(sum(${CONVERTED} * l.times)) AS amount, max(lacks_rate) AS lacksRate
    FROM (
      SELECT l.account_id AS account_id, l.day AS day, l.marketplace AS marketplace, l.measure AS measure, toString(l.currency) AS currency,
        l.amount AS amount, l.times AS times, f.purchased_at AS purchased_at
      FROM (${COUNTED}) AS l ANY LEFT JOIN (${STATED}) AS f ON ${SAME_ROW}
    ) AS l ${convert(sql`l.day`).join}
    GROUP BY day, itsMarketplace, slot, isBefore, measure`,
})

const IS_PENDING = sql`startsWith(lower(f.order_status), 'pending')`
/** Of a product that never had a price it comes to nothing. */
const LACKS_PRICE = sql`isNull(f.item_price) AND ${IS_PENDING}`

const recentOrders = defineQuery({
  name: 'recent_orders',
  params: z.object({ ...SCOPE, limit: z.number() }),
  row: z.object({
    boughtAt: z.number().nullable(),
    day: Day,
    marketplace: z.string(),
    skus: z.array(z.string()),
    quantity: DecimalText,
    value: DecimalText.nullable(),
    currency: z.string(),
    isPending: z.coerce.boolean(),
  }),
  sql: sql`
    SELECT toUnixTimestamp(max(f.purchased_at)) AS boughtAt, toString(max(l.day)) AS day, toString(any(l.marketplace)) AS marketplace,
      arrayDistinct(groupArrayIf(toString(l.sku), l.measure = 'quantity')) AS skus,
      toString(sumIf(toDecimal256(l.amount, 9) * l.times, l.measure = 'quantity')) AS quantity,
      if(max(l.measure = 'itemPrice' AND l.amount = 0 AND ${LACKS_PRICE}), NULL, toString(sumIf(toDecimal256(l.amount, 9) * l.times, l.measure = 'itemPrice'))) AS value,
      toString(max(l.currency)) AS currency, max(${IS_PENDING}) AS isPending
    FROM (${COUNTED}) AS l ANY LEFT JOIN (${STATED}) AS f ON ${SAME_ROW}
    GROUP BY l.account_id, f.order_id
    ORDER BY boughtAt DESC NULLS LAST, day DESC, f.order_id
    LIMIT {limit:UInt32}`,
})

const MEASURES: Record<HourlyMetric, string> = {
  orderedAmount: 'itemPrice',
  orderedQuantity: 'quantity',
  orders: 'orders',
}

interface ClockScope {
  currencyCode: string
  marketplaces?: readonly string[] | undefined
}

/** How far orders reach. */
export interface OrdersReach {
  /** Today at the marketplaces. */
  today: IsoDate
  /** The newest moment that an order of the last days speaks of; null without any. */
  upTo: Date | null
  /** Where its orders come from. */
  marketplaces: readonly string[]
}

/** Every part of a page begins with it, so it ends when all of them are given up. */
const newestOf = perVersionWhileAsked(
  async (services, company, signal, last: IsoDate, marketplaces: readonly string[]) => {
    const [newest] = await services.analytics.run(
      newestOrder,
      company,
      {
        ...visibilityOf(company),
        days: newestDays(last),
        ...chosenMarketplaces(marketplaces),
      },
      { signal },
    )
    return newest
  },
)

export async function ordersReach(
  services: Services,
  company: Company,
  { marketplaces = [] }: Pick<ClockScope, 'marketplaces'>,
  signal: AbortSignal | undefined,
): Promise<OrdersReach> {
  const now = services.now()
  const newest = await newestOf(
    services,
    company,
    signal,
    lastDayAnywhere(now),
    [...new Set(marketplaces)].toSorted(),
  )
  const named = newest?.marketplaces.filter(Boolean) ?? []
  const seconds = Math.max(newest?.bought ?? 0, newest?.updated ?? 0)
  return {
    today: sharedDay(now, named.length > 0 ? named : marketplaces),
    // No clock of a file is ahead of ours.
    upTo: seconds === 0 ? null : new Date(Math.min(seconds * 1000, now.getTime())),
    marketplaces: named,
  }
}

/** Orders of some days, by the hour. */
export interface OrderClock {
  /** Twenty-four hours of a day; null where some file states no time, or a rate is missing. */
  hours(day: IsoDate, metric: HourlyMetric): Decimal[] | null
  /** The same, of each place no more than the hours that have begun there today. */
  hoursToHere(day: IsoDate, metric: HourlyMetric): Decimal[] | null
  /** Of a day as much as came in up to the clock time that orders reach today; null as above. */
  before(day: IsoDate, metric: HourlyMetric): Decimal | null
  /** So many hours of today have begun at one of the places that its orders come from. */
  hoursBegun: number
}

/** @param days no more than a handful */
export async function readOrderClock(
  services: Services,
  company: Company,
  { scope, reach, days }: { scope: ClockScope; reach: OrdersReach; days: readonly IsoDate[] },
  signal: AbortSignal | undefined,
): Promise<OrderClock> {
  const [money, accounts] = await Promise.all([
    moneyOf(services, company),
    listSellerAccounts(services.accounts, company),
  ])
  const homes = homesOf(accounts)
  const { upTo, today } = reach
  // Any of them, because one that sold on the days before may have sold nothing since.
  const cuts =
    upTo === null ? [] : [...EVERY_MARKETPLACE, ''].flatMap((place) => cutsOf(place, days, { today, upTo }))
  const { currencyCode: currency } = scope
  const numbers = days.map(dayNumber)
  const held = await measuresHeld(
    services,
    company,
    { fact: 'orders', currency },
    { from: Math.min(...numbers), to: Math.max(...numbers) },
  )
  const rows = await runConverting(
    services.analytics,
    ordersBySlot,
    company,
    {
      ...visibilityOf(company),
      days: [...new Set(days)],
      ...chosenMarketplaces(scope.marketplaces),
      currency,
      currencies: money.currencies,
      ...heldRatesOf(money),
      ...homes,
      cuts: cuts.map(({ key }) => key),
      cutMoments: cuts.map(({ moment }) => moment),
    },
    held,
    { signal },
  )
  const of = (day: IsoDate, metric: HourlyMetric) => {
    const found = rows.filter((row) => row.day === day && row.measure === MEASURES[metric])
    return found.some(({ slot, lacksRate }) => slot === null || lacksRate) ? null : found
  }
  const hoursBegunAt = (place: string): number => {
    if (upTo === null) return 0
    const { day, hour } = localTime(upTo, timeZoneOf(place))
    return day > today ? 24 : day < today ? 0 : hour + 1
  }
  const hoursOf = (day: IsoDate, metric: HourlyMetric, countedAt: (place: string) => number) => {
    const found = of(day, metric)
    if (!found) return null
    const hours = Array.from({ length: 24 }, () => ZERO)
    for (const { slot, itsMarketplace, amount } of found) {
      const { hour } = localTime(new Date(slot! * 1000), timeZoneOf(itsMarketplace))
      if (hour < countedAt(itsMarketplace)) hours[hour]! += amount
    }
    return hours
  }
  return {
    hours: (day, metric) => hoursOf(day, metric, () => 24),
    hoursToHere: (day, metric) => hoursOf(day, metric, hoursBegunAt),
    before(day, metric) {
      const found = upTo === null ? null : of(day, metric)
      return (
        found &&
        found.filter(({ isBefore }) => isBefore).reduce((sum: Decimal, { amount }) => sum + amount, ZERO)
      )
    },
    hoursBegun: Math.max(0, ...reach.marketplaces.map(hoursBegunAt)),
  }
}

/** Until when the orders of each day count as before the clock time that orders reach today. */
function cutsOf(
  marketplace: string,
  days: readonly IsoDate[],
  { today, upTo }: { today: IsoDate; upTo: Date },
): { key: string; moment: number }[] {
  const zone = timeZoneOf(marketplace)
  const { day: reached, seconds } = localTime(upTo, zone)
  return days.map((day) => {
    const moment =
      reached < today
        ? 0
        : Math.floor(momentOf(day, reached > today ? 86_399 : seconds, zone).getTime() / 1000)
    return { key: `${marketplace} ${day}`, moment }
  })
}

/** The newest orders of the last days, whose buyers nothing is read of. */
export const readRecentOrders = (
  services: Services,
  company: Company,
  { scope, limit }: { scope: Pick<ClockScope, 'marketplaces'>; limit: number },
  signal: AbortSignal | undefined,
) =>
  services.analytics.run(
    recentOrders,
    company,
    {
      ...visibilityOf(company),
      days: newestDays(lastDayAnywhere(services.now())),
      ...chosenMarketplaces(scope.marketplaces),
      limit,
    },
    { signal },
  )
