import type { SalesTrafficMetric } from '#contract/dashboards/brand-manager.ts'
import type { CourseInterval } from '#contract/dashboards/course.ts'
import type { CourseRow } from '#web/metrics/course-rows.ts'
import { comparedColumns, type ComparedColumn } from '#web/metrics/metric-columns.tsx'
import { periodColumn } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
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
    periodColumn<Row>({ interval }),
    ...[...COLUMNS, ...(options.hasB2B ? b2b : [])].flatMap(
      comparedColumns<SalesTrafficMetric, Row>(options, ({ metrics }) => metrics),
    ),
  ]
}
