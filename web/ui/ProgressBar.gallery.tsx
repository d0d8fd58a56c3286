import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { LoadBar } from './LoadBar.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { Skeleton } from './Skeleton.tsx'

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Progress and loading',
  states: [
    { name: 'Determinate', render: () => <ProgressBar label="Sending march.txt" share={0.34} /> },
    { name: 'Indeterminate', render: () => <ProgressBar label="Waiting for the server" /> },
    {
      name: 'With its label, and a way to end it',
      render: () => (
        <>
          <ProgressBar
            isLabelShown
            label="Reading march.txt"
            share={0.62}
            action={<Button size="sm">Cancel import</Button>}
          />
          <ProgressBar isLabelShown label="Rebuilding the ledger" />
        </>
      ),
    },
    {
      name: 'Loading bar of a page',
      render: () => (
        <div style={{ position: 'relative', width: '100%', height: 3 }}>
          <LoadBar />
        </div>
      ),
    },
    {
      name: 'Skeletons',
      render: () => (
        <>
          <Skeleton width="4rem" />
          <Skeleton width="8rem" />
          <Skeleton kind="reading" width="7rem" />
          <span style={{ width: 240, height: 60 }}>
            <Skeleton kind="picture" width="100%" />
          </span>
        </>
      ),
    },
  ],
}
