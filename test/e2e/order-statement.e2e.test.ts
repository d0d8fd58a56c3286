/** The statement by the day of the order: its days, its estimates, and the statement of transactions beside it. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { createCompany, setLicence } from '#server/accounts/index.ts'
import { ASKS_FOR_COUNTRY, axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

// Which days are offered depends on today: orders of a settled month, and of yesterday.
const today = new Date().toISOString().slice(0, 10)
const yesterday = addDays(today, -1)
const month = startOfMonth(addMonths(today, -3))
const monthEnd = endOfMonth(month)

const order = (id: string, day: string) => ({
  order_id: id,
  order_item_id: '1',
  purchased_at: `${day}T12:00:00Z`,
  order_status: 'Shipped',
  marketplace: 'GB',
  currency: 'GBP',
  fulfillment_channel: 'AFN',
  sku: 'CUP',
  quantity: 1,
  item_price: '24.00',
  item_tax: '4.00',
})
const charged = (description: string, amount: string) => ({
  settlement_id: '1',
  transaction_type: 'Order',
  order_id: '1-1',
  order_item_id: '1',
  amount_type: description === 'Principal' ? 'ItemPrice' : 'ItemFees',
  amount_description: description,
  posted_at: `${addDays(month, 12)}T12:00:00Z`,
  marketplace: 'GB',
  sku: 'CUP',
  amount,
  currency: 'GBP',
  ...(description === 'Principal' && { quantity: 1 }),
})
const FACTS = {
  coverage: [{ table_name: 'order_items', marketplace: 'GB', start_date: month, end_date: yesterday }],
  order_items: [order('1-1', month), order('1-2', addDays(month, 20)), order('1-3', addDays(yesterday, -3))],
  settlements: [
    {
      settlement_id: '1',
      start_at: `${month}T00:00:00Z`,
      end_at: `${addDays(monthEnd, 2)}T00:00:00Z`,
      currency: 'GBP',
      total_amount: '21.00',
    },
  ],
  settlement_lines: [charged('Principal', '24.00'), charged('Commission', '-3.00')],
}

let story: Story
let context: BrowserContext
let page: Page
let storageState: Awaited<ReturnType<typeof signIn>>
let companyId: string
let pages: string

beforeAll(async () => {
  story = await startStory()
  const { server, browser } = story
  ;({ id: companyId } = await createCompany(server.installation.services.accounts, { name: 'Story' }))
  await importText(server, companyId, JSON.stringify(FACTS))
  pages = `${server.address}/${companyId}/profitAndLoss`
  storageState = await signIn(browser, server, await accountOf(server, [companyId]))
})
afterAll(() => story?.end())

beforeEach(async () => {
  context = await story.browser.newContext({ viewport: WINDOWS.wide, storageState })
  page = await context.newPage()
})
afterEach(() => context.close())

async function open(search = ''): Promise<void> {
  await page.goto(`${pages}/order?currencyCode=GBP${search}`)
  await shown()
}
const shown = () => page.locator('[role=treegrid][aria-busy=false]').waitFor()
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const param = (name: string) => new URL(page.url()).searchParams.get(name)
const settledMonth = `&dateInterval=MONTHLY&startDate=${month}&endDate=${monthEnd}`

test('it opens on the last 42 days at most, says so, and keeps its days apart from the other basis', async () => {
  await page.goto(`${pages}/transaction?currencyCode=GBP&startDate=${month}&endDate=${monthEnd}`)
  await shown()
  const orders = page.getByRole('link', { name: 'Order P&L' })
  await expect.poll(() => orders.getAttribute('title')).toContain('order date')
  await orders.click()
  await page.getByText('Selecting default date range for dashboard.').waitFor()
  await shown()
  expect(param('endDate')).toBe(yesterday)
  expect(param('startDate')! >= addDays(yesterday, -41)).toBe(true)
  expect(param('dateInterval')).toBe('WEEKLY')
  expect(param('currencyCode')).toBe('GBP')
  await expect.poll(() => row('Net sales').innerText()).toContain('20')
  await expect.poll(() => row('Amazon selling fees').innerText()).toContain('est.')
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await open(`&startDate=${month}&endDate=${yesterday}`)
  await page.getByText('Max days exceeded. Showing last 42 days.').waitFor()
  await open(`&startDate=${addMonths(month, -2)}&endDate=${addMonths(month, -1)}`)
  await page.getByText('Selecting default date range for dashboard.').waitFor()
})

test('a settled month says by how much it differs from transactions, line by line', async () => {
  await open(settledMonth)
  // Two orders of 20.00 without VAT; one of them is released, with its VAT in a line of its own.
  expect(await row('Net sales').getByRole('gridcell').allInnerTexts()).toContain('+20')
  expect(await row('Units sold').getByRole('gridcell').allInnerTexts()).toContain('+1')
  await expect.poll(() => page.getByRole('columnheader', { name: 'vs Transact.' }).count()).toBeGreaterThan(0)
  await open('&dateInterval=WEEKLY')
  const week = page.getByRole('columnheader', { name: /^Week/ }).first()
  await week.waitFor()
})

test('the difference leads to the orders that make it, and each to its lines on both sides', async () => {
  await open(settledMonth)
  await row('Net sales').getByRole('gridcell').first().click()
  const drawer = page.getByRole('complementary', { name: /^Net sales/ })
  const orders = drawer.getByRole('table', { name: 'Orders that differ' })
  await expect.poll(() => orders.innerText()).toMatch(/1-2[\s\S]*not posted[\s\S]*20\.00/)
  // By order without VAT, and with it in a line of its own: of net sales the other order makes no difference.
  expect(await orders.getByRole('button').count()).toBe(1)
  expect(await orders.getByRole('row').last().innerText()).toMatch(
    /Total[\s\S]*40\.00[\s\S]*20\.00[\s\S]*20\.00/,
  )
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await orders.getByRole('button', { name: '1-2' }).press('Enter')
  await drawer.getByRole('heading', { name: 'Lines by order' }).waitFor()
  await drawer.getByText('No file lines contribute to this number.').waitFor()
  await drawer.getByRole('button', { name: 'Back to all orders that differ' }).press('Enter')
  await orders.waitFor()
})

formTest('an estimated fee is explained down to the line of its order', async () => {
  await open(settledMonth)
  await row('Amazon selling fees').locator('[data-fold]').click()
  await row('Referral fees').getByRole('gridcell').first().click()
  const drawer = page.getByRole('complementary', { name: /^Referral fees/ })
  await drawer.getByText('march.txt').first().waitFor()
  await expect.poll(() => drawer.innerText()).toContain('−7.20')
  await expect.poll(() => drawer.innerText()).toMatch(/1-[12]/)
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
})

formTest('own dates become a column, compared with others, and go when they are deleted', async () => {
  await open(settledMonth)
  const dialog = page.getByRole('dialog', { name: 'Columns with custom dates' })
  await page.getByRole('button', { name: 'Columns with custom dates' }).click()
  await dialog.getByRole('button', { name: 'Add column' }).click()
  const column = dialog.getByRole('listitem')
  await column.waitFor()
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  const head = page.getByRole('columnheader', { name: /custom dates/ })
  await head.waitFor()
  // It is kept; an id that nobody has any more is let go.
  await open(`${settledMonth}&columns=${param('columns')},gone`)
  await head.waitFor()
  await expect.poll(() => param('columns')).not.toContain('gone')

  await page.getByRole('button', { name: 'Columns with custom dates' }).click()
  await column.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await column.waitFor({ state: 'detached' })
  await expect.poll(() => param('columns')).toBe('none')
})

formTest('the chart is switched, and each keeps the rules of every page', async () => {
  for (const [chart, title] of [
    ['costs', 'Costs and net profit'],
    ['bridge', 'From net sales to net profit'],
    ['margins', 'Margins'],
  ]) {
    await open(`${settledMonth}&chart=${chart}`)
    await page.getByRole('heading', { name: title! }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  }
})

formTest(
  'who looks at a European marketplace is asked once per session where the company is established',
  async () => {
    const transactions = (marketplaces: string) =>
      `${pages}/transaction?startDate=${month}&endDate=${monthEnd}&marketplaces=${marketplaces}`
    const dialog = page.getByRole('dialog', { name: 'Where is your company established?' })
    await page.goto(transactions('US'))
    await page.getByRole('button', { name: 'Show all marketplaces' }).waitFor()
    await expect.poll(() => dialog.count()).toBe(0)
    // All of them is what most people look at.
    await page.evaluate((key) => sessionStorage.setItem(key, 'yes'), ASKS_FOR_COUNTRY)
    for (const marketplaces of ['GB', 'all']) {
      await page.goto(transactions(marketplaces))
      await dialog.waitFor()
    }
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Company settings' }).click()
    await page.waitForURL('**/companySettings/general')
    await page.goto(transactions('GB'))
    await shown()
    await expect.poll(() => dialog.count()).toBe(0)
  },
)

formTest('without the licence there is no tab, and the page says why', async () => {
  const { accounts } = story.server.installation.services
  const switched = (isOn: boolean) =>
    setLicence(accounts, companyId, { licence: 'ORDER_PROFIT_AND_LOSS', isOn, now: new Date() })
  await switched(false)
  await page.goto(`${pages}/order`)
  await page.getByText('No licence for Order P&L').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Order P&L' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('link', { name: 'See subscription' }).count()).toBe(1)
  await switched(true)
})
