/** Expenses as a person enters them: a row is typed, put right and saved, and net profit says so before and after. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, exportedCsv, onPaper, WINDOWS } from '#test/support/browser.ts'
import { importText } from '#test/support/imported.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

// A fee of 100 in March and in April, and a licence that came in a file.
const FACTS = {
  settlement_lines: ['2026-03-10', '2026-04-10'].map((day) => ({
    transaction_type: 'Order',
    posted_at: `${day}T12:00:00Z`,
    order_id: `O-${day}`,
    sku: 'CUP',
    marketplace: 'DE',
    amount_type: 'ItemFees',
    amount_description: 'Commission',
    amount: '-100.00',
    currency: 'EUR',
  })),
  expenses: [
    {
      name: 'Licence',
      amount: '10',
      currency: 'EUR',
      start_date: '2026-03-01',
      frequency: 'MONTHLY',
      category: 'Software',
    },
  ],
}

let story: Story
let server: RunningServer
let page: Page
let mishaps: string[]

beforeAll(async () => {
  story = await startStory()
  ;({ server, log: mishaps } = story)
  const company = await companyPage(story, [JSON.stringify(FACTS)])
  page = company.page
  await page.goto(
    `${server.address}/${company.id}/opex?startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR`,
  )
})

afterAll(() => story?.end())

const row = (name: string | RegExp) =>
  page.getByRole('grid', { name: 'Expenses', exact: true }).getByRole('row', { name })
/** Types into the cell of a column in the row that is being made, or in another one. */
async function type(line: string | RegExp, column: number, text: string) {
  const cell = row(line).locator('th,td').nth(column)
  await cell.click()
  await cell.press('F2')
  const field = cell.locator('input, select')
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(text)
  else await field.fill(text)
  await field.press('Tab')
}
const isWholeInCell = (element: HTMLElement): boolean => {
  const [own, cell] = [element, element.closest('td')!].map((one) => one.getBoundingClientRect())
  return element.scrollWidth <= element.clientWidth && own!.top >= cell!.top && own!.bottom <= cell!.bottom
}
const filters = () => page.getByRole('button', { name: /^Marketplaces|^Currency/ })

