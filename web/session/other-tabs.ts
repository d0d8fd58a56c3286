import { PATHS } from '#web/paths.ts'
import { hasSession } from './session.ts'
import { isUserKey } from './session-tokens.ts'

const isInside = (): boolean => !location.pathname.startsWith(PATHS.auth)

/** What happens to the session in another tab happens here too: nobody looks at the pages of somebody else. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (!isInside()) return
    if (key !== null && !isUserKey(key)) return
    if (!hasSession()) location.replace(PATHS.auth)
    else if (oldValue !== newValue) location.reload()
  })
  // A page that the browser has kept for its back button was read in a session that may be over.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
