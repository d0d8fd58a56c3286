/** The orders of the demo company, from purchase to shipment. Both the orders report and the settlements are made of them. */
import type { IsoDate } from '#contract/date-range.ts'
import { dayDemand, salesEventOn, type DayDemand, type SalesEvent } from './demand.ts'
import { daysOf, momentOf, type DemoWindow } from './demo-window.ts'
import { priceOf, type Good } from './goods.ts'
import type { Market, Place } from './markets.ts'
import { share } from './money.ts'
import { random, type Random } from './random.ts'

export interface OrderLine {
  good: Good
  itemCode: string
  quantity: number
  /** All amounts are for the whole line, in cents, VAT included. */
  principal: number
  shipping: number
  /** Shipping shown to the buyer and taken off again at once. */
  shippingIsFree: boolean
  giftWrap: number
  discount: number
  promotionId: string
}

export interface Order {
  id: string
  merchantOrderId: string
  market: Market
  /** Shipped from Amazon's warehouse for the seller's own shop: no sale, only fees. */
  isMultiChannel: boolean
  purchasedAt: number
  /** Moment of shipment, when the money is posted; undefined while nothing has left. */
  postedAt: number | undefined
  status: 'Shipped' | 'Unshipped' | 'Pending' | 'Cancelled'
  updatedAt: number
  shipmentId: string
  isBusiness: boolean
  place: Place
  lines: readonly OrderLine[]
}

const HOUR_MS = 3_600_000
/** After so long an order is paid for, or cancelled. */
export const PAID_AFTER_MS = HOUR_MS / 2
/** A pending order is one that is not paid for yet; it has no price in the orders report. */
const PENDING_HOURS = 6
const CANCELLED_SHARE = 0.024
const SHIPPING_CENTS = [299, 349, 399, 449] as const
const SELLER_SHIPPING_CENTS = 690
const GIFT_WRAP_CENTS = 349
const COUPON_MONTHS = new Set(['03', '06', '09', '11'])
const COUPON_GOODS = new Set(['MUG-STEEL-500', 'BOARD-BAMBOO-L', 'LANTERN-SOLAR-2', 'STOVE-CAMP-MINI'])

/** The id under which redemptions of a month's coupon run, in orders and in the fee for them. */
export const couponIdOf = (market: Market, month: string): string =>
  `DEMO-COUPON-${market.code}-${month.slice(2, 7).replace('-', '')}`

/** The same for a sales event, in all marketplaces. */
export const eventIdOf = (event: SalesEvent, day: IsoDate): string =>
  `DEMO-${event.replace('_', '-')}-${day.slice(0, 4)}`

/** Most people buy in the afternoon and evening; a few at night, which is another day in Berlin than in UTC. */
function purchaseMoment(day: IsoDate, chance: Random): number {
  const second = chance.chance(0.03)
    ? chance.between(0, 86_399)
    : 5 * 3600 + Math.floor(Math.max(chance.unit(), chance.unit()) * 16.9 * 3600)
  return momentOf(day, second)
}

function discountOf(
  good: Good,
  principal: number,
  day: IsoDate,
  market: Market,
  chance: Random,
): Pick<OrderLine, 'discount' | 'promotionId'> {
  const event = salesEventOn(day)
  if (event && chance.chance(event === 'SUMMER_DEALS' ? 0.5 : 0.25)) {
    return { discount: share(principal, 1500), promotionId: eventIdOf(event, day) }
  }
  if (COUPON_GOODS.has(good.sku) && COUPON_MONTHS.has(day.slice(5, 7)) && chance.chance(0.3)) {
    return { discount: share(principal, 1000), promotionId: couponIdOf(market, day) }
  }
  return { discount: 0, promotionId: '' }
}

function lineOf(
  good: Good,
  day: IsoDate,
  market: Market,
  window: DemoWindow,
  showsShipping: boolean,
  chance: Random,
): OrderLine {
  const quantity = chance.chance(0.9) ? 1 : chance.chance(0.8) ? 2 : 3
  const principal = priceOf(good, market, day, window) * quantity
  const bySeller = good.fulfilment === 'MFN'
  return {
    good,
    itemCode: chance.between(1, 9) + chance.digits(13),
    quantity,
    principal,
    shipping: bySeller ? SELLER_SHIPPING_CENTS : showsShipping ? chance.pick(SHIPPING_CENTS) : 0,
    shippingIsFree: !bySeller && chance.chance(0.7),
    giftWrap: !bySeller && chance.chance(0.006) ? GIFT_WRAP_CENTS : 0,
    ...discountOf(good, principal, day, market, chance),
  }
}

