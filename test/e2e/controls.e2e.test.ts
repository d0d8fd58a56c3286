/** How the pieces of the interface behave, tried on their pages of the gallery. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axeViolations, launchBrowser, openPage, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { openAddress, startGallery } from '#test/support/gallery.ts'
import { formTest } from '../support/drawn-cases.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let mishaps: string[]

beforeAll(async () => {
  gallery = await startGallery()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await gallery?.[Symbol.asyncDispose]()
})

beforeEach(async () => {
  ;({ page, mishaps } = await openPage(browser))
})

afterEach(async () => {
  await page.close()
  expect(mishaps).toEqual([])
})

const open = (path: string): Promise<void> => openAddress(page, `${gallery.address}/__ui/${path}`)

/** Time stands still from now on, and passes by `page.clock.runFor` alone. */
async function openWithStoppedClock(path: string): Promise<void> {
  await page.clock.install()
  await open(path)
  await page.clock.pauseAt(Date.now() + 60_000)
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const section = (name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
const boxOf = async (element: Locator) => (await element.boundingBox())!
const focusIsIn = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.contains(document.activeElement))

describe('buttons', () => {
  formTest('are 28, 32, 36 and 40 pixels high', async () => {
    await open('Button')
    const heights = await section('Sizes')
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights).toEqual([28, 32, 36, 40])
  })

  formTest('keep their width and their name while something is loading', async () => {
    await open('Button')
    const [still, loading] = ['Appearances', 'Loading'].map((name) =>
      section(name).getByRole('button', { name: /^Apply/ }),
    )
    expect((await boxOf(loading!)).width).toBe((await boxOf(still!)).width)
    await expect.poll(() => loading!.getAttribute('aria-disabled')).toBe('true')
  })

  test('that cannot be used are reached by keyboard, and say why', async () => {
    await open('Button')
    const unavailable = section('Disabled with a reason').getByRole('button', { name: 'Confirm' })
    await section('Disabled').getByRole('button').first().waitFor()
    await section('Loading')
      .getByRole('button', { name: /^Delete/ })
      .focus()
    await page.keyboard.press('Tab')
    await expect.poll(() => focusIsIn(unavailable)).toBe(true)
    await expect.poll(() => unavailable.getAttribute('aria-disabled')).toBe('true')
    const tooltip = page.getByRole('tooltip')
    await expect.poll(() => tooltip.innerText()).toBe('Choose at least one marketplace.')
    await expect
      .poll(() => unavailable.getAttribute('aria-describedby'))
      .toBe(await tooltip.getAttribute('id'))
    await page.keyboard.press('Escape')
    await expect.poll(() => tooltip.count()).toBe(0)
  })
})

describe('tooltip and popover', () => {
  formTest('a tooltip stands six pixels from its control', async () => {
    await open('Popover')
    const trigger = button('Hover or focus')
    // A pointer that has not moved yet is not taken for one.
    await page.mouse.move(1, 1)
    await trigger.hover()
    const tooltip = await boxOf(page.getByRole('tooltip'))
    const control = await boxOf(trigger)
    expect(control.y - (tooltip.y + tooltip.height)).toBe(6)
  })

  formTest('a popover is 17rem wide or wider, and Escape gives the focus back', async () => {
    await open('Popover')
    await button('Show details').click()
    const dialog = page.getByRole('dialog', { name: 'Details' })
    expect((await boxOf(dialog)).width).toBeGreaterThanOrEqual(17 * 16)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusIsIn(button('Show details'))).toBe(true)
  })

  formTest('long text shows its beginning until one asks for the rest', async () => {
    await open('Popover')
    const more = section('Long text').getByRole('button', { name: 'Read more' })
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('false')
    const short = (await boxOf(section('Long text'))).height
    await more.click()
    expect((await boxOf(section('Long text'))).height).toBeGreaterThan(short)
    await section('Long text').getByRole('button', { name: 'Read less' }).click()
    expect((await boxOf(section('Long text'))).height).toBe(short)
    expect(await section('Short text').getByRole('button').count()).toBe(0)
  })
})

