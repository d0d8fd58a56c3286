import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTest } from '#test/support/drawn-cases.ts'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'

/** An invented settlement of two orders; its fourth line is looked for at the end. */
const HEADER =
  'settlement-id settlement-start-date settlement-end-date deposit-date total-amount currency transaction-type order-id merchant-order-id adjustment-id shipment-id marketplace-name amount-type amount-description amount fulfillment-id posted-date posted-date-time order-item-code merchant-order-item-id merchant-adjustment-item-id sku quantity-purchased promotion-id'.split(
    ' ',
  )
const line = (cells: Record<string, string>): string => HEADER.map((name) => cells[name] ?? '').join('\t')
const sale = (order: string, amounts: [type: string, description: string, amount: string][]): string[] =>
  amounts.map(([type, description, amount]) =>
    line({
      'settlement-id': '90000000001',
      'transaction-type': 'Order',
      'order-id': order,
      'marketplace-name': 'Amazon.com',
      'amount-type': type,
      'amount-description': description,
      amount,
      'fulfillment-id': 'AFN',
      'posted-date': '2026-03-05',
      'posted-date-time': '2026-03-05 18:00:00 UTC',
      'order-item-code': order.slice(-7),
      sku: 'CUP-BLUE',
      'quantity-purchased': '1',
    }),
  )
const SETTLEMENT = [
  HEADER.join('\t'),
  line({
    'settlement-id': '90000000001',
    'settlement-start-date': '2026-03-01 00:00:00 UTC',
    'settlement-end-date': '2026-03-15 00:00:00 UTC',
    'deposit-date': '2026-03-17 00:00:00 UTC',
    'total-amount': '33.15',
    currency: 'USD',
  }),
  ...sale('111-0000001-0000001', [
    ['ItemPrice', 'Principal', '20.00'],
    ['ItemFees', 'Commission', '-3.00'],
  ]),
  ...sale('111-0000002-0000002', [
    ['ItemPrice', 'Principal', '19.00'],
    ['ItemFees', 'Commission', '-2.85'],
  ]),
  '',
].join('\r\n')

let story: Story
let directory: string
let server: RunningServer
let browser: Browser
let page: Page
let companyId: string
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, directory, log: mishaps } = story)
  await writeFile(join(directory, 'march.txt'), SETTLEMENT)
  companyId = (await createCompany(server.installation.services.accounts, { name: 'Story' })).id
  const account = await accountOf(server, [companyId])
  page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    storageState: await signIn(browser, server, account),
  })
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
})

afterAll(() => story?.end())

test('a report file is dropped, and its number is clicked down to the line of the file', async () => {
  await page.goto(`${server.address}/${companyId}/import`)
  await page.locator('input[type=file]').setInputFiles(join(directory, 'march.txt'))
  const settlements = page.getByRole('table', { name: 'Settlements', exact: true })
  const settlement = settlements.getByRole('row', { name: /90000000001/ })
  await settlement.getByText('33.15 USD').waitFor()
  expect(await settlement.getByRole('cell').last().innerText()).toBe('0.00')

  const march = `startDate=2026-03-01&endDate=2026-03-31&currencyCode=USD&dateInterval=MONTHLY`
  await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction?${march}`)
  // The table shows whole units; the drawer shows the cents.
  const cell = page
    .getByRole('row', { name: /Amazon selling fees/ })
    .getByText('−6')
    .first()
  await cell.click()
  const drawer = page.getByRole('complementary', { name: /Amazon selling fees/ })
  await drawer.getByText('−5.85').first().waitFor()
  await drawer.getByText('march.txt:4').first().waitFor()
  await drawer.getByText('march.txt:4').first().click()
  await drawer.getByText('111-0000001-0000001').first().waitFor()
  // The line as it stood in the file, cell by cell.
  await expect.poll(() => drawer.innerText()).toContain('ItemFees')
  expect(mishaps).toEqual([])
})

test('what a name stands for is one click from its number', async () => {
  const march = `startDate=2026-03-01&endDate=2026-03-31&currencyCode=USD&dateInterval=MONTHLY`
  const explained = 'explain=referralFees.2026-03-01.2026-03-31'
  await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction?${march}&${explained}`)
  const drawer = page.getByRole('complementary', { name: /Referral fees/ })
  // No file is there for February.
  await drawer.getByText('so there is nothing to compare with').waitFor()
  await drawer.getByRole('link', { name: 'More' }).click()
  await page.getByRole('heading', { level: 1, name: 'What the numbers mean' }).waitFor()
  const entry = page.locator('#referralFees')
  await entry.getByText('ItemFees · Commission').waitFor()
  await expect.poll(() => entry.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(900)
  await page.getByLabel('Find a number').fill('a word that no number has')
  await page.getByText('No number has this name').waitFor()
  await page.goBack()
  await drawer.getByText('−3.00').first().waitFor()
  expect(mishaps).toEqual([])
})

