/** What shoppers searched for, as Amazon's JSON report by week. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { priceOf } from '../goods.ts'
import { amountText } from '../money.ts'
import { searchRowsOfWeek } from '../searches.ts'
import type { ReportAnswer, ReportQuestion } from '../seller.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

const weekday = (day: IsoDate): number => new Date(day).getUTCDay()
/** What is searched for is told some days after the week. */
const SEARCHES_TOLD_AFTER_DAYS = 3
const ASINS_TEXT_MAX = 200

export function searchQueries(
  question: ReportQuestion,
  days: MarketDays,
  { start, end }: { start: IsoDate; end: IsoDate },
  now: number,
): ReportAnswer {
  const { market, context } = days
  const { reportPeriod = '', asin = '' } = question.options
  if (reportPeriod !== 'WEEK') return { kind: 'FATAL', reason: 'The sandbox tells reportPeriod WEEK only.' }
  if (weekday(start) !== 0 || end !== addDays(start, 6))
    return { kind: 'FATAL', reason: 'A week begins on a Sunday and ends on the Saturday after.' }
  if (asin.length > ASINS_TEXT_MAX || asin.trim() === '')
    return { kind: 'FATAL', reason: 'Give up to 200 characters of ASINs, separated by blanks.' }
  if (addDays(end, SEARCHES_TOLD_AFTER_DAYS) >= days.localDay(now)) return { kind: 'CANCELLED' }
  const asked = new Set(asin.trim().split(/\s+/))
  const sums = new Map<string, { sessions: number; units: number }>()
  for (const day of eachDay(start, end)) {
    for (const { good, sessions, units } of days.productTraffic(day)) {
      const sum = sums.get(good.sku) ?? { sessions: 0, units: 0 }
      sums.set(good.sku, { sessions: sum.sessions + sessions, units: sum.units + units })
    }
  }
  const rows = searchRowsOfWeek(start, market, sums, context.window, context.seed).filter((row) =>
    asked.has(String(row['asin'])),
  )
  if (rows.length === 0) return { kind: 'CANCELLED' }
  const money = (amount: string | number | undefined) =>
    amount === undefined ? null : { amount: Number(amount), currencyCode: market.currency }
  const goods = new Map(market.goods.map((good) => [good.asin, good]))
  /** A product has one price all week. */
  const prices = (name: string, { asin, total_purchase_price: total }: (typeof rows)[number]) => ({
    [`totalMedian${name}Price`]: money(total),
    [`asinMedian${name}Price`]: money(
      amountText(priceOf(goods.get(String(asin))!, market, start, context.window), market.currency),
    ),
  })
  const shipped = (name: string, count: string | number | undefined) =>
    Object.fromEntries(
      [['Same', 8] as const, ['One', 34] as const, ['Two', 21] as const].map(([day, part]) => [
        `total${day}DayShipping${name}Count`,
        Math.floor((Number(count) * part) / 100),
      ]),
    )
  const share = (part: string | number | undefined, whole: string | number | undefined) =>
    Number(whole) === 0 ? 0 : Math.round((Number(part) / Number(whole)) * 10_000) / 10_000
  return {
    kind: 'DONE',
    content: JSON.stringify({
      reportSpecification: {
        reportType: question.reportType,
        reportOptions: { reportPeriod, asin },
        dataStartTime: start,
        dataEndTime: end,
        marketplaceIds: [marketplaceOf(market.code)!.amazonId],
      },
      dataByAsin: rows.map((row) => ({
        startDate: start,
        endDate: end,
        asin: row['asin'],
        searchQueryData: {
          searchQuery: row['search_query'],
          searchQueryScore: row['search_query_score'],
          searchQueryVolume: row['search_query_volume'],
        },
        impressionData: {
          totalQueryImpressionCount: row['total_impressions'],
          asinImpressionCount: row['asin_impressions'],
          asinImpressionShare: share(row['asin_impressions'], row['total_impressions']),
        },
        clickData: {
          totalClickCount: row['total_clicks'],
          totalClickRate: share(row['total_clicks'], row['search_query_volume']),
          asinClickCount: row['asin_clicks'],
          asinClickShare: share(row['asin_clicks'], row['total_clicks']),
          ...prices('Click', row),
          ...shipped('Click', row['total_clicks']),
        },
        cartAddData: {
          totalCartAddCount: row['total_cart_adds'],
          totalCartAddRate: share(row['total_cart_adds'], row['search_query_volume']),
          asinCartAddCount: row['asin_cart_adds'],
          asinCartAddShare: share(row['asin_cart_adds'], row['total_cart_adds']),
          ...prices('CartAdd', row),
          ...shipped('CartAdd', row['total_cart_adds']),
        },
        purchaseData: {
          totalPurchaseCount: row['total_purchases'],
          totalPurchaseRate: share(row['total_purchases'], row['search_query_volume']),
          asinPurchaseCount: row['asin_purchases'],
          asinPurchaseShare: share(row['asin_purchases'], row['total_purchases']),
          totalMedianPurchasePrice: money(row['total_purchase_price']),
          asinMedianPurchasePrice: money(row['asin_purchase_price']),
          ...shipped('Purchase', row['total_purchases']),
        },
      })),
    }),
  }
}
