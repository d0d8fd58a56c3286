import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LikelyReason, Mover, Movers as Answer } from '#contract/all-in-one.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { growthColumn } from '#web/metrics/metric-columns.tsx'
import { OpenProduct, ProductName } from '#web/metrics/product-cell.tsx'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { countText, moneyText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { allInOneInput, type AllInOneView } from './all-in-one-view.ts'

/** A product, or what all or all others come to, of whose visits nothing is told here. */
interface Line {
  id: string
  name: string
  sales: string | null
  change: string | null
  contribution: number | null
  mover?: Mover
}

const REASONS: Record<LikelyReason, [risen: string, fallen: string]> = {
  FEATURED_OFFER: ['Featured Offer won', 'Featured Offer lost'],
  PRICE: ['Price down', 'Price up'],
  SESSIONS: ['Sessions up', 'Sessions down'],
  CONVERSION: ['Conversion up', 'Conversion down'],
  AD_SPEND: ['Ad spend up', 'Ad spend down'],
}

/** The products whose sales changed most, and what may have made them. */
export function Movers({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { view, scope, isReady, drawer } = frame
  const query = useQuery({
    ...trpc.allInOne.getMovers.queryOptions(isReady ? allInOneInput(scope, view) : skipToken),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const lines = useMemo(() => (answer ? linesOf(answer) : []), [answer])
  const columns = useMemo(() => moverColumns(scope.currencyCode), [scope.currencyCode])
  const totals = useMemo(
    () => answer && { id: '', name: `All ${countText(answer.total.count, 'product')}`, ...answer.total },
    [answer],
  )
  const table = useTable({
    id: 'all-in-one.movers',
    columns,
    rows: lines,
    rowId: ({ id }) => id,
    totals,
  })
  const skus = lines.flatMap(({ mover }) => (mover ? [mover.sku] : []))
  const openProduct = (sku: string) => drawer.openProduct(sku, skus)
  const against = answer && compactRangeText(answer.comparison.startDate, answer.comparison.endDate)
  return (
    <SectionFrame
      title="Movers"
      note={against && `sales against ${against}`}
      isFlush
      height={260}
      status={
        answer && answer.rows.length === 0
          ? {
              kind: 'empty',
              title: 'No product to compare',
              text: 'Reports by product of these days and of those before them say who moved.',
            }
          : queryStatus(query)
      }
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), scope.currencyCode) })}
          fileName={`movers-${view.startDate}-${view.endDate}`}
          isDisabled={!answer}
        />
      }
    >
      <OpenProduct value={openProduct}>
        <PaperTables table={table}>
          {(part) => (
            <DataTable<Line>
              table={part}
              label="Movers"
              isLoading={!answer}
              onExplain={({ row: { mover }, column }) => {
                if (!answer || !mover) return
                const { startDate: start, endDate: end } = answer.period
                if (column.id === 'orderedProductSales')
                  drawer.open({ metric: column.id, start, end, of: { by: 'sku', key: mover.sku } }, true)
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
    </SectionFrame>
  )
}

const linesOf = ({ rows, others }: Answer): Line[] => [
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

const pointsText = (share: number): string =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`

/** Of all products together, and of those that are not listed, nothing is told but their sales. */
function ofMovers(options: Parameters<typeof growthColumn<Line>>[0]): TableColumn<Line> {
  const { value, cell, ...column } = growthColumn<Line>(options)
  return {
    ...column,
    value: (line) => (line.mover ? value(line) : null),
    cell: (line) => (line.mover ? cell?.(line) : null),
  }
}

function moverColumns(currencyCode: string): TableColumn<Line>[] {
  const cell = (metric: keyof Mover['metrics']) => (line: Line) => line.mover?.metrics[metric]
  return [
    {
      id: 'product',
      title: 'Product',
      kind: 'text',
      width: 220,
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
      width: 150,
      value: ({ mover }) =>
        !mover
          ? ''
          : mover.likelyReason
            ? REASONS[mover.likelyReason][mover.change.startsWith('-') ? 1 : 0]
            : 'No single reason',
      isExplained: false,
    },
  ]
}
