import type { BrandListing, BrandRow } from '#contract/brand-manager.ts'
import {
  BRAND_METRICS_OF_PRODUCT,
  type BrandMetric,
  type BRAND_METRICS_B2B,
} from '#contract/dashboards/brand-manager.ts'
import type { RowsBy } from '#contract/dashboards/grouping.ts'
import { keyColumn } from '#web/metrics/key-column.tsx'
import type { TableRow } from '#web/metrics/keyed-rows.ts'
import { comparedColumns, growthColumn, type ComparedColumn } from '#web/metrics/metric-columns.tsx'
import { shareColumn, sparkColumn } from '#web/table/cell-kinds.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { rangeText } from '#web/ui/dates.ts'
import { moneyText } from '#web/ui/numbers.ts'

type Line = TableRow<BrandRow>

const COLUMNS: readonly ComparedColumn<BrandMetric>[] = [
  { metric: 'unitsOrdered', title: 'Units', growth: true },
  { metric: 'averageSellingPrice', title: 'Avg. price' },
  { metric: 'sessions', growth: true },
  { metric: 'unitSessionPercentage', title: 'Conversion', growth: true },
  { metric: 'buyBoxPercentage', title: 'Featured Offer' },
  { metric: 'adSpend' },
  { metric: 'acos' },
  { metric: 'tacos' },
  { metric: 'adSalesShare', title: 'Ad share' },
  { metric: 'refundRate' },
  { metric: 'contributionMargin3', title: 'CM3' },
  { metric: 'contributionMargin3Percent', title: 'CM3 %' },
]

export const COLUMNS_B2B: readonly ComparedColumn<(typeof BRAND_METRICS_B2B)[number]>[] = [
  { metric: 'orderedProductSalesB2B' },
  { metric: 'b2bSalesShare', title: 'B2B share' },
  { metric: 'unitsOrderedB2B' },
  { metric: 'averageSellingPriceB2B', title: 'B2B avg. price' },
  { metric: 'unitSessionPercentageB2B' },
]

interface ColumnsOptions {
  groupBy: RowsBy
  currencyCode: string
  hasGrowth: boolean
  hasB2B: boolean
  /** Of the rows that are shown: whose bar fills its track. */
  shareMax: number
  courseOf: BrandListing['courseOf']
  linked: (row: BrandRow, name: React.ReactNode) => React.ReactNode
}

export function brandManagerColumns(options: ColumnsOptions): TableColumn<Line>[] {
  const { groupBy, currencyCode, hasGrowth, hasB2B, shareMax, courseOf, linked } = options
  const columnsOf = comparedColumns<BrandMetric, Line>(options, ({ row }) => row?.metrics)
  return [
    keyColumn(groupBy, linked),
    ...columnsOf({ metric: 'orderedProductSales' }),
    shareColumn<Line>({
      id: 'share',
      title: 'Share',
      width: 128,
      isSortable: false,
      share: ({ row }) => row && row.salesShare,
      tone: 'sales',
      max: shareMax,
      hasBar: ({ kind }) => kind === 'row',
    }),
    ...(hasGrowth
      ? [
          growthColumn<Line>({
            metric: 'orderedProductSales',
            title: 'Growth',
            currencyCode,
            width: 76,
            cell: ({ row }) => row && row.metrics.orderedProductSales,
          }),
        ]
      : []),
    sparkColumn<Line>({
      id: 'course',
      title: 'Over time',
      hint: 'Sales by day, of longer ranges by seven or 28 days. Each row has a scale of its own.',
      width: 108,
      series: ({ row }) => row && (row.course ? { values: row.course } : null),
      tone: () => 'sales',
      tipAt: ({ row }, index) => {
        const period = courseOf[index]
        const value = row?.course?.[index]
        return `${period ? rangeText(period.startDate, period.endDate) : ''}: ${value == null ? 'no report' : moneyText(value, currencyCode)}`
      },
    }),
    ...COLUMNS.flatMap(columnsOf),
    ...(groupBy === 'SKU' ? BRAND_METRICS_OF_PRODUCT.flatMap((metric) => columnsOf({ metric })) : []),
    ...(hasB2B ? COLUMNS_B2B.flatMap(columnsOf) : []),
  ]
}
