import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
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
import { PnlFilters } from './PnlFilters.tsx'
import { PnlNotes } from './PnlNotes.tsx'
import { PnlToolbar } from './PnlToolbar.tsx'
import { Statement } from './Statement.tsx'
import { usePnlView } from './use-pnl-view.ts'

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
  const resetAll = () => {
    reset()
    toast('Resetting all dashboard filters.')
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
    >
      <Band>
        <PnlNotes
          notes={notesOf(answer)}
          onExplain={(line) => explain({ line, start: view.startDate, end: view.endDate })}
        />
        <PnlToolbar view={view} onChange={change} onExport={undefined} />
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
          onExplain={explain}
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
