/** Each settlement against its payout, as somebody checks their bank account. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/date-range.ts'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, exportedCsv, onPaper } from '#test/support/browser.ts'
import { settlementOfOne, v2File } from '#test/support/settlement-file.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

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
    .toMatch(/Missing\s*16\s*days[\s\S]*Still deferred[\s\S]*no transactions[\s\S]*Not mapped/)
  expect(await axeViolations(page)).toEqual([])
  await page.getByText('To review').click()
  await expect.poll(() => list().getByRole('row', { name: MARCH.id }).count()).toBe(0)
  await page.getByRole('link', { name: 'Import file' }).click()
  await page.getByText('No file for 16 Mar to 31 Mar 2026: Europe, EUR').waitFor()
  await page.goBack()
})

formTest('a settlement that is pressed shows how its profit becomes its payout', async () => {
  const bridge = () => page.getByRole('table', { name: /From the net profit/ })
  await expect.poll(() => bridge().innerText()).toMatch(/Profit, some costs missing[\s\S]*Payout\s*223\.00/)
  // Nobody has stated what the cup costs.
  await page.getByText('The cost of 1 unit is unknown and not included either.').waitFor()
  await page.getByRole('radiogroup', { name: 'Which settlements' }).getByText('All').click()
  await list().getByRole('row', { name: MARCH.id }).getByRole('rowheader').click()
  await expect.poll(() => bridge().innerText()).toMatch(/Payout\s*104\.00/)
  expect(page.url()).toContain(MARCH.id)
  await bridge().getByRole('button').last().press('Enter')
  const drawer = page.getByRole('complementary', { name: /^Sum of its lines/ })
  await drawer.getByText('119.00').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(mishaps).toEqual([])
})

test.each([
  ['profitAndLoss/reconciliation?show=OPEN', 'Which settlements', 'To review', '2 of 3'],
  ['accounting/journals?show=OPEN', 'Which settlements', 'To review', '0 of 2'],
  ['accounting/bank?show=OPEN', 'Which payouts', 'To review', '0 of 2'],
  ['accounting/vat?owedBy=OTHERS', 'Owed by', 'Others', '0 of 1'],
])('of %s, paper and file say that not all rows are in it', async (path, label, part, held) => {
  await page.goto(`${server.address}/${companyId}/${path}&startDate=2026-03-01&endDate=2026-04-30`)
  await page.getByRole('radiogroup', { name: label }).waitFor()
  await onPaper(page, () => page.getByText(`${label}: ${part}`).waitFor())
  const file = await exportedCsv(page)
  expect(file).toContain(`${label},${part}\r\n`)
  expect(file).toContain(`Rows,"${held}, those shown"`)
  // What is not in it is in no total of it.
  expect(file).not.toContain('All settlements')
  expect(mishaps).toEqual([])
})

const today = new Date().toISOString().slice(0, 10)
const heldBack = (transactionId: string, currencyAmount: number, deferral: object) => ({
  transactionId,
  transactionType: 'Shipment',
  transactionStatus: 'DEFERRED',
  postedDate: `${addDays(today, -3)}T09:00:00Z`,
  totalAmount: { currencyAmount, currencyCode: 'EUR' },
  marketplaceDetails: { marketplaceId: 'A1PA6795UKMFR9' },
  contexts: [{ contextType: 'DeferredContext', ...deferral }],
})

formTest('what is held back says why and until when, on both pages and in its file', async () => {
  const due = { soon: addDays(today, 7), late: addDays(today, 27) }
  const transactions = [
    heldBack('A', 21, { deferralReason: 'DD7', maturityDate: `${due.soon}T09:00:00Z` }),
    heldBack('B', 170.5, { deferralReason: 'B2B', maturityDate: `${due.late}T09:00:00Z` }),
    heldBack('C', 4, {}),
  ]
  const { page, id } = await companyPage(story, [v2File(MARCH), JSON.stringify({ transactions })])
  const dayOf = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  await page.goto(
    `${server.address}/${id}/profitAndLoss/reconciliation?startDate=2026-03-01&endDate=2026-03-31`,
  )
  const rows = page.getByRole('table', { name: 'Still held, by day' }).getByRole('row')
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim())))
    .toEqual([
      ['Released on', 'Why', 'EUR'],
      [dayOf(due.soon), 'Held until seven days after delivery (DD7)', '21.00'],
      [dayOf(due.late), 'Invoiced order (B2B)', '170.50'],
      ['No day given', 'Not said', '4.00'],
      ['Still held', '', '195.50'],
    ])
  const next = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  await expect
    .poll(() => page.getByRole('region', { name: 'Reconciliation' }).innerText())
    .toMatch(
      new RegExp(
        `Still deferred\\s*€195\\.50\\s*next ${next.format(new Date(due.soon)).replace('Sept', 'Sep')}`,
      ),
    )
  expect(await axeViolations(page)).toEqual([])
  const file = await exportedCsv(page, 'Export deferred')
  expect(file).toContain("Month,Why,Amazon's word,At the start,Newly deferred,Released into the statement")
  expect(file).toContain(`${addDays(today, -3).slice(0, 7)},Invoiced order,B2B,0,170.5,0,170.5\r\n`)

  await page.goto(
    `${server.address}/${id}/profitAndLoss/transaction?startDate=${addDays(today, -30)}&endDate=${today}&currencyCode=EUR`,
  )
  await page.getByText(`Next release on ${dayOf(due.soon)}: 21.00 EUR.`).waitFor()
  await page.close()
  expect(mishaps).toEqual([])
})
