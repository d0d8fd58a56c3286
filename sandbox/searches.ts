/** What shoppers search for, week by week: a part of each product's visitors comes from a few searches. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import type { DemoWindow } from './demo-window.ts'
import type { Search } from './demo-searches.ts'
import { priceOf } from './goods.ts'
import type { Market } from './markets.ts'
import { amountText } from './money.ts'
import { random } from './random.ts'
import type { ProductTraffic } from './traffic.ts'

/** So many weeks back: enough for a course, and few enough that the start does not wait for them. */
const WEEKS = 26
/** Amazon says nothing of a week until some days after it. */
const DAYS_LATE = 3

/** First days of the weeks, Sunday to Saturday, that Amazon has told by the end of the window. */
function weeksOf({ firstDay, lastDay }: DemoWindow): IsoDate[] {
  const told = addDays(lastDay, -DAYS_LATE)
  const saturday = addDays(told, -((new Date(`${told}T00:00:00Z`).getUTCDay() + 1) % 7))
  return Array.from({ length: WEEKS }, (_, index) => addDays(saturday, -6 - 7 * (WEEKS - 1 - index))).filter(
    (start) => start >= firstDay,
  )
}

type FactRow = Record<string, string | number>

/** A product's visitors and units in a week. */
export type WeekSums = ReadonlyMap<string, { sessions: number; units: number }>

/** Rows of the report: one for each product and search of a week, each with all of the market. */
export function searchRows(
  market: Market,
  traffic: readonly ProductTraffic[],
  window: DemoWindow,
  seed: number,
): FactRow[] {
  const weeks = weeksOf(window)
  const sums = new Map(weeks.map((week) => [week, new Map<string, { sessions: number; units: number }>()]))
  for (const { day, good, sessions, units } of traffic) {
    const start = weeks.findLast((week) => week <= day)
    if (start === undefined || day > addDays(start, 6)) continue
    const ofWeek = sums.get(start)!
    const sum = ofWeek.get(good.sku) ?? { sessions: 0, units: 0 }
    ofWeek.set(good.sku, { sessions: sum.sessions + sessions, units: sum.units + units })
  }
  return weeks.flatMap((start) => searchRowsOfWeek(start, market, sums.get(start)!, window, seed))
}

/** @param start a Sunday */
export function searchRowsOfWeek(
  start: IsoDate,
  market: Market,
  sums: WeekSums,
  window: DemoWindow,
  seed: number,
): FactRow[] {
  const score = new Map<string, number>()
  return market.searches.flatMap(rowsOf).map((row) => {
    const asin = String(row['asin'])
    const rank = (score.get(asin) ?? 0) + 1
    score.set(asin, rank)
    return { ...row, search_query_score: rank }
  })

  function rowsOf(search: Search): FactRow[] {
    const query = search.words[market.code] ?? ''
    const chance = random(seed, 'searches', market.code, start, query)
    const own = Object.entries(search.of).flatMap(([sku, part]) => {
      const good = market.goods.find((one) => one.sku === sku)
      if (!good) return []
      const { sessions, units } = sums.get(sku) ?? { sessions: 0, units: 0 }
      const clicks = Math.round(sessions * part * (0.85 + 0.3 * chance.unit()))
      const cartAdds = Math.round(clicks * (0.2 + 0.1 * chance.unit()))
      const purchases = Math.min(cartAdds, Math.round(units * part * (0.8 + 0.3 * chance.unit())))
      return clicks > 0
        ? [{ good, clicks, cartAdds, purchases, impressions: clicks * chance.between(28, 52) }]
        : []
    })
    const ofAll = (pick: (one: (typeof own)[number]) => number) =>
      own.reduce((sum, one) => sum + pick(one), 0)
    const clicks = Math.round(ofAll((one) => one.clicks) / (search.clickShare * (0.9 + 0.2 * chance.unit())))
    const cartAdds = Math.max(
      ofAll((one) => one.cartAdds),
      Math.round(clicks * 0.22),
    )
    const purchases = Math.max(
      ofAll((one) => one.purchases),
      Math.round(clicks * 0.085),
    )
    const impressions = Math.max(
      ofAll((one) => one.impressions),
      clicks * 36,
    )
    const price = own[0] ? priceOf(own[0].good, market, start, window) : 0
    const marketPrice = amountText(Math.round(price * (0.88 + 0.14 * chance.unit())), market.currency)
    return own.map((one): FactRow => ({
      start_date: start,
      end_date: addDays(start, 6),
      marketplace: market.code,
      asin: one.good.asin,
      search_query: query,
      search_query_volume: Math.round(clicks / 0.62),
      total_impressions: impressions,
      asin_impressions: one.impressions,
      total_clicks: clicks,
      asin_clicks: one.clicks,
      total_cart_adds: cartAdds,
      asin_cart_adds: one.cartAdds,
      total_purchases: purchases,
      asin_purchases: one.purchases,
      currency: market.currency,
      total_purchase_price: marketPrice,
      ...(one.purchases > 0 && {
        asin_purchase_price: amountText(priceOf(one.good, market, start, window), market.currency),
      }),
    }))
  }
}
