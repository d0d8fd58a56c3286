import { redirect } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { rememberReturnAddress } from '#web/session/return-address.ts'
import { isOffline } from './connection.ts'

interface Visit {
  location: { href: string; pathname: string }
  preload: boolean
}

/** Without a connection no page can be read: whoever asks for one waits, and then comes to it. */
export async function forOnline({ location, preload }: Visit): Promise<void> {
  if (preload || location.pathname === PATHS.noInternet || !(await isOffline())) return
  rememberReturnAddress(location.href)
  const signal: unknown = redirect({ to: PATHS.noInternet, replace: true })
  throw signal
}
