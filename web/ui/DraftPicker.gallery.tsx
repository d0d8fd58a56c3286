import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { DraftPicker } from './DraftPicker.tsx'
import { Flag } from './Flag.tsx'
import { selectedText } from './selected-text.ts'

const CHOICES = [
  { value: 'DE', label: 'Germany' },
  { value: 'GB', label: 'United Kingdom' },
  { value: 'FR', label: 'France' },
  { value: 'IT', label: 'Italy' },
].map((choice) => ({ ...choice, hint: choice.value, icon: <Flag country={choice.value} width={18} /> }))

function Picker({
  label,
  start,
  ...props
}: {
  label: string
  start: string[]
  isDisabled?: boolean
  allowsNone?: boolean
}) {
  const [values, setValues] = useState(start)
  return (
    <>
      <DraftPicker
        label={label}
        searchLabel="Search countries"
        choices={CHOICES}
        values={values}
        onChange={setValues}
        {...props}
      >
        {selectedText(values.length)}
      </DraftPicker>
      <output data-testid={label}>{values.join(' ')}</output>
    </>
  )
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Multi-select',
  states: [
    { name: 'Applies on Confirm', render: () => <Picker label="Countries" start={['DE', 'GB', 'IT']} /> },
    {
      name: 'None may be chosen',
      render: () => <Picker label="Other countries" start={['FR']} allowsNone />,
    },
    {
      name: 'Disabled while data are read',
      render: () => <Picker label="More countries" start={['FR']} isDisabled />,
    },
  ],
}
