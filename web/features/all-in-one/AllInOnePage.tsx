import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { AllInOneProducts } from '#contract/all-in-one.ts'
import { ALL_IN_ONE_CARDS } from '#contract/dashboards/all-in-one.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { Alerts } from '#web/dashboard/Alerts.tsx'
import { searchApplied } from '#web/dashboard/applied.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { askedOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { WindowGate } from '#web/dashboard/WindowGate.tsx'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { KeyedTable } from '#web/metrics/KeyedTable.tsx'
import { explainedAt, searchOf, skusIn } from '#web/metrics/keyed-rows.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { useKeyedTable } from '#web/metrics/use-keyed-table.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { queryClient, trpc } from '#web/trpc.ts'
import { AllInOneCharts } from './AllInOneCharts.tsx'
import { allInOne, allInOneInput, allInOneList, shortName, type AllInOneView } from './all-in-one-view.ts'
import { Movers } from './Movers.tsx'
import { productColumns } from './product-columns.tsx'

// Few are asked.
const AiBanner = lazy(async () => ({ default: (await import('./AiBanner.tsx')).AiBanner }))
// It lies below what is seen at first.
const Lost = lazy(async () => ({ default: (await import('./Lost.tsx')).Lost }))

const TITLE = 'All in one'
const BASIS =
  'Sales and traffic as Amazon reports them; profit by order date, without VAT, with fees as charged or estimated.'

/** How the business and its advertising did, and why, on one page. */
export const AllInOnePage = () => (
  <DashboardGate
    title={TITLE}
    days="ALL"
    noData="Import reports of sales, traffic and advertising to see how your business is doing."
  >
    {(subject) => <WithWindow subject={subject} />}
  </DashboardGate>
)

/** Days are chosen among those with advertising, where there is any. */
function WithWindow({ subject }: { subject: DashboardSubject }) {
  const query = useQuery(trpc.advertising.getValidDataTimeWindow.queryOptions(askedOf(subject)))
  return (
    <WindowGate title={TITLE} query={query}>
      {(window) => <AllInOne subject={{ ...subject, ...(window && { window }) }} />}
    </WindowGate>
  )
}

function AllInOne({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(allInOne, subject)
  const { view, scope, change, drawer, context } = frame
  const summary = useAnswerQuery(
    trpc.allInOne.getSummary.queryOptions(frame.isReady ? allInOneInput(scope, view) : skipToken),
  )
  const query = useAnswerQuery(
    trpc.allInOne.getProducts.queryOptions(frame.isReady ? allInOneList(scope, view) : skipToken),
  )
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const period = { start: shown.view.startDate, end: shown.view.endDate }
  const columns = useMemo(() => productColumns(currencyCode), [currencyCode])
  const { table, paging } = useKeyedTable<AllInOneProducts['rows'][number]>({
    id: 'all-in-one.products',
    columns,
    answer,
    view,
    searchedText: shown.view.searchText,
    isOfBefore: shown.view !== view,
    onChange: (changes, isCorrected) => change(changes as Partial<AllInOneView>, isCorrected),
  })
  const summarised = useShownAnswer(view, summary)
  const found = summarised.data
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      named="The table"
      noun="report"
      basis={BASIS}
      isByOrder
      reports={reportsOf(ALL_IN_ONE_CARDS)}
      banner={
        <Suspense>
          <AiBanner companyId={subject.company.id} />
        </Suspense>
      }
      {...answerNotes(answer, context.today)}
      narrowing={({ searchText }) => searchApplied(searchText)}
      exported={{
        name: 'all-in-one-products',
        hasMoreRows: (answer?.pageCount ?? 0) > 1,
        content: async (rows) => {
          const { keyedExport } = await import('#web/metrics/keyed-export.ts')
          return keyedExport({
            table,
            rows,
            rowCount: answer?.rowCount ?? 0,
            currencyCode,
            isNarrowed: shown.view.searchText !== '',
            read: (page) =>
              queryClient.fetchQuery(
                trpc.allInOne.getProducts.queryOptions(
                  { ...allInOneList(scope, shown.view), ...page },
                  { gcTime: 0 },
                ),
              ),
          })
        },
      }}
      products={skusIn(table.lines, 'SKU')}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) =>
          neighboursIn(table, cell, (row, column) => explainedAt(row, column, 'SKU', period)),
        // Days of which none is over are held against no whole one.
        comparisonOf: ({ start, end }) =>
          found && end < context.today && start === found.period.startDate && end === found.period.endDate
            ? { start: found.comparison.startDate, end: found.comparison.endDate }
            : null,
      }}
      figures={
        <>
          <Alerts scope={scope} />
          <KeyFigures
            label="All products together"
            status={queryStatus(summary)}
            figures={ALL_IN_ONE_CARDS.map((card) => ({
              // Amounts of the view before keep its currency.
              ...metricFigure(card, found?.cards[card], summarised.view.currencyCode ?? scope.currencyCode),
              label: shortName(card),
            }))}
            comparison="vs before"
            onExplain={(card) =>
              found &&
              drawer.open(
                { metric: card as MetricId, start: found.period.startDate, end: found.period.endDate },
                true,
              )
            }
          />
        </>
      }
      toolbar={(exportMenu) => (
        <>
          <AllInOneCharts frame={frame}>
            <Suspense>
              <Lost frame={frame} />
            </Suspense>
          </AllInOneCharts>
          <Movers frame={frame} />
          <TableToolbar label="Table" title="Products" {...searchOf('SKU', view.searchText, change)}>
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <KeyedTable
        label="Products"
        table={table}
        paging={paging}
        groupBy="SKU"
        period={period}
        drawer={drawer}
        searchText={view.searchText}
        found={answer}
        isLoading={answer === undefined}
        isReading={shown.isReading}
      />
    </DashboardPage>
  )
}
