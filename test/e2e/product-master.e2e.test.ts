/** Products as a person keeps them: what lacks a cost is seen first, costs and tags are entered, and filters have them. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '#server/main.ts'
import { axeViolations, exportedCsv } from '#test/support/browser.ts'
import { companyPage, startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const NAMES = { LAMP: 'Brass lamp', CUP: 'Stoneware cup', JAR: 'Glass jar' }
const FACTS = {
  order_items: Object.entries(NAMES).map(([sku, title], index) => ({
    order_id: `O-${sku}`,
    order_item_id: '1',
    purchased_at: '2026-03-10T09:00:00Z',
    order_status: 'Shipped',
    quantity: 1,
    marketplace: 'DE',
    currency: 'EUR',
    sku,
    asin: `B00000000${index}`,
    title,
    item_price: '10.00',
  })),
  product_costs: [{ sku: 'JAR', valid_from: '2025-01-01', currency: 'EUR', manufacturing: '1.20' }],
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
  await page.goto(`${server.address}/${company.id}/productMaster?currencyCode=EUR`)
})

afterAll(() => story?.end())

const grid = () => page.getByRole('grid', { name: 'Product master', exact: true })
const row = (name: string | RegExp) => grid().getByRole('row', { name })

test('a product without a cost is given one in the drawer, and stands with the others then', async () => {
  await row(/Glass jar/).waitFor()
  expect(await page.title()).toBe('Product master · Sextant')
  expect(await grid().locator('tbody tr th').allInnerTexts()).toMatchObject(
    [/Brass/, /Stoneware/, /Glass/].map((name) => expect.stringMatching(name)),
  )
  expect(await axeViolations(page)).toEqual([])
  await row(/Brass lamp/)
    .getByRole('button', { name: 'Add cost' })
    .click()
  const drawer = page.getByRole('complementary', { name: 'Brass lamp' })
  await drawer.getByLabel('Valid from').fill('2026-01-01')
  await drawer.getByLabel('Manufacturing').fill('3.5')
  await drawer.getByLabel('Freight').fill('0.75')
  await expect.poll(() => drawer.locator('form output').innerText()).toContain('4.25')
  expect(await axeViolations(page)).toEqual([])
  const typed = drawer.locator('form')
  await page.route(/productMaster/, (route) => route.abort())
  await typed.getByRole('button', { name: 'Add period' }).click()
  await typed.getByRole('alert').getByText('The server could not be reached.').waitFor()
  await drawer.getByRole('alert').nth(1).waitFor()
  await page.unroute(/productMaster/)
  await typed.getByRole('button', { name: 'Add period' }).click()
  await drawer
    .getByRole('table', { name: 'Costs, All marketplaces' })
    .getByRole('row', { name: /1 Jan 2026/ })
    .waitFor()
  await expect.poll(() => row(/Brass lamp/).innerText()).toContain('4.25')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await expect.poll(focused).toBe('Add period')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('New period')
  const from = drawer.getByLabel('Valid from')
  await from.fill('2025-12-01')
  await drawer.getByLabel('Valid to').fill('2026-02-01')
  await drawer.getByText('This period overlaps one that starts on 1 Jan 2026.').waitFor()
  const change = drawer.getByRole('button', { name: 'Change the cost from 1 Jan 2026' })
  expect(await change.isDisabled()).toBe(true)
  await from.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate<string>('document.activeElement.value')).toBe('1 Dec 2025')
  // A press on what can be typed into takes the drawer along, and opens no other in its place.
  await row(/Stoneware cup/)
    .locator('td')
    .nth(3)
    .click()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  const next = page.getByRole('complementary', { name: 'Stoneware cup' })
  await next.getByRole('button', { name: 'Add period' }).waitFor()
  await next.getByRole('button', { name: 'Close' }).click()
  await expect
    .poll(() => page.evaluate(`document.activeElement.closest('tr')?.innerText`))
    .toContain('Stoneware')
})

test('costs change by the percent that the form says, and not by the one before it', async () => {
  await row(/Brass lamp/)
    .getByRole('checkbox')
    .click()
  await page.getByRole('button', { name: 'Change by percent' }).click()
  const dialog = page.getByRole('dialog', { name: /by percent/ })
  const percent = dialog.getByLabel('Percent', { exact: true })
  await percent.fill('8')
  await dialog.getByText('4.59').waitFor()
  await percent.fill('20')
  await percent.press('Enter')
  await dialog.getByText('5.10').waitFor()
  await percent.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row(/Brass lamp/).innerText()).toContain('5.10')
})

formTest('the parts of a cost are columns that somebody chooses, in order and in the file', async () => {
  const head = (name: string) => grid().getByRole('columnheader', { name, exact: true })
  expect(await head('Freight').count()).toBe(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const column of ['Manufacturing', 'Freight', 'Entered in', 'Last change', 'Channel'])
    await page.getByRole('grid', { name: 'Columns' }).getByText(column, { exact: true }).click()
  await page.keyboard.press('Escape')
  await head('Freight').waitFor()
  // 3.5 and 0.75 are a fifth more.
  await expect.poll(() => row(/Brass lamp/).innerText()).toMatch(/4\.20\s+0\.90\s+5\.10\s+EUR/)
  expect(await row(/Stoneware cup/).innerText()).toMatch(/–[\s\S]*–[\s\S]*Add cost[\s\S]*–/)
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date())
  expect(await row(/Brass lamp/).innerText()).toContain(today)
  await head('Freight').click()
  await expect.poll(() => page.url()).toContain('sortBy=FREIGHT')
  await expect
    .poll(() => grid().locator('tbody tr th').allInnerTexts())
    .toMatchObject([/Brass/, /Stoneware/, /Glass/].map((name) => expect.stringMatching(name)))
  expect(await axeViolations(page)).toEqual([])
  const file = await exportedCsv(page)
  const heads = ['Cost of goods, EUR: Manufacturing', 'Manufacturing as entered', 'Currency of the cost']
  for (const one of heads) expect(file).toContain(one)
  expect(file).toContain('Basic information: Channel')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await head('Freight').waitFor({ state: 'detached' })
  await head('Landed').click()
  await expect.poll(() => page.url()).toContain('sortBy=COST')
})

test('costs are saved as a file, changed in it and imported again', async () => {
  const save = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const written = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^Costs, as an import reads them/ }).click()
    return readFile(await (await written).path(), 'utf8')
  }
  const file = await save()
  expect(file).toMatch(/^JAR,,2025-01-01,,EUR,1\.2,,,,,1\.2,"march\.txt, row 1"\r$/m)
  const choose = async (content: string) => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Import products/ })
    const buffer = Buffer.from(content)
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'product-costs.csv', mimeType: 'text/csv', buffer })
    return dialog
  }
  const untouched = await choose(file)
  await untouched.getByText(/0 new, 3 unchanged/).waitFor()
  await untouched.getByRole('button', { name: 'Choose another file' }).click()
  await page.keyboard.press('Escape')
  const dialog = await choose(file.replace(/^(LAMP,.*,EUR),4\.2,/m, '$1,5.2,'))
  await dialog.getByRole('button', { name: /^Import 1/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => row(/Brass lamp/).innerText()).toContain('6.10')
  expect(mishaps).toEqual([])
})

test('what is saved is not taken back before it is read again', async () => {
  const cell = row(/Brass lamp/)
    .locator('td')
    .nth(5)
  await cell.click()
  await cell.press('F2')
  await cell.locator('input').fill('brass')
  await cell.locator('input').press('Enter')
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route(/productMaster\.list/, async (route) => {
    await held
    await route.continue()
  })
  const changes = page.getByRole('region', { name: 'Changes' })
  const reread = page.waitForRequest(/productMaster\.list/)
  await changes.getByRole('button', { name: 'Save all' }).click()
  await reread
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  expect(await changes.getByRole('button', { name: 'Discard' }).getAttribute('aria-disabled')).toBe('true')
  go()
  await changes.waitFor({ state: 'detached' })
  await page.unroute(/productMaster\.list/)
  expect(await row(/Brass lamp/).innerText()).toContain('brass')
})

formTest(
  'tags that are typed and given to many are saved together, and the product filter finds them',
  async () => {
    const cell = row(/Glass jar/)
      .locator('[data-column=tags], td')
      .nth(5)
    await cell.click()
    await cell.click()
    await cell.locator('input').fill('gift, glass')
    await cell.locator('input').press('Enter')
    // What is typed into opens nothing; the other cells of the row open the product.
    expect(new URL(page.url()).searchParams.has('product')).toBe(false)
    await row(/Glass jar/)
      .getByText('1 Jan 2025')
      .click()
    await page.getByRole('complementary', { name: 'Glass jar' }).waitFor()
    await cell.click()
    await page.keyboard.press('Escape')
    await page.locator('[data-inspector]').waitFor({ state: 'detached' })
    for (const name of [/Brass lamp/, /Stoneware cup/]) await row(name).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('dialog').getByLabel('Tags').fill('core')
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click()
    await page.getByText('3 products not saved').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    expect(await exportedCsv(page)).toContain('"Changes of 3 products not saved, and not in this file"')
    await page.getByRole('button', { name: 'Save all' }).click()
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })
    await expect.poll(() => row(/Brass lamp/).innerText()).toContain('core')
    const tagged = new URL(page.url())
    tagged.searchParams.set('tags', 'gift')
    await page.goto(tagged.href)
    await row(/Glass jar/).waitFor()
    await expect.poll(() => grid().locator('tbody tr').count()).toBe(1)
    // The tag has grown since the address was kept.
    const grown = new URL(tagged)
    grown.searchParams.set('products', Array.from({ length: 100 }, (_, index) => `SKU-${index}`).join(','))
    await page.goto(grown.href)
    const said = page.getByRole('alert').filter({ hasText: 'Too many products are selected' })
    await said
      .getByText('The selected filters cover over 100 products. Please choose fewer products.')
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await said.getByRole('button', { name: 'Reset filters' }).click()
    await expect.poll(() => grid().locator('tbody tr').count()).toBe(3)
    await page.goto(tagged.href)
    await row(/Glass jar/).waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    await expect
      .poll(() => page.getByRole('dialog').innerText())
      .toMatch(/Product JAR[\s\S]*tags none → gift, glass/)
    expect(await axeViolations(page)).toEqual([])
  },
)

formTest('sizes are typed, all three sides or none, and are shown with their volume', async () => {
  const measured = new URL(page.url())
  measured.searchParams.set('tags', 'none')
  measured.searchParams.set('displays', 'dimensions')
  await page.goto(measured.href)
  await row(/Glass jar/).waitFor()
  const cells = row(/Glass jar/).locator('td')
  const type = async (at: number, text: string) => {
    await cells.nth(at).click()
    await cells.nth(at).press('F2')
    await cells.nth(at).locator('input').fill(text)
    await cells.nth(at).locator('input').press('Enter')
  }
  await type(1, '12.5')
  await type(2, '10')
  const changes = page.getByRole('region', { name: 'Changes' })
  await changes.getByText('Give all three sides, or none.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await type(3, '9.25')
  await changes.getByText('1 product not saved').waitFor()
  // Whoever pressed on what can be typed into was not led to the product besides.
  expect(await page.getByRole('complementary', { name: 'Glass jar' }).count()).toBe(0)
  await changes.getByRole('button', { name: 'Save all' }).click()
  await changes.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await cells.allInnerTexts()).join(' '))
    .toMatch(/12\.5 10\.0 9\.25 –[\s\S]* 1,156 –[\s\S]* Typed/)
  await page
    .getByRole('radiogroup', { name: 'Which products' })
    .getByRole('radio', { name: 'Without dimensions 2' })
    .waitFor()
  expect(mishaps).toEqual([])
})

formTest(
  'what is still being typed is not left without a question, even where the list cannot be read',
  async () => {
    const cell = row(/Glass jar/)
      .locator('td')
      .nth(4)
    await cell.click()
    await cell.press('F2')
    await page.keyboard.type('1.5')
    const asked = page.waitForEvent('dialog')
    await page.evaluate('void setTimeout(() => location.reload())')
    expect((await asked).type()).toBe('beforeunload')
    await (await asked).dismiss()
    const changes = page.getByRole('region', { name: 'Changes' })
    await changes.getByText('1 product not saved').waitFor()

    await page.route(/productMaster\.list/, (route) => route.abort())
    await page.getByRole('radiogroup', { name: 'Which products' }).getByText('Without cost').click()
    await page.getByText('The products could not be read').waitFor()
    await page.getByRole('link', { name: 'Expenses' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.unroute(/productMaster\.list/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await changes.getByText('1 product not saved').waitFor()
    await changes.getByRole('button', { name: 'Discard' }).click()
    await changes.waitFor({ state: 'detached' })
  },
)
