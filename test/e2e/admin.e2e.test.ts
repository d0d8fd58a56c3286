import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany, getCompany, queueImport, saveCrashReport } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { settlementFile } from '#test/cli/run-sextant.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const FIVE_MINUTES_MS = 5 * 60_000

let story: Story
let server: RunningServer
let browser: Browser
let states: Record<'admin' | 'member', Awaited<ReturnType<typeof signIn>>>
let acme: string
let bolt: string
const contexts: BrowserContext[] = []
const mishaps: string[] = []

beforeAll(async () => {
  story = await startStory({ SEXTANT_SUPPORT_EMAIL: 'help@example.com' })
  ;({ server, browser } = story)
  acme = await companyWith(
    'Acme Outdoor Equipment and Everything for Long Journeys',
    'march.txt',
    settlementFile,
  )
  bolt = await companyWith('Bolt', 'a very long name of a file that nobody can read.txt', 'not a report')
  const { accounts } = server.installation.services
  const stack = 'TypeError: [redacted]\n    at load (http://localhost:4600/assets/index-abc.js:1:2)'
  for (const reconciliationId of ['7f0c3c1e-1111-4a4b-9d0f-3d1f6b2a9c55', 'another-browser'])
    await saveCrashReport(
      accounts,
      {
        name: 'TypeError',
        stack,
        browserPathname: `/${acme}/import`,
        clientCompanyId: acme,
        reconciliationId,
      },
      { network: 'test' },
      new Date(),
    )
  const admin = await accountOf(server, [], { email: 'admin@example.com', isAdmin: true })
  const member = await accountOf(server, [acme, bolt], { email: 'member@example.com' })
  states = { admin: await signIn(browser, server, admin), member: await signIn(browser, server, member) }
})

afterAll(() => story?.end())

beforeEach(() => void (mishaps.length = 0))
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(mishaps).toEqual([])
})

async function companyWith(name: string, fileName: string, content: string): Promise<string> {
  const { services, queue } = server.installation
  const { id } = await createCompany(services.accounts, { name })
  const stored = await services.files.put(id, Readable.from([Buffer.from(content)]))
  const record = await queueImport(services.accounts, (await getCompany(services.accounts, id))!, {
    fileName,
    fileSha256: stored.sha256,
    fileBytes: stored.bytes,
    requested: {},
  })
  await queue.add(id, record.id)
  return id
}

/** The browser of the administrator, or of somebody who is a member of both companies. */
async function browserOf(
  who: 'admin' | 'member',
  viewport: { width: number; height: number } = WINDOWS.wide,
) {
  const context = await browser.newContext({
    storageState: states[who],
    viewport,
  })
  contexts.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => mishaps.push(error.message))
  return page
}

const admin = (page: Page, name: string) => page.goto(`${server.address}/admin/${name}`)
const pathOf = (page: Page) => new URL(page.url()).pathname

async function isAccessible(page: Page, what: string): Promise<void> {
  const folder = process.env['SEXTANT_TEST_PHOTOGRAPHS']
  for (const theme of THEMES) {
    await setTheme(page, theme)
    if (folder) await page.screenshot({ path: join(folder, `admin-${what}-${theme}.png`) })
    // What buttons announced while they waited may name elements that are gone by now.
    expect(await axeViolations(page, ['role-img-alt']), `${what}, ${theme}`).toEqual([])
  }
}

