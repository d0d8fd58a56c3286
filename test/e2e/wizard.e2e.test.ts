import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invite, listCompanies } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import { axeViolations, openPage, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const EMAIL = 'robin@example.com'
const PASSWORD = 'A-long-Passw0rd!'
const SETTLEMENT = oneSaleFile()

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  story = await startStory({ SEXTANT_SUPPORT_EMAIL: 'help@example.com' })
  ;({ server, browser, dataDir } = story)
})

afterAll(() => story?.end())

async function codeFor(email: string): Promise<string> {
  for (;;) {
    const mail = await newestMail(outboxOf(dataDir), email)
    if (mail?.code !== undefined) return mail.code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Signs up with the code from the outbox and signs in, until the second factor is declined. */
async function signUpAndIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.address}/auth/register`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByText('I agree that').click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(/emailVerification/)
  // Its last digit sends it.
  await page.locator('input[autocomplete=one-time-code]').fill(await codeFor(email))
  await page.waitForURL(/verificationSuccessful/)
  await signIn(page, email)
}

async function signIn(page: Page, email: string, address = '/auth/logIn'): Promise<void> {
  await page.goto(server.address + address)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/addMfa/)
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'I accept the risks' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function chooseCountry(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('button', { name: /Country of residence/ }).click()
  await page.getByRole('searchbox').fill(typed)
  // Pressed before the list is narrowed, a name may have moved from under the pointer when it is let go.
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function isAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme)
    await photograph(page, theme)
    // What buttons announced while they waited may name elements of the screen before this one.
    expect(await axeViolations(page, ['role-img-alt'])).toEqual([])
  }
}

let pictures = 0
async function photograph(page: Page, what: string): Promise<void> {
  const folder = process.env['SEXTANT_TEST_PHOTOGRAPHS']
  if (folder) await page.screenshot({ path: join(folder, `wizard-${++pictures}-${what}.png`) })
}

test('from sign-up over six steps, the currency and a report file to the dashboard', async () => {
  const { page, mishaps } = await openPage(browser)
  // A link that somebody was sent: it leads to sign-in, and is come back to in the end.
  await page.goto(`${server.address}/import?from=mail`)
  await page.waitForURL(/\/auth/)
  await signUpAndIn(page, EMAIL)

  await heading(page, 'A few details about you.')
  expect(page.url()).toMatch(/\/postRegistration\/personalDetails$/)
  await page.getByText('Step 1 of 6').first().waitFor()
  await press(page, 'Continue')
  await page.getByText('Please provide a name between 2 and 100 characters.').waitFor()
  await page.getByText('Provide your role.').waitFor()
  await page.getByText('Provide your country of residence.').waitFor()
  expect(await page.evaluate('document.activeElement.getAttribute("autocomplete")')).toBe('name')
  await isAccessible(page)

  await page.getByLabel('Name', { exact: true }).fill('Robin Field')
  await page.getByRole('button', { name: /Role in company/ }).click()
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('Name of role').fill('P')
  await page.getByText('Provide the name of your role.').waitFor()
  // What is not valid does not go on, by the arrow either.
  await press(page, 'Next step')
  expect(page.url()).toMatch(/personalDetails$/)
  await page.getByLabel('Name of role').fill('Purser')
  await chooseCountry(page, 'united king', 'United Kingdom')
  await photograph(page, 'personal')
  await press(page, 'Continue')

  await heading(page, 'About your company.')
  await press(page, 'Continue')
  await page.getByText('Provide a company name between 2 and 100 characters.').waitFor()
  await page.getByText('Provide a valid year.').waitFor()
  await page.getByText('Please select one.').waitFor()
  await isAccessible(page)
  await page.getByLabel('Company name').fill('Field Outdoor')
  await page.getByLabel('Founding year of the brand').fill('2011')
  await page.getByText('Brand owner', { exact: true }).click()

  // Up keeps what is valid; the step before still holds its answers, and reloading loses none.
  await press(page, 'Previous step')
  await heading(page, 'A few details about you.')
  await expect.poll(() => page.getByLabel('Name of role').inputValue()).toBe('Purser')
  await press(page, 'Next step')
  await heading(page, 'About your company.')
  await page.reload()
  await expect.poll(() => page.getByLabel('Company name').inputValue()).toBe('Field Outdoor')
  await press(page, 'Continue')

  await heading(page, 'How did you find us?')
  await expect.poll(() => page.getByRole('progressbar').getAttribute('value')).toBe('3')
  // Further steps wait for those before them.
  await page.goto(`${server.address}/postRegistration/otherChannels`)
  await page.waitForURL(/postRegistration\/referral$/)
  await page.getByText('Other', { exact: true }).click()
  await press(page, 'Continue')
  await page.getByText('Please let us know how you found us!').waitFor()
  await isAccessible(page)
  await page.getByText('LinkedIn', { exact: true }).click()
  await expect.poll(() => page.getByLabel('How you found us').count()).toBe(0)
  await press(page, 'Continue')

  await heading(page, 'What do you sell?')
  await page.getByText('Sports and outdoors').click()
  await isAccessible(page)
  await press(page, 'Continue')

  await heading(page, 'Where do you sell most?')
  await page.getByRole('button', { name: /Largest Amazon marketplace/ }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await isAccessible(page)
  await press(page, 'Continue')

  await heading(page, 'Where else do you sell?')
  await page.getByText('Other', { exact: true }).click()
  await press(page, 'Complete')
  await page.getByText('Please let us know about the other channels.').waitFor()
  await page.getByLabel('Names of the other channels').fill('Fairs')
  await isAccessible(page)
  // What the server does not take is said, and nothing of it is lost.
  await page.route('**/trpc/postRegistration.submitFull*', (route) => route.abort())
  await press(page, 'Complete')
  await page.getByRole('alert').filter({ hasText: 'Unexpected error. Please try again.' }).first().waitFor()
  await page.unroute('**/trpc/postRegistration.submitFull*')
  expect(mishaps.splice(0)).toHaveLength(1)
  await press(page, 'Complete')

  await heading(page, 'Welcome, Robin Field.')
  expect(page.url()).toMatch(/\/onboarding\/sellerCentral$/)
  await isAccessible(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'march.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(SETTLEMENT),
  })
  await page.locator('button:not([data-unavailable])', { hasText: 'Continue' }).waitFor()
  await photograph(page, 'uploaded')
  await press(page, 'Continue')

  await heading(page, 'Connect advertising')
  await isAccessible(page)
  await press(page, 'Skip')

  await heading(page, 'Your preferences')
  await page.getByText('EUR').first().waitFor()
  await isAccessible(page)
  await press(page, 'Continue')

  await page.waitForURL(/\/import\?from=mail$/)
  await page.goto(`${server.address}/home`)
  await page.waitForURL(/profitAndLoss\/transaction/)
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  await page.getByRole('banner').getByText('Field Outdoor').first().waitFor()
  // Who is done is not asked again.
  await page.goto(`${server.address}/postRegistration`)
  await page.waitForURL(/profitAndLoss\/transaction/)
  expect(mishaps).toEqual([])
  await page.close()
})

test('who was invited tells about themselves, chooses a currency and sees the dashboard', async () => {
  const { accounts } = server.installation.services
  const [company] = await listCompanies(accounts)
  const guest = 'guest@example.com'
  await invite(accounts, company!, { email: guest, role: 'VIEWER', invitedBy: '', now: new Date() })
  const { page, mishaps } = await openPage(browser)
  await signUpAndIn(page, guest)
  await heading(page, 'A few details about you.')
  await page.getByLabel('Name', { exact: true }).fill('Kim Guest')
  await page.getByRole('button', { name: /Role in company/ }).click()
  await page.getByRole('option', { name: 'CEO' }).click()
  await chooseCountry(page, 'fran', 'France')
  await press(page, 'Continue')
  await heading(page, 'Your preferences')
  await press(page, 'Continue')
  await page.waitForURL(/profitAndLoss\/transaction/)
  await page.getByRole('button', { name: /Kim Guest/ }).waitFor()
  expect(mishaps).toEqual([])
  await page.close()
})

formTest('a further account, its steps by keyboard alone, in the smallest window', async () => {
  const { page, mishaps } = await openPage(browser)
  await page.setViewportSize(WINDOWS.smallest)
  await signIn(page, EMAIL)
  await heading(page, 'Your preferences')
  await press(page, 'Continue')
  await page.getByRole('button', { name: /Robin Field/ }).click()
  await press(page, 'Add account')
  await page.waitForURL(/personalDetails\?mode=add$/)
  // Every way leads through the first step, and remains about a further account.
  for (const address of ['/postRegistration?mode=add', '/postRegistration/otherChannels?mode=add']) {
    await page.goto(server.address + address)
    await page.waitForURL(/personalDetails\?mode=add$/)
  }

  await heading(page, 'A few details about you.')
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Robin Field')
  const { keyboard } = page
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await page.getByRole('option', { name: 'Founder' }).waitFor()
  await keyboard.type('Fou')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: /Country of residence/ }).waitFor()
  for (let tabs = 0; tabs < 3; tabs++) await keyboard.press('Tab')
  await photograph(page, 'smallest')
  await keyboard.press('Enter')

  await heading(page, 'About your company.')
  expect(page.url()).toContain('mode=add')
  await keyboard.type('Second Field')
  await keyboard.press('Tab')
  await keyboard.type('2020')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.press('Enter')

  await heading(page, 'How did you find us?')
  await keyboard.press('ArrowDown')
  await photograph(page, 'smallest')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  for (const [title, fields] of [
    ['What do you sell?', 10],
    ['Where do you sell most?', 1],
    ['Where else do you sell?', 7],
  ] as const) {
    await heading(page, title)
    for (let tabs = 0; tabs < fields; tabs++) await keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.type')).toBe('submit')
    await keyboard.press('Enter')
  }
  await heading(page, 'Welcome, Robin Field.')
  await page.getByText('Second Field').first().waitFor()
  await photograph(page, 'smallest')
  expect(mishaps).toEqual([])
  await page.close()
})
