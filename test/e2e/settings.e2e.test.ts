import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCompany, getCompany, invite, waitingMails } from '#server/accounts/index.ts'
import { newestMail, outboxOf } from '#server/mail/outbox.ts'
import type { RunningServer } from '#server/main.ts'
import { StopLinks } from '#server/scheduled-mails/stop-links.ts'
import { STOP_PATH } from '#server/scheduled-mails/stop-routes.ts'
import { secretKeyOf } from '#server/secret-key.ts'
import { axeViolations, exportedCsv, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { sale, v2File } from '#test/support/settlement-file.ts'
import { accountOf, signIn, signInOn } from '#test/support/signed-in.ts'
import { callAs } from './call-as.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const SETTLEMENT = v2File({
  id: '92000000001',
  start: '2026-03-01',
  end: '2026-03-31',
  currency: 'EUR',
  entries: sale({
    marketplace: 'Amazon.de',
    order: '304-0000000-0000001',
    at: '2026-03-10 10:00:00',
    units: 1,
    amounts: { 'ItemPrice Principal': '119.00' },
  }),
})
const MARCH = 'startDate=2026-03-01&endDate=2026-03-31&currencyCode=EUR'
const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']

let story: Story
let dataDir: string
let server: RunningServer
let browser: Browser
let companyId: string
let otherId: string
let doomedId: string
let storageState: Awaited<ReturnType<typeof signIn>>
let mishaps: string[]

beforeAll(async () => {
  story = await startStory({
    SEXTANT_LIMIT_SIGN_INS_PER_MINUTE: '1000',
    SEXTANT_LIMIT_ANSWERS_PER_MINUTE: '1000',
  })
  ;({ server, browser, dataDir, log: mishaps } = story)
  const { accounts } = server.installation.services
  companyId = (await createCompany(accounts, { name: 'Acme Outdoor', defaultCurrency: 'EUR' })).id
  otherId = (await createCompany(accounts, { name: 'Zebra Toys' })).id
  doomedId = (await createCompany(accounts, { name: 'Doomed Goods' })).id
  for (const id of [companyId, otherId, doomedId]) await importText(server, id, SETTLEMENT)
  const owner = await accountOf(server, [companyId, otherId, doomedId])
  storageState = await signIn(browser, server, owner)
})

afterAll(() => story?.end())

let opened: Page[] = []
afterEach(async () => {
  for (const page of opened) await page.context().close()
  opened = []
  expect(mishaps).toEqual([])
})

/** A window of its own; what goes wrong in it fails the test. */
async function newPage(options: { state?: typeof storageState; size?: keyof typeof WINDOWS } = {}) {
  const context = await browser.newContext({
    viewport: WINDOWS[options.size ?? 'wide'],
    ...(options.state && { storageState: options.state }),
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => mishaps.push(error.message))
  opened.push(page)
  return page
}

const url = (path: string) => server.address + path
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
/** The button in the header that says which company it is. */
const selector = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`\\b${name}(?: Company)?$`) })
const dialog = (page: Page) => page.getByRole('alertdialog')

const SETTINGS_PAGES = [
  'userSettings/personalDetails',
  'userSettings/password',
  'userSettings/mfa',
  'userSettings/sessions',
  'companySettings/general',
  'companySettings/sqp',
  'companySettings/team',
  'subscription',
]

/** Opens a page of settings, and waits until it has read what it shows. */
async function openSettings(page: Page, path: string, company = companyId): Promise<void> {
  await page.goto(url(`/${company}/${path}`))
  await page.locator('main section h2').first().waitFor()
  await page.locator('main[aria-busy=false]').waitFor()
}

/** The value of a line of the statement of March. */
async function lineOf(page: Page, label: string): Promise<string> {
  await page.goto(url(`/${companyId}/profitAndLoss/transaction?${MARCH}`))
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
  return (await row.first().getByRole('gridcell').first().innerText()).trim()
}

