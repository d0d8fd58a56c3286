/** The tokens of a session as aws-amplify stores them, read without loading it. */

export interface SessionTokens {
  accessToken: string
  idToken: string
  /** How far the pool's clock is ahead of this browser's. */
  clockDriftMs: number
}

export interface Claims {
  /** Whom the pool knows by this name and no other. */
  sub?: string
  exp?: number
  email?: string
  name?: string
}

interface ReadableStore {
  getItem: (key: string) => string | null
  keys: () => string[]
}

const PREFIX = 'CognitoIdentityServiceProvider.'
const LAST_USER = '.LastAuthUser'

/** Changes when somebody else signs in, and goes when nobody is signed in any longer. */
export const isUserKey = (key: string): boolean => key.startsWith(PREFIX) && key.endsWith(LAST_USER)

/** Null where nobody is signed in. */
export function readTokens(store: ReadableStore): SessionTokens | null {
  const userKey = store.keys().find(isUserKey)
  const user = userKey && store.getItem(userKey)
  if (!user) return null
  const read = (name: string) => store.getItem(`${userKey.slice(0, -LAST_USER.length)}.${user}.${name}`)
  const [accessToken, idToken] = [read('accessToken'), read('idToken')]
  if (!accessToken || !idToken) return null
  const drift = Number.parseInt(read('clockDrift') ?? '0', 10)
  return { accessToken, idToken, clockDriftMs: Number.isNaN(drift) ? 0 : drift }
}

/** What a token says. Nothing is believed because of it: whoever needs to be sure asks the server. */
export function claimsOf(token: string): Claims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** How long both tokens are still good, by the pool's clock; nothing or less once one of them has expired. */
export function remainingMs({ accessToken, idToken, clockDriftMs }: SessionTokens, nowMs: number): number {
  const ends = [accessToken, idToken].map((token) => (claimsOf(token).exp ?? 0) * 1000)
  return Math.min(...ends) - (nowMs + clockDriftMs)
}
