import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { v2File, type Entry } from '#test/support/settlement-file.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

/** A sale of 100.00 a month from January to June 2026, and in February fees that are more than it. */
const MONTHS = ['01', '02', '03', '04', '05', '06']
const entries = MONTHS.flatMap((month): Entry[] => {
  const common = {
    type: 'Order',
    at: `2026-${month}-10 10:00:00`,
    order: `111-00000${month}-0000001`,
    item: `00000${month}`,
    sku: 'CUP-BLUE',
    marketplace: 'Amazon.com',
    channel: 'AFN',
  }
  const fee = month === '02' ? '-130.00' : '-15.00'
  return [
    { ...common, amountType: 'ItemPrice', description: 'Principal', amount: '100.00', quantity: 1 },
    { ...common, amountType: 'ItemFees', description: 'Commission', amount: fee },
  ]
})
const SETTLEMENT = v2File({
  id: '90000000002',
  start: '2026-01-01',
  end: '2026-07-01',
  currency: 'USD',
  entries,
})
const SEARCH = 'startDate=2026-01-01&endDate=2026-06-30&currencyCode=USD&dateInterval=MONTHLY'

let story: Story
let context: BrowserContext
let page: Page
let storageState: Awaited<ReturnType<typeof signIn>>
let companyId: string
let pnl: string

beforeAll(async () => {
  story = await startStory()
  const { server, browser } = story
  const company = await createCompany(server.installation.services.accounts, { name: 'Story' })
  await importText(server, company.id, SETTLEMENT)
  companyId = company.id
  pnl = `${server.address}/${company.id}/profitAndLoss/transaction?${SEARCH}`
  storageState = await signIn(browser, server, await accountOf(server, [company.id]))
})
afterAll(() => story?.end())

beforeEach(async () => {
  context = await story.browser.newContext({ viewport: WINDOWS.wide, storageState })
  page = await context.newPage()
})
afterEach(() => context.close())

