import { useSyncExternalStore } from 'react'
import { Banner } from '#web/ui/Banner.tsx'

/** What concerns every page, under the header. */
export function Banners() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    !isOnline && (
      <Banner appearance="warning">
        This device is offline. What is shown was read before; it is read again once there is a connection.
      </Banner>
    )
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
