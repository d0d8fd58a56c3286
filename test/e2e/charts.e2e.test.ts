import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, openPage } from '#test/support/browser.ts'
import { openAddress, startGallery } from '#test/support/gallery.ts'
import { formTest } from '../support/drawn-cases.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let mishaps: string[]

beforeAll(async () => {
  gallery = await startGallery()
  browser = await launchBrowser()
  ;({ page, mishaps } = await openPage(browser))
})

afterAll(async () => {
  await browser?.close()
  await gallery?.[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await openAddress(page, `${gallery.address}/__ui/TimeChart`)
})

const chart = (name: string, nth = 0): Locator => page.getByRole('region', { name }).nth(nth)
const crosshair = (of: Locator): Locator => of.getByRole('slider', { name: 'Period' })
const spoken = (of: Locator): Promise<string | null> => crosshair(of).getAttribute('aria-valuetext')

test('arrow keys move the crosshair from period to period, and each is read out', async () => {
  const sales = chart('Sales by week')
  await crosshair(sales).focus()
  // It begins where the data ends, which here is the comparison of the last week.
  await page.keyboard.press('Home')
  expect(await spoken(sales)).toBe(
    '18 May to 24 May 2026: This year €64,100, prior year €58,600, +9.4%; Ad spend €5,641',
  )
  await page.keyboard.press('ArrowRight')
  expect(await spoken(sales)).toContain('25 May to 31 May 2026: This year €64,200')
  await expect.poll(() => sales.locator('[data-chart-tip]').innerText()).toContain('25 May to 31 May 2026')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowLeft')
  expect(await spoken(sales)).toContain('27 Jul to 2 Aug 2026')
  await page.keyboard.press('End')
  expect(await spoken(sales)).toContain('This year no data, prior year €52,300')
  await page.keyboard.press('Escape')
  await expect.poll(() => sales.locator('[data-chart-tip]').count()).toBe(0)
  expect(mishaps).toEqual([])
})

formTest('the tooltip names period, comparison and change, and never covers the point', async () => {
  const sales = chart('Sales by week')
  const area = crosshair(sales)
  const box = (await area.boundingBox())!
  for (const share of [0.01, 0.3, 0.6, 0.99]) {
    const x = box.x + box.width * share
    await page.mouse.move(x, box.y + 60)
    const tip = (await sales.locator('[data-chart-tip]').boundingBox())!
    const line = (await area.locator('path').first().boundingBox())!
    expect(tip.x > line.x || tip.x + tip.width < line.x, `at ${share}`).toBe(true)
    expect(tip.x).toBeGreaterThanOrEqual(box.x)
  }
  await page.mouse.move(box.x + box.width * (7.5 / 35), box.y + 60)
  const lines = (await sales.locator('[data-chart-tip] tr').allInnerTexts()).map((text) =>
    text.replace(/\s+/g, ' ').trim(),
  )
  expect(lines).toEqual([
    '6 Jul to 12 Jul 2026 Prior year Change',
    'This year €97,200 €60,100 +61.7%',
    'Ad spend €8,674',
  ])
  // The pointer leaves, and so does the tooltip.
  await page.mouse.move(0, 0)
  await expect.poll(() => sales.locator('[data-chart-tip]').count()).toBe(0)
})

test('the same numbers are there as a table, and back', async () => {
  const sales = chart('Sales by day')
  await sales.getByRole('button', { name: 'Show as table' }).click()
  await expect.poll(() => sales.getByRole('img').count()).toBe(0)
  const heads = (await sales.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  expect(heads).toEqual(['Period', 'November', 'October, same day', 'Change', 'Ahead of October'])
  const today = sales.getByRole('row', { name: /20 Nov 2026, in progress/ })
  expect((await today.innerText()).replace(/\s+/g, ' ')).toMatch(/^20 Nov 2026, in progress €5,200 /)
  await expect.poll(() => sales.getByRole('row', { name: /30 Nov 2026/ }).innerText()).toContain('no data')
  await sales.getByRole('button', { name: 'Show as chart' }).click()
  await expect.poll(() => sales.getByRole('img').count()).toBe(1)
})

test('missing days are gaps, a day between two gaps is a dot, and zero is drawn', async () => {
  const gaps = chart('Sales by day', 1)
  const path = (await gaps.locator('path[data-series="sales"]').getAttribute('d'))!
  // Before the 7th, the 9th alone, from the 11th to the 14th, from the 16th on: a lone day is no line.
  expect(path.match(/M/g)).toHaveLength(4)
  await crosshair(gaps).focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight')
  expect(await spoken(gaps)).toBe('7 Nov 2026: Sales no data; Units no data')
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
  expect(await spoken(gaps)).toContain('12 Nov 2026: Sales €0.00')
})

formTest('a panel without values says so, and prints no scale of its own', async () => {
  const picture = chart('Units and sales by day').getByRole('img')
  expect(await picture.getAttribute('aria-label')).toMatch(/Units: No data for this period\.$/)
  const box = (await picture.boundingBox())!
  const texts = await picture
    .locator('text')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getBoundingClientRect().y] as const))
  const ofUnits = texts.flatMap(([text, y]) => (y < box.y + 80 ? [text] : []))
  expect(ofUnits.toSorted()).toEqual(['No data for this period.', 'Units'])
})

