/** Advertising: what the campaigns cost per day, and what they seem to bring. Net of VAT, as Amazon's ad reports are. */
import type { IsoDate } from '#contract/date-range.ts'
import { demandOn, salesEventOn } from './demand.ts'
import { daysOf, type DemoWindow } from './demo-window.ts'
import { priceOf } from './goods.ts'
import type { Market } from './markets.ts'
import { random, type Random } from './random.ts'

export interface AdvertisingDay {
  day: IsoDate
  adType: 'SP' | 'SB' | 'SD'
  market: Market
  campaignId: string
  /** Only Sponsored Products say for which product. */
  sku: string | undefined
  impressions: number
  clicks: number
  cost: number
  /** Within 14 days after the click. */
  sales: number
  orders: number
}

/** Brand and display campaigns, as shares of what Sponsored Products cost. */
const BRAND_CAMPAIGNS = [
  { adType: 'SB', share: 0.14, clickCents: 62 },
  { adType: 'SD', share: 0.06, clickCents: 48 },
] as const
const PRODUCT_CLICK_CENTS = 41
const BRAND_ORDER_CENTS = 2600
const CLICKS_PER_IMPRESSION = 0.0045
const LOSS_MONTH_FACTOR = 1.9
const EVENT_FACTOR = 1.25

const campaignIds = new Map<string, string>()
/** Campaign ids are 64-bit numbers beyond what a JavaScript number holds. */
function campaignId(market: Market, adType: string, subject: string, seed: number): string {
  const name = [seed, 'campaign', market.code, adType, subject] as const
  const known = campaignIds.get(name.join('/')) ?? `4${random(...name).digits(17)}`
  campaignIds.set(name.join('/'), known)
  return known
}

function resultOf(
  cost: number,
  clickCents: number,
  returnOnSpend: number,
  orderCents: number,
  chance: Random,
): Pick<AdvertisingDay, 'impressions' | 'clicks' | 'cost' | 'sales' | 'orders'> {
  const clicks = Math.max(1, Math.round((cost / clickCents) * (0.85 + 0.3 * chance.unit())))
  const impressions = Math.round((clicks / CLICKS_PER_IMPRESSION) * (0.7 + 0.6 * chance.unit()))
  const sales = Math.round(cost * returnOnSpend * 2 * chance.unit())
  const orders = sales === 0 ? 0 : Math.min(clicks, Math.max(1, Math.round(sales / orderCents)))
  return { impressions, clicks, cost, sales, orders }
}

/** Every day of the window has at least one row of each advertising type. */
export const advertisingOf = (market: Market, window: DemoWindow, seed: number): AdvertisingDay[] =>
  daysOf(window).flatMap((day) => advertisingOn(day, market, window, seed))

export function advertisingOn(
  day: IsoDate,
  market: Market,
  window: DemoWindow,
  seed: number,
): AdvertisingDay[] {
  if (!market.goods.some(({ advertisingPercent }) => advertisingPercent > 0)) return []
  const lossful = window.lossMonth.slice(0, 7)
  const idOf = (adType: string, subject: string) => campaignId(market, adType, subject, seed)
  const chance = random(seed, 'advertising', market.code, day)
  const pressure = (day.startsWith(lossful) ? LOSS_MONTH_FACTOR : 1) * (salesEventOn(day) ? EVENT_FACTOR : 1)
  const products: AdvertisingDay[] = []
  for (const { good, lines } of demandOn(day, market, window)) {
    const netSales = (lines * priceOf(good, market, day, window) * 100) / (100 + market.vatPercent)
    const cost = Math.round(
      ((netSales * good.advertisingPercent) / 100) * pressure * (0.75 + 0.5 * chance.unit()),
    )
    if (cost === 0) continue
    const result = resultOf(
      cost,
      PRODUCT_CLICK_CENTS,
      3.4 / pressure,
      priceOf(good, market, day, window),
      chance,
    )
    products.push({
      day,
      adType: 'SP',
      market,
      campaignId: idOf('SP', good.season),
      sku: good.sku,
      ...result,
    })
  }
  const spent = products.reduce((sum, { cost }) => sum + cost, 0)
  const brand = BRAND_CAMPAIGNS.map(({ adType, share, clickCents }): AdvertisingDay => {
    const cost = Math.max(1, Math.round(spent * share * (0.8 + 0.4 * chance.unit())))
    return {
      day,
      adType,
      market,
      campaignId: idOf(adType, 'brand'),
      sku: undefined,
      ...resultOf(cost, clickCents, 2.6 / pressure, BRAND_ORDER_CENTS, chance),
    }
  })
  return [...products, ...brand]
}
