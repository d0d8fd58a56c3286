import { useEffect } from 'react'
import { takeReturnAddress } from '#web/session/return-address.ts'
import { FullPage } from '#web/shell/FullPage.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StateMessage } from '#web/ui/StateMessage.tsx'
import { canReachServer } from '#web/offline/connection.ts'

const CHECK_MS = 2_000

/** Waits for the connection and goes back to where somebody wanted to go. */
export function NoInternetPage() {
  useEffect(() => {
    let isLeft = false
    const check = async () => {
      if (!(await canReachServer())) return
      if (isLeft) return
      isLeft = true
      // By loading anew: a part of the program that could not be read while offline is not asked for again.
      location.replace(takeReturnAddress() ?? '/')
    }
    const timer = setInterval(() => void check(), CHECK_MS)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [])
  return (
    <FullPage title="No Internet">
      <StateMessage
        isPage
        reading="broken"
        title="No Internet"
        action={<Spinner label="Checking every 2 seconds" />}
      >
        Please check your internet connection
      </StateMessage>
    </FullPage>
  )
}
