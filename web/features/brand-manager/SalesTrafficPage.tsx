import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays } from '#contract/date-range.ts'
import { courseComparison } from '#contract/dashboards/course.ts'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { hasGaps } from '#web/dashboard/missing-days.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { useShownAnswer } from '#web/dashboard/use-shown-answer.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { courseRows, courseTotal } from '#web/metrics/course-rows.ts'
import { neighboursIn } from '#web/metrics/neighbours.ts'
import { explainedInPeriod, periodId, PeriodTable } from '#web/metrics/PeriodTable.tsx'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { useTable } from '#web/table/use-table.ts'
import { trpc } from '#web/trpc.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { BrandCards } from './BrandCards.tsx'
import { SalesCourse } from './BrandCourse.tsx'
import { BASIS, BrandManagerTabs, notesOf, TITLE } from './brand-manager-frame.tsx'
import { brandInput, brandManager } from './brand-manager-view.ts'
import { salesTrafficColumns } from './sales-traffic-columns.tsx'

const NAME = 'Sales and traffic'

export const SalesTrafficPage = () => (
  <DashboardGate
    title={TITLE}
    tabs={<BrandManagerTabs />}
    days="ALL"
    noData="Import sales and traffic reports to see them by day, week and month."
  >
    {(subject) => <SalesTraffic subject={subject} />}
  </DashboardGate>
)

/** The numbers of the brand manager by day, week or month. */
function SalesTraffic({ subject }: { subject: DashboardSubject }) {
  const frame = useDashboard(brandManager, subject)
  const { view, scope, change, drawer, context } = frame
  const query = useQuery({
    ...trpc.brandManager.getSalesAndTraffic.queryOptions(
      frame.isReady ? { ...brandInput(scope, view), dateInterval: view.interval } : skipToken,
    ),
    placeholderData: keepPreviousData,
  })
  const shown = useShownAnswer(view, query)
  const { data: answer } = shown
  const { interval, growthType, showB2BMetrics: hasB2B } = shown.view
  const currencyCode = shown.view.currencyCode ?? scope.currencyCode
  const hasGrowth = growthType !== null
  const columns = useMemo(
    () => salesTrafficColumns({ interval, currencyCode, hasGrowth, hasB2B }),
    [interval, currencyCode, hasGrowth, hasB2B],
  )
  const rows = useMemo(() => (answer ? courseRows(answer) : []), [answer])
  const totals = useMemo(() => answer && courseTotal(answer), [answer])
  const table = useTable({ id: 'brand-manager.PERIOD', columns, rows, rowId: periodId, totals })
  const yesterday = addDays(context.today, -1)
  const title = `${NAME} by ${AXES[interval]}`
  return (
    <DashboardPage
      frame={frame}
      answer={shown}
      title={TITLE}
      paperTitle={`${TITLE}, ${NAME.toLowerCase()}`}
      tabs={<BrandManagerTabs />}
      named="The table"
      noun="report"
      basis={BASIS}
      hasGaps={answer !== undefined && hasGaps([answer.coverage], yesterday)}
      notes={answer ? notesOf(answer, yesterday) : []}
      isEmpty={
        answer !== undefined && Object.values(answer.total.metrics).every(({ value }) => value === null)
      }
      exported={{
        name: `sales-and-traffic-by-${AXES[interval]}`,
        content: () => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) }),
      }}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) => neighboursIn(table, cell, explainedInPeriod),
        comparisonOf: ({ start, end }) => {
          if (!answer || growthType === null) return null
          const { period, comparison } = answer
          return start === period.startDate && end === period.endDate
            ? { start: comparison.startDate, end: comparison.endDate }
            : courseComparison({ start, end }, interval, growthType)
        },
      }}
      toolbar={(exportMenu) => (
        <>
          <BrandCards frame={frame} />
          <SalesCourse frame={frame} />
          <TableToolbar
            label="Table"
            title={
              <>
                {title}
                {answer && <small>{compactRangeText(answer.period.startDate, answer.period.endDate)}</small>}
              </>
            }
          >
            <Switch
              isSelected={view.showB2BMetrics}
              onChange={(showB2BMetrics) => change({ showB2BMetrics })}
            >
              B2B
            </Switch>
            <SavedViews id="brand-manager.PERIOD" frame={frame} table={table} />
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <PeriodTable label={title} table={table} drawer={drawer} isLoading={answer === undefined} />
    </DashboardPage>
  )
}
