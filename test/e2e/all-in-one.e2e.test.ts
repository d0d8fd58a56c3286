/** All in one as an owner uses it: how the business and its advertising did, why, and what to do about it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { axeViolations, scrolledSideways, WINDOWS } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1)
/** Advertising ends a week before, and so do the days that are chosen by themselves. */
const last = addDays(yesterday, -7)
const first = addDays(last, -259)
const start = addDays(last, -29)
/** Between reports of orders some are missing. */
const missing = { start: addDays(last, -5), end: addDays(last, -4) }

const place = { marketplace: 'US', currency: 'USD' }
const days = daysOf({ start: first, end: last })
const SALES = JSON.stringify({
  sales_traffic_date: days.flatMap((date) => [
    { ...place, date, ordered_product_sales: '60.00', units_ordered: 6, sessions: 60, page_views: 80 },
    { ...place, marketplace: 'CA', date, ordered_product_sales: '20.00', units_ordered: 2, sessions: 20 },
  ]),
  sales_traffic_asin_day: days.flatMap((date) =>
    ['CUP', 'BOWL'].map((sku) => ({
      ...place,
      date,
      child_asin: `B0${sku}`,
      sku,
      ordered_product_sales: sku === 'BOWL' ? '20.00' : date < start ? '30.00' : '40.00',
      units_ordered: sku === 'BOWL' ? 2 : 3,
      sessions: 30,
    })),
  ),
})
const ADS = JSON.stringify({
  ads_daily: days.flatMap((date) => [
    {
      ...place,
      date,
      ad_type: 'SP',
      campaign_id: 'C-1',
      cost: '6.00',
      sales_7d: '24.00',
      clicks: 12,
      sku: 'CUP',
      level: 'PRODUCT',
    },
    {
      ...place,
      date,
      ad_type: 'SP',
      campaign_id: 'C-1',
      level: 'SEARCH_TERM',
      search_term: 'cup holder',
      clicks: 1,
      cost: '0.50',
      purchases_7d: 0,
    },
  ]),
})
const ORDERS = ({ start: from, end: to }: { start: string; end: string }) =>
  JSON.stringify({
    order_items: daysOf({ start: from, end: to }).map((day) => ({
      ...place,
      order_id: `O-${day}`,
      order_item_id: '1',
      purchased_at: `${day}T19:00:00Z`,
      order_status: 'Shipped',
      quantity: 1,
      item_price: '20.00',
      sku: 'CUP',
      fulfillment_channel: 'MFN',
    })),
  })

let story: Story
let page: Page
let address: string

beforeAll(async () => {
  story = await startStory()
  const seller = await companyPage(story, [
    SALES,
    ADS,
    ORDERS({ start: first, end: addDays(missing.start, -1) }),
    ORDERS({ start: addDays(missing.end, 1), end: last }),
  ])
  page = seller.page
  address = `${story.server.address}/${seller.id}/allInOne`
})
afterAll(() => story?.end())

const search = () => new URL(page.url()).searchParams
const range = () => [search().get('startDate'), search().get('endDate')]
const shown = () => page.locator('[role=grid][aria-busy=false]').last().waitFor()
const at = (from: string, to: string, more = '') =>
  page.goto(`${address}?startDate=${from}&endDate=${to}&currencyCode=USD${more}`)
const cards = () => page.getByRole('region', { name: 'All products together' })

test('the days are the last thirty with advertising, and a range is put right with a word', async () => {
  await page.goto(`${address}?currencyCode=USD`)
  await page.getByText('Selecting default date range for dashboard.').waitFor()
  await shown()
  expect(range()).toEqual([start, last])
  await page.getByText('Money by order date').waitFor()
  // Thirty days of 80.
  await expect.poll(() => cards().innerText()).toMatch(/Sales[\s\S]*2,400[\s\S]*Ad spend[\s\S]*180/)

  await at(addDays(first, -10), last)
  await page.getByText('Date range outside of available data. Selecting default date range.').waitFor()
  expect(range()).toEqual([start, last])

  await at(addDays(last, -199), last)
  await page.getByText('Max days exceeded. Showing last 185 days.').waitFor()
  await shown()
  expect(range()).toEqual([addDays(last, -184), last])
  await expect.poll(() => cards().innerText()).toMatch(/Sales[\s\S]*14,800/)
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Resetting all dashboard filters.').waitFor()
  await expect.poll(range).toEqual([start, last])
  expect(story.log).toEqual([])
})

