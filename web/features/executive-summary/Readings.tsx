import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  TILE_COLUMNS,
  TILE_METRICS,
  type TileColumn,
  type TileMetric,
} from '#contract/dashboards/executive-summary.ts'
import type { TileCell } from '#contract/executive-summary.ts'
import { metricOf } from '#contract/metrics/metrics.ts'
import { absenceText, cellNotes } from '#web/explain/lacks.ts'
import { changeRulesOf } from '#web/metrics/metric-charts.ts'
import { CostMark } from '#web/metrics/metric-columns.tsx'
import { figureUnit } from '#web/metrics/metric-text.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { deltaColumn } from '#web/table/cell-kinds.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf, typeOfUnit } from '#web/table/sheet.ts'
import type { TableColumn } from '#web/table/table-column.ts'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { rangeText } from '#web/ui/dates.ts'
import { figureParts } from '#web/ui/figure-parts.ts'
import { NoValue } from '#web/ui/NumberText.tsx'
import { exactText } from '#web/ui/numbers.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import styles from './ExecutiveSummary.module.css'
import { LIVE, markedIn, nowInput, type RealTimeFrame } from './real-time-view.ts'

interface Line {
  metric: TileMetric
  cells: Record<TileColumn, TileCell>
}

const HEADS: Record<TileColumn, string> = {
  TODAY: 'Today',
  YESTERDAY: 'Yesterday',
  LAST_7_DAYS: 'Last 7 days',
  MONTH_TO_DATE: 'Month to date',
  PROJECTED: 'Month projected',
}
/** What metrics are called here; the drawer has their own names. */
const NAMES: Partial<Record<TileMetric, string>> = {
  orderedAmount: 'Sales',
  orderedQuantity: 'Units',
  contributionMargin3: 'Estimated CM3',
  contributionMargin3Percent: 'Estimated margin',
}
const nameOf = (metric: TileMetric): string => NAMES[metric] ?? metricOf(metric).label

/** Seven numbers over five stretches of days, each with its change. */
export function Readings({ frame }: { frame: RealTimeFrame }) {
  const { scope, drawer } = frame
  const { cell } = drawer
  const query = useQuery({
    ...trpc.executiveSummary.realTimeData.getTiles.queryOptions(nowInput(frame)),
    ...LIVE,
  })
  const { data } = query
  const lines = useMemo(
    () => (data ? TILE_METRICS.map((metric): Line => ({ metric, cells: data.cells[metric] })) : []),
    [data],
  )
  const columns = useMemo(() => readingColumns(scope.currencyCode), [scope.currencyCode])
  const table = useTable<Line>({
    id: 'executive-summary.readings',
    columns,
    rows: lines,
    rowId: ({ metric }) => metric,
  })
  return (
    <SectionFrame
      title="Readings"
      note="against the same days before, today up to the same hour"
      isFlush
      height={262}
      skeleton="rows"
      status={queryStatus(query)}
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), scope.currencyCode) })}
          fileName={`readings-${data?.today ?? ''}`}
          isDisabled={!data}
        />
      }
    >
      <PaperTables table={table}>
        {(part) => (
          <DataTable<Line>
            table={part}
            label="Readings"
            isLoading={!data}
            marked={cell && !cell.of ? markedIn(cell.metric, shownOf(lines, cell.metric), cell) : null}
            onExplain={({ row, column }, reach) => {
              const { value, period } = row.cells[column.id as TileColumn]
              if (value === null || !period) return
              const found = { metric: row.metric, start: period.startDate, end: period.endDate }
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

const shownOf = (lines: readonly Line[], metric: string) =>
  lines.find((line) => line.metric === metric)?.cells

const readingColumns = (currencyCode: string): TableColumn<Line>[] => [
  {
    id: 'metric',
    title: 'Metric',
    kind: 'text',
    width: 130,
    canHide: false,
    isSortable: false,
    value: ({ metric }) => nameOf(metric),
  },
  ...TILE_COLUMNS.flatMap((id): TableColumn<Line>[] => [
    {
      id,
      title: HEADS[id],
      kind: 'number',
      width: 96,
      isSortable: false,
      isExplained: id !== 'PROJECTED',
      type: ({ metric }) => typeOfUnit(metricOf(metric).unit),
      value: ({ cells }) => cells[id].value,
      cell: ({ metric, cells }) => {
        const { value } = cells[id]
        if (value === null) return <NoValue reason={absenceText(cells[id])} />
        const unit = figureUnit(metricOf(metric).unit, currencyCode)
        return (
          <>
            {unit.kind !== 'count' && <CostMark cell={cells[id]} />}
            {figureParts(value, unit).map(({ text, isUnit }, index) =>
              isUnit ? (
                <span key={index} className={styles.unit}>
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </>
        )
      },
      cellHint: ({ metric, cells }) => hintOf(metric, cells[id], currencyCode),
    },
    deltaColumn<Line>({
      id: `${id}.growth`,
      title: 'Change',
      exportTitle: `${HEADS[id]}, change`,
      width: 64,
      isSortable: false,
      now: ({ cells }) => cells[id].value,
      prior: ({ cells }) => cells[id].previous,
      rulesOf: ({ metric }) => changeRulesOf(metric),
    }),
  ]),
]

/** The days, what they are compared with, and what the number is without. */
function hintOf(metric: TileMetric, cell: TileCell, currencyCode: string): string | undefined {
  const { value, period, comparison } = cell
  const isMoney = metricOf(metric).unit === 'money'
  return [
    ...(isMoney && value !== null ? [`${exactText(value, currencyCode)} ${currencyCode}`] : []),
    ...(period ? [rangeText(period.startDate, period.endDate)] : []),
    ...(comparison && cell.previous !== null
      ? [`Against ${rangeText(comparison.startDate, comparison.endDate)}`]
      : []),
    ...cellNotes(cell),
  ].join('\n')
}
