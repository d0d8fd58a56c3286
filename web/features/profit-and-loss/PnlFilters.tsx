import { RotateCcw } from 'lucide-react'
import {
  PNL_DAYS_MAX,
  comparisonRange,
  daysIn,
  type DateInterval,
  type DateRange,
  type GrowthType,
} from '#contract/date-range.ts'
import { CurrencyFilter } from '#web/filters/CurrencyFilter.tsx'
import { DateRangeFilter } from '#web/filters/DateRangeFilter.tsx'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { MarketplaceFilter } from '#web/filters/MarketplaceFilter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateRule } from '#web/ui/DateRule.tsx'
import { FilterSelect, type Choice } from '#web/ui/FilterSelect.tsx'
import { toast } from '#web/ui/ToastRegion.tsx'
import type { MarketplaceCode, PnlView } from './pnl-view.ts'

/** Days before the first marketplace opened hold nothing, but the specification bounds the range here. */
const FIRST_DAY = '1970-01-01'

const INTERVALS: Choice<DateInterval>[] = [
  { value: 'DEFAULT', label: 'None', hint: 'One column' },
  { value: 'WEEKLY', label: 'Week', hint: 'Up to 150 days' },
  { value: 'MONTHLY', label: 'Month' },
]

const GROWTH_TYPES: Choice<GrowthType | 'none'>[] = [
  { value: 'none', label: 'Off' },
  { value: 'MONTH_ON_MONTH', label: 'Month on month' },
  { value: 'YEAR_ON_YEAR', label: 'Year on year' },
]

const ORDERS: Choice<PnlView['dateOrder']>[] = [
  { value: 'ASC', label: 'Oldest first' },
  { value: 'DESC', label: 'Newest first' },
]

interface PnlFiltersProps {
  view: PnlView
  offered: readonly MarketplaceCode[]
  today: string
  lastDay: string
  isReading: boolean
  onChange: (changes: Partial<PnlView>) => void
  onReset: () => void
}

export function PnlFilters({ view, offered, today, lastDay, isReading, onChange, onReset }: PnlFiltersProps) {
  const range = { start: view.startDate, end: view.endDate }
  const chooseDates = (chosen: DateRange) => {
    if (daysIn(chosen) > PNL_DAYS_MAX)
      toast(`Max days exceeded. Showing last ${PNL_DAYS_MAX} days.`, 'warning')
    onChange({ startDate: chosen.start, endDate: chosen.end })
  }
  return (
    <>
      <FilterBar>
        <MarketplaceFilter
          offered={offered}
          selected={view.marketplaces}
          onChange={(marketplaces) => onChange({ marketplaces })}
          isDisabled={isReading}
        />
        <CurrencyFilter value={view.currencyCode} onChange={(currencyCode) => onChange({ currencyCode })} />
        <DateRangeFilter
          value={range}
          min={FIRST_DAY}
          max={lastDay > today ? lastDay : today}
          onChange={chooseDates}
        />
        <FilterSelect
          label="Interval"
          choices={INTERVALS}
          value={view.dateInterval}
          onChange={(dateInterval) => onChange({ dateInterval })}
        />
        <FilterSelect
          label="Growth"
          choices={GROWTH_TYPES}
          value={view.growthType ?? 'none'}
          onChange={(growth) => onChange({ growthType: growth === 'none' ? null : growth })}
        />
        <FilterSelect
          label="Order"
          choices={ORDERS}
          value={view.dateOrder}
          onChange={(dateOrder) => onChange({ dateOrder })}
        />
        <FilterBar.Space />
        <Button kind="ghost" size="sm" icon={RotateCcw} foldsToIcon onPress={onReset}>
          Reset
        </Button>
      </FilterBar>
      <DateRule
        selected={range}
        comparison={view.growthType && comparisonRange(range, view.growthType)}
        today={today}
      />
    </>
  )
}