test('marketplaces add up to the sales of the card, and each leads to its lines', async () => {
  await at(start, last)
  await shown()
  const split = page.getByRole('table', { name: 'Sales by marketplace, the largest first' })
  await expect
    .poll(() => split.innerText())
    .toMatch(
      /United States[\s\S]*\$1,800[\s\S]*75\.0%[\s\S]*Canada[\s\S]*\$600[\s\S]*25\.0%[\s\S]*All marketplaces[\s\S]*\$2,400/,
    )
  await split.getByRole('button', { name: /explain Canada/ }).click()
  const drawer = page.getByRole('complementary', { name: /Sales/ })
  await expect.poll(() => drawer.innerText()).toMatch(/600\.00[\s\S]*30 lines/)
  expect(search().get('explain')).toContain('marketplace~CA')
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  expect(range()).toEqual([start, last])
})

formTest('what is missing is said of the days and of the numbers', async () => {
  await at(start, last)
  await shown()
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/Some days have no order report/)
  // A range without such days says nothing.
  await at(start, addDays(missing.start, -1))
  await shown()
  await expect.poll(() => cards().innerText()).toMatch(/Net profit/)
  expect(await page.getByRole('main').innerText()).not.toMatch(/Some days have no order report/)
})

test('an alert of money leads to the search terms, and a mover to its product and back', async () => {
  await at(start, last)
  await shown()
  // Twenty-three of the last thirty days have advertising, at half a dollar.
  const alerts = page.getByRole('list', { name: 'What needs attention' })
  await expect.poll(() => alerts.innerText()).toMatch(/\$11\.50\s+spend without orders/)
  await alerts.getByRole('link', { name: 'spend without orders' }).click()
  const drawer = page.getByRole('complementary', { name: /Spend without orders/ })
  await expect.poll(() => drawer.innerText()).toMatch(/11\.50[\s\S]*23 lines/)
  expect(await axeViolations(page)).toEqual([])
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })

  const movers = page.getByRole('grid', { name: 'Movers' })
  await expect.poll(() => movers.innerText()).toMatch(/CUP[\s\S]*Price|CUP[\s\S]*No single reason/)
  await movers.getByRole('button', { name: 'CUP' }).click()
  await expect.poll(() => search().get('product')).toBe('CUP')
  await page.goBack()
  await expect.poll(() => search().get('product')).toBeNull()
  expect(range()).toEqual([start, last])
})

formTest('the consent for AI is asked of whoever may have it, and once', async () => {
  const banner = page.getByRole('button', { name: 'NEW - Click to enable AI features' })
  await at(start, last)
  await shown()
  expect(await banner.count()).toBe(0)
  await page.evaluate(`localStorage.setItem('sextant.pre-release', 'true')`)
  await page.reload()
  await banner.click()
  const dialog = page.getByRole('alertdialog', { name: 'Enable AI features' })
  await expect.poll(() => dialog.innerText()).toContain('no AI features yet')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await banner.click()
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.reload()
  await shown()
  expect(await banner.count()).toBe(0)
  await page.evaluate(`localStorage.removeItem('sextant.pre-release')`)
})

formTest('paper has the page with its charts and tables, and neither alerts nor buttons', async () => {
  await at(start, last)
  await shown()
  await page.getByRole('button', { name: 'Save to PDF' }).click()
  await page.getByRole('alertdialog', { name: 'Save to PDF' }).getByRole('button', { name: 'Cancel' }).click()
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Save to PDF' }).count()).toBe(0)
  await page.getByText('Sales by marketplace', { exact: true }).waitFor()
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(pdf.length).toBeGreaterThan(20_000)
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: 'screen' })
  expect(story.log).toEqual([])
})

formTest('at the smallest window nothing is cut off, and axe finds nothing', async () => {
  await page.setViewportSize(WINDOWS.smallest)
  await at(start, last)
  await shown()
  expect(await axeViolations(page)).toEqual([])
  // A table wider than the window scrolls, and the page over it stays.
  expect(await scrolledSideways(page)).toEqual({ by: expect.toSatisfy((by: number) => by > 0), titleBy: 0 })
  await page.setViewportSize(WINDOWS.wide)
})
