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

const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']

const sold = (marketplace: string, order: string, day: string, amount: string, fee: string) =>
  sale({
    marketplace,
    order,
    sku: 'MUG',
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
    entries: sold('Amazon.eg', '404-1', '2025-04-20', '100.00', '15.00'),
  }),
]

let story: Story
let server: RunningServer
let browser: Browser
let page: Page
let companyId: string
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, log: mishaps } = story)
  companyId = (await createCompany(server.installation.services.accounts, { name: 'Northwind Home' })).id
  for (const file of FILES) await importText(server, companyId, file)
  const account = await accountOf(server, [companyId])
  page = await browser.newPage({
    viewport: WINDOWS.wide,
    reducedMotion: 'reduce',
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
    .getByRole('rowheader', { name: /^Cost of goods \(before cost of goods of some units\)$/ })
    .waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(
    expect.arrayContaining(['Jan from 10 Jan', 'Feb 2025', 'Mar no data', 'Jun to 12 Jun']),
  )
  const notes = page.getByRole('list', { name: 'Notes on these numbers' })
  expect(await notes.innerText()).toMatch(/Data missing 1 Mar to 31 Mar 2025: Europe, EUR/)
  expect(await notes.innerText()).toMatch(/No exchange rate: EGP, 20 Apr 2025/)
  expect(await page.getByText('0 of 0').count()).toBe(0)

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

test('what is missing keeps the rules of every page, in both themes', async () => {
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