test('only administrators find the way to the platform, and it starts with the brands', async () => {
  const member = await browserOf('member')
  await member.goto(`${server.address}/admin/jobs`)
  await member.waitForURL(/\/profitAndLoss\/transaction/)
  await member.getByRole('link', { name: 'Import', exact: true }).waitFor()
  await expect.poll(() => member.getByRole('link', { name: 'Platform' }).count()).toBe(0)

  // This administrator belongs to no company.
  const page = await browserOf('admin')
  await page.goto(`${server.address}/_admin`)
  await page.getByRole('row', { name: /Bolt/ }).waitFor()
  expect(pathOf(page)).toBe('/admin/companies')
  expect(await page.title()).toBe('Brands · Platform · Sextant')
  await page.getByRole('link', { name: 'Platform' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0)
  await isAccessible(page, 'brands')

  await page.getByRole('searchbox', { name: /Search name/ }).fill('acme out')
  await page.waitForURL(/search=acme/)
  await page.getByRole('row', { name: /Bolt/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('row', { name: /Bolt/ }).waitFor()
  await page.getByRole('columnheader', { name: 'Originals' }).click()
  await page.waitForURL(/sort=ORIGINAL_BYTES/)

  await page.getByRole('gridcell', { name: 'member@example.com' }).first().click()
  await page.getByRole('complementary', { name: /Acme|Bolt/ }).waitFor()
  await isAccessible(page, 'brand')
})

formTest(
  'an administrator without a second factor reads on every page of the platform what is missing',
  async () => {
    const account = await accountOf(server, [acme], { isAdmin: true })
    const context = await browser.newContext({
      storageState: await signIn(browser, server, { ...account, isAdmin: false }),
      viewport: WINDOWS.smallest,
    })
    contexts.push(context)
    const page = await context.newPage()
    await page.goto(`${server.address}/${acme}/import`)
    await page.getByRole('link', { name: 'Platform' }).click()
    for (const name of ['companies', 'jobs', 'maintenance']) {
      await admin(page, name)
      await page.getByText('Platform administrators need a second factor.').first().waitFor()
    }
    await isAccessible(page, 'without-second-factor')
  },
)

test('who is blocked is led away within five minutes, and comes back when that is over', async () => {
  const member = await browserOf('member')
  await member.clock.install()
  await member.goto(`${server.address}/${acme}/profitAndLoss/transaction`)
  await member.getByRole('treegrid').waitFor()

  const page = await browserOf('admin')
  await admin(page, `companies?company=${acme}`)
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /Reason/ }).click()
  await page.getByRole('option', { name: 'The licence has expired' }).click()
  await isAccessible(page, 'block')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('gridcell', { name: 'Licence expired' }).waitFor()

  await member.clock.fastForward(FIVE_MINUTES_MS)
  await member.getByRole('heading', { name: 'Access revoked.' }).waitFor()
  expect(pathOf(member)).toBe('/blocked')
  await member.getByText('The account does not have access or its subscription has ended.').waitFor()
  await isAccessible(member, 'blocked')
  // No address of the company leads around it; another company is open.
  await member.goto(`${server.address}/${acme}/import`)
  await member.waitForURL(/\/blocked/)
  await member.getByRole('button', { name: /Acme.*Company/ }).click()
  await member.getByRole('option', { name: 'Bolt' }).click()
  await member.waitForURL((url) => url.pathname !== '/blocked')
  await member.goto(`${server.address}/${acme}/import`)
  await member.waitForURL(/\/blocked/)

  // Administrators look into it, and are warned.
  await page.getByRole('link', { name: 'Open as this company' }).click()
  await page
    .getByText(
      'Accessing a blocked company. Warning: data may be partially synced or have a large performance impact.',
    )
    .waitFor()
  await page.getByRole('treegrid').waitFor()
  await isAccessible(page, 'foreign')

  await admin(page, `companies?company=${acme}`)
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
  await member.clock.fastForward(FIVE_MINUTES_MS)
  // To where they wanted to go.
  await member.waitForURL(`${server.address}/${acme}/import`)
  await member.getByRole('heading', { level: 1, name: 'Import' }).waitFor()
})

formTest(
  'an administrator without a company chooses a currency on the way into one, and arrives',
  async () => {
    const page = await browserOf('admin')
    await admin(page, `companies?company=${acme}`)
    await page.evaluate(`localStorage.removeItem('sextant.currencyPreference')`)
    await page.reload()
    await page.getByRole('link', { name: 'Open as this company' }).click()
    await page.waitForURL(/\/currencyPreference/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${server.address}/${acme}/profitAndLoss/transaction`)
    await page.getByRole('treegrid').waitFor()
  },
)

formTest('a question too long for an address is sent as a body, and answered', async () => {
  const page = await browserOf('member')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/trpc/profitAndLoss.getData'))
      asked.push(`${request.method()} ${request.url().length > 2_083 ? 'long' : 'short'}`)
  })
  const products = Array.from({ length: 80 }, (_, n) => `A-RATHER-LONG-SKU-OF-A-PRODUCT-${n}`)
  const dates = 'startDate=2026-03-01&endDate=2026-03-31'
  const answered = page.waitForResponse((response) => response.url().includes('profitAndLoss.getData'))
  await page.goto(
    `${server.address}/${acme}/profitAndLoss/transaction?${dates}&products=${encodeURIComponent(products.join(','))}`,
  )
  expect((await answered).status()).toBe(200)
  expect(new Set(asked)).toEqual(new Set(['POST short']))
})

formTest('licences, jobs, crashes and what was done are all to be seen', async () => {
  const page = await browserOf('admin')
  await admin(page, 'licenses')
  const ai = page.getByRole('switch', { name: 'AI of Bolt' })
  await ai.waitFor()
  await isAccessible(page, 'licenses')
  await page.getByText('AI of Bolt').locator('..').locator('..').click()
  await expect.poll(() => ai.isChecked()).toBe(false)
  await page.getByRole('link', { name: 'Subscriptions' }).click()
  await page.getByRole('row', { name: /Bolt.*2 of 3 licences/ }).waitFor()
  await isAccessible(page, 'subscriptions')

  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('button', { name: /^State/ }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.getByRole('row', { name: /nobody can read.*Refused/ }).waitFor()
  // The refused one was on the list before it was filtered, too.
  await page.getByRole('row', { name: /march/ }).waitFor({ state: 'detached' })
  await isAccessible(page, 'jobs')

  await page.getByRole('link', { name: 'Crash reports' }).click()
  await page.getByRole('gridcell', { name: /assets/ }).click()
  await page.getByRole('complementary', { name: 'TypeError' }).getByText('another-browser').waitFor()
  await isAccessible(page, 'crashes')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('searchbox', { name: 'Address of a person' }).fill('admin@')
  await page.getByRole('button', { name: /^Event/ }).click()
  await page.getByRole('option', { name: 'Administration' }).click()
  await page.getByRole('row', { name: /Switched a licence.*Bolt.*is on: no/ }).waitFor()
  await isAccessible(page, 'audit-log')
})

formTest('maintenance closes the installation to others until it is ended', async () => {
  const page = await browserOf('admin')
  await admin(page, 'maintenance')
  await page.getByLabel(/Note/).fill('Moving to a larger disk')
  await isAccessible(page, 'maintenance')
  await page.getByRole('button', { name: 'Start maintenance' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start maintenance' }).click()
  await page.getByRole('heading', { name: 'Under maintenance' }).waitFor()
  await page.getByText('Moving to a larger disk').waitFor()
  // While it fades, the page behind it is hidden from readers.
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await isAccessible(page, 'under-maintenance')
  const meta = () => page.evaluate(async () => (await fetch('/meta')).json())
  expect(await meta()).toMatchObject({ isUnderMaintenance: true })
  await page.getByRole('button', { name: 'End maintenance' }).click()
  await page.getByRole('heading', { name: 'The installation is open' }).waitFor()
  expect(await meta()).toMatchObject({ isUnderMaintenance: false })
})

formTest('in the smallest window a company is blocked and let in by keyboard alone', async () => {
  const page = await browserOf('admin', WINDOWS.smallest)
  await admin(page, 'companies')
  await page.getByRole('row', { name: /Bolt/ }).waitFor()
  await isAccessible(page, 'smallest')
  const search = page.getByRole('searchbox', { name: /Search name/ })
  await search.focus()
  await page.keyboard.type('bolt')
  await page.waitForURL(/search=bolt/)
  await page.getByRole('row', { name: /Acme/ }).waitFor({ state: 'detached' })
  await tabToCell(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Bolt' }).waitFor()
  await isAccessible(page, 'smallest-brand')
  await tabToName(page, 'Block')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabToName(page, 'Block')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unblock' }).waitFor()
  await tabToName(page, 'Unblock')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await tabToName(page, 'Unblock')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
})

const TABS_MAX = 40

/** Presses Tab until a cell of a table has the focus. */
async function tabToCell(page: Page): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate(`['TH', 'TD'].includes(document.activeElement?.tagName)`)
    if (isThere) return
  }
  throw new Error('No cell was reached.')
}

async function tabToName(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(`document.activeElement?.textContent.trim()`)) === name) return
  }
  throw new Error(`"${name}" was not reached.`)
}
