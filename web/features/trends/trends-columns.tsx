import type { CourseInterval } from '#contract/dashboards/course.ts'
import type { TrendMetric } from '#contract/dashboards/trends.ts'
import { weekNumber } from '#contract/date-range.ts'
import type { GrowthType } from '#contract/periods.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import type { CourseRow } from '#web/metrics/course-rows.ts'
import { comparedColumns, type ComparedColumn } from '#web/metrics/metric-columns.tsx'
import { periodColumn } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'

export type TrendsRow = CourseRow<TrendMetric>

interface ColumnsOptions {
  columns: readonly ComparedColumn<TrendMetric>[]
  interval: CourseInterval
  currencyCode: string
  hasGrowth: boolean
  /** Of periods. */
  count: number
  linked: (row: TrendsRow, name: string) => React.ReactNode
}

export const trendsColumns = ({
  columns,
  interval,
  count,
  linked,
  ...options
}: ColumnsOptions): TableColumn<TrendsRow>[] => [
  periodColumn<TrendsRow>({
    interval,
    totalText: countText(count, AXES[interval]),
    ...(interval === 'WEEKLY' && {
      text: ({ start }: TrendsRow) => `Week ${weekNumber(start)}`,
      days: ({ start, end }: TrendsRow) => compactRangeText(start, end),
    }),
    linked,
  }),
  ...columns.flatMap(comparedColumns<TrendMetric, TrendsRow>(options, ({ metrics }) => metrics)),
]

/** What a period is compared with, in words. */
export const comparisonText = (interval: CourseInterval, growthType: GrowthType): string =>
  growthType === 'MONTH_ON_MONTH'
    ? `the ${AXES[interval]} before`
    : interval === 'MONTHLY'
      ? 'the same month last year'
      : `the same ${interval === 'DAILY' ? 'weekday' : 'week'} last year, 364 days before`
