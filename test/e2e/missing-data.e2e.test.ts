/** A company with a month without a file, a part of a month, money without a rate and products without a cost. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { other, sale, v2File } from '#test/support/settlement-file.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']

const sold = (marketplace: string, order: string, day: string, amount: string, fee: string, sku = 'MUG') =>
  sale({
    marketplace,
    order,
    sku,
    at: `${day} 10:00:00`,
    amounts: { 'ItemPrice Principal': amount, 'ItemFees Commission': `-${fee}` },
  })

const germany = (id: string, start: string, end: string, amount: string) =>
  v2File({
    id,
    start,
    end,
    currency: 'EUR',
    entries: [
      ...sold('Amazon.de', `304-${id}`, start, amount, '1190.00'),
      other('Storage Fee', '-119.00', `${end} 09:00:00`),
    ],
  })

const FILES = [
  germany('1', '2025-01-10', '2025-02-28', '11900.00'),
  germany('2', '2025-02-01', '2025-02-28', '9520.00'),
  germany('3', '2025-04-01', '2025-05-31', '10710.00'),
  germany('4', '2025-05-01', '2025-06-12', '8330.00'),
  // No bank that publishes for everybody has a rate of the Egyptian pound.
  v2File({
    id: '5',
    start: '2025-04-01',
    end: '2025-06-12',
    currency: 'EGP',
    entries: sold('Amazon.eg', '404-1', '2025-04-20', '100.00', '15.00', 'TEAPOT'),
  }),
]

/** Net sales of 3,000 and 1,000, and what Amazon charges for both. */
const TWO_SHOPS = v2File({
  id: '6',
  start: '2025-04-01',
  end: '2025-04-30',
  currency: 'EUR',
  entries: [
    ...sold('Amazon.de', '305-1', '2025-04-10', '3570.00', '10.00'),
    ...sold('Amazon.fr', '305-2', '2025-04-11', '1200.00', '10.00'),
    other('Subscription Fee', '-400.00', '2025-04-12 09:00:00'),
  ],
})

let story: Story
let server: RunningServer
let browser: Browser
let page: Page
let companyId: string
let twoShopsId: string
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, log: mishaps } = story)
  companyId = (await createCompany(server.installation.services.accounts, { name: 'Northwind Home' })).id
  for (const file of FILES) await importText(server, companyId, file)
  twoShopsId = (await createCompany(server.installation.services.accounts, { name: 'Two shops' })).id
  await importText(server, twoShopsId, TWO_SHOPS)
  const account = await accountOf(server, [companyId, twoShopsId])
  page = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, account),
  })
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
})

afterAll(() => story?.end())

const HALF_A_YEAR =
  'startDate=2025-01-01&endDate=2025-06-30&currencyCode=EUR&dateInterval=MONTHLY&growthType=none&summaries=total'