test('an address without a company leads to the selected one, and an area to its first page', async () => {
  const page = await newPage({ state: storageState })
  for (const [path, to] of [
    ['/userSettings', 'userSettings/personalDetails'],
    ['/userSettings/mfa', 'userSettings/mfa'],
    ['/companySettings', 'companySettings/general'],
    ['/companySettings/team', 'companySettings/team'],
    ['/subscription', 'subscription'],
  ]) {
    await page.goto(url(path!))
    await page.waitForURL(new RegExp(`/[0-9a-f-]{36}/${to}$`))
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

test('a mail is switched on, stays on, and is ended by the one button behind its link', async () => {
  const { accounts } = server.installation.services
  const page = await newPage({ state: storageState })
  await openSettings(page, 'userSettings/personalDetails')
  const digest = page.getByRole('switch', { name: 'Daily digest' })
  await page.getByText('Daily digest', { exact: true }).click()
  await says(page, /In GBP, by the time of /)
  await page.getByText('Files of the month', { exact: true }).click()
  await says(page, /Journals: CSV\. By the time of /)
  await page.getByRole('button', { name: /Journals for/ }).click()
  await page.getByRole('option', { name: 'DATEV' }).click()
  await says(page, /Journals: DATEV\. By the time of /)
  await page.reload()
  await expect.poll(() => digest.isChecked()).toBe(true)
  await says(page, /Journals: DATEV\. By the time of /)
  const [mail] = await waitingMails(accounts, {
    sentBefore: { DAILY_DIGEST: '2100-01-01', WEEKLY_REVIEW: '2100-01-01', MONTH_PACKAGE: '2100-01-01' },
    failedBefore: new Date(),
    company: { id: companyId },
  })
  const links = new StopLinks(await secretKeyOf(dataDir, undefined))
  await page.goto(url(`${STOP_PATH}/${links.tokenOf(mail!)}`))
  await says(page, 'Stop the daily digest?')
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await says(page, 'You will not get the daily digest any more.')
  await openSettings(page, 'userSettings/personalDetails')
  await expect.poll(() => digest.isChecked()).toBe(false)
})

test('everybody can use the pages, in both themes and in the smallest window', async () => {
  const { accounts } = server.installation.services
  await invite(
    accounts,
    { id: companyId },
    {
      email: 'a.rather.long.address.of.somebody@example.com',
      role: 'MANAGER',
      invitedBy: 'operator',
      now: new Date(),
    },
  )
  const page = await newPage({ state: storageState })
  const problems: string[] = []
  if (PHOTOGRAPHS) await mkdir(PHOTOGRAPHS, { recursive: true })
  for (const path of SETTINGS_PAGES) {
    await openSettings(page, path)
    for (const theme of THEMES) {
      await setTheme(page, theme)
      for (const [size, viewport] of Object.entries(WINDOWS)) {
        await page.setViewportSize(viewport)
        problems.push(...(await axeViolations(page)).map((problem) => `${path} (${theme}): ${problem}`))
        if (!PHOTOGRAPHS) continue
        await page.screenshot({ path: join(PHOTOGRAPHS, `${path.replace('/', '-')}-${theme}-${size}.png`) })
      }
    }
  }
  expect(problems).toEqual([])
})

test('what has no exchange rate is said where notes lead to, with what can be done', async () => {
  // Before the first day that comes with the product, so that it stays without.
  const ofJuly = v2File({
    id: '92000000002',
    start: '2021-07-01',
    end: '2021-07-15',
    currency: 'AUD',
    entries: sale({
      marketplace: 'Amazon.com.au',
      order: '504-0000000-0000001',
      at: '2021-07-10 10:00:00',
      units: 1,
      amounts: { 'ItemPrice Principal': '50.00' },
    }),
  })
  await importText(server, otherId, ofJuly)
  const page = await newPage({ state: storageState, size: 'smallest' })
  await openSettings(page, 'companySettings/general#rates', otherId)
  const part = page.locator('#rates')
  await part.getByText(/^AUD: no rate on 1 day with amounts, 10 Jul 2021\./).waitFor()
  await expect.poll(async () => Math.abs((await part.boundingBox())?.y ?? 1_000)).toBeLessThan(200)
  await part.getByText('This installation does not fetch new rates.').waitFor()
  const used = part.getByRole('table', { name: 'Exchange rates in use' })
  await expect.poll(() => used.getByRole('rowheader').allInnerTexts()).toEqual(['EUR', 'AUD'])
  await expect
    .poll(() => used.getByRole('row', { name: /AUD/ }).innerText())
    .toContain('European Central Bank')
  await part.getByRole('button', { name: 'Other currencies' }).click()
  const others = part.getByRole('table', { name: 'Other currencies' })
  await expect
    .poll(() => others.getByRole('row', { name: /AED/ }).innerText())
    .toContain('peg of 3.6725 to the dollar')
  await expect.poll(() => others.getByRole('row', { name: /EGP/ }).innerText()).toContain('No source')
  if (PHOTOGRAPHS) {
    await mkdir(PHOTOGRAPHS, { recursive: true })
    for (const theme of THEMES) {
      await setTheme(page, theme)
      for (const [size, viewport] of Object.entries(WINDOWS)) {
        await page.setViewportSize(viewport)
        await part.evaluate((element) => element.scrollIntoView())
        await page.screenshot({ path: join(PHOTOGRAPHS, `exchange-rates-${theme}-${size}.png`) })
      }
    }
    await page.setViewportSize(WINDOWS.smallest)
  }
  await part.getByRole('link', { name: 'Import rates' }).click()
  await page.waitForURL(/\/import$/)
})

test('a brand name is taken out once the one before it has gone', async () => {
  const page = await newPage({ state: storageState })
  await openSettings(page, 'companySettings/sqp')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })
  for (const name of ['acme', 'akme', 'acne']) {
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Add name' }).click()
    await remove(name).waitFor()
  }
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(/setBrandAliases/, async (route) => {
    await held
    await route.continue()
  })
  await remove('acme').click()
  await expect.poll(() => remove('akme').isDisabled()).toBe(true)
  go()
  await remove('acme').waitFor({ state: 'detached' })
  await remove('akme').click()
  await remove('akme').waitFor({ state: 'detached' })
  await page.reload()
  await remove('acne').waitFor()
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(1)
})

test('a VAT rate says what it changes, changes it, and is in the history', async () => {
  const page = await newPage({ state: storageState })
  expect(await lineOf(page, 'VAT in sales')).toBe('−19')

  await openSettings(page, 'companySettings/general')
  const rate = form(page, 'Add a VAT rate')
  await rate.getByRole('button', { name: 'Add rate' }).click()
  await says(page, 'Choose a marketplace.')
  await rate.getByRole('button', { name: /Marketplace/ }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await rate.getByLabel('From').fill('2026-01-01')
  await rate.getByLabel('Rate', { exact: true }).fill('7')
  await rate.getByRole('button', { name: 'Add rate' }).click()
  await says(page, 'VAT in sales, net sales and every result below them in Germany.')
  await says(page, 'Applies from 1 Jan 2026.')
  await dialog(page).getByRole('button', { name: 'Go back' }).click()
  await rate.getByRole('button', { name: 'Add rate' }).click()
  await dialog(page).getByRole('button', { name: 'Save and recalculate' }).click()
  await page.getByRole('button', { name: 'Remove the rate of Germany, from 1 Jan 2026' }).waitFor()
  await page.getByRole('row', { name: /VAT rates none DE 7% from 1 Jan 2026/ }).waitFor()

  // The page that was read before shows what holds now.
  expect(await lineOf(page, 'VAT in sales')).toBe('−8')

  await openSettings(page, 'companySettings/general')
  await page.getByRole('button', { name: 'Remove the rate of Germany, from 1 Jan 2026' }).click()
  await dialog(page).getByRole('button', { name: 'Save and recalculate' }).click()
  await says(page, 'Only the standard rates apply.')
  // The button that did it has gone with its row.
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H2')
  expect(await lineOf(page, 'VAT in sales')).toBe('−19')
})

formTest(
  'who is invited joins on sign-in, and is refused what the role forbids until it is another role',
  async () => {
    const ownerPage = await newPage({ state: storageState })
    await openSettings(ownerPage, 'companySettings/team')
    const email = 'vera@example.com'
    const inviting = form(ownerPage, 'Invite someone')
    await inviting.getByLabel('Email').fill('vera')
    await inviting.getByRole('button', { name: 'Invite', exact: true }).click()
    await says(ownerPage, 'Provide a valid email address.')
    await inviting.getByLabel('Email').fill(email)
    await inviting.getByRole('button', { name: 'Invite', exact: true }).click()
    const invited = ownerPage.getByRole('row').filter({ hasText: email })
    await invited.getByRole('button', { name: 'Send again' }).click()
    await says(ownerPage, `The invitation to ${email} was sent again.`)
    const outbox = outboxOf(dataDir)
    await expect.poll(async () => (await newestMail(outbox, email))?.subject).toContain('Acme Outdoor')

    const page = await newPage()
    await signInOn(page, server, await accountOf(server, [], { email }))
    await openSettings(page, 'companySettings/general')
    await says(page, 'Only managers and owners may do this. You are a viewer.')
    const company = form(page, 'Company')
    await expect.poll(() => company.getByLabel('Company name').isDisabled()).toBe(true)
    await company.getByRole('button', { name: 'Save' }).focus()
    await page
      .getByRole('tooltip', { name: 'Only managers and owners may do this. You are a viewer.' })
      .waitFor()
    expect(await callAs(page, 'companies.set', { companyId, name: 'Vera Ltd' })).toBe('ROLE_TOO_SMALL')
    expect(await callAs(page, 'companySettings.deleteCompany', { companyId, name: 'Acme Outdoor' })).toBe(
      'ROLE_TOO_SMALL',
    )

    await openSettings(ownerPage, 'companySettings/team')
    await ownerPage.getByRole('button', { name: /^Role of .* Viewer$/ }).click()
    await ownerPage.getByRole('option', { name: 'Manager' }).click()
    await says(ownerPage, 'Robin Example is now manager.')
    expect(await exportedCsv(ownerPage)).toMatch(new RegExp(`\r\nRobin Example,${email},Manager,20`))

    await openSettings(page, 'companySettings/general')
    await company.getByLabel('Company name').fill('Acme Outdoors')
    await company.getByRole('button', { name: 'Save' }).click()
    await selector(page, 'Acme Outdoors').waitFor()
    await company.getByLabel('Company name').fill('Acme Outdoor')
    await company.getByRole('button', { name: 'Save' }).click()
    await selector(page, 'Acme Outdoor').waitFor()
    await openSettings(page, 'companySettings/team')
    await says(page, 'Only owners may do this. You are a manager.')

    const row = ownerPage.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: 'Remove' }).click()
    await dialog(ownerPage).getByRole('button', { name: 'Remove member' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await callAs(page, 'companies.set', { companyId, name: 'Vera Ltd' })).toBe('COMPANY_UNKNOWN')

    // The link of an invitation is good for whoever is signed in already.
    await inviting.getByLabel('Email').fill(email)
    await inviting.getByRole('button', { name: 'Invite', exact: true }).click()
    await invited.getByRole('button', { name: 'Withdraw' }).waitFor()
    await page.goto(url('/auth/register'))
    await selector(page, 'Acme Outdoor').waitFor()
  },
)

formTest('a company is deleted after its name was typed, and its owner goes on with another', async () => {
  const { accounts } = server.installation.services
  const page = await newPage({ state: storageState })
  await openSettings(page, 'companySettings/general', doomedId)
  await page.getByRole('button', { name: 'Delete company' }).click()
  const confirm = dialog(page).getByRole('button', { name: 'Delete company' })
  await dialog(page).getByRole('textbox').fill('Doomed goods')
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
  await dialog(page).getByRole('textbox').fill('Doomed Goods')
  await page.locator('[role=alertdialog] button:not([aria-disabled]):has-text("Delete company")').click()

  await page.waitForURL(`**/companyDeletion/${doomedId}`)
  await page.getByRole('heading', { level: 1, name: 'The company is deleted' }).waitFor()
  // The button that was pressed is gone, and the word that it was working stays in an announcement for some seconds.
  expect(await axeViolations(page, ['role-img-alt'])).toEqual([])
  if (PHOTOGRAPHS) await page.screenshot({ path: join(PHOTOGRAPHS, 'deletion.png') })
  expect(await getCompany(accounts, doomedId)).toBeUndefined()
  await page.getByRole('button', { name: 'Go to the start page' }).click()
  await page.waitForURL('**/profitAndLoss/transaction**')
  expect(page.url()).not.toContain(doomedId)
  await page.goto(url(`/${doomedId}/companySettings/general`))
  await says(page, "This page doesn't exist or has moved")
})

formTest('password, authenticator app, devices and sessions are changed, and the account ends', async () => {
  const account = await accountOf(server, [companyId], { email: 'pat@example.com', role: 'VIEWER' })
  const page = await newPage()
  await signInOn(page, server, account)

  await openSettings(page, 'userSettings/password')
  const password = form(page, 'Password')
  const next = 'Another-horse-43-battery'
  await password.getByLabel('Current password').fill('wrong')
  await password.getByLabel('New password').fill('short')
  await password.getByRole('button', { name: 'Change password' }).click()
  await says(page, /^Provide a password between 10 and 100 characters/)
  await password.getByLabel('New password').fill(next)
  await password.getByRole('button', { name: 'Change password' }).click()
  await says(page, 'The current password is wrong.')
  await password.getByLabel('Current password').fill(account.password)
  await password.getByRole('button', { name: 'Change password' }).click()
  await says(page, 'Password changed.')

  await openSettings(page, 'userSettings/mfa')
  await says(page, 'Off: your password is all you need.')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(' ', '')
  const app = form(page, 'Authenticator app')
  await app.getByLabel('Device name').fill('My phone')
  await app.getByLabel('Verification code').fill('000000')
  await app.getByRole('button', { name: 'Turn on' }).click()
  await says(page, 'Invalid code. Please try again.')
  await app.getByLabel('Verification code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await app.getByRole('button', { name: 'Turn on' }).click()
  await says(page, 'On: you enter a code when you sign in.')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page).getByRole('button', { name: 'Turn off' }).click()
  await says(page, 'Off: your password is all you need.')

  await openSettings(page, 'userSettings/sessions')
  await page.getByRole('row').filter({ hasText: 'This browser' }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL('**/auth/logIn')

  await signInOn(page, server, { ...account, password: next })
  await openSettings(page, 'userSettings/personalDetails')
  await form(page, 'Personal details').getByLabel('Name', { exact: true }).fill('Pat Example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: /Pat Example/ }).waitFor()

  await page.getByRole('button', { name: 'Delete account' }).click()
  await dialog(page).getByRole('textbox').fill(account.email)
  await page.locator('[role=alertdialog] button:not([aria-disabled]):has-text("Delete account")').click()
  await page.waitForURL('**/auth/logIn')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page, 'Invalid email or password.')
})

formTest('another company shows the page that is open, without what belongs to the former', async () => {
  const page = await newPage({ state: storageState })
  await openSettings(page, 'companySettings/team')
  await selector(page, 'Acme Outdoor').click()
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('zebra')
  await page.getByRole('option', { name: 'Acme Outdoor' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${otherId}/companySettings/team`)
  await says(page, 'Who sees Zebra Toys.')

  await page.goto(url(`/${companyId}/profitAndLoss/transaction?${MARCH}&marketplaces=DE&explain=netSales`))
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  await selector(page, 'Acme Outdoor').click()
  await page.getByRole('option', { name: 'Zebra Toys' }).click()
  await page.waitForURL((address) => address.pathname.startsWith(`/${otherId}/`))
  await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).toBe('2026-03-01')
  expect(new URL(page.url()).searchParams.get('explain')).toBeNull()
})

formTest('settings are changed and people invited by keyboard alone in the smallest window', async () => {
  const page = await newPage({ state: storageState, size: 'smallest' })
  await openSettings(page, 'companySettings/general')
  const tabTo = async (name: RegExp | string) => {
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return (
          element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent
        )
      })
      if (label && (typeof name === 'string' ? label === name : name.test(label)))
        return page.locator(':focus')
    }
    throw new Error(`The tab key does not reach ${String(name)}.`)
  }
  const lead = await tabTo('Lead time')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('45')
  await page.keyboard.press('Enter')
  await says(page, 'Lead times saved.')
  await expect.poll(() => lead.inputValue()).toBe('45')

  await lead.press('ControlOrMeta+a')
  await page.keyboard.type('46')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type('team')
  await page.keyboard.press('Enter')
  // What is typed is not left without a question.
  await dialog(page).getByRole('button', { name: 'Discard and leave' }).press('Enter')
  await page.waitForURL('**/companySettings/team')
  await tabTo('Email')
  await page.keyboard.type('keys@example.com')
  await tabTo(/Viewer/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo('Invite')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'keys@example.com' })
  await row.getByText('Manager').waitFor()
  await tabTo('Withdraw')
  const { y, height } = (await page.locator(':focus').boundingBox())!
  expect(y + height).toBeLessThanOrEqual(WINDOWS.smallest.height)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Invitations')
})
