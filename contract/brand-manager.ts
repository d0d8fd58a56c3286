/** `brandManager.*`: what browser and server agree on. */
import { z } from 'zod'
import {
  ListInput,
  numberFilters,
  type AnsweredDays,
  type CoursePart,
  type CoursePeriod,
  type KeyedRow,
  type Listing,
  type MetricCell,
} from './answer.ts'
import {
  BRAND_CARDS,
  BRAND_CARDS_B2B,
  BRAND_METRICS,
  BRAND_METRICS_B2B,
  type BrandMetric,
  type SalesTrafficMetric,
} from './dashboards/brand-manager.ts'
import { COURSE_DIMENSIONS, COURSE_INTERVALS } from './dashboards/course.ts'
import { putsInOrder } from './metrics/evaluate.ts'
import { GROWTH_TYPES } from './periods.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const CARDS = [...BRAND_CARDS, ...BRAND_CARDS_B2B] as const
export type BrandCard = (typeof CARDS)[number]

const Scope = PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true }).extend({
  showB2BMetrics: z.boolean().default(true),
  growthType: z.enum(GROWTH_TYPES).default('MONTH_ON_MONTH'),
})

export const BrandSummaryInput = Scope.refine(ordered, ORDERED)
export type BrandSummaryInput = z.infer<typeof BrandSummaryInput>

export type BrandSummary = AnsweredDays & { cards: Partial<Record<BrandCard, MetricCell>> }

export const BrandCourseInput = Scope.extend({
  dateInterval: z.enum(COURSE_INTERVALS).default('MONTHLY'),
  dimension: z.enum(COURSE_DIMENSIONS).default('NONE'),
  /** Of what is split; undivided, all cards are told. */
  metric: z.enum(CARDS).default('orderedProductSales'),
}).refine(ordered, ORDERED)
export type BrandCourseInput = z.infer<typeof BrandCourseInput>

export interface BrandCourse {
  periods: {
    startDate: string
    endDate: string
    /** PARTIAL: cut by the range, in progress, or not wholly read. FUTURE: it has not begun. */
    state: 'WHOLE' | 'PARTIAL' | 'FUTURE'
  }[]
  /** The largest first. What parts beside them come to is `Other`, for metrics that add up. */
  parts: CoursePart<BrandCard>[]
}

export const BrandPeriodsInput = Scope.extend({
  dateInterval: z.enum(COURSE_INTERVALS).default('MONTHLY'),
}).refine(ordered, ORDERED)
export type BrandPeriodsInput = z.infer<typeof BrandPeriodsInput>

export type BrandPeriod = CoursePeriod<Partial<Record<SalesTrafficMetric, MetricCell>>>

/** The days of `period`, the oldest first, and all of them together. */
export type BrandPeriods = AnsweredDays & { periods: BrandPeriod[]; total: BrandPeriod }

export const BrandListInput = Scope.extend({
  ...ListInput.shape,
  numbers: numberFilters([...BRAND_METRICS, ...BRAND_METRICS_B2B]),
  sortBy: z
    .enum([...BRAND_METRICS, ...BRAND_METRICS_B2B])
    .refine(putsInOrder, 'Rows cannot be put in order by this number.')
    .default('orderedProductSales'),
  /** Of products: rows are parent ASINs, each the sums of its products. */
  groupByParent: z.boolean().default(false),
}).refine(ordered, ORDERED)
export type BrandListInput = z.infer<typeof BrandListInput>

export interface BrandRow extends KeyedRow {
  metrics: Partial<Record<BrandMetric, MetricCell>>
  /** Its sales as a share of those of the total, 0.2 = 20 %; null where these are not above zero. */
  salesShare: number | null
  /** Its sales in each period of `courseOf`; null where no report says. Of rows alone, not of their sums. */
  course?: (string | null)[]
  /** Of a parent: its products in the selection, of many the first, and how many there are. */
  products?: { skus: string[]; count: number }
}

export type BrandListing = Listing<BrandRow> &
  AnsweredDays & {
    /** As many days each, up to the last that is answered. */
    courseOf: { startDate: string; endDate: string }[]
  }
