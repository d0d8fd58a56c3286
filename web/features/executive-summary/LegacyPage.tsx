import { LEGACY_CARDS, type LegacyMetric } from '#contract/dashboards/executive-summary.ts'
import { endOfMonth, startOfMonth } from '#contract/date-range.ts'
import type { LegacySummary } from '#contract/executive-summary.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { ChartPeriod } from '#web/charts/chart-series.ts'
import { moneyFormat } from '#web/charts/formats.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { periodText } from '#web/charts/period-axis.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { answerNotes } from '#web/dashboard/answer-notes.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard, type DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { reportsOf } from '#web/explain/metric-reports.ts'
import { CoursePage } from '#web/metrics/CoursePage.tsx'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { metricSeries, toneOf } from '#web/metrics/metric-charts.ts'
import { useCourseTable, type CourseShown } from '#web/metrics/use-course-table.ts'
import { projectionText } from '#web/metrics/projection.ts'
import { queryStatus } from '#web/shell/query-status.ts'
import { trpc } from '#web/trpc.ts'
import { monthOfYearText } from '#web/ui/dates.ts'
import type { SectionStatus } from '#web/ui/SectionFrame.tsx'
import { ExecutiveSummaryTabs, TITLE } from './executive-summary-frame.tsx'
import { legacyColumns } from './legacy-columns.tsx'
import { legacySummary, type LegacyView } from './legacy-view.ts'

const BASIS = 'Orders by order date, without VAT. Fees are as charged or estimated.'

/** How the months went, by the day of the order. */
export const LegacyPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<ExecutiveSummaryTabs />}
    days="ALL"
    noData="Import order reports to see profit by month."
  >
    {(subject) => <Legacy subject={subject} />}
  </DashboardGate>
)

function Legacy({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(legacySummary, subject)
  const { view, scope, context } = frame
  const query = useAnswerQuery(
    trpc.executiveSummary.getLegacy.queryOptions({
      ...scope,
      startDate: view.startDate,
      endDate: view.endDate,
    }),
  )
  const course = useCourseTable({ frame, query, id: 'executive-summary.months', columnsOf })
  const { answer, currencyCode } = course
  const part = { answer, currencyCode, status: queryStatus(query), frame }
  return (
    <CoursePage
      frame={frame}
      course={course}
      title={TITLE}
      paperTitle={`${TITLE}, legacy`}
      tabs={<ExecutiveSummaryTabs />}
      named="The table"
      noun="order"
      basis={BASIS}
      isByOrder
      reports={reportsOf(LEGACY_CARDS)}
      {...answerNotes(answer, context.today)}
      interval="MONTHLY"
      growthType="MONTH_ON_MONTH"
      tableTitle="Months"
      fileName="executive-summary-by-month"
      figures={<Cards {...part} />}
      charts={<MonthsChart {...part} />}
    />
  )
}

const columnsOf = ({ currencyCode }: CourseShown<LegacyView>) => legacyColumns(currencyCode)

interface Part {
  answer: LegacySummary | undefined
  /** Of the answer. */
  currencyCode: string
  status: SectionStatus
  frame: DashboardFrame<LegacyView>
}

/** Names that a card has no room for. */
const SHORT: Partial<Record<LegacyMetric, string>> = {
  contributionMargin1: 'CM1',
  contributionMargin2: 'CM2',
  contributionMargin3: 'CM3',
}

const valuesOf = (answer: LegacySummary | undefined, metric: LegacyMetric) =>
  answer?.periods.map(({ metrics }) => metrics[metric].value) ?? []

function Cards({ answer, currencyCode, status, frame: { drawer } }: Part) {
  const months = answer?.periods ?? []
  return (
    <KeyFigures
      label="All months together"
      status={status}
      figures={LEGACY_CARDS.map((card) => ({
        ...metricFigure(card, answer?.total.metrics[card], currencyCode),
        ...(SHORT[card] && { label: SHORT[card] }),
        ...(months.length > 1 && {
          spark: {
            values: valuesOf(answer, card),
            tone: toneOf(card),
            periodAt: (index: number) =>
              periodText({ start: months[index]!.startDate, end: months[index]!.endDate }, 'month'),
          },
        }),
      }))}
      comparison="vs before"
      onExplain={(card) =>
        answer &&
        drawer.open(
          { metric: card as MetricId, start: answer.period.startDate, end: answer.period.endDate },
          true,
        )
      }
    />
  )
}

/** Net sales of the months, with those to come as they are forecast, and what the months left. */
function MonthsChart({ answer, currencyCode, status, frame: { context, drawer } }: Part) {
  const begun = answer?.periods ?? []
  const ahead = answer?.forecast.filter(({ kind }) => kind === 'FORECAST') ?? []
  const projected = projectionText(answer?.forecast ?? [], currencyCode, monthOfYearText)
  const periods: ChartPeriod[] = [
    ...begun.map(({ startDate, endDate, isPartial }) => ({
      start: startDate,
      // Today is in the month in progress, of which yesterday is the last day.
      end: startOfMonth(startDate) === startOfMonth(context.today) ? endOfMonth(endDate) : endDate,
      ...(isPartial && { state: 'partial' as const }),
    })),
    ...ahead.map(({ startDate, endDate }) => ({
      start: startDate,
      end: endDate,
      state: 'forecast' as const,
    })),
  ]
  const series = (metric: 'netSales' | 'netProfit') =>
    metricSeries(metric, [
      ...valuesOf(answer, metric),
      ...ahead.map(({ value }) => (metric === 'netSales' ? value : null)),
    ])
  const format = moneyFormat(currencyCode)
  return (
    <TimeChart
      title="Net sales and net profit by month"
      {...(projected && { note: projected })}
      summary="Net sales by month, with a forecast of the months to come, and net profit."
      periods={periods}
      interval="month"
      today={context.today}
      status={status}
      onExplain={(metric, index) => {
        const month = begun[index]
        if (month)
          drawer.open({ metric: metric as MetricId, start: month.startDate, end: month.endDate }, true)
      }}
      panels={[
        { id: 'netSales', form: 'bars', height: 120, series: [series('netSales')], format },
        {
          id: 'netProfit',
          title: metricOf('netProfit').label,
          form: 'line',
          height: 64,
          series: [series('netProfit')],
          format,
        },
      ]}
    />
  )
}
