import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { addDays, later } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import type { CurrencyCode } from '#contract/marketplaces.ts'
import { isMarketplaceCode } from '#web/filters/filter-fields.ts'
import { useCoveredSkus } from '#web/filters/products/use-products.ts'
import { isCell } from '#web/explain/explained-cell.ts'
import { Freshness } from '#web/shell/Freshness.tsx'
import { Band, Page } from '#web/shell/Page.tsx'
import { ExportMenu } from '#web/table/ExportMenu.tsx'
import { exportTable } from '#web/table/export-table.ts'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { rangeText, today as todayNow } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { NoDataForPeriod } from './NoDataForPeriod.tsx'
import { leftOutNotes, leftOutText } from './left-out-notes.ts'
import { columnsOf, plannedPeriods } from './pnl-columns.ts'
import { hasGaps, notesOf } from './pnl-notes.ts'
import { pnlPaper } from './pnl-paper.ts'
import { comparisonOf, isEmptyAnswer, shareOf } from './pnl-rows.ts'
import { missingFacts, pnlSheet } from './pnl-sheet.ts'
import { notAllocatedOf, pnlInput, productScope, type PnlView } from './pnl-view.ts'
import { PnlFilters } from './PnlFilters.tsx'
import { PnlNotes } from './PnlNotes.tsx'
import { BASIS_TEXT, PnlToolbar } from './PnlToolbar.tsx'
import { settlementNotes } from './settlement-notes.ts'
import { Statement } from './Statement.tsx'
import { useDrawer } from './use-drawer.ts'
import { usePnlCommands } from './use-pnl-commands.ts'
import { usePnlTable } from './use-pnl-table.ts'
import { usePnlView } from './use-pnl-view.ts'

// Most visits explain nothing.
const ExplainDrawer = lazy(async () => ({
  default: (await import('#web/explain/ExplainDrawer.tsx')).ExplainDrawer,
}))
const FlagDrawer = lazy(async () => ({
  default: (await import('#web/explain/FlagDrawer.tsx')).FlagDrawer,
}))

interface StatementPageProps {
  company: { id: string; name: string }
  coverage: Coverage & { firstDay: string; lastDay: string }
  currencyCode: CurrencyCode
  tabs: React.ReactNode
}

