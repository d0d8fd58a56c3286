/** The brand manager as a seller uses it: which marketplace and product sells, and what is to come. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1)
const yesterdayText = new Date(yesterday).toLocaleDateString('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const first = addDays(yesterday, -99)
const rowOf = (date: string, marketplace: string, currency: string, sales: string) => ({
  date,
  marketplace,
  currency,
  ordered_product_sales: sales,
  ordered_product_sales_b2b: '10.00',
  units_ordered: 4,
  sessions: 50,
})
// A hundred days of sales without a settlement: 60 dollars in the US, 20 in Canada.
const FACTS = {
  sales_traffic_date: daysOf({ start: first, end: yesterday }, 1).flatMap((date) => [
    rowOf(date, 'US', 'USD', '60.00'),
    rowOf(date, 'CA', 'USD', '20.00'),
  ]),
  sales_traffic_asin_day: ['CUP', 'BOWL'].map((sku, index) => ({
    ...rowOf(yesterday, 'US', 'USD', index === 0 ? '45.00' : '15.00'),
    child_asin: `B0${sku}`,
    sku,
  })),
}

let story: Story
let server: RunningServer
let browser: Browser
let page: Page
let mishaps: string[]
let company: string

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, log: mishaps } = story)
  const { id } = await createCompany(server.installation.services.accounts, { name: 'Story' })
  company = `${server.address}/${id}`
  const account = await accountOf(server, [id])
  page = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, account),
  })
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
  await importText(server, id, JSON.stringify(FACTS))
})

afterAll(() => story?.end())

const range = `startDate=${addDays(yesterday, -9)}&endDate=${addDays(yesterday, 50)}&currencyCode=USD`
const at = (tab: string, more = '') => page.goto(`${company}/brandManager${tab}?${range}${more}`)
const grid = () => page.getByRole('grid')
const shown = () => page.locator('[role=grid][aria-busy=false]').waitFor()
const path = () => new URL(page.url()).pathname.split('/').slice(2).join('/')

test('who comes home finds what was sold, by marketplace', async () => {
  await page.goto(`${server.address}/home`)
  await page.waitForURL('**/brandManager/marketplace**')
  await shown()
  await at('')
  await shown()
  // Ten days of 60 and of 20.
  await expect
    .poll(() => grid().innerText())
    .toMatch(/All 2 marketplaces\s+800[\s\S]*United States\s+600\s+75\.0%[\s\S]*Canada\s+200\s+25\.0%/)
  const cards = page.getByRole('region', { name: 'All rows together' })
  await expect.poll(() => cards.innerText()).toMatch(/Sales[\s\S]*800/)
  expect(await axeViolations(page)).toEqual([])
  // How far each kind of file reaches stands behind the last day of all.
  await page.getByRole('button', { name: `Data to ${yesterdayText}` }).click()
  const sources = page.getByRole('dialog', { name: 'How far the data reaches' })
  await expect
    .poll(() => sources.getByRole('row', { name: 'Sales and traffic' }).innerText())
    .toContain(yesterdayText)
  await expect.poll(() => sources.getByRole('row', { name: 'Orders' }).innerText()).toContain('None imported')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(mishaps).toEqual([])
})

