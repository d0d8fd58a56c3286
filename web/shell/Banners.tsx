import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/Banner.tsx'

// Asked for after the page that it concerns.
const BlockWatch = lazy(async () => ({ default: (await import('#web/blocked/BlockWatch.tsx')).BlockWatch }))

/** What concerns every page, under the header. */
export function Banners() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <>
      <Suspense>
        <BlockWatch />
      </Suspense>
      {!isOnline && (
        <Banner appearance="warning">
          This device is offline. What is shown was read before; it is read again once there is a connection.
        </Banner>
      )}
    </>
  )
}

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