test('a row is typed, put right and saved; what it does to net profit is said before and true after', async () => {
  await row(/Licence/).waitFor()
  await expect.poll(() => row(/Licence/).innerText()).toContain('20.00')
  await page.getByRole('button', { name: 'Create new' }).click()
  const unsaved = page.getByRole('region', { name: 'Changes' })
  await expect.poll(() => unsaved.innerText()).toContain('1 change not saved')
  const said = async () => `${await unsaved.innerText()} ${await row(/new-1/).innerText()}`
  expect(await said()).not.toMatch(/missing|error/)
  // What was left empty is said, and not what nobody has come to yet.
  await type(/new-1/, 0, '')
  await unsaved.getByText('new-1: Name is missing').waitFor()
  await row(/new-1/).getByText('Name is missing').waitFor()
  await type(/new-1/, 0, 'Rent')
  await expect.poll(said).not.toMatch(/missing|error/)
  await page.getByRole('button', { name: 'Save all' }).click()
  await unsaved.getByText('Rent: Amount is missing').waitFor()
  await type(/new-1/, 1, '310')
  await type(/new-1/, 4, '2026-03-01')
  await type(/new-1/, 5, '2026-02-01')
  await page.getByRole('button', { name: 'Save all' }).click()
  // All of it is seen, in the row and, where its state is out of sight, at the foot.
  const reason = row(/Rent/).getByText('Category is missing', { exact: true })
  expect(await reason.evaluate(isWholeInCell)).toBe(true)
  await page.getByRole('region', { name: 'Changes' }).getByText('Rent: Category is missing').waitFor()
  await type(/Rent/, 6, 'Premises')
  await type(/Rent/, 5, '')
  const effect = page.getByRole('region', { name: 'If you save' })
  await expect.poll(() => effect.innerText()).toMatch(/Mar 2026[\s\S]*110\.00[\s\S]*420\.00[\s\S]*310\.00/)
  // Of rows that are saved nothing has changed yet.
  for (const filter of await filters().all()) await expect.poll(() => filter.isDisabled()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await expect.poll(() => row(/Rent/).innerText()).toMatch(/Premises[\s\S]*620\.00/)
  await expect.poll(() => page.getByRole('region', { name: 'What is saved' }).innerText()).toContain('640')
})

test('what is added and typed while a save runs is there after it, and not saved', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(/expenses\.save/, async (route) => {
    await held
    await route.continue()
  })
  const add = async (line: RegExp, name: string, amount: string) => {
    await page.getByRole('button', { name: 'Create new' }).click()
    await type(line, 0, name)
    await type(line, 1, amount)
    await type(line, 6, 'Premises')
  }
  await add(/new-2/, 'Power', '40')
  const saving = page.waitForRequest(/expenses\.save/)
  await page.getByRole('button', { name: 'Save all' }).click()
  await saving
  await add(/new-3/, 'Water', '20')
  await type(/new-2/, 1, '45')
  await page.getByRole('button', { name: 'Delete Rent' }).click()
  go()
  await expect.poll(() => row(/new-2/).count()).toBe(0)
  expect(await row(/Power/).innerText()).toMatch(/45[\s\S]*Changed/)
  expect(await row(/new-3/).innerText()).toMatch(/Water[\s\S]*20/)
  expect(await row(/Rent/).innerText()).toContain('Deleted')
  await page.getByText('3 changes not saved').waitFor()
  await page.unroute(/expenses\.save/)
  await page.getByRole('button', { name: 'Revert Rent' }).click()
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await expect.poll(() => row(/Power/).innerText()).toContain('45.00')
  await expect.poll(() => row(/Water/).innerText()).toContain('20.00')
  // The numbers of the tests after this one.
  await page.getByRole('button', { name: 'Delete Power' }).click()
  await page.getByRole('button', { name: 'Delete Water' }).click()
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
})

test('while a saved row is changed the filters wait, until it is saved or taken back', async () => {
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('option', { name: /GBP/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('currencyCode')).toBe('GBP')
  await type(/Rent/, 1, '400')
  await page.getByText('Marketplaces, currency and dates are locked').waitFor()
  const locked = await filters().all()
  expect(locked).toHaveLength(2)
  for (const filter of locked) await expect.poll(() => filter.isDisabled()).toBe(true)
  // Nor by the palette, which has the rest.
  await page.keyboard.press('Control+k')
  const asked = page.getByRole('searchbox')
  await asked.fill('As it was')
  await page.getByRole('menuitem', { name: /^As it was/ }).waitFor()
  await asked.fill('In EUR')
  await page.getByRole('menuitem', { name: /^As it was/ }).waitFor({ state: 'detached' })
  expect(await page.getByRole('menuitem', { name: /^In EUR/ }).count()).toBe(0)
  // Once for what is written, and once for the palette.
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  // The way back leads to other rows, and asks before what is typed is lost.
  await page.goBack()
  await page.getByRole('button', { name: 'Stay' }).click()
  expect(new URL(page.url()).searchParams.get('currencyCode')).toBe('GBP')
  await page.getByRole('region', { name: 'Changes' }).getByText('1 change not saved').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('currencyCode')).toBe('EUR')
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await expect.poll(() => row(/Rent/).innerText()).toContain('310.00')
  await type(/Rent/, 1, '400')
  await page.getByRole('button', { name: 'Revert Rent' }).click()
  await page.getByText('Marketplaces, currency and dates are locked').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Licence' }).hover()
  await page.getByRole('button', { name: 'History' }).click()
  await expect
    .poll(() => page.getByRole('dialog').innerText())
    .toMatch(/Expense Rent[\s\S]*Created, €310.00 monthly/)
  expect(await axeViolations(page)).toEqual([])
})

