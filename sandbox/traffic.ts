/** Sales and traffic as Amazon reports them: made of the orders, and of visitors who mostly did not buy. */
import type { IsoDate } from '#contract/date-range.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { demandOn } from './demand.ts'
import { daysOf, type DemoWindow } from './demo-window.ts'
import type { Good } from './goods.ts'
import type { Market } from './markets.ts'
import { moneyText } from './money.ts'
import type { Order } from './orders.ts'
import { random, type Random } from './random.ts'
import { remembered } from './remembered.ts'
import type { Refund } from './refunds.ts'

interface Ordered {
  sales: number
  units: number
  items: number
  salesB2B: number
  unitsB2B: number
  itemsB2B: number
}

interface Visits {
  sessions: number
  sessionsB2B: number
  mobileAppSessions: number
  pageViews: number
  /** In hundredths of a percent. */
  featuredOffer: number
}

/** A product on a day. */
export interface ProductTraffic extends Ordered, Visits {
  day: IsoDate
  market: Market
  good: Good
}

/** All of a marketplace on a day. */
export interface MarketTraffic extends Ordered, Visits {
  day: IsoDate
  market: Market
  shippedSales: number
  unitsShipped: number
  ordersShipped: number
  unitsRefunded: number
}

/** Of a hundred visitors so many order lines come about. */
const CONVERSION = { kitchen: 0.125, outdoor: 0.1, gifts: 0.09, even: 0.11 }

/** The day of a moment where the marketplace is. */
export function localDayOf({ code }: Market): (moment: number) => IsoDate {
  const known = localDays.get(code) ?? localDaysOf(code)
  localDays.set(code, known)
  return known
}

const HOUR_MS = 3_600_000
const localDays = new Map<string, (moment: number) => IsoDate>()

/** Days change on the hour in every zone that the sandbox knows, so that an hour is asked for once. */
function localDaysOf(code: string): (moment: number) => IsoDate {
  const { timeZone } = marketplaceOf(code)!
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const ofHour = remembered(30_000, (hour: number) => format.format(hour * HOUR_MS))
  return (moment) => ofHour(Math.floor(moment / HOUR_MS))
}

const nothing = (): Ordered => ({ sales: 0, units: 0, items: 0, salesB2B: 0, unitsB2B: 0, itemsB2B: 0 })

/** What was ordered on Amazon and not cancelled, by day and SKU. */
export function orderedOf(orders: readonly Order[], market: Market): Map<string, Ordered> {
  const dayOf = localDayOf(market)
  const ordered = new Map<string, Ordered>()
  for (const { isMultiChannel, isBusiness, status, purchasedAt, lines } of orders) {
    if (isMultiChannel || status === 'Cancelled') continue
    for (const { good, quantity, principal } of lines) {
      const key = `${dayOf(purchasedAt)} ${good.sku}`
      const of = ordered.get(key) ?? nothing()
      ordered.set(key, of)
      of.sales += principal
      of.units += quantity
      of.items++
      if (!isBusiness) continue
      of.salesB2B += principal
      of.unitsB2B += quantity
      of.itemsB2B++
    }
  }
  return ordered
}

function visitsOf(lines: number, good: Good, { units, unitsB2B }: Ordered, chance: Random): Visits {
  const expected = Math.round((lines / CONVERSION[good.season]) * (0.75 + 0.5 * chance.unit()))
  const sessions = Math.max(units, expected)
  return {
    sessions,
    sessionsB2B: Math.max(unitsB2B, Math.floor(sessions * 0.05)),
    mobileAppSessions: Math.round(sessions * (0.55 + 0.15 * chance.unit())),
    pageViews: Math.round(sessions * (1.2 + 0.35 * chance.unit())),
    featuredOffer: chance.between(8500, 9900),
  }
}

export function productTrafficOf(
  market: Market,
  orders: readonly Order[],
  window: DemoWindow,
  seed: number,
): ProductTraffic[] {
  const ordered = orderedOf(orders, market)
  return daysOf(window).flatMap((day) => productTrafficOn(day, market, ordered, window, seed))
}

/** @param ordered what was ordered, by day and SKU */
export function productTrafficOn(
  day: IsoDate,
  market: Market,
  ordered: ReadonlyMap<string, Ordered>,
  window: DemoWindow,
  seed: number,
): ProductTraffic[] {
  const chance = random(seed, 'traffic', market.code, day)
  return demandOn(day, market, window).flatMap(({ good, lines }) => {
    const of = ordered.get(`${day} ${good.sku}`) ?? nothing()
    const visits = visitsOf(lines, good, of, chance)
    return visits.sessions > 0 ? [{ day, market, good, ...of, ...visits }] : []
  })
}

