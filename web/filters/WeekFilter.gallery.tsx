import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { WeekFilter } from './WeekFilter.tsx'

function Shown({ initial, isDisabled = false }: { initial: string[]; isDisabled?: boolean }) {
  const [value, setValue] = useState(initial)
  return (
    <WeekFilter
      days={{ start: '2025-11-03', end: '2026-11-19' }}
      value={value}
      onChange={setValue}
      weeksMax={4}
      isDisabled={isDisabled}
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Week filter',
  states: [
    { name: 'Chosen', render: () => <Shown initial={['2026-W44', '2026-W45', '2026-W47']} /> },
    { name: 'Over two years', render: () => <Shown initial={['2025-W52', '2026-W01']} /> },
    { name: 'Not chosen', render: () => <Shown initial={[]} /> },
    { name: 'Disabled', render: () => <Shown initial={['2026-W47']} isDisabled /> },
  ],
}