test('a card chooses what the chart shows, over time, by marketplace and by its growth', async () => {
  await at('/marketplace')
  await shown()
  await page.getByRole('button', { name: 'Units', exact: true }).click()
  await page.getByRole('heading', { name: /Units.* by month/ }).waitFor()
  await page.getByRole('radio', { name: 'Week' }).click()
  await page.getByRole('heading', { name: /Units.* by week/ }).waitFor()
  await page.getByRole('radio', { name: 'Split' }).click()
  const split = page.getByRole('list', { name: /by marketplace/ })
  await expect.poll(() => split.innerText()).toMatch(/Canada\s+40[\s\S]*United States\s+40/)
  await page.getByRole('radio', { name: 'Growth' }).click()
  await page.getByRole('table', { name: /Growth of/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(mishaps).toEqual([])
})

test('while another currency is read, numbers keep the sign of theirs and are not exported', async () => {
  await at('/marketplace', '&card=orderedProductSales&course=SPLIT&interval=MONTHLY')
  await shown()
  const split = page.getByRole('region', { name: 'Sales by marketplace' })
  const cards = page.getByRole('region', { name: 'All rows together' })
  const exporting = split.getByRole('button', { name: 'Chart data' })
  await expect.poll(() => split.innerText()).toContain('USD, own scales')
  await expect.poll(() => cards.innerText()).toMatch(/\$\s*800/)
  expect(await exporting.isEnabled()).toBe(true)

  const held: Route[] = []
  const questions = /brandManager\.get(Summary|TimeSeries)/
  await page.route(questions, (route) => void held.push(route))
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('option', { name: /EUR/ }).click()
  await page.waitForURL(/currencyCode=EUR/)
  await expect.poll(() => split.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => cards.getAttribute('aria-busy')).toBe('true')
  expect(await split.innerText()).toContain('USD, own scales')
  expect(await cards.innerText()).toMatch(/\$\s*800/)
  expect(await exporting.isEnabled()).toBe(false)
  expect(await axeViolations(page)).toEqual([])

  await Promise.all(held.map((route) => route.continue()))
  await page.unroute(questions)
  await expect.poll(() => split.innerText()).toContain('EUR, own scales')
  await expect.poll(() => exporting.isEnabled()).toBe(true)
  await expect.poll(() => cards.innerText()).not.toContain('$')
  expect(mishaps).toEqual([])
})

test('figures that could not be read say so, and are read again', async () => {
  await page.route(/brandManager\.getSummary/, (route) => route.abort())
  await at('/marketplace', '&course=TIME')
  await shown()
  const cards = page.getByRole('region', { name: 'All rows together' })
  const again = cards.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await cards.innerText()).toContain('Not read')
  expect(await axeViolations(page)).toEqual([])
  await page.unroute(/brandManager\.getSummary/)
  await again.click()
  await expect.poll(() => cards.innerText()).toMatch(/\$\s*800/)
  expect(await again.count()).toBe(0)
  // The browser itself tells of what was not reached.
  expect(mishaps.splice(0).filter((mishap) => !mishap.includes('net::ERR_FAILED'))).toEqual([])
})

test('months to come are forecast beside the sum and not in it', async () => {
  await at('/marketplace', '&card=orderedProductSales&course=TIME&interval=MONTHLY')
  await shown()
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect
    .poll(() => page.getByRole('table', { name: /Sales by month/ }).innerText())
    .toContain('forecast')
  await expect.poll(() => grid().innerText()).toMatch(/All 2 marketplaces\s+800/)
})

formTest(
  'a number of the table and a point of the chart are taken back to the lines of the report',
  async () => {
    await at('/marketplace', '&course=TIME&interval=MONTHLY&card=orderedProductSales')
    await shown()
    await page
      .getByRole('row', { name: /Canada/ })
      .getByText('200', { exact: true })
      .click()
    const drawer = page.getByRole('complementary', { name: /Sales/ })
    await drawer.getByText('march.txt').first().waitFor()
    await expect.poll(() => drawer.innerText()).toMatch(/Sales[\s\S]*200\.00[\s\S]*10 lines/)
    expect(page.url()).toContain('marketplace%7ECA')
    await page.getByRole('slider', { name: 'Period' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).not.toContain('marketplace%7ECA')
    await drawer.getByText('march.txt').first().waitFor()
    expect(mishaps).toEqual([])
  },
)

formTest(
  'a marketplace leads to its brands and its products, and the way back is the browser’s',
  async () => {
    await at('/marketplace')
    await shown()
    await grid().getByRole('link', { name: 'United States' }).click()
    await page.waitForURL('**/brandManager/brand**')
    await grid().getByRole('link', { name: '(no brand)' }).click()
    await page.waitForURL('**/brandManager/product**')
    await expect.poll(() => grid().innerText()).toMatch(/CUP[\s\S]*45[\s\S]*BOWL[\s\S]*15/)
    expect(page.url()).toContain('marketplaces=US')
    await page.goBack()
    await page.goBack()
    await expect.poll(path).toBe('brandManager/marketplace')
    await expect.poll(() => grid().innerText()).toContain('Canada')
    expect(mishaps).toEqual([])
  },
)

formTest('sales and traffic stand by period, add up, and lead to their lines and into a file', async () => {
  await at('/marketplace', '&course=TIME&interval=DAILY')
  await shown()
  await page.getByRole('link', { name: 'By day' }).click()
  await page.waitForURL('**/brandManager/salesAndTraffic**')
  await shown()
  // Ten days, the newest first, and none that is to come.
  const rows = grid().getByRole('row')
  await expect.poll(() => rows.count()).toBe(12)
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^Total\s+800/)
  await expect.poll(() => rows.nth(2).innerText()).toMatch(/\s80\s/)
  const sidebar = page.getByRole('link', { name: 'Brand manager' })
  await expect.poll(() => sidebar.getAttribute('aria-current')).toBe('page')
  await rows.nth(2).getByText('80', { exact: true }).click()
  const drawer = page.getByRole('complementary', { name: /Sales/ })
  await drawer.getByText('march.txt').first().waitFor()
  await expect.poll(() => drawer.innerText()).toMatch(/Sales[\s\S]*80\.00[\s\S]*2 lines/)
  expect(page.url()).toContain(`orderedProductSales.${yesterday}.${yesterday}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toMatch(
    new RegExp(`Total,[\\d-]+,[\\d-]+,800[\\s\\S]*${yesterday},${yesterday},${yesterday},80`),
  )
  await page.getByRole('radio', { name: 'Month' }).click()
  await page.getByRole('heading', { name: 'Sales and traffic by month' }).waitFor()
  await page.getByText('B2B', { exact: true }).click()
  await page.getByRole('columnheader', { name: 'B2B sales' }).waitFor()
  await page.getByText('B2B', { exact: true }).click()
  expect(await axeViolations(page)).toEqual([])
  expect(mishaps).toEqual([])
})

formTest('sales to businesses and the order of products are asked of the server', async () => {
  await at('/product')
  await shown()
  await page.getByText('B2B', { exact: true }).click()
  await page.getByRole('columnheader', { name: 'B2B sales' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('st-dashboard-filters'))).toContain('showB2BMetrics')
  await page.getByRole('columnheader', { name: 'Sessions', exact: true }).click()
  await expect.poll(() => page.url()).toContain('sortBy=sessions')
  await page.getByRole('searchbox').fill('bowl')
  await expect.poll(() => grid().innerText()).not.toContain('CUP')
  await page.setViewportSize(WINDOWS.smallest)
  expect(await axeViolations(page)).toEqual([])
  expect(mishaps).toEqual([])
})
