import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import { DEMO_EMAIL } from '#server/demo-account.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { PASSWORD, SignInScreens } from '#test/support/sign-in-screens.ts'
import { accountOf, type Account } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const UNEXPECTED = 'Unexpected error. Please try again later.'

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let screens: SignInScreens
let companyId: string
let mishaps: string[]
let people = 0

beforeAll(async () => {
  story = await startStory({
    SEXTANT_SUPPORT_EMAIL: 'help@example.com',
    SEXTANT_TERMS_URL: 'https://example.com/terms',
    SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: '1000',
    SEXTANT_LIMIT_ANSWERS_PER_MINUTE: '1000',
    SEXTANT_LIMIT_SIGN_UPS_PER_HOUR: '1000',
    SEXTANT_LIMIT_MAILS_PER_HOUR: '1000',
    SEXTANT_LIMIT_FAILURES_PER_HOUR: '1000',
  })
  ;({ server, browser, dataDir } = story)
  // As the demo it counts as connected without any file.
  const { accounts } = server.installation.services
  companyId = (await createCompany(accounts, { name: 'Acme Outdoor', isDemo: true })).id
})

afterAll(() => story?.end())

beforeEach(async () => {
  context = await browser.newContext({ viewport: WINDOWS.wide })
  page = await context.newPage()
  screens = new SignInScreens(page, { address: server.address, dataDir })
  mishaps = []
  page.on('pageerror', (error) => mishaps.push(error.message))
})

afterEach(async () => {
  await context.close()
  expect(mishaps).toEqual([])
})

const code = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const newEmail = () => `person-${++people}@example.com`

// What people do on the screens, on the page of the test.
const url = (path: string) => server.address + path
const at = (path: string) => screens.at(path)
const field = (name: string) => screens.field(name)
const press = (name: string) => screens.press(name)
const says = (text: string) => screens.says(text)
const fill = (values: Record<string, string>) => screens.fill(values)
const register = (email: string) => screens.register(email)
const signUp = (email: string) => screens.signUp(email)
const logIn = (email: string, password?: string) => screens.logIn(email, password)
const mailedCode = (email: string, older?: string) => screens.mailedCode(email, older)

/** Somebody who belongs to the company, without a second factor, inside. */
async function enter(): Promise<Account> {
  const account = await accountOf(server, [companyId], { email: newEmail(), role: 'VIEWER' })
  await page.goto(url('/auth/logIn'))
  await logIn(account.email, account.password)
  await passGates()
  await at(`/${companyId}/profitAndLoss/transaction`)
  return account
}

/** What stands between the password and the page, for whoever has no second factor. */
async function passGates(): Promise<void> {
  await at('/auth/addMfa')
  await press('Skip')
  await press('I accept the risks')
  // The address is there before the page, and the page before has a button of the same name.
  await page.getByRole('heading', { name: 'Your preferences' }).waitFor()
  await press('Continue')
}

const stored = (suffix: string) =>
  page.evaluate(
    (end) => Object.entries(localStorage).find(([key]) => key.endsWith(end))?.[1] as string | undefined,
    suffix,
  )

const store = (suffix: string, value: string) =>
  page.evaluate(
    ([end, text]) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(end!))
      localStorage.setItem(key!, text!)
    },
    [suffix, value],
  )

const refuse = (operation: string, name: string, message: string) => screens.refuse(operation, name, message)

test('the account of the demo comes straight to its numbers', async () => {
  const account = await accountOf(server, [companyId], { email: DEMO_EMAIL, role: 'OWNER' })
  await page.goto(url('/auth/logIn'))
  await logIn(account.email, account.password)
  await at(`/${companyId}/profitAndLoss/transaction`)
})

formTest('every way in that is written elsewhere leads to the screens', async () => {
  for (const [path, to] of [
    ['/', '/auth/logIn'],
    ['/auth', '/auth/logIn'],
    ['/auth/login', '/auth/login'],
    ['/logIn', '/auth/logIn'],
    ['/signIn', '/auth/logIn'],
    ['/register', '/auth/register'],
    ['/signUp', '/auth/register'],
    ['/home', '/auth/logIn'],
    // What they need is not there.
    ['/auth/emailVerification', '/auth/logIn'],
    ['/auth/overridePassword', '/auth/logIn'],
    ['/auth/mfaChallenge', '/auth/logIn'],
    ['/auth/addMfa', '/auth/logIn'],
    ['/auth/signOut', '/auth/logIn'],
  ]) {
    await page.goto(url(path!))
    await at(to!)
  }
})