formTest(
  'what a number is told apart by, and the group whose lines are read, stand in the address',
  async () => {
    const march = `startDate=2026-03-01&endDate=2026-03-31&currencyCode=USD&dateInterval=MONTHLY`
    const explained = 'explain=referralFees.2026-03-01.2026-03-31'
    const toldApart = () => new URL(page.url()).searchParams.get('explainBy')
    await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction?${march}&${explained}`)
    const drawer = page.getByRole('complementary', { name: /Referral fees/ })
    await drawer.getByRole('radio', { name: 'Kind' }).click()
    await drawer.getByRole('table', { name: 'By kind' }).waitFor()
    expect(toldApart()).toBe('kind')
    await drawer.getByRole('radio', { name: 'Product' }).click()
    const products = drawer.getByRole('table', { name: 'By product' })
    const product = products.getByRole('button', { name: 'CUP-BLUE' })
    await product.click()
    const group = drawer.getByRole('region', { name: 'CUP-BLUE' })
    await group.getByText('2 rows').waitFor()
    expect(toldApart()).toBe('product~CUP-BLUE')
    const hasFocus = () => product.evaluate((element) => element === document.activeElement)
    // The browser's way back leads to the groups, and on to the lines again.
    await page.goBack()
    await expect.poll(hasFocus).toBe(true)
    await page.goForward()
    await group.getByText('2 rows').waitFor()
    await page.reload()
    await group.getByText('2 rows').waitFor()
    await drawer.getByText('march.txt:4').waitFor()
    await group.getByRole('button', { name: 'Back to all products' }).click()
    await expect.poll(hasFocus).toBe(true)
    expect(toldApart()).toBe('product')
    // One that is not there says so; what makes no sense is as if nothing were said.
    await page.goto(`${page.url().replace('=product', '=product~CUP-RED')}`)
    await drawer.getByText('No such product here').waitFor()
    await page.goto(`${page.url().replace('product~CUP-RED', '__proto__~%00')}`)
    await product.waitFor()
    expect(mishaps).toEqual([])
  },
)

test('the same by keyboard alone', async () => {
  const march = `startDate=2026-03-01&endDate=2026-03-31&currencyCode=USD&dateInterval=MONTHLY`
  await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction?${march}`)
  const grid = page.getByRole('treegrid')
  const row = page.getByRole('row', { name: /Amazon selling fees/ })
  await row.getByText('−6').first().waitFor()
  await grid.locator('[tabindex="0"]').first().focus()
  const steps = { down: 0, right: 0 }
  while ((await row.locator(':focus').count()) === 0 && steps.down++ < 40)
    await page.keyboard.press('ArrowDown')
  while ((await page.locator(':focus').innerText()).trim() !== '−6' && steps.right++ < 10)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary', { name: /Amazon selling fees/ })
  await drawer.getByText('−5.85').first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(mishaps).toEqual([])
})
