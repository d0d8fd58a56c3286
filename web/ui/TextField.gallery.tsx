import { Search } from 'lucide-react'
import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { DateField } from './DateField.tsx'
import { Icon } from './Icon.tsx'
import { PasswordField } from './PasswordField.tsx'
import { TextAreaField } from './TextAreaField.tsx'
import { TextField } from './TextField.tsx'

function TypedDay() {
  const [day, setDay] = useState<string | null>('2026-11-22')
  return <DateField label="From" value={day} onChange={setDay} min="2025-01-15" max="2026-12-31" />
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Text fields',
  states: [
    { name: 'Filled', render: () => <TextField label="Company name" defaultValue="Company A" /> },
    {
      name: 'Optional, with helper text',
      render: () => (
        <TextField
          label="Other channels"
          isOptional
          placeholder="Name of the channel"
          helper="Between 2 and 100 characters"
        />
      ),
    },
    {
      name: 'With an error',
      render: () => <TextField label="Founding year" defaultValue="0999" error="Provide a valid year." />,
    },
    { name: 'A day', render: () => <TypedDay /> },
    {
      name: 'Disabled and read-only',
      render: () => (
        <>
          <TextField label="E-mail" isDisabled defaultValue="you@example.com" />
          <TextField label="Company id" isReadOnly defaultValue="7f3a-19c2" />
        </>
      ),
    },
    {
      name: 'With an icon, wide',
      render: () => (
        <TextField label="Product" isWide before={<Icon of={Search} />} placeholder="Name, SKU or ASIN" />
      ),
    },
    {
      name: 'Password',
      render: () => (
        <>
          <PasswordField label="Password" autoComplete="current-password" defaultValue="correct horse" />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            error="Use at least 8 characters."
            defaultValue="short"
          />
        </>
      ),
    },
    {
      name: 'Text area',
      render: () => (
        <>
          <TextAreaField label="Note" isOptional placeholder="What should others know?" />
          <TextAreaField label="E-mail addresses" rows={2} error="Provide at least one e-mail address." />
        </>
      ),
    },
  ],
}
