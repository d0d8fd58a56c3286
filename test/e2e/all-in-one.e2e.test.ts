/** All in one as an owner reads it in the morning: what sold, what moved, and where a number comes from. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { axeViolations } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'

const yesterday = addDays(new Date().toISOString().slice(0, 10), -1)
const DAYS = daysOf({ start: addDays(yesterday, -59), end: yesterday })
const now = addDays(yesterday, -29)
const us = { marketplace: 'US', currency: 'USD' }
const told = (date: string, before: number, after: number) => {
  const units = date < now ? before : after
  return {
    ...us,
    date,
    ordered_product_sales: `${units * 10}.00`,
    units_ordered: units,
    sessions: units * 10,
  }
}
// Cups sell half as often again as in the thirty days before, bowls half as often; advertising is a dollar a day.
const FACTS = {
  sales_traffic_date: DAYS.map((date) => told(date, 6, 7)),
  sales_traffic_asin_day: DAYS.flatMap((date) => [
    { ...told(date, 4, 6), child_asin: 'B0CUP', sku: 'CUP' },
    { ...told(date, 2, 1), child_asin: 'B0BOWL', sku: 'BOWL' },
  ]),
  ads_daily: DAYS.map((date) => ({ ...us, date, ad_type: 'SP', sku: 'CUP', cost: '1.00', sales_7d: '5.00' })),
}

let story: Story
let page: Page
beforeAll(async () => {
  story = await startStory()
  const company = await companyPage(story, [JSON.stringify(FACTS)])
  page = company.page
  await page.goto(`${story.server.address}/${company.id}/allInOne`)
})
afterAll(() => story?.end())

const figures = () => page.getByRole('region', { name: 'All products together' }).innerText()

test('the last thirty days with advertising stand against those before', async () => {
  await page.getByText('Selecting default date range for dashboard.').waitFor()
  expect(page.url()).toContain(`startDate=${now}&endDate=${yesterday}`)
  // Thirty days of 70 dollars, of 60 before.
  await expect.poll(figures).toMatch(/Sales\s*\$2,100\s*\+16\.7\s?%/)
  expect(await figures()).toMatch(/Ad spend\s*\$30/)
  expect(await axeViolations(page)).toEqual([])
})

test('what moved most is named with what may have made it, and leads to its lines', async () => {
  const movers = page.getByRole('grid', { name: 'Movers' })
  const row = (name: string) => movers.getByRole('row', { name })
  await expect.poll(() => row('CUP').innerText()).toMatch(/1,800[\s\S]*600[\s\S]*Sessions up/)
  await expect.poll(() => row('BOWL').innerText()).toMatch(/300[\s\S]*−300[\s\S]*Sessions down/)
  await row('CUP').getByRole('gridcell').filter({ hasText: '1,800' }).click()
  const drawer = page.getByRole('complementary')
  await drawer.getByText('1,800.00').first().waitFor()
  expect(page.url()).toContain('explain=')
  expect(story.log).toEqual([])
})
