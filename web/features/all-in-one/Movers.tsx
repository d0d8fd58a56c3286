import { skipToken } from '@tanstack/react-query'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useSectionAnswer } from '#web/dashboard/use-section-answer.ts'
import { MoversTable, useMoversTable } from '#web/metrics/MoversTable.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { SectionFrame } from '#web/ui/SectionFrame.tsx'
import { allInOneInput, type AllInOneView } from './all-in-one-view.ts'

/** The products whose sales changed most, and what may have made them. */
export function Movers({ frame }: { frame: DashboardFrame<AllInOneView> }) {
  const { scope, isReady, drawer } = frame
  const question = trpc.allInOne.getMovers.queryOptions(
    isReady ? allInOneInput(scope, frame.view) : skipToken,
  )
  const { data: answer, view, currencyCode, status, isCurrent } = useSectionAnswer(frame, question)
  const table = useMoversTable('all-in-one.movers', answer, currencyCode)
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
          : status
      }
      actions={
        <ExportMenu
          content={() => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) })}
          fileName={`movers-${view.startDate}-${view.endDate}`}
          isDisabled={!isCurrent}
        />
      }
    >
      <MoversTable label="Movers" table={table} answer={answer} drawer={drawer} />
    </SectionFrame>
  )
}
