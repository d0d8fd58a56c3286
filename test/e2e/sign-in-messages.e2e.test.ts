/**
 * Every text that the screens of sign-in can say. Where the pool can be brought to it, it is: this one says when nobody
 * has an address, and its clock is the test's. What only other pools say is answered in its place.
 */
import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { enrolTotp, sdkClient, tokensFor } from '#test/support/identity-sdk.ts'
import { PASSWORD, SignInScreens } from '#test/support/sign-in-screens.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const UNEXPECTED = 'Unexpected error. Please try again later.'
const SUSPICIOUS = 'Suspicious activity detected. Try again later.'
const TOO_MANY = 'Too many requests. Try again later.'
const OFFLINE = 'Please check your internet connection.'
const PASSWORD_RULE =
  'Provide a password between 10 and 100 characters long with at least one number, uppercase, lowercase, and special character (e.g. !"#$%&).'
const SESSION = 'a session that the test answers with'

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let screens: SignInScreens
/** How far the server's clock is ahead of the browser's. */
let aheadMs = 0
let people = 0
let violations: string[]

beforeAll(async () => {
  story = await startStory({
    SEXTANT_MASK_UNKNOWN_USERS: 'off',
    SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: '1000',
    SEXTANT_LIMIT_ANSWERS_PER_MINUTE: '1000',
    SEXTANT_LIMIT_SIGN_UPS_PER_HOUR: '1000',
    SEXTANT_LIMIT_MAILS_PER_HOUR: '1000',
    SEXTANT_LIMIT_FAILURES_PER_HOUR: '1000',
  })
  ;({ server, browser, dataDir } = story)
  server.installation.services.now = () => new Date(Date.now() + aheadMs)
})

afterAll(() => story?.end())

beforeEach(async () => {
  aheadMs = 0
  context = await browser.newContext({ viewport: WINDOWS.wide })
  page = await context.newPage()
  violations = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  screens = new SignInScreens(page, { address: server.address, dataDir })
})
afterEach(async () => {
  await context.close()
  expect(violations).toEqual([])
})

const pass = (minutes: number) => (aheadMs += minutes * 60_000)
const newEmail = () => `person-${++people}@example.com`
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

/** Somebody who may sign in. */
async function member({ mustChangePassword = false } = {}): Promise<string> {
  const email = newEmail()
  await server.installation.identity!.createConfirmedUser({ email, password: PASSWORD, mustChangePassword })
  return email
}

/** Somebody with an authenticator, who has given their password. */
async function atChallenge(): Promise<void> {
  const email = await member()
  const { poolId, clientId } = server.installation.identity!
  const pool = { endpoint: `${server.address}/identity/`, poolId, clientId }
  const client = sdkClient(pool)
  const { AccessToken } = await tokensFor(client, pool, email, PASSWORD)
  await enrolTotp(client, AccessToken, (secret) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - 30_000 }),
  )
  await screens.open('/auth/logIn')
  await screens.logIn(email)
  await screens.at('/auth/mfaChallenge')
}

/** Refuses an operation in each of these ways and hears what the screen makes of it. */
async function hears(operation: string, button: string, rows: [name: string, text: string][]) {
  for (const [name, text] of rows) {
    const undo = await screens.refuse(operation, name, '')
    await screens.pressAndHear(button, text)
    await undo()
  }
}

/** No screen is worse for somebody who does not see it, or sees it in the dark, or in a small window. */
async function everybodyCanUse(): Promise<void> {
  const problems: string[] = []
  for (const theme of THEMES) {
    await setTheme(page, theme)
    for (const size of Object.values(WINDOWS)) {
      await page.setViewportSize(size)
      problems.push(...(await axeViolations(page)).map((problem) => `${page.url()} (${theme}): ${problem}`))
    }
  }
  await page.setViewportSize(WINDOWS.wide)
  expect(problems).toEqual([])
}

test('registration', async () => {
  await screens.open('/auth/register')
  await screens.fill({ email: 'no address', password: 'password without the rest' })
  await screens.press('Sign up')
  await screens.says('Provide a valid email address.')
  await screens.says(PASSWORD_RULE)
  await screens.says('You must agree to register.')

  await screens.fill({ email: newEmail(), password: PASSWORD })
  await page.getByRole('checkbox').check({ force: true })
  await hears('SignUp', 'Sign up', [
    ['UsernameExistsException', 'User already exists.'],
    ['ForbiddenException', SUSPICIOUS],
    ['CodeDeliveryFailureException', UNEXPECTED],
  ])
  await context.setOffline(true)
  await screens.pressAndHear('Sign up', OFFLINE)
  await context.setOffline(false)
})

