import { Copy, RotateCcw } from 'lucide-react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Button } from './Button.tsx'
import { Identifier } from './Identifier.tsx'
import type { ScaleReading } from './ScaleDrawing.tsx'
import { StateMessage } from './StateMessage.tsx'

const PAGES: [ScaleReading, string, string][] = [
  ['beyond', 'Not Found', 'This page doesn’t exist or has moved'],
  ['broken', 'No Internet', 'Please check your internet connection'],
  [
    'dotted',
    'Under maintenance.',
    'We’re working on something. This rarely takes more than a few minutes. We apologise for the inconvenience.',
  ],
  [
    'start',
    'Access revoked.',
    'The account does not have access or its subscription has ended. Please contact support: help@example.com',
  ],
  ['span', 'I need more space!', 'Please use a larger device or resize your window.'],
  ['progress', 'Your Amazon data is loading.', 'This takes up to 24 hours. Please keep this screen open.'],
]

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Empty and failed sections',
  states: [
    {
      name: 'Empty',
      render: () => (
        <StateMessage
          title="No data in this range"
          action={
            <>
              <Button kind="primary">Show last 30 days</Button>
              <Button>Change dates</Button>
            </>
          }
        >
          The range starts after the last day that has been read, 19 Nov 2026. Data is available from 1 Jan
          2025.
        </StateMessage>
      ),
    },
    {
      name: 'Failed',
      render: () => (
        <StateMessage
          kind="error"
          title="Sales by week could not be read"
          action={
            <>
              <Button icon={RotateCcw}>Try again</Button>
              <Button kind="ghost" icon={Copy}>
                Copy details
              </Button>
            </>
          }
        >
          Ad spend did not answer either. Everything else is complete.{' '}
          <Identifier>Request 7f3a-19c2</Identifier>
        </StateMessage>
      ),
    },
    {
      name: 'Drawings of full pages',
      render: () =>
        PAGES.map(([reading, title, text]) => (
          <StateMessage key={reading} title={title} reading={reading}>
            {text}
          </StateMessage>
        )),
    },
  ],
}
