/** Files that ask something of a person, and archives, through the import page. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '#amazon/testing.ts'
import { createCompany } from '#server/accounts/index.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, exportedCsv, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { sale, v2File } from '#test/support/settlement-file.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']

const settlement = (id: string) =>
  v2File({
    id,
    start: '2026-03-01',
    end: '2026-03-15',
    currency: 'EUR',
    entries: sale({
      order: `302-0000000-000000${id}`,
      sku: 'MUG-1',
      at: '2026-03-02 10:11:12',
      marketplace: 'Amazon.de',
      amounts: { 'ItemPrice Principal': '40.00' },
    }),
  })

const BY_PRODUCT =
  '(Parent) ASIN,(Child) ASIN,Title,Sessions - Total,Page Views - Total,Units Ordered,Ordered Product Sales\nB000000009,B000000001,Mug,"1,007",9,2,"€1,020.00"\n'

let story: Story
let server: RunningServer
let browser: Browser
let page: Page
let companyId: string
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, browser, log: mishaps } = story)
  companyId = (await createCompany(server.installation.services.accounts, { name: 'Northwind Home' })).id
  await importText(server, companyId, settlement('1'))
  page = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, await accountOf(server, [companyId])),
  })
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
  await page.goto(`${server.address}/${companyId}/import`)
  await page.getByRole('heading', { name: 'All imports' }).waitFor()
})

afterAll(async () => {
  await story?.end()
  expect(mishaps).toEqual([])
})

const upload = (name: string, content: string | Uint8Array) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })

/** The page in both themes and both windows, by axe and, where somebody asks for it, as photographs. */
async function looked(name: string): Promise<void> {
  for (const theme of THEMES) {
    await setTheme(page, theme)
    for (const [size, viewport] of Object.entries(WINDOWS)) {
      await page.setViewportSize(viewport)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${name} in ${size}`).toBeLessThanOrEqual(viewport.width)
      if (PHOTOGRAPHS) await page.screenshot({ path: join(PHOTOGRAPHS, `${name}-${theme}-${size}.png`) })
    }
    await page.setViewportSize(WINDOWS.wide)
    expect(await axeViolations(page)).toEqual([])
  }
  await setTheme(page, 'light')
}

test('a list of costs shows how it is understood, and is imported as a person confirms it', async () => {
  await upload(
    'prices.csv',
    'ASIN;SKU;Title;CostPeriodStartDate;Cost;Landed;Marketplace\nB01;MUG-1;Stoneware mug, blue;01/02/2026;3,10;4,20;Amazon.de\nB02;CUP-1;Cup;01/02/2026;2,00;2,90;\n',
  )
  const send = page.getByRole('button', { name: 'Import these costs' })
  await send.waitFor()
  await page.getByText('Stoneware mug, blue').waitFor()
  await looked('cost-question')

  const choose = async (field: string, choice: string) => {
    await page.getByRole('button', { name: new RegExp(field) }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
  }
  // Neither the currency nor the order of day and month stand in the file.
  await choose('Currency', 'EUR €')
  await choose('Dates are written', 'Day/month/year')
  await choose('Cost of one unit', 'Landed')
  await send.click()
  await page.getByText('2 rows are in use.').waitFor()
  await page.getByText('SKU in SKU, cost in Landed, EUR, days in CostPeriodStartDate').waitFor()
})

test('a copy of which no date tells whether the day or the month comes first is asked for it', async () => {
  await upload(
    'returns.csv',
    'return-date,order-id,sku,quantity,detailed-disposition\n3/2/2026,302-0000000-0000001,MUG-1,1,SELLABLE\n',
  )
  const order = page.getByRole('button', { name: /Dates are written/ })
  await order.waitFor()
  await page.getByText('as 3/2/2026').first().waitFor()
  await looked('date-order-question')
  await order.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Month/day/year' }).waitFor()
  await page.keyboard.type('Month')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page
    .getByText(/, 1 row kept/)
    .first()
    .waitFor()
})

test('an archive shows what became of each of its files', async () => {
  await upload(
    'march.zip',
    zipOf(
      { name: 'a/second.txt', data: settlement('2') },
      { name: 'locked.txt', data: 'x', locked: true },
      { name: 'photo.txt', data: 'no report' },
    ),
  )
  const files = page.getByRole('table', { name: 'Files of this archive' })
  await files.getByRole('row', { name: /In use.*a\/second\.txt/ }).waitFor()
  await files.getByRole('row', { name: /locked\.txt.*password/ }).waitFor()
  await files.getByRole('row', { name: /photo\.txt.*not those of a known report/ }).waitFor()
  await looked('archive')
  await files.getByRole('link', { name: 'photo.txt' }).click()
  await page.getByRole('complementary').getByText('not those of a known report').waitFor()
})

test('a file that names no marketplace is asked for it, and a refused one leaves the list', async () => {
  await page.goto(`${server.address}/${companyId}/import`)
  await upload(
    'nameless.csv',
    'date/time,settlement id,type,order id,sku,description,quantity,marketplace,product sales,selling fees,other,total\n"Jun 8, 2025 10:23:05 AM JST",33001,Service Fee,,,Subscription,,,0,0,-500,-500\n',
  )
  await page.getByText('The file names no marketplace. Choose the one it belongs to.').waitFor()
  await page.getByRole('button', { name: /Marketplace/ }).click()
  await page.getByRole('option', { name: 'Japan' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('1 row is in use.').waitFor()

  await upload('picture.txt', 'no report')
  const list = page.getByRole('table', { name: 'All imports' })
  const refused = list.getByRole('row', { name: /Refused.*picture\.txt/ })
  await refused.getByRole('button', { name: 'Dismiss picture.txt' }).click()
  await refused.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show 1 dismissed' }).click()
  await refused.waitFor()
  await expect.poll(() => refused.getByRole('button', { name: /Dismiss/ }).count()).toBe(0)
})

formTest('a file that asks for its day can be taken back instead, and is of no day to come', async () => {
  await page.goto(`${server.address}/${companyId}/import`)
  await upload('products.csv', BY_PRODUCT)
  const day = page.getByRole('textbox', { name: 'Day', exact: true })
  await page.getByRole('button', { name: /Marketplace/ }).click()
  await page.getByRole('option', { name: 'Germany' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await day.waitFor()
  await day.fill('2099-01-01')
  await page.keyboard.press('Tab')
  await page.getByText(/^The last day to choose is /).waitFor()
  expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
  const row = page.getByRole('table', { name: 'All imports' }).getByRole('row', { name: /products\.csv/ })
  await row.getByRole('button', { name: 'Cancel products.csv' }).click()
  await row.getByText('Cancelled').waitFor()
  await day.waitFor({ state: 'detached' })
})

formTest('the guide says which report gives what, and leads to it in the chosen marketplace', async () => {
  await page.goto(`${server.address}/${companyId}/import`)
  await page.getByRole('link', { name: 'Where to find reports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Where to find reports' }).waitFor()
  await page.getByText('Ödemeler → Rapor Arşivi → İşlem').waitFor()
  await page.getByRole('heading', { name: 'Search Query Performance report, ASIN view' }).waitFor()
  await looked('guide')
  await page.getByRole('button', { name: /Marketplace/ }).click()
  await page.getByRole('option', { name: 'Türkiye' }).click()
  const link = page.getByRole('link', { name: 'Open in the Seller Central of Türkiye' }).first()
  await expect
    .poll(() => link.getAttribute('href'))
    .toBe('https://sellercentral.amazon.com.tr/payments/reports-repository')
})

formTest('several files are one line together, and each can be undone where it is looked at', async () => {
  const fresh = (await createCompany(server.installation.services.accounts, { name: 'Several' })).id
  const account = await accountOf(server, [fresh])
  const tab = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, account),
  })
  await tab.goto(`${server.address}/${fresh}/import`)
  await tab.locator('input[type=file]').setInputFiles(
    [settlement('7'), settlement('8'), 'nothing that is known'].map((content, index) => ({
      name: `file-${index}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    })),
  )
  await tab.getByText('2 in use, 1 refused, 2 rows', { exact: true }).waitFor()
  // What came of each is folded, but for what was refused.
  await expect.poll(() => tab.locator('details').count()).toBe(2)
  if (PHOTOGRAPHS) await tab.screenshot({ path: join(PHOTOGRAPHS, 'several.png') })
  const row = tab.getByRole('row', { name: /file-0\.txt/ })
  const undo = (await row.getByRole('button', { name: 'Undo' }).boundingBox())!
  expect(undo.x + undo.width).toBeLessThanOrEqual(WINDOWS.wide.width)
  await row.getByRole('button', { name: 'file-0.txt' }).click()
  const inspector = tab.getByRole('complementary', { name: 'file-0.txt' })
  await inspector.getByRole('button', { name: 'Undo' }).click()
  await tab.getByRole('button', { name: 'Undo import' }).click()
  await row.getByText('Undone').waitFor()
  const file = await exportedCsv(tab, 'Export list')
  expect(file).toMatch(/Undone.*file-0\.txt.*Settlement report/)
  expect(file).toMatch(/In use.*file-1\.txt/)
  expect(file).toMatch(/Refused.*file-2\.txt.*not those of a known report/)
  expect(await axeViolations(tab)).toEqual([])
  await tab.close()
})
