/** `allInOne.*`: what browser and server agree on. */
import { z } from 'zod'
import {
  ListInput,
  type AnsweredDays,
  type CoursePeriod,
  type Identity,
  type KeyedRow,
  type Listing,
  type MetricCell,
} from './answer.ts'
import {
  ALL_IN_ONE_PRODUCTS,
  MOVERS_AT_FIRST,
  MOVERS_MAX,
  type ALL_IN_ONE_CARDS,
  type ALL_IN_ONE_COURSE,
  type MOVER_METRICS,
  type PROFIT_STEPS,
} from './dashboards/all-in-one.ts'
import { COURSE_INTERVALS } from './dashboards/course.ts'
import { AsOf, CompanyId, Currency, MarketplaceCodes } from './fields.ts'
import { putsInOrder } from './metrics/evaluate.ts'
import { GROWTH_TYPES } from './periods.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const Scope = PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true }).extend({
  growthType: z.enum(GROWTH_TYPES).default('MONTH_ON_MONTH'),
})

export const AllInOneInput = Scope.refine(ordered, ORDERED)
export type AllInOneInput = z.infer<typeof AllInOneInput>

type Cells<Id extends string> = Record<Id, MetricCell>

export type AllInOneSummary = AnsweredDays & { cards: Cells<(typeof ALL_IN_ONE_CARDS)[number]> }

export const AllInOneCourseInput = Scope.extend({
  dateInterval: z.enum(COURSE_INTERVALS).default('DAILY'),
}).refine(ordered, ORDERED)
export type AllInOneCourseInput = z.infer<typeof AllInOneCourseInput>

export interface AllInOneCourse {
  periods: CoursePeriod<Cells<(typeof ALL_IN_ONE_COURSE)[number]>>[]
}

/** The steps add up to the net profit of the orders of the range. */
export type ProfitBridge = AnsweredDays & {
  steps: Cells<(typeof PROFIT_STEPS)[number]>
  /** What shares of sales are of (PCT-1). */
  netSales: MetricCell
  netProfit: MetricCell
}

/** Sales by marketplace, the largest first; with `notAllocated` they add up to `total`. */
export type MarketplaceSplit = Listing<MarketplaceRow> & AnsweredDays
export interface MarketplaceRow extends KeyedRow {
  sales: MetricCell
  /** Of the sales of all rows, 0.25 = 25 %; null where these are not above zero. */
  salesShare: number | null
}

export const MoversInput = Scope.extend({
  limit: z.int().min(1).max(MOVERS_MAX).default(MOVERS_AT_FIRST),
}).refine(ordered, ORDERED)
export type MoversInput = z.infer<typeof MoversInput>

/** What may have made a product sell more or less: of these the first that moved as far as the change of sales asks. */
export const LIKELY_REASONS = [
  'OUT_OF_STOCK',
  'FEATURED_OFFER',
  'PRICE',
  'SESSIONS',
  'CONVERSION',
  'AD_SPEND',
] as const
export type LikelyReason = (typeof LIKELY_REASONS)[number]

export interface Mover {
  sku: string
  identity: Identity
  metrics: Cells<(typeof MOVER_METRICS)[number]>
  /** Of its sales against the comparison; decimal text. */
  change: string
  /** The same in points of the sales of all products before: 0.018 = 1.8 points; null where these were nothing. */
  contribution: number | null
  /** By so many more it had nothing to sell than before; null where snapshots do not tell of every day. */
  moreDaysOutOfStock: number | null
  /** Null where none of them moved far enough. */
  likelyReason: LikelyReason | null
}

/** Sums have no value where the sales of one of the products have none, as without an exchange rate. */
export interface MoversTogether {
  count: number
  sales: string | null
  change: string | null
  contribution: number | null
}

export type Movers = Pick<AnsweredDays, 'period' | 'comparison'> & {
  /** The largest changes, those upward first, each direction by its size. */
  rows: Mover[]
  /** Of the products that are not listed. */
  others: MoversTogether
  total: MoversTogether
}

export const AllInOneProductsInput = Scope.extend({
  ...ListInput.shape,
  sortBy: z
    .enum(ALL_IN_ONE_PRODUCTS)
    .refine(putsInOrder, 'Rows cannot be put in order by this number.')
    .default('orderedProductSales'),
}).refine(ordered, ORDERED)
export type AllInOneProductsInput = z.infer<typeof AllInOneProductsInput>

export interface AllInOneRow extends KeyedRow {
  metrics: Partial<Cells<(typeof ALL_IN_ONE_PRODUCTS)[number]>>
}
export type AllInOneProducts = Listing<AllInOneRow> & AnsweredDays

export const AlertsInput = z.object({
  companyId: CompanyId,
  /** In which products are found that lose money, and spend is told. */
  currencyCode: Currency,
  marketplaces: MarketplaceCodes.optional(),
  asOf: AsOf.optional(),
})
export type AlertsInput = z.infer<typeof AlertsInput>

/** How many of what needs somebody, of the last 30 days; null where nothing says how many. */
export interface Alerts {
  period: { startDate: string; endDate: string }
  losingProducts: number | null
  unitsWithoutCost: number | null
  /** Decimal text. */
  strandedUnits: string | null
  /** Products that sell and have nothing left within days; named are those that sell fastest. */
  runningOut: { products: number; skus: string[] } | null
  /** Decimal text, in the asked currency; null where no report says what was searched for, or an amount has no exchange rate. */
  spendWithoutOrders: string | null
  brokenConnections: number
  /** Whose consents end within 30 days. */
  endingConnections: number
}
