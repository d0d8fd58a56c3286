/** The check behind HTTP 405: a server that was provoked, and somebody who passes it without losing what they did. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, openPage, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { accountOf, signInOn, type Account } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'

const FAILURES_MAX = 3

let story: Story
let server: RunningServer
let browser: Browser
let account: Account
let companyId: string
let page: Page

beforeAll(async () => {
  story = await startStory({ SEXTANT_LIMIT_FAILURES_PER_HOUR: String(FAILURES_MAX) })
  ;({ server, browser } = story)
  companyId = (
    await createCompany(server.installation.services.accounts, { name: 'Acme Outdoor', isDemo: true })
  ).id
  account = await accountOf(server, [companyId])
})

afterAll(() => story?.end())

beforeEach(async () => {
  page = (await openPage(browser)).page
})
afterEach(() => page.close())

/** Does what a program does that guesses codes. */
async function provoke(): Promise<void> {
  const { identity } = server.installation
  const status = async () => {
    const answer = await fetch(`${server.address}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.ConfirmSignUp',
      },
      body: JSON.stringify({
        ClientId: identity!.clientId,
        Username: 'nobody@example.com',
        ConfirmationCode: '123456',
      }),
    })
    return answer.status
  }
  await expect.poll(status).toBe(405)
}

const dialog = () => page.getByRole('alertdialog', { name: 'Security check' })
const confirm = () => dialog().getByRole('button', { name: 'I am a person' })

test('signing in goes on where it was once the check is passed, by the keyboard alone', async () => {
  await provoke()
  await page.goto(`${server.address}/auth/logIn`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await dialog().waitFor()

  const problems: string[] = []
  for (const theme of THEMES) {
    await setTheme(page, theme)
    for (const size of Object.values(WINDOWS)) {
      await page.setViewportSize(size)
      problems.push(...(await axeViolations(page)))
    }
  }
  expect(problems).toEqual([])

  const isReached = () => confirm().evaluate((button) => button === document.activeElement)
  for (let presses = 0; presses < 3 && !(await isReached()); presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.waitForURL('**/auth/addMfa')
})

formTest('a check that fails says so and can be tried again; closing it gives the call up', async () => {
  await signInOn(page, server, account)
  await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction`)
  await page.getByRole('button', { name: 'Robin Example' }).waitFor()
  await provoke()
  await page.route('**/security-check', (route) => route.abort())
  await page.reload()
  await dialog().waitFor()
  await confirm().click()
  await dialog()
    .getByRole('alert')
    .getByText('Something went wrong. Please try again.', { exact: true })
    .waitFor()
  await page.unroute('**/security-check')
  await confirm().click()
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Robin Example' }).waitFor()

  await provoke()
  await page.reload()
  await dialog().waitFor()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await dialog().waitFor({ state: 'detached' })
})
