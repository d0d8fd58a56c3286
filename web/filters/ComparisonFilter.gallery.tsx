import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { DateRule } from '#web/ui/DateRule.tsx'
import { comparedDays, comparisonText, type Comparison } from './comparison.ts'
import { ComparisonFilter } from './ComparisonFilter.tsx'

const OCTOBER = { start: '2026-10-01', end: '2026-10-31' }
const YEAR = { start: '2025-11-01', end: '2026-10-31' }
const OWN = { start: '2026-02-02', end: '2026-03-01' }

function Shown({
  range = OCTOBER,
  initial,
  isDisabled = false,
}: {
  range?: typeof OCTOBER
  initial: Comparison
  isDisabled?: boolean
}) {
  const [value, setValue] = useState(initial)
  return (
    <div style={{ width: '100%' }}>
      <ComparisonFilter
        range={range}
        value={value}
        onChange={setValue}
        min="2025-01-15"
        max="2026-11-20"
        daysMax={365}
        isDisabled={isDisabled}
      />
      <DateRule selected={range} comparison={comparedDays(value, range)} today="2026-11-20" />
      <output>{comparisonText(value, range)}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Comparison filter',
  states: [
    { name: 'The period before', render: () => <Shown initial="MONTH_ON_MONTH" /> },
    { name: 'Own dates', render: () => <Shown initial={OWN} /> },
    { name: 'Of a year', render: () => <Shown range={YEAR} initial="MONTH_ON_MONTH" /> },
    { name: 'No comparison', render: () => <Shown initial={null} /> },
    { name: 'Disabled', render: () => <Shown initial={OWN} isDisabled /> },
  ],
}
