import { useMemo } from 'react'
import { TILE_COLUMNS, type TileColumn } from '#contract/dashboards/executive-summary.ts'
import type { MarketplaceNow } from '#contract/executive-summary.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { metricAbsence, metricNotes } from '#web/explain/metric-reports.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { TOTALS, useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { Flag } from '#web/ui/Flag.tsx'
import { NoValue, NumberText } from '#web/ui/NumberText.tsx'
import { exactText, percentText, wholeText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import styles from './ExecutiveSummary.module.css'
import { LIVE, markedIn, nowInput, type RealTimeFrame } from './real-time-view.ts'

const SALES = 'orderedAmount'

type Line = MarketplaceNow & { isTotal: boolean }

const HEADS: Record<TileColumn, string> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: '7 days',
  MONTH_TO_DATE: 'Month',
  PROJECTED: 'Projected',
}

/** Sales of each marketplace now, and how far its month is on the way to its target. */
export function MarketplaceTable({ frame }: { frame: RealTimeFrame }) {
  const { drawer } = frame
  const question = {
    ...trpc.executiveSummary.realTimeData.getMarketplaces.queryOptions(nowInput(frame)),
    ...LIVE,
  }
  const { data, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const rows = useMemo(() => data?.rows.map((row): Line => ({ ...row, isTotal: false })) ?? [], [data])
  const totals = useMemo(() => data && { ...data.total, isTotal: true }, [data])
  const columns = useMemo(() => marketplaceColumns(currencyCode), [currencyCode])
  const table = useTable<Line>({
    id: 'executive-summary.marketplaces',
    columns,
    rows,
    rowId: ({ marketplace }) => marketplace,
    totals,
  })
  const { cell } = drawer
  const of = cell?.of?.by === 'marketplace' ? cell.of.key : undefined
  const marked =
    cell?.metric !== SALES || (cell.of && of === undefined)
      ? null
      : of === undefined
        ? markedIn(TOTALS, data?.total.cells, cell)
        : markedIn(of, rows.find(({ marketplace }) => marketplace === of)?.cells, cell)
  return (
    <SectionFrame
      title="Marketplaces"
      note={`sales, ${currencyCode}`}
      isFlush
      height={130}
      skeleton="rows"
      status={status}
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) })}
          fileName={`marketplaces-${data?.today ?? ''}`}
          isDisabled={!isCurrent}
        />
      }
    >
      <PaperTables table={table}>
        {(part) => (
          <DataTable<Line>
            table={part}
            label="Marketplaces"
            isLoading={!data}
            marked={marked}
            onExplain={({ row, column }, reach) => {
              const cell = TILE_COLUMNS.some((id) => id === column.id) && row.cells[column.id as TileColumn]
              if (!cell || cell.value === null || !cell.period) return
              const { startDate: start, endDate: end } = cell.period
              const of = { by: 'marketplace' as const, key: row.marketplace }
              const found: ExplainedCell = {
                metric: SALES,
                start,
                end,
                isNow: true,
                ...(!row.isTotal && { of }),
              }
              if (reach === 'follow') drawer.follow(found)
              else drawer.open(found, reach === 'enter')
            }}
            onLeave={drawer.close}
          />
        )}
      </PaperTables>
    </SectionFrame>
  )
}

const nameOf = ({ isTotal, marketplace }: Line): string =>
  isTotal ? 'All marketplaces' : (marketplaceOf(marketplace)?.label ?? (marketplace || 'Not allocated'))

const marketplaceColumns = (currencyCode: string): TableColumn<Line>[] => [
  {
    id: 'marketplace',
    title: 'Marketplace',
    kind: 'text',
    width: 150,
    canHide: false,
    value: nameOf,
    inFile: [{ title: 'Marketplace code', kind: 'text', value: ({ marketplace }) => marketplace }],
    cell: (line) => (
      <span className={styles.place}>
        {!line.isTotal && line.marketplace !== '' && <Flag country={line.marketplace} />}
        {nameOf(line)}
      </span>
    ),
  },
  ...TILE_COLUMNS.map((id): TableColumn<Line> => ({
    id,
    title: HEADS[id],
    kind: 'number',
    type: 'money',
    width: 84,
    isExplained: id !== 'PROJECTED',
    value: ({ cells }) => cells[id].value,
    answered: ({ cells }) => cells[id],
    format: wholeText,
    cell: ({ cells }) =>
      cells[id].value === null ? (
        <NoValue reason={metricAbsence(cells[id], SALES)} />
      ) : (
        <NumberText value={cells[id].value} format={wholeText} />
      ),
    cellHint: ({ cells }) => {
      const { value, period } = cells[id]
      return [
        ...(value === null ? [] : [`${exactText(value, currencyCode)} ${currencyCode}`]),
        ...(period ? [rangeText(period.startDate, period.endDate)] : []),
        ...metricNotes(cells[id], SALES),
      ].join('\n')
    },
  })),
  {
    id: 'target',
    title: 'Target',
    hint: 'What the month is to bring.',
    kind: 'number',
    type: 'money',
    width: 84,
    isExplained: false,
    value: ({ target }) => target,
    format: wholeText,
  },
  {
    id: 'targetShare',
    title: '% of target',
    hint: 'Month to date as a share of the target.',
    kind: 'number',
    type: 'share',
    width: 84,
    isExplained: false,
    value: ({ targetShare }) => targetShare,
    format: (value) => percentText(Number(value)),
  },
]
