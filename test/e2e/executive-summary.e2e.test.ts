/** The executive summary as an owner reads it: today, the month and its target, and the months alone without the licence. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysIn, daysOf, endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { setLicence } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, scrolledSideways, WINDOWS } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

/** At the marketplace. */
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(new Date())
// One order of ten pounds on each of a hundred days, today among them.
const FACTS = {
  order_items: daysOf({ start: addDays(today, -99), end: today }).map((day) => ({
    marketplace: 'GB',
    currency: 'GBP',
    order_id: `O-${day}`,
    order_item_id: '1',
    purchased_at: `${day}T00:00:30Z`,
    last_updated_at: `${day}T00:00:30Z`,
    order_status: 'Shipped',
    quantity: 1,
    item_price: '10.00',
    item_tax: '2.00',
    fulfillment_channel: 'AFN',
    sku: 'CUP',
  })),
}

let story: Story
let server: RunningServer
let page: Page
let mishaps: string[]
let company: { id: string; address: string }

beforeAll(async () => {
  story = await startStory()
  ;({ server, log: mishaps } = story)
  const made = await companyPage(story, [JSON.stringify(FACTS)])
  page = made.page
  company = { id: made.id, address: `${server.address}/${made.id}` }
})

afterAll(() => story?.end())

const path = () => new URL(page.url()).pathname.split('/').slice(2).join('/')
const asked = (name: string) => new URL(page.url()).searchParams.get(name)
const tabs = () => page.locator('main').getByRole('navigation', { name: 'Executive summary' })
const hero = () => page.getByRole('region', { name: 'Sales', exact: true })
const grid = (name: string) => page.getByRole('grid', { name })

test('the page begins with six weeks up to today, which are one press away from others', async () => {
  await page.goto(`${server.address}/executiveSummary`)
  await page.waitForURL('**/executiveSummary/new**')
  await expect.poll(() => tabs().innerText()).toMatch(/New\s+Legacy/)
  await expect.poll(() => [asked('startDate'), asked('endDate')]).toEqual([addDays(today, -41), today])
  // Forty-two days of ten pounds.
  await expect.poll(() => hero().innerText()).toMatch(/£\s*420\.00/)
  await expect.poll(() => grid('Readings').innerText()).toMatch(/Sales\s+£10\.00[\s\S]*Orders\s+1\s/)
  await expect.poll(() => page.getByText(/Orders up to/).innerText()).toContain('Orders up to')
  await page.getByText('Money by order date').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await scrolledSideways(page)).toEqual({ by: 0, titleBy: 0 })
  await page.setViewportSize(WINDOWS.smallest)
  // A table wider than the window scrolls, and the page over it stays.
  await expect
    .poll(() => scrolledSideways(page))
    .toEqual({ by: expect.toSatisfy((by: number) => by > 0), titleBy: 0 })
  await page.setViewportSize(WINDOWS.wide)

  await page.getByRole('radio', { name: 'Last 7 days' }).click()
  await expect.poll(() => asked('startDate')).toBe(addDays(today, -7))
  await expect.poll(() => hero().innerText()).toMatch(/£\s*70\.00/)
  await page.getByRole('radio', { name: 'Month to date' }).click()
  await expect.poll(() => asked('startDate')).toBe(startOfMonth(today))
})

test('a target is set, drawn over the days and told beside the marketplaces', async () => {
  const days = daysIn({ start: startOfMonth(today), end: endOfMonth(today) })
  await page.getByRole('button', { name: 'Set targets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sales targets' })
  // Five pounds a day.
  const month = () => dialog.getByRole('textbox').first()
  await month().fill(String(5 * days))
  await page.keyboard.press('Tab')
  expect(await axeViolations(page)).toEqual([])
  // Another marketplace has a target of its own, and what is typed for the first stays.
  const choosePlace = async (from: string, to: string) => {
    await dialog.getByRole('button', { name: new RegExp(`^${from}`) }).click()
    await page.getByRole('option', { name: to, exact: true }).click()
  }
  await choosePlace('All marketplaces', 'Germany')
  await expect.poll(() => month().inputValue()).toBe('')
  await choosePlace('Germany', 'All marketplaces')
  await expect.poll(() => month().inputValue()).toMatch(new RegExp(`^${5 * days}`))
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await dialog.getByRole('button', { name: 'Save targets' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: /Target £5\.00/ }).waitFor()
  await expect
    .poll(() => grid('Marketplaces').innerText())
    .toMatch(new RegExp(`All marketplaces[\\s\\S]*\\s${5 * days}\\s`))
})

formTest('the large number is explained with the orders that it is made of', async () => {
  const sold = 10 * daysIn({ start: startOfMonth(today), end: today })
  await hero()
    .getByRole('button', { name: /explain Ordered amount/ })
    .click()
  const drawer = page.getByRole('complementary', { name: /Ordered amount/ })
  await expect.poll(() => drawer.innerText()).toContain(`${sold}.00`)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await grid('Readings').getByRole('gridcell', { name: '£10.00' }).first().click()
  await expect.poll(() => drawer.innerText()).toMatch(/10\.00/)
  await drawer.getByRole('button', { name: 'Close' }).click()
})

formTest('the legacy view has the months', async () => {
  await tabs().getByRole('link', { name: 'Legacy' }).click()
  await page.waitForURL('**/executiveSummary/legacy**')
  await expect.poll(() => grid('Months').innerText()).toMatch(/Total[\s\S]*99\s/)
  expect(await axeViolations(page)).toEqual([])
})

formTest('without the licence every way leads to the months, and there is nothing to choose', async () => {
  await setLicence(server.installation.services.accounts, company.id, {
    licence: 'REAL_TIME',
    isOn: false,
    now: new Date(),
  })
  for (const way of ['', '/new', '/anything']) {
    await page.goto(`${company.address}/executiveSummary${way}`)
    await page.waitForURL('**/executiveSummary/legacy**')
    await grid('Months').waitFor()
    expect(path()).toBe('executiveSummary/legacy')
    await expect.poll(() => tabs().count()).toBe(0)
  }
  expect(mishaps).toEqual([])
})
