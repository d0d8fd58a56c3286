import * as auth from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  codeOf,
  earlyInStep,
  GOOD_PASSWORD,
  OTHER_PASSWORD,
  startTestPool,
  wrongCode,
  type TestPool,
} from './support/identity.ts'
import { openWindow, type Storage } from './support/identity-amplify.ts'

let pool: TestPool
let storage: Storage
let people = 0
const someone = () => `window-${++people}@example.com`

beforeAll(async () => {
  // The library says once that the address is not the provider's.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // What a browser calls itself, which becomes the name of the device; Node 20 has none.
  vi.stubGlobal('navigator', { userAgent: 'A window on Linux' })
  pool = await startTestPool()
})
beforeEach(() => {
  storage = openWindow(pool)
})
afterEach(() => auth.signOut())
afterAll(async () => {
  expect(pool.log).toEqual([])
  await pool[Symbol.asyncDispose]()
})

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'went through',
    (error: Error) => `${error.name}: ${error.message}`,
  )
const member = async () => {
  const email = someone()
  await pool.member(email)
  return email
}
const stepOf = async (work: Promise<auth.SignInOutput>) => (await work).nextStep.signInStep
const signIn = (username: string, password = GOOD_PASSWORD) => auth.signIn({ username, password })
/** Another window: nothing of this one's is in it. */
const anotherWindow = () => {
  storage = openWindow(pool)
}

async function enrol(): Promise<string> {
  const setup = await auth.setUpTOTP()
  const { sharedSecret } = setup
  expect(setup.getSetupUri('Sextant', 'a@example.com').href).toContain(sharedSecret)
  await earlyInStep(pool)
  await auth.verifyTOTPSetup({ code: codeOf(pool, sharedSecret), options: { friendlyDeviceName: 'Phone' } })
  await auth.updateMFAPreference({ totp: 'PREFERRED' })
  pool.pass(60)
  return sharedSecret
}

test('from sign-up to deletion', async () => {
  const email = someone()
  const made = await auth.signUp({
    username: email,
    password: GOOD_PASSWORD,
    options: { userAttributes: { email } },
  })
  expect(made.nextStep).toMatchObject({
    signUpStep: 'CONFIRM_SIGN_UP',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'w***@e***' },
  })
  expect(await refusal(auth.signUp({ username: email, password: GOOD_PASSWORD }))).toMatch(
    /^UsernameExistsException/,
  )
  expect(await stepOf(signIn(email))).toBe('CONFIRM_SIGN_UP')
  await auth.resendSignUpCode({ username: email })
  const { code } = await pool.mailTo(email)
  expect(
    await refusal(
      auth.confirmSignUp({ username: email, confirmationCode: code === '111111' ? '222222' : '111111' }),
    ),
  ).toMatch(/^CodeMismatchException/)
  await auth.confirmSignUp({ username: email, confirmationCode: code })
  expect(await refusal(signIn(email, OTHER_PASSWORD))).toBe(
    'NotAuthorizedException: Incorrect username or password.',
  )
  expect(await stepOf(signIn(email))).toBe('DONE')
  expect(await auth.fetchUserAttributes()).toMatchObject({ email, email_verified: 'true' })
  expect((await auth.getCurrentUser()).userId).toBe((await auth.fetchUserAttributes()).sub)
  const { tokens } = await auth.fetchAuthSession()
  expect(tokens?.accessToken.payload).toMatchObject({ token_use: 'access', client_id: pool.clientId })
  expect(tokens?.idToken?.payload).toMatchObject({ token_use: 'id', aud: pool.clientId, email })
  await auth.deleteUser()
  expect(await refusal(signIn(email))).toMatch(/^NotAuthorizedException/)
})

test('the second factor, and leaving it', async () => {
  const email = await member()
  await signIn(email)
  const secret = await enrol()
  expect(await auth.fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })
  await auth.signOut()
  expect(await stepOf(signIn(email))).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  await earlyInStep(pool)
  expect(await refusal(auth.confirmSignIn({ challengeResponse: wrongCode(pool, secret) }))).toMatch(
    /^CodeMismatchException/,
  )
  const { isSignedIn } = await auth.confirmSignIn({ challengeResponse: codeOf(pool, secret) })
  expect(isSignedIn).toBe(true)
  await auth.updateMFAPreference({ totp: 'DISABLED' })
  expect(await auth.fetchMFAPreference()).toEqual({})
})

