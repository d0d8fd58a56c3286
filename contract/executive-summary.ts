/** `executiveSummary.*`: what browser and server agree on. */
import { z } from 'zod'
import type { AnsweredDays, MetricCell } from './answer.ts'
import type { LegacyMetric } from './dashboards/executive-summary.ts'
import type { ForecastMonths } from './metrics/forecast.ts'
import { ordered, ORDERED, PnlScope } from './profit-and-loss.ts'

const RangeScope = PnlScope.pick({
  companyId: true,
  currencyCode: true,
  startDate: true,
  endDate: true,
  marketplaces: true,
  asOf: true,
})

export const LegacyInput = RangeScope.refine(ordered, ORDERED)
export type LegacyInput = z.infer<typeof LegacyInput>

/** A month, cut by the range or by yesterday, or all of them together. */
export interface LegacyPeriod {
  startDate: string
  endDate: string
  isPartial: boolean
  metrics: Record<LegacyMetric, MetricCell>
}

/** Of the months that have begun. Those to come have a forecast of net sales, which is in no sum. */
export type LegacySummary = AnsweredDays & {
  months: LegacyPeriod[]
  total: LegacyPeriod
  forecast: ForecastMonths['months']
}
