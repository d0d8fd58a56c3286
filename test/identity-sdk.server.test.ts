import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_ENGINES } from '#server/accounts/testing.ts'
import {
  codeOf,
  earlyInStep,
  GOOD_PASSWORD,
  OTHER_PASSWORD,
  startTestPool,
  wrongCode,
  type TestPool,
} from './support/identity.ts'
import {
  confirmOfferedDevice,
  proveDevice,
  proveTo,
  sdkClient,
  tokensFor,
  type SdkClient,
} from './support/identity-sdk.ts'
import { formsOf } from './support/drawn-cases.ts'

/** The error that a client throws, as screens see it. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'went through',
    (error: Error) => `${error.name}: ${error.message}`,
  )

const WRONG_PASSWORD = 'NotAuthorizedException: Incorrect username or password.'
const TOO_OFTEN = 'LimitExceededException: Attempt limit exceeded, please try after some time.'
const LOCKED = 'NotAuthorizedException: Password attempts exceeded'
const BAD_CODE = 'CodeMismatchException: Invalid verification code provided, please try again.'
const OLD_CODE = 'ExpiredCodeException: Invalid code provided, please request a code again.'

describe.each(formsOf(TEST_ENGINES, 1))('the generic SDK, on %s', (engine) => {
  let pool: TestPool
  let client: SdkClient
  let people = 0
  const someone = () => `sdk-${++people}@example.com`
  const ClientId = () => pool.clientId

  beforeAll(async () => {
    pool = await startTestPool({ engine, withSms: true })
    client = sdkClient(pool)
  })
  afterAll(async () => {
    client.destroy()
    expect(pool.log).toEqual([])
    await pool[Symbol.asyncDispose]()
  })

  const signUp = (email: string, password = GOOD_PASSWORD) =>
    client.send(
      new sdk.SignUpCommand({
        ClientId: ClientId(),
        Username: email,
        Password: password,
        UserAttributes: [{ Name: 'email', Value: email }],
      }),
    )
  const confirm = (email: string, code: string) =>
    client.send(
      new sdk.ConfirmSignUpCommand({ ClientId: ClientId(), Username: email, ConfirmationCode: code }),
    )
  const resend = (email: string) =>
    client.send(new sdk.ResendConfirmationCodeCommand({ ClientId: ClientId(), Username: email }))
  const forgot = (email: string) =>
    client.send(new sdk.ForgotPasswordCommand({ ClientId: ClientId(), Username: email }))
  const reset = (email: string, code: string, password: string) =>
    client.send(
      new sdk.ConfirmForgotPasswordCommand({
        ClientId: ClientId(),
        Username: email,
        ConfirmationCode: code,
        Password: password,
      }),
    )
  const getUser = (AccessToken: string) => client.send(new sdk.GetUserCommand({ AccessToken }))
  const refresh = (RefreshToken: string, DeviceKey?: string) =>
    client
      .send(new sdk.GetTokensFromRefreshTokenCommand({ ClientId: ClientId(), RefreshToken, DeviceKey }))
      .then(({ AuthenticationResult }) => AuthenticationResult!)
  const signIn = (email: string, password = GOOD_PASSWORD) => tokensFor(client, pool, email, password)
  const member = async () => {
    const email = someone()
    await pool.member(email)
    return email
  }
  const answerTotp = (userId: string, Session: string | undefined, code: string) =>
    client.send(
      new sdk.RespondToAuthChallengeCommand({
        ClientId: ClientId(),
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session,
        ChallengeResponses: { USERNAME: userId, SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    )
  /** Enrols an authenticator, and moves on so that its next code is a fresh one. */
  const enrol = async (AccessToken: string) => {
    const { SecretCode } = await client.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken }))
    await earlyInStep(pool)
    const { Status } = await client.send(
      new sdk.VerifySoftwareTokenCommand({
        AccessToken,
        UserCode: codeOf(pool, SecretCode!),
        FriendlyDeviceName: 'Phone',
      }),
    )
    expect(Status).toBe('SUCCESS')
    await client.send(
      new sdk.SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    )
    pool.pass(60)
    return SecretCode!
  }

  test('from sign-up to deletion', async () => {
    const email = someone()
    const made = await signUp(email.toUpperCase())
    expect(made).toMatchObject({
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
    })
    expect(await refusal(signUp(email))).toBe('UsernameExistsException: User already exists')
    expect(await refusal(signIn(email))).toMatch(/^UserNotConfirmedException/)
    expect(await refusal(signIn(email, OTHER_PASSWORD))).toBe(WRONG_PASSWORD)

    const { code, text, html } = await pool.mailTo(email)
    expect(text).toContain(code)
    expect(html).toContain(code)
    expect(await refusal(confirm(email, code === '123456' ? '654321' : '123456'))).toBe(BAD_CODE)
    await confirm(email, code)
    expect(await refusal(confirm(email, code))).toBe(OLD_CODE)

    const tokens = await signIn(email)
    expect(await getUser(tokens.AccessToken)).toMatchObject({
      Username: made.UserSub,
      UserAttributes: [
        { Name: 'sub', Value: made.UserSub },
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
    })
    await client.send(new sdk.DeleteUserCommand({ AccessToken: tokens.AccessToken }))
    expect(await refusal(getUser(tokens.AccessToken))).toMatch(/^UserNotFoundException/)
    expect(await refusal(signIn(email))).toBe(WRONG_PASSWORD)
    expect(await refusal(refresh(tokens.RefreshToken))).toBe('NotAuthorizedException: Invalid Refresh Token')
    await signUp(email)
  })

  test('codes expire, wear out, and only the newest counts', async () => {
    const email = someone()
    await signUp(email)
    const first = (await pool.mailTo(email)).code
    await resend(email)
    const second = (await pool.mailTo(email)).code
    if (first !== second) expect(await refusal(confirm(email, first))).toBe(BAD_CODE)
    const wrong = second === '000000' ? '000001' : '000000'
    for (let tries = first === second ? 0 : 1; tries < 5; tries++) {
      expect(await refusal(confirm(email, wrong))).toBe(BAD_CODE)
    }
    expect(await refusal(confirm(email, second))).toBe(TOO_OFTEN)
    await resend(email)
    const third = (await pool.mailTo(email)).code
    pool.pass(25 * 3600)
    expect(await refusal(confirm(email, third))).toBe(OLD_CODE)
    // Nobody sits on an address: the account went with its code.
    await signUp(email)
    await confirm(email, (await pool.mailTo(email)).code)
    await signIn(email)
  })

  test('five mails an hour, twenty a day', async () => {
    const email = someone()
    await signUp(email)
    for (let mails = 1; mails < 5; mails++) await resend(email)
    expect(await refusal(resend(email))).toBe(TOO_OFTEN)
    for (let hour = 0; hour < 3; hour++) {
      pool.pass(3601)
      for (let mails = 0; mails < 4 + Number(hour > 0); mails++) await resend(email)
    }
    pool.pass(3601)
    for (let mails = 0; mails < 5; mails++) await resend(email).catch(() => {})
    expect(await refusal(resend(email))).toBe(TOO_OFTEN)
    pool.pass(86_400)
    await resend(email).catch((error: Error) => expect(error.name).toBe('never'))
  })

  test('a forgotten password', async () => {
    const email = await member()
    const before = await signIn(email)
    const { CodeDeliveryDetails } = await forgot(email)
    expect(CodeDeliveryDetails).toMatchObject({ Destination: 's***@e***', DeliveryMedium: 'EMAIL' })
    const { code } = await pool.mailTo(email)
    // A password that is too weak does not use the code up.
    expect(await refusal(reset(email, code, 'short'))).toMatch(/^InvalidPasswordException/)
    expect(await refusal(reset(email, code === '111111' ? '222222' : '111111', OTHER_PASSWORD))).toBe(
      BAD_CODE,
    )
    await reset(email, code, OTHER_PASSWORD)
    expect(await refusal(reset(email, code, GOOD_PASSWORD))).toBe(OLD_CODE)
    expect(await refusal(getUser(before.AccessToken))).toBe(
      'NotAuthorizedException: Access Token has been revoked',
    )
    expect(await refusal(signIn(email))).toBe(WRONG_PASSWORD)
    await signIn(email, OTHER_PASSWORD)

    await forgot(email)
    const old = (await pool.mailTo(email)).code
    pool.pass(601)
    expect(await refusal(reset(email, old, GOOD_PASSWORD))).toBe(OLD_CODE)
  })

  test('wrong passwords slow down, and the right one is refused as long as it is locked', async () => {
    const email = await member()
    for (let n = 1; n <= 11; n++) {
      expect((await pool.failSignIn(email)).body.message, String(n)).toBe('Incorrect username or password.')
      // Locked for 1, 2, 4 … seconds from the fifth on.
      if (n >= 5 && n < 11) pool.pass(2 ** (n - 5))
    }
    expect(await refusal(signIn(email))).toBe(LOCKED)
    pool.pass(30)
    expect(await refusal(signIn(email))).toBe(LOCKED)
    pool.pass(34)
    await signIn(email)
    // Forgotten with the success: five are free again.
    for (let n = 1; n <= 4; n++) expect(await refusal(signIn(email, OTHER_PASSWORD))).toBe(WRONG_PASSWORD)
    await signIn(email)
  })

  test('at most a quarter of an hour; a hundred failures in a day lock until the password is reset', async () => {
    const email = await member()
    for (let n = 1; n <= 100; n++) {
      const { body } = await pool.failSignIn(email)
      expect(body.message, String(n)).toBe('Incorrect username or password.')
      if (n >= 5) pool.pass(Math.min(2 ** (n - 5), 900) + 1)
    }
    expect(await refusal(signIn(email))).toBe(
      'NotAuthorizedException: Unable to login because of security reasons.',
    )
    await forgot(email)
    await reset(email, (await pool.mailTo(email)).code, OTHER_PASSWORD)
    await signIn(email, OTHER_PASSWORD)
  })

  test('change of password', async () => {
    const email = await member()
    const [here, elsewhere] = [await signIn(email), await signIn(email)]
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      client.send(
        new sdk.ChangePasswordCommand({ AccessToken: here.AccessToken, PreviousPassword, ProposedPassword }),
      )
    expect(await refusal(change(OTHER_PASSWORD, 'Another-1-of-those'))).toBe(WRONG_PASSWORD)
    expect(await refusal(change(GOOD_PASSWORD, 'Password123!'))).toMatch(/^InvalidPasswordException/)
    await change(GOOD_PASSWORD, OTHER_PASSWORD)
    await getUser(here.AccessToken)
    expect(await refusal(getUser(elsewhere.AccessToken))).toMatch(/has been revoked$/)
    await signIn(email, OTHER_PASSWORD)
  })

  test('the second factor: enrolled, asked for, used once, slowed down, switched off', async () => {
    const email = await member()
    const { AccessToken } = await signIn(email)
    expect(
      await refusal(
        client.send(
          new sdk.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true } }),
        ),
      ),
    ).toBe('InvalidParameterException: User has not verified software token mfa')
    const begun = await client.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken }))
    expect(begun.SecretCode).toMatch(/^[A-Z2-7]{32,}$/)
    expect(
      await refusal(
        client.send(
          new sdk.VerifySoftwareTokenCommand({ AccessToken, UserCode: wrongCode(pool, begun.SecretCode!) }),
        ),
      ),
    ).toBe('EnableSoftwareTokenMFAException: Code mismatch and fail enable Software Token MFA')
    const secret = await enrol(AccessToken)
    expect(await getUser(AccessToken)).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    })

    const { answer, userId } = await proveTo(client, pool, email, GOOD_PASSWORD)
    expect(answer).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { FRIENDLY_DEVICE_NAME: 'Phone', USER_ID_FOR_SRP: userId },
    })
    // The session is good for nothing but the code.
    for (const command of [
      new sdk.AssociateSoftwareTokenCommand({ Session: answer.Session }),
      new sdk.VerifySoftwareTokenCommand({ Session: answer.Session, UserCode: '123456' }),
      ...(['MFA_SETUP', 'NEW_PASSWORD_REQUIRED', 'SELECT_MFA_TYPE'] as const).map(
        (ChallengeName) =>
          new sdk.RespondToAuthChallengeCommand({
            ClientId: ClientId(),
            ChallengeName,
            Session: answer.Session,
            ChallengeResponses: { USERNAME: userId, NEW_PASSWORD: OTHER_PASSWORD, ANSWER: 'SMS_MFA' },
          }),
      ),
    ]) {
      expect(await refusal(client.send(command as sdk.AssociateSoftwareTokenCommand))).toMatch(
        /^NotAuthorizedException: Invalid session/,
      )
    }
    await earlyInStep(pool)
    expect(await refusal(answerTotp(userId, answer.Session, wrongCode(pool, secret)))).toBe(
      'CodeMismatchException: Invalid code received for user',
    )
    expect(await refusal(answerTotp(userId, answer.Session, '12345'))).toMatch(/^InvalidParameterException/)
    const code = codeOf(pool, secret)
    // Of several at once with one code, one gets in.
    const other = await proveTo(client, pool, email, GOOD_PASSWORD)
    const race = await Promise.all([
      refusal(answerTotp(userId, answer.Session, code)),
      refusal(answerTotp(userId, other.answer.Session, code)),
    ])
    expect(race.filter((text) => text === 'went through')).toHaveLength(1)
    const third = await proveTo(client, pool, email, GOOD_PASSWORD)
    expect(await refusal(answerTotp(userId, third.answer.Session, code))).toBe(
      'ExpiredCodeException: Your software token has already been used once.',
    )
    expect(await refusal(answerTotp(userId, third.answer.Session, codeOf(pool, secret, -1)))).toMatch(
      /used once/,
    )
    pool.pass(60)
    await earlyInStep(pool)
    const tokens = (await answerTotp(userId, third.answer.Session, codeOf(pool, secret)))
      .AuthenticationResult!
    expect(await refusal(answerTotp(userId, third.answer.Session, codeOf(pool, secret, 1)))).toMatch(
      /session can only be used once/,
    )
    await client.send(
      new sdk.SetUserMFAPreferenceCommand({
        AccessToken: tokens.AccessToken,
        SoftwareTokenMfaSettings: { Enabled: false },
      }),
    )
    expect((await getUser(tokens.AccessToken!)).PreferredMfaSetting).toBeUndefined()
    await signIn(email)
  })

  test('a reset password is no way around the second factor', async () => {
    const email = await member()
    const secret = await enrol((await signIn(email)).AccessToken)
    await forgot(email)
    await reset(email, (await pool.mailTo(email)).code, OTHER_PASSWORD)
    const { answer, userId } = await proveTo(client, pool, email, OTHER_PASSWORD)
    expect(answer.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    await earlyInStep(pool)
    await answerTotp(userId, answer.Session, codeOf(pool, secret))
  })

  test('wrong codes slow down across sessions; a session ends after three minutes', async () => {
    const email = await member()
    const secret = await enrol((await signIn(email)).AccessToken)
    const { userId } = await proveTo(client, pool, email, GOOD_PASSWORD)
    await earlyInStep(pool)
    // The password takes a slow machine longer than the first lock lasts, so it is proved before.
    const { answer } = await proveTo(client, pool, email, GOOD_PASSWORD)
    for (let n = 1; n <= 5; n++) {
      const { Session } = (await proveTo(client, pool, email, GOOD_PASSWORD)).answer
      expect(await refusal(answerTotp(userId, Session, wrongCode(pool, secret)))).toMatch(/^CodeMismatch/)
    }
    expect(await refusal(answerTotp(userId, answer.Session, codeOf(pool, secret)))).toMatch(
      /^NotAuthorizedException: Too many invalid credentials attempts/,
    )
    pool.pass(181)
    expect(await refusal(answerTotp(userId, answer.Session, codeOf(pool, secret)))).toBe(
      'NotAuthorizedException: Invalid session for the user, session is expired.',
    )
  })

  test('changing the factor wants a fresh sign-in, and the old one stays until the new one is proved', async () => {
    const email = await member()
    const { AccessToken } = await signIn(email)
    const secret = await enrol(AccessToken)
    await client.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken }))
    const { answer, userId } = await proveTo(client, pool, email, GOOD_PASSWORD)
    await earlyInStep(pool)
    await answerTotp(userId, answer.Session, codeOf(pool, secret))
    pool.pass(301)
    expect(await refusal(client.send(new sdk.AssociateSoftwareTokenCommand({ AccessToken })))).toMatch(
      /^NotAuthorizedException: A sign-in of the last five minutes/,
    )
    expect(
      await refusal(
        client.send(
          new sdk.SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }),
        ),
      ),
    ).toMatch(/last five minutes/)
  })

  test('a remembered device replaces the code, for thirty days', async () => {
    const email = await member()
    const secret = await enrol((await signIn(email)).AccessToken)
    const first = await proveTo(client, pool, email, GOOD_PASSWORD)
    await earlyInStep(pool)
    const tokens = (await answerTotp(first.userId, first.answer.Session, codeOf(pool, secret)))
      .AuthenticationResult!
    const device = await confirmOfferedDevice(client, tokens)
    const AccessToken = tokens.AccessToken!

    // Known and not remembered: the code is asked for.
    expect((await proveTo(client, pool, email, GOOD_PASSWORD, device.key)).answer.ChallengeName).toBe(
      'SOFTWARE_TOKEN_MFA',
    )
    await client.send(
      new sdk.UpdateDeviceStatusCommand({
        AccessToken,
        DeviceKey: device.key,
        DeviceRememberedStatus: 'remembered',
      }),
    )
    const proved = await proveTo(client, pool, email, GOOD_PASSWORD, device.key)
    expect(proved.answer.ChallengeName).toBe('DEVICE_SRP_AUTH')
    const known = (await proveDevice(client, pool, proved, device)).AuthenticationResult!
    expect(known.AccessToken).toBeDefined()
    expect(known.NewDeviceMetadata).toBeUndefined()

    const again = await proveTo(client, pool, email, GOOD_PASSWORD, device.key)
    expect(await refusal(proveDevice(client, pool, again, { ...device, password: 'guessed' }))).toBe(
      WRONG_PASSWORD,
    )

    // A confirmed device is part of refreshing.
    expect(await refusal(refresh(tokens.RefreshToken!))).toBe('NotAuthorizedException: Invalid Refresh Token')
    await refresh(tokens.RefreshToken!, device.key)

    const shown = await client.send(new sdk.GetDeviceCommand({ AccessToken, DeviceKey: device.key }))
    expect(shown.Device?.DeviceAttributes).toContainEqual({
      Name: 'device_name',
      Value: 'Firefox on <b>Linux</b>',
    })
    expect(shown.Device?.DeviceCreateDate).toBeInstanceOf(Date)
    const { Devices, PaginationToken } = await client.send(
      new sdk.ListDevicesCommand({ AccessToken, Limit: 1 }),
    )
    expect(Devices?.map(({ DeviceKey }) => DeviceKey)).toEqual([device.key])
    expect(PaginationToken).toBeUndefined()

    pool.pass(29 * 86_400)
    expect((await proveTo(client, pool, email, GOOD_PASSWORD, device.key)).answer.ChallengeName).toBe(
      'DEVICE_SRP_AUTH',
    )
    pool.pass(2 * 86_400)
    expect((await proveTo(client, pool, email, GOOD_PASSWORD, device.key)).answer.ChallengeName).toBe(
      'SOFTWARE_TOKEN_MFA',
    )
  })

  test('a forgotten device ends its sessions, and its key is no longer known', async () => {
    const email = await member()
    const tokens = await signIn(email)
    const device = await confirmOfferedDevice(client, tokens)
    expect(await refusal(confirmOfferedDevice(client, tokens))).toMatch(/^DeviceKeyExistsException/)
    const elsewhere = await signIn(email)
    await client.send(
      new sdk.ForgetDeviceCommand({ AccessToken: elsewhere.AccessToken, DeviceKey: device.key }),
    )
    expect(await refusal(getUser(tokens.AccessToken))).toMatch(/has been revoked$/)
    expect(await refusal(proveTo(client, pool, email, GOOD_PASSWORD, device.key))).toBe(
      'ResourceNotFoundException: Device does not exist.',
    )
    // Another user's key is as unknown.
    const other = await signIn(await member())
    const theirs = await confirmOfferedDevice(client, other)
    expect(
      await refusal(
        client.send(new sdk.GetDeviceCommand({ AccessToken: elsewhere.AccessToken, DeviceKey: theirs.key })),
      ),
    ).toBe('ResourceNotFoundException: Device does not exist.')
  })

  test('refreshing exchanges the token; using an old one later ends the sign-in', async () => {
    const email = await member()
    const first = await signIn(email)
    pool.pass(1000)
    const second = await refresh(first.RefreshToken)
    expect(second.RefreshToken).not.toBe(first.RefreshToken)
    // An answer that got lost, or a second window: for a minute the old one goes on.
    pool.pass(59)
    const alsoSecond = await refresh(first.RefreshToken)
    await refresh(second.RefreshToken!)
    pool.pass(2)
    expect(await refusal(refresh(first.RefreshToken))).toMatch(/^RefreshTokenReuseException/)
    expect(await refusal(refresh(alsoSecond.RefreshToken!))).toBe(
      'NotAuthorizedException: Refresh Token has been revoked',
    )
    expect(await refusal(getUser(second.AccessToken!))).toBe(
      'NotAuthorizedException: Access Token has been revoked',
    )
    expect(pool.audit.map(({ event }) => event)).toContain('token.theft')
    expect((await pool.mailTo(email)).subject).toContain('session was ended')
  })

  test('a sign-in ends after thirty days however often refreshed, and after fourteen idle ones', async () => {
    const email = await member()
    let token = (await signIn(email)).RefreshToken
    for (let days = 0; days < 30; days += 10) {
      token = (await refresh(token)).RefreshToken!
      pool.pass(10 * 86_400)
    }
    expect(await refusal(refresh(token))).toBe('NotAuthorizedException: Refresh Token has expired')
    const idle = (await signIn(email)).RefreshToken
    pool.pass(14 * 86_400 + 1)
    expect(await refusal(refresh(idle))).toBe('NotAuthorizedException: Refresh Token has expired')
  })

  test('the older way of refreshing', async () => {
    const first = await signIn(await member())
    const answer = await client.send(
      new sdk.InitiateAuthCommand({
        ClientId: ClientId(),
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: first.RefreshToken },
      }),
    )
    await getUser(answer.AuthenticationResult!.AccessToken!)
  })

  test('an access token expires, and is revoked with its sign-in alone', async () => {
    const email = await member()
    const [one, two] = [await signIn(email), await signIn(email)]
    await client.send(new sdk.RevokeTokenCommand({ ClientId: ClientId(), Token: one.RefreshToken }))
    await client.send(new sdk.RevokeTokenCommand({ ClientId: ClientId(), Token: one.RefreshToken }))
    expect(await refusal(getUser(one.AccessToken))).toMatch(/has been revoked$/)
    expect(await pool.identity.verifyAccess(one.AccessToken)).toBeNull()
    expect(await pool.identity.verifyAccess(two.AccessToken)).toMatchObject({
      subject: expect.any(String),
      issuer: pool.identity.issuer,
    })
    for (const Token of [two.AccessToken, two.IdToken]) {
      expect(await refusal(client.send(new sdk.RevokeTokenCommand({ ClientId: ClientId(), Token })))).toMatch(
        /^UnsupportedTokenTypeException/,
      )
    }
    pool.pass(901)
    expect(await refusal(getUser(two.AccessToken))).toBe('NotAuthorizedException: Access Token has expired')
    await client.send(
      new sdk.GlobalSignOutCommand({ AccessToken: (await refresh(two.RefreshToken)).AccessToken }),
    )
    expect(await refusal(refresh(two.RefreshToken))).toBe(
      'NotAuthorizedException: Refresh Token has been revoked',
    )
  })

  test('attributes: what may be set, and an address that counts once it is verified', async () => {
    const email = await member()
    const { AccessToken, RefreshToken } = await signIn(email)
    const elsewhere = await signIn(email)
    const update = (Name: string, Value: string) =>
      client.send(new sdk.UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }))
    await update('name', 'Ada Lovelace')
    for (const name of ['email_verified', 'sub', 'custom:role', '__proto__', 'constructor']) {
      expect(await refusal(update(name, 'true'))).toBe(
        'NotAuthorizedException: A client attempted to write unauthorized attribute',
      )
    }
    const taken = await member()
    expect(await refusal(update('email', taken))).toMatch(/^AliasExistsException/)
    const address = `new-${email}`
    const { CodeDeliveryDetailsList } = await update('email', address)
    expect(CodeDeliveryDetailsList?.[0]).toMatchObject({ Destination: 'n***@e***', AttributeName: 'email' })
    expect((await pool.mailTo(email)).subject).toContain('about to change')
    const emailNow = async () =>
      (await getUser(AccessToken)).UserAttributes!.find(({ Name }) => Name === 'email')!.Value
    expect(await emailNow()).toBe(email)
    const verify = (Code: string) =>
      client.send(new sdk.VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }))
    const { code } = await pool.mailTo(address)
    expect(await refusal(verify(code === '121212' ? '212121' : '121212'))).toBe(BAD_CODE)
    await verify(code)
    expect(await emailNow()).toBe(address)
    expect(await refusal(getUser(elsewhere.AccessToken))).toMatch(/has been revoked$/)
    await refresh(RefreshToken)
    await signIn(address)
    expect(await refusal(signIn(email))).toBe(WRONG_PASSWORD)

    await client.send(new sdk.DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ['name'] }))
    expect(
      await refusal(
        client.send(new sdk.DeleteUserAttributesCommand({ AccessToken, UserAttributeNames: ['email'] })),
      ),
    ).toMatch(/^InvalidParameterException/)
    await client.send(
      new sdk.GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'email' }),
    )
    await verify((await pool.mailTo(address)).code)
    await client.send(new sdk.SetUserSettingsCommand({ AccessToken, MFAOptions: [] }))
    pool.pass(301)
    expect(await refusal(update('email', `third-${email}`))).toMatch(/last five minutes/)
  })

  test('codes by SMS where there is a sender, and the choice between two factors', async () => {
    const email = await member()
    const { AccessToken } = await signIn(email)
    const UserAttributes = [{ Name: 'phone_number', Value: '+441632960001' }]
    await client.send(new sdk.UpdateUserAttributesCommand({ AccessToken, UserAttributes }))
    await client.send(
      new sdk.VerifyUserAttributeCommand({
        AccessToken,
        AttributeName: 'phone_number',
        Code: pool.messages.at(-1)!.code,
      }),
    )
    await client.send(new sdk.SetUserMFAPreferenceCommand({ AccessToken, SMSMfaSettings: { Enabled: true } }))
    const answer = (
      userId: string,
      Session: string | undefined,
      more: Record<string, string>,
      name: string,
    ) =>
      client.send(
        new sdk.RespondToAuthChallengeCommand({
          ClientId: ClientId(),
          ChallengeName: name as sdk.ChallengeNameType,
          Session,
          ChallengeResponses: { USERNAME: userId, ...more },
        }),
      )
    const asked = await proveTo(client, pool, email, GOOD_PASSWORD)
    expect(asked.answer).toMatchObject({
      ChallengeName: 'SMS_MFA',
      ChallengeParameters: { CODE_DELIVERY_DESTINATION: '+*******0001' },
    })
    const signedIn = await answer(
      asked.userId,
      asked.answer.Session,
      { SMS_MFA_CODE: pool.messages.at(-1)!.code },
      'SMS_MFA',
    )
    const token = signedIn.AuthenticationResult!.AccessToken!
    const secret = await enrol(token)
    await client.send(
      new sdk.SetUserMFAPreferenceCommand({
        AccessToken: token,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: false },
        SMSMfaSettings: { Enabled: true, PreferredMfa: false },
      }),
    )
    const choosing = await proveTo(client, pool, email, GOOD_PASSWORD)
    expect(JSON.parse(choosing.answer.ChallengeParameters!['MFAS_CAN_CHOOSE']!)).toEqual([
      'SOFTWARE_TOKEN_MFA',
      'SMS_MFA',
    ])
    const chosen = await answer(
      choosing.userId,
      choosing.answer.Session,
      { ANSWER: 'SOFTWARE_TOKEN_MFA' },
      'SELECT_MFA_TYPE',
    )
    await earlyInStep(pool)
    await answerTotp(choosing.userId, chosen.Session, codeOf(pool, secret))
  })

  test('a password that must be changed at the first sign-in', async () => {
    const email = someone()
    await pool.identity.createConfirmedUser({ email, password: GOOD_PASSWORD, mustChangePassword: true })
    const { answer, userId } = await proveTo(client, pool, email, GOOD_PASSWORD)
    expect(answer.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
    const choose = (NEW_PASSWORD: string) =>
      client.send(
        new sdk.RespondToAuthChallengeCommand({
          ClientId: ClientId(),
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: answer.Session,
          ChallengeResponses: { USERNAME: userId, NEW_PASSWORD },
        }),
      )
    expect(await refusal(choose('short'))).toMatch(/^InvalidPasswordException/)
    expect((await choose(OTHER_PASSWORD)).AuthenticationResult?.AccessToken).toBeDefined()
    await signIn(email, OTHER_PASSWORD)
  })
})
