/** What products could have left and did not (LOST-1), by cause. */
import type { IsoDate } from './date-range.ts'

/** In this order: a day of a product counts for the first that applies. The last two are money spent, on whatever day. */
export const LOST_CAUSES = [
  'OUT_OF_STOCK',
  'STRANDED',
  'FEATURED_OFFER',
  'WASTED_CLICKS',
  'UNREIMBURSED',
] as const
export type LostCause = (typeof LOST_CAUSES)[number]

/** Causes that are told from what would have been sold. */
export const ESTIMATED_CAUSES: readonly LostCause[] = ['OUT_OF_STOCK', 'STRANDED', 'FEATURED_OFFER']

/** What was clicked in vain, the first of these that reports tell apart. */
export const CLICKED_LEVELS = ['SEARCH_TERM', 'TARGET', 'PRODUCT'] as const
export type ClickedLevel = (typeof CLICKED_LEVELS)[number]

/** Clicks and orders of so many days count. */
export const WASTED_CLICK_DAYS = 14
/** After so many days without a reimbursement a loss is one to claim. */
export const REIMBURSED_AFTER_DAYS = 30

/** Amounts and units are decimal text above zero. */
export interface LostContribution {
  cause: LostCause
  amount: string
  /** Products that it is of; 0 of clicks that belong to none alone. */
  products: number
  /** Of these, those that lost most, the first of them first. */
  skus: string[]
  /** Of estimates: how many days count for it, those of several products together. */
  days?: number
  /** Not sold, or gone from the warehouse; absent of clicks. */
  units?: string
  /** What a unit comes to; absent where it is of several products, and of clicks. */
  unitAmount?: string
  clicks?: { count: number; places: number; level: ClickedLevel }
}

/** So many products of a cause are named. */
export const LOST_SKUS_NAMED = 20

export interface LostContributions {
  period: { startDate: IsoDate; endDate: IsoDate }
  /** The largest first; what has no amount is not listed. */
  causes: LostContribution[]
  /** Decimal text; null where nothing is listed. */
  total: string | null
  /** Of the same days and selection; null where it is not known. */
  netProfit: string | null
  /** Products that lost units, of which nobody knows what one leaves or, gone from the warehouse, what each of them cost. */
  productsWithoutMargin: number
  /** Currencies of clicks that are left out, for which there is no exchange rate. */
  clicksWithoutRate: string[]
  /** Whose days were looked at: those with most sales, of all that were sold. */
  products: { lookedAt: number; all: number }
  /** Where there is more than is read at once: clicks and losses are the largest of them. */
  isCut: { clicks: boolean; losses: boolean }
}
