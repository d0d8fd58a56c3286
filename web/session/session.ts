import { PATHS } from '#web/paths.ts'
import { browserStore } from './browser-store.ts'
import { pool } from './pool.ts'
import { rememberReturnAddress, takeReturnAddress } from './return-address.ts'
import { claimsOf, readTokens, remainingMs, type Claims, type SessionTokens } from './session-tokens.ts'

/** Tokens this near to their end are renewed first: they must not expire on their way. */
const RENEWED_BEFORE_END_MS = 10_000
const REVOCATION_MAX_MS = 5_000
const STARTED = 'sextant.authentication-started'

/** The pool has said that the session is over; anything else may be an accident. */
const SESSION_IS_OVER = [
  'NotAuthorizedException',
  'TokenRevokedException',
  'RefreshTokenReuseException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'UserUnAuthenticatedException',
  'PasswordResetRequiredException',
]

let renewing: Promise<SessionTokens | null> | null = null
let leaving: Promise<void> | null = null

/** Whether somebody is signed in, as far as this browser knows. */
export const hasSession = (): boolean => readTokens(browserStore) !== null

/** What the session says about its user; empty without one. */
export function sessionClaims(): Claims {
  const tokens = readTokens(browserStore)
  return tokens ? claimsOf(tokens.idToken) : {}
}

/**
 * Tokens that are valid now; null without a session. They are renewed when they are due, once for all who wait. Where the
 * pool refuses, the session ends; where it cannot be reached, this fails and the session stays.
 */
export async function sessionTokens(): Promise<SessionTokens | null> {
  const stored = readTokens(browserStore)
  if (!stored || remainingMs(stored, Date.now()) > RENEWED_BEFORE_END_MS) return stored
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(): Promise<SessionTokens | null> {
  const { fetchAuthSession } = await pool()
  try {
    const { tokens } = await fetchAuthSession({ forceRefresh: true })
    if (tokens) return readTokens(browserStore)
  } catch (error) {
    if (!(error instanceof Error && SESSION_IS_OVER.includes(error.name))) throw error
  }
  await endSession()
  return null
}

/** The header that says who is calling; none without a session. */
export async function authorization(): Promise<{ authorization?: string }> {
  const tokens = await sessionTokens()
  return tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}
}

/** Somebody begins to sign in: from here on this browser may hold things of theirs. */
export const startAuthentication = (): void => browserStore.setItem(STARTED, 'true')

export const isAuthenticationStarted = (): boolean => browserStore.getItem(STARTED) !== null

/** Forgets whatever an earlier session has left in this browser. */
export const clearArtefacts = (): void => browserStore.clear()

/** Somebody wants to leave: the next one to sign in begins at the start page. */
export async function signOut(entry: string = PATHS.auth): Promise<void> {
  await leave()
  takeReturnAddress()
  toAuthEntry(entry)
}

/** The session is over, not by the wish of its user: who signs in again comes back to where they were. */
export async function endSession(): Promise<void> {
  await leave()
  rememberReturnAddress(location.pathname + location.search, true)
  toAuthEntry()
}

/** Once for all who notice that the session is over. */
const leave = (): Promise<void> => (leaving ??= revokeAndForget())

async function revokeAndForget(): Promise<void> {
  if (hasSession()) {
    const revoked = pool().then((client) => client.signOut())
    const tooLong = new Promise((resolve) => setTimeout(resolve, REVOCATION_MAX_MS))
    await Promise.race([revoked, tooLong]).catch(() => {
      // Leaving this browser must not depend on the pool.
    })
  }
  browserStore.clear()
}

/** By loading anew, so that nothing that the page has read stays in its memory. */
function toAuthEntry(entry: string = PATHS.auth): void {
  location.replace(entry)
}
