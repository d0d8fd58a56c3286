import { text } from 'node:stream/consumers'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import { connectDataDir } from '#server/data-dir.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { accountOf, enrolOn, signIn, type Account } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const FIVE_MINUTES_MS = 5 * 60_000

const FACTS = {
  settlement_lines: [
    {
      transaction_type: 'Order',
      posted_at: '2026-03-10T12:00:00Z',
      order_id: 'O-1',
      sku: 'CUP',
      marketplace: 'DE',
      amount_type: 'ItemFees',
      amount_description: 'Commission',
      amount: '-100.00',
      currency: 'EUR',
    },
  ],
}

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let member: Awaited<ReturnType<typeof signIn>>
let admin: Account
let operator: typeof member
let imports: string
let expenses: string
let log: string[]

beforeAll(async () => {
  story = await startStory({})
  ;({ server, browser, dataDir, log } = story)
  const { accounts } = server.installation.services
  const { id } = await createCompany(accounts, { name: 'Acme Outdoor' })
  imports = `${server.address}/${id}/import`
  // Without sales most pages are not open.
  await importText(server, id, JSON.stringify(FACTS))
  expenses = `${server.address}/${id}/opex?startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR`
  member = await signIn(browser, server, await accountOf(server, [id]))
  admin = await accountOf(server, [id], { email: 'admin@example.com', isAdmin: true })
  operator = await signIn(browser, server, await accountOf(server, [id], { isAdmin: true }))
})

afterAll(() => story?.end())

async function newContext(storageState?: typeof member): Promise<void> {
  await context?.close()
  context = await browser.newContext({
    viewport: WINDOWS.smallest,
    ...(storageState && { storageState }),
  })
  page = await context.newPage()
}

beforeEach(() => newContext(member))
afterEach(async () => {
  await switchMaintenance(false)
  await context.close()
})

/** As the operator throws it, from the command line. */
async function switchMaintenance(isOn: boolean): Promise<void> {
  const connection = await connectDataDir(dataDir)
  const response = await connection!.request('/trpc/threefinAdmin.setMaintenance', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ isOn }),
  })
  expect(response.statusCode, await text(response)).toBe(200)
}

const closed = () => page.getByRole('heading', { name: 'Under maintenance.' })
const importPage = () => page.getByRole('heading', { name: 'Import', level: 1 })

test('the screen takes the place of a page within five minutes, and gives way when it is over', async () => {
  await page.clock.install()
  await page.goto(imports)
  await importPage().waitFor()
  await switchMaintenance(true)
  await page.clock.fastForward(FIVE_MINUTES_MS)
  await closed().waitFor()
  await page
    .getByText(
      "We're working on something. This rarely takes more than a few minutes. We apologise for the inconvenience.",
    )
    .waitFor()
  await expect.poll(() => importPage().count()).toBe(0)
  const problems: string[] = []
  for (const theme of THEMES) {
    await setTheme(page, theme)
    problems.push(...(await axeViolations(page)))
  }
  expect(problems).toEqual([])

  await switchMaintenance(false)
  await page.clock.fastForward(FIVE_MINUTES_MS)
  await importPage().waitFor()
  expect(new URL(page.url()).href).toBe(imports)
})

const typed = () =>
  page.getByRole('grid', { name: 'Expenses', exact: true }).getByRole('row', { name: /Rent/ })

const unsaved = () => page.getByRole('region', { name: 'Changes' }).getByText('1 change not saved')

async function typeRow(): Promise<void> {
  await page.clock.install()
  await page.goto(expenses)
  await page.getByRole('button', { name: 'Create new' }).click()
  const cell = page.getByRole('row', { name: /new-1/ }).locator('th,td').first()
  await cell.click()
  await cell.press('F2')
  await cell.locator('input').fill('Rent')
  await cell.locator('input').press('Tab')
  await typed().waitFor()
}

/** The page asks how the server is, and is told. */
async function ask(): Promise<void> {
  const answer = page.waitForResponse('**/meta')
  await page.clock.fastForward(FIVE_MINUTES_MS)
  await (await answer).finished()
}

test('rows that are typed and not saved are there when it is over', async () => {
  await typeRow()
  await switchMaintenance(true)
  await ask()
  await closed().waitFor()
  await expect.poll(() => typed().count()).toBe(0)
  await page.keyboard.press('Control+k')
  await switchMaintenance(false)
  await ask()
  await typed().waitFor()
  await unsaved().waitFor()
  // No key reached what was underneath.
  expect(await page.getByRole('searchbox').count()).toBe(0)
})

test('nor does an administrator, who passes, lose them', async () => {
  await newContext(operator)
  await typeRow()
  await switchMaintenance(true)
  const whoLooks = page.waitForResponse('**/trpc/session.getUser*')
  await ask()
  await (await whoLooks).finished()
  await expect.poll(() => closed().count()).toBe(0)
  await unsaved().waitFor()
  await typed().waitFor()
})

formTest('who comes meanwhile sees the screen; nothing of it is told as a crash', async () => {
  await page.clock.install()
  await switchMaintenance(true)
  log.length = 0
  await page.goto(imports)
  await closed().waitFor()
  await switchMaintenance(false)
  await page.clock.fastForward(FIVE_MINUTES_MS)
  await importPage().waitFor()
  expect(log.filter((line) => line.startsWith('A page crashed'))).toEqual([])
})

formTest('the screen is there before it is known who looks', async () => {
  await switchMaintenance(true)
  await page.route('**/trpc/session.getUser*', () => {})
  await page.goto(imports)
  await closed().waitFor()
})

formTest('an administrator signs in from the screen and passes', async () => {
  await newContext()
  await switchMaintenance(true)
  await page.goto(server.address)
  await closed().waitFor()
  await page.getByRole('link', { name: 'Administrators: sign in' }).click()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await enrolOn(page)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.goto(imports)
  await page.getByLabel('Default currency').waitFor()
  await expect.poll(() => closed().count()).toBe(0)
})

formTest('a server that does not say how it is, is asked five times more', async () => {
  let asked = 0
  await page.route('**/meta', (route) => {
    asked++
    return route.abort()
  })
  await page.clock.install()
  await page.goto(imports)
  await importPage().waitFor()
  // In small steps: each wait begins when an answer has failed to come.
  while (asked < 6) await page.clock.runFor(500)
  await page.clock.runFor(60_000)
  expect(asked).toBe(6)
})

// The last, because the session that the others share ends with it.
formTest(
  'whoever is signed in and is no administrator gets to the sign-in page from the screen',
  async () => {
    await switchMaintenance(true)
    await page.goto(imports)
    await closed().waitFor()
    await page.getByRole('link', { name: 'Administrators: sign in' }).click()
    await page.getByLabel('Email').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/logIn')
  },
)
