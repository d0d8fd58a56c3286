/** Where somebody wanted to go when they were asked to sign in. Of this tab only, and it survives a reload. */
const KEY = 'sextant.return-address'

/** An address of this application that is worth returning to, never one of another site. */
export const isReturnAddress = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) && !/^\/(?:auth(?:[/?#]|$)|$)/.test(address) && !/[\\\s]/.test(address)

export function rememberReturnAddress(address: string): void {
  if (!isReturnAddress(address)) return
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // The start page then has to do.
  }
}

/** Given out once. */
export function takeReturnAddress(): string | null {
  try {
    const address = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return address !== null && isReturnAddress(address) ? address : null
  } catch {
    return null
  }
}

const ENDED = 'sextant.session-ended'

/** A session has ended by itself: whoever is asked to sign in again is told why. */
export function rememberSessionEnd(): void {
  try {
    sessionStorage.setItem(ENDED, 'true')
  } catch {
    // They are then not told.
  }
}

/** Given out once. */
export function takeSessionEnd(): boolean {
  try {
    const hasEnded = sessionStorage.getItem(ENDED) !== null
    sessionStorage.removeItem(ENDED)
    return hasEnded
  } catch {
    return false
  }
}