formTest('verification of the address', async () => {
  await screens.openPending('/auth/emailVerification', 'nobody@example.com')
  await everybodyCanUse()
  await screens.fillAndHear('verificationCode', '123456', 'User does not exist.')

  const email = newEmail()
  await screens.register(email)
  const code = await screens.mailedCode(email)
  await screens.fillAndHear('verificationCode', otherThan(code), 'Bad code. Please try again.')
  pass(25 * 60)
  await screens.fillAndHear('verificationCode', code, 'Verification code expired.')
  // Five mails an hour, and signing up was the day before.
  for (let mail = 1; mail <= 5; mail++) {
    const sent = page.waitForResponse((response) => response.url().endsWith('/identity/'))
    await screens.press('Resend code')
    await sent
    await screens.says('A new code is on its way.')
  }
  await screens.pressAndHear('Resend code', TOO_MANY)
  await hears('ConfirmSignUp', 'Verify', [
    ['ForbiddenException', SUSPICIOUS],
    ['AliasExistsException', UNEXPECTED],
  ])
})

test('log-in', async () => {
  await screens.open('/auth/logIn')
  await screens.fill({ email: 'nobody@example.com', password: PASSWORD })
  await screens.pressAndHear('Sign in', 'Invalid email or password.')
  await hears('InitiateAuth', 'Sign in', [
    ['ForbiddenException', SUSPICIOUS],
    ['InvalidUserPoolConfigurationException', UNEXPECTED],
  ])
  const undo = await screens.refuse('InitiateAuth', 'NotAuthorizedException', 'Password attempts exceeded')
  await screens.pressAndHear('Sign in', 'Too many failed attempts. Try again later.')
  await undo()
  await context.setOffline(true)
  await screens.pressAndHear('Sign in', OFFLINE)
  await context.setOffline(false)
  await screens.refuse('InitiateAuth', 'PasswordResetRequiredException', '')
  await screens.press('Sign in')
  await screens.at('/auth/forgotPassword')
})

formTest('an account that is locked is opened by a new password', async () => {
  const email = await member()
  const { identity, services } = server.installation
  const { subject } = (await identity!.userByEmail(email))!
  // A hundred failures in a day, of which the last has just happened.
  await services.accounts.db.execute(
    `insert into identity.counters (subject, kind, count, since) values ('${subject}', 'locked until reset', 1, now())`,
  )
  await screens.open('/auth/logIn')
  await screens.fill({ email, password: PASSWORD })
  await screens.pressAndHear(
    'Sign in',
    'Suspicious activity detected and account has been locked. Please use the forgot password link to create a new password.',
  )
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  await screens.field('email').fill(email)
  await screens.press('Send code')
  await screens.at('/auth/overridePassword')
  await screens.fill({ verificationCode: await screens.mailedCode(email), password: 'Sextant-8-Walks!' })
  await screens.press('Reset password')
  await screens.says('Password successfully reset.')
  await screens.at('/auth/logIn')
  await screens.logIn(email, 'Sextant-8-Walks!')
  await screens.at('/auth/addMfa')
})

formTest('the second factor', async () => {
  await atChallenge()
  await everybodyCanUse()
  await screens.press('Continue')
  await screens.says('Provide a valid authentication code.')
  await screens.field('totpCode').fill('000 0000')
  await screens.pressAndHear('Continue', 'Invalid code. Please try again.')
  await hears('RespondToAuthChallenge', 'Continue', [
    ['ForbiddenException', SUSPICIOUS],
    ['InternalErrorException', UNEXPECTED],
  ])
  // Five slips are free; which of these codes is right can not be known, so one that is would be bad luck.
  await screens.field('totpCode').fill('000000')
  await expect
    .poll(
      async () => {
        await screens.press('Continue')
        await page.getByRole('alert').waitFor()
        return page.getByRole('alert').innerText()
      },
      { timeout: 30_000 },
    )
    .toBe('Attempt limit reached. Try again in a few seconds.')
  pass(4)
  await screens.pressAndHear('Continue', 'Session timeout. Please exit and try again.')
})

formTest('setting up the second factor', async () => {
  await screens.open('/auth/logIn')
  const email = await member()
  const undo = await screens.refuse('AssociateSoftwareToken', 'ForbiddenException', '')
  await screens.logIn(email)
  await screens.at('/auth/addMfa')
  await screens.says(SUSPICIOUS)
  await undo()
  await screens.press('Try again')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await everybodyCanUse()
  await screens.press('Continue')
  await screens.says('Provide a device name between 2 and 100 characters long.')
  await screens.says('Provide a valid verification code.')
  await screens.fill({ deviceName: 'My phone', verificationCode: '0000000' })
  await screens.pressAndHear('Continue', 'Invalid code. Please try again.')
  await hears('VerifySoftwareToken', 'Continue', [
    ['EnableSoftwareTokenMFAException', 'Invalid code. Please try again.'],
    ['ForbiddenException', SUSPICIOUS],
    ['InternalErrorException', UNEXPECTED],
  ])
  // Signed out in another window: nothing of the session is left.
  await page.evaluate('localStorage.clear()')
  await screens.pressAndHear('Continue', 'User is not authenticated.')
})