test('fields say what is wrong with them, and the first of them gets the focus', async () => {
  await page.goto(url('/auth/logIn'))
  await press('Sign in')
  await says('Provide a valid email address.')
  await says('Enter your password.')
  expect(await field('email').evaluate((input) => input === document.activeElement)).toBe(true)

  await page.goto(url('/auth/register'))
  await fill({ email: 'you@example.com', password: 'short' })
  await press('Sign up')
  await says(
    'Provide a password between 10 and 100 characters long with at least one number, uppercase, lowercase, and special character (e.g. !"#$%&).',
  )
  await says('You must agree to register.')
  expect(await field('password').evaluate((input) => input === document.activeElement)).toBe(true)

  await page.goto(url('/auth/forgotPassword'))
  await press('Send code')
  await says('Provide a valid email address.')
})

test('sign up, verify, enrol, sign out and in again with the second factor', async () => {
  const email = newEmail()
  await register(email)
  await press('Verify')
  await says('Provide a valid 6 digit verification code.')
  const first = await mailedCode(email)
  // The last digit sends it, and one that is wrong can be corrected.
  await field('verificationCode').pressSequentially(first === '000000' ? '111111' : '000000')
  await says('Bad code. Please try again.')
  await press('Resend code')
  await says('A new code is on its way.')
  const second = await mailedCode(email, first)
  // As it is pasted out of a mail.
  await field('verificationCode').fill(`${second.slice(0, 3)} ${second.slice(3)}`)
  await at('/auth/verificationSuccessful')
  await press('Continue')
  await at('/auth/logIn')

  await logIn(email, 'wrong password')
  await says('Invalid email or password.')
  await logIn(email)
  await at('/auth/addMfa')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await press('Skip')
  await says('Are you sure?')
  await press('Go back')
  await press('Continue')
  await says('Provide a device name between 2 and 100 characters long.')
  await says('Provide a valid verification code.')
  const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
  await fill({ deviceName: 'My phone', verificationCode: '000000' })
  await press('Continue')
  await says('Invalid code. Please try again.')
  await field('verificationCode').fill(code(secret))
  await press('Continue')
  await at('/auth/addMfaSuccessful')

  await page.goto(url('/auth/signOut'))
  await at('/auth/logIn')
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])

  await logIn(email)
  await at('/auth/mfaChallenge')
  await press('Continue')
  await says('Provide a valid authentication code.')
  await field('totpCode').fill('123456789')
  await press('Continue')
  await says('Invalid code. Please try again.')
  // Exit forgets the sign-in that waits.
  await press('Exit')
  await at('/auth/logIn')
  await page.goto(url('/auth/mfaChallenge'))
  await at('/auth/logIn')

  await logIn(email)
  await at('/auth/mfaChallenge')
  // A code counts once, and the one that enrolled has: the step after it is taken early.
  const later = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')) sent.push(request.url())
  })
  await field('totpCode').pressSequentially(`${later.slice(0, 3)} ${later.slice(3)}`)
  await page.waitForURL((address) => !address.pathname.startsWith('/auth'))
  expect(sent).toHaveLength(1)
})

formTest('whoever has not verified is asked to do so when they sign in', async () => {
  const email = newEmail()
  await register(email)
  await page.goto(url('/auth/logIn'))
  await logIn(email)
  await at('/auth/emailVerification')
})

formTest('an address that exists cannot be registered again', async () => {
  const email = newEmail()
  await signUp(email)
  await page.goto(url('/auth/register'))
  await fill({ email, password: PASSWORD })
  await page.getByRole('checkbox').check({ force: true })
  await press('Sign up')
  await says('User already exists.')
})

