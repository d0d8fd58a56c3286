import { useQuery } from '@tanstack/react-query'
import { TILE_METRICS } from '#contract/dashboards/executive-summary.ts'
import type { Daily } from '#contract/executive-summary.ts'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { AlertSection } from '#web/dashboard/Alerts.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { askedOf, useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { WindowGate } from '#web/dashboard/WindowGate.tsx'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { trpc } from '#web/trpc.ts'
import { dayOfMoment, momentText } from '#web/ui/dates.ts'
import { countText } from '#web/ui/numbers.ts'
import { SectionColumns } from '#web/ui/SectionFrame.tsx'
import { comparedDays } from './compared-days.ts'
import { ExecutiveSummaryTabs, TITLE } from './executive-summary-frame.tsx'
import styles from './ExecutiveSummary.module.css'
import { MarketplaceTable } from './MarketplaceTable.tsx'
import { Readings } from './Readings.tsx'
import { LIVE, nowInput, rangeInput, realTimeSummary } from './real-time-view.ts'
import { RecentOrders } from './RecentOrders.tsx'
import { SalesByDay } from './SalesByDay.tsx'
import { SalesMovers } from './SalesMovers.tsx'
import { TodayByHour } from './TodayByHour.tsx'

const BASIS = 'Orders by order date at the prices buyers see, including pending orders; profit without VAT.'

/** Orders as they come in. Days are chosen among those that are told by the hour. */
export function RealTimePage({ subject }: { subject: DashboardSubject }) {
  const query = useQuery({
    ...trpc.executiveSummary.realTimeData.getMinMaxDate.queryOptions(askedOf(subject)),
    select: ({ minDate, maxDate }) => ({ startDate: minDate, endDate: maxDate }),
  })
  return (
    <WindowGate title={TITLE} tabs={<ExecutiveSummaryTabs />} query={query}>
      {(window) => <RealTime subject={{ ...subject, ...(window && { window }) }} />}
    </WindowGate>
  )
}

function RealTime({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(realTimeSummary, subject)
  const { view, scope, context } = frame
  const query = useAnswerQuery({
    ...trpc.executiveSummary.realTimeData.getDaily.queryOptions(rangeInput(frame)),
    ...LIVE,
  })
  const { data: tiles } = useQuery({
    ...trpc.executiveSummary.realTimeData.getTiles.queryOptions(nowInput(frame)),
    ...LIVE,
  })
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const { hasGaps, notes } = answerNotes(answer, context.today, {
    awaitedText: 'Not read yet',
    flagsOf: () => [],
  })
  return (
    <DashboardPage
      frame={frame}
      // Numbers that are read again by themselves lock nothing.
      answer={{ ...shown, isReading: query.isLoading || query.isPlaceholderData }}
      title={TITLE}
      paperTitle={`${TITLE}, new`}
      tabs={<ExecutiveSummaryTabs />}
      named="The sales"
      noun="order"
      basis={BASIS}
      isByOrder
      reports={reportsOf(TILE_METRICS)}
      reach={answer && reachOf(answer)}
      hasGaps={hasGaps}
      {...(notes.length > 0 && { notes })}
      explain={{
        scope: { basis: 'ORDER' },
        comparisonOf: (cell) => (answer ? comparedDays(cell, answer, tiles?.cells) : null),
      }}
    >
      <SalesByDay
        frame={frame}
        answer={answer}
        currencyCode={shown.view.currencyCode ?? scope.currencyCode}
        status={queryStatus(query)}
      />
      <Readings frame={frame} />
      <SectionColumns weights={[1.25, 1, 0.95]}>
        <div className={styles.part}>
          <SalesMovers frame={frame} />
        </div>
        <div className={styles.part}>
          <TodayByHour frame={frame} />
        </div>
        <AlertSection scope={scope} />
      </SectionColumns>
      <MarketplaceTable frame={frame} />
      <RecentOrders frame={frame} />
    </DashboardPage>
  )
}

const AN_HOUR_MS = 3_600_000

/** Nothing older than an hour is called up to date. */
function reachOf({ ordersUpTo, today }: Daily): { text: string; isOld: boolean } {
  if (ordersUpTo === null) return { text: 'No orders in the last 7 days', isOld: true }
  const hours = Math.floor((Date.now() - Date.parse(ordersUpTo)) / AN_HOUR_MS)
  const moment = momentText(ordersUpTo)
  const at = dayOfMoment(new Date(ordersUpTo)) === today ? moment.split(', ').at(-1)! : moment
  const age =
    hours < 1
      ? ''
      : hours < 48
        ? `, ${countText(hours, 'hour')} ago`
        : `, ${countText(Math.floor(hours / 24), 'day')} ago`
  return { text: `Orders up to ${at}${age}`, isOld: hours >= 1 }
}
