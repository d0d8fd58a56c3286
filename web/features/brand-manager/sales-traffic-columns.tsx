import type { SalesTrafficMetric } from '#contract/dashboards/brand-manager.ts'
import type { CourseInterval } from '#contract/dashboards/course.ts'
import { periodText } from '#web/charts/period-axis.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import type { CourseRow } from '#web/metrics/course-rows.ts'
import { comparedColumns, type ComparedColumn } from '#web/metrics/metric-columns.tsx'
import { periodColumn } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { rangeText } from '#web/ui/dates.ts'
import { COLUMNS_B2B } from './brand-manager-columns.tsx'

type Row = CourseRow<SalesTrafficMetric>

const COLUMNS: readonly ComparedColumn<SalesTrafficMetric>[] = [
  { metric: 'orderedProductSales', growth: true },
  { metric: 'unitsOrdered', title: 'Units', growth: true },
  { metric: 'averageSellingPrice', title: 'Avg. price', growth: true },
  { metric: 'sessions', growth: true },
  { metric: 'pageViews', growth: true },
  { metric: 'unitSessionPercentage', title: 'Conversion', growth: true },
  { metric: 'buyBoxPercentage', title: 'Featured Offer', growth: true },
  { metric: 'unitsRefunded', title: 'Refunded', growth: true },
  { metric: 'refundRate', growth: true },
]

interface ColumnsOptions {
  interval: CourseInterval
  currencyCode: string
  hasGrowth: boolean
  hasB2B: boolean
}

export function salesTrafficColumns({ interval, ...options }: ColumnsOptions): TableColumn<Row>[] {
  const b2b = COLUMNS_B2B.map((column) => ({ ...column, growth: true as const }))
  return [
    periodColumn<Row>({
      title: { DAILY: 'Day', WEEKLY: 'Week', MONTHLY: 'Month' }[interval],
      // Part of a month is its days.
      text: (row) => (row.isPartial ? rangeText(row.start, row.end) : periodText(row, AXES[interval])),
    }),
    ...[...COLUMNS, ...(options.hasB2B ? b2b : [])].flatMap(
      comparedColumns<SalesTrafficMetric, Row>(options, ({ metrics }) => metrics),
    ),
  ]
}