test('a conversation is read, its numbers explained, and what failed asked for again, by keys alone', async () => {
  await open('Chat')
  const press = async (within: Locator, name: string | RegExp) => {
    await within.getByRole('button', { name }).first().focus()
    await page.keyboard.press('Enter')
  }
  const log = section('Conversation, its numbers explained')
  await log.getByRole('log').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await log.getByText('Net profit, August 2026', { exact: true }).waitFor()
  const failed = section('Failed')
  await press(failed, 'Try again')
  await failed.getByText('Writing').waitFor()
  await expect.poll(() => failed.getByText('could not be written').count()).toBe(0)
  await press(section('Prompts'), 'Which fees grew')
  expect(await section('Prompts').getByRole('status').innerText()).toBe('Which fees grew the most this year?')

  const addresses = section('Share').getByLabel('E-mail addresses')
  await addresses.focus()
  await page.keyboard.press('Enter')
  await section('Share').getByText('Provide at least one e-mail address.').waitFor()
  await page.keyboard.type('a@example.com, b@example')
  await page.keyboard.press('Enter')
  await section('Share').getByText('“b@example” is not an e-mail address.').waitFor()
  await page.keyboard.type('.com')
  await page.keyboard.press('Enter')
  await section('Share').getByText('Sent to a@example.com and b@example.com').waitFor()
})

describe('draggable modal', () => {
  const box = () => page.getByRole('dialog', { name: 'Box' })
  const place = async () => {
    const { x, y } = await boxOf(box())
    return { x, y }
  }
  const openBox = async () => {
    await open('DraggableModal')
    await button('Open the box').click()
    await box().waitFor()
  }

  formTest('opens at 100, 100', async () => {
    await openBox()
    expect(await place()).toEqual({ x: 100, y: 100 })
  })

  test('arrow keys move it by ten pixels', async () => {
    await openBox()
    await button('Move Box with the arrow keys').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await place()).toEqual({ x: 110, y: 110 })
    await page.keyboard.press('ArrowUp')
    expect(await place()).toEqual({ x: 110, y: 100 })
  })

  formTest('the mouse drags it by its head, and it waits at the edge until the pointer is back', async () => {
    await openBox()
    await page.mouse.move(250, 120)
    await page.mouse.down()
    await page.mouse.move(307, 143, { steps: 4 })
    expect(await place()).toEqual({ x: 157, y: 123 })
    await page.mouse.move(-400, -400, { steps: 4 })
    expect(await place()).toEqual({ x: 8, y: 8 })
    await page.mouse.move(307, 143, { steps: 4 })
    expect(await place()).toEqual({ x: 157, y: 123 })
    await page.mouse.up()
    await page.mouse.move(600, 600)
    expect(await place()).toEqual({ x: 157, y: 123 })
  })

  formTest('stays inside a window that shrinks', async () => {
    await page.setViewportSize(WINDOWS.wide)
    await open('DraggableModal?state=Open')
    const filters = page.getByRole('dialog', { name: 'Advanced filters' })
    expect(await boxOf(filters)).toMatchObject({ x: 560, y: 47, width: 21.875 * 16 })
    await page.setViewportSize(WINDOWS.smallest)
    await expect.poll(async () => (await boxOf(filters)).x).toBe(542)
    await expect.poll(() => button('Close advanced filters').count()).toBe(1)
  })

  test('keeps the focus inside, and Escape gives it back to the button', async () => {
    await openBox()
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(presses < 6 ? 'Tab' : 'Shift+Tab')
      await expect.poll(() => focusIsIn(box())).toBe(true)
    }
    await page.keyboard.press('Escape')
    await box().waitFor({ state: 'detached' })
    await expect.poll(() => focusIsIn(button('Open the box'))).toBe(true)
  })
})

