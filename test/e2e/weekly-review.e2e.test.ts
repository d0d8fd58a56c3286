/** The weekly business review as a meeting uses it: every number in its place, explained, compared, and talked about. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REVIEW_METRICS, reviewWeeks } from '#contract/dashboards/weekly-review.ts'
import { addDays, daysOf, type DateRange } from '#contract/date-range.ts'
import { today } from '#web/ui/dates.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const yesterday = addDays(today(), -1)
const SHOWN = reviewWeeks(yesterday)
const LAST_WEEK = addDays(SHOWN.end, -6)
const DAYS = daysOf({ start: addDays(SHOWN.start, -500), end: yesterday })
const gb = { marketplace: 'GB', currency: 'GBP' }
/** Ten pounds a day, and twenty in the week under review: 140 after 70, of one product. */
const sales = (date: string) => (date >= LAST_WEEK && date <= SHOWN.end ? '20.00' : '10.00')
const FACTS = {
  sales_traffic_date: DAYS.map((date) => ({
    ...gb,
    date,
    ordered_product_sales: sales(date),
    units_ordered: 1,
    sessions: 10,
  })),
  sales_traffic_asin_day: DAYS.filter((date) => date >= addDays(LAST_WEEK, -7)).map((date) => ({
    ...gb,
    date,
    child_asin: 'B-CUP',
    sku: 'CUP',
    ordered_product_sales: sales(date),
    units_ordered: 1,
    sessions: 10,
  })),
}

let story: Story
let server: RunningServer
let page: Page
let mishaps: string[]
let companyId: string

beforeAll(async () => {
  story = await startStory()
  ;({ server, log: mishaps } = story)
  const company = await companyPage(story, [JSON.stringify(FACTS)])
  ;({ page, id: companyId } = company)
})

afterAll(() => story?.end())

const open = (path: string) => page.goto(`${server.address}${path}`)
const pathname = () => new URL(page.url()).pathname
const review = () => page.getByRole('region', { name: 'Weekly business review dashboard.' })
const panel = (name: string) => review().getByRole('region', { name, exact: true })
const interval = (name: string) =>
  page.getByRole('radiogroup', { name: 'Interval' }).getByRole('radio', { name })
const show = ({ start, end }: DateRange, more = '') =>
  open(`/${companyId}/wbr/overview?startDate=${start}&endDate=${end}${more}`)

formTest('its addresses lead to it, with and without a company', async () => {
  const overview = `/${companyId}/wbr/overview`
  for (const path of [
    '/wbr',
    '/wbr/sales-breakdown',
    `/${companyId}/wbr`,
    `/${companyId}/wbr/sales-breakdown`,
  ]) {
    await open(path)
    await expect.poll(pathname, { message: path }).toBe(overview)
  }
  const order = `/${companyId}/profitAndLoss/order`
  for (const path of ['your-top-line', 'pAndL'])
    for (const before of ['', `/${companyId}`]) {
      await open(`${before}/wbr/${path}`)
      await expect.poll(pathname, { message: `${before} ${path}` }).toBe(order)
    }
})

test('the last six whole weeks, and the week under review in its place', async () => {
  await open(`/${companyId}/wbr/overview`)
  await page.getByRole('heading', { name: 'Weekly business review', level: 1 }).waitFor()
  await expect.poll(() => panel('Sales GBP').innerText()).toMatch(/140[\s\S]*\+100%[\s\S]*\+100%/)
  expect(new URL(page.url()).searchParams.get('startDate')).toBe(SHOWN.start)
  // What nothing tells keeps its place.
  expect(await panel('In-stock rate %').innerText()).toContain('–')
  // And the headings of what moved and of the notes.
  expect(await review().getByRole('heading', { level: 2 }).count()).toBe(REVIEW_METRICS.length + 2)
  const moved = page.getByRole('region', { name: 'What moved' })
  // The same visits at twice the price.
  await expect.poll(() => moved.innerText()).toMatch(/\+£70\.00[\s\S]*Change of sales[\s\S]*\+£70\.00/)
  expect(await axeViolations(page)).toEqual([])
})

