import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Avatar } from './Avatar.tsx'
import type { Choice } from './ChoiceList.tsx'
import { Flag } from './Flag.tsx'
import { SelectField } from './SelectField.tsx'

const COUNTRIES: Choice[] = [
  ['DE', 'Germany'],
  ['FR', 'France'],
  ['GB', 'United Kingdom'],
  ['US', 'United States'],
].map(([value = '', label = '']) => ({ value, label, hint: value, icon: <Flag country={value} /> }))

const COMPANIES: Choice[] = Array.from({ length: 60 }, (_, at) => ({
  value: `company-${at}`,
  label: `Company ${at + 1}`,
  icon: <Avatar type="workspace" size="xs" name={`Company ${at + 1}`} />,
}))

interface FieldProps {
  label: string
  choices: readonly Choice[]
  start?: string
  searchLabel?: string
  error?: string
  isDisabled?: boolean
  isOptional?: boolean
}

function Field({ start, ...props }: FieldProps) {
  const [value, setValue] = useState<string | null>(start ?? null)
  return <SelectField {...props} value={value} onChange={setValue} />
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Select',
  states: [
    { name: 'Chosen', render: () => <Field label="Country" choices={COUNTRIES} start="DE" /> },
    { name: 'Nothing chosen', render: () => <Field label="Home country" isOptional choices={COUNTRIES} /> },
    {
      name: 'Searchable',
      render: () => (
        <Field label="Workspace" choices={COMPANIES} start="company-2" searchLabel="Search workspaces" />
      ),
    },
    {
      name: 'With an error',
      render: () => <Field label="Marketplace" choices={COUNTRIES} error="Please select one." />,
    },
    {
      name: 'Disabled',
      render: () => <Field label="Currency country" choices={COUNTRIES} start="GB" isDisabled />,
    },
  ],
}