export function StatementPage({ company, coverage, currencyCode, tabs }: StatementPageProps) {
  const { firstDay, lastDay } = coverage
  const today = todayNow()
  const { view, explained, change, explain, reset } = usePnlView({
    companyId: company.id,
    today,
    window: { start: firstDay, end: lastDay },
    currencyCode,
  })
  const { skus, isPending: isReadingProducts, coversNothing } = useCoveredSkus(company.id, view)
  const query = useQuery({
    ...trpc.profitAndLoss.getData.queryOptions(
      isReadingProducts ? skipToken : pnlInput(company.id, view, skus),
    ),
    placeholderData: keepPreviousData,
  })
  const answeredView = useViewOfAnswer(view, query.data !== undefined && !query.isPlaceholderData)
  const isFirstReading = useShownLoading(query.isLoading)
  const answer = useMemo(() => (isFirstReading ? [] : (query.data ?? [])), [isFirstReading, query.data])
  // A remark beside the numbers: they do not wait for it.
  const settlements = useQuery({
    ...trpc.profitAndLoss.getSettlements.queryOptions({ companyId: company.id }),
    meta: { isQuiet: true },
  })
  const drawer = useDrawer(explained, explain)
  // What is left out stands in no cell.
  const explainedCell = explained && isCell(explained) && !explained.isLeftOut ? explained : null

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
    currencyCode: answeredView.currencyCode,
    onCollapse: (collapsed) => change({ collapsed }, true),
  })

  const yesterday = addDays(today, -1)
  const asked = { start: view.startDate, end: view.endDate }
  const isEmpty = coversNothing || isEmptyAnswer(answer)
  const offered = coverage.marketplaces.filter(isMarketplaceCode)
  const scope = {
    companyId: company.id,
    currencyCode: view.currencyCode,
    marketplaces: view.marketplaces,
    useAdjustedAdvertising: true,
    notAllocated: notAllocatedOf(view),
    ...productScope(view, skus),
  }
  const leftOut = leftOutText(answer, answeredView.currencyCode)
  const accountLevelFacts = [
    ...(answeredView.sharesAccountAmounts ? [['Account-level amounts', 'shared by net sales'] as const] : []),
    ...(leftOut === null ? [] : [['Not allocated', `${leftOut}, not in this selection`] as const]),
  ]
  const notes = [
    ...settlementNotes(settlements.data ?? [], asked),
    ...leftOutNotes(answer, answeredView, {
      onOpen: () => drawer.open({ metric: 'netProfit', ...asked, isLeftOut: true }, true),
      onShare: (sharesAccountAmounts) => change({ sharesAccountAmounts }),
    }),
    // Of numbers that are not there nothing is remarked.
    ...notesOf(answer, yesterday).filter(({ isWarning }) => isWarning || !isEmpty),
  ]
  const facts = [
    ['Company', company.name],
    ['Currency', answeredView.currencyCode],
    ['Dates', `${answeredView.startDate} to ${answeredView.endDate}`],
    ['Marketplaces', answeredView.marketplaces.join(' ') || 'all'],
    ['Products', skus.join(' ') || 'all'],
    ['Basis', BASIS_TEXT],
    ['Data to', lastDay],
    ...accountLevelFacts,
    ...missingFacts(answer),
  ] as const
  const fileName = `profit-and-loss-${answeredView.startDate}-${answeredView.endDate}`
  const sheet = () => pnlSheet(table.columns, table.lines, answer)
  usePnlCommands({
    firstDay,
    latest: later(lastDay, today),
    onDates: ({ start, end }) => change({ startDate: start, endDate: end }),
    onExport: () => void exportTable(sheet(), 'csv', fileName, facts),
  })
  return (
    <Page
      title="Profit and loss"
      paper={pnlPaper(answeredView, { offered, lastDay, basis: BASIS_TEXT })}
      tabs={tabs}
      freshness={
        <Freshness
          lastDay={lastDay}
          publishedAt={coverage.publishedAt}
          hasGaps={hasGaps(answer, yesterday)}
        />
      }
      filters={
        <PnlFilters
          companyId={company.id}
          view={view}
          offered={offered}
          today={today}
          lastDay={lastDay}
          isReading={query.isFetching || isReadingProducts}
          result={answer.length > 0 ? spokenView(answeredView) : undefined}
          onChange={change}
          onReset={reset}
        />
      }
      inspector={
        explained && (
          <Suspense>
            {isCell(explained) ? (
              <ExplainDrawer
                scope={scope}
                cell={explained}
                comparison={comparisonOf(answer, explained)}
                share={explained.isLeftOut ? null : shareOf(answer, explained)}
                takesFocus={drawer.takesFocus}
                onExplain={explain}
                onClose={drawer.close}
              />
            ) : (
              <FlagDrawer
                scope={scope}
                flagged={explained}
                takesFocus={drawer.takesFocus}
                onClose={drawer.close}
              />
            )}
          </Suspense>
        )
      }
    >
      <Band>
        {(!isEmpty || notes.length > 0) && (
          <PnlNotes
            companyId={company.id}
            notes={notes}
            opened={explained && !isCell(explained) ? explained.flag : null}
            onOpen={(flag) => drawer.open({ flag, ...asked }, true)}
          />
        )}
        {!isEmpty && (
          <PnlToolbar
            view={view}
            onChange={change}
            exportMenu={
              <ExportMenu sheet={sheet} fileName={fileName} facts={facts} isDisabled={answer.length === 0} />
            }
          />
        )}
      </Band>
      {query.isError ? (
        <Band>
          <StateMessage
            kind="error"
            title="The statement could not be read"
            action={
              <Button onPress={() => void query.refetch()} isPending={query.isFetching}>
                Try again
              </Button>
            }
          >
            {errorText(query.error)}
          </StateMessage>
        </Band>
      ) : isEmpty ? (
        <Band>
          <NoDataForPeriod
            asked={asked}
            covered={{ start: firstDay, end: lastDay }}
            isFiltered={view.marketplaces.length > 0}
            onShow={({ start, end }) => change({ startDate: start, endDate: end })}
            onShowAllMarketplaces={() => change({ marketplaces: [] })}
          />
        </Band>
      ) : (
        <Statement
          answer={answer}
          columns={columns}
          table={table}
          view={view}
          currencyCode={answeredView.currencyCode}
          explained={explainedCell}
          onExplain={drawer.open}
          onFollow={drawer.follow}
          onLeave={drawer.close}
          onChange={change}
        />
      )}
    </Page>
  )
}

/** What a change of filters led to, read out once its numbers are there. */
const spokenView = ({ marketplaces, startDate, endDate, currencyCode }: PnlView): string =>
  `${marketplaces.length > 0 ? countText(marketplaces.length, 'marketplace') : 'All marketplaces'}, ${rangeText(startDate, endDate)}, ${currencyCode}`

/** The view that the shown answer was asked for: while another is being read, old numbers keep their heads. */
function useViewOfAnswer(view: PnlView, isAnswered: boolean): PnlView {
  const [answered, setAnswered] = useState(view)
  if (isAnswered && answered !== view) setAnswered(view)
  return answered
}
