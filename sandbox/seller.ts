/**
 * A seller of the sandbox: what Amazon would say of them, and the truth that it is made of. `sandbox/stories` makes them,
 * `sandbox/server` serves them as Amazon does.
 */
import type { IsoDate } from '#contract/date-range.ts'
import type { Region } from '#contract/marketplaces.ts'

/** A seller's account in one region, which one consent covers. */
export interface SellerRegion {
  region: Region
  sellingPartnerId: string
  storeName: string
  /** Codes; the first is where the account was opened. */
  marketplaces: readonly string[]
}

export interface SellerProfile {
  /** Beyond 2^53 for some. */
  profileId: string
  region: Region
  marketplace: string
  currency: string
  timeZone: string
  accountId: string
  accountName: string
}

export type ReportAnswer =
  | { kind: 'DONE'; content: string; charset?: 'UTF-8' | 'windows-1252' }
  /** Amazon cancels a report that would be empty. */
  | { kind: 'CANCELLED' }
  | { kind: 'FATAL'; reason: string }

export interface ReportQuestion {
  region: Region
  reportType: string
  marketplaces: readonly string[]
  start: Date
  end: Date
  options: Readonly<Record<string, string>>
}

/** A settlement report, which Amazon makes by itself when it closes. */
export interface SettlementReport {
  region: Region
  settlementId: string
  start: Date
  end: Date
  createdAt: Date
  content(): string
}

export interface AdvertisingQuestion {
  profileId: string
  reportTypeId: string
  groupBy: readonly string[]
  columns: readonly string[]
  start: IsoDate
  end: IsoDate
}

export interface SellerItem {
  asin: string
  sku: string
  title: string
  brand: string
  parentAsin?: string
}

/**
 * What really happened, apart from every report: of one day of the marketplace and one product. Amounts are in the smallest
 * unit of its currency: cents, or whole yen. All are 0 or more, also those of fees and refunds.
 */
export interface TruthOfDay {
  day: IsoDate
  marketplace: string
  currency: string
  /** Empty for advertising that is for no single product. */
  sku: string
  /** By day of purchase, without cancelled orders and without those of the seller's own shop; pending ones count. */
  unitsOrdered: number
  orderedSales: number
  /** By day of shipment, of what a settlement has released. Of the seller's own shop there are only fees. */
  unitsSettled: number
  principalSettled: number
  referralFees: number
  fulfilmentFees: number
  /** By day of the refund. */
  refundedPrincipal: number
  /** The same of what no settlement has yet: posted by now, and not held back. */
  unitsPosted: number
  principalPosted: number
  referralFeesPosted: number
  fulfilmentFeesPosted: number
  refundedPrincipalPosted: number
  /** By day of the refund, posted by now: what was given beside the price. */
  goodwill: number
  /** By day of shipment: all that is left of sales that are held back, after fees. */
  heldBack: number
  /** Storage, subscription and disposal, of no product, posted by now: whether a settlement has them already or not. */
  accountFees: number
  /** As Amazon tells it by now: days of late grow. Of a day that has no visitors yet sessions are what it will tell first. */
  adSpend: number
  adClicks: number
  adSales: number
  sessions: number
  /** Units for sale at the end of the day; undefined where no stock is kept, and on a day that is not over. */
  available?: number
}

export interface SettlementTruth {
  settlementId: string
  currency: string
  /** In the smallest unit of the currency; below zero where the seller owes Amazon. */
  total: number
  firstDay: IsoDate
  lastDay: IsoDate
}

/** How a seller's Amazon behaves beyond the usual. */
export interface Behaviour {
  /** Of the usual rates; 1 where nothing else is said. */
  rateFactor?: number
  /** One in so many answers is an error of Amazon's own; none where nothing is said. */
  faultyEvery?: number
  /** How long a report takes to be made, beside others. */
  slowFactor?: number
}

export interface Seller {
  /** In addresses and on consent pages, such as `harbour-hearth`. */
  id: string
  name: string
  /** One sentence for whoever chooses among them. */
  about: string
  establishmentCountry: string
  regions: readonly SellerRegion[]
  profiles: readonly SellerProfile[]
  behaviour: Behaviour
  items(marketplace: string): readonly SellerItem[]
  /** The first day that anything is known of. */
  firstDay: IsoDate
  /** Orders are those from `start` on and before `end`; other reports take the days of both, in UTC as they are written. */
  report(question: ReportQuestion, now: Date): ReportAnswer
  settlements(region: Region, now: Date): readonly SettlementReport[]
  /** Rows of a report, a row for each day: what the columns ask for and no more. */
  advertising(question: AdvertisingQuestion, now: Date): readonly Readonly<Record<string, string | number>>[]
  /** Transactions as the Finances API lists them, newest last. */
  transactions(region: Region, after: Date, before: Date, now: Date): readonly object[]
  truth(now: Date): readonly TruthOfDay[]
  settlementTruth(now: Date): readonly SettlementTruth[]
}
