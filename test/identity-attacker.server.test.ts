/** Days in which strangers do what they can to an account whose address they know, by the clock of the pool. */
import { randomBytes } from 'node:crypto'
import {
  createDeviceVerifier,
  createSrpSession,
  signSrpSession,
  signSrpSessionWithDevice,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper'
import { describe, expect, test } from 'vitest'
import { formTest, casesOf, formsOf } from './support/drawn-cases.ts'
import {
  codeOf,
  earlyInStep,
  startTestPool,
  wrongCode,
  type Answer,
  type TestPool,
} from './support/identity.ts'

const OWNER = 'owner@example.com'
const HOME = '198.51.100.7'
/** What counts is over within a day; the long run goes on for a week. */
const DAYS = casesOf(1, 7)
/** Of the passwords and codes that are looked at, in a day, from wherever they come. */
const PASSWORDS_PER_DAY_MAX = 100
/** Short codes that strangers may have mailed in a day, with five tries each, and what those who asked for none may try. */
const SHORT_CODES_PER_DAY_MAX = 20
const SHORT_GUESSES_PER_DAY_MAX = SHORT_CODES_PER_DAY_MAX * 5 + 24 * 5

/** Somebody at an address: every call of theirs comes from there. */
class Visitor {
  readonly #pool: TestPool
  readonly address: string
  constructor(pool: TestPool, address: string) {
    this.#pool = pool
    this.address = address
  }

  async call(operation: string, body: object): Promise<Answer> {
    const response = await this.#pool.app.inject({
      method: 'POST',
      url: '/identity/',
      remoteAddress: this.address,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: this.#pool.clientId, ...body }),
    })
    return response.json()
  }

  /** A call that has to go through. */
  async must(operation: string, body: object): Promise<Answer> {
    const answer = await this.call(operation, body)
    if (answer.__type)
      throw new Error(`${operation} from ${this.address}: ${answer.__type} ${answer.message}`)
    return answer
  }

  async proves(email: string, password: string, deviceKey?: string) {
    const session = createSrpSession(email, password, this.#pool.poolId, false)
    const asked = wrapInitiateAuth(session, {
      ClientId: this.#pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email },
    })
    const first = await this.must('InitiateAuth', asked)
    const userId = (first['ChallengeParameters'] as Record<string, string>)['USER_ID_FOR_SRP']!
    const answer = await this.call(
      'RespondToAuthChallenge',
      wrapAuthChallenge(signSrpSession(session, first as never), {
        ClientId: this.#pool.clientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: { USERNAME: userId, ...(deviceKey && { DEVICE_KEY: deviceKey }) },
      }),
    )
    return { answer, session, userId }
  }

  async signsIn(email: string, password: string) {
    const { answer } = await this.proves(email, password)
    const result = answer['AuthenticationResult'] as
      { AccessToken: string; NewDeviceMetadata: { DeviceKey: string; DeviceGroupKey: string } } | undefined
    if (!result) throw new Error(`Signing in from ${this.address}: ${JSON.stringify(answer)}`)
    return result
  }

  /** A sign-in with a password that is wrong; what it was answered. */
  async guessesPassword(email: string): Promise<string> {
    const first = await this.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: randomBytes(384).toString('hex') },
    })
    const parameters = first['ChallengeParameters'] as Record<string, string>
    const answer = await this.call('RespondToAuthChallenge', {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: parameters['USER_ID_FOR_SRP'],
        PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
        PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
        TIMESTAMP: 'Fri Nov 6 09:03:07 UTC 2026',
      },
    })
    return answer.message ?? ''
  }
}

const newPassword = () => `Tr4vel-${randomBytes(9).toString('base64url')}-x`

const NETWORKS = [
  ['a network of its own every hour', DAYS * 24],
  ['one network', 1],
] as const

