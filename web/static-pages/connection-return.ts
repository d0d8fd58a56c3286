/** Where somebody who comes back from Amazon may be led, and nowhere else. */
const NEXT = [
  '/connections',
  '/onboarding/advertising?continue=true',
  '/onboarding/sellerCentral?continue=true',
] as const
export type Next = (typeof NEXT)[number]

export const isNext = (address: string | undefined): address is Next =>
  (NEXT as readonly (string | undefined)[]).includes(address)

/** What a browser keeps between its way to Amazon and back: the state, and the company it was begun for. */
const KEPT = ['sextant.connection-state', 'sextant.connection-company']

/** Without both, and for another company than the one begun with, what is kept is of no use to anybody. */
export function dropConnectionState(): void {
  try {
    for (const key of KEPT) sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}
