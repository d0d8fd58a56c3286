/** Unit economics as a seller uses it: what a unit leaves, down to the file, and what would be if. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const order = (id: string, sku: string, quantity: number, price: string, more: object = {}) => ({
  order_id: id,
  order_item_id: '1',
  purchased_at: '2026-03-05T09:00:00Z',
  order_status: 'Shipped',
  marketplace: 'US',
  currency: 'USD',
  fulfillment_channel: 'AFN',
  sku,
  asin: `B0${sku}`,
  title: `The ${sku.toLowerCase()}`,
  quantity,
  item_price: price,
  ...more,
})
const preview = (sku: string) => ({
  sku,
  marketplace: 'US',
  snapshot_date: '2026-01-01',
  currency: 'USD',
  price: '20.00',
  referral_fee: '3.00',
  fulfillment_fee: '4.00',
})
// 2 cups for 40.00 leave 20 − 5 − 3 − 4 = 8 each, less 0.1 of contingency.
const FACTS = {
  order_items: [
    order('111-1', 'CUP', 2, '40.00'),
    order('111-2', 'BOWL', 1, '10.00'),
    order('111-3', 'VASE', 1, '30.00'),
  ],
  fee_estimates: ['CUP', 'BOWL', 'VASE'].map(preview),
  product_costs: [
    { sku: 'CUP', valid_from: '2026-01-01', currency: 'USD', manufacturing: '5.00' },
    { sku: 'BOWL', valid_from: '2026-01-01', currency: 'USD', manufacturing: '8.00' },
  ],
  catalogue_items: [
    {
      snapshot_date: '2026-03-01',
      marketplace: 'US',
      asin: 'B0CUP',
      image_address: 'https://m.media-amazon.com/images/I/51cup.jpg',
    },
  ],
  sales_traffic_asin_day: [
    {
      date: '2026-03-05',
      marketplace: 'US',
      child_asin: 'B0CUP',
      sku: 'CUP',
      ordered_product_sales: '40.00',
      units_ordered: 2,
      sessions: 5437,
    },
  ],
}

/** One pixel; Amazon, who has the real one, is not asked. */
const PICTURE = {
  contentType: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
}

let story: Story
let server: RunningServer
let browser: Browser
let page: Page
let address: string
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, log: mishaps } = story)
  const { id } = await createCompany(server.installation.services.accounts, { name: 'Story' })
  const account = await accountOf(server, [id])
  page = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, account),
  })
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
  await page.route('**/trpc/productMaster.getProductThumbnails*', (route) =>
    route.fulfill({ json: { result: { data: [{ sku: 'CUP', ...PICTURE }] } } }),
  )
  await importText(server, id, JSON.stringify(FACTS))
  address = `${server.address}/${id}/unitEconomics?startDate=2026-03-01&endDate=2026-03-31&currencyCode=USD`
})

afterAll(() => story?.end())

const row = (name: string | RegExp) => page.getByRole('row', { name })
const shown = () => page.locator('[role=treegrid][aria-busy=false]').waitFor()

test('products stand in the order of what they left, and one is opened to see where its price goes', async () => {
  await page.goto(address)
  await shown()
  await expect
    .poll(() => page.getByRole('treegrid').innerText())
    .toMatch(/All 3 products[\s\S]*The vase[\s\S]*The cup[\s\S]*The bowl/)
  await expect.poll(() => row(/The cup/).innerText()).toMatch(/7\.90[\s\S]*39\.5%[\s\S]*158%/)
  await page.getByText('Money by order date').waitFor()
  const pictures = page.getByRole('treegrid').locator('img')
  await pictures.waitFor()
  expect(
    await row(/The cup/)
      .locator('img')
      .getAttribute('src'),
  ).toBe(`data:image/png;base64,${PICTURE.base64}`)
  // A product without a cost leaves nothing that anybody knows.
  await expect.poll(() => row(/The vase/).innerText()).not.toMatch(/\d\.\d\d[\s\S]*%/)
  await row(/The cup/)
    .locator('[data-fold]')
    .click()
  const steps = page.getByRole('table', { name: 'From price to profit, per unit' })
  await steps.getByRole('row', { name: /Cost of goods/ }).waitFor()
  await expect
    .poll(() => steps.innerText())
    .toMatch(/Price incl. VAT[\s\S]*20\.00[\s\S]*Profit per unit[\s\S]*7\.90/)
  const whatIf = page.getByRole('region', { name: 'What if, The cup' })
  await whatIf.getByLabel('Landed cost').fill('6')
  await expect.poll(() => whatIf.innerText()).toContain('6.90')
  expect(await axeViolations(page)).toEqual([])
  expect(mishaps).toEqual([])
})

