/** Deals and coupons as Amazon's JSON reports, counted from the orders that used them. */
import { addMonths, endOfMonth, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { COUPON_REDEMPTION_CENTS } from '../account-charges.ts'
import { salesEventOn } from '../demand.ts'
import { dayOf, momentOf } from '../demo-window.ts'
import type { Good } from '../goods.ts'
import { amountText } from '../money.ts'
import { couponIdOf, eventIdOf, type OrderLine } from '../orders.ts'
import { random } from '../random.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

interface Asked {
  question: ReportQuestion
  days: MarketDays
  sellingPartnerId: string
  now: number
}

/** In the smallest unit of the currency; `units` are pieces. */
interface Used {
  redemptions: number
  units: number
  sales: number
  discount: number
}

export function promotionPerformance(asked: Asked): ReportAnswer {
  const { days, sellingPartnerId, now } = asked
  const money = moneyIn(days)
  const found = daysStarted(asked, 'promotion').flatMap((first) => {
    const event = salesEventOn(first)
    if (!event || salesEventOn(dayBefore(first)) === event) return []
    const last = lastDayOf(first, (day) => salesEventOn(day) === event)
    const byGood = usedOn(days, { first, last }, eventIdOf(event, first), now)
    const all = sumOf([...byGood.values()])
    const revenueCurrencyCode = days.market.currency
    return [
      {
        promotionId: eventIdOf(event, first),
        promotionName: event === 'BLACK_WEEK' ? 'Black week' : 'Summer deals',
        merchantId: sellingPartnerId,
        unitsSold: all.units,
        revenue: money(all.sales),
        revenueCurrencyCode,
        startDateTime: `${first}T00:00:00Z`,
        endDateTime: `${last}T23:59:59Z`,
        type: 'BEST_DEAL',
        status: 'APPROVED',
        creationChannel: 'SELF-SERVICE',
        marketplaceId: marketplaceOf(days.market.code)!.amazonId,
        createdDateTime: `${addMonths(first, -2)}T09:00:00Z`,
        lastUpdatedDateTime: `${addMonths(first, -1)}T09:00:00Z`,
        includedProducts: [...byGood].map(([good, { units, sales }]) => ({
          asin: good.asin,
          productName: good.title,
          productUnitsSold: units,
          productRevenue: money(sales),
          productRevenueCurrencyCode: revenueCurrencyCode,
        })),
      },
    ]
  })
  return reportOf(asked, 'promotions', found)
}

export function couponPerformance(asked: Asked): ReportAnswer {
  const { days, sellingPartnerId, now } = asked
  const { market, context } = days
  const money = moneyIn(days)
  const spent = ({ discount, redemptions }: Used) => discount + redemptions * COUPON_REDEMPTION_CENTS
  const found = daysStarted(asked, 'coupon').flatMap((first) => {
    if (first !== startOfMonth(first)) return []
    const last = endOfMonth(first)
    const couponId = couponIdOf(market, first)
    const whole = sumOf([...usedOn(days, { first, last }, couponId, Infinity).values()])
    if (whole.redemptions === 0) return []
    const byGood = usedOn(days, { first, last }, couponId, now)
    const used = sumOf([...byGood.values()])
    // Enough for all of its month.
    const budget = Math.ceil(spent(whole) / 10_000) * 10_000
    const clipped = random(context.seed, 'clips', couponId).between(3, 6)
    return [
      {
        couponId,
        merchantId: sellingPartnerId,
        marketplaceId: marketplaceOf(market.code)!.amazonId,
        currencyCode: market.currency,
        name: 'Save 10% on our favourites',
        websiteMessage: 'Save 10%',
        startDateTime: `${first}T00:00:00Z`,
        endDateTime: `${last}T23:59:59Z`,
        customerSegment: 'All (Default)',
        discountType: 'PERCENT_OFF_LIST_PRICE',
        discountAmount: 10,
        clips: used.redemptions * clipped,
        redemptions: used.redemptions,
        budget: money(budget),
        totalDiscount: money(used.discount),
        budgetSpent: money(spent(used)),
        budgetRemaining: money(budget - spent(used)),
        budgetPercentageUsed: Math.round((spent(used) / budget) * 1000) / 10,
        sales: money(used.sales),
        asins: [...byGood.keys()].map(({ asin }) => ({ asin })),
      },
    ]
  })
  return reportOf(asked, 'coupons', found)
}

/** Days on which something may have begun that is asked for. */
function daysStarted({ question: { options }, days, now }: Asked, kind: 'promotion' | 'coupon'): IsoDate[] {
  const [from, to] = [
    Date.parse(options[`${kind}StartDateFrom`]!),
    Date.parse(options[`${kind}StartDateTo`]!),
  ]
  return [...eachDay(dayOf(from), dayOf(Math.min(to, now)))].filter(
    (day) =>
      day >= days.context.window.firstDay && momentOf(day) >= from && momentOf(day) <= Math.min(to, now),
  )
}

const dayBefore = (day: IsoDate): IsoDate => dayOf(momentOf(day) - 1)

function lastDayOf(first: IsoDate, isIn: (day: IsoDate) => boolean): IsoDate {
  let last = first
  for (const day of eachDay(first, endOfMonth(addMonths(first, 1)))) {
    if (!isIn(day)) break
    last = day
  }
  return last
}

/** By product what was bought with a promotion by a moment, whatever became of it. */
function usedOn(
  { bought }: MarketDays,
  { first, last }: { first: IsoDate; last: IsoDate },
  promotionId: string,
  now: number,
): Map<Good, Used> {
  const byGood = new Map<Good, Used>()
  const lines: OrderLine[] = [...eachDay(first, last)].flatMap((day) =>
    bought(day).flatMap((order) => (order.purchasedAt <= now ? order.lines : [])),
  )
  for (const { good, quantity, principal, discount, promotionId: used } of lines) {
    if (used !== promotionId) continue
    const one = { redemptions: 1, units: quantity, sales: principal - discount, discount }
    byGood.set(good, sumOf([byGood.get(good) ?? NOTHING, one]))
  }
  return byGood
}

const NOTHING: Used = { redemptions: 0, units: 0, sales: 0, discount: 0 }
const sumOf = (some: readonly Used[]): Used =>
  some.reduce(
    (sum, one) => ({
      redemptions: sum.redemptions + one.redemptions,
      units: sum.units + one.units,
      sales: sum.sales + one.sales,
      discount: sum.discount + one.discount,
    }),
    NOTHING,
  )

const moneyIn =
  ({ market: { currency } }: MarketDays) =>
  (amount: number): number =>
    Number(amountText(amount, currency))

/** An answer without one is an empty list. */
const reportOf = (
  { question: { reportType, options, marketplaces } }: Asked,
  list: 'promotions' | 'coupons',
  found: readonly object[],
): ReportAnswer => ({
  kind: 'DONE',
  content: JSON.stringify({
    reportSpecification: {
      reportType,
      reportOptions: options,
      marketplaceIds: marketplaces.map((code) => marketplaceOf(code)!.amazonId),
    },
    [list]: found,
  }),
})
