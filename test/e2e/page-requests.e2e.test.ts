/**
 * What pages ask the server for: all that they can at once, nothing twice and nothing that is refused; and nothing at all for
 * whoever comes back. Answers are held until nothing more is asked, so that it shows what waits for what.
 */
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysOf } from '#contract/date-range.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'

const today = new Date().toISOString().slice(0, 10)
const DAYS = daysOf({ start: addDays(today, -120), end: addDays(today, -1) })
const gb = { marketplace: 'GB', currency: 'GBP' }
const FACTS = {
  order_items: DAYS.map((day) => ({
    ...gb,
    order_id: `O-${day}`,
    order_item_id: '1',
    purchased_at: `${day}T09:00:00Z`,
    last_updated_at: `${day}T09:00:00Z`,
    order_status: 'Shipped',
    quantity: 1,
    item_price: '12.00',
    item_tax: '2.00',
    fulfillment_channel: 'AFN',
    sku: 'CUP',
    asin: 'B0CUP',
  })),
  settlements: [
    {
      settlement_id: '1',
      start_at: `${DAYS[0]}T00:00:00Z`,
      end_at: `${DAYS.at(-1)}T00:00:00Z`,
      currency: 'GBP',
      total_amount: '12.00',
    },
  ],
  settlement_lines: [
    {
      ...gb,
      settlement_id: '1',
      transaction_type: 'Order',
      order_id: `O-${DAYS[100]}`,
      order_item_id: '1',
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      posted_at: `${DAYS[100]}T12:00:00Z`,
      sku: 'CUP',
      amount: '12.00',
      quantity: 1,
    },
  ],
  sales_traffic_date: DAYS.map((date) => ({
    ...gb,
    date,
    ordered_product_sales: '12.00',
    units_ordered: 1,
    sessions: 10,
  })),
  sales_traffic_asin_day: DAYS.map((date) => ({
    ...gb,
    date,
    child_asin: 'B0CUP',
    sku: 'CUP',
    ordered_product_sales: '12.00',
    units_ordered: 1,
    sessions: 10,
  })),
  ads_daily: DAYS.map((date) => ({
    ...gb,
    date,
    ad_type: 'SP',
    sku: 'CUP',
    cost: '1.00',
    sales_7d: '4.00',
    clicks: 2,
  })),
  product_costs: [{ sku: 'CUP', valid_from: '2020-01-01', currency: 'GBP', manufacturing: '3.00' }],
  catalogue_items: [
    {
      snapshot_date: DAYS[0],
      marketplace: 'GB',
      asin: 'B0CUP',
      image_address: 'https://m.media-amazon.com/images/I/51cup.jpg',
    },
  ],
}

/** What says which days a page has, and so what it asks for. */
const BEFORE = [
  'advertising.getValidDataTimeWindow',
  'executiveSummary.realTimeData.getRealTimeDataLicenseStatus',
  'executiveSummary.realTimeData.getMinMaxDate',
  'profitAndLoss.getOrderProfitAndLossAvailableDataTimeWindow',
]
/** What is asked of the answer: pictures of the products found, and the last weeks of those that reports reach. */
const AFTER = ['productMaster.getProductThumbnails', 'trends.getSalesAndTraffic', 'trends.getAdvertising']
/** What is of now, or edited by several people, is read again sooner. */
const FIVE_MINUTES =
  /^(executiveSummary\.realTimeData|allInOne\.getAlerts|expenses|productMaster\.(list|getCustom)|bankMatch|companySettings)/
/** Asked again and again as long as a page is open. */
const POLLED = ['companies.isCompanyBlocked', 'imports.getVersion']

type Place = readonly [navigation: string, link: string]
/** Each with the navigation that leads to it. */
const PAGES: readonly Place[] = [
  ['Main', 'All in one'],
  ['Main', 'Executive summary'],
  ['Executive summary', 'Legacy'],
  ['Main', 'Brand manager'],
  ['Brand manager', 'Brands'],
  ['Brand manager', 'Products'],
  ['Main', 'Trends'],
  ['Trends', 'Advertising'],
  ['Main', 'Weekly business review'],
  ['Main', 'Profit and loss'],
  ['Profit and loss', 'Order P&L'],
  ['Profit and loss', 'Reconciliation'],
  ['Main', 'Unit economics'],
  ['Main', 'Expenses'],
  ['Main', 'Product master'],
]

