/** A product as somebody comes to it: from its name, through its tabs and numbers, to the next one and back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysOf } from '#contract/date-range.ts'
import { axeViolations, THEMES, WINDOWS } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const DAYS = daysOf({ start: '2026-04-01', end: '2026-06-30' })
const SOLD_OUT = '2026-06-10'
const gb = { marketplace: 'GB', currency: 'GBP' }
/** The mug sells two a day and was sold out once, the cup one. */
const PRODUCTS = [
  { sku: 'MUG', title: 'Steel mug', units: (day: string) => (day === SOLD_OUT ? 0 : 2) },
  { sku: 'CUP', title: 'Clay cup', units: () => 1 },
]
const eachDay = <T>(of: (product: (typeof PRODUCTS)[number], day: string, units: number) => T) =>
  PRODUCTS.flatMap((product) => DAYS.map((day) => of(product, day, product.units(day))))
const FACTS = {
  sales_traffic_asin_day: eachDay(({ sku }, date, units) => ({
    ...gb,
    date,
    child_asin: `B0${sku}`,
    sku,
    ordered_product_sales: String(12 * units),
    units_ordered: units,
    sessions: 10,
    page_views: 20,
    buy_box_percentage: '90',
  })),
  sales_traffic_date: DAYS.map((date) => ({
    ...gb,
    date,
    ordered_product_sales: date === SOLD_OUT ? '12' : '36',
    units_ordered: date === SOLD_OUT ? 1 : 3,
    sessions: 20,
  })),
  order_items: eachDay(({ sku, title }, day, units) => ({
    ...gb,
    order_id: `O-${sku}-${day}`,
    order_item_id: '1',
    purchased_at: `${day}T09:00:00Z`,
    order_status: 'Shipped',
    quantity: units,
    item_price: String(12 * units),
    item_tax: String(2 * units),
    fulfillment_channel: 'AFN',
    sku,
    asin: `B0${sku}`,
    title,
  })).filter(({ quantity }) => quantity > 0),
  product_costs: PRODUCTS.map(({ sku }) => ({
    sku,
    valid_from: '2026-01-01',
    currency: 'GBP',
    manufacturing: '3.00',
  })),
  inventory_snapshots: eachDay(({ sku }, date, units) => ({
    marketplace: 'GB',
    date,
    sku,
    available: units === 0 ? 0 : 40,
  })),
  ads_daily: DAYS.map((date) => ({ ...gb, date, ad_type: 'SP', sku: 'MUG', cost: '1.00', clicks: 2 })),
}

let story: Story
let page: Page
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  mishaps = story.log
  const company = await companyPage(story, [JSON.stringify(FACTS)])
  page = company.page
  await page.goto(
    `${story.server.address}/${company.id}/allInOne?startDate=2026-06-01&endDate=2026-06-30&currencyCode=GBP`,
  )
})
afterAll(() => story?.end())

const table = () => page.getByRole('grid', { name: 'Products', exact: true })
const drawer = (name: string) => page.getByRole('complementary', { name })
const tab = (name: string | RegExp) => page.getByRole('tab', { name })

