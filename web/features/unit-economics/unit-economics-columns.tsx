import type { MetricCell } from '#contract/answer.ts'
import { divide, parseDecimal, toText } from '#contract/decimal.ts'
import { isAnswered } from '#contract/metrics/awaited.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import { BUSINESS_METRICS, type UNIT_ECONOMICS_METRICS } from '#contract/dashboards/unit-economics.ts'
import type { UnitEconomicsRow } from '#contract/unit-economics.ts'
import { keyColumn } from '#web/metrics/key-column.tsx'
import type { TableRow } from '#web/metrics/keyed-rows.ts'
import { growthColumn, metricColumn } from '#web/metrics/metric-columns.tsx'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { percentText } from '#web/ui/numbers.ts'
import { isPartOfPrice, type DISPLAYS, type UnitEconomicsView } from './unit-economics-view.ts'

type Display = (typeof DISPLAYS)[number]

type Line = TableRow<UnitEconomicsRow>

type Shown = (typeof BUSINESS_METRICS)[number] | (typeof UNIT_ECONOMICS_METRICS)[number]

interface Group {
  title: string
  display: Display
  /** With a name of its own where the group says the rest; those with `growth` have a second column. */
  metrics: readonly { metric: Shown; title?: string; growth?: true }[]
}

const GROUPS: readonly Group[] = [
  {
    title: 'Result per unit',
    display: 'unitEconomics',
    metrics: [
      { metric: 'unitProfit', title: 'Profit' },
      { metric: 'unitMargin', title: 'Margin' },
      { metric: 'unitRoi', title: 'ROI' },
    ],
  },
  {
    title: 'Result',
    display: 'businessMetrics',
    metrics: [{ metric: 'netProfit', growth: true }, { metric: 'netMargin' }, { metric: 'netSales' }],
  },
  {
    title: 'Volume',
    display: 'businessMetrics',
    metrics: [
      { metric: 'unitsSold', title: 'Units', growth: true },
      { metric: 'orders' },
      { metric: 'refundRate' },
    ],
  },
  {
    title: 'Sales and traffic',
    display: 'businessMetrics',
    metrics: [
      { metric: 'orderedProductSales' },
      { metric: 'sessions' },
      { metric: 'unitSessionPercentage', title: 'Conversion' },
      { metric: 'buyBoxPercentage' },
    ],
  },
  {
    title: 'Advertising',
    display: 'businessMetrics',
    metrics: [{ metric: 'adSpend' }, { metric: 'acos' }, { metric: 'tacos' }],
  },
  {
    title: 'Revenue per unit',
    display: 'unitEconomics',
    metrics: [
      { metric: 'unitPrice', title: 'Price' },
      { metric: 'unitVat', title: 'VAT' },
      { metric: 'unitPromotion', title: 'Promotion' },
      { metric: 'netPrice', title: 'Net price' },
    ],
  },
  {
    title: 'Landed cost per unit',
    display: 'unitEconomics',
    metrics: [
      { metric: 'unitManufacturing', title: 'Manufacturing' },
      { metric: 'unitFreight', title: 'Freight' },
      { metric: 'unitDuty', title: 'Duty' },
      { metric: 'unitOtherCost', title: 'Other' },
      { metric: 'unitCogs', title: 'Landed cost' },
      { metric: 'unitCm1', title: 'CM1' },
    ],
  },
  {
    title: 'Amazon per unit',
    display: 'unitEconomics',
    metrics: [
      { metric: 'unitReferralFee', title: 'Referral fee' },
      { metric: 'unitFulfilmentFee', title: 'Fulfilment' },
      { metric: 'unitStorageFee', title: 'Storage' },
      { metric: 'unitOtherFees', title: 'Other fees' },
      { metric: 'unitRefundCost', title: 'Refunds' },
      { metric: 'unitCm2', title: 'CM2' },
    ],
  },
  {
    title: 'Marketing per unit',
    display: 'unitEconomics',
    metrics: [
      { metric: 'unitAdvertising', title: 'Advertising' },
      { metric: 'unitPromotionFees', title: 'Promotion fees' },
      { metric: 'unitCm3', title: 'CM3' },
      { metric: 'unitContingency', title: 'Contingency' },
    ],
  },
  {
    title: 'Limits',
    display: 'unitEconomics',
    metrics: [{ metric: 'breakEvenAcos' }, { metric: 'minimumPrice', title: 'Price at zero profit' }],
  },
]

const isBusiness = (metric: Shown): metric is (typeof BUSINESS_METRICS)[number] =>
  BUSINESS_METRICS.some((id) => id === metric)

export const cellOf = (row: UnitEconomicsRow, metric: Shown): MetricCell =>
  isBusiness(metric) ? row.businessMetrics[metric] : row.unitEconomics[metric]

/** Wide enough for what stands in it and for its name. */
const widthOf = (metric: MetricId, title: string): number =>
  Math.max(metricOf(metric).unit === 'money' ? 84 : 72, 22 + title.length * 7)

export function unitEconomicsColumns(
  { groupBy, displays, unitsAs, growthType }: UnitEconomicsView,
  currencyCode: string,
): TableColumn<Line>[] {
  return [
    keyColumn(groupBy),
    ...GROUPS.filter(({ display }) => displays.includes(display)).flatMap(({ title, display, metrics }) => {
      const isPerUnit = display === 'unitEconomics' && title !== 'Limits'
      const group: ColumnGroup = { id: title, title: isPerUnit ? `${title}, ${currencyCode}` : title }
      return metrics.flatMap(({ metric, title: own, growth }) => {
        const name = own ?? metricOf(metric).label
        const column = {
          metric,
          title: name,
          currencyCode,
          group,
          width: widthOf(metric, name),
          cell: ({ row }: Line) => row && cellOf(row, metric),
          // What no file of this version says would be a column of dashes.
          ...(!isAnswered(metric) && { isHiddenAtFirst: true }),
        }
        return [
          unitsAs === 'SHARE' && isPartOfPrice(metric) ? shareOfNetPrice(column) : metricColumn(column),
          ...(growth && growthType ? [growthColumn({ ...column, title: 'Growth', width: 72 })] : []),
        ]
      })
    }),
  ]
}

/** The same value of a unit as a share of its net price. */
function shareOfNetPrice(column: Parameters<typeof metricColumn<Line>>[0]): TableColumn<Line> {
  const shareOf = ({ row }: Line): string | null | undefined => {
    if (!row) return undefined
    const [part, whole] = [cellOf(row, column.metric as Shown).value, row.unitEconomics.netPrice.value]
    const share = part === null || whole === null ? null : divide(parseDecimal(part), parseDecimal(whole))
    return share === null ? null : toText(share)
  }
  const { cell: _, ...plain } = metricColumn(column)
  return {
    ...plain,
    value: shareOf,
    // Rows are put in order by amounts.
    isSortable: false,
    type: 'share',
    format: (value) => percentText(Number(value)),
    exportTitle: `${metricOf(column.metric).label}, share of net price`,
  }
}
