import { COURSE_INTERVALS, type CourseInterval } from '#contract/dashboards/course.ts'
import { intervalOf, intervalsAllowed } from '#contract/dashboards/weekly-review.ts'
import { asRange } from '#contract/date-range.ts'
import type { FilterControlProps } from '#web/dashboard/DashboardFilters.tsx'
import type { DashboardFrame } from '#web/dashboard/use-dashboard.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import type { WeeklyReviewView } from './weekly-review-view.ts'

const LABELS: Record<CourseInterval, string> = { DAILY: 'Daily', WEEKLY: 'Weekly', MONTHLY: 'Monthly' }

/** Into what a range is cut: those that its length allows (WBR-1). Whoever chooses one looks at the range. */
export function IntervalFilter({ frame, isDisabled }: FilterControlProps): React.ReactElement {
  const { view, change } = frame as unknown as DashboardFrame<WeeklyReviewView>
  const range = asRange(view)
  const allowed = intervalsAllowed(range)
  return (
    <SegmentedControl
      label="Interval"
      options={COURSE_INTERVALS.map((value) => ({
        value,
        label: LABELS[value],
        isDisabled: !allowed.includes(value),
      }))}
      value={intervalOf(range, view.interval)}
      onChange={(interval) => change({ interval, mode: 'RANGE' })}
      isDisabled={isDisabled || allowed.length < 2}
    />
  )
}