async function openStatement(more = '') {
  await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction?${HALF_A_YEAR}${more}`)
  await page
    .getByRole('row', { name: /^Net sales/ })
    .getByText('10,000')
    .first()
    .waitFor()
}

/** The notes over the statement, those among them that had no room. */
async function allNotes() {
  const notes = page.getByRole('list', { name: 'Notes on these numbers' })
  await notes.getByRole('button', { name: /^\d+ more$/ }).click()
  return notes
}

const textsOf = async (name: RegExp) =>
  (await page.getByRole('row', { name }).getByRole('gridcell').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  )

test('nothing missing is drawn as a number, and every dash says why', async () => {
  await openStatement('&show=amount')
  // 11,900 with 19 % VAT are 10,000; 9,520 are 8,000; 8,330 are 7,000.
  expect(await textsOf(/^Net sales/)).toEqual([
    '10,000',
    '8,000',
    '– no file for these days',
    '– no exchange rate',
    '7,000',
    '0',
    '– no exchange rate',
  ])
  // Without a cost the row stays, and says so.
  await page
    .getByRole('rowheader', { name: /^Cost of goods \(before cost of goods for some units\)$/ })
    .waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(
    expect.arrayContaining(['Jan from 10 Jan', 'Feb 2025', 'Mar no data', 'Jun to 12 Jun']),
  )
  const notes = await allNotes()
  await expect.poll(() => notes.innerText()).toMatch(/Data missing 1 Mar to 31 Mar 2025: Europe, EUR/)
  await expect.poll(() => notes.innerText()).toMatch(/No exchange rate: EGP, 20 Apr 2025/)
  await expect.poll(() => page.getByText('0 of 0').count()).toBe(0)

  await page
    .getByRole('row', { name: /^Net sales/ })
    .getByText('–')
    .nth(1)
    .click()
  const drawer = page.getByRole('complementary', { name: /Net sales/ })
  await drawer.getByText('No exchange rate.').waitFor()
  await drawer.getByText(/Without a rate: 8\d\.\d\d EGP/).waitFor()
  await page.keyboard.press('Escape')

  await notes.getByRole('link', { name: 'Import files' }).first().click()
  await page.waitForURL(/\/import/)
  expect(mishaps).toEqual([])
})

test('a warning opens exactly what it counts, and what cures it', async () => {
  await openStatement()
  const notes = await allNotes()
  await notes
    .getByRole('listitem')
    .filter({ hasText: 'Cost of goods missing for 5 units' })
    .getByRole('button', { name: 'Enter costs' })
    .click()
  const drawer = page.getByRole('complementary', { name: 'Units without a cost' })
  await drawer.getByText('5 units', { exact: true }).waitFor()
  const products = drawer.getByRole('table', { name: 'Products' })
  expect((await products.getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/))).toEqual([
    ['MUG', '4', 'rows', '4', 'units'],
    ['TEAPOT', '1', 'row', '1', 'unit'],
  ])
  await products.getByRole('button', { name: 'TEAPOT' }).click()
  await drawer.getByRole('button', { name: /404-1/ }).waitFor()
  await expect.poll(() => drawer.locator('ol > li').count()).toBe(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer.getByRole('button', { name: 'Download a template' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('product-costs.xlsx')
  await drawer.getByText('It lists 2 products without a cost.').waitFor()
  expect(await axeViolations(page)).toEqual([])

  // The address holds what is open; closing leads back to the act.
  await page.reload()
  await drawer.getByText('5 units', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
  const act = notes.getByRole('button', { name: 'Enter costs' })
  await act.focus()
  await page.keyboard.press('Enter')
  await drawer.getByText('5 units', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => act.evaluate((element) => element === document.activeElement)).toBe(true)

  await (
    await allNotes()
  )
    .getByRole('listitem')
    .filter({ hasText: 'Data missing 1 Mar to 31 Mar 2025' })
    .getByRole('link', { name: 'Import files' })
    .click()
  const alert = page.getByText(/^No file for 1 Mar to 31 Mar 2025/)
  await page.getByText('No file for 1 Mar to 31 Mar 2025: Europe, EUR').waitFor()
  // A link of somebody else puts no words of theirs on the page.
  const hostile = new URL(page.url())
  hostile.searchParams.set('of', 'Call this number')
  await page.goto(hostile.href)
  await page.getByText('Settlement reports').first().waitFor()
  await expect.poll(() => alert.innerText()).toBe('No file for 1 Mar to 31 Mar 2025')
  await page.getByRole('link', { name: 'Where it is found' }).click()
  await page.getByRole('heading', { name: 'Settlement report (flat file V2)' }).waitFor()
  expect(mishaps).toEqual([])
})

formTest('notes that have no room are counted, and come on demand', async () => {
  await page.setViewportSize(WINDOWS.smallest)
  await openStatement()
  const notes = page.getByRole('list', { name: 'Notes on these numbers' })
  const more = notes.getByRole('button', { name: /^\d+ more$/ })
  const shown = await notes.locator('li[data-filter]').count()
  const hidden = Number((await more.innerText()).split(' ')[0])
  expect((await notes.boundingBox())!.height).toBeLessThan(40)
  await more.click()
  await expect.poll(() => notes.locator('li[data-filter]').count()).toBe(shown + hidden)
  const fewer = notes.getByRole('button', { name: 'Show fewer' })
  await expect.poll(() => fewer.getAttribute('aria-expanded')).toBe('true')
  await fewer.click()
  await expect.poll(() => notes.locator('li[data-filter]').count()).toBe(shown)
  await page.setViewportSize(WINDOWS.wide)
})

test('what a selection leaves out is named, opens its rows, and can be shared', async () => {
  await page.goto(
    `${server.address}/${twoShopsId}/profitAndLoss/transaction?startDate=2025-04-01&endDate=2025-04-30&currencyCode=EUR&marketplaces=DE&show=amount&growthType=none&summaries=none`,
  )
  const note = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const leftOut = note('Not in this selection: account-level amounts of −400.00 EUR')
  await leftOut.getByRole('button', { name: 'See rows' }).click()
  const drawer = page.getByRole('complementary', { name: /Net profit/ })
  await drawer.getByText('not in the selection').waitFor()
  await drawer.getByText('Subscription Fee').first().waitFor()
  await expect.poll(() => drawer.locator('ol > li').count()).toBe(1)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await leftOut.getByRole('button', { name: 'Share by net sales' }).click()
  await note('Account-level amounts are shared by net sales').waitFor()
  const accountLevel = page.getByRole('row', { name: /^Account level \(shared\)/ })
  await accountLevel.getByText('−300').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave out' }).click()
  await leftOut.waitFor()
  expect(mishaps).toEqual([])
})

formTest('what is missing keeps the rules of every page, in both themes', async () => {
  for (const [name, viewport] of Object.entries(WINDOWS)) {
    await page.setViewportSize(viewport)
    await openStatement()
    for (const theme of THEMES) {
      await setTheme(page, theme)
      if (PHOTOGRAPHS) await page.screenshot({ path: join(PHOTOGRAPHS, `missing-data-${name}-${theme}.png`) })
      expect(await axeViolations(page)).toEqual([])
    }
  }
})

formTest(
  'pages that count by order or visit name the reports that settlements are not, and lead to where they are found',
  async () => {
    const open = (path: string) =>
      page.goto(
        `${server.address}/${companyId}${path}startDate=2025-04-01&endDate=2025-06-12&currencyCode=EUR`,
      )
    const main = page.getByRole('main')
    await open('/allInOne?')
    const notes = await allNotes()
    await notes.getByText('No order report for Net profit, Net margin and Refund rate').waitFor()
    await notes.getByText('No sales and traffic report for Sales, Units ordered, TACOS and 3 more').waitFor()
    await expect.poll(() => main.innerText()).toMatch(/Net profit\s+–\s+No order report for these days/)
    expect(await main.innerText()).not.toMatch(/no file/i)
    expect(await axeViolations(page)).toEqual([])

    await open('/brandManager/trends/salesAndTraffic?')
    await main.getByText('No sales and traffic report yet.').waitFor()
    await open('/wbr/overview?')
    await main.getByText('No report for this page yet.').waitFor()
    expect(await main.getByRole('button', { name: /^Show / }).count()).toBe(0)
    await main.getByRole('link', { name: 'Where to find reports' }).click()
    await page.waitForURL('**/import/reports#business_report')
    expect(mishaps).toEqual([])
  },
)

formTest('where nothing is sold any longer, somebody says so, and later days are complete', async () => {
  const today = new Date().toISOString().slice(0, 10)
  // Sales ended long before the days that are looked at.
  const statement = `${server.address}/${companyId}/profitAndLoss/transaction?startDate=2025-09-01&endDate=${today}&currencyCode=EUR&dateInterval=MONTHLY&growthType=none`
  const warning = page.getByText(/^Data missing .*EGP/)
  await page.goto(statement)
  await warning.waitFor()
  await page
    .getByRole('listitem')
    .filter({ has: warning })
    .getByRole('link', { name: 'Import files' })
    .click()
  const missing = page.getByRole('status').filter({ hasText: 'No file for' })
  expect(await missing.innerText()).toMatch(/1 Sep 2025 to .*(EUR, EGP|EGP, EUR)/)
  const ended = page.getByRole('list', { name: 'Where nothing is sold any longer' })
  const say = async (currency: string) => {
    await page.getByRole('button', { name: `Nothing was sold in ${currency} since` }).click()
    const question = page.getByRole('alertdialog', { name: 'Nothing sold after 12 Jun 2025?' })
    await question.waitFor()
    for (const theme of THEMES) {
      await setTheme(page, theme)
      expect(await axeViolations(page)).toEqual([])
    }
    await question.getByRole('button', { name: 'Nothing was sold' }).click()
    await ended.getByText(`${currency}: nothing sold after 12 Jun 2025`).waitFor()
  }
  await say('EGP')
  await expect.poll(() => missing.innerText()).toMatch(/to .*: [^:]*, EUR\n/)
  await say('EUR')
  await missing.waitFor({ state: 'detached' })
  expect(await axeViolations(page)).toEqual([])

  await page.goto(statement)
  await page.getByText('No data for this period.').waitFor()
  expect(await warning.count()).toBe(0)

  await page.goto(`${server.address}/${companyId}/import`)
  await ended.getByRole('button', { name: /EGP/ }).click()
  await expect.poll(() => ended.getByRole('listitem').count()).toBe(1)
  await page.goto(statement)
  await warning.waitFor()
  expect(mishaps).toEqual([])
})
