import { skipToken } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { addDays } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import { hasGaps } from '#web/dashboard/missing-days.ts'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useCustomColumns } from '#web/dashboard/use-custom-columns.ts'
import { paramsOf } from '#web/dashboard/dashboard-view.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import type { ExportedRows } from '#web/table/export-choice.ts'
import type { Exported } from '#web/table/ExportMenu.tsx'
import { rowsFact, rowsOf, type Sheet } from '#web/table/sheet.ts'
import { columnsOf, plannedPeriods } from './pnl-columns.ts'
import { coveragesOf, leftOutNotes, leftOutText, notesOf } from './pnl-notes.ts'
import { neighboursOf } from './pnl-table-columns.tsx'
import { comparisonOf, isEmptyAnswer, shareOf, type StatementRow } from './pnl-rows.ts'
import type * as pnlSheets from './pnl-sheet.ts'
import { pnlInput, pnlScope } from './pnl-view.ts'
import { ProfitAndLossTabs, TITLE } from './ProfitAndLossTabs.tsx'
import type { StatementBasis } from './statement-basis.ts'
import { Statement, usePnlTable } from './Statement.tsx'
import styles from './Statement.module.css'

// The table is what is waited for.
const PnlToolbar = lazy(async () => ({ default: (await import('./PnlToolbar.tsx')).PnlToolbar }))
const PnlFigures = lazy(async () => ({ default: (await import('./PnlFigures.tsx')).PnlFigures }))
// Asked of few.
const EstablishmentCountry = lazy(async () => ({
  default: (await import('./EstablishmentCountry.tsx')).EstablishmentCountry,
}))

interface StatementPageProps {
  basis: StatementBasis
  subject: DashboardSubject
}

const isEuropean = (code: string): boolean => marketplaceOf(code)?.region === 'EUROPE'

/** The statement on one of its bases, in its frame. */
export function StatementPage({ basis, subject }: StatementPageProps) {
  const frame = useDashboard(basis.dashboard, subject)
  const { view, change, scope, drawer, context } = frame
  const { today } = context
  const { customs, isReady } = useCustomColumns(scope.companyId, basis.id, view.columns, (columns) =>
    // The address may be somebody else's: what the reader has chosen stays kept.
    frame.showParams(paramsOf(basis.dashboard, { columns }), true),
  )
  const query = basis.useAnswer(frame.isReady && isReady ? pnlInput(scope, view, customs) : skipToken)
  const shown = useShownAnswer(view, query)
  const { view: answeredView } = shown
  const { currencyCode } = answeredView
  const answer = useMemo(() => shown.data ?? [], [shown.data])
  const { show } = view
  const settledBy = basis.id === 'ORDER' ? today : null
  const columns = useMemo(
    () =>
      answer.length > 0
        ? columnsOf(answer, { ...answeredView, show }, settledBy)
        : columnsOf(plannedPeriods(view, today, customs), view, settledBy),
    [answer, answeredView, show, view, today, settledBy, customs],
  )
  const table = usePnlTable({
    basis,
    answer,
    columns,
    view,
    currencyCode,
    onCollapse: (collapsed) => change({ collapsed }, true),
  })

  const yesterday = addDays(today, -1)
  const asked = { start: view.startDate, end: view.endDate }
  const question = frame.isReady
    ? { ...scope, ...pnlScope(view), startDate: view.startDate, endDate: view.endDate }
    : skipToken
  const notes = basis.useNotes({
    subject,
    scope: question,
    range: asked,
    onExplain: (metric) => drawer.open({ metric, ...asked }, true),
  })
  const isEmpty = frame.coversNothing || isEmptyAnswer(answer)
  const leftOut = leftOutText(answer, currencyCode)
  const exported = async (
    which: ExportedRows,
    sheetOf: (sheets: typeof pnlSheets, rows: StatementRow[], currencyCode: string) => Sheet,
  ): Promise<Exported> => {
    const sheets = await import('./pnl-sheet.ts')
    const all = table.allRows()
    const rows = which === 'all' ? all : rowsOf(table.lines)
    return {
      sheet: sheetOf(sheets, rows, currencyCode ?? scope.currencyCode),
      facts: [
        rowsFact(rows.length, all.length, 'those shown'),
        ...(answeredView.sharesAccountAmounts
          ? [['Account-level amounts', 'shared by net sales'] as const]
          : []),
        ...(leftOut === null ? [] : [['Not allocated', `${leftOut}, not in this selection`] as const]),
        ...sheets.missingFacts(answer),
      ],
    }
  }
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={basis.paperTitle}
      named="The statement"
      noun={basis.noun}
      basis={basis.text}
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
              hasDeferred={basis.id === 'TRANSACTION'}
              onExplain={(cell) => drawer.open(cell, true)}
            />
          </Suspense>
        </div>
      }
      notes={[
        ...notes,
        ...leftOutNotes(answer, answeredView, {
          onOpen: () => drawer.open({ metric: 'netProfit', ...asked, isLeftOut: true }, true),
          onShare: (sharesAccountAmounts) => change({ sharesAccountAmounts }),
        }),
        // Of numbers that are not there nothing is remarked.
        ...notesOf(answer, yesterday, basis.awaited).filter(({ isWarning }) => isWarning || !isEmpty),
      ]}
      exported={{
        name: basis.fileName,
        hasMoreRows: true,
        content: (which) =>
          exported(which, ({ pnlSheet }, rows, currency) => pnlSheet(table.columns, rows, answer, currency)),
        more: {
          label: 'CSV, a row for each value',
          name: `${basis.fileName}-values`,
          content: (which) =>
            exported(which, ({ pnlValuesSheet }, rows, currency) =>
              pnlValuesSheet(columns, rows, answer, currency),
            ),
        },
      }}
      toolbar={(exportMenu) => (
        <Suspense fallback={<div className={styles.toolbar} />}>
          <PnlToolbar basis={basis} frame={frame} exportMenu={exportMenu} />
        </Suspense>
      )}
      explain={{
        scope: { ...pnlScope(view), basis: basis.id },
        comparisonOf: (cell) => comparisonOf(answer, cell),
        shareOf: (cell) => shareOf(answer, cell),
        neighboursOf: (cell) => neighboursOf(columns, cell, table.lines),
      }}
    >
      {answer[0]?.feeVatAdjusted === false &&
        subject.asOf === undefined &&
        (view.marketplaces.length > 0 ? view.marketplaces : subject.offered).some(isEuropean) && (
          <Suspense>
            <EstablishmentCountry companyId={scope.companyId} />
          </Suspense>
        )}
      <Statement
        deferredOf={basis.id === 'TRANSACTION' ? question : null}
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
