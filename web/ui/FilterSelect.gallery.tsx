import { useState } from 'react'
import { Calendar, Moon, Sun } from 'lucide-react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { FilterSelect, FilterSet } from './FilterSelect.tsx'
import { FilterTrigger } from './FilterTrigger.tsx'
import { Icon } from './Icon.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'

const INTERVALS = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly', hint: 'Best for most' },
] as const
type Interval = (typeof INTERVALS)[number]['value']

function One({ isDisabled = false }) {
  const [value, setValue] = useState<Interval>('WEEKLY')
  return (
    <FilterSelect
      label="Interval"
      choices={INTERVALS}
      value={value}
      onChange={setValue}
      isDisabled={isDisabled}
    />
  )
}

function Several() {
  const [values, setValues] = useState<Interval[]>(['DAILY', 'MONTHLY'])
  return <FilterSet label="Columns" choices={INTERVALS} values={values} onChange={setValues} />
}

function Segments() {
  const [value, setValue] = useState<Interval>('WEEKLY')
  return <SegmentedControl label="Interval" options={INTERVALS} value={value} onChange={setValue} />
}

function IconSegments() {
  const [value, setValue] = useState<'light' | 'dark'>('light')
  return (
    <SegmentedControl
      label="Brightness"
      options={[
        { value: 'light', label: 'Light', icon: <Icon of={Sun} size={14} /> },
        { value: 'dark', label: 'Dark', icon: <Icon of={Moon} size={14} /> },
      ]}
      value={value}
      onChange={setValue}
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Filter selects, segmented control',
  states: [
    {
      name: 'One of several',
      render: () => (
        <>
          <One />
          <One isDisabled />
        </>
      ),
    },
    { name: 'Any number', render: () => <Several /> },
    {
      name: 'Trigger of a popover',
      render: () => (
        <FilterTrigger aria-label="Dates">
          <Icon of={Calendar} size={14} />
          2026/05/20 to 2026/11/19
        </FilterTrigger>
      ),
    },
    {
      name: 'Segmented control',
      render: () => (
        <>
          <Segments />
          <IconSegments />
        </>
      ),
    },
  ],
}
