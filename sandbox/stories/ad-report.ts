/** Rows of the Advertising API's reports, version 3, by day. */
import { addDays, earlier, later } from '#contract/date-range.ts'
import { amountText } from '../money.ts'
import { random } from '../random.ts'
import type { AdvertisingQuestion } from '../seller.ts'
import { adsAsTold, type Ad } from './ads.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

type Cell = string | number
type Row = Readonly<Record<string, Cell>>

/** Reports by campaign, or by product where the kind knows its products. */
const REPORTS: Readonly<Record<string, { adType: Ad['adType']; by: 'campaign' | 'product' }>> = {
  spCampaigns: { adType: 'SP', by: 'campaign' },
  spAdvertisedProduct: { adType: 'SP', by: 'product' },
  sbCampaigns: { adType: 'SB', by: 'campaign' },
  sdCampaigns: { adType: 'SD', by: 'campaign' },
  sdAdvertisedProduct: { adType: 'SD', by: 'product' },
}

const NAMES: Record<Ad['adType'], string> = { SP: 'Products', SB: 'Brand', SD: 'Display' }

/** Nothing for reports that the sandbox does not make. */
export function adRows(question: AdvertisingQuestion, days: MarketDays, now: number): Row[] {
  const report = REPORTS[question.reportTypeId]
  if (!report || question.groupBy.includes('campaignPlacement')) return []
  const today = days.localDay(now)
  const range = {
    start: later(question.start, days.context.window.firstDay),
    end: earlier(question.end, addDays(today, -1)),
  }
  return [...eachDay(range.start, range.end)].flatMap((day) => {
    const made = days.ads(day)
    const ads = adsAsTold(made, day, today).filter(({ adType }) => adType === report.adType)
    const costs = new Map(byCampaign(made).map(({ campaignId, cost }) => [campaignId, cost]))
    const rows = report.by === 'product' ? ads : byCampaign(ads)
    return rows
      .filter(({ impressions, clicks, cost }) => impressions + clicks + cost > 0)
      .map((ad) =>
        picked(
          {
            ...cellsOf(ad, days.market.currency),
            campaignBudgetAmount: Number(
              amountText(budgetFor(costs.get(ad.campaignId)!), days.market.currency),
            ),
            topOfSearchImpressionShare: shareOf(ad, days.context.seed),
          },
          question.columns,
        ),
      )
  })
}

/** A round number that the final cost of the day stays within: sellers give more to a campaign that runs out. */
function budgetFor(cost: number): number {
  const power = 10 ** (String(cost).length - 1)
  return Math.max(
    BUDGET_MIN,
    ...[1, 2, 5, 10]
      .map((step) => step * power)
      .filter((one) => one >= cost)
      .slice(0, 1),
  )
}
const BUDGET_MIN = 500

/** Of a campaign's day, whatever is told of it. */
const shareOf = ({ campaignId, day }: Ad, seed: number): number =>
  random(seed, 'top of search', campaignId, day).between(500, 4000) / 10_000

function byCampaign(ads: readonly Ad[]): Ad[] {
  const campaigns = new Map<string, Ad>()
  for (const ad of ads) {
    const sum = campaigns.get(ad.campaignId)
    campaigns.set(ad.campaignId, sum ? sumOf(sum, ad) : { ...ad, sku: undefined, asin: undefined })
  }
  return [...campaigns.values()]
}

const sumOf = (sum: Ad, ad: Ad): Ad => ({
  ...sum,
  impressions: sum.impressions + ad.impressions,
  clicks: sum.clicks + ad.clicks,
  cost: sum.cost + ad.cost,
  sales: sum.sales + ad.sales,
  salesOfSame: sum.salesOfSame + ad.salesOfSame,
  orders: sum.orders + ad.orders,
  units: sum.units + ad.units,
})

function cellsOf(ad: Ad, currency: string): Row {
  const money = (amount: number) => Number(amountText(amount, currency))
  const newToBrand = Math.floor(ad.orders * 0.6)
  const common = {
    date: ad.day,
    campaignId: ad.campaignId,
    campaignName: `${NAMES[ad.adType]} ${ad.campaignId.slice(-4)}`,
    campaignStatus: 'ENABLED',
    campaignBudgetType: 'DAILY_BUDGET',
    campaignBudgetCurrencyCode: currency,
    adGroupId: `5${ad.campaignId.slice(1)}`,
    adGroupName: `${NAMES[ad.adType]} group`,
    impressions: ad.impressions,
    clicks: ad.clicks,
    cost: money(ad.cost),
    spend: money(ad.cost),
    costPerClick: ad.clicks === 0 ? 0 : Math.round((100 * money(ad.cost)) / ad.clicks) / 100,
  }
  if (ad.adType !== 'SP')
    return {
      ...common,
      purchases: ad.orders,
      purchasesClicks: ad.orders,
      sales: money(ad.sales),
      salesClicks: money(ad.sales),
      unitsSold: ad.units,
      unitsSoldClicks: ad.units,
      newToBrandPurchases: newToBrand,
      newToBrandSales: money(ad.orders === 0 ? 0 : Math.floor((ad.sales * newToBrand) / ad.orders)),
    }
  // Somebody buys on the day of the click or not at all, so that every window says the same.
  const windows = ['1d', '7d', '14d', '30d'].flatMap((days): [string, Cell][] => [
    [`purchases${days}`, ad.orders],
    [`unitsSoldClicks${days}`, ad.units],
    [`sales${days}`, money(ad.sales)],
    [`attributedSalesSameSku${days}`, money(ad.salesOfSame)],
  ])
  return {
    ...common,
    ...(ad.sku !== undefined && {
      advertisedSku: ad.sku,
      advertisedAsin: ad.asin!,
      adId: `6${ad.campaignId.slice(1)}`,
    }),
    ...Object.fromEntries(windows),
  }
}

const picked = (cells: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.flatMap((column) => (column in cells ? [[column, cells[column]!]] : [])))
