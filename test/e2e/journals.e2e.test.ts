/** Settlements as somebody books them: those that are chosen are in one file, by accounts that are typed. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations, exportedCsv, onPaper, setTheme, THEMES } from '#test/support/browser.ts'
import { settlementOfOne, v2File } from '#test/support/settlement-file.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const MARCH = settlementOfOne('90000000001', '2026-03-01', '2026-03-15')
/** In another currency than the books are kept in. */
const APRIL = { ...settlementOfOne('90000000003', '2026-04-03', '2026-04-15'), currency: 'GBP' }

let story: Story
let page: Page
beforeAll(async () => {
  story = await startStory()
  const company = await companyPage(
    story,
    [MARCH, APRIL].map((one) => v2File(one)),
  )
  page = company.page
  await page.goto(
    `${story.server.address}/${company.id}/accounting/journals?startDate=2026-03-01&endDate=2026-04-15`,
  )
})
afterAll(() => story?.end())

const settlements = () => page.getByRole('grid', { name: 'Settlements' })

test('as many settlements are said to be chosen as are in the file', async () => {
  for (const { id } of [MARCH, APRIL])
    await settlements().getByRole('row', { name: id }).getByRole('gridcell').first().click()
  await page.getByText('2 settlements chosen').waitFor()
  await page.getByRole('button', { name: /^Dates/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('application', { name: /^Start/ })
    .getByRole('button', { name: /March 20, 2026/ })
    .click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => settlements().getByRole('row', { name: MARCH.id }).count()).toBe(0)
  const asked = page.waitForRequest(/files\/journals/)
  await page.getByRole('button', { name: 'Download for CSV' }).click()
  expect((await asked).url()).not.toContain(MARCH.id)
  await page.getByText('1 settlement chosen').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
})

test('accounts that are typed are there after another part of the page', async () => {
  const part = (name: string) =>
    page.getByRole('radiogroup', { name: 'Part of the page' }).getByText(name).click()
  const accounts = page.getByRole('grid', { name: 'Accounts' })
  const sales = () => accounts.getByRole('row', { name: /Product sales/i }).first()
  await part('Accounts')
  const code = sales().getByRole('gridcell').nth(2)
  await code.click()
  await code.press('F2')
  await code.locator('input').fill('8400')
  await code.locator('input').press('Tab')
  await page.getByText('1 change', { exact: true }).waitFor()
  const format = (name: string) => page.getByRole('radiogroup', { name: 'Format' }).getByText(name).click()
  await format('QuickBooks Online')
  await page.getByText(/takes no tax codes: none is asked for here/).waitFor()
  expect(await accounts.getByRole('columnheader', { name: 'Tax code' }).count()).toBe(0)
  await format('CSV')
  await accounts.getByRole('columnheader', { name: 'Tax code' }).waitFor()
  await part('Settlements')
  await settlements().getByRole('row', { name: APRIL.id }).waitFor()
  await part('Accounts')
  await page.getByText('1 change', { exact: true }).waitFor()
  expect(await sales().innerText()).toContain('8400')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Accounts saved.').waitFor()
  expect(await sales().innerText()).toContain('8400')
  expect(story.log).toEqual([])
})

const focusIsOn = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))

formTest('payouts in another currency say what they gained, and lead to their settlement', async () => {
  const part = (name: string) =>
    page.getByRole('radiogroup', { name: 'Part of the page' }).getByText(name).click()
  await page.goto(page.url().replace(/startDate=[^&]*/, 'startDate=2026-03-01'))
  await part('Exchange')
  const exchange = page.getByRole('grid', { name: 'Exchange' })
  const row = exchange.getByRole('row', { name: new RegExp(APRIL.id) })
  await row.waitFor()
  const file = await exportedCsv(page)
  expect(file).toContain('Currency of the books,EUR')
  expect(file).toMatch(/\r\nAll payouts,/)
  expect(file).toMatch(/Payout,Currency,/)
  expect(file).toMatch(/,104,GBP,/)
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await row.getByRole('gridcell').nth(2).click()
  await settlements().getByRole('row', { name: APRIL.id }).waitFor()
  // What was pressed is gone with its part; by keys one goes on from the choice of parts, there and back.
  const chosen = (name: string) =>
    page.getByRole('radiogroup', { name: 'Part of the page' }).getByRole('radio', { name, checked: true })
  await expect.poll(() => focusIsOn(chosen('Settlements'))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusIsOn(chosen('Accounts'))).toBe(true)
  expect(story.log).toEqual([])
})

formTest('closed months are a file and go to paper', async () => {
  await page.goto(page.url().replace(/\/accounting\/.*/, '/accounting/months'))
  await page.getByRole('row', { name: /^Mar(ch)? 2026/ }).waitFor()
  const file = await exportedCsv(page)
  expect(file).toContain('Page,Closed months\r\n')
  expect(file).toMatch(/\r\n2026-03,Open,/)
  await page.getByRole('button', { name: 'Save to PDF' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Save to PDF' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await onPaper(page, async () => {
    await page.getByText('Currency', { exact: true }).waitFor()
    expect(await page.getByRole('row', { name: /^Mar(ch)? 2026/ }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
  })
})

formTest(
  'what was closed at a moment is what the list says of it, and nothing can be closed there',
  async () => {
    const march = page.getByRole('row', { name: /^Mar(ch)? 2026/ })
    await march.waitFor()
    const before = new Date().toISOString()
    await march.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close month' }).click()
    await march.getByText('Closed', { exact: true }).waitFor()
    await page.goto(`${page.url()}?asOf=${before}`)
    await page.getByText(/^Numbers as they were on/).waitFor()
    await march.getByText('Open', { exact: true }).waitFor()
    const close = march.getByRole('button', { name: 'Close' })
    expect(await close.getAttribute('aria-disabled')).toBe('true')
    expect(await exportedCsv(page)).toMatch(/As it was on,[\s\S]*\r\n2026-03,Open,/)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to now' }).click()
    await march.getByText('Closed', { exact: true }).waitFor()
    expect(story.log).toEqual([])
  },
)
