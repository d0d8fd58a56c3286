import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeViolations, launchBrowser, openPage } from '#test/support/browser.ts'
import { openAddress, startGallery } from '#test/support/gallery.ts'
import { formTest } from '../support/drawn-cases.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let mishaps: string[]
let grid: Locator

beforeAll(async () => {
  gallery = await startGallery()
  browser = await launchBrowser()
  ;({ page, mishaps } = await openPage(browser))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})

afterAll(async () => {
  await browser?.close()
  await gallery?.[Symbol.asyncDispose]()
})

beforeEach(() => {
  mishaps.length = 0
})

async function open(state: string, piece = 'DataTable'): Promise<void> {
  await openAddress(page, `${gallery.address}/__ui/${piece}?state=${encodeURIComponent(state)}`)
  grid = page.locator('main table').first()
  await grid.waitFor()
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const focused = () => page.evaluate('document.activeElement.innerText.trim()')
const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
const names = () => grid.locator('tbody th').allInnerTexts()
const cell = (row: number, column: number) => grid.locator(`tr[data-row="${row}"] > *`).nth(column)
const startAt = (row: number, column: number) => cell(row, column).click()

test('Tab leads to one cell, and keys from it to all others', async () => {
  await open('Tree')
  await page.keyboard.press('Tab')
  await grid.locator('[tabindex="0"]').focus()
  await expect.poll(focused).toBe('−109,570')
  await press('ArrowDown', 'ArrowLeft')
  await expect.poll(focused).toBe('Amazon fees')
  await press('ArrowRight')
  expect(await names()).toEqual([
    'All costs',
    'Amazon fees',
    'Referral',
    'Fulfilment',
    'Other fees',
    'Advertising',
    'Rent',
  ])
  // Fulfilment opens among its siblings, of which no other folds.
  await press('ArrowDown', '*')
  expect(await names()).toContain('Storage')
  await press('Control+End')
  await expect.poll(focused).toBe('−2,000')
  await press('Control+Home', 'ArrowDown', 'ArrowLeft')
  expect(await names()).toEqual(['All costs', 'Amazon fees', 'Advertising', 'Rent'])
  const row = grid.getByRole('row', { name: /Amazon fees/ })
  await expect.poll(() => row.getAttribute('aria-level')).toBe('1')
  await expect.poll(() => row.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => row.getAttribute('aria-posinset')).toBe('1')
  await expect.poll(() => grid.locator('[tabindex="0"]').count()).toBe(1)
  expect(mishaps).toEqual([])
})

formTest('the place stays with its row while others come and go above it', async () => {
  await open('Large')
  await startAt(9, 1)
  await expect.poll(focused).toBe('SKU-1009')
  await page.getByRole('textbox').fill('SKU-1009')
  await grid.getByText('SKU-10099').waitFor()
  await expect.poll(() => grid.locator('tbody [tabindex="0"]').innerText()).toBe('SKU-1009')
})

test('a head puts rows in order and says so; what has no value comes last both ways', async () => {
  await open('Products')
  const head = grid.getByRole('columnheader', { name: 'Units' }).first()
  const units = async () => {
    const rows = await grid.locator('tbody tr[data-row]').allInnerTexts()
    return rows.slice(1).map((row) => row.split('\t')[5]!)
  }
  const numbers = async () =>
    (await units()).filter((text) => text !== '–').map((text) => Number(text.replace(',', '')))
  await head.click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  expect((await units()).at(-1)).toBe('–')
  expect(await numbers()).toEqual((await numbers()).toSorted((a, b) => b - a))
  await press('Enter')
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  expect((await units()).at(-1)).toBe('–')
  expect(await numbers()).toEqual((await numbers()).toSorted((a, b) => a - b))
  await press(' ')
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('none')
  expect(await names()).toContain('All products')
})

test('a row opens, a number is explained, and both follow the focus', async () => {
  await open('Products')
  const said = page.locator('main output')
  await startAt(1, 1)
  await said.getByText('Row 0 is open').waitFor()
  await press('ArrowDown')
  await said.getByText('Row 1 is open').waitFor()
  await startAt(3, 5)
  await said.getByText('Units of Bamboo cutting board, large').waitFor()
  await press('ArrowRight')
  await said.getByText('Sales of Bamboo cutting board, large').waitFor()
  await expect.poll(() => cell(3, 6).getAttribute('aria-selected')).toBe('true')
  await press('Escape', 'ArrowDown', 'Enter')
  await said.getByText('Sales of Pour-over kettle, 1 l').waitFor()
  expect(mishaps).toEqual([])
})

formTest('rows are chosen by key, by mouse and in ranges', async () => {
  await open('Products')
  const chosen = () => grid.locator('tbody tr[aria-selected="true"]').count()
  expect(await chosen()).toBe(1)
  await startAt(5, 0)
  expect(await chosen()).toBe(2)
  await cell(8, 0).click({ modifiers: ['Shift'] })
  expect(await chosen()).toBe(5)
  await press(' ')
  expect(await chosen()).toBe(4)
  await press('Control+a')
  expect(await chosen()).toBe(48)
  await grid.getByRole('columnheader', { name: 'Choose all rows' }).click()
  expect(await chosen()).toBe(0)
})

test('copying gives the raw number, a range of cells, or the chosen rows', async () => {
  await open('Tree')
  await startAt(1, 1)
  await press('Control+c')
  expect(await clipboard()).toBe('-83594')
  await press('Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c')
  expect(await clipboard()).toBe('-83594\t-106504\n-23976\t-33436')
  await open('Products')
  await startAt(0, 2)
  await press('Control+c')
  const lines = (await clipboard()).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^Product\tSKU\tBrand\tPlace\tDE: Units\t/)
  expect(lines[1]).toMatch(/^Bamboo cutting board, large\tSKU-1002\tMere & Fell\t3\t26\t/)
})

