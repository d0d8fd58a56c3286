/** A session has ended by itself: whoever is asked to sign in again is told why. Of this tab only. */
export const SESSION_ENDED = 'sextant.session-ended'

/** Given out once. */
export function takeSessionEnd(): boolean {
  try {
    const hasEnded = sessionStorage.getItem(SESSION_ENDED) !== null
    sessionStorage.removeItem(SESSION_ENDED)
    return hasEnded
  } catch {
    return false
  }
}
