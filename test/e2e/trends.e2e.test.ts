/** Trends as a seller uses them: is a change a trend, a season or one day, and where does it come from. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf, isoWeek, startOfWeek } from '#contract/date-range.ts'
import { axeViolations, WINDOWS } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { callAs } from './call-as.ts'
import { formTest } from '../support/drawn-cases.ts'

/** Ten whole weeks; the last of them ended on the Sunday before today, and has reports. */
const sunday = addDays(startOfWeek(new Date().toISOString().slice(0, 10)), -1)
const first = addDays(sunday, -69)
const rowOf = (date: string, marketplace: string, sales: number) => ({
  date,
  marketplace,
  currency: 'USD',
  ordered_product_sales: sales.toFixed(2),
  units_ordered: 4,
  sessions: 50,
  page_views: 70,
})
// In the US 60 a day and 100 on Sundays, in Canada 20; half as much 364 days before.
const salesOf = (date: string) => (addDays(startOfWeek(date), 6) === date ? 100 : 60)
const both = (date: string, part: number) => [
  rowOf(date, 'US', salesOf(date) * part),
  rowOf(date, 'CA', 20 * part),
]
const days = daysOf({ start: first, end: sunday })
const SALES = JSON.stringify({
  sales_traffic_date: [
    ...days.flatMap((date) => both(addDays(date, -364), 0.5)),
    ...days.flatMap((date) => both(date, 1)),
  ],
})
const ADS = JSON.stringify({
  ads_daily: days.map((date) => ({
    date,
    ad_type: 'SP',
    marketplace: 'US',
    currency: 'USD',
    cost: '6.00',
    sales_7d: '24.00',
    clicks: 12,
    impressions: 900,
  })),
})

let story: Story
let page: Page
let address: string
let companyId: string
let withoutAds: { id: string; page: Page }

beforeAll(async () => {
  story = await startStory()
  const seller = await companyPage(story, [SALES, ADS])
  ;({ page, id: companyId } = seller)
  address = `${story.server.address}/${seller.id}/brandManager/trends`
})
afterAll(() => story?.end())

const range = `startDate=${first}&endDate=${sunday}&currencyCode=USD&interval=WEEKLY&growthType=YEAR_ON_YEAR`
const at = (more = '', tab = 'salesAndTraffic') => page.goto(`${address}/${tab}?${range}${more}`)
const grid = () => page.getByRole('grid')
const shown = () => page.locator('[role=grid][aria-busy=false]').waitFor()
const chosen = () => page.getByRole('list', { name: 'Chosen metrics' })
const add = () => page.getByRole('button', { name: 'Add metric' })
const search = () => new URL(page.url()).searchParams
const weekOf = (day: string) => `Week ${Number(isoWeek(day).slice(-2))}`

test('metrics are added and removed, and the address remembers which', async () => {
  await page.goto(`${address}?${range}&metrics=orderedProductSales,sessions,unitSessionPercentage`)
  await page.waitForURL('**/trends/salesAndTraffic?**')
  await shown()
  await expect.poll(() => chosen().innerText()).toMatch(/Sales\s+Sessions\s+Conversion/)
  const current = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('aria-current')
  expect([await current('Trends'), await current('Brand manager')]).toEqual(['page', null])

  await page.getByRole('button', { name: 'Remove Sessions' }).click()
  await expect.poll(() => search().get('metrics')).toBe('orderedProductSales,unitSessionPercentage')
  for (const name of ['Page views', 'Units ordered']) {
    await add().click()
    await page.getByRole('option', { name }).click()
  }
  await page.getByText('4 of 4').waitFor()
  await add().hover()
  await page.getByText('4 metrics at most. Remove one first.').first().waitFor()
  await page.reload()
  await shown()
  await expect.poll(() => chosen().innerText()).toMatch(/Sales\s+Conversion\s+Page views\s+Units/)
  await page.getByRole('table', { name: 'Sales by weekday' }).getByRole('button').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  // One is always drawn, and it is what is split.
  for (const name of ['Sales', 'Conversion', 'Units'])
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
  await page.getByRole('list', { name: 'Page views by marketplace' }).waitFor()
  expect(story.log).toEqual([])
})

