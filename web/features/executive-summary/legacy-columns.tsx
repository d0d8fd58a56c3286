import { LEGACY_COLUMNS, type LegacyMetric } from '#contract/dashboards/executive-summary.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { growthColumn, metricColumn } from '#web/metrics/metric-columns.tsx'
import type { CourseRow } from '#web/metrics/course-rows.ts'
import { periodColumn } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'

type Row = CourseRow<LegacyMetric>

/** Where the head has no room for the metric's name. */
const TITLES: Partial<Record<LegacyMetric, string>> = {
  unitsSold: 'Units',
  statementOperatingExpenses: 'Expenses',
  netMargin: 'Margin',
}
const MONEY_WIDTH = 84
const NARROW = 72

export const legacyColumns = (currencyCode: string): TableColumn<Row>[] => [
  { ...periodColumn<Row>({ interval: 'MONTHLY' }), width: 226 },
  ...LEGACY_COLUMNS.flatMap((metric) => {
    const title = TITLES[metric]
    const column = {
      metric,
      ...(title && { title }),
      currencyCode,
      width: metricOf(metric).unit === 'money' ? MONEY_WIDTH : NARROW,
      cell: ({ metrics }: Row) => metrics[metric],
    }
    return [
      metricColumn<Row>(column),
      ...(metric === 'netSales' ? [growthColumn<Row>({ ...column, title: 'Growth', width: NARROW })] : []),
    ]
  }),
]
