/** The vendor's generic SDK, with somebody else's SRP: nothing here was made for our service. */
import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import {
  createDeviceVerifier,
  createSrpSession,
  signSrpSession,
  signSrpSessionWithDevice,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper'
import { Secret, TOTP } from 'otpauth'
import type { TestPool } from './identity.ts'

export type SdkClient = sdk.CognitoIdentityProviderClient

export function sdkClient(pool: Pool): SdkClient {
  return new sdk.CognitoIdentityProviderClient({
    region: 'eu-west-2',
    endpoint: pool.endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    maxAttempts: 1,
  })
}

/** Where to find a pool. */
type Pool = Pick<TestPool, 'endpoint' | 'poolId' | 'clientId'>

type Session = ReturnType<typeof createSrpSession>

/** The helper's types know optional fields in the older manner only. */
const asWrapped = <T>(request: object): T => request as T

/** The first two steps of a sign-in; what comes back is a challenge or tokens. */
export async function proveTo(
  client: SdkClient,
  pool: Pool,
  email: string,
  password: string,
  deviceKey?: string,
): Promise<{ answer: sdk.RespondToAuthChallengeCommandOutput; session: Session; userId: string }> {
  const session = createSrpSession(email, password, pool.poolId, false)
  const first = await client.send(
    new sdk.InitiateAuthCommand(
      asWrapped(
        wrapInitiateAuth(session, {
          ClientId: pool.clientId,
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: { USERNAME: email },
        }),
      ),
    ),
  )
  const signed = signSrpSession(session, asWrapped(first))
  const userId = first.ChallengeParameters!['USER_ID_FOR_SRP']!
  const answer = await client.send(
    new sdk.RespondToAuthChallengeCommand(
      asWrapped(
        wrapAuthChallenge(signed, {
          ClientId: pool.clientId,
          ChallengeName: 'PASSWORD_VERIFIER',
          ChallengeResponses: { USERNAME: userId, ...(deviceKey && { DEVICE_KEY: deviceKey }) },
        }),
      ),
    ),
  )
  return { answer, session, userId }
}

export type Tokens = sdk.AuthenticationResultType & {
  AccessToken: string
  IdToken: string
  RefreshToken: string
}

/** Signs in where nothing but the password is asked for. */
export async function tokensFor(
  client: SdkClient,
  pool: Pool,
  email: string,
  password: string,
): Promise<Tokens> {
  const { answer } = await proveTo(client, pool, email, password)
  const result = answer.AuthenticationResult
  if (!result?.AccessToken) throw new Error(`The sign-in asks for ${answer.ChallengeName}.`)
  return result as Tokens
}

/** Confirms the device that a sign-in was offered; gives what a browser would keep of it. */
export async function confirmOfferedDevice(
  client: SdkClient,
  tokens: sdk.AuthenticationResultType,
): Promise<{ key: string; groupKey: string; password: string }> {
  const key = tokens.NewDeviceMetadata!.DeviceKey!
  const groupKey = tokens.NewDeviceMetadata!.DeviceGroupKey!
  const { DeviceSecretVerifierConfig, DeviceRandomPassword } = createDeviceVerifier(key, groupKey)
  const { UserConfirmationNecessary } = await client.send(
    new sdk.ConfirmDeviceCommand({
      AccessToken: tokens.AccessToken,
      DeviceKey: key,
      DeviceName: 'Firefox on <b>Linux</b>',
      DeviceSecretVerifierConfig,
    }),
  )
  if (!UserConfirmationNecessary) throw new Error('The device is remembered without being asked to.')
  return { key, groupKey, password: DeviceRandomPassword }
}

/** The two steps by which a remembered device stands in for the second factor. */
export async function proveDevice(
  client: SdkClient,
  pool: Pool,
  { answer, session, userId }: Awaited<ReturnType<typeof proveTo>>,
  device: { key: string; groupKey: string; password: string },
): Promise<sdk.RespondToAuthChallengeCommandOutput> {
  const second = await client.send(
    new sdk.RespondToAuthChallengeCommand(
      asWrapped(
        wrapAuthChallenge(session as ReturnType<typeof signSrpSession>, {
          ClientId: pool.clientId,
          ChallengeName: 'DEVICE_SRP_AUTH',
          Session: answer.Session!,
          ChallengeResponses: { USERNAME: userId, DEVICE_KEY: device.key },
        }),
      ),
    ),
  )
  const signed = signSrpSessionWithDevice(session, asWrapped(second), device.groupKey, device.password)
  return client.send(
    new sdk.RespondToAuthChallengeCommand(
      asWrapped(
        wrapAuthChallenge(signed, {
          ClientId: pool.clientId,
          ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
          Session: second.Session!,
          ChallengeResponses: { USERNAME: userId, DEVICE_KEY: device.key },
        }),
      ),
    ),
  )
}

const codeNow = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** Gives somebody who has signed in an authenticator; its secret. */
export async function enrolTotp(
  client: SdkClient,
  AccessToken: string,
  codeOf: (secret: string) => string = codeNow,
): Promise<string> {
  const { SecretCode } = await client.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken }))
  await client.send(new sdk.VerifySoftwareTokenCommand({ AccessToken, UserCode: codeOf(SecretCode!) }))
  await client.send(
    new sdk.SetUserMFAPreferenceCommand({
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    }),
  )
  return SecretCode!
}
