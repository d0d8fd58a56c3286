import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { PnlFlags } from '#contract/profit-and-loss.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { askedOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { WindowGate } from '#web/dashboard/WindowGate.tsx'
import { flagNotes } from '#web/explain/flag-notes.ts'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { useAnnotations } from '#web/metrics/annotations.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { CoursePage } from '#web/metrics/CoursePage.tsx'
import { useCourseTable, type CourseShown } from '#web/metrics/use-course-table.ts'
import { PATHS } from '#web/paths.ts'
import { ButtonLink } from '#web/shell/ButtonLink.tsx'
import { Page } from '#web/shell/Page.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { RouteTabs } from '#web/shell/RouteTabs.tsx'
import type { SearchParams } from '#web/search-params.ts'
import { trpc } from '#web/trpc.ts'
import { SectionColumns } from '#web/ui/SectionFrame.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { comparisonText, trendsColumns, type TrendsRow } from './trends-columns.tsx'
import { TrendsChart } from './TrendsChart.tsx'
import { TrendsParts } from './TrendsParts.tsx'
import {
  ADVERTISING_TRENDS,
  SALES_TRENDS,
  trendsInput,
  type TrendsOf,
  type TrendsView,
} from './trends-view.ts'
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
  const { view, scope, context } = frame
  const query = useAnswerQuery(of.ask.queryOptions(frame.isReady ? trendsInput(scope, view, of) : skipToken))
  const annotations = useAnnotations(scope.companyId, view)
  const columnsOf = useMemo(() => columnsFor(of), [of])
  const course = useCourseTable({ frame, query, id: of.id, columnsOf })
  const { interval, growthType } = course.view
  const { hasGaps, notes } = answerNotes(course.answer, context.today, { flagsOf: FLAG_NOTES[of.id] })
  const name = of.title.toLowerCase()
  return (
    <CoursePage
      frame={frame}
      course={course}
      title={TITLE}
      paperTitle={`${TITLE}, ${name}`}
      tabs={<TrendsTabs />}
      named="The course"
      noun="report"
      basis={of.basis}
      reports={reportsOf(view.metrics)}
      hasGaps={hasGaps}
      {...(notes.length > 0 && { notes })}
      interval={interval}
      growthType={growthType}
      tableTitle={`By ${AXES[interval]}`}
      tableNote={growthType && `change against ${comparisonText(interval, growthType)}`}
      tableLabel={`${of.title} by ${AXES[interval]}`}
      fileName={`trends-${name.replaceAll(' ', '-')}-by-${AXES[interval]}`}
      charts={
        <>
          <TrendsChart
            frame={frame}
            of={of}
            course={course}
            status={queryStatus(query)}
            annotations={annotations}
          />
          <SectionColumns>
            <div className={styles.section}>
              <TrendsParts frame={frame} of={of} annotations={annotations} />
            </div>
            <div className={styles.section}>
              <WeekdayMap frame={frame} of={of} answer={course.answer} annotations={annotations} />
            </div>
          </SectionColumns>
        </>
      }
      controls={<SavedViews id={of.id} frame={frame} table={course.table} />}
    />
  )
}

const columnsFor =
  (of: TrendsOf) =>
  ({ view: { interval, growthType }, currencyCode, count }: CourseShown<TrendsView>) =>
    trendsColumns({
      columns: of.columns,
      interval,
      currencyCode,
      hasGrowth: growthType !== null,
      count,
      linked: (row, name) => <ToBrandManager row={row} name={name} from={of.path} />,
    })

/** Costs and fees are in none of these numbers, nor advertising in those of sales. */
const FLAG_NOTES = {
  'trends.salesAndTraffic': (flags) => trendsNotes(flags).filter(({ isWarning }) => isWarning),
  'trends.advertising': trendsNotes,
} satisfies Record<TrendsOf['id'], typeof flagNotes>

function trendsNotes(flags: PnlFlags) {
  return flagNotes({
    ...flags,
    unitsWithoutCost: 0,
    lostUnitsWithoutCost: 0,
    ordersWithDefaultFees: 0,
    unmappedLines: 0,
  })
}

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