async function open(search = ''): Promise<void> {
  await page.goto(`${pnl}${search}`)
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  await page.locator('[data-filter=dates] button:enabled').waitFor()
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const drawer = (name: string | RegExp) => page.getByRole('complementary', { name })
const figures = () => page.getByRole('region', { name: 'Key figures' })

test('the few numbers of a month stand on top, and lead from month to month', async () => {
  await open()
  await expect.poll(() => figures().innerText()).toMatch(/Net sales\s+\$?100/)
  const month = page.locator('output', { hasText: /^\w{3} 2026$/ })
  await expect.poll(() => month.innerText()).toBe('Jun 2026')
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Previous period' }).click()
  await expect.poll(() => month.innerText()).toBe('Feb 2026')
  await expect.poll(() => figures().innerText()).toMatch(/−\$?30/)
  await page.getByRole('button', { name: /explain Net profit/ }).click()
  await drawer(/Net profit/).waitFor()
  expect(new URL(page.url()).searchParams.get('explain')).toBe('netProfit.2026-02-01.2026-02-28')
})

formTest('the total is in view whatever is scrolled, and is no year to date twice', async () => {
  await page.setViewportSize(WINDOWS.smallest)
  await open()
  const total = page.getByRole('columnheader', { name: /^Total/ })
  const right = async () => (await total.boundingBox())!.x + (await total.boundingBox())!.width
  expect(await right()).toBeLessThanOrEqual(900)
  // The numbers under it are where their head is.
  const share = (await row('Net sales').getByText('100.0%').first().boundingBox())!
  expect(share.x + share.width).toBeLessThanOrEqual(900)
  await expect.poll(() => page.getByRole('columnheader', { name: /^Last year to date/ }).count()).toBe(0)
  await expect.poll(() => page.getByRole('columnheader', { name: /^Prior year to date/ }).count()).toBe(1)
})

test('a bar stands over its amount, a loss is seen, and a press explains it', async () => {
  await open()
  const february = page.locator('[aria-hidden] g').filter({ hasText: '−30' })
  const bar = (await february.locator('rect').first().boundingBox())!
  expect(bar.height).toBeGreaterThanOrEqual(3)
  const amount = (await row('Net profit').getByText('−30').boundingBox())!
  expect(bar.x).toBeGreaterThan(amount.x - 20)
  expect(bar.x + bar.width).toBeLessThan(amount.x + amount.width + 20)
  const pressed = february.locator('rect').last()
  await pressed.hover()
  const tip = page.locator('[class*=tip] table')
  await expect.poll(() => tip.innerText()).toMatch(/Feb 2026[\s\S]*Net profit\s+−30\s+85\s+−135%/)
  const place = (await tip.boundingBox())!
  expect(place.x).toBeGreaterThan(bar.x + bar.width)
  await pressed.click()
  await drawer(/Net profit/).waitFor()
})

formTest('heads say what their numbers are, and net margin changes by points', async () => {
  await open()
  await expect.poll(() => page.getByRole('columnheader', { name: 'vs Jan' }).count()).toBe(1)
  await expect.poll(() => row('Net margin').innerText()).toContain('−115.0 pp')
  // After a loss there is no percentage of change.
  const march = row('Net profit').getByRole('gridcell')
  await expect.poll(() => march.allInnerTexts()).toContain('–\nno data')
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
})

formTest('a filter that was folded away says that it is not at its default', async () => {
  await page.setViewportSize({ width: 1380, height: 800 })
  const advanced = page.getByRole('button', { name: /^Advanced filters/ })
  await open()
  const isInBar = () => page.locator('[data-filter=growth]').count()
  await expect.poll(isInBar).toBe(0)
  await expect.poll(() => advanced.innerText()).not.toContain('applied')
  await open('&growthType=YEAR_ON_YEAR')
  await expect.poll(() => advanced.innerText()).toContain('Filters are applied.')
  // In the bar it says so itself.
  await page.setViewportSize({ width: 1900, height: 900 })
  await expect.poll(isInBar).toBe(1)
  await expect.poll(() => advanced.innerText()).not.toContain('applied')
})

formTest('from a part of a number one comes back, and on to those beside it', async () => {
  await open()
  await row('Contribution margin 2').getByText('85').last().click()
  const of = (name: string) => drawer(new RegExp(`^${name}`))
  await of('Contribution margin 2').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Back to/ }).count()).toBe(0)
  await of('Contribution margin 2').getByRole('button', { name: 'Amazon selling fees' }).last().click()
  await of('Amazon selling fees').getByRole('button', { name: 'Referral fees' }).last().click()
  await of('Referral fees').waitFor()
  const way = page.getByRole('navigation', { name: 'The way here' })
  await expect
    .poll(() => way.getByRole('button').allInnerTexts())
    .toEqual(['Contribution margin 2', 'Amazon selling fees'])
  // Its line is folded away: the group that holds it is marked.
  await expect.poll(() => page.locator('tr[data-marked]').innerText()).toContain('Amazon selling fees')
  await page.getByRole('button', { name: 'Back to Amazon selling fees' }).click()
  await of('Amazon selling fees').waitFor()
  await expect.poll(() => way.getByRole('button').allInnerTexts()).toEqual(['Contribution margin 2'])

  await of('Amazon selling fees').getByRole('button', { name: 'Previous' }).click()
  await of('Contribution margin 1').waitFor()
  await expect.poll(() => way.count()).toBe(0)
  const explained = () => new URL(page.url()).searchParams.get('explain')
  const month = explained()!.slice('contributionMargin1.'.length)
  await of('Contribution margin 1').getByRole('heading', { level: 2 }).focus()
  await page.keyboard.press('ArrowDown')
  await of('Amazon selling fees').waitFor()
  expect(explained()).toBe(`sellingFees.${month}`)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(explained).not.toBe(`sellingFees.${month}`)
  await expect.poll(() => page.locator('td[aria-selected=true]').count()).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await of('Amazon selling fees').waitFor({ state: 'detached' })
  expect(await page.evaluate<string>('document.activeElement.closest("tr").innerText')).toContain(
    'selling fees',
  )
})

