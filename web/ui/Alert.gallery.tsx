import { WifiOff } from 'lucide-react'
import type { GalleryPage } from '#web/gallery/gallery-page.ts'
import { Alert } from './Alert.tsx'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

export const gallery: GalleryPage = {
  group: 'Feedback',
  title: 'Alerts and banners',
  states: [
    {
      name: 'Alerts',
      render: () => (
        <>
          <Alert>Sextant just got even better. Click here to get the latest features.</Alert>
          <Alert appearance="positive">Password successfully reset.</Alert>
          <Alert appearance="negative">Unexpected error. Please try again later.</Alert>
          <Alert appearance="warning">
            Accessing a blocked company. Warning: data may be partially synced or have a large performance
            impact.
          </Alert>
        </>
      ),
    },
    {
      name: 'Alert with a title and an action',
      render: () => (
        <Alert
          appearance="warning"
          title="Three files were refused"
          action={<Button size="sm">Show them</Button>}
        >
          Their rows are missing from every number on this page.
        </Alert>
      ),
    },
    {
      name: 'Banners',
      render: () => (
        <>
          <Banner onClose={() => {}}>NEW - Click to enable AI features</Banner>
          <Banner appearance="positive">Connection restored.</Banner>
          <Banner appearance="negative">Access revoked.</Banner>
          <Banner appearance="warning" icon={WifiOff} note="Numbers below were read at 07:42">
            Please check your internet connection.
          </Banner>
        </>
      ),
    },
  ],
}
