import { PATHS } from '#web/paths.ts'
import { pool } from '#web/session/pool.ts'
import { sessionTokens, startAuthentication } from '#web/session/session.ts'
import { queryClient, trpc } from '#web/trpc.ts'
import { joinInvitations } from './join-invitations.ts'
import { setPendingEmail, setPendingStep, type SignInStep } from './pending.ts'

type AuthPath = (typeof PATHS)[
  'addMfa' | 'emailVerification' | 'forgotPassword' | 'mfaChallenge' | 'postRegistration']

/** Where each thing is asked for that the pool may want. Signing in begins with a password here, so nothing else does. */
const SCREENS: Partial<Record<SignInStep['signInStep'], AuthPath>> = {
  CONFIRM_SIGN_UP: PATHS.emailVerification,
  RESET_PASSWORD: PATHS.forgotPassword,
  CONTINUE_SIGN_IN_WITH_TOTP_SETUP: PATHS.addMfa,
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: PATHS.mfaChallenge,
  CONFIRM_SIGN_IN_WITH_SMS_CODE: PATHS.mfaChallenge,
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: PATHS.mfaChallenge,
  CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE: PATHS.mfaChallenge,
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: PATHS.mfaChallenge,
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: PATHS.mfaChallenge,
  CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION: PATHS.mfaChallenge,
  CONTINUE_SIGN_IN_WITH_EMAIL_SETUP: PATHS.mfaChallenge,
}

/** Signs in as far as a password goes; where to go on from there. */
export async function signIn(email: string, password: string): Promise<AuthPath> {
  const client = await pool()
  startAuthentication()
  const attempt = () => client.signIn({ username: email, password })
  const { nextStep } = await attempt().catch(async (error: unknown) => {
    // Somebody signed in here before, in another tab or unnoticed.
    if (!(error instanceof Error && error.name === 'UserAlreadyAuthenticatedException')) throw error
    await client.signOut()
    return attempt()
  })
  setPendingEmail(email)
  return follow(nextStep)
}

/** Answers what the pool has asked for; where to go on from there. */
export async function answerChallenge(
  challengeResponse: string,
  options?: { userAttributes?: Record<string, string>; friendlyDeviceName?: string },
): Promise<AuthPath> {
  const client = await pool()
  const { nextStep } = await client.confirmSignIn({ challengeResponse, ...(options && { options }) })
  return follow(nextStep)
}

async function follow(step: SignInStep): Promise<AuthPath> {
  setPendingStep(null)
  if (step.signInStep === 'DONE') return afterSignIn()
  const to = SCREENS[step.signInStep]
  if (!to) throw new Error(`No screen for ${step.signInStep}.`)
  setPendingStep(step)
  return to
}

async function afterSignIn(): Promise<AuthPath> {
  setPendingEmail(null)
  const [hasSecondFactor] = await Promise.all([
    isSecondFactorOn(),
    sessionTokens().then((tokens) => tokens && joinInvitations(tokens.idToken)),
  ])
  return hasSecondFactor || (await isDemoAccount()) ? PATHS.postRegistration : PATHS.addMfa
}

/** What is invented needs no second factor. Where the server does not say, it is asked for. */
const isDemoAccount = (): Promise<boolean> =>
  queryClient.fetchQuery({ ...trpc.session.getUser.queryOptions(), staleTime: 0 }).then(
    (user) => user?.isDemo ?? false,
    () => false,
  )

async function isSecondFactorOn(): Promise<boolean> {
  const { fetchMFAPreference } = await pool()
  const { preferred, enabled } = await fetchMFAPreference()
  return preferred !== undefined || (enabled?.length ?? 0) > 0
}
