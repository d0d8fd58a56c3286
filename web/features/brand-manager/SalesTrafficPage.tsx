import { skipToken } from '@tanstack/react-query'
import { DashboardGate } from '#web/dashboard/DashboardGate.tsx'
import type { DashboardSubject } from '#web/dashboard/dashboard-subject.ts'
import { SavedViews } from '#web/dashboard/SavedViews.tsx'
import { useAnswerQuery } from '#web/dashboard/use-answer-query.ts'
import { useDashboard } from '#web/dashboard/use-dashboard.ts'
import { AXES } from '#web/metrics/course-interval.ts'
import { CoursePage } from '#web/metrics/CoursePage.tsx'
import { useCourseTable, type CourseShown } from '#web/metrics/use-course-table.ts'
import { trpc } from '#web/trpc.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { BrandCards } from './BrandCards.tsx'
import { SalesCourse } from './BrandCourse.tsx'
import { BASIS, BrandManagerTabs, brandNotes, REPORTS, TITLE } from './brand-manager-frame.tsx'
import { brandInput, brandManager, type BrandManagerView } from './brand-manager-view.ts'
import { salesTrafficColumns } from './sales-traffic-columns.tsx'

const NAME = 'Sales and traffic'
const VIEWS = 'brand-manager.PERIOD'

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
  const { view, scope, change, context } = frame
  const query = useAnswerQuery(
    trpc.brandManager.getSalesAndTraffic.queryOptions(
      frame.isReady ? { ...brandInput(scope, view), dateInterval: view.interval } : skipToken,
    ),
  )
  const course = useCourseTable({ frame, query, id: VIEWS, columnsOf })
  const { interval, growthType } = course.view
  return (
    <CoursePage
      frame={frame}
      course={course}
      title={TITLE}
      paperTitle={`${TITLE}, ${NAME.toLowerCase()}`}
      tabs={<BrandManagerTabs />}
      named="The table"
      noun="report"
      basis={BASIS}
      reports={REPORTS}
      {...brandNotes(course.answer, context.today, subject.sources)}
      interval={interval}
      growthType={growthType}
      tableTitle={`${NAME} by ${AXES[interval]}`}
      fileName={`sales-and-traffic-by-${AXES[interval]}`}
      charts={
        <>
          <BrandCards frame={frame} />
          <SalesCourse frame={frame} />
        </>
      }
      controls={
        <>
          <Switch isSelected={view.showB2BMetrics} onChange={(showB2BMetrics) => change({ showB2BMetrics })}>
            B2B
          </Switch>
          <SavedViews id={VIEWS} frame={frame} table={course.table} />
        </>
      }
    />
  )
}

const columnsOf = ({ view, currencyCode }: CourseShown<BrandManagerView>) =>
  salesTrafficColumns({
    interval: view.interval,
    currencyCode,
    hasGrowth: view.growthType !== null,
    hasB2B: view.showB2BMetrics,
  })
