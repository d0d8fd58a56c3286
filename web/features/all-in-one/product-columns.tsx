import type { AllInOneRow } from '#contract/all-in-one.ts'
import { ALL_IN_ONE_PRODUCTS } from '#contract/dashboards/all-in-one.ts'
import { keyColumn } from '#web/metrics/key-column.tsx'
import type { TableRow } from '#web/metrics/keyed-rows.ts'
import { growthColumn, metricColumn } from '#web/metrics/metric-columns.tsx'
import type { TableColumn } from '#web/table/table-column.ts'

type Line = TableRow<AllInOneRow>

/** Where the head has no room for the metric's name. */
const TITLES: Partial<Record<(typeof ALL_IN_ONE_PRODUCTS)[number], string>> = {
  unitsOrdered: 'Units',
  unitSessionPercentage: 'Conversion',
  buyBoxPercentage: 'Featured Offer',
}
/** Whose growth has a column of its own. */
const GROWING: readonly (typeof ALL_IN_ONE_PRODUCTS)[number][] = ['orderedProductSales', 'netProfit']

export const productColumns = (currencyCode: string): TableColumn<Line>[] => [
  keyColumn<AllInOneRow>('SKU'),
  ...ALL_IN_ONE_PRODUCTS.flatMap((metric) => {
    const shown = { metric, currencyCode, cell: ({ row }: Line) => row?.metrics[metric] }
    const title = TITLES[metric]
    return [
      metricColumn<Line>({ ...shown, ...(title && { title }) }),
      ...(GROWING.includes(metric) ? [growthColumn<Line>({ ...shown, title: 'Growth' })] : []),
    ]
  }),
]
