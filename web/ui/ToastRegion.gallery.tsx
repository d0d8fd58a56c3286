import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { useEffect } from 'react'
import type { Appearance } from './appearances.ts'
import { Button } from './Button.tsx'
import { toast } from './toast.ts'

const TOASTS: [Appearance, string][] = [
  ['informative', 'Resetting all dashboard filters.'],
  ['positive', 'Updated advertising profile for the given region.'],
  ['negative', 'Unexpected error. Please try again later.'],
  ['warning', 'Max days exceeded. Showing last 730 days.'],
]

const undo = { label: 'Undo', onPress: () => toast('The column is back.', 'positive') }

function Shown({ from, to }: { from: number; to: number }) {
  useEffect(() => {
    for (const [appearance, text] of TOASTS.slice(from, to)) toast(text, appearance)
    if (from > 0) toast('Failed to remove the column.', 'negative', undo)
  }, [from, to])
  return null
}

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Toast',
  states: [
    {
      name: 'Appearances',
      render: () => (
        <>
          {TOASTS.map(([appearance, text]) => (
            <Button key={appearance} onPress={() => toast(text, appearance)}>
              {appearance}
            </Button>
          ))}
          <Button onPress={() => toast('Failed to remove the column.', 'negative', undo)}>
            With an action
          </Button>
        </>
      ),
    },
    { name: 'Informative and positive', isAlone: true, render: () => <Shown from={0} to={2} /> },
    { name: 'Warning, and with an action', isAlone: true, render: () => <Shown from={3} to={4} /> },
  ],
}
