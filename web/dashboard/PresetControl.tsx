import { DATE_PRESETS, presetRange, type DatePreset } from '#web/filters/date-presets.ts'
import { dateLimits } from '#web/filters/date-rules.ts'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import type { FilterControlProps } from './DashboardFilters.tsx'

/** Ranges of days beside their picker; none of them is marked where other days are shown. */
export function PresetControl({ frame }: FilterControlProps) {
  const { dashboard, view, change, context } = frame
  const presets = dashboard.dates.presets ?? []
  const rangeOf = (preset: DatePreset) =>
    presetRange(preset, dateLimits(dashboard.dates, context), context.today)
  const chosen = presets.find((preset) => {
    const { start, end } = rangeOf(preset)
    return start === view.startDate && end === view.endDate
  })
  return (
    <SegmentedControl<DatePreset | ''>
      label="Days"
      options={presets.map((preset) => ({ value: preset, label: DATE_PRESETS[preset] }))}
      value={chosen ?? ''}
      onChange={(preset) => {
        if (preset === '') return
        const { start, end } = rangeOf(preset)
        change({ startDate: start, endDate: end })
      }}
    />
  )
}
