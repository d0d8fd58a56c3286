/** `productDrawer.*`: what browser and server agree on. */
import { z } from 'zod'
import type { AnsweredDays, CoursePeriod, MetricCell } from './answer.ts'
import type {
  PRODUCT_CARDS,
  PRODUCT_COURSE,
  PRODUCT_REORDERING,
  PRODUCT_SEARCH_METRICS,
  PRODUCT_STEPS,
  PRODUCT_STOCK,
} from './dashboards/product-drawer.ts'
import type { StockStatus } from './stock-status.ts'
import { CONTINGENCY_PRESET } from './dashboards/unit-economics.ts'
import { AsOf, CompanyId, Contingency, Currency, MarketplaceCodes, SKU_LENGTH_MAX, text } from './fields.ts'

export const ProductInput = z.object({
  companyId: CompanyId,
  sku: text(SKU_LENGTH_MAX).min(1),
  currencyCode: Currency,
  /** All of them when absent or empty. */
  marketplaces: MarketplaceCodes.optional(),
  asOf: AsOf.optional(),
})
export type ProductInput = z.infer<typeof ProductInput>

export const ProductFiguresInput = ProductInput.extend({
  contingency: Contingency.default(CONTINGENCY_PRESET),
})

/** A product, as files and people call it; empty texts are what nobody says. */
export interface ProductIdentity {
  sku: string
  asin: string
  name: string
  customName: string
  brandName: string
  category: string
  tags: string[]
  hasPicture: boolean
  /** Codes of those that any file names it in. */
  marketplaces: string[]
}

type Cells<Id extends string> = Record<Id, MetricCell>

/** Of the last days that reports reach to, against as many before. */
export interface ProductFigures extends Pick<AnsweredDays, 'period' | 'comparison'> {
  identity: ProductIdentity
  cards: Cells<(typeof PRODUCT_CARDS)[number]>
  /** Per unit; the price less the others is the profit. */
  steps: Cells<(typeof PRODUCT_STEPS)[number]>
  stock: Cells<(typeof PRODUCT_STOCK)[number]>
  /** The day of the snapshot that stock is told from; null without one. */
  snapshotDay: string | null
  reordering: Cells<(typeof PRODUCT_REORDERING)[number]>
  /** Null without a snapshot. */
  stockStatus: StockStatus | null
  /** By which it is reordered. */
  days: { leadTime: number; safety: number; targetCover: number }
}

export const PRODUCT_INTERVALS = ['DAILY', 'WEEKLY'] as const
export const ProductCourseInput = ProductInput.extend({
  dateInterval: z.enum(PRODUCT_INTERVALS).default('DAILY'),
})

export interface ProductCourse {
  periods: CoursePeriod<Cells<(typeof PRODUCT_COURSE)[number]>>[]
}

/** What shoppers searched for who saw the product; null where no report of searches is there. */
export type ProductSearches = {
  period: { startDate: string; endDate: string }
  /** Those with most purchases. */
  rows: { query: string; metrics: Record<(typeof PRODUCT_SEARCH_METRICS)[number], string | null> }[]
  /** Of all that the reports name. */
  total: number
} | null
