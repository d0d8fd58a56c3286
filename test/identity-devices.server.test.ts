/** What a device may stand in for, and how a proof is written. */
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, earlyInStep, GOOD_PASSWORD, startTestPool, type TestPool } from './support/identity.ts'
import {
  confirmOfferedDevice,
  enrolTotp,
  proveDevice,
  proveTo,
  sdkClient,
  tokensFor,
  type SdkClient,
  type Tokens,
} from './support/identity-sdk.ts'

let pool: TestPool
let client: SdkClient
beforeAll(async () => {
  pool = await startTestPool()
  client = sdkClient(pool)
})
afterAll(async () => {
  client.destroy()
  await pool[Symbol.asyncDispose]()
})

const setStatus = (
  AccessToken: string,
  DeviceKey: string,
  DeviceRememberedStatus: sdk.DeviceRememberedStatusType,
) =>
  client.send(new sdk.UpdateDeviceStatusCommand({ AccessToken, DeviceKey, DeviceRememberedStatus })).then(
    () => DeviceRememberedStatus,
    (error: Error) => error.message,
  )
const remember = (AccessToken: string, DeviceKey: string) => setStatus(AccessToken, DeviceKey, 'remembered')
const UNKNOWN_DEVICE = 'Device does not exist'
const REFUSED = 'A sign-in of the last five minutes is needed for this.'

test('a device is remembered by the sign-in that confirmed it, while that is fresh, and for thirty days in all', async () => {
  await pool.member('ada@example.com')
  const first = await tokensFor(client, pool, 'ada@example.com', GOOD_PASSWORD)
  expect(decodeJwt(first.AccessToken)).toMatchObject({ device_key: first.NewDeviceMetadata!.DeviceKey })
  const device = await confirmOfferedDevice(client, first)
  // Another window of the same person has not passed the factor on this device.
  const other = await tokensFor(client, pool, 'ada@example.com', GOOD_PASSWORD)
  expect(await remember(other.AccessToken, device.key)).toBe(REFUSED)
  pool.pass(301)
  expect(await remember(first.AccessToken, device.key)).toBe(REFUSED)

  const again = await tokensFor(client, pool, 'ada@example.com', GOOD_PASSWORD)
  const fresh = await confirmOfferedDevice(client, again)
  expect(await remember(again.AccessToken, fresh.key)).toBe('remembered')
  const shown = async () => {
    const { Device } = await client.send(
      new sdk.GetDeviceCommand({ AccessToken: again.AccessToken, DeviceKey: fresh.key }),
    )
    return Device?.DeviceAttributes?.find(({ Name }) => Name === 'dev:device_remembered_status')?.Value
  }
  expect(await shown()).toBe('remembered')
  // Forgetting is free.
  pool.pass(301)
  expect(await setStatus(again.AccessToken, fresh.key, 'not_remembered')).toBe('not_remembered')
  expect(await shown()).toBe('not_remembered')
}, 60_000)

test('whoever comes in by being remembered is not remembered for longer, even if they take it back in between', async () => {
  const email = 'grace@example.com'
  await pool.member(email)
  const first = await tokensFor(client, pool, email, GOOD_PASSWORD)
  const device = await confirmOfferedDevice(client, first)
  expect(await remember(first.AccessToken, device.key)).toBe('remembered')
  const comeIn = async () => {
    const proved = await proveTo(client, pool, email, GOOD_PASSWORD, device.key)
    if (proved.answer.ChallengeName !== 'DEVICE_SRP_AUTH') return proved.answer.AuthenticationResult!
    return { ...(await proveDevice(client, pool, proved, device)).AuthenticationResult!, isRemembered: true }
  }
  // A minute before the thirty days are over, and once more after they are.
  pool.pass(30 * 86_400 - 60)
  const last = await comeIn()
  expect(last).toHaveProperty('isRemembered')
  expect(await remember(last.AccessToken!, device.key)).toBe('remembered')
  pool.pass(120)
  expect(await remember(last.AccessToken!, device.key)).toBe('remembered')
  const anew = await comeIn()
  expect(anew).not.toHaveProperty('isRemembered')

  // Where a factor is on, this sign-in has given its code.
  expect(await remember(anew.AccessToken!, device.key)).toBe('remembered')
  pool.pass(29 * 86_400)
  const before = await comeIn()
  expect(before).toHaveProperty('isRemembered')
  expect(await setStatus(before.AccessToken!, device.key, 'not_remembered')).toBe('not_remembered')
  expect(await remember(before.AccessToken!, device.key)).toBe(REFUSED)
  const after = await comeIn()
  expect(after).not.toHaveProperty('isRemembered')
  expect(await remember(after.AccessToken!, device.key)).toBe('remembered')
}, 60_000)

