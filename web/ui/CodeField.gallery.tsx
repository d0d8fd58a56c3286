import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { CodeField } from './CodeField.tsx'

function Code({
  start = '',
  ...props
}: {
  start?: string
  error?: string
  isDisabled?: boolean
  longerLength?: number
}) {
  const [code, setCode] = useState(start)
  const [completed, setCompleted] = useState('')
  return (
    <div>
      <CodeField
        label="Verification code"
        value={code}
        onChange={setCode}
        onComplete={setCompleted}
        {...props}
      />
      <output data-testid="completed">{completed}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'Code entry',
  states: [
    { name: 'Empty', render: () => <Code /> },
    {
      name: 'In part, with an error',
      render: () => <Code start="4072" error="Bad code. Please try again." />,
    },
    { name: 'Six digits or ten', render: () => <Code longerLength={10} /> },
    { name: 'Disabled', render: () => <Code start="407291" isDisabled /> },
  ],
}
