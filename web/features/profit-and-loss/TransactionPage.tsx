import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { addDays } from '#contract/date-range.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import { hasGaps } from '#web/dashboard/missing-days.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { trpc } from '#web/trpc.ts'
import { columnsOf, plannedPeriods } from './pnl-columns.ts'
import { coveragesOf, leftOutNotes, leftOutText, notesOf, settlementNotes } from './pnl-notes.ts'
import { neighboursOf } from './pnl-table-columns.tsx'
import { comparisonOf, isEmptyAnswer, shareOf } from './pnl-rows.ts'
import { pnlDashboard, pnlInput, pnlScope } from './pnl-view.ts'
import { BASIS_TEXT, PnlToolbar } from './PnlToolbar.tsx'
import { ProfitAndLossTabs, TITLE } from './ProfitAndLossTabs.tsx'
import { Statement, usePnlTable } from './Statement.tsx'
import styles from './Statement.module.css'

// The table is what is waited for.
const PnlFigures = lazy(async () => ({ default: (await import('./PnlFigures.tsx')).PnlFigures }))

/** The profit and loss of released transactions. */
export const TransactionPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<ProfitAndLossTabs />}
    noData="Import settlement reports to build the statement from their lines."
  >
    {(subject) => <TransactionStatement subject={subject} />}
  </DashboardGate>
)

function TransactionStatement({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(pnlDashboard, subject)
  const { view, change, scope, drawer, context } = frame
  const { today } = context
  const query = useQuery({
    ...trpc.profitAndLoss.getData.queryOptions(frame.isReady ? pnlInput(scope, view) : skipToken),
    placeholderData: keepPreviousData,
  })
  const shown = useShownAnswer(view, query)
  const { view: answeredView } = shown
  const { currencyCode } = answeredView
  const answer = useMemo(() => shown.data ?? [], [shown.data])
  // A remark beside the numbers: they do not wait for it.
  const settlements = useQuery({
    ...trpc.profitAndLoss.getSettlements.queryOptions({ companyId: scope.companyId }),
    meta: { isQuiet: true },
  })

  const { show } = view
  const columns = useMemo(
    () =>
      answer.length > 0
        ? columnsOf(answer, { ...answeredView, show })
        : columnsOf(plannedPeriods(view, today), view),
    [answer, answeredView, show, view, today],
  )
  const table = usePnlTable({
    answer,
    columns,
    view,
    currencyCode,
    onCollapse: (collapsed) => change({ collapsed }, true),
  })

  const yesterday = addDays(today, -1)
  const asked = { start: view.startDate, end: view.endDate }
  const isEmpty = frame.coversNothing || isEmptyAnswer(answer)
  const leftOut = leftOutText(answer, currencyCode)
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle="Profit and loss, transaction"
      named="The statement"
      noun="transaction"
      basis={BASIS_TEXT}
      tabs={<ProfitAndLossTabs />}
      hasGaps={hasGaps(coveragesOf(answer), yesterday)}
      isEmpty={isEmpty}
      figures={
        <div className={styles.figuresPlace}>
          <Suspense>
            <PnlFigures
              answer={answer}
              columns={columns}
              currencyCode={currencyCode}
              onExplain={(cell) => drawer.open(cell, true)}
            />
          </Suspense>
        </div>
      }
      notes={[
        ...settlementNotes(settlements.data ?? [], asked),
        ...leftOutNotes(answer, answeredView, {
          onOpen: () => drawer.open({ metric: 'netProfit', ...asked, isLeftOut: true }, true),
          onShare: (sharesAccountAmounts) => change({ sharesAccountAmounts }),
        }),
        // Of numbers that are not there nothing is remarked.
        ...notesOf(answer, yesterday).filter(({ isWarning }) => isWarning || !isEmpty),
      ]}
      exported={{
        name: 'profit-and-loss',
        content: async () => {
          const { missingFacts, pnlSheet } = await import('./pnl-sheet.ts')
          return {
            sheet: pnlSheet(table.columns, table.lines, answer),
            facts: [
              ...(answeredView.sharesAccountAmounts
                ? [['Account-level amounts', 'shared by net sales'] as const]
                : []),
              ...(leftOut === null ? [] : [['Not allocated', `${leftOut}, not in this selection`] as const]),
              ...missingFacts(answer),
            ],
          }
        },
      }}
      toolbar={(exportMenu) => <PnlToolbar view={view} onChange={change} exportMenu={exportMenu} />}
      explain={{
        scope: pnlScope(view),
        comparisonOf: (cell) => comparisonOf(answer, cell),
        shareOf: (cell) => shareOf(answer, cell),
        neighboursOf: (cell) => neighboursOf(columns, cell, table.lines),
      }}
    >
      <Statement
        answer={answer}
        columns={columns}
        table={table}
        view={view}
        currencyCode={currencyCode}
        drawer={drawer}
        onChange={change}
      />
    </DashboardPage>
  )
}