formTest('a picture says in one sentence what it shows', async () => {
  const names = await page
    .getByRole('img')
    .evaluateAll((all) => all.map((svg) => svg.getAttribute('aria-label') ?? ''))
  const sentences = names.filter((name) => name.endsWith('.'))
  expect(sentences.length).toBeGreaterThanOrEqual(5)
})

formTest('on paper there is the picture alone', async () => {
  await page.emulateMedia({ media: 'print' })
  const sales = chart('Sales by week')
  await expect.poll(() => sales.getByRole('img').isVisible()).toBe(true)
  await expect.poll(() => sales.getByText('Show as table').isVisible()).toBe(false)
  await expect.poll(() => crosshair(sales).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
})

formTest('a waterfall is a table as it stands', async () => {
  await openAddress(page, `${gallery.address}/__ui/LedgerWaterfall`)
  const table = page.getByRole('table', {
    name: 'From the price of a steel water bottle to its profit per unit',
  })
  expect((await table.getByRole('row', { name: /Profit per unit/ }).innerText()).replace(/\s+/g, ' ')).toBe(
    'Profit per unit 4.16 16.6%',
  )
  const unknown = page.getByRole('table', { name: /without a cost of goods/ })
  await expect
    .poll(() => unknown.getByRole('row', { name: /Profit per unit/ }).innerText())
    .toContain('no data')
})

formTest(
  'a key figure is selected by its name, explained by its value, and its course can be read',
  async () => {
    await openAddress(
      page,
      `${gallery.address}/__ui/KeyFigures?state=${encodeURIComponent('One of them selected')}`,
    )
    const select = (name: string) => page.getByRole('button', { name, exact: true })
    await select('Units').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => select('Units').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => select('Sales').getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main output').innerText()).toBe('units is explained')
    await expect.poll(() => select('Units').getAttribute('aria-pressed')).toBe('true')
    const course = page.locator('li', { hasText: 'Sales' }).locator('svg[width]').last()
    const box = (await course.boundingBox())!
    await page.mouse.move(box.x + 5, box.y + 10)
    await expect
      .poll(() => page.locator('li', { hasText: 'Sales' }).first().innerText())
      .toContain('Week of 18 May')
  },
)

formTest('figures that do not fit stand in even rows, and low windows have no courses', async () => {
  await openAddress(
    page,
    `${gallery.address}/__ui/KeyFigures?state=${encodeURIComponent('One of them selected')}`,
  )
  const tops = async () =>
    new Set(
      await page
        .locator('main li')
        .evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top)),
    ).size
  const course = page.locator('main li svg[width]').last()
  expect(await tops()).toBe(1)
  await expect.poll(() => course.isVisible()).toBe(true)
  await page.setViewportSize({ width: 900, height: 530 })
  await expect.poll(tops).toBe(2)
  await expect.poll(() => course.isVisible()).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
})

formTest('one change is pressed by its name, those that were added up together', async () => {
  await openAddress(page, `${gallery.address}/__ui/RankedBars`)
  const output = page.locator('main output')
  await page.getByRole('button', { name: 'Exercise mat, 6 mm' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => output.innerText()).toBe('Exercise mat, 6 mm')
  await page.getByRole('button', { name: '3 other products down' }).click()
  await expect.poll(() => output.innerText()).toBe('small 1, small 3, small 5')
})

formTest(
  'a funnel is judged against its first step, explained by its steps, and is a table too',
  async () => {
    await openAddress(page, `${gallery.address}/__ui/FunnelChart`)
    const funnel = chart('Where customers leave')
    expect((await funnel.getByRole('listitem').nth(3).innerText()).replace(/\s+/g, ' ')).toBe(
      'Purchases largest leak 13.6% +1.2 pp 574 yours of 4,218 Purchase rate 31.9% market 35.6%',
    )
    await funnel.getByRole('button', { name: 'Cart adds' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('main output').innerText()).toBe('cartAdds')
    await funnel.getByRole('button', { name: 'Show as table' }).click()
    expect((await funnel.getByRole('row', { name: /Clicks/ }).innerText()).replace(/\s+/g, ' ')).toBe(
      'Clicks 5,162 36,117 14.3% +1.9 pp 2.28% 1.98%',
    )
  },
)

formTest('what is no time has names on its axis, in its crosshair and in its table', async () => {
  await openAddress(page, `${gallery.address}/__ui/CategoryChart`)
  const hours = chart('Today by hour')
  await hours.getByRole('slider', { name: 'Category' }).focus()
  await page.keyboard.press('Home')
  for (let hour = 0; hour < 13; hour++) await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => hours.getByRole('slider').getAttribute('aria-valuetext'))
    .toContain('13:00, in progress: Today €')
  await hours.getByRole('button', { name: 'Show as table' }).click()
  expect(await hours.locator('tbody th').nth(9).innerText()).toBe('09:00')
})

formTest('a sparkline that loses the day that is pointed at points at none', async () => {
  const state = encodeURIComponent('Fewer days while one is pointed at')
  await openAddress(page, `${gallery.address}/__ui/Sparkline?state=${state}`)
  const line = page.getByRole('img', { name: 'Days' })
  await line.hover({ position: { x: 80, y: 12 } })
  await page.getByText('FOURTH').waitFor()
  await page.getByRole('button', { name: 'Two days' }).press('Enter')
  await page.getByText('FOURTH').waitFor({ state: 'detached' })
  expect(mishaps).toEqual([])
  await expect.poll(() => line.count()).toBe(1)
})
