import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Checkbox } from './Checkbox.tsx'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { Switch } from './Switch.tsx'

const CHOICES = [
  { value: 'owner', label: 'Brand owner', hint: 'Sells products of its own brands.' },
  { value: 'reseller', label: 'Reseller' },
  { value: 'both', label: 'Both', isDisabled: true },
] as const
type Kind = (typeof CHOICES)[number]['value']

function Question(props: { error?: string; isDisabled?: boolean; helper?: string }) {
  const [value, setValue] = useState<Kind | null>(props.error ? null : 'owner')
  return <ChoiceGroup label="What are you?" choices={CHOICES} value={value} onChange={setValue} {...props} />
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Check boxes, radio buttons, switches',
  states: [
    {
      name: 'Check boxes',
      render: () => (
        <>
          <Checkbox>Off</Checkbox>
          <Checkbox defaultSelected>On</Checkbox>
          <Checkbox isIndeterminate>Mixed</Checkbox>
          <Checkbox isDisabled>Disabled</Checkbox>
          <Checkbox isDisabled defaultSelected>
            Disabled, on
          </Checkbox>
        </>
      ),
    },
    {
      name: 'Check box with an error',
      render: () => (
        <>
          <Checkbox error="You must agree to register.">I agree to the terms.</Checkbox>
          <Checkbox helper="About once a month.">Send me news.</Checkbox>
        </>
      ),
    },
    {
      name: 'Radio buttons',
      render: () => (
        <>
          <Question helper="It can be changed later." />
          <Question error="Please select one." />
          <Question isDisabled />
        </>
      ),
    },
    {
      name: 'Switches',
      render: () => (
        <>
          <Switch>Off</Switch>
          <Switch defaultSelected helper="Applies at once.">
            Show business metrics
          </Switch>
          <Switch isDisabled>Disabled</Switch>
          <Switch isDisabled defaultSelected>
            Disabled, on
          </Switch>
        </>
      ),
    },
  ],
}
