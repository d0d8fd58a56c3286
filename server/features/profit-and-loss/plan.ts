import {
  addDays,
  bucketsOf,
  comparisonBucket,
  effectiveInterval,
  isYearOrLonger,
  PRIOR_SUMMARY,
  SUMMARY_VIEWS,
  summaryRanges,
  type DateRange,
  type GrowthType,
  type IsoDate,
  type SummaryView,
} from '#contract/date-range.ts'
import type { PnlInput } from '#contract/profit-and-loss.ts'
import type { PlannedColumn, PnlPlan } from '#server/ledger/statement.ts'

/** Transactions are still being released for so many days after they are posted (TXN-2). */
const PROVISIONAL_DAYS = 14

/** The summaries that are asked for; the specification's four when the call leaves the choice open. */
type PlanInput = Pick<
  PnlInput,
  'startDate' | 'endDate' | 'dateInterval' | 'dateOrder' | 'growthMetricType' | 'summaryViews'
>

/** Works out every column and what it is compared with. Pure: `today` is an argument. */
export function planOf(input: PlanInput, today: IsoDate): PnlPlan {
  const range = { start: input.startDate, end: input.endDate }
  const interval = effectiveInterval(input.dateInterval, range)
  const growthType: GrowthType = isYearOrLonger(range)
    ? 'YEAR_ON_YEAR'
    : (input.growthMetricType ?? 'MONTH_ON_MONTH')
  const isProvisional = (period: DateRange) => period.end >= addDays(today, -PROVISIONAL_DAYS)

  const buckets: PlannedColumn[] = bucketsOf(range, interval).map(({ partial, ...period }) => ({
    column: 'bucket',
    period,
    comparison: comparisonBucket(period, interval, growthType),
    partial,
    provisional: isProvisional(period),
  }))
  if (input.dateOrder === 'DESC') buckets.reverse()

  const ranges = summaryRanges(range, addDays(today, -1))
  const priorOf: Partial<Record<SummaryView, SummaryView>> = PRIOR_SUMMARY
  const summaries: PlannedColumn[] = SUMMARY_VIEWS.filter((view) => input.summaryViews?.[view]).map(
    (view) => {
      const prior = priorOf[view]
      return {
        column: view,
        period: ranges[view],
        comparison: prior ? ranges[prior] : null,
        partial: false,
        provisional: isProvisional(ranges[view]),
      }
    },
  )
  const columns = [...buckets, ...summaries]
  return { columns, ...segmentsOf(columns) }
}

function segmentsOf(columns: PlannedColumn[]): { segmentStarts: IsoDate[]; span: DateRange } {
  const periods = columns.flatMap(({ period, comparison }) => (comparison ? [period, comparison] : [period]))
  const starts = new Set(periods.flatMap(({ start, end }) => [start, addDays(end, 1)]))
  const segmentStarts = [...starts].toSorted()
  const last = segmentStarts.at(-1)!
  return {
    segmentStarts: segmentStarts.slice(0, -1),
    span: { start: segmentStarts[0]!, end: addDays(last, -1) },
  }
}
