/** Advertising of a story: what it seems to bring are order lines that really came that day, each counted once. */
import { addDays, type IsoDate } from '#contract/date-range.ts'
import type { ChargeContext } from '../account-charges.ts'
import { advertisingOn, type AdvertisingDay } from '../advertising.ts'
import type { Good } from '../goods.ts'
import type { Market } from '../markets.ts'
import type { Order, OrderLine } from '../orders.ts'
import { random, type Random } from '../random.ts'

export interface Ad extends AdvertisingDay {
  asin: string | undefined
  units: number
  /** Part of `sales` that is of the advertised product itself. */
  salesOfSame: number
}

export function adsOn(day: IsoDate, { market, window, seed }: ChargeContext, orders: readonly Order[]): Ad[] {
  const made = advertisingOn(day, market, window, seed)
  const free = new Set(
    orders
      .filter(({ isMultiChannel, status }) => !isMultiChannel && status !== 'Cancelled')
      .flatMap((order) => order.lines),
  )
  const goods = goodsBySku(market)
  return made.map((ad) => {
    const good = goods.get(ad.sku ?? '')
    const lines = good
      ? ofProduct(ad, good, market, free, random(seed, 'claimed', market.code, day, good.sku))
      : ofBrand(ad, free)
    const sum = (pick: (line: OrderLine) => number) => lines.reduce((all, line) => all + pick(line), 0)
    return {
      ...ad,
      asin: good?.asin,
      clicks: Math.max(ad.clicks, lines.length),
      impressions: Math.max(ad.impressions, lines.length),
      sales: sum(({ principal }) => principal),
      orders: lines.length,
      units: sum(({ quantity }) => quantity),
      salesOfSame: good ? sum(({ principal }) => principal) : 0,
    }
  })
}

const known = new WeakMap<Market, ReadonlyMap<string, Good>>()
function goodsBySku(market: Market): ReadonlyMap<string, Good> {
  const goods = known.get(market) ?? new Map(market.goods.map((good) => [good.sku, good]))
  known.set(market, goods)
  return goods
}

/** Of the lines of a product as large a part as its advertising would bring of what is expected. */
function ofProduct(
  { cost, sales }: AdvertisingDay,
  { sku, advertisingPercent }: Good,
  { vatPercent }: Market,
  free: Set<OrderLine>,
  chance: Random,
): OrderLine[] {
  const part = ((sales / cost) * advertisingPercent) / (100 + vatPercent)
  const lines = [...free].filter(({ good }) => good.sku === sku && chance.chance(part))
  for (const line of lines) free.delete(line)
  return lines
}

/** Lines of any product that come closest to what the campaign would bring. */
function ofBrand({ sales }: AdvertisingDay, free: Set<OrderLine>): OrderLine[] {
  const lines: OrderLine[] = []
  let rest = sales
  for (const line of free) {
    if (rest < line.principal / 2) continue
    free.delete(line)
    lines.push(line)
    rest -= line.principal
  }
  return lines
}

/** In percent of the final numbers: conversions come late, and invalid clicks are weighed for some days. */
const TOLD_AFTER_DAYS = [0, 70, 90]

/** What Amazon says by `today`, a day of the marketplace, of the ads of a day: nothing before the day is over. */
export function adsAsTold(ads: readonly Ad[], day: IsoDate, today: IsoDate): readonly Ad[] {
  const age = TOLD_AFTER_DAYS.findIndex((_, days) => addDays(day, days) >= today)
  if (age === -1) return ads
  const part = (number: number) => Math.floor((number * TOLD_AFTER_DAYS[age]!) / 100)
  return age === 0
    ? []
    : ads.map((ad) => ({
        ...ad,
        impressions: part(ad.impressions),
        clicks: part(ad.clicks),
        cost: part(ad.cost),
        sales: part(ad.sales),
        salesOfSame: part(ad.salesOfSame),
        orders: part(ad.orders),
        units: part(ad.units),
      }))
}
