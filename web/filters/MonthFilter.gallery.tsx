import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { MonthFilter } from './MonthFilter.tsx'
import { MonthPanel } from './MonthPanel.tsx'

const AVAILABLE = ['2024-11', '2026-01', '2026-02', '2026-05', '2026-06', '2026-10']

function Shown({ initial, isDisabled = false }: { initial: string | null; isDisabled?: boolean }) {
  const [value, setValue] = useState(initial)
  return (
    <MonthFilter
      label="Snapshot"
      available={AVAILABLE}
      value={value}
      onChange={setValue}
      isDisabled={isDisabled}
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Filters',
  title: 'Month filter',
  states: [
    { name: 'Chosen', render: () => <Shown initial="2026-06" /> },
    { name: 'Not chosen', render: () => <Shown initial={null} /> },
    { name: 'Disabled', render: () => <Shown initial="2026-06" isDisabled /> },
    {
      name: 'Open',
      render: () => <MonthPanel available={AVAILABLE} value="2026-06" onChange={() => undefined} />,
    },
    {
      name: 'Without data',
      render: () => <MonthPanel available={[]} value={null} onChange={() => undefined} />,
    },
  ],
}
