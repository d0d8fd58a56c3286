import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { addDays } from '#contract/date-range.ts'
import type { Coverage } from '#contract/imports.ts'
import type { CurrencyCode } from '#contract/marketplaces.ts'
import { Freshness } from '#web/shell/Freshness.tsx'
import { Band, Page } from '#web/shell/Page.tsx'
import { errorText, trpc } from '#web/trpc.ts'
import { Button } from '#web/ui/Button.tsx'
import { today as todayNow } from '#web/ui/dates.ts'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { toast } from '#web/ui/ToastRegion.tsx'
import { useShownLoading } from '#web/ui/use-shown-loading.ts'
import { columnsOf, plannedPeriods } from './pnl-columns.ts'
import { notesOf } from './pnl-notes.ts'
import { isMarketplaceCode, pnlInput, type PnlView } from './pnl-view.ts'
import { useDrawer } from './use-drawer.ts'
import { PnlFilters } from './PnlFilters.tsx'
import { PnlNotes } from './PnlNotes.tsx'
import { BASIS_TEXT, PnlToolbar } from './PnlToolbar.tsx'
import { Statement } from './Statement.tsx'
import { memoRows, shareOf, statementRows } from './pnl-rows.ts'
import { pnlCsv } from './pnl-csv.ts'
import { download } from '#web/ui/csv.ts'
import { usePnlView } from './use-pnl-view.ts'

// Most visits explain nothing.
const ExplainDrawer = lazy(async () => ({
  default: (await import('#web/explain/ExplainDrawer.tsx')).ExplainDrawer,
}))

interface StatementPageProps {
  company: { id: string; name: string }
  coverage: Coverage & { lastDay: string }
  currencyCode: CurrencyCode
  tabs: React.ReactNode
}

export function StatementPage({ company, coverage, currencyCode, tabs }: StatementPageProps) {
  const { lastDay } = coverage
  const { view, explained, change, explain, reset } = usePnlView({
    companyId: company.id,
    lastDay,
    currencyCode,
  })
  const query = useQuery({
    ...trpc.profitAndLoss.getData.queryOptions(pnlInput(company.id, view)),
    placeholderData: keepPreviousData,
  })
  const shownView = useViewOfAnswer(view, query.data !== undefined && !query.isPlaceholderData)
  const isFirstReading = useShownLoading(query.isLoading)
  const answer = useMemo(() => (isFirstReading ? [] : (query.data ?? [])), [isFirstReading, query.data])

  const today = todayNow()
  const offered = coverage.marketplaces.filter(isMarketplaceCode)
  const periods = answer.length > 0 ? answer : plannedPeriods(view, addDays(today, -1))
  const columns = columnsOf(periods, answer.length > 0 ? shownView : view)
  const drawer = useDrawer(explained, explain)
  const scope = {
    companyId: company.id,
    currencyCode: view.currencyCode,
    marketplaces: view.marketplaces,
    useAdjustedAdvertising: true,
  }
  const resetAll = () => {
    reset()
    toast('Resetting all dashboard filters.')
  }
  const exportCsv = () => {
    const facts = [
      ['Company', company.name],
      ['Currency', view.currencyCode],
      ['Dates', `${view.startDate} to ${view.endDate}`],
      ['Marketplaces', view.marketplaces.join(' ') || 'all'],
      ['Basis', BASIS_TEXT],
      ['Data to', lastDay],
    ] as const
    const rows = [...statementRows(answer, shownView), ...memoRows(answer, shownView)]
    download(
      `profit-and-loss-${view.startDate}-${view.endDate}.csv`,
      pnlCsv({ facts, answer, columns, rows }),
    )
  }
  return (
    <Page
      title="Profit and loss"
      tabs={tabs}
      freshness={<Freshness lastDay={lastDay} publishedAt={coverage.publishedAt} />}
      filters={
        <PnlFilters
          view={view}
          offered={offered}
          today={today}
          lastDay={lastDay}
          isReading={query.isFetching}
          onChange={change}
          onReset={resetAll}
        />
      }
      inspector={
        explained && (
          <Suspense>
            <ExplainDrawer
              scope={scope}
              cell={explained}
              share={shareOf(answer, explained)}
              takesFocus={drawer.takesFocus}
              onExplain={explain}
              onClose={drawer.close}
            />
          </Suspense>
        )
      }
    >
      <Band>
        <PnlNotes
          notes={notesOf(answer)}
          onExplain={(line) => drawer.open({ line, start: view.startDate, end: view.endDate }, true)}
        />
        <PnlToolbar view={view} onChange={change} onExport={answer.length > 0 ? exportCsv : undefined} />
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
      ) : (
        <Statement
          answer={answer}
          columns={columns}
          view={shownView}
          explained={explained}
          onExplain={drawer.open}
          onLeave={drawer.close}
          onChange={change}
        />
      )}
    </Page>
  )
}

/** The view that the shown answer was asked for: while another is being read, the old numbers keep their heads. */
function useViewOfAnswer(view: PnlView, isAnswered: boolean): PnlView {
  const [answered, setAnswered] = useState(view)
  if (isAnswered && answered !== view) setAnswered(view)
  return { ...answered, collapsed: view.collapsed, emptyLines: view.emptyLines, show: view.show }
}
