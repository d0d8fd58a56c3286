import type { MetricCell } from '#contract/answer.ts'
import { divide, parseDecimal, toText } from '#contract/decimal.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { AWAITED } from '#contract/metrics/awaited.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import {
  BUSINESS_METRICS,
  UNIT_ECONOMICS_METRICS,
  type GroupBy,
} from '#contract/dashboards/unit-economics.ts'
import type { UnitEconomicsRow } from '#contract/unit-economics.ts'
import { growthColumn, metricColumn } from '#web/metrics/metric-columns.tsx'
import { recordColumn } from '#web/table/cell-kinds.tsx'
import type { ColumnGroup, TableColumn } from '#web/table/table-column.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { countText, percentText } from '#web/ui/numbers.ts'
import styles from './UnitEconomicsPage.module.css'
import type { DISPLAYS, UnitEconomicsView } from './unit-economics-view.ts'

type Display = (typeof DISPLAYS)[number]

/** A row of the table: one of the answer, the total, or a place whose row is being read. */
export interface TableRow {
  id: string
  kind: 'row' | 'total' | 'notAllocated'
  row: UnitEconomicsRow | undefined
  /** Of the total: how many rows it is of. */
  count?: number
}

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

const isShown = (name: string): name is Shown =>
  [...BUSINESS_METRICS, ...UNIT_ECONOMICS_METRICS].some((id) => id === name)
/** The metric whose number a column shows; undefined of names and changes. */
export const metricOfColumn = (id: string): Shown | undefined => (isShown(id) ? id : undefined)

/** Wide enough for what stands in it and for its name. */
const widthOf = (metric: MetricId, title: string): number =>
  Math.max(metricOf(metric).unit === 'money' ? 84 : 72, 22 + title.length * 7)

export function unitEconomicsColumns(
  { groupBy, displays, unitsAs, growthType }: UnitEconomicsView,
  currencyCode: string,
): TableColumn<TableRow>[] {
  return [
    nameColumn(groupBy),
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
          cell: ({ row }: TableRow) => row && cellOf(row, metric),
          // What no file of this version says would be a column of dashes.
          ...(AWAITED.includes(metric) && { isHiddenAtFirst: true }),
        }
        const isPrice = display === 'unitEconomics' && metricOf(metric).unit === 'price' && title !== 'Limits'
        return [
          isPrice && unitsAs === 'SHARE' ? shareOfNetPrice(column) : metricColumn(column),
          ...(growth && growthType ? [growthColumn({ ...column, title: 'Growth', width: 72 })] : []),
        ]
      })
    }),
  ]
}

/** The same value of a unit as a share of its net price. */
function shareOfNetPrice(column: Parameters<typeof metricColumn<TableRow>>[0]): TableColumn<TableRow> {
  const shareOf = ({ row }: TableRow): string | null | undefined => {
    if (!row) return undefined
    const [part, whole] = [cellOf(row, column.metric as Shown).value, row.unitEconomics.netPrice.value]
    const share = part === null || whole === null ? null : divide(parseDecimal(part), parseDecimal(whole))
    return share === null ? null : toText(share)
  }
  const { cell: _, ...plain } = metricColumn(column)
  return {
    ...plain,
    value: shareOf,
    format: (value) => percentText(Number(value)),
    exportTitle: `${metricOf(column.metric).label}, share of net price`,
  }
}

function nameColumn(groupBy: GroupBy): TableColumn<TableRow> {
  const name = ({ kind, row, count }: TableRow): string | undefined => {
    if (kind === 'notAllocated') return 'Not allocated'
    if (kind === 'total') return count === undefined ? 'All' : `All ${countText(count, NOUNS[groupBy])}`
    if (!row) return undefined
    if (groupBy === 'MARKETPLACE') return marketplaceOf(row.key)?.label ?? row.key
    return groupBy === 'BRAND' ? row.key || '(no brand)' : row.identity.name || row.key
  }
  if (groupBy === 'SKU')
    return recordColumn<TableRow>({
      id: 'name',
      title: 'Product',
      width: 290,
      isSortable: false,
      name,
      identifiers: ({ kind, row }) =>
        kind === 'row' && row ? [row.key, row.identity.asin].filter(Boolean) : [],
      pictureSrc: () => null,
    })
  return {
    id: 'name',
    title: groupBy === 'BRAND' ? 'Brand' : 'Marketplace',
    kind: 'text',
    width: 210,
    canHide: false,
    isSortable: false,
    value: name,
    cell: (line) => (
      <span className={styles.name}>
        {groupBy === 'MARKETPLACE' && line.kind === 'row' && line.row && <Flag country={line.row.key} />}
        {name(line)}
      </span>
    ),
  }
}

const NOUNS: Record<GroupBy, string> = { SKU: 'product', BRAND: 'brand', MARKETPLACE: 'marketplace' }
