import { useState } from 'react'
import type { CurrencyCode } from '#contract/currencies.ts'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { CurrencyFilter } from './CurrencyFilter.tsx'

function Shown({ isDisabled = false }: { isDisabled?: boolean }) {
  const [currency, setCurrency] = useState<CurrencyCode>('USD')
  return <CurrencyFilter value={currency} onChange={setCurrency} isDisabled={isDisabled} />
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Currency filter',
  states: [
    { name: 'Enabled', render: () => <Shown /> },
    { name: 'Disabled', render: () => <Shown isDisabled /> },
  ],
}
