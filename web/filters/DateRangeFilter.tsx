import { Calendar } from 'lucide-react'
import { lazy } from 'react'
import { daysIn, type DateRange } from '#contract/date-range.ts'
import { filterDateText } from '#web/ui/dates.ts'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DatePreset } from './date-presets.ts'
import { lastDaysOf, maxDaysNotice } from './date-rules.ts'
import styles from './DateRangeFilter.module.css'

// Calendars are large and closed most of the time.
const loadPanel = () => import('./DateRangePanel.tsx')
const DateRangePanel = lazy(async () => ({ default: (await loadPanel()).DateRangePanel }))

interface DateRangeFilterProps {
  /** Null: nothing is chosen yet. */
  value: DateRange | null
  onChange: (range: DateRange) => void
  /** The first and last day that can be chosen. */
  min: string
  max: string
  /** The longest range. Of a longer one the last days are taken, with a word about it. */
  daysMax?: number | undefined
  /** Takes the last days without a word. */
  isQuiet?: boolean
  /** Which presets there are, and which of those cannot be used here; all, and none. */
  presets?: readonly DatePreset[] | undefined
  disabledPresets?: readonly DatePreset[] | undefined
  isDisabled?: boolean
}

/** A range of days, drafted in two calendars and shown once it is applied. */
export function DateRangeFilter({
  value,
  onChange,
  daysMax,
  isQuiet = false,
  isDisabled = false,
  ...limits
}: DateRangeFilterProps) {
  const text = value ? `${filterDateText(value.start)} to ${filterDateText(value.end)}` : 'Select Date Range'
  const apply = (range: DateRange) => {
    const isTooLong = daysMax !== undefined && daysIn(range) > daysMax
    if (isTooLong && !isQuiet) {
      const notice = maxDaysNotice(daysMax)
      toast(notice.text, notice.appearance)
    }
    onChange(isTooLong ? lastDaysOf(range, daysMax) : range)
  }
  return (
    <FilterPopover
      label="Dates"
      shown={
        <>
          <Icon of={Calendar} size={14} />
          {text}
        </>
      }
      load={loadPanel}
      waiting={<div className={styles.waiting} />}
      isDisabled={isDisabled}
    >
      {(close) => (
        <DateRangePanel
          {...limits}
          value={value}
          daysMax={daysMax}
          onCancel={close}
          onApply={(range) => {
            apply(range)
            close()
          }}
        />
      )}
    </FilterPopover>
  )
}
