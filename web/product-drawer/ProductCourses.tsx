import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PRODUCT_WEEKS, type PRODUCT_COURSE } from '#contract/dashboards/product-drawer.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import type { PRODUCT_INTERVALS } from '#contract/product-drawer.ts'
import type { ChartPanel } from '#web/charts/panels.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { useAnswered } from '#web/dashboard/use-answered.ts'
import { chartPeriods } from '#web/metrics/course-rows.ts'
import { chartFormat, metricSeries } from '#web/metrics/metric-charts.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { trpc } from '#web/trpc.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import type { AskedProduct, ExplainMetric } from './product-scope.ts'

type Drawn = (typeof PRODUCT_COURSE)[number]
type Interval = (typeof PRODUCT_INTERVALS)[number]

const CHARTS = {
  SALES: {
    title: 'Sales',
    summary: 'Sales, units and the average price of a product over time.',
    panels: ['orderedProductSales', 'unitsOrdered', 'averageSellingPrice'],
  },
  ADS: {
    title: 'Advertising',
    summary: 'What a product’s advertising cost over time, and what it sold.',
    panels: ['adSpend', 'adSales', 'acos', 'clicks'],
  },
} as const satisfies Record<string, { title: string; summary: string; panels: readonly Drawn[] }>

const INTERVALS = [
  { value: 'DAILY', label: 'Days' },
  { value: 'WEEKLY', label: 'Weeks' },
] as const

interface ProductCoursesProps {
  asked: AskedProduct
  of: keyof typeof CHARTS
  onExplain: ExplainMetric
}

/** How a product moved over its days, or over half a year of weeks. */
export function ProductCourses({ asked, of, onExplain }: ProductCoursesProps) {
  const { contingency: _, ...question } = asked
  const [dateInterval, setInterval] = useState<Interval>('DAILY')
  const query = useQuery({
    ...trpc.productDrawer.getCourse.queryOptions({ ...question, dateInterval }),
    placeholderData: keepPreviousData,
  })
  const { currencyCode } = asked
  const answered = useAnswered(
    useMemo(() => ({ dateInterval, currencyCode }), [dateInterval, currencyCode]),
    query,
  ).asked
  const isDaily = answered.dateInterval === 'DAILY'
  const periods = query.data?.periods ?? []
  const { title, summary, panels } = CHARTS[of]
  const shown = chartPeriods(periods)
  return (
    <TimeChart
      title={title}
      note={isDaily ? `${answered.currencyCode}, by day` : `${PRODUCT_WEEKS} weeks`}
      summary={summary}
      periods={shown}
      interval={isDaily ? 'day' : 'week'}
      panels={panels.map((metric): ChartPanel => {
        const { label, unit } = metricOf(metric)
        const isLine = unit === 'percent' || unit === 'price'
        return {
          id: metric,
          title: label,
          form: isLine ? 'line' : 'bars',
          height: isLine ? 64 : 84,
          format: chartFormat(metric, answered.currencyCode),
          series: [
            metricSeries(
              metric,
              periods.map(({ metrics }) => metrics[metric].value),
            ),
          ],
        }
      })}
      status={queryStatus(query)}
      onExplain={(panel, index) => {
        const period = shown[index]
        if (period) onExplain(panel as Drawn, { start: period.start, end: period.end })
      }}
    >
      <SegmentedControl label="By" options={INTERVALS} value={dateInterval} onChange={setInterval} />
    </TimeChart>
  )
}