test('a number of a product is taken back to the line of its file', async () => {
  await page.goto(address)
  await shown()
  await row(/The cup/)
    .getByText('7.90')
    .click()
  const drawer = page.getByRole('complementary', { name: /Profit per unit/ })
  await drawer.getByText('march.txt').first().waitFor()
  await expect.poll(() => drawer.innerText()).toContain('CUP')
  expect(page.url()).toContain('explain=unitProfit.2026-03-01.2026-03-31.sku%7ECUP')
  expect(mishaps).toEqual([])
})

test('products stand by units and margin, each leads to its number, and losses come first when asked for', async () => {
  await page.goto(`${address}&shownAs=MAP`)
  const map = page.getByRole('slider', { name: /Margin per unit of each product/ })
  await map.waitFor()
  await expect
    .poll(() => page.getByRole('region', { name: 'Margin by units' }).innerText())
    .toContain('Fix price or cost')
  await map.focus()
  await page.keyboard.press('Home')
  const said = await map.getAttribute('aria-valuetext')
  expect(said).toMatch(/^The (cup|bowl): Units .*Margin per unit .*Net profit/)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: /Margin per unit/ }).waitFor()
  expect(page.url()).toContain('explain=unitMargin.2026-03-01.2026-03-31.sku%7E')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${address}&shownAs=MAP`)
  await page.getByRole('button', { name: /Products with a loss/ }).click()
  await shown()
  expect(page.url()).toContain('sortBy=unitProfit')
  expect(mishaps).toEqual([])
})

formTest(
  'a number that no settlement says is taken back to its report, and one of orders is that of orders',
  async () => {
    await page.goto(`${address}&displays=businessMetrics`)
    await shown()
    await row(/The cup/)
      .getByText('5,437')
      .click()
    const drawer = page.getByRole('complementary', { name: /Sessions/ })
    const line = drawer.getByRole('button', { name: /Sessions.*5,437/ })
    await line.waitFor()
    await expect.poll(() => line.innerText()).toMatch(/5 Mar 2026\s*US · CUP\s*march\.txt:1/)
    await line.click()
    await expect.poll(() => drawer.getByRole('figure').innerText()).toContain('"child_asin":"B0CUP"')
    expect(await axeViolations(page)).toEqual([])
    // The statement knows no unit of the cup: none of its orders is settled.
    await page.goto(`${address}&explain=unitsSold.2026-03-01.2026-03-31.sku~CUP`)
    const units = page.getByRole('complementary', { name: /Units sold/ })
    await units.getByText('march.txt').first().waitFor()
    await expect.poll(() => units.innerText()).toMatch(/Units sold[\s\S]*\b2\b[\s\S]*1 line\b/)
    expect(mishaps).toEqual([])
  },
)

formTest('what the page will ask is asked while somebody points at its link, and once', async () => {
  await page.goto(address.replace(/unitEconomics.*/, 'brandManager/marketplace'))
  const link = page.getByRole('link', { name: 'Unit economics' })
  await link.waitFor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('unitEconomics.getData')) asked++
  })
  await link.hover()
  await expect.poll(() => asked).toBe(1)
  await link.click()
  await page.waitForURL('**/unitEconomics?**')
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(1)
  expect(mishaps).toEqual([])
})

formTest(
  'another order, a search and another grouping are asked of the server and stand in the address',
  async () => {
    await page.goto(address)
    await shown()
    await page.getByRole('columnheader', { name: 'Units' }).click()
    await expect.poll(() => page.url()).toContain('sortBy=unitsSold')
    await expect
      .poll(() => page.getByRole('treegrid').innerText())
      .toMatch(/The cup[\s\S]*The bowl[\s\S]*The vase/)
    await page.getByRole('searchbox').fill('bowl')
    await expect.poll(() => page.getByRole('treegrid').innerText()).not.toContain('The cup')
    await page.getByRole('searchbox').fill('nothing has this')
    await page.getByText('No products match').waitFor()
    await page.goto(`${address}&groupBy=MARKETPLACE`)
    await row(/United States/).waitFor()
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0)
    await page.setViewportSize(WINDOWS.smallest)
    expect(await axeViolations(page)).toEqual([])
    expect(mishaps).toEqual([])
  },
)

formTest('rows are filtered by a number in the words of a chip, and each chip is taken off', async () => {
  await page.setViewportSize(WINDOWS.wide)
  await page.goto(`${address}&marketplaces=US&products=CUP,BOWL,VASE&numbers=unitsSold:AT_LEAST:1`)
  await shown()
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' })
  const chips = page.getByRole('region', { name: 'Applied filters' })
  await chips.getByText('Products CUP, BOWL, VASE').waitFor()
  await button('Filter').click()
  await button(/Number$/).click()
  await page.getByRole('option', { name: 'Margin per unit' }).click()
  await button(/Is$/).click()
  await page.getByRole('option', { name: 'at least' }).click()
  await page.getByLabel('Value, %').fill('39.5')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  // The cup leaves 7.90 of 20.00, which is 39.5 %; the vase has no cost, and so no margin.
  await page.getByText('1 of 3 products listed. 1 product without').waitFor()
  expect(decodeURIComponent(page.url())).toContain('unitsSold:AT_LEAST:1,unitMargin:AT_LEAST:0.395')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.getByRole('treegrid').innerText())
    .toMatch(/All products, listed or not[\s\S]*The cup/)
  await expect.poll(() => page.getByRole('treegrid').innerText()).not.toContain('The vase')
  const units = page.getByRole('region', { name: 'All rows together' })
  await expect.poll(() => units.innerText()).toMatch(/Units sold\s*4/)
  await page.getByRole('searchbox').fill('bowl')
  await page.getByText('No products match').waitFor()
  await expect
    .poll(() => chips.innerText())
    .toMatch(/Search\s*“bowl”\s*Units sold\s*at least 1\s*Margin per unit\s*at least 39.5 %/)

  // In the smallest window one line, the rest folded; the keyboard takes one off and stands on the next.
  await page.setViewportSize(WINDOWS.smallest)
  await chips.getByRole('button', { name: /^\d more$/ }).click()
  await page.getByRole('dialog', { name: 'More applied filters' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize(WINDOWS.wide)
  const removal = (of: RegExp) => chips.getByRole('button', { name: of })
  await removal(/^Remove Search/).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 3 products listed.').waitFor()
  await expect.poll(() => removal(/^Remove Units/).evaluate((one) => one.matches(':focus'))).toBe(true)
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await row(/The vase/).waitFor()
  expect(page.url()).toContain('numbers=none')
  expect(page.url()).toContain('marketplaces=all')
  await expect.poll(() => chips.count()).toBe(0)
  expect(mishaps).toEqual([])
})

formTest('a view is saved with its columns, shown again, renamed and deleted', async () => {
  await page.setViewportSize(WINDOWS.wide)
  await page.goto(`${address}&sortBy=unitsSold&sortOrder=DESC`)
  await shown()
  const heads = () => page.getByRole('columnheader').allInnerTexts()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Columns').click()
  await page.getByRole('row', { name: 'Margin, Result per unit, USD, shown' }).click()
  await page.keyboard.press('Escape')
  await button('Views').click()
  await page.getByLabel('Name', { exact: true }).fill('By units')
  await page.keyboard.press('Enter')
  await button('By units').waitFor()
  await page.keyboard.press('Escape')

  // A shared address shows what it names, with the columns of whoever opens it.
  await button('Columns').click()
  await button('Reset columns').click()
  await page.goto(address)
  await shown()
  expect(await heads()).toContain('Margin')
  await button('Views').click()
  await button('By units').click()
  await expect.poll(() => page.url()).toContain('sortBy=unitsSold')
  expect(await heads()).not.toContain('Margin')

  await button('Views').click()
  await button('Rename By units').click()
  await page.getByLabel('New name').fill('Sold most')
  await page.keyboard.press('Enter')
  await expect.poll(() => button('Sold most').getAttribute('aria-current')).toBe('true')
  expect(await axeViolations(page)).toEqual([])
  await button('Delete Sold most').click()
  await page.getByText('Save filters, sort order and columns under a name.').waitFor()
  expect(mishaps).toEqual([])
})
