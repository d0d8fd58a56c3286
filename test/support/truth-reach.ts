/** How far what is fetched of a seller of the sandbox reaches. */
import { addDays, earlier, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { Region } from '#contract/marketplaces.ts'
import type { Seller } from '#sandbox/seller.ts'

/** The days of a marketplace that a source has brought, each of them whole. */
export interface Reach {
  /** By settlements, and before them by transactions. */
  settled: DateRange
  ordered: DateRange
  traffic: DateRange
  trafficByProduct: DateRange
  /** What is spent on products reaches further back than what is spent on the brand. */
  advertising: DateRange
  advertisedProducts: DateRange
}

/** How far the sources reach of which the first part has come, or all of it. */
const DAYS = {
  CRITICAL: { transactions: 0, orders: 30, traffic: 30, trafficByProduct: 0, brandAds: 0, productAds: 0 },
  ALL: { transactions: 730, orders: 730, traffic: 730, trafficByProduct: 730, brandAds: 60, productAds: 95 },
} as const
const SETTLEMENTS_LISTED_DAYS = 90
/** Of transactions. */
const PROMISED_DAYS = 180
/** What comes late is told of days as old as this as it stays. */
const FINAL_AFTER_DAYS = 4
/** What has been fetched: what comes first, or all there is. */
export type Extent = keyof typeof DAYS

export function reachOf(
  { seller, now, extent }: { seller: Seller; now: Date; extent: Extent },
  marketplace: string,
  currency: string,
  today: IsoDate,
): Reach {
  const days = DAYS[extent]
  const newest = addDays(today, -FINAL_AFTER_DAYS)
  // Orders are asked for by days in UTC, so that of the first day of a marketplace some hours may lack. Where there are none on a
  // day, nothing was ordered; of other sources nothing is said of such a day.
  const last = (count: number, edge = 0): DateRange => ({ start: addDays(today, edge - count), end: newest })
  const told = (count: number): DateRange => ({
    ...last(count),
    start: later(seller.firstDay, addDays(today, -count)),
  })
  const region = seller.regions.find(({ marketplaces }) => marketplaces.includes(marketplace))!.region
  const since = new Date(+now - SETTLEMENTS_LISTED_DAYS * 86_400_000)
  const ids = new Set(
    seller
      .settlements(region, now)
      .filter(({ createdAt }) => createdAt >= since)
      .map(({ settlementId }) => settlementId),
  )
  const listed = seller
    .settlementTruth(now)
    .filter((one) => ids.has(one.settlementId) && one.currency === currency)
  const advertises = seller.profiles.some((profile) => profile.marketplace === marketplace)
  const isFirst = listed.some(({ firstDay }) => firstDay <= seller.firstDay)
  // In the middle of a day one is closed and the next one begun.
  const settlements = {
    start: listed.map(({ firstDay }) => addDays(firstDay, isFirst ? 0 : 1)).reduce(earlier),
    end: listed.map(({ lastDay }) => addDays(lastDay, -1)).reduce(later),
  }
  // Asked for by days in UTC, with hours around them, so that each of these days is whole everywhere. Of those that Amazon
  // promises to tell of one without any had none; what is older is known from the day after the first on.
  const back = (count: number) => addDays(now.toISOString().slice(0, 10), 1 - count)
  const transactions = {
    start: later(
      back(days.transactions),
      earlier(back(PROMISED_DAYS), addDays(firstPosted(seller, region, now), 1)),
    ),
    end: addDays(today, -1),
  }
  return {
    settled:
      days.transactions === 0
        ? settlements
        : {
            start: earlier(settlements.start, transactions.start),
            end: later(settlements.end, transactions.end),
          },
    ordered: last(days.orders, 2),
    traffic: told(days.traffic),
    trafficByProduct: told(days.trafficByProduct),
    advertising: told(advertises ? days.brandAds : 0),
    advertisedProducts: told(advertises ? days.productAds : 0),
  }
}

/** The day of an account's first transaction, in UTC, of all that the sandbox tells. */
function firstPosted(seller: Seller, region: Region, now: Date): IsoDate {
  const all = seller.transactions(region, new Date(`${seller.firstDay}T00:00:00Z`), now, now)
  return all.map((one) => (one as { postedDate: string }).postedDate.slice(0, 10)).reduce(earlier)
}
