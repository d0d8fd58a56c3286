import { lazy, Suspense } from 'react'
import { later } from '#contract/date-range.ts'
import { comparisonRange, PNL_DAYS_MAX, type DateInterval, type GrowthType } from '#contract/periods.ts'
import { CurrencyFilter } from '#web/filters/CurrencyFilter.tsx'
import { DateRangeFilter } from '#web/filters/DateRangeFilter.tsx'
import type { MarketplaceCode } from '#web/filters/filter-fields.ts'
import { FilterBar, type BarFilter } from '#web/filters/FilterBar.tsx'
import { MarketplaceFilter } from '#web/filters/MarketplaceFilter.tsx'
import { SaveToPdf } from '#web/print/SaveToPdf.tsx'
import { DateRule } from '#web/ui/DateRule.tsx'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import type { PnlView } from './pnl-view.ts'

// Seldom opened, and it brings the choice of products.
const PnlAdvancedFilters = lazy(async () => ({
  default: (await import('./PnlAdvancedFilters.tsx')).PnlAdvancedFilters,
}))

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

interface PnlFiltersProps {
  companyId: string
  view: PnlView
  offered: readonly MarketplaceCode[]
  today: string
  lastDay: string
  isReading: boolean
  /** What the page shows now, for those who hear it. */
  result: string | undefined
  onChange: (changes: Partial<PnlView>) => void
  onReset: () => void
}

export function PnlFilters({
  companyId,
  view,
  offered,
  today,
  lastDay,
  isReading,
  result,
  onChange,
  onReset,
}: PnlFiltersProps) {
  const range = { start: view.startDate, end: view.endDate }
  const filters: BarFilter[] = [
    {
      id: 'marketplaces',
      control: (
        <MarketplaceFilter
          offered={offered}
          selected={view.marketplaces}
          onChange={(marketplaces) => onChange({ marketplaces })}
          isDisabled={isReading}
        />
      ),
    },
    {
      id: 'currency',
      control: (
        <CurrencyFilter
          value={view.currencyCode}
          onChange={(currencyCode) => onChange({ currencyCode })}
          isDisabled={isReading}
        />
      ),
    },
    {
      id: 'dates',
      control: (
        <DateRangeFilter
          value={range}
          min={FIRST_DAY}
          max={later(lastDay, today)}
          daysMax={PNL_DAYS_MAX}
          onChange={({ start, end }) => onChange({ startDate: start, endDate: end })}
          isDisabled={isReading}
        />
      ),
    },
    {
      id: 'interval',
      control: (
        <FilterSelect
          label="Interval"
          choices={INTERVALS}
          value={view.dateInterval}
          onChange={(dateInterval) => onChange({ dateInterval })}
          isDisabled={isReading}
        />
      ),
    },
    {
      id: 'growth',
      control: (
        <FilterSelect
          label="Growth"
          choices={GROWTH_TYPES}
          value={view.growthType ?? 'none'}
          onChange={(growth) => onChange({ growthType: growth === 'none' ? null : growth })}
          isDisabled={isReading}
        />
      ),
    },
  ]
  return (
    <>
      <FilterBar
        filters={filters}
        advanced={
          <Suspense>
            <PnlAdvancedFilters
              companyId={companyId}
              view={view}
              isDisabled={isReading}
              onChange={onChange}
            />
          </Suspense>
        }
        isAdvancedApplied={isAdvancedApplied(view)}
        onReset={onReset}
        isDisabled={isReading}
        actions={<SaveToPdf />}
        result={result}
      />
      <DateRule
        selected={range}
        comparison={view.growthType && comparisonRange(range, view.growthType)}
        today={today}
      />
    </>
  )
}

const isAdvancedApplied = (view: PnlView): boolean =>
  view.dateOrder !== 'ASC' ||
  [view.products, view.tags, view.categories, view.brandNames].some((names) => names.length > 0)