describe('modal', () => {
  test('is described, keeps the focus and gives it back', async () => {
    await open('Modal')
    await button('Rename the market').click()
    const dialog = page.getByRole('dialog', { name: 'Rename the market' })
    const describedBy = await dialog.getAttribute('aria-describedby')
    await expect
      .poll(() => page.locator(`[id="${describedBy}"]`).innerText())
      .toBe('Everybody in the company sees the new name.')
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => focusIsIn(dialog)).toBe(true)
    }
    await button('Close').click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusIsIn(button('Rename the market'))).toBe(true)
  })
})

describe('confirmation dialog', () => {
  formTest('says by default "Are you sure?", Cancel and Confirm', async () => {
    await open('ConfirmDialog?state=Defaults')
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure?' })
    expect(await dialog.locator('footer').getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Confirm'])
  })

  formTest('Cancel can be hidden', async () => {
    await open('ConfirmDialog?state=Without+Cancel')
    const buttons = page.getByRole('alertdialog').locator('footer').getByRole('button')
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Sign in'])
  })

  formTest('a warning makes Confirm destructive', async () => {
    const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor)
    await open('Button')
    const destructive = await colourOf(section('Appearances').getByRole('button', { name: 'Delete' }))
    await open('ConfirmDialog?state=Warning')
    expect(await colourOf(button('I accept the risks'))).toBe(destructive)
    await open('ConfirmDialog?state=Defaults')
    expect(await colourOf(button('Confirm'))).not.toBe(destructive)
  })

  formTest('stays open until what was confirmed is done', async () => {
    await openWithStoppedClock('ConfirmDialog')
    await button('Reset').click()
    const dialog = page.getByRole('alertdialog')
    await button('Confirm').click()
    await page.clock.runFor(900)
    await expect
      .poll(() => dialog.getByRole('button', { name: /^Confirm/ }).getAttribute('aria-disabled'))
      .toBe('true')
    await page.clock.runFor(200)
    await dialog.waitFor({ state: 'detached' })
  })

  test('a text that must be typed is looked at 500 ms after the last key', async () => {
    await openWithStoppedClock('ConfirmDialog')
    await button('Delete company').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Company A?' })
    const confirm = dialog.getByRole('button', { name: 'Delete company' })
    await confirm.click({ force: true })
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Type “Company A” to confirm').fill('Company A')
    await page.clock.runFor(499)
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
    await page.clock.runFor(1)
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBeNull()
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('Deleted', { exact: true }).count()).toBe(1)
  })
})

describe('toasts', () => {
  const shown = () => page.getByRole('alertdialog')

  test('go after eight seconds', async () => {
    await openWithStoppedClock('ToastRegion')
    await button('positive').click()
    await page.mouse.move(0, 0)
    await expect
      .poll(() => shown().innerText())
      .toContain('Updated advertising profile for the given region.')
    await page.clock.runFor(7_900)
    await expect.poll(() => shown().count()).toBe(1)
    await page.clock.runFor(200)
    await shown().waitFor({ state: 'detached' })
  })

  formTest('wait while the pointer is on them', async () => {
    await openWithStoppedClock('ToastRegion')
    await button('warning').click()
    await page.clock.runFor(5_000)
    await shown().hover()
    await page.clock.runFor(60_000)
    await expect.poll(() => shown().count()).toBe(1)
    await page.mouse.move(0, 0)
    // A busy browser may not have told the page yet that the pointer is gone.
    await expect.poll(() => shown().evaluate((toast) => toast.matches(':hover'))).toBe(false)
    await page.clock.runFor(2_900)
    await expect.poll(() => shown().count()).toBe(1)
    await page.clock.runFor(200)
    await shown().waitFor({ state: 'detached' })
  })

  formTest('wait while the focus is on them', async () => {
    await openWithStoppedClock('ToastRegion')
    await button('negative').focus()
    await page.keyboard.press('Enter')
    await shown().getByRole('button', { name: 'Close message' }).focus()
    await page.clock.runFor(60_000)
    await expect.poll(() => shown().count()).toBe(1)
    await page.keyboard.press('Enter')
    await shown().waitFor({ state: 'detached' })
  })

  formTest('may carry an action, which ends them', async () => {
    await openWithStoppedClock('ToastRegion')
    await button('With an action').click()
    await button('Undo').click()
    await page.getByText('The column is back.').waitFor()
    await expect.poll(() => page.getByText('Failed to remove the column.').count()).toBe(0)
  })
})

