import type { confirmSignIn } from 'aws-amplify/auth'

/** What the pool wants next before it signs somebody in. */
export type SignInStep = Awaited<ReturnType<typeof confirmSignIn>>['nextStep']

const EMAIL = 'sextant.pending-email'

/** In memory alone: reloading the page drops it, which is what Exit does. */
let step: SignInStep | null = null

export const pendingStep = (): SignInStep | null => step

export function setPendingStep(next: SignInStep | null): void {
  step = next
}

/** The address that waits for a code. Somebody who comes back from their mail may find the page reloaded. */
export function pendingEmail(): string | null {
  try {
    return sessionStorage.getItem(EMAIL)
  } catch {
    return null
  }
}

export function setPendingEmail(email: string | null): void {
  try {
    if (email === null) sessionStorage.removeItem(EMAIL)
    else sessionStorage.setItem(EMAIL, email)
  } catch {
    // Without storage the screens that need it lead back to the log-in.
  }
}
