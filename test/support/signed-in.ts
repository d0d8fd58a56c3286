import { Secret, TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Role } from '#contract/roles.ts'
import {
  addMember,
  savePersonalDetails,
  setPlatformAdmin,
  setUserEmail,
  userOfSubject,
} from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'

export interface Account {
  email: string
  password: string
  /** Administers the platform, for which it sets up a second factor where others do without one. */
  isAdmin?: boolean
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

let people = 0

/** Somebody who may sign in, has answered what is asked of newcomers, and is a member of these companies. */
export async function accountOf(
  { installation: { identity, services } }: Pick<RunningServer, 'installation'>,
  companyIds: readonly string[],
  { email = `owner-${++people}@example.com`, role = 'OWNER' as Role, isAdmin = false } = {},
): Promise<Account> {
  if (!identity) throw new Error('This server has no user pool of its own.')
  const password = 'Correct-horse-42-battery'
  const { subject } = await identity.createConfirmedUser({ email, password })
  const user = await userOfSubject(services.accounts, { poolId: identity.poolId, subject })
  await setUserEmail(services.accounts, user, email)
  await savePersonalDetails(
    services.accounts,
    user,
    {
      name: 'Robin Example',
      roleInCompany: 'FOUNDER',
      countryOfResidence: 'GB',
      acceptsMarketingEmails: false,
    },
    services.now(),
  )
  for (const id of companyIds) await addMember(services.accounts, { id }, user, role)
  if (isAdmin) await setPlatformAdmin(services.accounts, { poolId: identity.poolId, subject }, true)
  return { email, password, isAdmin }
}

/** Sets up an authenticator on the page that asks for one. */
export async function enrolOn(page: Page): Promise<void> {
  const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await page.locator('main [name=deviceName]').fill('Phone')
  await page.locator('main [name=verificationCode]').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname === '/auth/addMfaSuccessful')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in on the page for it. What the browser keeps afterwards can be given to other contexts. */
export async function signIn(
  browser: Browser,
  server: RunningServer,
  account: Account,
): Promise<StorageState> {
  const context = await browser.newContext()
  await signInOn(await context.newPage(), server, account)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Signs in, and has chosen a currency already. */
export async function signInOn(
  page: Page,
  { address }: RunningServer,
  { email, password, isAdmin }: Account,
  currency = 'GBP',
): Promise<void> {
  await page.goto(`${address}/auth/logIn`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Who has no second factor is asked for one.
  if (isAdmin) {
    await enrolOn(page)
  } else {
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('button', { name: 'I accept the risks' }).click()
  }
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.evaluate(`localStorage.setItem('sextant.currencyPreference', '"${currency}"')`)
}
