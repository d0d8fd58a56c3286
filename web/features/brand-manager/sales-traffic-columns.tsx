import type { BrandPeriod, BrandPeriods } from '#contract/brand-manager.ts'
import type { SalesTrafficMetric } from '#contract/dashboards/brand-manager.ts'
import type { CourseInterval } from '#contract/dashboards/course.ts'
import { periodText } from '#web/charts/period-axis.ts'
import { periodColumn, type PeriodRow } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { rangeText } from '#web/ui/dates.ts'
import { AXES } from './BrandCourse.tsx'
import { brandColumns, COLUMNS_B2B, type Shown } from './brand-manager-columns.tsx'

/** A period of the answer, or its total. */
export interface SalesTrafficRow extends PeriodRow {
  metrics: BrandPeriod['metrics']
}

const rowOf =
  (isTotal: boolean) =>
  ({ startDate, endDate, isPartial, metrics }: BrandPeriod): SalesTrafficRow => ({
    start: startDate,
    end: endDate,
    isTotal,
    isPartial,
    metrics,
  })

/** The newest first. */
export const salesTrafficRows = ({ periods }: BrandPeriods): SalesTrafficRow[] =>
  periods.map(rowOf(false)).toReversed()
export const salesTrafficTotal = ({ total }: BrandPeriods): SalesTrafficRow => rowOf(true)(total)

const COLUMNS: readonly Shown<SalesTrafficMetric>[] = [
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

export function salesTrafficColumns({
  interval,
  ...options
}: ColumnsOptions): TableColumn<SalesTrafficRow>[] {
  const b2b = COLUMNS_B2B.map((column) => ({ ...column, growth: true as const }))
  return [
    periodColumn<SalesTrafficRow>({
      title: { DAILY: 'Day', WEEKLY: 'Week', MONTHLY: 'Month' }[interval],
      // Part of a month is its days.
      text: (row) => (row.isPartial ? rangeText(row.start, row.end) : periodText(row, AXES[interval])),
    }),
    ...[...COLUMNS, ...(options.hasB2B ? b2b : [])].flatMap(
      brandColumns<SalesTrafficMetric, SalesTrafficRow>(options, ({ metrics }) => metrics),
    ),
  ]
}