describe.each(formsOf(NETWORKS, 1))('strangers from %s', (_, networks) => {
  test('neither lock the owner out nor get to guess much', async () => {
    await using pool = await startTestPool()
    const home = new Visitor(pool, HOME)
    let password = newPassword()
    await pool.member(OWNER, password)
    await home.signsIn(OWNER, password)

    const strangers = Array.from(
      { length: networks },
      (__, n) => new Visitor(pool, `203.0.${113 + (n >> 8)}.${n & 255}`),
    )
    /** Per day: passwords that were looked at, short codes that were mailed, and tries at short codes. */
    const looked = { passwords: 0, shortCodes: 0, shortGuesses: 0 }
    const most = { ...looked }
    const newcomerOf = (day: number) => `newcomer-${day}@example.com`

    for (let hour = 0; hour < DAYS * 24; hour++) {
      const day = Math.floor(hour / 24)
      const stranger = strangers[hour % networks]!
      if (hour % 24 === 0) {
        for (const key of ['passwords', 'shortCodes', 'shortGuesses'] as const) {
          most[key] = Math.max(most[key], looked[key])
          looked[key] = 0
        }
      }

      for (let tries = 0; tries < 6; tries++)
        if ((await stranger.guessesPassword(OWNER)) === 'Incorrect username or password.') looked.passwords++
      const asked = await stranger.call('ForgotPassword', { Username: OWNER })
      const isShort = !asked.__type && (await pool.mailTo(OWNER)).code.length === 6
      if (isShort) looked.shortCodes++
      for (let tries = 0; tries < 6; tries++) {
        const { __type } = await stranger.call('ConfirmForgotPassword', {
          Username: OWNER,
          ConfirmationCode: 'abcdef',
          Password: newPassword(),
        })
        if (__type === 'CodeMismatchException' && (asked.__type || isShort)) looked.shortGuesses++
      }
      // Whose address is not taken yet is signed up before its owner comes.
      const newcomer = { Username: newcomerOf(day) }
      await stranger.call('SignUp', { ...newcomer, Password: newPassword() })
      await stranger.call('ResendConfirmationCode', newcomer)
      for (let tries = 0; tries < 6; tries++)
        await stranger.call('ConfirmSignUp', { ...newcomer, ConfirmationCode: 'abcdef' })

      if (hour % 24 === 17) {
        await ownerDoesEverything(day)
        await newcomerComes(day)
      }
      pool.pass(3600)
      if (hour % 24 === 23) await pool.identity.sweep()
    }
    for (const key of ['passwords', 'shortCodes', 'shortGuesses'] as const)
      most[key] = Math.max(most[key], looked[key])

    console.info(`at most in a day: ${JSON.stringify(most)}`)
    expect(most.passwords).toBeGreaterThan(20)
    expect(most.passwords).toBeLessThanOrEqual(PASSWORDS_PER_DAY_MAX * 2)
    expect(most.shortCodes).toBeLessThanOrEqual(SHORT_CODES_PER_DAY_MAX)
    expect(most.shortGuesses).toBeLessThanOrEqual(SHORT_GUESSES_PER_DAY_MAX)
    expect(pool.log).toEqual([])

    async function reset(from: Visitor): Promise<void> {
      await from.must('ForgotPassword', { Username: OWNER })
      const { code } = await pool.mailTo(OWNER)
      // A slip is no matter.
      await from.call('ConfirmForgotPassword', {
        Username: OWNER,
        ConfirmationCode: 'abcdef',
        Password: password,
      })
      password = newPassword()
      await from.must('ConfirmForgotPassword', {
        Username: OWNER,
        ConfirmationCode: code,
        Password: password,
      })
    }

    async function ownerDoesEverything(day: number): Promise<void> {
      // At home, also after a slip.
      await home.guessesPassword(OWNER)
      const { AccessToken, NewDeviceMetadata } = await home.signsIn(OWNER, password)
      await home.must('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
      await home.must('VerifyUserAttribute', {
        AccessToken,
        AttributeName: 'email',
        Code: (await pool.mailTo(OWNER)).code,
      })

      // Elsewhere, with a device that is remembered.
      const { DeviceKey, DeviceGroupKey } = NewDeviceMetadata
      const { DeviceSecretVerifierConfig, DeviceRandomPassword } = createDeviceVerifier(
        DeviceKey,
        DeviceGroupKey,
      )
      await home.must('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig })
      await home.must('UpdateDeviceStatus', { AccessToken, DeviceKey, DeviceRememberedStatus: 'remembered' })
      const cafe = new Visitor(pool, `192.0.2.${day + 1}`)
      const proved = await cafe.proves(OWNER, password, DeviceKey)
      expect(proved.answer['ChallengeName']).toBe('DEVICE_SRP_AUTH')
      const second = await cafe.must(
        'RespondToAuthChallenge',
        wrapAuthChallenge(proved.session as ReturnType<typeof signSrpSession>, {
          ClientId: pool.clientId,
          ChallengeName: 'DEVICE_SRP_AUTH',
          Session: proved.answer['Session'] as string,
          ChallengeResponses: { USERNAME: proved.userId, DEVICE_KEY: DeviceKey },
        }),
      )
      await cafe.must(
        'RespondToAuthChallenge',
        wrapAuthChallenge(
          signSrpSessionWithDevice(proved.session, second as never, DeviceGroupKey, DeviceRandomPassword),
          {
            ClientId: pool.clientId,
            ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
            Session: second['Session'] as string,
            ChallengeResponses: { USERNAME: proved.userId, DEVICE_KEY: DeviceKey },
          },
        ),
      )

      // With a new password: at home, and from where nobody has ever come from.
      await reset(home)
      await home.signsIn(OWNER, password)
      const hotel = new Visitor(pool, `192.0.2.${day + 101}`)
      await reset(hotel)
      await hotel.signsIn(OWNER, password)
    }

    async function newcomerComes(day: number): Promise<void> {
      const email = newcomerOf(day)
      const place = new Visitor(pool, `198.51.100.${day + 101}`)
      const theirs = newPassword()
      await place.must('SignUp', { Username: email, Password: theirs })
      const { code } = await pool.mailTo(email)
      await place.call('ConfirmSignUp', { Username: email, ConfirmationCode: 'abcdef' })
      await place.must('ConfirmSignUp', { Username: email, ConfirmationCode: code })
      await place.signsIn(email, theirs)
    }
  }, 600_000)
})

formTest(
  'a stranger who has the password does not make the owner wait for the code of their authenticator',
  async () => {
    await using pool = await startTestPool()
    const [home, stranger] = [new Visitor(pool, HOME), new Visitor(pool, '203.0.113.1')]
    const password = newPassword()
    await pool.member(OWNER, password)
    const { AccessToken } = await home.signsIn(OWNER, password)
    const { SecretCode } = await home.must('AssociateSoftwareToken', { AccessToken })
    await earlyInStep(pool)
    await home.must('VerifySoftwareToken', { AccessToken, UserCode: codeOf(pool, SecretCode as string) })
    await home.must('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    })
    pool.pass(60)
    const prove = (from: Visitor) => from.proves(OWNER, password)
    const answerTo = (from: Visitor, { answer, userId }: Awaited<ReturnType<typeof prove>>, code: string) =>
      from.call('RespondToAuthChallenge', {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: answer['Session'],
        ChallengeResponses: { USERNAME: userId, SOFTWARE_TOKEN_MFA_CODE: code },
      })
    // Proved before, since that takes a slow machine longer than the first lock lasts.
    const [ofStranger, ofOwner] = [await prove(stranger), await prove(home)]
    await earlyInStep(pool)
    for (let n = 1; n <= 11; n++) {
      const wrong = await answerTo(stranger, ofStranger, wrongCode(pool, SecretCode as string))
      expect(wrong, String(n)).toMatchObject({ __type: 'CodeMismatchException' })
      // Locked for 1, 2, 4 … seconds from the fifth on, and for a minute after the last.
      if (n >= 5 && n < 11) pool.pass(2 ** (n - 5))
    }
    await earlyInStep(pool)
    const right = codeOf(pool, SecretCode as string)
    expect(await answerTo(stranger, ofStranger, right)).toMatchObject({
      message: expect.stringMatching(/^Too many/),
    })
    expect(await answerTo(home, ofOwner, right)).toHaveProperty('AuthenticationResult')
  },
  120_000,
)

test('whoever confirms a sign-up that somebody else began gets no password of theirs', async () => {
  await using pool = await startTestPool()
  const [victim, stranger] = [new Visitor(pool, HOME), new Visitor(pool, '203.0.113.1')]
  const [theirs, strangers] = [newPassword(), newPassword()]
  const newcomer = { Username: 'newcomer@example.com' }
  const confirm = async (from: Visitor, ConfirmationCode: string) =>
    from.must('ConfirmSignUp', { ...newcomer, ConfirmationCode })
  const code = async () => (await pool.mailTo(newcomer.Username)).code

  await stranger.must('SignUp', { ...newcomer, Password: strangers })
  await confirm(victim, await code())
  const refused = await stranger.proves(newcomer.Username, strangers)
  expect(refused.answer).toMatchObject({ __type: 'PasswordResetRequiredException' })
  await victim.must('ForgotPassword', newcomer)
  await victim.must('ConfirmForgotPassword', {
    ...newcomer,
    ConfirmationCode: await code(),
    Password: theirs,
  })
  await victim.signsIn(newcomer.Username, theirs)
  expect((await stranger.proves(newcomer.Username, strangers)).answer).toMatchObject({
    message: 'Incorrect username or password.',
  })

  // Both sign up, the stranger after the owner: the code that the owner asked for brings their own password.
  const other = { Username: 'other@example.com' }
  await victim.must('SignUp', { ...other, Password: theirs })
  const ConfirmationCode = (await pool.mailTo(other.Username)).code
  await stranger.must('SignUp', { ...other, Password: strangers })
  await victim.must('ConfirmSignUp', { ...other, ConfirmationCode })
  await victim.signsIn(other.Username, theirs)
  expect((await stranger.proves(other.Username, strangers)).answer).toMatchObject({
    message: 'Incorrect username or password.',
  })

  // From an office both come from one network, and only the newer code is good: nobody's password comes into force.
  const third = { Username: 'third@example.com' }
  await victim.must('SignUp', { ...third, Password: theirs })
  await victim.must('SignUp', { ...third, Password: strangers })
  await victim.must('ConfirmSignUp', {
    ...third,
    ConfirmationCode: (await pool.mailTo(third.Username)).code,
  })
  for (const password of [theirs, strangers]) {
    const { answer } = await stranger.proves(third.Username, password)
    expect(answer.__type).toMatch(/^(NotAuthorized|PasswordResetRequired)Exception$/)
  }
}, 120_000)

formTest(
  'whoever has asked for a code guesses at that one, and at those of other networks no more than anybody',
  async () => {
    await using pool = await startTestPool()
    await pool.member(OWNER)
    const Password = newPassword()
    const asks = async (from: Visitor) => {
      await from.must('ForgotPassword', { Username: OWNER })
      return (await pool.mailTo(OWNER)).code
    }
    const tries = async (from: Visitor, ConfirmationCode: string) =>
      (await from.call('ConfirmForgotPassword', { Username: OWNER, ConfirmationCode, Password })).__type
    const newcomers = Array.from({ length: 12 }, (_, n) => new Visitor(pool, `2001:db8:0:${n}::1`))
    const short = await asks(newcomers[0]!)
    expect(short).toHaveLength(6)
    for (const newcomer of newcomers.slice(1, 5)) await asks(newcomer)
    for (const stranger of newcomers.slice(5, 10)) {
      expect(await asks(stranger)).toHaveLength(10)
      expect(await tries(stranger, 'abcdef')).toBe('CodeMismatchException')
    }
    // From here on nobody's guess is looked at but where the code was asked for.
    const stranger = newcomers[10]!
    await asks(stranger)
    expect(await tries(stranger, short)).toBe('CodeMismatchException')
    expect(await tries(newcomers[11]!, short)).toBe('LimitExceededException')
    expect(await tries(newcomers[0]!, short)).toBeUndefined()
  },
  120_000,
)

describe('a sign-in that waits for another answer ends', () => {
  const thief = '203.0.113.1'
  const waiting = async (pool: TestPool, password: string) => {
    const { answer, userId } = await new Visitor(pool, thief).proves(OWNER, password)
    return { challenge: answer['ChallengeName'], Session: answer['Session'] as string, userId }
  }
  const chooses = ({ Session, userId }: Awaited<ReturnType<typeof waiting>>, NEW_PASSWORD: string) => ({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: userId, NEW_PASSWORD },
  })
  const ended = { __type: 'NotAuthorizedException' }

  test('before it begins, a week after a password for one time was made', async () => {
    await using pool = await startTestPool()
    const [first, second] = ['A1-first-password', 'A1-second-password']
    const { subject } = await pool.identity.createConfirmedUser({
      email: OWNER,
      password: first,
      mustChangePassword: true,
    })
    const outlived = async (password: string) => {
      pool.pass(7 * 86_400 - 60)
      expect((await waiting(pool, password)).challenge).toBe('NEW_PASSWORD_REQUIRED')
      pool.pass(120)
      return (await new Visitor(pool, thief).proves(OWNER, password)).answer
    }
    const lapsed = { ...ended, message: expect.stringMatching(/^Temporary password has expired/) }
    expect(await outlived(first)).toMatchObject(lapsed)
    await pool.identity.setOneTimePassword(subject, second)
    expect(await outlived(second)).toMatchObject(lapsed)
  }, 60_000)

  test('when the password that it came by is replaced', async () => {
    await using pool = await startTestPool()
    const [first, second] = ['A1-first-password', 'A1-second-password']
    const { subject } = await pool.identity.createConfirmedUser({
      email: OWNER,
      password: first,
      mustChangePassword: true,
    })
    const before = await waiting(pool, first)
    expect(before.challenge).toBe('NEW_PASSWORD_REQUIRED')
    await pool.identity.setOneTimePassword(subject, second)
    const choose = (one: typeof before) =>
      new Visitor(pool, thief).call('RespondToAuthChallenge', chooses(one, newPassword()))
    expect(await choose(before)).toMatchObject(ended)

    // Of two who have the same one, the first to choose another keeps the account.
    const [other, owner] = [await waiting(pool, second), await waiting(pool, second)]
    const password = newPassword()
    const home = new Visitor(pool, HOME)
    // Who set it knows it; what was typed wrongly does not use the session up.
    expect(await home.call('RespondToAuthChallenge', chooses(owner, second))).toMatchObject({
      __type: 'InvalidPasswordException',
    })
    await home.must('RespondToAuthChallenge', chooses(owner, password))
    expect(await choose(other)).toMatchObject(ended)
    await home.signsIn(OWNER, password)
  }, 60_000)

  formTest(
    'and enrols no authenticator where one is demanded',
    async () => {
      await using pool = await startTestPool({ secondFactor: 'REQUIRED' })
      const password = newPassword()
      await pool.member(OWNER, password)
      const stranger = new Visitor(pool, thief)
      const home = new Visitor(pool, HOME)
      const before = await waiting(pool, password)
      expect(before.challenge).toBe('MFA_SETUP')
      await home.must('ForgotPassword', { Username: OWNER })
      const { code } = await pool.mailTo(OWNER)
      const next = newPassword()
      await home.must('ConfirmForgotPassword', { Username: OWNER, ConfirmationCode: code, Password: next })
      expect(await stranger.call('AssociateSoftwareToken', { Session: before.Session })).toMatchObject(ended)

      // Nor in the place of the one that the owner has enrolled meanwhile.
      const other = await waiting(pool, next)
      const { answer } = await home.proves(OWNER, next)
      const { SecretCode, Session } = await home.must('AssociateSoftwareToken', {
        Session: answer['Session'],
      })
      await earlyInStep(pool)
      await home.must('VerifySoftwareToken', { Session, UserCode: codeOf(pool, SecretCode as string) })
      expect(await stranger.call('AssociateSoftwareToken', { Session: other.Session })).toMatchObject(ended)
    },
    60_000,
  )
})
