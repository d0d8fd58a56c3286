import { useState } from 'react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { Spinner } from './Spinner.tsx'

function Switched() {
  const [isLoading, setLoading] = useState(false)
  return (
    <>
      <Button onPress={() => setLoading(!isLoading)}>{isLoading ? 'End' : 'Begin'}</Button>
      <Spinner isLoading={isLoading} label="Reading the file" />
    </>
  )
}

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Spinner',
  states: [
    { name: 'Switched', render: () => <Switched /> },
    { name: 'With words', render: () => <Spinner label="Checking every 2 seconds" /> },
    { name: 'With hidden words', render: () => <Spinner isLabelHidden /> },
  ],
}
