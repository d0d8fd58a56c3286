/** What stock was worth, from its sums to the line of Amazon's inventory ledger. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations, exportedCsv, onPaper, setTheme, THEMES } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const PLACE = { marketplace: 'DE', location: 'DE', disposition: 'SELLABLE' }
const FACTS = {
  product_costs: [{ sku: 'MUG', valid_from: '2026-01-01', currency: 'EUR', manufacturing: '4.50' }],
  inventory_ledger: [
    {
      ...PLACE,
      sku: 'MUG',
      fnsku: 'X1',
      date: '2026-03-01',
      starting_balance: 100,
      receipts: 50,
      lost: 2,
      ending_balance: 148,
    },
    {
      ...PLACE,
      sku: 'MUG',
      fnsku: 'X1',
      date: '2026-03-31',
      starting_balance: 148,
      customer_shipments: -18,
      ending_balance: 130,
    },
    { ...PLACE, sku: 'CUP', fnsku: 'X2', date: '2026-03-31', starting_balance: 3, ending_balance: 3 },
  ],
}

let story: Story
let page: Page
beforeAll(async () => {
  story = await startStory()
  const company = await companyPage(story, [JSON.stringify(FACTS)])
  page = company.page
  await page.goto(
    `${story.server.address}/${company.id}/accounting/stock?currencyCode=EUR&startDate=2026-03-01&endDate=2026-03-31`,
  )
})
afterAll(() => story?.end())

const table = () => page.getByRole('grid', { name: 'Stock value' })
const drawer = () => page.getByRole('complementary', { name: 'MUG' })

test('sums say what they are without, and a row leads to the lines of the ledger', async () => {
  await table().getByRole('row', { name: /MUG/ }).waitFor()
  // A product without a name is called by its SKU, and by nothing that a program reads.
  expect(await table().innerText()).not.toContain('["')
  const rolled = page.getByRole('table', { name: 'Stock rolled forward' })
  const line = (name: string) => rolled.getByRole('row', { name }).innerText()
  expect(await line('Opening stock')).toMatch(/103\s+450\.00/)
  expect(await line('Received')).toMatch(/50\s+225\.00/)
  expect(await line('Closing stock')).toMatch(/133\s+585\.00/)
  await page.getByText('Values are without 1 row').waitFor()
  await table().getByRole('row', { name: /MUG/ }).getByRole('gridcell').nth(1).click()
  await drawer().getByText('Received 50, Lost −2').waitFor()
  await drawer()
    .getByRole('button', { name: /\b1 Mar 2026/ })
    .click()
  expect(await drawer().innerText()).toContain('"starting_balance":100')
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer().count()).toBe(0)
  // By keys: Enter leads into the drawer and Escape back, arrows show the row on which they rest and stay in the table.
  const focused = () => page.evaluate('document.activeElement?.closest("tr")?.innerText ?? ""')
  await table().getByRole('row', { name: /MUG/ }).getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Enter')
  await drawer().locator(':focus, :scope:focus').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('MUG')
  await expect.poll(() => drawer().count()).toBe(0)
  expect(story.log).toEqual([])
})

formTest('what lacks a cost leads to where it is entered', async () => {
  await page.getByRole('link', { name: 'Enter costs' }).click()
  await page.waitForURL(/productMaster.*part=WITHOUT_COST/)
  await page.goBack()
  await table().getByRole('row', { name: /CUP/ }).waitFor()
})

formTest('the list is a file and goes to paper', async () => {
  const file = await exportedCsv(page)
  expect(file).toContain('Closing stock,585')
  expect(file).toContain('"Rows without a value, which are in no value",1')
  expect(file).toMatch(/\r\n[^\r]*MUG,/)
  await page.getByRole('button', { name: 'Save to PDF' }).click()
  await page.getByRole('alertdialog', { name: 'Save to PDF' }).getByRole('button', { name: 'Cancel' }).click()
  await onPaper(page, async () => {
    expect(await page.getByRole('row', { name: /MUG/ }).first().isVisible()).toBe(true)
    expect(await page.getByRole('table', { name: 'Stock rolled forward' }).isVisible()).toBe(true)
  })
})
