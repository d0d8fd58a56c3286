/** `trends.*`: what browser and server agree on. */
import { z } from 'zod'
import type { AnsweredDays, CoursePart, CoursePeriod, MetricCell } from './answer.ts'
import { COURSE_INTERVALS } from './dashboards/course.ts'
import {
  ADVERTISING_TREND_METRICS,
  SALES_TREND_METRICS,
  TREND_SPLITS,
  type TrendMetric,
} from './dashboards/trends.ts'
import { GROWTH_TYPES } from './periods.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const trendsInput = (metrics: readonly TrendMetric[]) =>
  PnlScope.omit({ notAllocated: true, useAdjustedAdvertising: true })
    .extend({
      dateInterval: z.enum(COURSE_INTERVALS).default('WEEKLY'),
      growthType: z.enum(GROWTH_TYPES).default('MONTH_ON_MONTH'),
      metrics: z
        .array(z.enum(metrics))
        .min(1)
        .max(metrics.length)
        .refine((asked) => new Set(asked).size === asked.length, 'Name each metric once.'),
      /** By what the first of the metrics is split. */
      splitBy: z.enum(TREND_SPLITS).default('NONE'),
    })
    .refine(ordered, ORDERED)

export const SalesTrendsInput = trendsInput(SALES_TREND_METRICS)
export const AdvertisingTrendsInput = trendsInput(ADVERTISING_TREND_METRICS)
export type TrendsInput = z.infer<typeof SalesTrendsInput>

export type TrendPeriod = CoursePeriod<Partial<Record<TrendMetric, MetricCell>>>

/** Periods of the days that reports reach to, the oldest first; they add up to the total. */
export type Trends = AnsweredDays & {
  periods: TrendPeriod[]
  total: TrendPeriod
  /** Of the first metric, the largest first; absent where nothing is split, and none where nothing tells them. */
  parts?: CoursePart<TrendMetric>[]
}