test('a part of the rows has their own total, and says which part it is on paper and in its file', async () => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Create new' }).click()
  await type(/new-4/, 0, 'Fair')
  await type(/Fair/, 1, '50')
  await type(/Fair/, 3, 'Once')
  await type(/Fair/, 4, '2026-03-01')
  await type(/Fair/, 6, 'Premises')
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
  await expect.poll(() => row(/All 3 rows/).innerText()).toContain('690.00')
  await page.getByRole('radiogroup', { name: 'Which expenses' }).getByText('Recurring').click()
  await expect.poll(() => row(/2 of 3 rows/).innerText()).toContain('640.00')
  await onPaper(page, () => page.getByText('Which expenses: Recurring').waitFor())
  const file = await exportedCsv(page)
  expect(file).toContain('Which expenses,Recurring\r\n')
  expect(file).toContain('Rows,"2 of 3, those shown"')
  expect(file).not.toContain('Fair')
  expect(mishaps).toEqual([])
})

formTest('nothing moves when the list comes, in a wide window and in the smallest', async () => {
  const places = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll(
      '#sheet section, #sheet [role=toolbar], #sheet table[aria-label=Expenses] > tbody > tr')].map(
      (one) => Math.round(one.getBoundingClientRect().top))`)
  for (const size of [WINDOWS.smallest, WINDOWS.wide]) {
    await page.setViewportSize(size)
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route(/expenses\.list/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'History' }).waitFor()
    await page.locator('#sheet [aria-busy=true]').first().waitFor()
    const before = await places()
    go()
    await row(/Rent/).waitFor()
    await expect.poll(() => page.locator('#sheet [aria-busy=true]').count()).toBe(0)
    const after = await places()
    // Of the list itself there are fewer rows than there might have been.
    expect(after.length).toBeGreaterThan(4)
    expect(before.slice(0, after.length)).toEqual(after)
    await page.unroute(/expenses\.list/)
  }
})

formTest(
  'a category that no expense has goes after a question, and can be kept until all is saved',
  async () => {
    await page.setViewportSize(WINDOWS.wide)
    await page.getByRole('button', { name: 'Create new' }).click()
    await type(/new-/, 0, 'Stamps')
    await type(/new-/, 1, '5')
    await type(/new-/, 6, 'Post')
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete Stamps' }).click()
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Categories and vendors' }).click()
    const groups = page.getByRole('dialog', { name: 'Categories and vendors' })
    const question = page.getByRole('alertdialog', { name: 'Delete Post?' })
    await groups.getByRole('button', { name: 'Delete Post' }).click()
    expect(await axeViolations(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await groups.getByRole('button', { name: 'Delete Post' }).waitFor()
    await groups.getByRole('button', { name: 'Delete Post' }).click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await groups.getByRole('button', { name: 'Keep' }).waitFor()
    expect(await groups.getByRole('button', { name: 'Delete Post' }).count()).toBe(0)
    await groups.getByRole('button', { name: 'Done' }).click()
    await page.getByText('1 change not saved').waitFor()
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Categories and vendors' }).click()
    await groups.getByRole('button', { name: 'Delete Premises' }).waitFor()
    expect(await groups.getByRole('button', { name: 'Delete Post' }).count()).toBe(0)
    await groups.getByRole('button', { name: 'Done' }).click()
    expect(mishaps).toEqual([])
  },
)

formTest('what is spent is compared with the year before, where that is known', async () => {
  const { id, page: own } = await companyPage(story, [
    JSON.stringify({ ...FACTS, expenses: [{ ...FACTS.expenses[0], start_date: '2025-03-01' }] }),
  ])
  const figures = own.getByRole('region', { name: 'What is saved' })
  const shownIn = async (year: number) => {
    await own.goto(
      `${server.address}/${id}/opex?startDate=${year}-03-01&endDate=${year}-04-30&currencyCode=EUR`,
    )
    await figures.getByText('20').first().waitFor()
    return figures.innerText()
  }
  expect(await shownIn(2026)).toMatch(/Expenses in range[\s\S]*0\.0\s*%[\s\S]*vs prior year/)
  const first = await shownIn(2025)
  expect(first).toContain('1 row')
  expect(first).not.toContain('prior year')
  await own.close()
})

formTest('until another currency is read, amounts stand under the one that they are in', async () => {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(/expenses\.list/, async (route) => {
    await held
    await route.continue()
  })
  const head = (code: string) => page.getByRole('columnheader', { name: `In range, ${code}` })
  const asked = page.waitForRequest(/expenses\.list.*USD/)
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('option', { name: /USD/ }).click()
  await asked
  expect(await head('EUR').count()).toBe(1)
  go()
  await head('USD').waitFor()
  expect(mishaps).toEqual([])
})

formTest('a category is a line of the statement, and leads to the rows of its expenses', async () => {
  const { pathname } = new URL(page.url())
  const dates = 'startDate=2026-03-01&endDate=2026-03-31&currencyCode=EUR&summaries=none&growthType=none'
  await page.goto(
    `${server.address}${pathname.replace('opex', 'profitAndLoss/transaction')}?${dates}&show=amount`,
  )
  const line = (name: string) =>
    page.getByRole('treegrid', { name: 'Profit and loss' }).getByRole('row', { name })
  await line('Operating expenses').waitFor()
  expect(await line('Premises').count()).toBe(0)
  await line('Operating expenses').locator('[data-fold]').click()
  expect(await line('Premises').innerText()).toContain('−360')
  expect(await line('Software').innerText()).toContain('−10')
  await line('Premises').locator('td').last().click()
  const drawer = page.getByRole('complementary', { name: /Operating expenses/ })
  await drawer
    .getByText(/Premises/)
    .first()
    .waitFor()
  await expect.poll(() => drawer.innerText()).toMatch(/360\.00/)
  // Its whole is one step away, and is no longer of the category.
  await drawer.getByRole('button', { name: 'Operating expenses' }).click()
  await expect.poll(() => drawer.innerText()).toMatch(/370\.00/)
  expect(mishaps).toEqual([])
})

formTest('as of a moment the page says what was entered then, and takes nothing', async () => {
  const moment = new Date().toISOString()
  const [, companyId] = new URL(page.url()).pathname.split('/')
  const dates = 'startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR'
  await page.goto(`${server.address}/${companyId}/opex?${dates}&asOf=${encodeURIComponent(moment)}`)
  await page.getByText(/Numbers as they were on/).waitFor()
  await expect.poll(() => row(/Rent/).innerText()).toMatch(/Premises[\s\S]*620\.00/)
  await row(/Rent/).locator('td').first().dblclick()
  expect(await row(/Rent/).locator('input, select').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Create new' }).getAttribute('aria-disabled')).toBe('true')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back to now' }).click()
  await page.getByText(/Numbers as they were on/).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.getByRole('button', { name: 'Create new' }).getAttribute('aria-disabled'))
    .not.toBe('true')
  expect(mishaps).toEqual([])
})

formTest('what was spent before the first sale was known is there as of that moment', async () => {
  const { expenses, settlement_lines } = FACTS
  const { id, page: own } = await companyPage(story, [JSON.stringify({ expenses })])
  const moment = encodeURIComponent(new Date().toISOString())
  await importText(server, id, JSON.stringify({ settlement_lines }))
  await own.goto(
    `${server.address}/${id}/opex?startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR&asOf=${moment}`,
  )
  await own.getByText(/Numbers as they were on/).waitFor()
  await own
    .getByRole('grid', { name: 'Expenses', exact: true })
    .getByRole('row', { name: /Licence/ })
    .waitFor()
  expect(mishaps).toEqual([])
})

formTest('leaving the page, or for another moment, asks before anything typed is lost', async () => {
  const { id, page: own } = await companyPage(story, [JSON.stringify(FACTS)])
  const address = `${server.address}/${id}/opex?startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR`
  await own.goto(address)
  await own
    .getByRole('grid', { name: 'Expenses', exact: true })
    .getByRole('row', { name: /Licence/ })
    .waitFor()
  const changes = own.getByRole('region', { name: 'Changes' })
  const question = own.getByRole('alertdialog', { name: 'Leave without saving?' })
  const elsewhere = own.getByRole('link', { name: 'Product master' })
  await own.getByRole('button', { name: 'Create new' }).click()
  await changes.waitFor()

  await elsewhere.click()
  await question.waitFor()
  expect(await axeViolations(own)).toEqual([])
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(own.url()).pathname).toContain('/opex')

  await own.keyboard.press('Control+k')
  await own.getByRole('searchbox').fill('as it was')
  await own.getByRole('menuitem', { name: 'As it was…' }).waitFor()
  await own.keyboard.press('Enter')
  await own
    .getByRole('dialog', { name: 'As it was' })
    .getByRole('button', { name: /^After/ })
    .first()
    .click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await changes.waitFor()
  expect(own.url()).not.toContain('asOf')

  // What stays on the page asks nothing.
  await own.getByRole('radiogroup', { name: 'Which expenses' }).getByText('Not saved').click()
  await expect.poll(() => own.url()).toContain('part=')
  expect(await question.count()).toBe(0)

  await own.getByRole('button', { name: 'Robin Example' }).click()
  await own.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await changes.waitFor()

  const asked = own.waitForEvent('dialog')
  await own.evaluate('void setTimeout(() => location.reload())')
  expect((await asked).type()).toBe('beforeunload')
  await (await asked).dismiss()
  await changes.waitFor()

  await elsewhere.click()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await own.getByRole('heading', { level: 1, name: 'Product master' }).waitFor()
  await own.goBack()
  await own.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor()
  expect(await changes.count()).toBe(0)
  expect(mishaps).toEqual([])
})

test('in a long list, and from another part of it, saving leads to the cell that is wrong', async () => {
  const licence = FACTS.expenses[0]!
  const expenses = Array.from({ length: 120 }, (_, nth) => ({ ...licence, name: `Licence ${nth + 100}` }))
  const company = await companyPage(story, [JSON.stringify({ ...FACTS, expenses })])
  page = company.page
  await page.goto(
    `${server.address}/${company.id}/opex?startDate=2026-03-01&endDate=2026-04-30&currencyCode=EUR`,
  )
  await page.getByRole('button', { name: 'Create new' }).click()
  await type(/new-1/, 0, 'Zinc')
  await type(/Zinc/, 1, '5')
  await type(/Zinc/, 6, 'Premises')
  const unsaved = page.getByRole('region', { name: 'Changes' })
  const save = () => unsaved.getByRole('button', { name: 'Save all' }).click()
  await save()
  await unsaved.waitFor({ state: 'detached' })

  const first = page.getByRole('grid', { name: 'Expenses', exact: true }).getByRole('columnheader').first()
  await first.click()
  await expect.poll(() => first.getAttribute('aria-sort')).toBe('ascending')
  await page.keyboard.press('Control+End')
  await type(/Zinc/, 1, '')
  await page.keyboard.press('Control+Home')
  await expect.poll(() => row(/Zinc/).count()).toBe(0)
  const focused = () =>
    page.evaluate<string>(
      '`${document.activeElement.closest("tr")?.cells[0].innerText} ${document.activeElement.cellIndex}`',
    )
  await save()
  await expect.poll(focused).toMatch(/^Zinc[^]* 1$/)

  await page.getByRole('radiogroup', { name: 'Which expenses' }).getByText('One-off').click()
  await expect.poll(() => row(/Zinc/).count()).toBe(0)
  await unsaved.getByRole('button', { name: 'Go to it' }).click()
  await expect.poll(focused).toMatch(/^Zinc[^]* 1$/)
})
