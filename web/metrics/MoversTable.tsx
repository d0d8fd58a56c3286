import { useMemo } from 'react'
import type { LikelyReason, Mover, Movers } from '#contract/all-in-one.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { signedPoints } from '#web/charts/change.ts'
import type { Drawer } from '#web/dashboard/use-drawer.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable, type TableModel } from '#web/table/use-table.ts'
import { countText, moneyText, percentText } from '#web/ui/numbers.ts'
import { growthColumn } from './metric-columns.tsx'
import { OpenProduct, ProductName } from './product-cell.tsx'

/** A product, or what all or all others come to, of whose visits nothing is told here. */
export interface MoverLine {
  id: string
  name: string
  sales: string | null
  change: string | null
  contribution: number | null
  mover?: Mover
}

/** What moved, in words; of days without stock the words hold the number. */
const REASONS: Record<
  Exclude<LikelyReason, 'OUT_OF_STOCK'>,
  { metric: keyof Mover['metrics']; words: [risen: string, fallen: string] }
> = {
  FEATURED_OFFER: { metric: 'buyBoxPercentage', words: ['Featured Offer up', 'Featured Offer down'] },
  PRICE: { metric: 'averageSellingPrice', words: ['Price down', 'Price up'] },
  SESSIONS: { metric: 'sessions', words: ['Sessions up', 'Sessions down'] },
  CONVERSION: { metric: 'unitSessionPercentage', words: ['Conversion up', 'Conversion down'] },
  AD_SPEND: { metric: 'adSpend', words: ['Ad spend up', 'Ad spend down'] },
}

/** "Price down 8.2%", "Out of stock 8 days more". */
function reasonText({ likelyReason, change, metrics, moreDaysOutOfStock }: Mover): string {
  if (likelyReason === null) return 'No single reason'
  const hasFallen = change.startsWith('-')
  if (likelyReason === 'OUT_OF_STOCK')
    return `${hasFallen ? 'Out of stock' : 'In stock'} ${countText(Math.abs(moreDaysOutOfStock!), 'day')} more`
  const { metric, words } = REASONS[likelyReason]
  const { growth } = metrics[metric]
  const said = words[hasFallen ? 1 : 0]
  if (growth === null) return said
  const size = percentText(Math.abs(growth))
  return `${said} ${metricOf(metric).unit === 'percent' ? size.replace('%', ' pp') : size}`
}

/** @param id under which columns and widths are remembered */
export function useMoversTable(
  id: string,
  answer: Movers | undefined,
  currencyCode: string,
): TableModel<MoverLine> {
  const rows = useMemo(() => (answer ? linesOf(answer) : []), [answer])
  const columns = useMemo(() => moverColumns(currencyCode), [currencyCode])
  const totals = useMemo(
    () => answer && { id: '', name: `All ${countText(answer.total.count, 'product')}`, ...answer.total },
    [answer],
  )
  return useTable({ id, columns, rows, rowId: (line) => line.id, totals })
}

interface MoversTableProps {
  label: string
  table: TableModel<MoverLine>
  answer: Movers | undefined
  drawer: Drawer
}

/** The products whose sales changed most, what may have made them, and what the rest comes to. */
export function MoversTable({ label, table, answer, drawer }: MoversTableProps) {
  const skus = (answer?.rows ?? []).map(({ sku }) => sku)
  return (
    <OpenProduct value={(sku) => drawer.openProduct(sku, skus)}>
      <PaperTables table={table}>
        {(part) => (
          <DataTable<MoverLine>
            table={part}
            label={label}
            isLoading={!answer}
            onExplain={({ row: { mover }, column }, reach) => {
              if (!answer || !mover || column.id !== 'orderedProductSales') return
              const { startDate: start, endDate: end } = answer.period
              const found = { metric: column.id, start, end, of: { by: 'sku', key: mover.sku } } as const
              if (reach === 'follow') drawer.follow(found)
              else drawer.open(found, reach === 'enter')
            }}
            openedRow={drawer.product}
            onOpen={({ mover }, reach) => {
              if (!mover) return
              if (reach === 'follow') drawer.follow({ product: mover.sku })
              else drawer.openProduct(mover.sku, skus, reach === 'enter')
            }}
            onLeave={drawer.close}
          />
        )}
      </PaperTables>
    </OpenProduct>
  )
}

const linesOf = ({ rows, others }: Movers): MoverLine[] => [
  ...rows.map((mover) => ({
    id: mover.sku,
    name: mover.identity.name || mover.sku,
    sales: mover.metrics.orderedProductSales.value,
    change: mover.change,
    contribution: mover.contribution,
    mover,
  })),
  ...(others.count > 0
    ? [{ id: ' others', name: `${countText(others.count, 'other product')}`, ...others }]
    : []),
]

const pointsText = (share: number): string => signedPoints(share * 100)

/** Of all products together, and of those that are not listed, nothing is told but their sales. */
function ofMovers(options: Parameters<typeof growthColumn<MoverLine>>[0]): TableColumn<MoverLine> {
  const { value, cell, ...column } = growthColumn<MoverLine>(options)
  return {
    ...column,
    value: (line) => (line.mover ? value(line) : null),
    cell: (line) => (line.mover ? cell?.(line) : null),
  }
}

function moverColumns(currencyCode: string): TableColumn<MoverLine>[] {
  const cell = (metric: keyof Mover['metrics']) => (line: MoverLine) => line.mover?.metrics[metric]
  return [
    {
      id: 'product',
      title: 'Product',
      kind: 'text',
      width: 200,
      value: ({ name }) => name,
      cell: ({ name, mover }) => (mover ? <ProductName sku={mover.sku}>{name}</ProductName> : name),
    },
    {
      id: 'orderedProductSales',
      title: 'Sales',
      kind: 'number',
      type: 'money',
      width: 84,
      value: ({ sales }) => sales,
      format: (value) => moneyText(value, currencyCode),
      isExplained: true,
    },
    {
      id: 'change',
      title: 'Change',
      kind: 'number',
      type: 'money',
      width: 84,
      value: ({ change }) => change,
      format: (value) => moneyText(value, currencyCode),
      isResult: true,
      isExplained: false,
    },
    {
      id: 'points',
      title: 'Points',
      hint: 'Its change as a share of the sales of all products before.',
      kind: 'number',
      type: 'share',
      width: 64,
      value: ({ contribution }) => contribution,
      format: (value) => pointsText(Number(value)),
      isExplained: false,
    },
    ofMovers({ metric: 'sessions', cell: cell('sessions'), currencyCode, title: 'Sessions' }),
    ofMovers({
      metric: 'unitSessionPercentage',
      cell: cell('unitSessionPercentage'),
      currencyCode,
      title: 'Conversion',
    }),
    ofMovers({
      metric: 'averageSellingPrice',
      cell: cell('averageSellingPrice'),
      currencyCode,
      title: 'Price',
    }),
    {
      id: 'reason',
      title: 'Likely reason',
      kind: 'text',
      width: 164,
      value: ({ mover }) => (mover ? reasonText(mover) : ''),
      isExplained: false,
    },
  ]
}