/** Who looks at two products is one visitor, so that these are fewer than those of the products together. */
export function marketTrafficOf(
  market: Market,
  products: readonly ProductTraffic[],
  { orders, refunds }: { orders: readonly Order[]; refunds: readonly Refund[] },
  window: DemoWindow,
  seed: number,
): MarketTraffic[] {
  const dayOf = localDayOf(market)
  const byDay = groupedBy(products, ({ day }) => day)
  const shipped = groupedBy(
    orders.filter(({ isMultiChannel, postedAt }) => !isMultiChannel && postedAt !== undefined),
    ({ postedAt }) => dayOf(postedAt!),
  )
  const refunded = groupedBy(refunds, ({ postedAt }) => dayOf(postedAt))
  return daysOf(window).map((day) =>
    marketTrafficOn(
      day,
      market,
      byDay.get(day) ?? [],
      { shipped: shipped.get(day) ?? [], refunded: refunded.get(day) ?? [] },
      seed,
    ),
  )
}

export function marketTrafficOn(
  day: IsoDate,
  market: Market,
  of: readonly ProductTraffic[],
  { shipped, refunded }: { shipped: readonly Order[]; refunded: readonly Refund[] },
  seed: number,
): MarketTraffic {
  const chance = random(seed, 'visitors', market.code, day)
  const sum = (pick: (one: ProductTraffic) => number) => total(of, pick)
  const units = sum((one) => one.units)
  const unitsB2B = sum((one) => one.unitsB2B)
  const once = 0.86 + 0.08 * chance.unit()
  const sessions = Math.max(units, Math.round(sum((one) => one.sessions) * once))
  const pageViews = sum((one) => one.pageViews)
  const lines = shipped.flatMap((order) => order.lines)
  return {
    day,
    market,
    sales: sum((one) => one.sales),
    units,
    items: sum((one) => one.items),
    salesB2B: sum((one) => one.salesB2B),
    unitsB2B,
    itemsB2B: sum((one) => one.itemsB2B),
    sessions,
    sessionsB2B: Math.max(unitsB2B, Math.floor(sessions * 0.05)),
    mobileAppSessions: Math.min(sessions, Math.round(sum((one) => one.mobileAppSessions) * once)),
    pageViews,
    featuredOffer: Math.round(sum((one) => one.featuredOffer * one.pageViews) / Math.max(1, pageViews)),
    shippedSales: total(lines, ({ principal }) => principal),
    unitsShipped: total(lines, ({ quantity }) => quantity),
    ordersShipped: shipped.length,
    unitsRefunded: total(refunded, ({ quantity }) => quantity),
  }
}

const total = <T>(some: readonly T[], pick: (one: T) => number): number =>
  some.reduce((sum, one) => sum + pick(one), 0)

type FactRow = Record<string, string | number>

const cellsOf = (one: Ordered & Visits): FactRow => ({
  ordered_product_sales: moneyText(one.sales),
  ordered_product_sales_b2b: moneyText(one.salesB2B),
  units_ordered: one.units,
  units_ordered_b2b: one.unitsB2B,
  total_order_items: one.items,
  total_order_items_b2b: one.itemsB2B,
  browser_sessions: one.sessions - one.mobileAppSessions,
  mobile_app_sessions: one.mobileAppSessions,
  sessions: one.sessions,
  sessions_b2b: one.sessionsB2B,
  page_views: one.pageViews,
  buy_box_percentage: moneyText(one.featuredOffer),
})

export const marketTrafficRows = (days: readonly MarketTraffic[]): FactRow[] =>
  days.map((one) => ({
    date: one.day,
    marketplace: one.market.code,
    currency: one.market.currency,
    ...cellsOf(one),
    units_refunded: one.unitsRefunded,
    shipped_product_sales: moneyText(one.shippedSales),
    units_shipped: one.unitsShipped,
  }))

export const productTrafficRows = (days: readonly ProductTraffic[]): FactRow[] =>
  days.map((one) => ({
    date: one.day,
    marketplace: one.market.code,
    parent_asin: one.good.parentAsin,
    child_asin: one.good.asin,
    sku: one.good.sku,
    currency: one.market.currency,
    ...cellsOf(one),
  }))
