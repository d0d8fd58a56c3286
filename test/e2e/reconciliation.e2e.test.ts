/** Each settlement against its payout, as somebody checks their bank account. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, exportedCsv, onPaper } from '#test/support/browser.ts'
import { settlementOfOne, v2File } from '#test/support/settlement-file.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'

const MARCH = settlementOfOne('90000000001', '2026-03-01', '2026-03-15', '119.00')
const APRIL = settlementOfOne('90000000003', '2026-04-01', '2026-04-15', '238.00')

let story: Story
let server: RunningServer
let page: Page
let companyId: string
let mishaps: string[]
beforeAll(async () => {
  story = await startStory()
  ;({ server, log: mishaps } = story)
  const company = await companyPage(
    story,
    [MARCH, APRIL].map((one) => v2File(one)),
  )
  ;({ page, id: companyId } = company)
  await page.goto(`${server.address}/${company.id}/profitAndLoss/transaction`)
})
afterAll(() => story?.end())

const list = () => page.getByRole('grid', { name: 'Settlements' })

test('what is missing between two settlements stands at its place, and leads to the files', async () => {
  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await list().getByRole('row', { name: APRIL.id }).waitFor()
  await expect
    .poll(() => list().getByRole('row').allInnerTexts())
    .toEqual([
      expect.stringMatching(/Settlement[\s\S]*Difference[\s\S]*State/),
      expect.stringMatching(/All settlements[\s\S]*327\.00[\s\S]*327\.00[\s\S]*0\.00/),
      expect.stringMatching(/90000000003[\s\S]*223\.00[\s\S]*0\.00[\s\S]*Complete, gap before/),
      expect.stringMatching(/No settlement\s*16 Mar to 31 Mar 2026[\s\S]*Import file/),
      expect.stringMatching(/90000000001[\s\S]*104\.00[\s\S]*0\.00[\s\S]*Complete/),
    ])
  await expect
    .poll(() => page.getByRole('region', { name: 'Reconciliation' }).innerText())
    .toMatch(/Missing\s*16\s*days/)
  expect(await axeViolations(page)).toEqual([])
  await page.getByText('To look at').click()
  await expect.poll(() => list().getByRole('row', { name: MARCH.id }).count()).toBe(0)
  await page.getByRole('link', { name: 'Import file' }).click()
  await page.getByText('No file for 16 Mar to 31 Mar 2026: Europe, EUR').waitFor()
  await page.goBack()
})

test('a settlement that is pressed shows how its profit becomes its payout', async () => {
  const bridge = () => page.getByRole('table', { name: /From the net profit/ })
  await expect.poll(() => bridge().innerText()).toMatch(/Profit without those costs[\s\S]*Payout\s*223\.00/)
  // Nobody has stated what the cup costs.
  await page.getByText('Nor is the cost of 1 unit, which nobody has stated.').waitFor()
  await page.getByRole('radiogroup', { name: 'Which settlements' }).getByText('All').click()
  await list().getByRole('row', { name: MARCH.id }).getByRole('rowheader').click()
  await expect.poll(() => bridge().innerText()).toMatch(/Payout\s*104\.00/)
  expect(page.url()).toContain(MARCH.id)
  expect(mishaps).toEqual([])
})

test.each([
  ['profitAndLoss/reconciliation?show=OPEN', 'Which settlements', 'To look at', '2 of 3'],
  ['accounting/journals?show=OPEN', 'Which settlements', 'To look at', '0 of 2'],
  ['accounting/bank?show=OPEN', 'Which payouts', 'To look at', '0 of 2'],
  ['accounting/vat?owedBy=OTHERS', 'Owed by', 'Others', '0 of 1'],
])('of %s, paper and file say that not all rows are in it', async (path, label, part, held) => {
  await page.goto(`${server.address}/${companyId}/${path}&startDate=2026-03-01&endDate=2026-04-30`)
  await page.getByRole('radiogroup', { name: label }).waitFor()
  await onPaper(page, () => page.getByText(`${label}: ${part}`).waitFor())
  const file = await exportedCsv(page)
  expect(file).toContain(`${label},${part}\r\n`)
  expect(file).toContain(`Rows,"${held}, those in sight"`)
  // What is not in it is in no total of it.
  expect(file).not.toContain('All settlements')
  expect(mishaps).toEqual([])
})