test('columns and widths are remembered, and can be put back', async () => {
  await open('Products')
  const heads = () => grid.locator('thead tr').last().locator('th').allInnerTexts()
  const before = await heads()
  await page.getByRole('button', { name: 'Columns' }).click()
  const listed = page.getByRole('grid', { name: 'Columns' })
  await listed.getByText('Brand', { exact: true }).click()
  await listed.getByRole('row', { name: 'Brand, hidden' }).waitFor()
  await press('Escape')
  expect(await heads()).toEqual(before.filter((head) => head !== 'Brand'))

  const width = async () => (await cell(0, 2).boundingBox())!.width
  const narrow = await width()
  await grid.getByRole('columnheader', { name: 'SKU' }).click()
  await press('Shift+ArrowRight', 'Shift+ArrowRight')
  expect(await width()).toBe(narrow + 32)
  const edge = (await grid.getByRole('columnheader', { name: 'SKU' }).boundingBox())!
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 10)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width + 37, edge.y + 10, { steps: 4 })
  await page.mouse.up()
  expect(await width()).toBe(narrow + 72)

  await page.reload()
  await grid.waitFor()
  expect(await heads()).not.toContain('Brand')
  expect(await width()).toBe(narrow + 72)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await press('Escape')
  expect(await heads()).toEqual(before)
  expect(await width()).toBe(narrow)
})

