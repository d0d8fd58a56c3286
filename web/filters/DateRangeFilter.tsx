import { Calendar } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import type { DateRange } from '#contract/date-range.ts'
import { filterDateText } from '#web/ui/dates.ts'
import { FilterTrigger } from '#web/ui/FilterTrigger.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Popover } from '#web/ui/Popover.tsx'
import styles from './DateRangeFilter.module.css'

// Calendars are large and closed most of the time.
const loadPanel = () => import('./DateRangePanel.tsx')
const DateRangePanel = lazy(async () => ({ default: (await loadPanel()).DateRangePanel }))

interface DateRangeFilterProps {
  value: DateRange
  /** The first and last day that can be chosen. */
  min: string
  max: string
  onChange: (range: DateRange) => void
}

export function DateRangeFilter({ value, min, max, onChange }: DateRangeFilterProps) {
  const text = `${filterDateText(value.start)} to ${filterDateText(value.end)}`
  return (
    <DialogTrigger>
      <FilterTrigger aria-label={`Dates: ${text}`} onHoverStart={() => void loadPanel()}>
        <Icon of={Calendar} size={14} />
        {text}
      </FilterTrigger>
      <Popover placement="bottom start">
        <Dialog aria-label="Dates" className={styles.dialog!}>
          {({ close }) => (
            <Suspense fallback={<div className={styles.waiting} />}>
              <DateRangePanel
                value={value}
                min={min}
                max={max}
                onCancel={close}
                onApply={(range) => {
                  onChange(range)
                  close()
                }}
              />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
