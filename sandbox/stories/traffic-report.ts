/** Sales and traffic as Amazon's JSON report. */
import { daysIn, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { amountText } from '../money.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import type { ProductTraffic } from '../traffic.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

const HOUR_MS = 3_600_000
/**
 * The sales of a day are told so long after it ended, its visitors later, which are 0 until then
 * (github.com/amzn/selling-partner-api-docs/issues/2439), and weighed for some days more.
 */
const TOLD_AFTER_MS = 30 * HOUR_MS
const VISITED_AFTER_MS = 48 * HOUR_MS
const FINAL_AFTER_MS = 72 * HOUR_MS

type LocalDay = (moment: number) => IsoDate

const isTold = (day: IsoDate, localDay: LocalDay, now: number): boolean => day < localDay(now - TOLD_AFTER_MS)

const isVisited = (day: IsoDate, localDay: LocalDay, now: number): boolean =>
  day < localDay(now - VISITED_AFTER_MS)

const UNVISITED = { sessions: 0, sessionsB2B: 0, mobileAppSessions: 0, pageViews: 0, featuredOffer: 0 }

/** Visitors of a day that is over as Amazon counts them by `now`; those of late come a little later. */
export const toldSessions = (
  { sessions, units }: { sessions: number; units: number },
  day: IsoDate,
  localDay: LocalDay,
  now: number,
): number => (day < localDay(now - FINAL_AFTER_MS) ? sessions : Math.max(units, Math.floor(sessions * 0.97)))

const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100

const quotient = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round(part / whole))

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

function trafficCells(one: Counted): Record<string, number> {
  const mobile = Math.min(one.mobileAppSessions, one.sessions)
  const mobileViews = Math.floor(one.pageViews * 0.6)
  return {
    browserSessions: one.sessions - mobile,
    mobileAppSessions: mobile,
    sessions: one.sessions,
    sessionsB2B: one.sessionsB2B,
    browserPageViews: one.pageViews - mobileViews,
    mobileAppPageViews: mobileViews,
    pageViews: one.pageViews,
    buyBoxPercentage: one.featuredOffer / 100,
    unitSessionPercentage: percent(one.units, one.sessions),
  }
}

/** Cells of traffic, each of which a product has a share of. */
const SHARED_CELLS = [
  ['browserSessions', 'browserSessionPercentage'],
  ['mobileAppSessions', 'mobileAppSessionPercentage'],
  ['sessions', 'sessionPercentage'],
  ['browserPageViews', 'browserPageViewsPercentage'],
  ['mobileAppPageViews', 'mobileAppPageViewsPercentage'],
  ['pageViews', 'pageViewsPercentage'],
] as const

/** Of each product's cells, what share of the products' together they are. */
function withShares(products: readonly Record<string, number>[]): Record<string, number>[] {
  const wholes = SHARED_CELLS.map(([cell]) => products.reduce((sum, cells) => sum + cells[cell]!, 0))
  return products.map((cells) => ({
    ...cells,
    ...Object.fromEntries(
      SHARED_CELLS.map(([cell, name], index) => [name, percent(cells[cell]!, wholes[index]!)]),
    ),
  }))
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
  const parentCount = new Set(market.goods.map(({ parentAsin }) => parentAsin)).size
  const byDate = told.map((day) => {
    const one = days.marketTraffic(day)
    const seen = {
      ...one,
      ...(isVisited(day, localDay, now) ? { sessions: toldSessions(one, day, localDay, now) } : UNVISITED),
    }
    return {
      date: day,
      salesByDate: {
        ...salesCells(seen, currency),
        averageSalesPerOrderItem: money(quotient(one.sales, one.items)),
        averageUnitsPerOrderItem: one.items === 0 ? 0 : Math.round((100 * one.units) / one.items) / 100,
        averageSellingPrice: money(quotient(one.sales, one.units)),
        unitsRefunded: one.unitsRefunded,
        refundRate: percent(one.unitsRefunded, one.units),
        claimsGranted: 0,
        claimsAmount: money(0),
        shippedProductSales: money(one.shippedSales),
        unitsShipped: one.unitsShipped,
        ordersShipped: one.ordersShipped,
      },
      trafficByDate: {
        ...trafficCells(seen),
        orderItemSessionPercentage: percent(one.items, seen.sessions),
        averageOfferCount: market.goods.length,
        averageParentItems: parentCount,
        feedbackReceived: 0,
        negativeFeedbackReceived: 0,
        receivedNegativeFeedbackRate: 0,
      },
    }
  })
  const key = ({ good }: ProductTraffic): string =>
    asinGranularity === 'PARENT' ? good.parentAsin : asinGranularity === 'SKU' ? good.sku : good.asin
  const sums = new Map<string, { first: ProductTraffic; sum: Counted }>()
  for (const day of told) {
    const hasVisits = isVisited(day, localDay, now)
    for (const one of days.productTraffic(day)) {
      // By SKU what nobody ordered has no row, however many saw it (github.com/amzn/selling-partner-api-docs/issues/2441).
      if ((asinGranularity === 'SKU' || !hasVisits) && one.units === 0) continue
      const visits = hasVisits ? { sessions: toldSessions(one, day, localDay, now) } : UNVISITED
      const before = sums.get(key(one))
      sums.set(key(one), { first: before?.first ?? one, sum: added(before?.sum, { ...one, ...visits }) })
    }
  }
  const traffic = withShares([...sums.values()].map(({ sum }) => trafficCells(sum)))
  const byAsin = [...sums.values()].map(({ first: { good }, sum }, index) => ({
    parentAsin: good.parentAsin,
    ...(asinGranularity !== 'PARENT' && { childAsin: good.asin }),
    ...(asinGranularity === 'SKU' && { sku: good.sku }),
    salesByAsin: salesCells(sum, currency),
    trafficByAsin: traffic[index],
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
