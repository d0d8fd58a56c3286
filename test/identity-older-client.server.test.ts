import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  codeOf,
  earlyInStep,
  GOOD_PASSWORD,
  OTHER_PASSWORD,
  startTestPool,
  type TestPool,
} from './support/identity.ts'

/** A callback of the older kind as a promise. */
const done = <T>(work: (callback: (error?: Error | null, result?: T) => void) => unknown): Promise<T> =>
  new Promise((resolve, reject) => work((error, result) => (error ? reject(error) : resolve(result as T))))
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'went through',
    (error: Error) => error.name,
  )

let pool: TestPool
let people = 0
const someone = () => `older-${++people}@example.com`

beforeAll(async () => {
  vi.stubGlobal('navigator', { userAgent: 'An older window' })
  pool = await startTestPool()
})
afterAll(async () => {
  expect(pool.log).toEqual([])
  await pool[Symbol.asyncDispose]()
})

/** A browser's storage and the pool as it sees it. */
function openWindow() {
  const entries = new Map<string, string>()
  const Storage = {
    setItem: (key: string, value: string) => void entries.set(key, value),
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  }
  const Pool = new CognitoUserPool({
    UserPoolId: pool.poolId,
    ClientId: pool.clientId,
    endpoint: pool.endpoint,
    Storage,
  } as ConstructorParameters<typeof CognitoUserPool>[0])
  return { Pool, userOf: (Username: string) => new CognitoUser({ Username, Pool, Storage }) }
}

type Entered = { session?: CognitoUserSession; asked?: 'totp' }
const signIn = (user: CognitoUser, Username: string, Password = GOOD_PASSWORD): Promise<Entered> =>
  new Promise((resolve, reject) =>
    user.authenticateUser(new AuthenticationDetails({ Username, Password }), {
      onSuccess: (session) => resolve({ session }),
      onFailure: reject,
      totpRequired: () => resolve({ asked: 'totp' }),
    }),
  )
const sendCode = (user: CognitoUser, code: string): Promise<CognitoUserSession> =>
  new Promise((onSuccess, onFailure) =>
    user.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA'),
  )
const member = async () => {
  const email = someone()
  await pool.member(email)
  return email
}

test('from sign-up to deletion', async () => {
  const { Pool, userOf } = openWindow()
  const email = someone()
  await done((callback) =>
    Pool.signUp(
      email,
      GOOD_PASSWORD,
      [new CognitoUserAttribute({ Name: 'email', Value: email })],
      [],
      callback,
    ),
  )
  const user = userOf(email)
  expect(await refusal(signIn(user, email))).toBe('UserNotConfirmedException')
  await done((callback) => user.resendConfirmationCode(callback))
  await done(async (callback) => user.confirmRegistration((await pool.mailTo(email)).code, true, callback))
  expect(await refusal(signIn(user, email, OTHER_PASSWORD))).toBe('NotAuthorizedException')
  const { session } = await signIn(user, email)
  expect(session?.isValid()).toBe(true)
  expect(session?.getIdToken().payload['email']).toBe(email)
  await done((callback) => user.deleteUser(callback))
  expect(await refusal(signIn(userOf(email), email))).toBe('NotAuthorizedException')
})

test('second factor, remembered device, refresh', async () => {
  const { userOf } = openWindow()
  const email = await member()
  const user = userOf(email)
  await signIn(user, email)
  const secret = await new Promise<string>((associateSecretCode, onFailure) =>
    user.associateSoftwareToken({ associateSecretCode, onFailure }),
  )
  await earlyInStep(pool)
  await new Promise((onSuccess, onFailure) =>
    user.verifySoftwareToken(codeOf(pool, secret), 'Phone', { onSuccess, onFailure }),
  )
  await done((callback) => user.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, callback))
  pool.pass(60)

  expect(await signIn(user, email)).toEqual({ asked: 'totp' })
  await earlyInStep(pool)
  const session = await sendCode(user, codeOf(pool, secret))
  await new Promise((onSuccess, onFailure) => user.setDeviceStatusRemembered({ onSuccess, onFailure }))
  expect((await signIn(user, email)).session?.isValid()).toBe(true)

  const refreshed = await done<CognitoUserSession>((callback) =>
    user.refreshSession(session.getRefreshToken(), callback),
  )
  expect(refreshed.getAccessToken().getJwtToken()).not.toBe(session.getAccessToken().getJwtToken())

  const { Device } = await new Promise<{ Device: { DeviceKey: string } }>((onSuccess, onFailure) =>
    user.getDevice({ onSuccess: onSuccess as unknown as (success: string) => string, onFailure }),
  )
  const { Devices } = await new Promise<{ Devices: { DeviceKey: string }[] }>((onSuccess, onFailure) =>
    user.listDevices(10, null, { onSuccess, onFailure }),
  )
  expect(Devices.map(({ DeviceKey }) => DeviceKey)).toContain(Device.DeviceKey)

  // Forgotten elsewhere: the client drops its device by itself and goes on.
  const elsewhere = openWindow().userOf(email)
  await signIn(elsewhere, email)
  pool.pass(60)
  await earlyInStep(pool)
  await sendCode(elsewhere, codeOf(pool, secret))
  await new Promise((onSuccess, onFailure) =>
    elsewhere.forgetSpecificDevice(Device.DeviceKey, { onSuccess, onFailure } as never),
  )
  expect(await signIn(user, email)).toEqual({ asked: 'totp' })
})

test('passwords, attributes, signing out everywhere', async () => {
  const { userOf } = openWindow()
  const email = await member()
  const user = userOf(email)
  await new Promise((onSuccess, onFailure) => user.forgotPassword({ onSuccess, onFailure }))
  const { code } = await pool.mailTo(email)
  await new Promise<void>((onSuccess, onFailure) =>
    user.confirmPassword(code, OTHER_PASSWORD, { onSuccess: () => onSuccess(), onFailure }),
  )
  const { session } = await signIn(user, email, OTHER_PASSWORD)
  await done((callback) => user.changePassword(OTHER_PASSWORD, GOOD_PASSWORD, callback))
  await done((callback) => user.updateAttributes([{ Name: 'name', Value: 'Ada' }], callback))
  const attributes = await done<CognitoUserAttribute[]>((callback) => user.getUserAttributes(callback))
  expect(attributes.find((attribute) => attribute.getName() === 'name')?.getValue()).toBe('Ada')
  await done((callback) => user.deleteAttributes(['name'], callback))
  await new Promise((onSuccess, onFailure) => user.globalSignOut({ onSuccess, onFailure }))
  expect(await pool.identity.verifyAccess(session!.getAccessToken().getJwtToken())).toBeNull()
})
