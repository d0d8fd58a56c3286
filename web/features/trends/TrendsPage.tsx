import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { courseComparison } from '#contract/dashboards/course.ts'
import { addDays } from '#contract/date-range.ts'
import type { Trends } from '#contract/trends.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { hasGaps, missingNotes } from '#web/dashboard/missing-days.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { askedOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { WindowGate } from '#web/dashboard/WindowGate.tsx'
import { flagNotes } from '#web/explain/flag-notes.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { courseRows, courseTotal } from '#web/metrics/course-rows.ts'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { explainedInPeriod, periodId, PeriodTable } from '#web/metrics/PeriodTable.tsx'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import type { SearchParams } from '#web/search-params.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { SectionColumns } from '#web/ui/SectionFrame.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { comparisonText, trendsColumns, type TrendsRow } from './trends-columns.tsx'
import { TrendsChart } from './TrendsChart.tsx'
import { TrendsParts } from './TrendsParts.tsx'
import { ADVERTISING_TRENDS, SALES_TRENDS, trendsInput, type TrendsOf } from './trends-view.ts'
import styles from './TrendsPage.module.css'
import { WeekdayMap } from './WeekdayMap.tsx'

const TITLE = 'Trends'

const TrendsTabs = () => (
  <RouteTabs
    label={TITLE}
    tabs={[
      { label: 'Sales and traffic', hint: 'How sales and visits moved', to: PATHS.salesTrends },
      { label: 'Advertising', hint: 'How advertising moved', to: PATHS.advertisingTrends },
    ]}
  />
)

export const SalesTrendsPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<TrendsTabs />}
    days="ALL"
    noData="Import sales and traffic reports to see how they move."
  >
    {(subject) => <TrendsShown subject={subject} of={SALES_TRENDS} />}
  </DashboardGate>
)

export const AdvertisingTrendsPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<TrendsTabs />}
    days="ALL"
    noData="Connect advertising or import its reports to see how it moves."
  >
    {(subject) => <WithAdvertising subject={subject} />}
  </DashboardGate>
)

function WithAdvertising({ subject }: { subject: DashboardSubject }) {
  const query = useQuery(trpc.advertising.getValidDataTimeWindow.queryOptions(askedOf(subject)))
  return (
    <WindowGate title={TITLE} tabs={<TrendsTabs />} query={query}>
      {(window) =>
        window ? (
          <TrendsShown subject={{ ...subject, window }} of={ADVERTISING_TRENDS} />
        ) : (
          <NoAdvertising companyId={subject.company.id} />
        )
      }
    </WindowGate>
  )
}

/** A seller who does not advertise, or has not said so here, has nothing to look at. */
function NoAdvertising({ companyId }: { companyId: string }) {
  const params = { companyId }
  return (
    <Page title={TITLE} tabs={<TrendsTabs />}>
      <StateMessage
        title="No advertising data yet"
        action={
          <>
            <ButtonLink to={PATHS.connections} params={params}>
              Connections
            </ButtonLink>
            <ButtonLink to={PATHS.import} params={params}>
              Import files
            </ButtonLink>
          </>
        }
      >
        Connect advertising to see this.
      </StateMessage>
    </Page>
  )
}

/** How metrics moved, each beside the others and beside the year before. */
function TrendsShown({ subject, of }: { subject: DashboardSubject; of: TrendsOf }) {
  const frame = useDashboard(of.view, subject)
  const { view, scope, drawer, context } = frame
  const query = useQuery({
    ...of.ask.queryOptions(frame.isReady ? trendsInput(scope, view, of) : skipToken),
    placeholderData: keepPreviousData,
  })
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const { interval, growthType } = shown.view
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const hasGrowth = growthType !== null
  const count = answer?.periods.length ?? 0
  const columns = useMemo(
    () =>
      trendsColumns({
        columns: of.columns,
        interval,
        currencyCode,
        hasGrowth,
        count,
        linked: (row, name) => <ToBrandManager row={row} name={name} from={of.path} />,
      }),
    [of, interval, currencyCode, hasGrowth, count],
  )
  const rows = useMemo(() => (answer ? courseRows(answer) : []), [answer])
  const totals = useMemo(() => answer && courseTotal(answer), [answer])
  const table = useTable({ id: of.id, columns, rows, rowId: periodId, totals })
  const yesterday = addDays(context.today, -1)
  const title = `By ${AXES[interval]}`
  const notes = answer ? [...missingNotes([answer.coverage], yesterday), ...notesOf(answer, of)] : []
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={`${TITLE}, ${of.title.toLowerCase()}`}
      tabs={<TrendsTabs />}
      named="The course"
      noun="report"
      basis={of.basis}
      hasGaps={answer !== undefined && hasGaps([answer.coverage], yesterday)}
      {...(notes.length > 0 && { notes })}
      isEmpty={
        answer !== undefined && Object.values(answer.total.metrics).every(({ value }) => value === null)
      }
      exported={{
        name: `trends-${of.title.toLowerCase().replaceAll(' ', '-')}-by-${AXES[interval]}`,
        content: () => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) }),
      }}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) => neighboursIn(table, cell, explainedInPeriod),
        comparisonOf: ({ start, end }) => {
          if (!answer || growthType === null) return null
          const { period, comparison } = answer
          if (start === period.startDate && end === period.endDate)
            return { start: comparison.startDate, end: comparison.endDate }
          // The map shows days, whatever the periods are.
          const isPeriod = answer.periods.some((one) => one.startDate === start && one.endDate === end)
          return courseComparison({ start, end }, isPeriod ? interval : 'DAILY', growthType)
        },
      }}
      toolbar={(exportMenu) => (
        <>
          <TrendsChart frame={frame} of={of} query={query} />
          <SectionColumns>
            <div className={styles.section}>
              <TrendsParts frame={frame} of={of} />
            </div>
            <div className={styles.section}>
              <WeekdayMap frame={frame} of={of} answer={query.data} />
            </div>
          </SectionColumns>
          <TableToolbar
            label="Table"
            title={
              <>
                {title}
                {growthType && <small>change against {comparisonText(interval, growthType)}</small>}
              </>
            }
          >
            <SavedViews id={of.id} frame={frame} table={table} />
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <PeriodTable
        label={`${of.title} by ${AXES[interval]}`}
        table={table}
        drawer={drawer}
        isLoading={answer === undefined}
      />
    </DashboardPage>
  )
}

/** Costs and fees are in none of these numbers, nor advertising in those of sales. */
const notesOf = ({ flags }: Trends, { id }: TrendsOf) =>
  flagNotes({
    ...flags,
    unitsWithoutCost: 0,
    lostUnitsWithoutCost: 0,
    ordersWithDefaultFees: 0,
    unmappedLines: 0,
  }).filter(({ isWarning }) => isWarning || id === 'trends.advertising')

/** What no other page asks. */
const ONLY_HERE = {
  metrics: undefined,
  form: undefined,
  splitBy: undefined,
  mapped: undefined,
  explain: undefined,
}

/** What the days of a period were made of. */
const ToBrandManager = ({ row, name, from }: { row: TrendsRow; name: string; from: TrendsOf['path'] }) => (
  <Link
    to={PATHS.brandManagerMarketplace}
    from={from}
    className={styles.period}
    title={`${name} in Brand manager`}
    search={(previous: SearchParams) => ({
      ...previous,
      ...ONLY_HERE,
      startDate: row.start,
      endDate: row.end,
      interval: 'DAILY',
    })}
  >
    {name}
  </Link>
)