test('a device that was remembered before there was a factor does not stand in for it, however it was set up', async () => {
  const email = 'hedy@example.com'
  await using demanding = await startTestPool()
  const sent = sdkClient(demanding)
  await demanding.member(email)
  const before = await tokensFor(sent, demanding, email, GOOD_PASSWORD)
  const { key: DeviceKey } = await confirmOfferedDevice(sent, before)
  await sent.send(
    new sdk.UpdateDeviceStatusCommand({
      AccessToken: before.AccessToken,
      DeviceKey,
      DeviceRememberedStatus: 'remembered',
    }),
  )
  await demanding.reopen({ secondFactor: 'REQUIRED' })
  const signInId = (tokens: { AccessToken: string }) => String(decodeJwt(tokens.AccessToken)['origin_jti'])
  expect(await demanding.identity.hasSecondFactor(signInId(before))).toBe(false)

  const { answer, userId } = await proveTo(sent, demanding, email, GOOD_PASSWORD)
  expect(answer.ChallengeName).toBe('MFA_SETUP')
  const { SecretCode, Session } = await sent.send(
    new sdk.AssociateSoftwareTokenCommand({ Session: answer.Session }),
  )
  await earlyInStep(demanding)
  const UserCode = codeOf(demanding, SecretCode!)
  const verified = await sent.send(new sdk.VerifySoftwareTokenCommand({ Session, UserCode }))
  const { AuthenticationResult } = await sent.send(
    new sdk.RespondToAuthChallengeCommand({
      ClientId: demanding.clientId,
      ChallengeName: 'MFA_SETUP',
      Session: verified.Session,
      ChallengeResponses: { USERNAME: userId },
    }),
  )
  expect(await demanding.identity.hasSecondFactor(signInId(AuthenticationResult as Tokens))).toBe(true)
  expect((await demanding.mailTo(email)).subject).toBe('Your Sextant sign-in now asks for a second factor')

  // The window of before has ended, its device is nobody's, and whoever has the password is asked for the code.
  expect(await demanding.identity.isRevoked(signInId(before))).toBe(true)
  await expect(proveTo(sent, demanding, email, GOOD_PASSWORD, DeviceKey)).rejects.toThrow(UNKNOWN_DEVICE)
  const again = await proveTo(sent, demanding, email, GOOD_PASSWORD)
  expect(again.answer.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  sent.destroy()
}, 60_000)

test.each([
  '2026-11-06T09:03:07Z',
  'Fri Nov 06 09:03:07 UTC 2026',
  'Fri Nov 6 9:03:07 UTC 2026',
  'Fr Nov 6 09:03:07 UTC 2026',
  'fri nov 6 09:03:07 UTC 2026',
  'Fri Nov 6 24:03:07 UTC 2026',
  'Fri Nov 6 09:03:07 GMT 2026',
  'Fri Nov 6 09:03:07 UTC 2026 ',
  '1',
])('a proof of the time "%s" is no proof, and no wrong password', async (TIMESTAMP) => {
  const first = await pool.call('InitiateAuth', {
    ClientId: pool.clientId,
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: 'eve@example.com', SRP_A: 'abcdef'.repeat(100) },
  })
  const parameters = first.body['ChallengeParameters'] as Record<string, string>
  const answer = await pool.call('RespondToAuthChallenge', {
    ClientId: pool.clientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: {
      USERNAME: parameters['USER_ID_FOR_SRP'],
      PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
      PASSWORD_CLAIM_SIGNATURE: Buffer.alloc(32).toString('base64'),
      TIMESTAMP,
    },
  })
  expect(answer.body).toEqual({
    __type: 'InvalidParameterException',
    message: 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
  })
})

test('a device is not remembered by who came in before the factor was asked for again', async () => {
  const email = 'annie@example.com'
  await pool.member(email)
  const owner = await tokensFor(client, pool, email, GOOD_PASSWORD)
  await enrolTotp(client, owner.AccessToken, (secret) => codeOf(pool, secret))
  const prefer = ({ AccessToken }: Tokens, Enabled: boolean) =>
    client.send(
      new sdk.SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
      }),
    )
  await prefer(owner, false)
  // With the password alone: the authenticator is the owner's, and no code of it was shown.
  const stranger = await tokensFor(client, pool, email, GOOD_PASSWORD)
  const device = await confirmOfferedDevice(client, stranger)
  await prefer(stranger, true)
  expect(await remember(stranger.AccessToken, device.key)).toBe(REFUSED)
}, 60_000)

test('a password that is replaced while it is being proved proves nothing, nor what was asked before a factor was on', async () => {
  const email = 'joan@example.com'
  await using other = await startTestPool()
  const sent = sdkClient(other)
  await other.member(email)
  const run = (statement: string) => other.accounts.db.execute(sql.raw(statement))
  /** Commits something between the proof and what comes of it. */
  const meanwhile = async (change: string) => {
    await run(`create or replace function identity.meanwhile() returns trigger as $$
      begin update identity.users set ${change} where email = '${email}'; return new; end $$ language plpgsql`)
    await run(
      'create or replace trigger meanwhile after insert on identity.spent_blocks for each row execute function identity.meanwhile()',
    )
  }
  const comesIn = () =>
    tokensFor(sent, other, email, GOOD_PASSWORD).then(
      () => true,
      (error: Error) => error.message,
    )
  const INVALID = 'Invalid session for the user.'
  await meanwhile('name = name')
  expect(await comesIn()).toBe(true)
  const {
    rows: [before],
  } = (await run(`select verifier from identity.users where email = '${email}'`)) as {
    rows: { verifier: Uint8Array }[]
  }
  await meanwhile(`verifier = '\\x00'`)
  expect(await comesIn()).toBe(INVALID)
  const back = () =>
    run(
      `update identity.users set totp_enabled = false, verifier = '\\x${Buffer.from(before!.verifier).toString('hex')}' where email = '${email}'`,
    )
  await back()
  await meanwhile('totp_enabled = true')
  expect(await comesIn()).toBe(INVALID)
  await back()
  // Where one has to be set up, the session in which it would be is not begun either.
  await other.reopen({ secondFactor: 'REQUIRED' })
  await meanwhile(`verifier = '\\x00'`)
  expect(await comesIn()).toBe(INVALID)
  sent.destroy()
}, 60_000)