test('a forgotten password is replaced', async () => {
  const email = newEmail()
  await signUp(email)
  const first = await mailedCode(email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  await field('email').fill(email)
  await press('Send code')
  await at('/auth/overridePassword')
  await press('Reset password')
  await says('Please provide your verification code.')
  const mailed = await mailedCode(email, first)
  await fill({ verificationCode: mailed === '000000' ? '111111' : '000000', password: 'Sextant-8-Walks!' })
  await press('Reset password')
  await says('Bad verification code.')

  await press('Get a new code')
  await at('/auth/forgotPassword')
  await expect.poll(() => field('email').inputValue()).toBe('')
  await field('email').fill(email)
  await press('Send code')
  await at('/auth/overridePassword')
  await fill({ verificationCode: await mailedCode(email, mailed), password: 'Sextant-8-Walks!' })
  await press('Reset password')
  await says('Password successfully reset.')
  await at('/auth/logIn')
  await logIn(email)
  await says('Invalid email or password.')
  await logIn(email, 'Sextant-8-Walks!')
  await at('/auth/addMfa')
})

formTest('after some wrong passwords the account rests', async () => {
  const email = newEmail()
  await signUp(email)
  // Five are free; from then on the account rests longer after each, and what comes meanwhile is not even looked at.
  for (let attempt = 1; attempt <= 10; attempt++) {
    const answered = page.waitForResponse((response) =>
      Boolean(response.request().headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')),
    )
    await logIn(email, `wrong ${attempt}`)
    await answered
    await page.getByRole('alert').waitFor()
    if (attempt > 5 && (await page.getByRole('alert').innerText()).startsWith('Too many')) break
  }
  await says('Too many failed attempts. Try again later.')
})

test.each([
  [
    'NotAuthorizedException',
    'Unable to login because of security reasons.',
    'Suspicious activity detected and account has been locked. Please use the forgot password link to create a new password.',
  ],
  ['ForbiddenException', '', 'Suspicious activity detected. Try again later.'],
  ['UserNotFoundException', 'User does not exist.', 'Invalid email or password.'],
  ['InvalidUserPoolConfigurationException', '', UNEXPECTED],
])('log-in: %s %s', async (name, message, text) => {
  await refuse('InitiateAuth', name, message)
  await page.goto(url('/auth/logIn'))
  await logIn('you@example.com')
  await says(text)
  await expect.poll(() => page.getByRole('alert').innerText()).toBe(text)
})

test.each([
  ['UserNotFoundException', 'Please check the email.'],
  ['ForbiddenException', 'Suspicious activity detected. Try again later.'],
  ['InvalidParameterException', UNEXPECTED],
])('forgotten password: %s', async (name, text) => {
  await refuse('ForgotPassword', name, '')
  await page.goto(url('/auth/forgotPassword'))
  await field('email').fill('you@example.com')
  await press('Send code')
  await says(text)
})

test('somebody comes to where they wanted to go, and their tabs leave together', async () => {
  const { email, password } = await enter()
  await page.getByRole('button', { name: 'Robin Example' }).click()
  await press('Sign out')
  await at('/auth/logIn')

  const wanted = `/${companyId}/profitAndLoss/transaction?dateInterval=MONTHLY`
  await page.goto(url(wanted))
  await at('/auth/logIn')
  await logIn(email, password)
  await passGates()
  await at(`/${companyId}/profitAndLoss/transaction`)
  expect(new URL(page.url()).searchParams.get('dateInterval')).toBe('MONTHLY')

  // Who is signed in has nothing to do at the entry.
  const other = await context.newPage()
  await other.goto(url('/auth'))
  await other.waitForURL(`**/${companyId}/profitAndLoss/transaction**`)
  await other.goto(url('/auth/signOut'))
  await other.waitForURL('**/auth/logIn')
  await at('/auth/logIn')
})

formTest(
  'a session is renewed without a word, once for all that wait, and ends when the pool refuses',
  async () => {
    await enter()
    const before = await stored('.accessToken')
    let renewals = 0
    page.on('request', (request) => {
      if (request.headers()['x-amz-target']?.endsWith('.GetTokensFromRefreshToken')) renewals++
    })
    // The pool's clock is an hour ahead: the tokens have expired.
    await store('.clockDrift', String(60 * 60_000))
    await page.reload()
    await page
      .getByRole('treegrid')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor()
    await expect.poll(() => stored('.accessToken')).not.toBe(before)
    expect(renewals).toBe(1)
    expect(new URL(page.url()).pathname).toBe(`/${companyId}/profitAndLoss/transaction`)

    await store('.refreshToken', 'no-such-token')
    await store('.clockDrift', String(60 * 60_000))
    await page.reload()
    await at('/auth/logIn')
    await page.getByText('Your session has ended.').waitFor()
    // The page is loaded anew, so that nothing of the session stays in its memory.
    await expect.poll(() => stored('.accessToken').catch(() => 'between two pages')).toBeUndefined()
  },
)

formTest('a token that the server does not know signs out', async () => {
  await enter()
  const token = (await stored('.accessToken'))!
  await store('.accessToken', `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`)
  await page.reload()
  await at('/auth/logIn')
  // The page is loaded anew, so that nothing of the session stays in its memory.
  await expect.poll(() => stored('.accessToken').catch(() => 'between two pages')).toBeUndefined()
})

test('everybody can use the screens, in both themes and in the smallest window', async () => {
  const problems: string[] = []
  for (const path of ['/auth/logIn', '/auth/register', '/auth/forgotPassword']) {
    await page.goto(url(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const theme of THEMES) {
      await setTheme(page, theme)
      for (const size of Object.values(WINDOWS)) {
        await page.setViewportSize(size)
        problems.push(...(await axeViolations(page)).map((problem) => `${path} (${theme}): ${problem}`))
      }
    }
  }
  expect(problems).toEqual([])
})
