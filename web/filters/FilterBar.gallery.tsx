import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import { comparisonRange } from '#contract/periods.ts'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { DateRule } from '#web/ui/DateRule.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { CurrencyFilter } from './CurrencyFilter.tsx'
import { DateRangeFilter } from './DateRangeFilter.tsx'
import { EntityFilter } from './entities/EntityFilter.tsx'
import { productSource } from './entities/invented-entities.fixture.ts'
import type { Selection } from './entities/selection.ts'
import { FilterBar } from './FilterBar.tsx'
import type { MarketplaceCode } from './filter-fields.ts'
import { MarketplaceFilter } from './MarketplaceFilter.tsx'

const OFFERED: MarketplaceCode[] = ['DE', 'GB', 'FR', 'IT', 'ES', 'NL', 'SE', 'PL']
const RANGE = { start: '2026-05-20', end: '2026-11-19' }
const INTERVALS = [
  { value: 'WEEKLY', label: 'Week' },
  { value: 'MONTHLY', label: 'Month' },
]
const GROWTH = [{ value: 'YEAR_ON_YEAR', label: 'Year on year' }]

function Bar({ isDisabled = false, width }: { isDisabled?: boolean; width?: number }) {
  const [marketplaces, setMarketplaces] = useState<MarketplaceCode[]>([])
  const [currency, setCurrency] = useState<CurrencyCode>('EUR')
  const [range, setRange] = useState(RANGE)
  const [interval, setInterval] = useState('MONTHLY')
  const [products, setProducts] = useState<Selection>({})
  const [resets, setResets] = useState(0)
  const filters = [
    {
      id: 'marketplaces',
      control: (
        <MarketplaceFilter
          offered={OFFERED}
          selected={marketplaces}
          onChange={setMarketplaces}
          isDisabled={isDisabled}
        />
      ),
    },
    {
      id: 'currency',
      control: <CurrencyFilter value={currency} onChange={setCurrency} isDisabled={isDisabled} />,
    },
    {
      id: 'dates',
      control: (
        <DateRangeFilter
          value={range}
          onChange={setRange}
          min="2025-01-01"
          max="2026-12-31"
          daysMax={730}
          isDisabled={isDisabled}
        />
      ),
    },
    {
      id: 'interval',
      control: (
        <FilterSelect
          label="Interval"
          choices={INTERVALS}
          value={interval}
          onChange={setInterval}
          isDisabled={isDisabled}
        />
      ),
    },
    {
      id: 'growth',
      control: (
        <FilterSelect
          label="Growth"
          choices={GROWTH}
          value="YEAR_ON_YEAR"
          onChange={() => undefined}
          isDisabled={isDisabled}
        />
      ),
    },
  ]
  return (
    <div style={{ width: width ?? '100%', container: 'sheet / inline-size' }}>
      <FilterBar
        filters={filters}
        advanced={
          <EntityFilter
            label="Products"
            source={productSource}
            value={products}
            onChange={setProducts}
            isDisabled={isDisabled}
          />
        }
        isAdvancedApplied={(products['products']?.length ?? 0) > 0}
        onReset={() => setResets(resets + 1)}
        disabledReason={isDisabled ? 'The numbers are being read.' : undefined}
        result={`${marketplaces.length || OFFERED.length} marketplaces, ${currency}`}
      />
      <DateRule selected={range} comparison={comparisonRange(range, 'YEAR_ON_YEAR')} today="2026-11-20" />
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Filter bar',
  states: [
    { name: 'With room', isAlone: true, render: () => <Bar /> },
    { name: 'Narrow', isAlone: true, render: () => <Bar width={660} /> },
    { name: 'Narrowest', isAlone: true, render: () => <Bar width={420} /> },
    { name: 'While data are read', isAlone: true, render: () => <Bar isDisabled /> },
  ],
}
