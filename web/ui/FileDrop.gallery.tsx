import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { FileDrop } from './FileDrop.tsx'

function Taken({ isDisabled = false }) {
  const [names, setNames] = useState<string[]>([])
  return (
    <div style={{ width: '100%' }}>
      <FileDrop
        label={isDisabled ? 'Drop files later' : 'Drop files'}
        title="Drop Amazon files here"
        {...(isDisabled && { disabledReason: 'Only managers and owners may do this.' })}
        onFiles={(files) => setNames(files.map(({ name }) => name))}
      >
        Reports as Amazon gives them.
      </FileDrop>
      <output>{names.join(', ')}</output>
    </div>
  )
}

export const gallery: GalleryPage = {
  group: 'Controls',
  title: 'File drop',
  states: [
    { name: 'Ready', render: () => <Taken /> },
    { name: 'Disabled', render: () => <Taken isDisabled /> },
  ],
}