formTest('columns are put in another order and pinned, by keyboard and pointer', async () => {
  await open('Products')
  const heads = () => grid.locator('thead tr').last().locator('th').allInnerTexts()
  const before = await heads()
  await page.getByRole('button', { name: 'Columns' }).focus()
  await press('Enter')
  const listed = page.getByRole('grid', { name: 'Columns' })
  await listed.getByRole('row', { name: /^SKU/ }).waitFor()
  const place = () => page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`)
  await press('Tab')
  expect(await place()).toBe('SKU, shown')
  await press('ArrowRight')
  expect(await place()).toBe('Move SKU')
  await press('Enter')
  await press('ArrowDown', 'Enter')
  expect((await heads()).slice(1, 4)).toEqual(['Product', 'Brand', 'SKU'])
  // With the pointer too.
  const [from, to] = ['SKU', 'Brand'].map((name) =>
    listed.getByRole('row', { name: new RegExp(`^${name},`) }),
  )
  await from!.dragTo(to!, { sourcePosition: { x: 16, y: 14 }, targetPosition: { x: 40, y: 2 } })
  await expect.poll(heads).toEqual(before)

  await listed.getByRole('button', { name: 'Pin Brand to the right' }).press('Enter')
  expect((await heads()).at(-1)).toBe('Brand')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset columns' }).press('Enter')
  expect(await heads()).toEqual(before)
})

test('what is shown is saved, unrounded, and runs nothing', async () => {
  await open('Products')
  const save = async (item: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const csv = await save('CSV')
  expect(csv.name).toBe('products.csv')
  const lines = csv.content.toString().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['\uFEFFCompany,Sample', ''])
  expect(lines[2]).toMatch(/^Product,SKU,Brand,Place,DE: Units,/)
  expect(lines[3]).toMatch(/^All products,,,,48200,1205000\.40,-373550\.12,/)
  expect(lines[7]).toMatch(/^"Pour-over kettle, 1 l",SKU-1003,'=Cash,4,/)
  expect(lines).toHaveLength(3 + 49 + 1)

  const xlsx = await save('Excel')
  expect(xlsx.name).toBe('products.xlsx')
  const rows = await readSheet(xlsx.content, 'Table')
  expect(rows[0]!.slice(0, 5)).toEqual(['Product', 'SKU', 'Brand', 'Place', 'DE: Units'])
  expect(rows[1]!.slice(4, 7)).toEqual([48200, 1205000.4, -373550.12])
  expect(rows[5]!.slice(0, 4)).toEqual(['Pour-over kettle, 1 l', 'SKU-1003', "'=Cash", 4])
  expect(await readSheet(xlsx.content, 'About')).toEqual([['Company', 'Sample']])
  expect(mishaps).toEqual([])
})

test('of ten thousand rows only those in view are drawn, and the last is reached', async () => {
  await open('Large')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('10002')
  await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('40')
  await startAt(0, 3)
  await expect.poll(() => grid.locator('tbody tr[data-row]').count()).toBeLessThan(60)
  await press('Control+End')
  const last = grid.locator('tr[data-row="9999"]')
  await expect.poll(() => last.getAttribute('aria-rowindex')).toBe('10002')
  expect(await last.locator('[tabindex="0"]').evaluate((cell) => cell === document.activeElement)).toBe(true)
  await expect.poll(() => grid.locator('tbody tr[data-row]').count()).toBeLessThan(60)
  await press('PageUp', 'Home')
  await expect.poll(focused).not.toBe('')
  await press('Control+Home')
  await expect.poll(focused).toBe('Steel water bottle, 750 ml')
})

formTest('heads and the first column stay where they are, and hide no focus', async () => {
  await open('Large')
  await startAt(0, 3)
  const box = (await grid.locator('xpath=../..').boundingBox())!
  for (let i = 0; i < 30; i++) await press('ArrowDown', 'ArrowRight')
  const active = (await grid.locator('tbody [tabindex="0"]').boundingBox())!
  const head = (await grid.getByRole('columnheader', { name: 'Product' }).boundingBox())!
  const name = (await grid.locator('tbody tr:has([tabindex="0"]) th').boundingBox())!
  expect(head.x).toBe(box.x)
  expect(head.y).toBeLessThan(box.y + 30)
  expect(name.x).toBe(box.x)
  expect(active.x).toBeGreaterThanOrEqual(name.x + name.width)
  expect(active.y).toBeGreaterThanOrEqual(head.y + head.height)
  for (let i = 0; i < 30; i++) await press('ArrowUp', 'ArrowLeft')
  const back = (await grid.locator('tbody [tabindex="0"]').boundingBox())!
  expect(back.y).toBeGreaterThanOrEqual(head.y + head.height)
  await press('ArrowUp')
  expect(await page.evaluate('document.activeElement.getAttribute("scope")')).toBe('col')
})

formTest('a search leaves the rows that fit, and none says so', async () => {
  await open('Large')
  await page.getByRole('textbox').fill('SKU-1099')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('13')
  await open('Empty')
  await expect.poll(() => page.getByText('No products in these dates.').isVisible()).toBe(true)
})

formTest('while rows are read, columns stand where they will stand', async () => {
  const places = () =>
    grid
      .locator('thead tr')
      .last()
      .locator('th')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))
  await open('Loading')
  await expect.poll(() => grid.getAttribute('aria-busy')).toBe('true')
  const before = await places()
  await open('Products')
  expect(await places()).toEqual(before)
})

formTest('a row opens to its detail, which is entered and left by key', async () => {
  await open('Products', 'PagedTable')
  const details = grid.locator(':scope > tbody > tr[data-detail-of]')
  await grid.locator('tr[data-row="2"] [data-fold]').click()
  await expect.poll(() => details.count()).toBe(1)
  await press('ArrowLeft')
  await expect.poll(() => details.count()).toBe(0)
  await press('ArrowRight', 'ArrowDown', 'Enter', 'ArrowUp')
  await expect.poll(() => details.count()).toBe(2)
  await expect.poll(focused).toBe('Bamboo cutting board, large')
  await press('Tab')
  await expect.poll(focused).toContain('Germany')
  await press('Escape')
  await expect.poll(focused).toBe('Bamboo cutting board, large')
})

formTest('cells of a table within a detail are not those of the table around it', async () => {
  await open('Products', 'PagedTable')
  await grid.locator('tr[data-row="2"] [data-fold]').click()
  await grid.locator('tr[data-detail-of] tbody td').first().click()
  await expect.poll(() => grid.locator('[tabindex="0"]').first().innerText()).toContain('Bamboo')
  await expect.poll(() => grid.locator(':scope > tbody > tr[data-detail-of]').count()).toBe(1)
})

formTest('a page says which rows of how many it has, and order and search begin at the first', async () => {
  await open('Products', 'PagedTable')
  const place = page.getByRole('navigation', { name: 'Pages of products' }).locator('output')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.poll(() => place.innerText()).toBe('9 to 16 of 2,000')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2002')
  await expect.poll(() => grid.locator('tr[data-row="0"]').getAttribute('aria-rowindex')).toBe('11')
  await grid.locator('th:has-text("Sales")').click()
  await expect.poll(() => place.innerText()).toBe('1 to 8 of 2,000')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByPlaceholder('Search name or SKU').fill('SKU-11')
  await expect.poll(() => place.innerText()).toBe('1 to 8 of 100')
})

formTest('where the page has gone, the last one is shown, and the pager says so', async () => {
  await open('Its page has gone', 'PagedTable')
  const place = page.getByRole('navigation', { name: 'Pages of products' }).locator('output')
  await expect.poll(() => grid.locator('tbody tr[data-row]').count()).toBe(4)
  await expect.poll(() => place.innerText()).toBe('97 to 100 of 100')
})

formTest('chosen rows stay chosen on the next page, and can be let go', async () => {
  await open('Rows chosen', 'PagedTable')
  const bar = page.getByRole('region', { name: 'Products' }).first()
  await expect.poll(() => bar.innerText()).toContain('3 products chosen')
  await page.getByRole('button', { name: 'Next' }).click()
  await cell(1, 0).click()
  await expect.poll(() => bar.innerText()).toContain('4 products chosen')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => bar.innerText()).not.toContain('chosen')
})

/** What a cell says, what is read out only among it. */
const written = async (row: number, column: number) =>
  (await cell(row, column).innerText()).replace(/\s*\n\s*/g, '')

test('a cell is typed into by key, and Enter goes on to the next row', async () => {
  await open('As it was', 'EditableColumn')
  const bar = page.getByRole('region', { name: 'Changes' })
  await startAt(0, 2)
  await expect.poll(() => bar.count()).toBe(0)
  await page.keyboard.type('5.9')
  await press('Enter')
  await expect.poll(focused).toBe('7.25')
  await press('F2')
  await page.keyboard.type('5')
  await press('Tab')
  await expect.poll(focused).toBe('0.91')
  await press('Enter')
  await page.keyboard.type('9')
  await press('Escape')
  await expect.poll(focused).toBe('0.91')
  expect(await written(0, 2)).toBe('5.90, changed')
  expect(await written(1, 2)).toBe('7.255, changed')
  await expect.poll(() => bar.locator('output').innerText()).toBe('2 changes')
  await press('Control+z')
  await expect.poll(() => bar.locator('output').innerText()).toBe('1 change')
  expect(await written(1, 2)).toBe('7.25')
  await press('Control+Shift+z')
  expect(await written(1, 2)).toBe('7.255, changed')
  expect(mishaps).toEqual([])
})

formTest('the same amount written otherwise is no change, and an emptied cell is one', async () => {
  await open('As it was', 'EditableColumn')
  await startAt(0, 3)
  await page.keyboard.type('.560')
  await press('Enter')
  await expect.poll(() => page.getByRole('region', { name: 'Changes' }).count()).toBe(0)
  await press('Delete')
  expect(await written(1, 3)).toContain('changed')
})

formTest('a paste fills cells from here on, leaves given ones, and is taken back as one', async () => {
  await open('As it was', 'EditableColumn')
  await startAt(2, 2)
  await page.evaluate(`navigator.clipboard.writeText('3.10\\t0.20\\r\\nnone\\t\\r\\n1\\t2\\r\\n')`)
  await press('Control+v')
  const bar = page.getByRole('region', { name: 'Changes' })
  await expect.poll(() => bar.locator('output').innerText()).toBe('4 changes, 1 not valid')
  expect(await written(2, 3)).toBe('0.20, changed')
  expect(await written(3, 2)).toContain('not valid: Enter a number')
  expect(await written(4, 2)).toBe('4.00')
  await expect
    .poll(() => bar.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'))
    .toBe('true')
  await press('Control+z')
  await expect.poll(() => written(2, 3)).toContain('no data')
})

formTest(
  'a number copied from a cell is the same number in another, in the words of the country',
  async () => {
    const german = await browser.newPage({ locale: 'de-DE' })
    await german.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAddress(
      german,
      `${gallery.address}/__ui/EditableColumn?state=${encodeURIComponent('As it was')}`,
    )
    const place = (row: number) => german.locator(`main table tr[data-row="${row}"] > *`).nth(2)
    await place(1).click()
    await german.keyboard.press('Control+c')
    await place(0).click()
    await german.keyboard.press('Control+v')
    await expect.poll(() => place(0).innerText()).toContain('7,25')
    // What is typed and not saved is copied as it is seen.
    await german.keyboard.type('8,125')
    await german.keyboard.press('Enter')
    await place(0).click()
    await german.keyboard.press('Control+c')
    await place(1).click()
    await german.keyboard.press('Control+v')
    await expect.poll(() => place(1).innerText()).toContain('8,125')
    await german.context().close()
  },
)

test('what is saved stays, and a failure keeps what was typed', async () => {
  await open('As it was', 'EditableColumn')
  await startAt(0, 2)
  await page.keyboard.type('6')
  await press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => written(0, 2)).toBe('6.00')
  await expect.poll(() => page.getByRole('region', { name: 'Changes' }).count()).toBe(0)
  await open('Saving fails', 'EditableColumn')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toBe('The costs could not be saved. Try again.')
  expect(await written(0, 2)).toBe('5.85, changed')
})
