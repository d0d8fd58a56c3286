/** Requests at random that are nearly right: from a seed, so that a failure can be had again. */
import { printedSeed } from './drawn-cases.ts'
import type { TestPool } from './identity.ts'
import type { Tokens } from './identity-sdk.ts'
import { randomFrom } from './mutants.ts'

const OPERATIONS = [
  'AssociateSoftwareToken',
  'ChangePassword',
  'ConfirmDevice',
  'ConfirmForgotPassword',
  'ConfirmSignUp',
  'DeleteUserAttributes',
  'ForgetDevice',
  'ForgotPassword',
  'GetDevice',
  'GetTokensFromRefreshToken',
  'GetUser',
  'GetUserAttributeVerificationCode',
  'InitiateAuth',
  'ListDevices',
  'ResendConfirmationCode',
  'RespondToAuthChallenge',
  'RevokeToken',
  'SetUserMFAPreference',
  'SetUserSettings',
  'SignUp',
  'UpdateDeviceStatus',
  'UpdateUserAttributes',
  'VerifySoftwareToken',
  'VerifyUserAttribute',
]
const FIELDS = [
  'AccessToken',
  'AttributeName',
  'AuthFlow',
  'AuthParameters',
  'ChallengeName',
  'ChallengeResponses',
  'ClientId',
  'Code',
  'ConfirmationCode',
  'DeviceKey',
  'DeviceName',
  'DeviceRememberedStatus',
  'DeviceSecretVerifierConfig',
  'FriendlyDeviceName',
  'Limit',
  'MFAOptions',
  'PaginationToken',
  'Password',
  'PreviousPassword',
  'ProposedPassword',
  'RefreshToken',
  'SMSMfaSettings',
  'Session',
  'SoftwareTokenMfaSettings',
  'Token',
  'UserAttributeNames',
  'UserAttributes',
  'UserCode',
  'Username',
]
const PARAMETERS = [
  'USERNAME',
  'SRP_A',
  'DEVICE_KEY',
  'REFRESH_TOKEN',
  'PASSWORD_CLAIM_SECRET_BLOCK',
  'PASSWORD_CLAIM_SIGNATURE',
  'TIMESTAMP',
  'SOFTWARE_TOKEN_MFA_CODE',
  'SMS_MFA_CODE',
  'ANSWER',
  'NEW_PASSWORD',
  '__proto__',
  'toString',
]

export function startSeeded(
  pool: TestPool,
  tokens: Tokens,
): { next(): { target: string; body: string; type: string } } {
  const random = randomFrom(printedSeed())
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
  const texts = [
    pool.clientId,
    tokens.AccessToken,
    tokens.IdToken,
    tokens.RefreshToken,
    'target@example.com',
    'nobody@example.com',
    'USER_SRP_AUTH',
    'REFRESH_TOKEN_AUTH',
    'PASSWORD_VERIFIER',
    'SOFTWARE_TOKEN_MFA',
    'DEVICE_SRP_AUTH',
    'MFA_SETUP',
    'NEW_PASSWORD_REQUIRED',
    'SELECT_MFA_TYPE',
    'email',
    'remembered',
    '123456',
    '000000',
    'abcdef0123',
    'eu-west-2_00000000-0000-4000-8000-000000000000',
    'Tr4vel-light-often',
    '',
    ' ',
    '\u0000',
    '\ud800',
    '𝒳',
    "';--",
    '../../etc',
    'é'.repeat(500),
    'A'.repeat(3000),
    '%00',
    '{}',
    'null',
  ]
  const text = () =>
    random() < 0.8
      ? pick(texts)
      : Array.from({ length: Math.floor(random() * 60) }, () =>
          String.fromCharCode(Math.floor(random() * 0x3000)),
        ).join('')
  const value = (depth: number): unknown => {
    const kind = random()
    if (kind < 0.6 || depth > 2) return text()
    if (kind < 0.66) return pick([0, -1, 1.5, 1e308, 2 ** 53, 60])
    if (kind < 0.7) return pick([true, false, null])
    if (kind < 0.8) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
    if (kind < 0.9)
      return {
        Name: text(),
        Value: text(),
        Enabled: pick([true, false, 'x']),
        Salt: text(),
        PasswordVerifier: text(),
      }
    return Object.fromEntries(
      Array.from({ length: Math.floor(random() * 6) }, () => [pick(PARAMETERS), value(depth + 1)]),
    )
  }
  const usual: Record<string, () => unknown> = {
    ClientId: () => pool.clientId,
    AccessToken: () => tokens.AccessToken,
    AuthParameters: () =>
      Object.fromEntries(PARAMETERS.filter((name) => !name.startsWith('_')).map((name) => [name, text()])),
    ChallengeResponses: () =>
      Object.fromEntries(PARAMETERS.filter((name) => !name.startsWith('_')).map((name) => [name, text()])),
  }
  return {
    next() {
      const body: Record<string, unknown> = {}
      for (const field of FIELDS) {
        const usually = usual[field]
        if (random() < (usually ? 0.9 : 0.6)) body[field] = usually && random() < 0.8 ? usually() : value(0)
      }
      let json = JSON.stringify(body)
      if (random() < 0.1) {
        const at = Math.floor(random() * json.length)
        json = json.slice(0, at) + pick(['', '"', '{', '\\', '\u0001', ',']) + json.slice(at + 1)
      }
      return {
        target: `AWSCognitoIdentityProviderService.${pick(OPERATIONS)}`,
        body: json,
        type: random() < 0.95 ? 'application/x-amz-json-1.1' : pick(['text/plain', 'application/json', 'x']),
      }
    },
  }
}
