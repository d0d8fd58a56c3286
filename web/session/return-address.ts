import { SESSION_ENDED } from './session-end.ts'

/** Where somebody wanted to go when they were asked to sign in. Of this tab only, and it survives a reload. */
const KEY = 'sextant.return-address'

/** An address of this application that is worth returning to, never one of another site. */
export const isReturnAddress = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) && !/^\/(?:auth(?:[/?#]|$)|$)/.test(address) && !/[\\\s]/.test(address)

export function rememberReturnAddress(address: string, hasEnded = false): void {
  try {
    if (hasEnded) sessionStorage.setItem(SESSION_ENDED, address)
    if (isReturnAddress(address)) sessionStorage.setItem(KEY, address)
  } catch {
    // The start page then has to do.
  }
}

/** Given out once. */
export function takeReturnAddress(): string | null {
  try {
    const address = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(SESSION_ENDED)
    sessionStorage.removeItem(KEY)
    return address !== null && isReturnAddress(address) ? address : null
  } catch {
    return null
  }
}