test('a point and a number under it are explained', async () => {
  await panel('Sales GBP').getByRole('button', { name: /Week/ }).click()
  const drawer = (name: string) => page.getByRole('complementary', { name })
  await expect.poll(() => drawer('Sales').innerText()).toMatch(/£140\.00/)
  await page.keyboard.press('Escape')
  await drawer('Sales').waitFor({ state: 'detached' })
  const points = panel('Units').getByRole('slider').first()
  await points.focus()
  await points.press('End')
  await expect.poll(() => points.getAttribute('aria-valuetext')).toMatch(/Units 7, prior year 7/)
  await points.press('Enter')
  await expect.poll(() => drawer('Units ordered').innerText()).toMatch(/Units ordered[\s\S]*7/)
  await page.keyboard.press('Escape')
})

formTest('presets and intervals are those of a review', async () => {
  await page.getByRole('button', { name: /^Dates/ }).click()
  const presets = page.getByRole('group', { name: 'Presets' })
  for (const name of ['Month to date', 'Last 7 days', 'Last 30 days'])
    expect(await presets.getByRole('button', { name }).isDisabled(), name).toBe(false)
  for (const name of [
    'Last 3 months',
    'Last 6 months',
    'Last 90 days',
    'Last 365 days',
    'Last quarter',
    'Year to date',
  ])
    expect(await presets.getByRole('button', { name }).isDisabled(), name).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()

  const daysTo = (days: number): DateRange => ({ start: addDays(yesterday, 1 - days), end: yesterday })
  const usable = async () => {
    const names = ['Daily', 'Weekly', 'Monthly']
    const disabled = await Promise.all(names.map((name) => interval(name).isDisabled()))
    return names.filter((_, index) => !disabled[index])
  }
  await show(daysTo(29))
  await expect.poll(() => interval('Daily').isChecked()).toBe(true)
  await expect.poll(usable).toEqual(['Daily', 'Weekly', 'Monthly'])
  await show(daysTo(30))
  await expect.poll(() => interval('Weekly').isChecked()).toBe(true)
  await expect.poll(usable).toEqual(['Weekly', 'Monthly'])
  await show(daysTo(90))
  await expect.poll(() => interval('Monthly').isChecked()).toBe(true)
  await expect.poll(usable).toEqual([])
})

formTest('an interval shows the range, as charts and as a table; reset shows the weeks again', async () => {
  await show({ start: addDays(LAST_WEEK, -7), end: SHOWN.end })
  await interval('Weekly').click()
  await expect.poll(() => panel('Sales GBP').innerText()).toMatch(/Total[\s\S]*210[\s\S]*WoW[\s\S]*\+100%/)
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Weekly business review' })
  await expect
    .poll(() => table.getByRole('row', { name: /^Sales/ }).innerText())
    .toMatch(/210[\s\S]*70[\s\S]*140/)
  expect(await axeViolations(page)).toEqual([])
  // A column of own dates, beside the weeks.
  await page.getByRole('radio', { name: '6-12' }).click()
  await page.getByRole('button', { name: 'Summary columns' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add column' }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toContain(SHOWN.end)
  await expect.poll(() => table.getByRole('row', { name: /^Sales/ }).innerText()).toMatch(/210$/m)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Resetting all dashboard filters.').waitFor()
  await expect.poll(() => panel('Sales GBP').innerText()).toContain('YTD YoY')
  await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toBe('none')
})

test('a note that is typed outlasts a failure of the numbers, and is not left unasked', async () => {
  await show(SHOWN)
  const note = page.getByLabel('Note of the week')
  await note.fill('Price doubled.')
  await page.route('**/trpc/wbr.getOverview*', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.getByRole('radio', { name: 'Range' }).click()
  await page.getByText('The review could not be read').waitFor()
  expect(await note.count()).toBe(0)
  await page.getByRole('link', { name: 'Executive summary' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Stay').click()
  await page.unroute('**/trpc/wbr.getOverview*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => note.inputValue()).toBe('Price doubled.')
  await page.getByRole('radio', { name: '6-12' }).click()
  await note.fill('')
})

formTest('a note of the week and a mark on the charts stay', async () => {
  await page.getByLabel('Note of the week').fill('Price doubled. Watch conversion.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByText(/Saved by owner-\d+@example\.com/).waitFor()
  await page.getByRole('button', { name: 'Annotations' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What happened').fill('New price')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('list', { name: 'Annotations' }).getByText('New price').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect
    .poll(() => page.getByLabel('Note of the week').inputValue())
    .toBe('Price doubled. Watch conversion.')
  const points = panel('Sessions').getByRole('slider').first()
  await points.press('End')
  await expect.poll(() => points.getAttribute('aria-valuetext')).toContain('New price')
  expect(mishaps).toEqual([])
})
