import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { AppliedFilters } from './AppliedFilters.tsx'

const APPLIED = [
  { id: 'marketplaces', label: 'Marketplaces', names: ['Germany', 'France', 'Italy', 'Spain', 'Sweden'] },
  { id: 'brandNames', label: 'Brands', names: ['Brand A', 'Brand B'] },
  { id: 'products', label: 'Products', names: ['SKU-1001'] },
  { id: 'searchText', label: 'Search', names: ['“bottle”'] },
  { id: 'numbers.0', label: 'Margin per unit', names: ['below 10 %'] },
]

function Applied({ count = APPLIED.length, width = '100%', isDisabled = false }) {
  const [applied, setApplied] = useState(APPLIED.slice(0, count))
  return (
    <div style={{ width, container: 'sheet / inline-size' }}>
      {applied.length > 0 && (
        <AppliedFilters
          applied={applied}
          onRemove={(ids) => setApplied(applied.filter(({ id }) => !ids.includes(id)))}
          disabledReason={isDisabled ? 'The numbers are being read.' : undefined}
        />
      )}
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Applied filters',
  states: [
    { name: 'One', render: () => <Applied count={1} /> },
    { name: 'Several', render: () => <Applied /> },
    { name: 'Narrow', render: () => <Applied width="520px" /> },
    { name: 'While data are read', render: () => <Applied count={2} isDisabled /> },
  ],
}
