import type { CourseInterval } from '#contract/dashboards/course.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'

const INTERVALS: { value: CourseInterval; label: string }[] = [
  { value: 'DAILY', label: 'Day' },
  { value: 'WEEKLY', label: 'Week' },
  { value: 'MONTHLY', label: 'Month' },
]

interface IntervalSwitchProps {
  value: CourseInterval
  onChange: (interval: CourseInterval) => void
}

/** What the periods of a page are. */
export const IntervalSwitch = ({ value, onChange }: IntervalSwitchProps) => (
  <SegmentedControl label="Interval" options={INTERVALS} value={value} onChange={onChange} />
)
