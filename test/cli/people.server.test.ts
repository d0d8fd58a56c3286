/** The people of an installation: looked after by the operator, and brought along by a backup. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/app-config.ts'
import { enrolTotp, proveTo, sdkClient, type SdkClient } from '#test/support/identity-sdk.ts'
import { Machine, type Serving } from './run-sextant.ts'
import { formTest } from '../support/drawn-cases.ts'
import { seedInstallation } from '../support/seeded.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'Sextant-7-Walks!'

const home = new Machine()
let server: Serving
let here: Place
let secretCode: string
let accessToken: string

interface Place {
  client: SdkClient
  pool: { endpoint: string; poolId: string; clientId: string }
  address: string
}

async function placeOf({ address }: Serving): Promise<Place> {
  const config = (await (await fetch(new URL('/app-config.json', address))).json()) as AppConfig
  const pool = {
    endpoint: config.userPoolEndpoint!,
    poolId: config.userPoolId,
    clientId: config.userPoolClientId,
  }
  return { client: sdkClient(pool), pool, address }
}

const prove = ({ client, pool }: Place, password: string) => proveTo(client, pool, EMAIL, password)

async function userOf({ address }: Place, token: string): Promise<unknown> {
  const response = await fetch(new URL('/trpc/session.getUser', address), {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await response.json()) as { result: { data: unknown } }).result.data
}

async function mutate({ address }: Place, token: string, path: string, input: object): Promise<void> {
  const response = await fetch(new URL(`/trpc/${path}`, address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  expect([path, response.status, await response.text()]).toEqual([path, 200, expect.any(String)])
}

async function mailsOf({ address }: Place, token: string, companyId: string): Promise<unknown[]> {
  const input = encodeURIComponent(JSON.stringify({ companyId }))
  const response = await fetch(new URL(`/trpc/scheduledMails.list?input=${input}`, address), {
    headers: { authorization: `Bearer ${token}` },
  })
  const answer = (await response.json()) as { result: { data: { mails: unknown[] } } }
  return answer.result.data.mails
}

const codeOf = (secret: string, stepsLater: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 })

async function answerTotp({ client, pool }: Place): Promise<sdk.AuthenticationResultType> {
  const { answer, userId } = await prove({ client, pool, address: '' }, PASSWORD)
  expect(answer.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  const { AuthenticationResult } = await client.send(
    new sdk.RespondToAuthChallengeCommand({
      ClientId: pool.clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: answer.Session!,
      ChallengeResponses: { USERNAME: userId, SOFTWARE_TOKEN_MFA_CODE: codeOf(secretCode, 0) },
    }),
  )
  return AuthenticationResult!
}

beforeAll(async () => {
  await seedInstallation(home.dataDir)
  server = await home.serve()
  here = await placeOf(server)
}, 180_000)
afterAll(() => home[Symbol.asyncDispose]())

test('somebody is made, chooses a password, and is made an administrator before ever looking in', async () => {
  const { code: exit, out } = await home.sextant('user', 'create', EMAIL, '--name', 'Ada')
  expect(exit).toBe(0)
  const oneTime = out.trim()
  expect(await home.sextant('user', 'create', ` ${EMAIL.toUpperCase()}`)).toMatchObject({
    code: 3,
    err: `The address ${EMAIL} is already taken.\n`,
  })
  expect(await home.sextant('user', 'make-admin', 'nobody@example.com')).toMatchObject({
    code: 3,
    err: 'Nobody here has the address nobody@example.com.\n',
  })
  expect(await home.json('user', 'make-admin', EMAIL)).toEqual({ email: EMAIL, isAdmin: true })

  const { client, pool } = here
  const { answer, userId } = await prove(here, oneTime)
  expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
  const signedIn = await client.send(
    new sdk.RespondToAuthChallengeCommand({
      ClientId: pool.clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: answer.Session!,
      ChallengeResponses: { USERNAME: userId, NEW_PASSWORD: PASSWORD },
    }),
  )
  accessToken = signedIn.AuthenticationResult!.AccessToken!
  expect(await userOf(here, accessToken)).toMatchObject({ email: EMAIL, isPlatformAdmin: false })
  await expect(prove(here, oneTime)).rejects.toThrow('Incorrect username or password.')

  // Each step counts once: the code of the one before leaves that of now for signing in.
  secretCode = await enrolTotp(client, accessToken, (secret) => codeOf(secret, -1))
  expect(await userOf(here, accessToken)).toMatchObject({ email: EMAIL, isPlatformAdmin: true })
}, 180_000)

test('an address that nobody has proved to be theirs makes no administrator', async () => {
  await here.client.send(
    new sdk.SignUpCommand({ ClientId: here.pool.clientId, Username: 'eve@example.com', Password: PASSWORD }),
  )
  const refused = await home.sextant('user', 'make-admin', 'eve@example.com')
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('has not been verified yet') })
}, 60_000)

test('somebody is disabled, let in again, given a new password and deleted', async () => {
  const email = 'grace@example.com'
  const { client, pool } = here
  const oneTime = (await home.sextant('user', 'create', email)).out.trim()
  const first = await proveTo(client, pool, email, oneTime)
  const signedIn = await client.send(
    new sdk.RespondToAuthChallengeCommand({
      ClientId: pool.clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: first.answer.Session!,
      ChallengeResponses: { USERNAME: first.userId, NEW_PASSWORD: PASSWORD },
    }),
  )
  const { AccessToken: token, RefreshToken } = signedIn.AuthenticationResult!
  expect(await userOf(here, token!)).not.toBeNull()
  expect((await home.sextant('user', 'list', '--search', 'GRACE@')).out).toMatch(
    /\ngrace@example\.com +active +no /,
  )

  // A mail that is switched on.
  const { id: companyId } = await home.json<{ id: string }>('company', 'create', '--name', 'Grace Ltd')
  await home.sextant('company', 'invite', email, '--company', 'Grace Ltd', '--role', 'viewer')
  const idToken = signedIn.AuthenticationResult!.IdToken!
  await mutate(here, token!, 'companySettings.permissions.joinAllPendingInvites', { idToken })
  const mail = { companyId, kind: 'DAILY_DIGEST', currencyCode: 'GBP', timeZone: 'Europe/London' }
  await mutate(here, token!, 'scheduledMails.switchOn', mail)
  expect(await mailsOf(here, token!, companyId)).toHaveLength(1)

  // Nobody can be asked here.
  expect(await home.sextant('user', 'disable', email)).toMatchObject({
    code: 2,
    err: expect.stringContaining('say --yes'),
  })
  expect(await userOf(here, token!)).not.toBeNull()
  await home.json('user', 'disable', email, '--yes')
  expect(await userOf(here, token!)).toBeNull()
  const refresh = new sdk.InitiateAuthCommand({
    ClientId: pool.clientId,
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    AuthParameters: { REFRESH_TOKEN: RefreshToken! },
  })
  await expect(client.send(refresh)).rejects.toThrow('Refresh Token has been revoked')
  await expect(proveTo(client, pool, email, PASSWORD)).rejects.toThrow('User is disabled.')
  await expect(proveTo(client, pool, email, 'Not-the-password-1')).rejects.toThrow('Incorrect username')
  expect(await home.json('user', 'list', '--search', 'grace')).toMatchObject([
    { email, disabledAt: expect.any(String) },
  ])
  await home.json('user', 'enable', email)
  const again = (await proveTo(client, pool, email, PASSWORD)).answer.AuthenticationResult!.AccessToken!
  expect(await userOf(here, again)).not.toBeNull()
  // It does not come back with them.
  expect(await mailsOf(here, again, companyId)).toEqual([])

  const reset = await home.sextant('user', 'reset-password', email, '--yes')
  expect(reset.code).toBe(0)
  expect(await userOf(here, again)).toBeNull()
  await expect(proveTo(client, pool, email, PASSWORD)).rejects.toThrow('Incorrect username')
  expect((await proveTo(client, pool, email, reset.out.trim())).answer.ChallengeName).toBe(
    'NEW_PASSWORD_REQUIRED',
  )

  await home.json('company', 'delete', 'Grace Ltd', '--yes')
  expect(await home.sextant('user', 'delete', email, '--yes')).toMatchObject({
    code: 0,
    out: `Deleted the account of ${email}.\n`,
  })
  expect(await home.sextant('user', 'delete', email, '--yes')).toMatchObject({ code: 3 })
  await expect(proveTo(client, pool, email, reset.out.trim())).rejects.toThrow('Incorrect username')
  const actions = await home.json<{ action: string }[]>('audit', '--person', 'operator', '--limit', '20')
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user.disable', 'user.enable', 'user.resetPassword', 'user.deleteByOperator']),
  )
}, 180_000)

formTest(
  'the same person signs in after a restore with the same password and authenticator',
  async () => {
    const backup = home.path('backup')
    expect(await home.json('backup', backup)).toMatchObject({ holdsSecret: true })
    const file = readdirSync(backup).find((name) => name.startsWith('secret-'))!
    expect(statSync(join(backup, file)).mode & 0o777).toBe(0o600)

    await using elsewhere = new Machine()
    // Whoever has no secret to go with the backup is told before anything is changed.
    const wrongSecret = await elsewhere.run(['restore', backup], {
      env: { SEXTANT_SECRET_KEY: 'ab'.repeat(32) },
    })
    expect(wrongSecret).toMatchObject({ code: 3, err: expect.stringContaining('another secret') })
    expect(readdirSync(elsewhere.dataDir).filter((name) => name === 'accounts')).toEqual([])

    await elsewhere.json('restore', backup)
    expect(readFileSync(join(elsewhere.dataDir, 'secret.key'), 'utf8')).toBe(
      readFileSync(join(home.dataDir, 'secret.key'), 'utf8'),
    )
    const there = await placeOf(await elsewhere.serve())
    expect(there.pool.poolId).toBe(here.pool.poolId)
    const signedIn = await answerTotp(there)
    expect(await userOf(there, signedIn.AccessToken!)).toMatchObject({ email: EMAIL, isPlatformAdmin: true })
    // Sign-ins stay behind: one that has been ended since must not come back.
    expect(await userOf(there, accessToken)).toBeNull()

    await elsewhere.json('user', 'reset-mfa', EMAIL)
    expect(await userOf(there, signedIn.AccessToken!)).toBeNull()
    const AccessToken = (await prove(there, PASSWORD)).answer.AuthenticationResult!.AccessToken!
    expect(await userOf(there, AccessToken)).toMatchObject({ email: EMAIL })
    // At once, though the token itself would last for minutes.
    await there.client.send(new sdk.GlobalSignOutCommand({ AccessToken }))
    expect(await userOf(there, AccessToken)).toBeNull()
    expect(await elsewhere.sextant('mail', EMAIL)).toMatchObject({
      out: expect.stringContaining('no longer asks for a second factor'),
    })
    await elsewhere.json('user', 'make-admin', EMAIL, '--revoke')
    const actionsOf = async (person: string) =>
      (await elsewhere.json<{ action: string }[]>('audit', '--person', person, '--limit', '100')).map(
        ({ action }) => action,
      )
    // What happened before the restore has come along.
    expect(await actionsOf(EMAIL)).toEqual(
      expect.arrayContaining([
        'identity.user.created',
        'identity.password.changed',
        'identity.factor.enrolled',
        'identity.signIn',
        'identity.signOut.everywhere',
        'identity.factor.reset',
      ]),
    )
    expect(await actionsOf('operator')).toEqual(
      expect.arrayContaining(['user.create', 'user.makeAdmin', 'user.resetMfa']),
    )
  },
  300_000,
)

formTest(
  'a secret of the environment stays out of the backup, and is asked for when restoring',
  async () => {
    await server.stop()
    const env = { SEXTANT_SECRET_KEY: readFileSync(join(home.dataDir, 'secret.key'), 'utf8').trim() }
    const backup = home.path('without-secret')
    const { out } = await home.run(['backup', backup, '--json'], { env })
    expect(JSON.parse(out)).toMatchObject({ holdsSecret: false })
    expect(readdirSync(backup).filter((name) => name.startsWith('secret-'))).toEqual([])

    await using elsewhere = new Machine()
    expect(await elsewhere.sextant('restore', backup)).toMatchObject({
      code: 3,
      err: expect.stringContaining('set SEXTANT_SECRET_KEY'),
    })
    expect(await elsewhere.run(['restore', backup], { env })).toMatchObject({ code: 0 })
  },
  300_000,
)