test('a name opens its product, with the figures of its last days', async () => {
  await table().getByRole('button', { name: 'Steel mug' }).click()
  const mug = drawer('Steel mug')
  await expect.poll(() => mug.innerText()).toMatch(/1 of 2[\s\S]*MUG[\s\S]*B0MUG/)
  // 29 days of 24.
  await expect.poll(() => mug.getByRole('region', { name: /Last 30 days/ }).innerText()).toContain('696')
  await expect
    .poll(() => mug.getByRole('table', { name: /From price to profit/ }).innerText())
    .toMatch(/Price incl. VAT[\s\S]*12\.00/)
  // Two a day for a day.
  await expect
    .poll(() => mug.getByRole('table', { name: /Lost contribution/ }).innerText())
    .toMatch(/Out of stock[\s\S]*1 day, about 2 units/)
  await expect.poll(() => new URL(page.url()).searchParams.get('product')).toBe('MUG')
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await axeViolations(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a cause leads to what can be seen of it, and each tab says its part', async () => {
  await page.getByRole('button', { name: 'See stock: Out of stock' }).click()
  await expect
    .poll(() => page.getByRole('table', { name: 'Stock at Amazon' }).innerText())
    .toMatch(/Available[\s\S]*40/)
  await tab('Sales').click()
  await page.getByRole('radio', { name: 'Weeks' }).click()
  await page.getByText('26 weeks').waitFor()
  await tab('Ads').click()
  await page.getByRole('region', { name: 'Advertising' }).waitFor()
  await tab('Ads').press('ArrowRight')
  await expect.poll(() => tab('P&L').getAttribute('aria-selected')).toBe('true')
  await tab('Queries').click()
  await page.getByText('No searches of this product').waitFor()
  await tab(/^Changes/).click()
  await page.getByText('No changes for this product yet.').waitFor()
})

test('a number of it is explained in its place, and the way leads back', async () => {
  await tab('P&L').click()
  await drawer('Steel mug')
    .getByRole('button', { name: /explain Net profit/ })
    .click()
  const explained = drawer('Net profit')
  await expect.poll(() => explained.innerText()).toContain('MUG')
  expect(await page.locator('[data-inspector]').count()).toBe(1)
  await page.reload()
  await explained.waitFor()
  await explained.getByRole('button', { name: 'Back to MUG' }).click()
  await drawer('Steel mug').waitFor()
})

formTest('previous and next go through the table, with the tab that is chosen', async () => {
  await tab('Stock').click()
  await drawer('Steel mug').getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => drawer('Clay cup').innerText()).toContain('2 of 2')
  await expect.poll(() => tab('Stock').getAttribute('aria-selected')).toBe('true')
  await page.reload()
  await expect.poll(() => drawer('Clay cup').innerText()).toContain('2 of 2')
})

formTest('keys open it and close it, and the focus is where it was', async () => {
  const cell = table().getByRole('rowheader', { name: 'Steel mug' })
  const hasFocus = () => cell.evaluate((element) => element === document.activeElement)
  const leave = async (name: string) => {
    await drawer(name).getByRole('heading', { name, exact: true }).press('Escape')
    await drawer(name).waitFor({ state: 'detached' })
  }
  await leave('Clay cup')
  await table().getByRole('button', { name: 'Steel mug' }).click()
  await leave('Steel mug')
  await expect.poll(hasFocus).toBe(true)
  await cell.press('Enter')
  await drawer('Steel mug').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Steel mug')
  await leave('Steel mug')
  await expect.poll(hasFocus).toBe(true)
  expect(new URL(page.url()).searchParams.has('product')).toBe(false)
})

formTest(
  'in a narrow window it covers the page with the focus in it, and closing it leads back to the cell',
  async () => {
    const cell = table()
      .getByRole('row', { name: /Steel mug/ })
      .getByRole('gridcell')
      .first()
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())!.width
    const focusIsIn = (selector: string) => page.locator(`${selector} :focus`).count()
    const inspector = page.locator('[data-inspector]')
    await cell.click()
    await inspector.waitFor()
    // Beside the sheet a click leaves the focus where it was.
    expect([await focusIsIn('[data-inspector]'), await focusIsIn('#sheet')]).toEqual([0, 1])
    await page.keyboard.press('Escape')
    await inspector.waitFor({ state: 'detached' })

    await page.setViewportSize(WINDOWS.smallest)
    await cell.click()
    await expect.poll(() => focusIsIn('[data-inspector]')).toBe(1)
    expect(await widthOf('[data-inspector]')).toBe(await widthOf('#main'))
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Shift+Tab')
    expect(await focusIsIn('#sheet')).toBe(0)
    await inspector.getByRole('button', { name: 'Close' }).click()
    await inspector.waitFor({ state: 'detached' })
    await expect.poll(() => cell.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.setViewportSize(WINDOWS.wide)
  },
)

formTest('lost contribution of all products leads to those that lost most', async () => {
  const lost = page.getByRole('table', { name: 'Lost contribution, all products, by cause' })
  await expect.poll(() => lost.innerText()).toMatch(/Out of stock[\s\S]*Sum/)
  await page.getByRole('button', { name: 'See product: Out of stock' }).click()
  await drawer('Steel mug').waitFor()
  await page.goBack()
  await drawer('Steel mug').waitFor({ state: 'detached' })
  expect(mishaps).toEqual([])
})
