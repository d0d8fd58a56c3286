import { Fragment, lazy, Suspense } from 'react'
import { comparisonRange, type GrowthType } from '#contract/periods.ts'
import { CurrencyFilter } from '#web/filters/CurrencyFilter.tsx'
import { DateRangeFilter } from '#web/filters/DateRangeFilter.tsx'
import { dateLimits } from '#web/filters/date-rules.ts'
import { FilterBar } from '#web/filters/FilterBar.tsx'
import { MarketplaceFilter } from '#web/filters/MarketplaceFilter.tsx'
import { SaveToPdf } from '#web/print/SaveToPdf.tsx'
import type { Choice } from '#web/ui/ChoiceList.tsx'
import { DateRule } from '#web/ui/DateRule.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { FilterLock } from '#web/ui/FilterTrigger.tsx'
import { isApplied, type CommonFilter, type DashboardFilter } from './dashboard-view.ts'
import type { DashboardFrame } from './use-dashboard.ts'

// Mostly in Advanced filters, which are seldom opened, and they bring the choice of products.
const loadProducts = () => import('./ProductControls.tsx')
const ProductControl = lazy(async () => ({ default: (await loadProducts()).ProductControl }))
const BrandControl = lazy(async () => ({ default: (await loadProducts()).BrandControl }))

// One page has them.
const PresetControl = lazy(async () => ({ default: (await import('./PresetControl.tsx')).PresetControl }))

const GROWTH_TYPES: Choice<GrowthType | 'none'>[] = [
  { value: 'none', label: 'No growth' },
  { value: 'MONTH_ON_MONTH', label: 'Month on month' },
  { value: 'YEAR_ON_YEAR', label: 'Year on year' },
]

export interface FilterControlProps {
  frame: DashboardFrame
  isDisabled: boolean
}

const CONTROLS: Record<CommonFilter, (props: FilterControlProps) => React.ReactNode> = {
  marketplaces: ({ frame: { subject, view, change }, isDisabled }) => (
    <MarketplaceFilter
      offered={subject.offered}
      selected={view.marketplaces ?? []}
      onChange={(marketplaces) => change({ marketplaces })}
      isDisabled={isDisabled}
    />
  ),
  currency: ({ frame: { scope, change }, isDisabled }) => (
    <CurrencyFilter
      value={scope.currencyCode}
      onChange={(currencyCode) => change({ currencyCode })}
      isDisabled={isDisabled}
    />
  ),
  dates: ({ frame, isDisabled }) => {
    const { dashboard, view, change, context } = frame
    return (
      <DateRangeFilter
        value={{ start: view.startDate, end: view.endDate }}
        {...dateLimits(dashboard.dates, context)}
        presets={dashboard.dates.presets}
        daysMax={dashboard.dates.daysMax}
        isQuiet={dashboard.dates.isQuiet ?? false}
        disabledPresets={dashboard.dates.disabledPresets}
        onChange={({ start, end }) => change({ startDate: start, endDate: end })}
        isDisabled={isDisabled}
      />
    )
  },
  presets: (props) => (
    <Suspense>
      <PresetControl {...props} />
    </Suspense>
  ),
  growth: ({ frame: { view, change }, isDisabled }) => (
    <FilterSelect
      label="Growth"
      choices={GROWTH_TYPES}
      value={view.growthType ?? 'none'}
      onChange={(growth) => change({ growthType: growth === 'none' ? null : growth })}
      isDisabled={isDisabled}
    />
  ),
  products: (props) => (
    <Suspense>
      <ProductControl {...props} />
    </Suspense>
  ),
  brands: (props) => (
    <Suspense>
      <BrandControl {...props} />
    </Suspense>
  ),
}

interface DashboardFiltersProps {
  frame: DashboardFrame
  /** Why nothing else can be chosen now. */
  disabledReason: string | undefined
  /** That is so until something else is done. */
  isLocked: boolean
  /** What the page shows now, for those who hear it. */
  result: string | undefined
}

/** The filters that a dashboard declares, and the rule of its days under them. */
export function DashboardFilters({ frame, disabledReason, isLocked, result }: DashboardFiltersProps) {
  const { dashboard, view, context } = frame
  const { filters, advanced } = dashboard
  const range = { start: view.startDate, end: view.endDate }
  const barFilters = (of: readonly DashboardFilter[]) =>
    of.map((filter) => ({
      id: typeof filter === 'string' ? filter : filter.field,
      control: controlOf(filter, frame, disabledReason !== undefined),
      isApplied: isApplied(dashboard, filter, view, context),
    }))
  return (
    <FilterLock value={isLocked}>
      <FilterBar
        filters={barFilters(filters)}
        {...(advanced.length > 0 && {
          advanced: barFilters(advanced).map(({ id, control }) => <Fragment key={id}>{control}</Fragment>),
        })}
        isAdvancedApplied={advanced.some((filter) => isApplied(dashboard, filter, view, context))}
        onReset={frame.reset}
        disabledReason={disabledReason}
        actions={<SaveToPdf closesFirst={dashboard.closesBeforePrint ?? false} />}
        result={result}
      />
      {filters.includes('dates') && (
        <DateRule
          selected={range}
          comparison={(view.growthType && comparisonRange(range, view.growthType)) ?? null}
          today={context.today}
        />
      )}
    </FilterLock>
  )
}

function controlOf(filter: DashboardFilter, frame: DashboardFrame, isDisabled: boolean): React.ReactNode {
  const { dashboard, view, change } = frame
  if (typeof filter !== 'string') {
    if ('Control' in filter) return <filter.Control frame={frame} isDisabled={isDisabled} />
    const { field: name, label, choices } = filter
    const field = dashboard.fields[name]!
    return (
      <FilterSelect
        label={label}
        choices={choices}
        value={field.write((view as Record<string, unknown>)[name])}
        onChange={(text) => change({ [name]: field.read(text) })}
        isDisabled={isDisabled}
      />
    )
  }
  const Control = CONTROLS[filter]
  const isRuledOut = dashboard.ruledOut?.(view).includes(filter) ?? false
  return <Control frame={frame} isDisabled={isDisabled || isRuledOut} />
}