test('a pool that demands a factor enrols on the way', async () => {
  await using strict = await startTestPool({ secondFactor: 'REQUIRED' })
  openWindow(strict)
  await strict.member('strict@example.com')
  const { nextStep } = await signIn('strict@example.com')
  if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep)
  await earlyInStep(strict)
  const done = await auth.confirmSignIn({
    challengeResponse: codeOf(strict, nextStep.totpSetupDetails.sharedSecret),
  })
  expect(done.isSignedIn).toBe(true)
  expect((await auth.fetchMFAPreference()).preferred).toBe('TOTP')
  await expect(auth.updateMFAPreference({ totp: 'DISABLED' })).rejects.toThrow('mandatory')
  expect((await auth.fetchMFAPreference()).preferred).toBe('TOTP')
  await auth.signOut()
})

test('a remembered device replaces the code; a forgotten one asks for it again', async () => {
  const email = await member()
  await signIn(email)
  const secret = await enrol()
  await auth.signOut()
  await signIn(email)
  await earlyInStep(pool)
  await auth.confirmSignIn({ challengeResponse: codeOf(pool, secret) })
  await auth.rememberDevice()
  const [device] = await auth.fetchDevices()
  expect(device?.name).toBe('A window on Linux')
  await auth.signOut()
  expect(await stepOf(signIn(email))).toBe('DONE')
  await auth.fetchAuthSession({ forceRefresh: true })

  // Forgotten from elsewhere: the library drops what it kept and goes on by itself.
  const here = storage
  anotherWindow()
  await signIn(email)
  pool.pass(60)
  await earlyInStep(pool)
  await auth.confirmSignIn({ challengeResponse: codeOf(pool, secret) })
  await auth.forgetDevice({ device: { id: device!.id } })
  await auth.signOut()
  storage = openWindow(pool, here)
  expect((await auth.fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined()
  expect(await stepOf(signIn(email))).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
})

test('refreshing in the background, again and again', async () => {
  await signIn(await member())
  const tokens = new Set<string>()
  for (let round = 0; round < 3; round++) {
    pool.pass(600)
    const session = await auth.fetchAuthSession({ forceRefresh: true })
    tokens.add(String(session.tokens?.accessToken))
  }
  expect(tokens.size).toBe(3)
  await auth.fetchUserAttributes()
})

test('signing out revokes; everywhere means everywhere', async () => {
  const email = await member()
  await signIn(email)
  const first = String((await auth.fetchAuthSession()).tokens?.accessToken)
  await auth.signOut()
  expect(await pool.identity.verifyAccess(first)).toBeNull()

  await signIn(email)
  const here = storage
  anotherWindow()
  await signIn(email)
  await auth.signOut({ global: true })
  storage = openWindow(pool, here)
  expect((await auth.fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined()
})

test('a forgotten password, and a changed one', async () => {
  const email = await member()
  const { nextStep } = await auth.resetPassword({ username: email })
  expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE')
  await auth.confirmResetPassword({
    username: email,
    newPassword: OTHER_PASSWORD,
    confirmationCode: (await pool.mailTo(email)).code,
  })
  await signIn(email, OTHER_PASSWORD)
  await auth.updatePassword({ oldPassword: OTHER_PASSWORD, newPassword: GOOD_PASSWORD })
  await auth.signOut()
  expect(await stepOf(signIn(email))).toBe('DONE')
})

test('attributes and a new address', async () => {
  const email = await member()
  await signIn(email)
  await auth.updateUserAttributes({ userAttributes: { name: 'Grace Hopper' } })
  const { email: change } = await auth.updateUserAttributes({ userAttributes: { email: `new-${email}` } })
  expect(change?.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE')
  await auth.confirmUserAttribute({
    userAttributeKey: 'email',
    confirmationCode: (await pool.mailTo(`new-${email}`)).code,
  })
  expect(await auth.fetchUserAttributes()).toMatchObject({ email: `new-${email}`, name: 'Grace Hopper' })
  await auth.deleteUserAttributes({ userAttributeKeys: ['name'] })
  expect((await auth.fetchUserAttributes()).name).toBeUndefined()
})

test('locked accounts say so in the words that the screens look for', async () => {
  const email = await member()
  for (let n = 0; n < 9; n++) {
    await pool.failSignIn(email)
    pool.pass(n < 8 ? 16 : 0)
  }
  expect(await refusal(signIn(email))).toBe('NotAuthorizedException: Password attempts exceeded')
})

test('where names are not masked, the older texts come', async () => {
  await using open = await startTestPool({ maskUnknownUsers: false })
  openWindow(open)
  expect(await refusal(signIn('nobody@example.com'))).toMatch(/^UserNotFoundException/)
  expect(await refusal(auth.resetPassword({ username: 'nobody@example.com' }))).toMatch(
    /^UserNotFoundException/,
  )
  expect(
    await refusal(auth.confirmSignUp({ username: 'nobody@example.com', confirmationCode: '123456' })),
  ).toMatch(/^UserNotFoundException/)
})
