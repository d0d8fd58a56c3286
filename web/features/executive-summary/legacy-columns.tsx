import { LEGACY_COLUMNS, type LegacyMetric } from '#contract/dashboards/executive-summary.ts'
import type { LegacyPeriod } from '#contract/executive-summary.ts'
import type { MetricCell } from '#contract/answer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { periodText } from '#web/charts/period-axis.ts'
import { growthColumn, metricColumn } from '#web/metrics/metric-columns.tsx'
import { periodColumn, type PeriodRow } from '#web/metrics/PeriodTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { rangeText } from '#web/ui/dates.ts'

/** A month of the answer, or its total. */
export interface LegacyRow extends PeriodRow {
  metrics: Record<LegacyMetric, MetricCell>
}

export const legacyRow =
  (isTotal: boolean) =>
  ({ startDate, endDate, isPartial, metrics }: LegacyPeriod): LegacyRow => ({
    start: startDate,
    end: endDate,
    isTotal,
    isPartial,
    metrics,
  })

/** Where the head has no room for the metric's name. */
const TITLES: Partial<Record<LegacyMetric, string>> = {
  unitsSold: 'Units',
  statementOperatingExpenses: 'Expenses',
  netMargin: 'Margin',
}
const MONEY_WIDTH = 84
const NARROW = 72

export const legacyColumns = (currencyCode: string): TableColumn<LegacyRow>[] => [
  {
    ...periodColumn<LegacyRow>({
      title: 'Month',
      // Part of a month is its days.
      text: (row) => (row.isPartial ? rangeText(row.start, row.end) : periodText(row, 'month')),
    }),
    width: 226,
  },
  ...LEGACY_COLUMNS.flatMap((metric) => {
    const title = TITLES[metric]
    const column = {
      metric,
      ...(title && { title }),
      currencyCode,
      width: metricOf(metric).unit === 'money' ? MONEY_WIDTH : NARROW,
      cell: ({ metrics }: LegacyRow) => metrics[metric],
    }
    return [
      metricColumn<LegacyRow>(column),
      ...(metric === 'netSales'
        ? [growthColumn<LegacyRow>({ ...column, title: 'Growth', width: NARROW })]
        : []),
    ]
  }),
]
