/** Sales and traffic as Amazon's JSON report. */
import { daysIn, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { amountText } from '../money.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import type { ProductTraffic } from '../traffic.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

const HOUR_MS = 3_600_000
/** A day is told so long after it ended, and its visitors are weighed for some days more. */
const TOLD_AFTER_MS = 30 * HOUR_MS
const FINAL_AFTER_MS = 72 * HOUR_MS

type LocalDay = (moment: number) => IsoDate

const isTold = (day: IsoDate, localDay: LocalDay, now: number): boolean => day < localDay(now - TOLD_AFTER_MS)

/** Visitors of a day that is over as Amazon counts them by `now`; those of late come a little later. */
export const toldSessions = (
  { sessions, units }: { sessions: number; units: number },
  day: IsoDate,
  localDay: LocalDay,
  now: number,
): number => (day < localDay(now - FINAL_AFTER_MS) ? sessions : Math.max(units, Math.floor(sessions * 0.97)))

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100

const moneyOf = (currency: string) => (amount: number) => ({
  amount: Number(amountText(amount, currency)),
  currencyCode: currency,
})

type Counted = Omit<ProductTraffic, 'day' | 'market' | 'good'>

function salesCells(one: Counted, currency: string): Record<string, unknown> {
  const money = moneyOf(currency)
  return {
    orderedProductSales: money(one.sales),
    orderedProductSalesB2B: money(one.salesB2B),
    unitsOrdered: one.units,
    unitsOrderedB2B: one.unitsB2B,
    totalOrderItems: one.items,
    totalOrderItemsB2B: one.itemsB2B,
  }
}

function trafficCells(one: Counted): Record<string, unknown> {
  const mobile = Math.min(one.mobileAppSessions, one.sessions)
  return {
    browserSessions: one.sessions - mobile,
    mobileAppSessions: mobile,
    sessions: one.sessions,
    sessionsB2B: one.sessionsB2B,
    browserPageViews: one.pageViews - Math.floor(one.pageViews * 0.6),
    mobileAppPageViews: Math.floor(one.pageViews * 0.6),
    pageViews: one.pageViews,
    buyBoxPercentage: one.featuredOffer / 100,
    unitSessionPercentage: percent(one.units, one.sessions),
  }
}

export function salesAndTraffic(
  question: ReportQuestion,
  days: MarketDays,
  range: { start: IsoDate; end: IsoDate },
  now: number,
): ReportAnswer {
  const { market, localDay } = days
  const { currency } = market
  const money = moneyOf(currency)
  const { dateGranularity = 'DAY', asinGranularity = 'PARENT' } = question.options
  if (dateGranularity !== 'DAY')
    return { kind: 'FATAL', reason: 'The sandbox tells dateGranularity DAY only.' }
  if (daysIn(range) > 731) return { kind: 'FATAL', reason: 'The range is longer than two years.' }
  const told = [...eachDay(range.start, range.end)].filter(
    (day) => day >= days.context.window.firstDay && isTold(day, localDay, now),
  )
  const byDate = told.map((day) => {
    const one = days.marketTraffic(day)
    const seen = { ...one, sessions: toldSessions(one, day, localDay, now) }
    return {
      date: day,
      salesByDate: {
        ...salesCells(seen, currency),
        averageSalesPerOrderItem: money(one.items === 0 ? 0 : Math.round(one.sales / one.items)),
        unitsRefunded: one.unitsRefunded,
        refundRate: percent(one.unitsRefunded, one.units),
        shippedProductSales: money(one.shippedSales),
        unitsShipped: one.unitsShipped,
      },
      trafficByDate: {
        ...trafficCells(seen),
        orderItemSessionPercentage: percent(one.items, seen.sessions),
        averageOfferCount: market.goods.length,
      },
    }
  })
  const key = ({ good }: ProductTraffic): string =>
    asinGranularity === 'PARENT' ? good.parentAsin : asinGranularity === 'SKU' ? good.sku : good.asin
  const sums = new Map<string, { first: ProductTraffic; sum: Counted }>()
  for (const day of told) {
    for (const one of days.productTraffic(day)) {
      const sessions = toldSessions(one, day, localDay, now)
      const before = sums.get(key(one))
      sums.set(key(one), { first: before?.first ?? one, sum: added(before?.sum, { ...one, sessions }) })
    }
  }
  const byAsin = [...sums.values()].map(({ first: { good }, sum }) => ({
    parentAsin: good.parentAsin,
    ...(asinGranularity !== 'PARENT' && { childAsin: good.asin }),
    ...(asinGranularity === 'SKU' && { sku: good.sku }),
    salesByAsin: salesCells(sum, currency),
    trafficByAsin: trafficCells(sum),
  }))
  return {
    kind: 'DONE',
    content: JSON.stringify({
      reportSpecification: {
        reportType: question.reportType,
        reportOptions: { dateGranularity, asinGranularity },
        dataStartTime: range.start,
        dataEndTime: range.end,
        marketplaceIds: [marketplaceOf(market.code)!.amazonId],
      },
      salesAndTrafficByDate: byDate,
      salesAndTrafficByAsin: byAsin,
    }),
  }
}

function added(sum: Counted | undefined, one: Counted): Counted {
  if (!sum) return one
  const views = sum.pageViews + one.pageViews
  const weighed = sum.featuredOffer * sum.pageViews + one.featuredOffer * one.pageViews
  return {
    sales: sum.sales + one.sales,
    units: sum.units + one.units,
    items: sum.items + one.items,
    salesB2B: sum.salesB2B + one.salesB2B,
    unitsB2B: sum.unitsB2B + one.unitsB2B,
    itemsB2B: sum.itemsB2B + one.itemsB2B,
    sessions: sum.sessions + one.sessions,
    sessionsB2B: sum.sessionsB2B + one.sessionsB2B,
    mobileAppSessions: sum.mobileAppSessions + one.mobileAppSessions,
    pageViews: views,
    featuredOffer: views === 0 ? 0 : Math.round(weighed / views),
  }
}
