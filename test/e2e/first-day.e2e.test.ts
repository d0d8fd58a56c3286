/** From signing up to a team of two, in the smallest window and without a mouse. */
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import type { RunningServer } from '#server/main.ts'
import { openPage, WINDOWS } from '#test/support/browser.ts'
import { enter, tabTo, type } from '#test/support/keyboard.ts'
import { sale, v2File } from '#test/support/settlement-file.ts'
import { callAs } from './call-as.ts'
import { startStory, type Story } from '#test/support/story.ts'

const PASSWORD = 'A-long-Passw0rd!'
const SETTLEMENT = v2File({
  id: '93000000001',
  start: '2026-03-01',
  end: '2026-03-15',
  currency: 'EUR',
  entries: sale({
    marketplace: 'Amazon.de',
    order: '304-0000000-0000001',
    at: '2026-03-05 10:00:00',
    amounts: { 'ItemPrice Principal': '40.00' },
  }),
})

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser

// Whoever signs up is new: another try gets a server of its own.
beforeEach(async () => {
  story = await startStory({})
  ;({ server, browser, dataDir } = story)
})

afterEach(() => story?.end())

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' }).waitFor()

async function mailedCode(email: string): Promise<string> {
  const newest = () => newestMail(outboxOf(dataDir), email)
  await expect.poll(async () => (await newest())?.code).toBeDefined()
  return (await newest())!.code!
}

/** Signs up, verifies and signs in without a second factor; ends at what is asked of newcomers. */
async function comeIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.address}/auth/register`)
  await page.getByLabel('Email').waitFor()
  await type(page, 'Email', email)
  await type(page, 'Password', PASSWORD)
  await tabTo(page, /^I agree that/)
  await page.keyboard.press('Space')
  await enter(page, 'Sign up')

  await page.waitForURL(/emailVerification$/)
  const code = page.locator('input[autocomplete=one-time-code]')
  await code.waitFor()
  for (let tabs = 0; !(await code.evaluate((input) => input === document.activeElement)); tabs++) {
    expect(tabs).toBeLessThan(10)
    await page.keyboard.press('Tab')
  }
  // Its last digit sends it.
  await page.keyboard.type(await mailedCode(email))
  await page.waitForURL(/verificationSuccessful$/)
  await enter(page, 'Continue')

  await page.getByLabel('Password', { exact: true }).waitFor()
  await type(page, 'Email', email)
  await type(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Skip' }).waitFor()
  await enter(page, 'Skip')
  await page.getByRole('alertdialog').waitFor()
  await enter(page, 'I accept the risks')
}

/** The list of a field opens with the focus in its search or on its first choice. */
async function choose(page: Page, field: string | RegExp, typed: string): Promise<void> {
  await enter(page, field)
  await page.getByRole('listbox').waitFor()
  await page.keyboard.type(typed)
  await expect
    .poll(async () => {
      const options = page.getByRole('option')
      return (await options.allInnerTexts()).some((text) => text.startsWith(typed))
    })
    .toBe(true)
  // A list that is searched gets its first choice with the arrow.
  if ((await page.getByRole('searchbox').count()) > 0) {
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(4)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

async function tellAboutOneself(page: Page, name: string): Promise<void> {
  await heading(page, 'A few details about you.')
  await type(page, 'Name', name)
  await choose(page, /Role in company/, 'Founder')
  await choose(page, /Country of residence/, 'France')
  await enter(page, 'Continue')
}

async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type(words)
  await page.getByRole('menuitem').first().waitFor()
  await page.keyboard.press('Enter')
}

test('from signing up to a team of two', async () => {
  const owner = await openPage(browser)
  const { page } = owner
  await page.setViewportSize(WINDOWS.smallest)
  await comeIn(page, 'robin@example.com')
  await tellAboutOneself(page, 'Robin Field')

  await heading(page, 'About your company.')
  await type(page, 'Company name', 'Field Outdoor')
  await type(page, /Founding year/, '2011')
  await tabTo(page, /Brand owner/)
  await page.keyboard.press('Space')
  await enter(page, 'Continue')
  await heading(page, 'How did you find us?')
  // The step begins at its first choice.
  await page.keyboard.press('ArrowDown')
  await enter(page, 'Continue')
  for (const [title, button] of [
    ['What do you sell?', 'Continue'],
    ['Where do you sell most?', 'Continue'],
    ['Where else do you sell?', 'Complete'],
  ] as const) {
    await heading(page, title)
    await enter(page, button)
  }

  await heading(page, 'Welcome, Robin Field.')
  // Nothing is taken before the role of whoever looks is known.
  await page.locator('button:not([data-unavailable])', { hasText: 'Choose files' }).waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), enter(page, 'Choose files')])
  await chooser.setFiles({ name: 'march.txt', mimeType: 'text/plain', buffer: Buffer.from(SETTLEMENT) })
  await page.locator('button:not([data-unavailable])', { hasText: 'Continue' }).waitFor()
  await enter(page, 'Continue')
  await heading(page, 'Connect advertising')
  await enter(page, 'Skip')
  await heading(page, 'Your preferences')
  await enter(page, 'Continue')
  await page.waitForURL(/profitAndLoss\/transaction/)
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  const companyId = new URL(page.url()).pathname.split('/')[1]!

  await goTo(page, 'team')
  await page.getByRole('form', { name: 'Invite someone' }).waitFor()
  await type(page, 'Email', 'kim@example.com')
  await enter(page, 'Invite')
  await page.getByRole('row').filter({ hasText: 'kim@example.com' }).waitFor()

  const guest = await openPage(browser)
  await guest.page.setViewportSize(WINDOWS.smallest)
  await comeIn(guest.page, 'kim@example.com')
  await tellAboutOneself(guest.page, 'Kim Guest')
  await heading(guest.page, 'Your preferences')
  await enter(guest.page, 'Continue')
  await guest.page.locator('[role=treegrid][aria-busy=false]').waitFor()
  expect(guest.page.url()).toContain(companyId)
  await goTo(guest.page, 'company settings')
  await guest.page.getByText('Only managers and owners may do this. You are a viewer.').first().waitFor()
  expect(await callAs(guest.page, 'companies.set', { companyId, name: 'Kim Ltd' })).toBe('ROLE_TOO_SMALL')

  expect([...owner.mishaps, ...guest.mishaps.filter((text) => !text.includes('403'))]).toEqual([])
})