let story: Story
let page: Page
let companyId: string
let held: Route[] = []
/** Every question with its input, in order. */
const asked: string[] = []
const refused: string[] = []
let requests = 0
let underWay = 0

beforeAll(async () => {
  story = await startStory()
  ;({ id: companyId, page } = await companyPage(story, [JSON.stringify(FACTS)]))
  // Time goes on as usual until a test lets a while pass.
  await page.clock.install()
  page.on('request', () => {
    requests++
    underWay++
  })
  page.on('requestfinished', () => void underWay--)
  page.on('requestfailed', () => void underWay--)
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.route('**/trpc/**', (route) => void held.push(route))
})
afterAll(() => story?.end())

/** A piece of a page that is loaded when it is drawn may ask something as well, and React shows some 300 ms after others. */
const IDLE = `new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 350)))`

async function untilNothingIsAsked(): Promise<void> {
  let before
  do {
    before = requests
    await page.evaluate(IDLE)
  } while (before !== requests || underWay > held.length)
}

const nameOf = (route: Route): string => {
  const { pathname, search } = new URL(route.request().url())
  return `${pathname.replace('/trpc/', '')} ${decodeURIComponent(search)}`
}
const procedureOf = (question: string): string => question.split(' ')[0]!

/** What is asked from here on, in waves: each is answered when nothing more is asked without it. */
async function waves(): Promise<string[][]> {
  const found: string[][] = []
  for (;;) {
    await untilNothingIsAsked()
    if (held.length === 0) return found
    const wave = held
    held = []
    const questions = wave.map(nameOf).filter((question) => !POLLED.includes(procedureOf(question)))
    asked.push(...questions)
    if (questions.length > 0) found.push(questions.map(procedureOf))
    const answers = wave.map((route) =>
      page.waitForEvent('requestfinished', (one) => one === route.request()),
    )
    await Promise.all(wave.map((route) => route.continue()))
    await Promise.all(answers)
  }
}

const without = (found: readonly string[][], names: readonly string[]): string[][] =>
  found.map((wave) => wave.filter((name) => !names.includes(name))).filter((wave) => wave.length > 0)

const open = ([label, name]: Place) =>
  page.getByRole('navigation', { name: label, exact: true }).getByRole('link', { name, exact: true }).click()

test('the first page waits twice for what may be seen, and asks the rest at once', async () => {
  await page.goto(`${story.server.address}/${companyId}/glossary`)
  const [visitor, company, ...rest] = await waves()
  expect(visitor!.toSorted()).toEqual([
    'companies.getUserCompanyOptions',
    'postRegistration.isPostRegistrationComplete',
  ])
  expect(company!.toSorted()).toEqual(['amazon.isCriticalSyncComplete', 'imports.getCoverage'])
  expect(rest.map((wave) => wave.toSorted())).toEqual([
    [
      'metrics.getDictionary',
      'session.getUser',
      'threefinAdmin.isUserThreefinAdmin',
      'userSettings.getUserPersonalDetails',
    ],
  ])
})

test.each(PAGES)('%s: %s asks at once what it can', async (...place) => {
  await open(place)
  const found = without(await waves(), BEFORE)
  expect(found).not.toEqual([])
  expect(without(found.slice(1), AFTER)).toEqual([])
})

test('nothing was asked twice, and nothing was refused', () => {
  expect(asked.filter((question, index) => asked.indexOf(question) !== index)).toEqual([])
  expect(refused).toEqual([])
  expect(story.log).toEqual([])
})

test('who goes back within a quarter of an hour asks nothing, but for what is of now or edited', async () => {
  await page.clock.fastForward(11 * 60_000)
  await waves()
  for (const place of PAGES.slice(0, -1).toReversed()) {
    await page.goBack()
    const anew = (await waves()).flat().filter((name) => !FIVE_MINUTES.test(name))
    expect([place, anew]).toEqual([place, []])
  }
  expect(refused).toEqual([])
})

test('another range is asked once, and what does not depend on it is not', async () => {
  await open(['Main', 'Executive summary'])
  // It was there a moment ago.
  expect(await waves()).toEqual([])
  await page.getByRole('radio', { name: 'Last 7 days' }).click()
  expect((await waves()).map((wave) => wave.toSorted())).toEqual([
    ['executiveSummary.realTimeData.getDaily', 'executiveSummary.realTimeData.getMovers'],
  ])
})