function linesOf(
  day: IsoDate,
  demand: DayDemand,
  market: Market,
  window: DemoWindow,
  chance: Random,
): OrderLine[] {
  const lineCount = chance.chance(0.9) ? 1 : chance.chance(0.85) ? 2 : 3
  const showsShipping = chance.chance(0.2)
  const chosen: Good[] = []
  while (chosen.length < lineCount) {
    const good = demand.drawn(chance)
    // What the seller ships comes in a parcel, and so an order, of its own.
    if (good.fulfilment === 'MFN' && chosen.length > 0) continue
    if (!chosen.includes(good)) chosen.push(good)
    if (good.fulfilment === 'MFN') break
  }
  return chosen.map((good) => lineOf(good, day, market, window, showsShipping, chance))
}

/** What has become of an order by the end of the data. */
function stateOf(
  purchasedAt: number,
  window: DemoWindow,
  market: Market,
  chance: Random,
): Pick<Order, 'postedAt' | 'status' | 'updatedAt'> {
  const shipsAt = purchasedAt + Math.floor((22 + chance.unit() * 48) * HOUR_MS)
  const cancelled = chance.chance(CANCELLED_SHARE)
  const updatedAt = purchasedAt + PAID_AFTER_MS
  if (cancelled) return { postedAt: undefined, status: 'Cancelled', updatedAt }
  const close = momentOf(window.lastDay, market.closesAtSecond)
  const postedAt = shipsAt - (shipsAt % 1000)
  if (shipsAt < close) return { postedAt, status: 'Shipped', updatedAt: postedAt }
  return {
    postedAt: undefined,
    status: close - purchasedAt < PENDING_HOURS * HOUR_MS ? 'Pending' : 'Unshipped',
    updatedAt,
  }
}

function orderOf(day: IsoDate, demand: DayDemand, market: Market, window: DemoWindow, chance: Random): Order {
  const purchasedAt = purchaseMoment(day, chance)
  const id = `${chance.pick(market.orderIdPrefixes)}-${chance.digits(7)}-${chance.digits(7)}`
  return {
    id,
    merchantOrderId: id,
    market,
    isMultiChannel: false,
    purchasedAt,
    ...stateOf(purchasedAt, window, market, chance),
    shipmentId: chance.letters(9),
    isBusiness: chance.chance(0.06),
    place: chance.pick(market.places),
    lines: linesOf(day, demand, market, window, chance),
  }
}

/** An order of the company's own web shop, shipped by Amazon. */
function multiChannelOrder(
  day: IsoDate,
  demand: DayDemand,
  market: Market,
  window: DemoWindow,
  chance: Random,
): Order {
  const { good } = chance.weighted(demand.goods, ({ good: one, lines }) =>
    one.fulfilment === 'AFN' ? lines : 0,
  )
  const order = orderOf(day, demand, market, window, chance)
  return {
    ...order,
    id: `S${order.id.slice(1)}`.replace(/^S\d\d/, 'S01'),
    merchantOrderId: `WEBSHOP-${day.replaceAll('-', '')}-${chance.digits(4)}`,
    isMultiChannel: true,
    isBusiness: false,
    lines: [
      {
        good,
        itemCode: chance.between(1, 9) + chance.digits(13),
        quantity: chance.chance(0.85) ? 1 : 2,
        principal: 0,
        shipping: 0,
        shippingIsFree: false,
        giftWrap: 0,
        discount: 0,
        promotionId: '',
      },
    ],
  }
}

/** Orders of a market on a day in UTC. */
export function ordersOn(day: IsoDate, market: Market, window: DemoWindow, seed: number): Order[] {
  const chance = random(seed, 'orders', market.code, day)
  const demand = dayDemand(day, market, window)
  const orders: Order[] = []
  if (demand.lines === 0) return orders
  for (let count = chance.count(demand.lines); count > 0; count--)
    orders.push(orderOf(day, demand, market, window, chance))
  for (let count = chance.count(market.multiChannelPerDay); count > 0; count--) {
    orders.push(multiChannelOrder(day, demand, market, window, chance))
  }
  return orders
}

/** All orders of a market, in the order of purchase. */
export function ordersOf(market: Market, window: DemoWindow, seed: number): Order[] {
  // An order of the late evening in UTC is one of the next day in Berlin, for which there is no other data yet.
  const lastPurchase = momentOf(window.lastDay, 22 * 3600)
  return daysOf(window)
    .flatMap((day) => ordersOn(day, market, window, seed))
    .filter((order) => order.purchasedAt < lastPurchase)
    .sort((a, b) => a.purchasedAt - b.purchasedAt)
}