test('a point of the chart and a day of the map are taken back to their lines, which come to the same', async () => {
  await at('&metrics=orderedProductSales,sessions')
  await shown()
  const drawer = page.getByRole('complementary', { name: /Sales/ })
  await page.getByRole('slider', { name: 'Period' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  // Six days of 80 and a Sunday of 120, against half as much.
  await expect
    .poll(() => drawer.innerText())
    .toMatch(/600\.00[\s\S]*600\.00 after 300\.00: \+100%[\s\S]*14 lines/)
  expect(search().get('explain')).toBe(`orderedProductSales.${addDays(sunday, -6)}.${sunday}`)
  await page.keyboard.press('Escape')

  const map = page.getByRole('table', { name: 'Sales by weekday' })
  await expect.poll(() => map.getByRole('row').nth(7).innerText()).toMatch(/^Sun\s+(120\s+){10}120$/)
  const monday = map.getByRole('button', { name: /^Mon/ })
  await monday.last().focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => drawer.innerText())
    .toMatch(/120\.00[\s\S]*120\.00 after 60\.00: \+100%[\s\S]*2 lines/)
  expect(search().get('explain')).toBe(`orderedProductSales.${sunday}.${sunday}`)
  await page.keyboard.press('Escape')
  await page.getByRole('radiogroup', { name: 'By weekday' }).getByText('Sessions').click()
  await page.getByRole('table', { name: 'Sessions by weekday' }).waitFor()
  expect(search().get('mapped')).toBe('sessions')
  expect(story.log).toEqual([])
})

formTest('weeks stand with their change, days and months too, and go into a file', async () => {
  await at('&metrics=orderedProductSales,sessions&splitBy=MARKETPLACE')
  await shown()
  const rows = grid().getByRole('row')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^10 weeks\s+6,000\s/)
  await expect
    .poll(() => rows.nth(2).innerText())
    .toMatch(new RegExp(`^${weekOf(sunday)}[\\s\\S]*600\\s+\\+100%`))
  const parts = page.getByRole('list', { name: 'Sales by marketplace' })
  await expect
    .poll(() => parts.innerText())
    .toMatch(/United States\s+[\s\S]*4,600[\s\S]*Canada\s+[\s\S]*1,400/)
  await page.getByRole('radio', { name: 'Bar' }).click()
  await page.getByRole('radio', { name: 'Month' }).click()
  await page.getByRole('heading', { name: /^By month/ }).waitFor()
  await page.getByRole('radio', { name: 'Day', exact: true }).click()
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^70 days\s+6,000\s/)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(
    new RegExp(`Total,${first},${sunday},6000[\\s\\S]*${sunday},${sunday},${sunday},120`),
  )
  // Days are too many for two years.
  await page.goto(
    `${address}/salesAndTraffic?startDate=${addDays(sunday, -729)}&endDate=${sunday}&interval=WEEKLY`,
  )
  await shown()
  await page.getByRole('radio', { name: 'Day', exact: true }).click()
  await page.getByText('Days are shown for up to 185 days. Showing weeks.').waitFor()
  expect(story.log).toEqual([])
})

formTest('a week leads to the brand manager with its days, and back', async () => {
  await at()
  await shown()
  await grid()
    .getByRole('link', { name: weekOf(sunday), exact: true })
    .click()
  await page.waitForURL('**/brandManager/marketplace?**')
  await shown()
  expect([search().get('startDate'), search().get('endDate')]).toEqual([addDays(sunday, -6), sunday])
  await expect.poll(() => grid().innerText()).toMatch(/All 2 marketplaces\s+600/)
  await page.goBack()
  await page.waitForURL('**/trends/salesAndTraffic?**')
  await expect.poll(() => grid().innerText()).toMatch(/10 weeks\s+6,000/)
  expect(story.log).toEqual([])
})

formTest('advertising has its own metrics, and says what it needs where there is none', async () => {
  await at('', 'advertising')
  await shown()
  await expect.poll(() => chosen().innerText()).toMatch(/Ad spend\s+Ad sales\s+ACOS/)
  // 6 of 24 a day.
  await expect.poll(() => grid().getByRole('row').nth(1).innerText()).toMatch(/^10 weeks\s+420[\s\S]*25\.0%/)
  await page.setViewportSize(WINDOWS.smallest)
  expect(await axeViolations(page)).toEqual([])

  withoutAds = await companyPage(story, [SALES])
  await withoutAds.page.goto(`${story.server.address}/${withoutAds.id}/brandManager/trends/advertising`)
  await withoutAds.page.getByText('Connect advertising to see this.').waitFor()
  for (const name of ['Connections', 'Import files'])
    expect(await withoutAds.page.getByRole('main').getByRole('link', { name }).count()).toBe(1)
  expect(story.log).toEqual([])
})

formTest('a metric is split by kind where it is told by kind, and charts say what happened', async () => {
  const happened = addDays(sunday, -8)
  expect(await callAs(page, 'wbr.saveAnnotation', { companyId, date: happened, text: 'New price' })).toBe(
    undefined,
  )
  await at('&metrics=adSpend,organicSales&splitBy=AD_TYPE', 'advertising')
  await shown()
  const parts = (name: string) => page.getByRole('list', { name })
  await expect.poll(() => parts('Ad spend by kind of ad').innerText()).toMatch(/Sponsored Products[\s\S]*420/)
  // The mark of its week, and of its day on the map.
  await page.locator('[data-annotation]').waitFor({ state: 'attached' })
  await page.getByRole('slider', { name: 'Period' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect
    .poll(() => page.getByRole('slider', { name: 'Period' }).getAttribute('aria-valuetext'))
    .toContain('New price')
  await page
    .getByRole('table', { name: 'Ad spend by weekday' })
    .getByRole('button', { name: /^Sat.*New price/ })
    .waitFor()
  // What no ad tells of is split by what it is told by.
  await page.getByRole('button', { name: 'Remove Ad spend' }).click()
  await parts('Organic sales by marketplace').waitFor()
  expect(story.log).toEqual([])
})