formTest(
  'where it has no room of its own the drawer lies over the page, beside the number that it explains',
  async () => {
    // Below 1100 pixels it takes the whole width.
    await page.setViewportSize({ width: 1100, height: 700 })
    await open()
    const filters = page.getByRole('search', { name: 'Filters' })
    const before = await filters.innerText()
    const cell = row('Net sales').getByRole('gridcell').nth(6)
    await cell.click()
    const opened = drawer(/^Net sales/)
    await opened.waitFor()
    await expect.poll(() => filters.innerText()).toBe(before)
    const left = (await opened.boundingBox())!.x
    const sheet = (await page.getByRole('treegrid').boundingBox())!
    await expect
      .poll(async () => {
        const marked = (await page.locator('td[aria-selected=true]').first().boundingBox())!
        return marked.x >= Math.max(sheet.x, 0) && marked.x + marked.width <= left
      })
      .toBe(true)
    for (const theme of THEMES) {
      await setTheme(page, theme)
      expect(await axeViolations(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    expect(await row('Net sales').locator('td:focus').count()).toBe(1)
  },
)

formTest(
  'the palette finds products, marketplaces, currencies and numbers, and no pointer chooses for it',
  async () => {
    await open()
    const found = page.getByRole('dialog', { name: 'Command palette' })
    const choose = async (typed: string, shown: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await found.getByRole('searchbox').fill(typed)
      await found.getByRole('menuitem', { name: shown }).first().waitFor()
    }
    const param = (name: string) => new URL(page.url()).searchParams.get(name)

    await choose('united st', /^Only United States/)
    await page.keyboard.press('Enter')
    await expect.poll(() => param('marketplaces')).toBe('US')
    await choose('gbp', /^In GBP/)
    await page.keyboard.press('Enter')
    await expect.poll(() => param('currencyCode')).toBe('GBP')
    await choose('net margin', /^Net margin/)
    await page.keyboard.press('Enter')
    await drawer(/^Net margin/).waitFor()
    await choose('cup-b', /CUP-BLUE/)
    await page.keyboard.press('Enter')
    await expect.poll(() => param('products')).toBe('CUP-BLUE')

    // Where the pointer rests something else comes to lie under it.
    await page.keyboard.press('Control+k')
    const second = (await found.getByRole('menuitem').nth(1).boundingBox())!
    await page.keyboard.press('Escape')
    await page.mouse.move(second.x + 20, second.y + 8)
    await choose('pro', /^Profit and loss/)
    const chosen = await found.getByRole('menuitem').first().getAttribute('id')
    await expect.poll(() => found.getByRole('searchbox').getAttribute('aria-activedescendant')).toBe(chosen)
  },
)

formTest('a number is told apart, a group leads to its lines, and back to the groups', async () => {
  await open('&explain=netProfit.2026-01-01.2026-06-30')
  const opened = drawer(/^Net profit/)
  await opened.waitFor()
  const by = (name: string) => opened.getByRole('radio', { name })
  await by('Kind').click()
  const table = opened.getByRole('table', { name: 'By kind' })
  await table.waitFor()
  const names = (await table.getByRole('rowheader').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))
  expect(names).toEqual([
    'Item price , Order / ItemPrice / Principal',
    'Referral fee , Order / ItemFees / Commission',
    'All kinds',
  ])
  // Six times 100.00, five times 15.00 and once 130.00.
  expect(await table.getByRole('row').last().innerText()).toMatch(/All kinds\s+12\s+395\.00/)
  await table.getByRole('button', { name: 'Kind' }).click()
  await expect
    .poll(() => table.getByRole('columnheader', { name: 'Kind' }).getAttribute('aria-sort'))
    .toBe('ascending')

  await table.getByRole('button', { name: /Referral fee/ }).click()
  const lines = opened.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(6)
  await expect
    .poll(() => opened.getByRole('region', { name: 'Referral fee' }).innerText())
    .toContain('−205.00')
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await opened.getByRole('button', { name: 'Back to all kinds' }).click()
  await expect.poll(() => lines.count()).toBe(12)
  // Where one was.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Referral fee/)
  const written = page.waitForEvent('download')
  await opened.getByRole('button', { name: 'Export' }).first().click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await written
  expect(download.suggestedFilename()).toBe('net-profit-by-kind-2026-01-01-2026-06-30.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('Number,Net profit')
  expect(text).toContain('Referral fee,Order / ItemFees / Commission,Referral fees,6,-205,')
})

test('numbers that change while a page is open are read again by themselves', async () => {
  const { server } = story
  await page.clock.install()
  await page.goto(
    `${server.address}/${companyId}/profitAndLoss/transaction?${SEARCH.replace('06-30', '08-31')}`,
  )
  const sales = () => row('Net sales').first().innerText()
  await expect.poll(sales).toContain('600')
  const entry = entries.find(({ description }) => description === 'Principal')!
  const soldIn = (month: string, id: string) =>
    importText(
      server,
      companyId,
      v2File({
        id,
        start: `2026-${month}-01`,
        end: `2026-${month}-28`,
        currency: 'USD',
        entries: [
          { ...entry, at: `2026-${month}-10 10:00:00`, order: `111-00000${month}-0000001`, amount: '50.00' },
        ],
      }),
    )
  await soldIn('07', '90000000003')
  await page.clock.fastForward('01:05')
  await expect.poll(sales).toContain('650')
  // What was read stays where it cannot be read again.
  await page.route('**/trpc/profitAndLoss.getData**', (route) => route.abort())
  await soldIn('08', '90000000004')
  await page.clock.fastForward('01:05')
  const again = page.getByRole('alert').filter({ hasText: 'could not be read again' })
  await expect
    .poll(async () => {
      await page.clock.fastForward('00:05')
      return again.count()
    })
    .toBe(1)
  expect(await sales()).toContain('650')
  await page.unroute('**/trpc/profitAndLoss.getData**')
  await again.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(sales).toContain('700')
  expect(await again.count()).toBe(0)
})
