import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { MoneyField } from './MoneyField.tsx'
import { NumberField } from './NumberField.tsx'

function Amount() {
  const [value, setValue] = useState<string | null>('1284020.5')
  return (
    <div>
      <MoneyField label="Cost per unit" currencyCode="EUR" value={value} onChange={setValue} min="0" />
      <output data-testid="value">{value ?? 'none'}</output>
    </div>
  )
}

function Count() {
  const [value, setValue] = useState<string | null>('37')
  return (
    <NumberField
      label="Days of cover"
      value={value}
      onChange={setValue}
      min="1"
      max="365"
      fractionDigits={[0, 0]}
      after="days"
    />
  )
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Number fields',
  states: [
    { name: 'Money', render: () => <Amount /> },
    { name: 'Whole number with limits', render: () => <Count /> },
    {
      name: 'Yen have no decimals',
      render: () => <MoneyField label="Price" currencyCode="JPY" value="1480" onChange={() => {}} />,
    },
    {
      name: 'With an error',
      render: () => (
        <MoneyField
          label="Storage fee"
          isOptional
          currencyCode="GBP"
          value={null}
          onChange={() => {}}
          error="Enter 0 or more."
        />
      ),
    },
    {
      name: 'Disabled',
      render: () => <MoneyField label="Fee" isDisabled currencyCode="USD" value="3.2" onChange={() => {}} />,
    },
  ],
}
