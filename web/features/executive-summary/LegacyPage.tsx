import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { courseComparison } from '#contract/dashboards/course.ts'
import { LEGACY_CARDS, type LegacyMetric } from '#contract/dashboards/executive-summary.ts'
import { addDays, endOfMonth, startOfMonth } from '#contract/date-range.ts'
import type { LegacySummary } from '#contract/executive-summary.ts'
import { metricOf, type MetricId } from '#contract/metrics/metrics.ts'
import type { ChartPeriod, ChartSeries, ChartTone } from '#web/charts/chart-series.ts'
import { moneyFormat } from '#web/charts/formats.ts'
import { KeyFigures } from '#web/charts/KeyFigures.tsx'
import { periodText } from '#web/charts/period-axis.ts'
import { TimeChart } from '#web/charts/TimeChart.tsx'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { hasGaps, missingNotes } from '#web/dashboard/missing-days.ts'
import { useDashboard, type DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { flagNotes } from '#web/explain/flag-notes.ts'
import { courseRows, courseTotal } from '#web/metrics/course-rows.ts'
import { metricFigure } from '#web/metrics/metric-columns.tsx'
import { toneOf } from '#web/metrics/metric-charts.ts'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { explainedInPeriod, periodId, PeriodTable } from '#web/metrics/PeriodTable.tsx'
import { queryStatus } from '#web/shell/query-status.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText, monthOfYearText } from '#web/ui/dates.ts'
import { moneyText } from '#web/ui/numbers.ts'
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
  const { view, scope, drawer, context } = frame
  const query = useQuery({
    ...trpc.executiveSummary.getLegacy.queryOptions({
      ...scope,
      startDate: view.startDate,
      endDate: view.endDate,
    }),
    placeholderData: keepPreviousData,
  })
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const columns = useMemo(() => legacyColumns(currencyCode), [currencyCode])
  const rows = useMemo(() => (answer ? courseRows(answer) : []), [answer])
  const totals = useMemo(() => answer && courseTotal(answer), [answer])
  const table = useTable({ id: 'executive-summary.months', columns, rows, rowId: periodId, totals })
  const yesterday = addDays(context.today, -1)
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={`${TITLE}, legacy`}
      tabs={<ExecutiveSummaryTabs />}
      named="The table"
      noun="order"
      basis={BASIS}
      hasGaps={answer !== undefined && hasGaps([answer.coverage], yesterday)}
      notes={answer ? [...missingNotes([answer.coverage], yesterday), ...flagNotes(answer.flags)] : []}
      isEmpty={
        answer !== undefined && Object.values(answer.total.metrics).every(({ value }) => value === null)
      }
      exported={{
        name: 'executive-summary-by-month',
        content: () => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) }),
      }}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) => neighboursIn(table, cell, explainedInPeriod),
        comparisonOf: ({ start, end }) => {
          if (!answer) return null
          const { period, comparison } = answer
          return start === period.startDate && end === period.endDate
            ? { start: comparison.startDate, end: comparison.endDate }
            : courseComparison({ start, end }, 'MONTHLY', 'MONTH_ON_MONTH')
        },
      }}
      figures={<Cards answer={answer} frame={frame} />}
      toolbar={(exportMenu) => (
        <>
          <MonthsChart answer={answer} status={queryStatus(query)} frame={frame} />
          <TableToolbar
            label="Table"
            title={
              <>
                Months
                {answer && <small>{compactRangeText(answer.period.startDate, answer.period.endDate)}</small>}
              </>
            }
          >
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <PeriodTable label="Months" table={table} drawer={drawer} isLoading={answer === undefined} />
    </DashboardPage>
  )
}

interface Part {
  answer: LegacySummary | undefined
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

function Cards({ answer, frame: { scope, drawer } }: Part) {
  const months = answer?.periods ?? []
  return (
    <KeyFigures
      label="All months together"
      figures={LEGACY_CARDS.map((card) => ({
        ...metricFigure(card, answer?.total.metrics[card], scope.currencyCode),
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
function MonthsChart({
  answer,
  status,
  frame: { scope, context, drawer },
}: Part & { status: SectionStatus }) {
  const begun = answer?.periods ?? []
  const ahead = answer?.forecast.filter(({ kind }) => kind === 'FORECAST') ?? []
  const now = answer?.forecast.find(({ kind }) => kind === 'PROJECTED')
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
  const series = (metric: 'netSales' | 'netProfit', tone: ChartTone): ChartSeries => ({
    id: metric,
    label: metricOf(metric).label,
    tone,
    values: [
      ...valuesOf(answer, metric),
      ...ahead.map(({ value }) => (metric === 'netSales' ? value : null)),
    ],
    better: 'more',
  })
  const format = moneyFormat(scope.currencyCode)
  return (
    <TimeChart
      title="Net sales and net profit by month"
      {...(now?.value != null && {
        note: `${monthOfYearText(now.startDate)} projected at ${moneyText(now.value, scope.currencyCode)}`,
      })}
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
        { id: 'netSales', form: 'bars', height: 120, series: [series('netSales', 'sales')], format },
        {
          id: 'netProfit',
          title: metricOf('netProfit').label,
          form: 'line',
          height: 64,
          series: [series('netProfit', 'profit')],
          format,
        },
      ]}
    />
  )
}
