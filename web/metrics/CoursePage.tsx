import { courseComparison, type CourseInterval } from '#contract/dashboards/course.ts'
import type { MetricId } from '#contract/metrics/metrics.ts'
import type { GrowthType } from '#contract/periods.ts'
import { DashboardPage } from '#web/dashboard/DashboardPage.tsx'
import type { CommonView } from '#web/dashboard/dashboard-view.ts'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { ColumnChooser } from '#web/table/ColumnChooser.tsx'
import { rowsOf, sheetOf } from '#web/table/sheet.ts'
import { TableToolbar } from '#web/table/TableToolbar.tsx'
import { compactRangeText } from '#web/ui/dates.ts'
import { neighboursIn } from './neighbours.ts'
import { explainedInPeriod, PeriodTable } from './PeriodTable.tsx'
import type { CourseAnswer, CourseTable } from './use-course-table.ts'

type PageProps<V extends CommonView> = React.ComponentProps<typeof DashboardPage<V>>

interface CoursePageProps<V extends CommonView, Id extends MetricId, A extends CourseAnswer<Id>> extends Pick<
  PageProps<V>,
  | 'title'
  | 'paperTitle'
  | 'tabs'
  | 'named'
  | 'noun'
  | 'basis'
  | 'isByOrder'
  | 'reports'
  | 'hasGaps'
  | 'notes'
  | 'figures'
> {
  frame: DashboardFrame<V>
  course: CourseTable<V, Id, A>
  /** What its periods are, and what they are compared with; null with nothing. */
  interval: CourseInterval
  growthType: GrowthType | null
  /** Over the table. */
  tableTitle: string
  /** Beside that title; by itself the days. */
  tableNote?: string | null
  /** What the table is of, where its title does not say so. */
  tableLabel?: string
  fileName: string
  /** Over the table and its controls. */
  charts: React.ReactNode
  /** Controls of the table besides its columns and files. */
  controls?: React.ReactNode
}

/** A page by day, week or month: its charts, and a table with a row for each period and their total. */
export function CoursePage<V extends CommonView, Id extends MetricId, A extends CourseAnswer<Id>>({
  frame,
  course: { shown, answer, table, currencyCode },
  interval,
  growthType,
  tableTitle,
  tableNote,
  tableLabel = tableTitle,
  fileName,
  charts,
  controls,
  ...page
}: CoursePageProps<V, Id, A>) {
  const daysText = answer && compactRangeText(answer.period.startDate, answer.period.endDate)
  const note = tableNote === undefined ? daysText : tableNote
  return (
    <DashboardPage
      {...page}
      frame={frame}
      answer={shown}
      isEmpty={answer !== undefined && isEmpty(answer)}
      exported={{
        name: fileName,
        content: () => ({ sheet: sheetOf(table.columns, rowsOf(table.lines), currencyCode) }),
      }}
      explain={{
        scope: { basis: 'ORDER' },
        neighboursOf: (cell) => neighboursIn(table, cell, explainedInPeriod),
        comparisonOf: ({ start, end }) => {
          if (!answer || growthType === null) return null
          const { period, comparison, periods } = answer
          // What is not over is held against no whole one.
          if (end >= frame.context.today) return null
          if (start === period.startDate && end === period.endDate)
            return { start: comparison.startDate, end: comparison.endDate }
          // A chart may show days, whatever the periods are.
          const isDay =
            start === end && !periods.some((one) => one.startDate === start && one.endDate === end)
          return courseComparison({ start, end }, isDay ? 'DAILY' : interval, growthType)
        },
      }}
      toolbar={(exportMenu) => (
        <>
          {charts}
          <TableToolbar
            label="Table"
            title={
              <>
                {tableTitle}
                {note && <small>{note}</small>}
              </>
            }
          >
            {controls}
            <ColumnChooser table={table} />
            {exportMenu}
          </TableToolbar>
        </>
      )}
    >
      <PeriodTable label={tableLabel} table={table} drawer={frame.drawer} isLoading={answer === undefined} />
    </DashboardPage>
  )
}

const isEmpty = ({ total }: CourseAnswer<MetricId>): boolean =>
  Object.values(total.metrics).every(({ value }) => value === null)
