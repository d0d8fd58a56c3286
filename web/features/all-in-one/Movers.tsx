import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { MoversTable, useMoversTable } from '#web/metrics/MoversTable.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { allInOneInput, type AllInOneView } from './all-in-one-view.ts'

/** The products whose sales changed most, and what may have made them. */
export function Movers({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { view, scope, isReady, drawer } = frame
  const query = useQuery({
    ...trpc.allInOne.getMovers.queryOptions(isReady ? allInOneInput(scope, view) : skipToken),
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const table = useMoversTable('all-in-one.movers', answer, scope.currencyCode)
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
              text: 'Import reports by product for these days and the days before to see what moved.',
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
      <MoversTable label="Movers" table={table} answer={answer} drawer={drawer} />
    </SectionFrame>
  )
}
