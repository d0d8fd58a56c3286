import type { ConnectionNext } from '#contract/connections.ts'

/** Where somebody who comes back from Amazon may be led. */
const NEXT: Record<ConnectionNext, true> = {
  '/connections': true,
  '/onboarding/advertising?continue=true': true,
  '/onboarding/sellerCentral?continue=true': true,
}

export const isNext = (address: string | undefined): address is ConnectionNext =>
  address !== undefined && Object.hasOwn(NEXT, address)

/** What a browser keeps between its way to Amazon and back: the state, and the company it was begun for. */
interface KeptState {
  state: string
  companyId: string
}

/** Of this tab only: another one that goes to Amazon at the same time has its own. */
const KEYS = { state: 'sextant.connection-state', companyId: 'sextant.connection-company' }

export function keepConnectionState({ state, companyId }: KeptState): void {
  sessionStorage.setItem(KEYS.state, state)
  sessionStorage.setItem(KEYS.companyId, companyId)
}

/** Given out once; null where nothing was begun in this tab. */
export function takeConnectionState(): KeptState | null {
  try {
    const [state, companyId] = [sessionStorage.getItem(KEYS.state), sessionStorage.getItem(KEYS.companyId)]
    for (const key of Object.values(KEYS)) sessionStorage.removeItem(key)
    return state && companyId ? { state, companyId } : null
  } catch {
    // The browser keeps nothing, so nothing can have been begun.
    return null
  }
}