formTest('a forgotten password', async () => {
  await screens.open('/auth/forgotPassword')
  await screens.press('Send code')
  await screens.says('Provide a valid email address.')
  await screens.field('email').fill('nobody@example.com')
  await screens.pressAndHear('Send code', 'Please check the email.')
  await hears('ForgotPassword', 'Send code', [
    ['LimitExceededException', TOO_MANY],
    ['ForbiddenException', SUSPICIOUS],
    ['InvalidParameterException', UNEXPECTED],
  ])
})

formTest('a new password', async () => {
  const email = await member()
  await screens.open('/auth/forgotPassword')
  await screens.field('email').fill(email)
  await screens.press('Send code')
  await screens.at('/auth/overridePassword')
  await everybodyCanUse()
  await screens.fill({ password: 'short' })
  await screens.press('Reset password')
  await screens.says('Please provide your verification code.')
  await screens.says(PASSWORD_RULE)

  const code = await screens.mailedCode(email)
  await screens.fill({ verificationCode: otherThan(code), password: 'Sextant-8-Walks!' })
  await screens.pressAndHear('Reset password', 'Bad verification code.')
  pass(11)
  await screens.field('verificationCode').fill(code)
  await screens.pressAndHear('Reset password', 'Verification code expired.')
  await hears('ConfirmForgotPassword', 'Reset password', [
    ['LimitExceededException', TOO_MANY],
    ['ForbiddenException', SUSPICIOUS],
    ['UserLambdaValidationException', UNEXPECTED],
  ])
  await screens.fill({ password: 'Password1234!' })
  await screens.pressAndHear('Reset password', 'This password is too easy to guess. Choose another one.')
})

formTest('a password for the first time only is replaced on the way in', async () => {
  const email = await member({ mustChangePassword: true })
  await screens.open('/auth/logIn')
  await screens.logIn(email)
  await screens.at('/auth/mfaChallenge')
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await everybodyCanUse()
  await screens.press('Continue')
  await screens.says('New password is required.')
  await screens.field('password').fill('short')
  await screens.says(PASSWORD_RULE)
  await screens.field('password').fill('Sextant-8-Walks!')
  await screens.press('Continue')
  await screens.at('/auth/addMfa')
})

formTest('whatever another pool may ask for has its screen', async () => {
  const email = await member()
  const asked: Record<string, string>[] = []
  page.on('request', (request) => {
    if (!request.headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')) return
    const { ChallengeName, ChallengeResponses } = request.postDataJSON() as {
      ChallengeName: string
      ChallengeResponses: Record<string, string>
    }
    asked.push({ ChallengeName, ...ChallengeResponses })
  })
  /** Lets the next answer be followed by another question. */
  const follow = (ChallengeName: string, ChallengeParameters: Record<string, string>) =>
    screens.answer('RespondToAuthChallenge', 200, { ChallengeName, ChallengeParameters, Session: SESSION })

  let undo = await follow('SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SOFTWARE_TOKEN_MFA","SMS_MFA"]' })
  await screens.open('/auth/logIn')
  await screens.logIn(email)
  await screens.at('/auth/mfaChallenge')
  await page.getByRole('heading', { name: 'Choose how to continue' }).waitFor()
  await everybodyCanUse()
  await screens.press('Continue')
  await screens.says('Please select one.')
  await page.getByText('Text message', { exact: true }).click()
  await undo()

  undo = await follow('SMS_MFA', {
    CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
    CODE_DELIVERY_DESTINATION: '+*******1234',
  })
  await screens.press('Continue')
  await screens.says('We have sent a code to +*******1234.')
  expect(asked.at(-1)).toMatchObject({ ChallengeName: 'SELECT_MFA_TYPE', ANSWER: 'SMS_MFA' })
  await screens.field('totpCode').fill('123 456')
  await undo()

  undo = await follow('CUSTOM_CHALLENGE', { question: 'Which star is in the north?' })
  await screens.press('Continue')
  await screens.says('Which star is in the north?')
  expect(asked.at(-1)).toMatchObject({ ChallengeName: 'SMS_MFA', SMS_MFA_CODE: '123456' })
  await screens.press('Continue')
  await screens.says('Provide an answer.')
  await screens.field('answer').fill('Polaris')
  await undo()

  undo = await follow('EMAIL_OTP', {
    CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
    CODE_DELIVERY_DESTINATION: 'p***@e***',
  })
  await screens.press('Continue')
  await screens.says('We have sent a code to p***@e***.')
  expect(asked.at(-1)).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE', ANSWER: 'Polaris' })
  await screens.field('totpCode').fill('123456')
  await undo()

  undo = await follow('MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' })
  await screens.press('Continue')
  await screens.says('A second factor is needed to sign in. Which one do you want to set up?')
  await page.getByText('Email', { exact: true }).click()
  await screens.press('Continue')
  await page.getByRole('heading', { name: 'Add an email address' }).waitFor()
  await screens.field('answer').fill('other@example.com')
  await undo()

  await screens.refuse('RespondToAuthChallenge', 'NotAuthorizedException', 'Invalid session for the user.')
  await screens.pressAndHear('Continue', 'Session timeout. Please exit and try again.')
})