describe('spinner', () => {
  test('appears after 250 ms, and then for 1000 ms at least', async () => {
    await openWithStoppedClock('Spinner')
    const words = section('Switched').getByText('Reading the file')
    await button('Begin').click()
    await page.clock.runFor(249)
    await expect.poll(() => words.count()).toBe(0)
    await page.clock.runFor(1)
    await words.waitFor()
    await button('End').click()
    await page.clock.runFor(990)
    await expect.poll(() => words.count()).toBe(1)
    await page.clock.runFor(10)
    await words.waitFor({ state: 'detached' })
  })

  formTest('stands still where motion is reduced, and its words remain', async () => {
    await open('Spinner')
    const status = section('With hidden words').getByRole('status')
    const ring = status.locator('span').first()
    const animation = () => ring.evaluate((node) => getComputedStyle(node).animationName)
    const words = status.locator('[aria-hidden]').last()
    await ring.waitFor()
    expect(await animation()).toBe('none')
    await expect.poll(() => words.isVisible()).toBe(true)
    await expect.poll(() => words.innerText()).toBe('Loading')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await animation()).not.toBe('none')
    await expect.poll(() => words.isVisible()).toBe(false)
  })
})

describe('multi-select', () => {
  const applied = () => page.getByTestId('Countries').innerText()
  const openPicker = () => section('Applies on Confirm').getByRole('button').click()

  formTest('neither Confirm nor Cancel can be used while nothing has changed', async () => {
    await open('DraftPicker')
    await openPicker()
    await expect.poll(() => button('Confirm').isDisabled()).toBe(true)
    await expect.poll(() => button('Cancel').isDisabled()).toBe(true)
    await page.getByRole('option', { name: 'France' }).click()
    await expect.poll(() => button('Confirm').isDisabled()).toBe(false)
    await expect.poll(() => button('Cancel').isDisabled()).toBe(false)
    await page.getByRole('option', { name: 'France' }).click()
    await expect.poll(() => button('Confirm').isDisabled()).toBe(true)
  })

  formTest('applies on Confirm alone, and Cancel brings back what was applied', async () => {
    await open('DraftPicker')
    await openPicker()
    await page.getByRole('option', { name: 'France' }).click()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('4 items selected')
    expect(await applied()).toBe('DE GB IT')
    await button('Cancel').click()
    await openPicker()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('3 items selected')
    for (const country of ['Germany', 'Italy']) await page.getByRole('option', { name: country }).click()
    await expect.poll(() => page.getByRole('dialog').innerText()).toContain('1 item selected')
    await button('Confirm').click()
    expect(await applied()).toBe('GB')
  })

  formTest('asks for at least one, unless none may be chosen', async () => {
    await open('DraftPicker')
    await openPicker()
    for (const country of ['Germany', 'United Kingdom', 'Italy']) {
      await page.getByRole('option', { name: country }).click()
    }
    await expect.poll(() => button('Confirm').getAttribute('aria-disabled')).toBe('true')
    await button('Cancel').click()
    await section('None may be chosen').getByRole('button').click()
    await page.getByRole('option', { name: 'France' }).click()
    await button('Confirm').click()
    await expect.poll(() => page.getByTestId('Other countries').innerText()).toBe('')
  })

  formTest('cannot be opened while data are read', async () => {
    await open('DraftPicker')
    expect(await section('Disabled while data are read').getByRole('button').isDisabled()).toBe(true)
  })
})

