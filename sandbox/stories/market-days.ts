/**
 * A seller's marketplace day by day. A day says how everything that began on it ends, so it is the same whenever it is
 * asked for; what of it has happened by a moment is the reports' affair.
 */
import { addDays, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { couponFees, fee, monthlyCharges, reversals, type ChargeContext } from '../account-charges.ts'
import { dayOf, momentOf, type DemoWindow } from '../demo-window.ts'
import type { Market } from '../markets.ts'
import type { MoneyRow } from '../money-row.ts'
import { ordersOn, PAID_AFTER_MS, type Order } from '../orders.ts'
import { random } from '../random.ts'
import { refundRows, refundsOf, type Refund } from '../refunds.ts'
import { saleRows } from '../sale-rows.ts'
import {
  localDayOf,
  marketTrafficOn,
  orderedOf,
  productTrafficOn,
  type MarketTraffic,
  type ProductTraffic,
} from '../traffic.ts'
import { adsOn, type Ad } from './ads.ts'
import { remembered } from '../remembered.ts'
import { eachDay } from './story.ts'

const DAY_MS = 86_400_000
/** What is settled within a fortnight began at most so long before it. */
export const DAYS_TO_SETTLE = 132
/** Refunds come up to 30 days after a shipment, which comes up to three days after the purchase. */
const DAYS_TO_REFUND = 35
/** A little more than what one settlement looks back upon. */
const DAYS_KEPT = 170
const MONTHS_OF_NEW_FEE = new Set(['02', '05', '08', '11'])

export interface Deferral {
  reason: 'DD7' | 'B2B'
  releasedAt: number
}

/** Money that is posted together, and the moment from which a settlement may hold it. */
export interface Posting {
  settlesAt: number
  rows: readonly MoneyRow[]
  deferral?: Deferral
  order?: Order
  refund?: Refund
}

export interface MarketDays {
  context: ChargeContext
  market: Market
  localDay: (moment: number) => IsoDate
  /** Bought on a day in UTC, as they end. */
  bought: (day: IsoDate) => readonly Order[]
  /** Bought on a day of the marketplace. */
  boughtLocally: (day: IsoDate) => readonly Order[]
  /** Of what was bought on a day in UTC, whenever they come. */
  refunds: (day: IsoDate) => readonly Refund[]
  /** Money of what was bought on a day in UTC, whenever it is posted. */
  postings: (day: IsoDate) => readonly Posting[]
  /** Money beside sales, by the first day of the month that it is for; some is posted in the month after. */
  charges: (month: IsoDate) => readonly MoneyRow[]
  ads: (day: IsoDate) => readonly Ad[]
  productTraffic: (day: IsoDate) => readonly ProductTraffic[]
  marketTraffic: (day: IsoDate) => MarketTraffic
}

/** How an order looks at a moment; undefined before it was placed. */
export function orderAt(order: Order, now: number): Order | undefined {
  const { purchasedAt, postedAt } = order
  if (purchasedAt > now) return undefined
  const paidAt = purchasedAt + PAID_AFTER_MS
  if (now < paidAt) return { ...order, status: 'Pending', postedAt: undefined, updatedAt: purchasedAt }
  if (postedAt === undefined || postedAt <= now) return order
  return { ...order, status: 'Unshipped', postedAt: undefined, updatedAt: paidAt }
}

export function marketDays(
  market: Market,
  window: DemoWindow,
  seed: number,
  isDeferred: boolean,
): MarketDays {
  const context = { market, window, seed }
  const localDay = localDayOf(market)
  const bought = remembered(DAYS_KEPT, (day: IsoDate): readonly Order[] =>
    day < window.firstDay
      ? []
      : ordersOn(day, market, window, seed).sort((a, b) => a.purchasedAt - b.purchasedAt),
  )
  const between = <T>(of: (day: IsoDate) => readonly T[], from: IsoDate, to: IsoDate): T[] =>
    [...eachDay(from, to)].flatMap((day) => of(day))
  const boughtLocally = remembered(DAYS_KEPT, (day: IsoDate): readonly Order[] =>
    between(bought, addDays(day, -1), addDays(day, 1)).filter((order) => localDay(order.purchasedAt) === day),
  )
  const refunds = remembered(DAYS_KEPT, (day: IsoDate) => refundsOf(bought(day), window, seed))

  const deferralOf = (order: Order): Deferral | undefined => {
    if (!isDeferred || order.isMultiChannel) return undefined
    const chance = random(seed, 'deferral', order.id)
    const isInvoiced = order.isBusiness && chance.chance(0.6)
    const days = isInvoiced ? 30 : 7 + chance.between(1, 4)
    return { reason: isInvoiced ? 'B2B' : 'DD7', releasedAt: order.postedAt! + days * DAY_MS }
  }
  const postings = remembered(DAYS_KEPT, (day: IsoDate): Posting[] => {
    const releases = new Map<Order, number>()
    const sales = bought(day)
      .filter(({ postedAt }) => postedAt !== undefined)
      .map((order): Posting => {
        const deferral = deferralOf(order)
        if (deferral) releases.set(order, deferral.releasedAt)
        return {
          settlesAt: deferral?.releasedAt ?? order.postedAt!,
          rows: saleRows(order, window),
          order,
          ...(deferral && { deferral }),
        }
      })
    const back = refunds(day).flatMap((refund): Posting[] => [
      {
        // What Amazon still keeps back cannot be taken back yet.
        settlesAt: Math.max(refund.postedAt, (releases.get(refund.order) ?? 0) + 1000),
        rows: refundRows(refund),
        order: refund.order,
        refund,
      },
      ...reversals([refund], context).map((row) => ({ settlesAt: row.postedAt, rows: [row] })),
    ])
    return [...sales, ...back]
  })

  const charges = remembered(40, (month: IsoDate): readonly MoneyRow[] => {
    if (month < startOfMonth(window.firstDay)) return []
    const ofMonth = between(bought, month, addDays(month, 30)).filter(
      ({ purchasedAt }) => startOfMonth(dayOf(purchasedAt)) === month,
    )
    const isNew = market.isHome && MONTHS_OF_NEW_FEE.has(month.slice(5, 7))
    const newFeeAt = momentOf(addDays(month, 19), 33_000)
    return [
      ...monthlyCharges(context, month),
      ...couponFees(ofMonth, context, [month]),
      ...(isNew ? [fee(context, newFeeAt, 'NewMarketplaceProgramFee', 1250)] : []),
    ].filter(({ postedAt }) => postedAt >= momentOf(window.firstDay))
  })

  const ads = remembered(DAYS_KEPT, (day: IsoDate) =>
    day < window.firstDay ? [] : adsOn(day, context, boughtLocally(day)),
  )
  const productTraffic = remembered(62, (day: IsoDate) =>
    day < window.firstDay
      ? []
      : productTrafficOn(day, market, orderedOf(boughtLocally(day), market), window, seed),
  )
  const marketTraffic = (day: IsoDate): MarketTraffic => {
    const shipped = between(bought, addDays(day, -5), addDays(day, 1)).filter(
      ({ isMultiChannel, postedAt }) =>
        !isMultiChannel && postedAt !== undefined && localDay(postedAt) === day,
    )
    const refunded = between(refunds, addDays(day, -DAYS_TO_REFUND), addDays(day, 1)).filter(
      ({ postedAt }) => localDay(postedAt) === day,
    )
    return marketTrafficOn(day, market, productTraffic(day), { shipped, refunded }, seed)
  }
  return {
    context,
    market,
    localDay,
    bought,
    boughtLocally,
    refunds,
    postings,
    charges,
    ads,
    productTraffic,
    marketTraffic,
  }
}
