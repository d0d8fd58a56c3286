import { redirect } from '@tanstack/react-router'
import { PATHS } from '#web/paths.ts'
import { clearArtefacts, hasSession, isAuthenticationStarted, sessionTokens } from '#web/session/session.ts'
import { joinInvitations } from './join-invitations.ts'
import { pendingEmail, pendingStep } from './pending.ts'

/** The router is told to go elsewhere by what a guard throws; it is no error. */
function goTo(to: (typeof PATHS)['auth' | 'home' | 'logIn']): never {
  const signal: unknown = redirect({ to, replace: true })
  throw signal
}

/** Who is signed in has nothing to do at the entry; of whoever is not, nothing stays behind. */
export async function forGuests({ preload }: { preload: boolean }): Promise<void> {
  // Where the pool cannot be reached, a session that is due for renewal stays as it is.
  const tokens = await sessionTokens().catch(() => null)
  if (tokens) {
    // The link of an invitation leads here.
    if (!preload) await joinInvitations(tokens.idToken)
    goTo(PATHS.home)
  }
  if (!preload && !hasSession() && isAuthenticationStarted()) clearArtefacts()
}

/** A code was sent to somebody, and it is known to whom. */
export function forPendingEmail(): void {
  if (!pendingEmail()) goTo(PATHS.logIn)
}

/** A sign-in waits for its second factor. */
export function forPendingSignIn(): void {
  if (!pendingStep()) goTo(PATHS.logIn)
}

/** A second factor can be added once somebody is signed in, and on the way there if the pool demands it. */
export function forNewFactor(): void {
  if (pendingStep()?.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP' && !hasSession()) goTo(PATHS.logIn)
}