describe('searchable dropdown', () => {
  formTest('takes 150 characters, and answers 250 ms after the last of them', async () => {
    await openWithStoppedClock('SelectField')
    await section('Searchable').getByRole('button').click()
    const search = page.getByRole('searchbox', { name: 'Search workspaces' })
    const options = page.getByRole('option')
    await search.fill('company 12')
    await page.clock.runFor(249)
    await expect.poll(() => options.count()).toBe(60)
    await page.clock.runFor(1)
    await expect.poll(() => options.allInnerTexts()).toEqual(['Company 12'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await section('Searchable').getByRole('button').innerText()).toBe('Company 12')

    await section('Searchable').getByRole('button').click()
    await search.fill('x'.repeat(140))
    await search.pressSequentially('x'.repeat(20))
    await expect.poll(() => search.inputValue()).toHaveLength(150)
    await page.clock.runFor(250)
    await page.getByText('No results found.').waitFor()
    expect((await boxOf(page.getByRole('listbox'))).width).toBeGreaterThanOrEqual(17 * 16)
  })
})

describe('fields', () => {
  formTest('a code is pasted with its spaces into one real input', async () => {
    await open('CodeField')
    const input = section('Empty').getByLabel('Verification code')
    expect(await section('Empty').locator('input').count()).toBe(1)
    await expect.poll(() => input.getAttribute('autocomplete')).toBe('one-time-code')
    await input.focus()
    await page.keyboard.insertText(' 407 291 ')
    await expect.poll(() => input.inputValue()).toBe('407291')
    expect(await section('Empty').getByTestId('completed').innerText()).toBe('407291')
    await page.keyboard.press('Backspace')
    await expect.poll(() => input.inputValue()).toBe('40729')
  })

  test('a code of ten digits is not sent after six, and one of six is once nothing follows', async () => {
    await open('CodeField')
    const either = section('Six digits or ten')
    const completed = either.getByTestId('completed')
    await either.getByLabel('Verification code').pressSequentially('4071291583', { delay: 50 })
    expect(await completed.innerText()).toBe('4071291583')
    await either.getByLabel('Verification code').fill('')
    await either.getByLabel('Verification code').pressSequentially('407291')
    expect(await completed.innerText()).toBe('4071291583')
    await expect.poll(() => completed.innerText()).toBe('407291')
  })

  test('money stays exact decimal text, and is written as the user writes it', async () => {
    await open('NumberField')
    const field = page.getByLabel('Cost per unit')
    const value = page.getByTestId('value')
    await expect.poll(() => field.inputValue()).toBe('1,284,020.50')
    await field.fill('9,007,199,254,740,993.01')
    await expect.poll(() => value.innerText()).toBe('9007199254740993.01')
    await field.fill('24.9')
    await field.blur()
    await expect.poll(() => field.inputValue()).toBe('24.90')
    await expect.poll(() => value.innerText()).toBe('24.9')
  })

  formTest('what is no number is said when the field is left, and keeps no old value', async () => {
    await open('NumberField')
    const field = page.getByLabel('Cost per unit')
    await field.fill('12,50')
    expect(await section('Money').getByText('Enter a number').count()).toBe(0)
    await field.blur()
    await section('Money').getByText('Enter a number, such as 1,234.50.').waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field.inputValue()).toBe('12,50')
    await expect.poll(() => page.getByTestId('value').innerText()).toBe('none')
    await field.fill('-1')
    await field.blur()
    await section('Money').getByText('Enter 0.00 or more.').waitFor()
  })

  formTest('a password is shown when one asks', async () => {
    await open('TextField')
    const field = page.getByLabel('Password', { exact: true })
    await expect.poll(() => field.getAttribute('type')).toBe('password')
    await button('Show password').first().click()
    await expect.poll(() => field.getAttribute('type')).toBe('text')
    await button('Hide password').click()
    await expect.poll(() => field.getAttribute('type')).toBe('password')
  })

  formTest('helper and error texts describe their field', async () => {
    await open('TextField')
    const describes = (label: string) =>
      page.getByLabel(label).evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(''),
      )
    expect(await describes('Other channels')).toBe('Between 2 and 100 characters')
    expect(await describes('Founding year')).toBe('Provide a valid year.')
    await expect.poll(() => section('Optional, with helper text').innerText()).toContain('(Optional)')
  })
})

