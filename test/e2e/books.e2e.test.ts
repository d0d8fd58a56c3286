/** What who keeps the books compares: VAT against files, and payouts against a bank. */
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations, onPaper, setTheme, THEMES } from '#test/support/browser.ts'
import { settlementOfOne, v2File } from '#test/support/settlement-file.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { vatReportFile } from '#test/support/vat-report-file.ts'

const VAT = vatReportFile(
  'A|2025-07|Amazon.de|09-07-2025|SALE|T1|MUG|1|DE|DE|DE|REGULAR|SELLER||0.19|EUR|10|1.90|11.90',
  'A|2025-07|Amazon.fr|10-07-2025|SALE|T2|MUG|1|DE|PL|FR|UNION-OSS|SELLER||0.2|EUR|20|4|24',
)
const BANK = `Buchungstag;Name;Verwendungszweck;Betrag;Währung
01.06.2025;Vermieter;Miete;-900,00;EUR
17.06.2025;AMAZON PAYMENTS;Auszahlung;250,50;EUR
16.07.2025;AMAZON PAYMENTS;Auszahlung;99,00;EUR
31.07.2025;Vermieter;Miete;-900,00;EUR
`

let story: Story
let page: Page
let address: string
beforeAll(async () => {
  story = await startStory()
  const company = await companyPage(story, [
    v2File(settlementOfOne('901', '2025-06-01', '2025-06-14', '265.50')),
    v2File(settlementOfOne('902', '2025-07-01', '2025-07-14', '115.00')),
    VAT,
  ])
  page = company.page
  address = `${story.server.address}/${company.id}/accounting`
})
afterAll(() => story?.end())

/** Enter leads from a row into its drawer, arrows show the next one in it, Escape leads back to where the focus was. */
async function openedByKeys(rows: readonly Locator[], drawers: readonly Locator[]) {
  const focused = () => page.evaluate<string>('document.activeElement?.closest("tr")?.innerText ?? ""')
  const [first, second] = await Promise.all(rows.map((row) => row.innerText()))
  await rows[0]!.locator('xpath=ancestor::table').locator('[tabindex="0"]').focus()
  for (let steps = 0; steps < 3 && (await focused()) !== first; steps++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await drawers[0]!.locator(':focus, :scope:focus').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe(first)
  await drawers[0]!.waitFor({ state: 'detached' })

  await rows[0]!.getByRole('gridcell').first().click()
  await drawers[0]!.waitFor()
  await page.keyboard.press('ArrowDown')
  await drawers[1]!.waitFor()
  expect(await focused()).toBe(second)
  for (const theme of THEMES) {
    await setTheme(page, theme)
    expect(await axeViolations(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await drawers[1]!.waitFor({ state: 'detached' })
}

test('a row of the VAT report opens the lines of its files by keys', async () => {
  await page.goto(`${address}/vat?currencyCode=EUR&startDate=2025-07-01&endDate=2025-07-31`)
  const table = page.getByRole('grid', { name: 'VAT report' })
  await table.getByRole('row', { name: /OSS/ }).waitFor()
  const drawer = (name: RegExp) => page.getByRole('complementary', { name })
  await openedByKeys(
    [table.getByRole('row', { name: /11\.90/ }), table.getByRole('row', { name: /OSS/ })],
    [drawer(/19 %/).filter({ hasText: 'T1' }), drawer(/20 %/).filter({ hasText: 'T2' })],
  )
  expect(story.log).toEqual([])
})

test('a statement that cannot be read is named, and one that is not kept after its dialog was closed', async () => {
  await page.goto(`${address}/bank?startDate=2025-06-01&endDate=2025-07-31`)
  const held = { name: 'held.csv', mimeType: 'text/csv', buffer: Buffer.from(BANK) }
  await page.getByRole('button', { name: 'Add statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a bank statement' })
  // As where a spreadsheet program holds it.
  await page.evaluate(`globalThis.readable = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('held', 'NotReadableError'))`)
  await dialog.locator('input[type=file]').setInputFiles(held)
  await dialog.getByRole('alert').getByText('The file could not be read. If it is open').waitFor()
  await page.evaluate('Blob.prototype.arrayBuffer = globalThis.readable')
  await dialog.locator('input[type=file]').setInputFiles(held)
  const kept = '**/bankMatch.importStatement*'
  let giveUp = () => {}
  const isClosed = new Promise<void>((resolve) => (giveUp = resolve))
  await page.route(kept, async (route) => {
    await isClosed
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Keep 2 rows' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  giveUp()
  await page.getByText('“held.csv” was not imported. The server could not be reached.').first().waitFor()
  await page.unroute(kept)
  expect(story.log).toEqual([])
})

test('a statement of a bank is looked at before it is kept, and a payout is confirmed', async () => {
  await page.goto(`${address}/bank?startDate=2025-06-01&endDate=2025-07-31`)
  const table = page.getByRole('grid', { name: 'Payouts' })
  await table.getByRole('row', { name: /901/ }).waitFor()
  const path = join(story.directory, 'bank.csv')
  await writeFile(path, BANK)
  await page.getByRole('button', { name: 'Add statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a bank statement' })
  await dialog.locator('input[type=file]').setInputFiles(path)
  await dialog.getByText(/^4 rows, .*2 rows would be kept/).waitFor()
  await dialog.getByRole('button', { name: 'Keep 2 rows' }).click()
  await table.getByRole('row', { name: /901.*Matched/s }).waitFor()
  await table.getByRole('row', { name: /902.*Amount differs/s }).waitFor()

  const drawer = (name: string) => page.getByRole('complementary', { name })
  await openedByKeys(
    [table.getByRole('row', { name: /902/ }), table.getByRole('row', { name: /901/ })],
    [
      drawer('100.00 EUR').filter({ hasText: '99.00 on' }),
      drawer('250.50 EUR').filter({ hasText: '250.50 on' }),
    ],
  )
  await table.getByRole('row', { name: /902/ }).getByRole('gridcell').first().click()
  await drawer('100.00 EUR').getByRole('button', { name: 'Confirm' }).click()
  await table.getByRole('row', { name: /902.*Confirmed/s }).waitFor()
  await drawer('100.00 EUR').getByRole('button', { name: 'Undo' }).click()
  await table.getByRole('row', { name: /902.*Amount differs/s }).waitFor()
  await onPaper(page, async () => {
    expect(await table.getByRole('row', { name: /902/ }).isVisible()).toBe(true)
  })
  expect(story.log).toEqual([])
})
