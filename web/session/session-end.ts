/** A session has ended by itself: whoever is asked to sign in again is told why. Of this tab only. */
export const SESSION_ENDED = 'sextant.session-ended'

/** Until somebody signs in: the page that says it may be loaded twice on the way. */
export function hasSessionEnded(): boolean {
  try {
    return sessionStorage.getItem(SESSION_ENDED) !== null
  } catch {
    return false
  }
}
