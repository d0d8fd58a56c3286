import { useMemo } from 'react'
import { TILE_METRICS, type TileColumn } from '#contract/dashboards/executive-summary.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import type { ExplainedCell } from '#web/explain/explained-cell.ts'
import { PaperTables } from '#web/print/PaperTables.tsx'
import { DataTable } from '#web/table/DataTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { readingColumns, type Reading } from './reading-columns.tsx'
import { LIVE, markedIn, nowInput, type RealTimeFrame } from './real-time-view.ts'

/** Seven numbers over five stretches of days, each with its change, and day by day. */
export function Readings({ frame }: { frame: RealTimeFrame }) {
  const { drawer } = frame
  const { cell } = drawer
  const question = {
    ...trpc.executiveSummary.realTimeData.getTiles.queryOptions(nowInput(frame)),
    ...LIVE,
  }
  const { data, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const lines = useMemo(
    () =>
      data
        ? TILE_METRICS.map((metric): Reading => ({
            metric,
            cells: data.cells[metric],
            course: data.courses[metric],
          }))
        : [],
    [data],
  )
  const columns = useMemo(
    () => readingColumns(currencyCode, data?.courseOf ?? []),
    [currencyCode, data?.courseOf],
  )
  const table = useTable<Reading>({
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
      status={status}
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) })}
          fileName={`readings-${data?.today ?? ''}`}
          isDisabled={!isCurrent}
        />
      }
    >
      <PaperTables table={table}>
        {(part) => (
          <DataTable<Reading>
            table={part}
            label="Readings"
            isLoading={!data}
            marked={cell && !cell.of ? markedIn(cell.metric, shownOf(lines, cell.metric), cell) : null}
            onExplain={({ row, column }, reach) => {
              const { value, period } = row.cells[column.id as TileColumn]
              if (value === null || !period) return
              const found: ExplainedCell = {
                metric: row.metric,
                start: period.startDate,
                end: period.endDate,
                isNow: true,
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

const shownOf = (lines: readonly Reading[], metric: string) =>
  lines.find((line) => line.metric === metric)?.cells