describe('open lists', () => {
  test.each([
    ['SelectField', 'Chosen'],
    ['SelectField', 'Searchable'],
    ['FilterSelect', 'Any number'],
    ['DraftPicker', 'Applies on Confirm'],
  ])('%s, %s, can be used by everyone', async (piece, state) => {
    await open(piece)
    await section(state).getByRole('button').click()
    await page.getByRole('option').first().waitFor()
    for (const theme of THEMES) {
      await setTheme(page, theme)
      expect(await axeViolations(page)).toEqual([])
    }
  })
})

formTest('Escape closes a list of which several hold, and they still do', async () => {
  await open('FilterSelect')
  const columns = section('Any number').getByRole('button')
  await expect.poll(() => columns.innerText()).toContain('2 of 3')
  await columns.click()
  await page.getByRole('option', { selected: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await expect.poll(() => columns.innerText()).toContain('2 of 3')
})

describe('pictures', () => {
  formTest('thumbnails are loaded when they come into view', async () => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const isLoaded = () => requested.some((url) => url.endsWith('favicon.svg?late'))
    await open('Badge?state=Thumbnails+out+of+view')
    await page.waitForLoadState('networkidle')
    expect(isLoaded()).toBe(false)
    await page.mouse.wheel(0, 20_000)
    await expect.poll(isLoaded).toBe(true)
  })
})

describe('themes', () => {
  test('paper is always light', async () => {
    await open('Tokens')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await setTheme(page, 'dark')
    expect(await ground()).not.toBe(light)
    await page.emulateMedia({ media: 'print' })
    expect(await ground()).toBe(light)
  })
})

formTest('a section is as high while it is read, empty or failed as with its content', async () => {
  await open('SectionFrame')
  const heights = async (names: string[]) =>
    new Set(
      await Promise.all(names.map(async (name) => (await boxOf(section(name).locator('section'))).height)),
    )
  expect(
    await heights(['Ready', 'Being read: a chart', 'Being read: rows', 'Failed', 'Empty']),
  ).toHaveProperty('size', 1)
  expect(await heights(['Failed, and low', 'Empty, and low'])).toHaveProperty('size', 1)
  expect(await section('Failed').getByRole('alert').innerText()).toContain('Request 7f3a-19c2')
  expect(await section('Being read: rows').locator('section').getAttribute('aria-busy')).toBe('true')
})

formTest('sections stand beside each other where there is room', async () => {
  await open('SectionFrame')
  const [first, second] = [0, 1].map((nth) =>
    section('Beside each other, one of them failed').locator('section').nth(nth),
  )
  expect((await boxOf(first!)).y).toBe((await boxOf(second!)).y)
  await page.setViewportSize({ width: 900, height: 530 })
  expect((await boxOf(second!)).y).toBeGreaterThan((await boxOf(first!)).y)
})

formTest('whoever goes on to the next record by its button keeps the focus there', async () => {
  await open(`RecordInspector?state=${encodeURIComponent('A product')}`)
  const panel = page.getByRole('complementary')
  await button('Next').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => panel.getByRole('heading').innerText()).toBe('Glass storage jar, set of 6')
  expect(await focusIsIn(button('Next'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(() => panel.locator('output').innerText()).toContain('3 of 3')
  expect(await focusIsIn(button('Next'))).toBe(true)
})

formTest('an inspector lies over the page where there is no room beside it', async () => {
  await open(`RecordInspector?state=${encodeURIComponent('A product')}`)
  const position = () => page.getByRole('complementary').evaluate((panel) => getComputedStyle(panel).position)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await position()).not.toBe('absolute')
  await page.setViewportSize({ width: 1279, height: 800 })
  expect(await position()).toBe('absolute')
})
