/** The pages that need no company, and the one that waits for the first data of one. */
import { Readable } from 'node:stream'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany, getCompany, listMembers, queueImport } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

let story: Story
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let log: string[]

beforeAll(async () => {
  story = await startStory({ SEXTANT_SUPPORT_EMAIL: 'help@example.com' })
  ;({ server, browser, log } = story)
})

afterAll(() => story?.end())

type Seen = Awaited<ReturnType<typeof signIn>>

async function newContext(storageState?: Seen): Promise<void> {
  await context?.close()
  context = await browser.newContext({
    viewport: WINDOWS.smallest,
    ...(storageState && { storageState }),
  })
  page = await context.newPage()
}

beforeEach(() => newContext())
afterEach(() => context.close())

const open = (path: string) => page.goto(`${server.address}${path}`)

/** Somebody with a company of their own that has no data. */
async function newcomer(name: string) {
  const company = await createCompany(server.installation.services.accounts, { name })
  const account = await accountOf(server, [company.id], { email: `${name.toLowerCase()}@example.com` })
  await newContext(await signIn(browser, server, account))
  return company
}

formTest(
  'an address that leads nowhere says so to whoever is signed out, and asks nobody to sign in',
  async () => {
    const nobodys = '00000000-0000-4000-8000-000000000000'
    for (const path of ['/nowhere', '/nowhere/profitAndLoss/transaction', `/${nobodys}/nothing`]) {
      await open(path)
      await page.getByRole('heading', { name: 'Not Found' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await open(`/${nobodys}/import`)
    await page.waitForURL('**/auth/logIn')
  },
)

test('the console of what is built stays silent', async () => {
  const written: string[] = []
  page.on('console', (message) => written.push(message.text()))
  await open('/licenses')
  await page.getByRole('heading', { name: 'Licenses' }).waitFor()
  await page.evaluate(() => {
    console.log('a name')
    console.error('an amount')
  })
  expect(written).toEqual([])
})

test('every plain page can be read by everyone, in both themes', async () => {
  const pages: Record<string, string> = {
    '/licenses': 'Licenses',
    '/debug': 'Debug',
    '/_featureFlags': 'Feature flags',
    '/spAppstoreRedirectNotice': 'Welcome to Sextant',
    '/redirects?mode=sp&next=/connections': 'No connection was started here',
  }
  const problems: string[] = []
  for (const [path, title] of Object.entries(pages)) {
    await open(path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    for (const theme of THEMES) {
      await setTheme(page, theme)
      problems.push(...(await axeViolations(page)).map((problem) => `${path} (${theme}): ${problem}`))
    }
  }
  expect(problems).toEqual([])
})

test('without a network every frame says so, and stops saying it', async () => {
  for (const path of ['/auth/logIn', '/licenses', '/_featureFlags']) {
    await open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const warning = page.getByText('Please check your internet connection.')
    // What says it is loaded after the page, and could not be any more.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await warning.waitFor()
    await context.setOffline(false)
    await warning.waitFor({ state: 'detached' })
  }
})

test('signing up asks for consent to the documents that there are, and only to them', async () => {
  await open('/auth/register')
  await page.getByText('I agree that my account and the files I import are stored on this server.').waitFor()
  await expect.poll(() => page.locator('main a[target=_blank]').count()).toBe(0)
  await page.route('**/meta', async (route) => {
    const answer = await route.fetch()
    const documents = { termsUrl: 'https://example.com/terms', cookiesUrl: 'https://example.com/cookies' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...documents } })
  })
  await page.reload()
  await page.getByText('I agree to the terms and the cookie policy.').waitFor()
  await expect
    .poll(() => page.locator('main a[target=_blank]').allInnerTexts())
    .toEqual(['Terms', 'Cookie policy'])
})

test('a company without data has its settings, and its dashboards say what they wait for', async () => {
  const company = await newcomer('Empty')
  await page.setViewportSize(WINDOWS.wide)
  await open(`/${company.id}/companySettings/general`)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const statement = sidebar.getByRole('link', { name: 'Profit and loss. Import a report file first.' })
  await statement.waitFor()
  await expect.poll(() => statement.getAttribute('aria-disabled')).toBe('true')
  await statement.click({ force: true })
  expect(new URL(page.url()).pathname).toBe(`/${company.id}/companySettings/general`)
  await page.mouse.move(0, 0)
  await statement.hover()
  await page.getByRole('tooltip').filter({ hasText: 'Import a report file first.' }).waitFor()
  const entries = await sidebar.getByRole('link').allInnerTexts()
  expect(entries.slice(-3)).toEqual(['Licenses', 'Debug', 'Sign out'])
})

formTest('whoever only looks sees why files are taken from others alone', async () => {
  const company = await createCompany(server.installation.services.accounts, { name: 'Looked at' })
  await accountOf(server, [company.id], { email: 'keeper@example.com' })
  const viewer = await accountOf(server, [company.id], { email: 'viewer@example.com', role: 'VIEWER' })
  await newContext(await signIn(browser, server, viewer))
  await open(`/${company.id}/import`)
  const reason = 'Only managers and owners may do this. You are a viewer.'
  await page.getByText(reason).waitFor()
  const button = page.getByRole('button', { name: 'Choose files' })
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
})

formTest('the licences of everything that ships are one text file', async () => {
  await open('/licenses')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download third-party licences' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('third-party-licenses.txt')
  const response = await fetch(`${server.address}/third-party-licenses.txt`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

formTest('the debug page says what answers, and when nothing does', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/trpc/observability.status.get*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await open('/debug')
  await page.getByText('Loading rates ...').waitFor()
  answer()
  const valueOf = (term: string) => page.locator(`dt:text-is("${term}") + dd`)
  await valueOf('Server status').filter({ hasText: 'Operational' }).waitFor()
  await expect.poll(() => valueOf('1 EUR').innerText()).toMatch(/^1\.\d{4} USD/)
  const id = await valueOf('Reconciliation ID').innerText()
  expect(id).toMatch(/^[\da-f-]{36}$/)
  await expect.poll(() => valueOf('Detailed logging supported').innerText()).toBe('No')
  await expect.poll(() => valueOf('Production').innerText()).toBe('Yes')

  await page.unroute('**/trpc/observability.status.get*')
  await page.route('**/trpc/observability.status.get*', (route) => route.abort())
  await page.reload()
  await valueOf('Server status').filter({ hasText: 'Error' }).waitFor()
  await expect.poll(() => valueOf('Reconciliation ID').innerText()).toBe(id)
})

formTest('a crash on purpose is told once, without its message', async () => {
  log.length = 0
  const written: string[] = []
  page.on('console', (message) => message.type() === 'error' && written.push(message.text()))
  page.on('pageerror', (error) => written.push(error.message))
  await open('/__internalTestErrorCapture')
  await page.getByRole('heading', { name: 'Unexpected Error' }).waitFor()
  await expect.poll(() => log.filter((line) => line.startsWith('A page crashed'))).toHaveLength(1)
  expect(log[0]).toContain('__internalTestErrorCapture')
  expect(log[0]).toContain('[redacted]')
  // Whatever else notices the same crash does so right away.
  await page.waitForTimeout(500)
  expect(log).toHaveLength(1)
  expect(written).toEqual([])
})

formTest('pre-release features stay switched on after signing out', async () => {
  await newcomer('Flags')
  await open('/_featureFlags')
  const box = page.getByRole('checkbox', { name: 'Enable pre-release features' })
  await page.getByText('Enable pre-release features').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/onboarding/)
  await open('/auth/signOut')
  await page.waitForURL(/\/auth\/logIn$/)
  await open('/_featureFlags')
  await expect.poll(() => box.isChecked()).toBe(true)
})

formTest(
  "from Amazon's app store somebody without a session comes to the sign-in, and then to its connections",
  async () => {
    await open('/spAppstoreRedirectNotice')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL(/\/auth\/logIn$/)
    const company = await newcomer('Store')
    await open('/amazon')
    await page.waitForURL(new RegExp(`/${company.id}/connections$`))
  },
)

formTest(
  'leaving companies without data signs out, and the next visit begins with the questions',
  async () => {
    const company = await newcomer('Mistake')
    await open('/leaveUnconnectedCompanies')
    await page.waitForURL(/\/auth\/logIn$/)
    expect(await listMembers(server.installation.services.accounts, company)).toEqual([])
  },
)

formTest(
  'who comes while the first file is being read waits, and then comes to where they wanted to go',
  async () => {
    const { id } = await newcomer('Waiting')
    const { services, queue } = server.installation
    const company = (await getCompany(services.accounts, id))!
    const stored = await services.files.put(id, Readable.from([Buffer.from(SETTLEMENT)]))
    const record = await queueImport(services.accounts, company, {
      fileName: 'march.txt',
      fileSha256: stored.sha256,
      fileBytes: stored.bytes,
      requested: {},
    })
    await page.clock.install()
    const wanted = `/${id}/profitAndLoss/transaction?startDate=2026-03-01&endDate=2026-03-31`
    await open(wanted)
    await page.waitForURL(/\/syncInProgress$/)
    await page.getByRole('heading', { name: 'Your Amazon data is loading.' }).waitFor()
    const problems: string[] = []
    for (const theme of THEMES) {
      await setTheme(page, theme)
      problems.push(...(await axeViolations(page)))
    }
    expect(problems).toEqual([])
    await queue.add(id, record.id)
    expect(new URL(page.url()).pathname).toBe('/syncInProgress')
    await page.clock.runFor(60_000)
    await page.waitForURL((url) => url.pathname === `/${id}/profitAndLoss/transaction`)
    expect(new URL(page.url()).searchParams.get('endDate')).toBe('2026-03-31')
    // Nothing is waited for any more.
    await open('/syncInProgress')
    await page.waitForURL((url) => url.pathname === `/${id}/profitAndLoss/transaction`)
  },
)

const SETTLEMENT = oneSaleFile()
