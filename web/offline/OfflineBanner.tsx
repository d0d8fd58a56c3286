import { useEffect, useState } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import { isOffline } from './connection.ts'

/** Stays for as long as there is no connection. What is on the page stays, too. */
export const OfflineBanner = () =>
  useIsOffline() && <Banner appearance="warning">Please check your internet connection.</Banner>

function useIsOffline(): boolean {
  const [isOff, setOff] = useState(false)
  useEffect(() => {
    let latest = 0
    const look = () => {
      const mine = ++latest
      void isOffline().then((answer) => mine === latest && setOff(answer))
    }
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      latest++
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return isOff
}
