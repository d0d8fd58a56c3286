import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import type { MarketplaceCode } from './filter-fields.ts'
import { MarketplaceFilter } from './MarketplaceFilter.tsx'

const OFFERED: MarketplaceCode[] = ['DE', 'GB', 'FR', 'IT', 'ES']

function Shown({ initial, isDisabled }: { initial: MarketplaceCode[]; isDisabled?: boolean }) {
  const [selected, setSelected] = useState(initial)
  return (
    <MarketplaceFilter
      offered={OFFERED}
      selected={selected}
      onChange={setSelected}
      isDisabled={isDisabled ?? false}
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Marketplace filter',
  states: [
    { name: 'All', render: () => <Shown initial={[]} /> },
    { name: 'Three', render: () => <Shown initial={['DE', 'GB', 'FR']} /> },
    { name: 'Disabled', render: () => <Shown initial={['DE']} isDisabled /> },
  ],
}
