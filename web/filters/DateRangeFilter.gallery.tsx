import { useState } from 'react'
import type { DateRange } from '#contract/date-range.ts'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import type { DatePreset } from './date-presets.ts'
import { DateRangeFilter } from './DateRangeFilter.tsx'
import { DateRangePanel } from './DateRangePanel.tsx'

const HALF_A_YEAR = { start: '2026-05-20', end: '2026-11-19' }
const LIMITS = { min: '2025-01-15', max: '2026-12-31' }
const THREE: DatePreset[] = ['monthToDate', 'last7Days', 'last30Days']
const LONG: DatePreset[] = ['last90Days', 'last365Days', 'last3Months', 'last6Months', 'yearToDate']

interface ShownProps extends Pick<
  React.ComponentProps<typeof DateRangeFilter>,
  'daysMax' | 'isQuiet' | 'presets' | 'disabledPresets' | 'isDisabled'
> {
  initial: DateRange | null
}

function Shown({ initial, ...filter }: ShownProps) {
  const [value, setValue] = useState(initial)
  return <DateRangeFilter {...LIMITS} {...filter} value={value} onChange={setValue} />
}

const nothing = () => undefined

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Date range filter',
  states: [
    { name: 'Chosen', render: () => <Shown initial={HALF_A_YEAR} daysMax={730} /> },
    { name: 'Not chosen', render: () => <Shown initial={null} /> },
    { name: 'At most 42 days', render: () => <Shown initial={null} daysMax={42} presets={THREE} /> },
    { name: 'At most 42 days, quiet', render: () => <Shown initial={null} daysMax={42} isQuiet /> },
    { name: 'Some presets disabled', render: () => <Shown initial={null} disabledPresets={LONG} /> },
    { name: 'Disabled', render: () => <Shown initial={HALF_A_YEAR} isDisabled /> },
    {
      name: 'Open',
      render: () => (
        <div style={{ background: 'var(--bg-raised)', boxShadow: 'var(--shadow-2)', borderRadius: 6 }}>
          <DateRangePanel
            {...LIMITS}
            value={HALF_A_YEAR}
            daysMax={730}
            onApply={nothing}
            onCancel={nothing}
          />
        </div>
      ),
    },
  ],
}
