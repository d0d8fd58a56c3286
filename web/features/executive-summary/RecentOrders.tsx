import { useMemo } from 'react'
import type { RecentOrder } from '#contract/executive-summary.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { dayText, momentText } from '#web/ui/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { NoValue } from '#web/ui/NumberText.tsx'
import { countText, exactText, moneyText, quantityText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import styles from './ExecutiveSummary.module.css'
import { LIVE, nowInput, type RealTimeFrame } from './real-time-view.ts'

type Line = RecentOrder & { place: string }

/** The newest orders, without anything of their buyers. */
export function RecentOrders({ frame }: { frame: RealTimeFrame }) {
  const question = {
    ...trpc.executiveSummary.realTimeData.getRecentOrders.queryOptions(nowInput(frame)),
    ...LIVE,
  }
  const { data, status, isCurrent } = useSectionAnswer(frame, question)
  const lines = useMemo(
    () => data?.orders.map((order, index): Line => ({ ...order, place: String(index) })) ?? [],
    [data],
  )
  const table = useTable<Line>({
    id: 'executive-summary.orders',
    columns: COLUMNS,
    rows: lines,
    rowId: ({ place }) => place,
  })
  return (
    <SectionFrame
      title="Latest orders"
      note="the last 20 of the last 7 days, in the currency of the order"
      isFlush
      height={260}
      skeleton="rows"
      status={
        data && lines.length === 0
          ? {
              kind: 'empty',
              title: 'No orders in the last 7 days',
              text: 'Import order reports to see the latest orders here.',
            }
          : status
      }
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines)) })}
          fileName={`latest-orders-${data?.today ?? ''}`}
          isDisabled={!isCurrent}
        />
      }
    >
      <PaperTables table={table}>
        {(part) => <DataTable<Line> table={part} label="Latest orders" isLoading={!data} />}
      </PaperTables>
    </SectionFrame>
  )
}

const productOf = ({ product, products }: Line): string => {
  const name = product.name || product.sku
  return products > 1 ? `${name} and ${countText(products - 1, 'more product')}` : name
}

const NO_PRICE = 'no price is known yet'

const COLUMNS: TableColumn<Line>[] = [
  {
    id: 'orderedAt',
    title: 'Ordered',
    kind: 'text',
    width: 150,
    canHide: false,
    value: ({ orderedAt, date }) => orderedAt ?? date,
    cell: ({ orderedAt, date }) => (orderedAt ? momentText(orderedAt) : dayText(date)),
  },
  {
    id: 'marketplace',
    title: 'Marketplace',
    kind: 'text',
    width: 150,
    value: ({ marketplace }) => marketplaceOf(marketplace)?.label ?? marketplace,
    cell: ({ marketplace }) => (
      <span className={styles.place}>
        {marketplace !== '' && <Flag country={marketplace} />}
        {marketplaceOf(marketplace)?.label ?? marketplace}
      </span>
    ),
  },
  {
    id: 'product',
    title: 'Product',
    kind: 'text',
    width: 420,
    value: productOf,
    cellHint: productOf,
    inFile: [{ title: 'SKU', kind: 'text', value: ({ product }) => product.sku }],
  },
  {
    id: 'state',
    title: 'State',
    kind: 'text',
    width: 90,
    value: ({ isPending }) => (isPending ? 'Pending' : ''),
    cell: ({ isPending }) => isPending && <Badge kind="info">Pending</Badge>,
    cellHint: ({ isPending, value }) =>
      isPending && value !== null ? 'Not paid yet: valued at the last known price.' : undefined,
  },
  {
    id: 'quantity',
    title: 'Units',
    kind: 'number',
    width: 70,
    // The drawer explains days of a marketplace, and no single order.
    isExplained: false,
    value: ({ quantity }) => quantity,
    format: quantityText,
  },
  {
    id: 'value',
    title: 'Value',
    kind: 'number',
    type: 'number',
    width: 110,
    isExplained: false,
    value: ({ value }) => value,
    inFile: [{ title: 'Currency', kind: 'text', value: ({ currency }) => currency }],
    cell: ({ value, currency }) =>
      value === null ? <NoValue reason={NO_PRICE} /> : moneyText(value, currency),
    cellHint: ({ value, currency }) =>
      value === null ? NO_PRICE : `${exactText(value, currency)} ${currency}`,
  },
]
