import { Calendar } from 'lucide-react'
import { lazy } from 'react'
import { FilterPopover } from '#web/ui/FilterPopover.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { monthOfYearText } from '#web/ui/dates.ts'
import type { MonthPanelProps } from './MonthPanel.tsx'

// Months are closed most of the time.
const loadPanel = () => import('./MonthPanel.tsx')
const MonthPanel = lazy(async () => ({ default: (await loadPanel()).MonthPanel }))

interface MonthFilterProps extends MonthPanelProps {
  /** `Snapshot`. */
  label: string
  isDisabled?: boolean
}

/** One month of those that have data. */
export const MonthFilter = ({ label, isDisabled = false, value, onChange, ...panel }: MonthFilterProps) => (
  <FilterPopover
    label={label}
    isLabelShown
    shown={
      <>
        <Icon of={Calendar} size={14} />
        {value === null ? 'Select a month' : monthOfYearText(`${value}-01`)}
      </>
    }
    load={loadPanel}
    isDisabled={isDisabled}
  >
    {(close) => (
      <MonthPanel
        {...panel}
        value={value}
        onChange={(month) => {
          onChange(month)
          close()
        }}
      />
    )}
  </FilterPopover>
)
