import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { axeViolations, launchBrowser, openPage, WINDOWS } from '#test/support/browser.ts'
import { accountOf, signInOn } from '#test/support/signed-in.ts'
import { openAddress, startGallery } from '#test/support/gallery.ts'
import { formTest } from '../support/drawn-cases.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let mishaps: string[]

beforeAll(async () => {
  gallery = await startGallery()
  browser = await launchBrowser()
  ;({ page, mishaps } = await openPage(browser))
  // A Friday, on which time goes by as usual.
  await page.clock.install({ time: '2026-11-20T12:00:00' })
})
beforeEach(() => page.setViewportSize(WINDOWS.wide))
afterEach(() => expect(mishaps.splice(0)).toEqual([]))
afterAll(async () => {
  await browser?.close()
  await gallery?.[Symbol.asyncDispose]()
})

/** Time stands still but for what the test lets go by. */
async function withPausedTime(act: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 2000'))
  try {
    await act()
  } finally {
    await page.clock.resume()
  }
}

const show = (piece: string, state: string) =>
  openAddress(page, `${gallery.address}/__ui/${piece}?${new URLSearchParams({ state })}`)
const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = () => page.getByRole('dialog')
/** What the page comes to, in the time that a busy machine may take. */
const comesTo = <T>(read: () => T) => expect.poll(read)
const toasts = async () => (await page.getByRole('alertdialog').allInnerTexts()).map((text) => text.trim())
const isGone = (locator: Locator) => locator.waitFor({ state: 'detached' })
const focused = () =>
  page.evaluate<string>(
    `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
  )

describe('date range', () => {
  const trigger = () => button(/^Dates/)
  const field = (label: string) => dialog().getByRole('textbox', { name: label }).inputValue()
  const calendar = (label: string) => dialog().getByRole('application', { name: new RegExp(`^${label}`) })
  const day = (label: string, name: string) => calendar(label).getByRole('button', { name: new RegExp(name) })

  async function open(state: string) {
    await show('DateRangeFilter', state)
    await trigger().click()
    await dialog().getByText('Cancel').waitFor()
  }

  formTest('the button shows its days, or that none are chosen', async () => {
    await show('DateRangeFilter', 'Chosen')
    await expect.poll(() => trigger().innerText()).toBe('2026/05/20 to 2026/11/19')
    await show('DateRangeFilter', 'Not chosen')
    await expect.poll(() => trigger().innerText()).toBe('Select Date Range')
  })

  test('both ends are needed, and each end bounds the other', async () => {
    await open('Not chosen')
    expect(await dialog().getByText('Full date range not provided').isVisible()).toBe(true)
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)

    await day('Start', 'November 10, 2026').click()
    expect(await field('From')).toBe('November 10, 2026')
    expect(await field('To')).toBe('')
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)
    await expect.poll(() => day('End', 'November 9, 2026').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => day('End', 'November 10, 2026').getAttribute('aria-disabled')).toBe(null)

    await day('End', 'November 12, 2026').click()
    await expect.poll(() => day('Start', 'November 13, 2026').getAttribute('aria-disabled')).toBe('true')
    expect(await dialog().getByText('3 days').isVisible()).toBe(true)
    await button('Apply').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/11/10 to 2026/11/12')
  })

  formTest('the first and the last day bound the calendars', async () => {
    await open('Not chosen')
    for (let month = 0; month < 24 && (await button(/^Previous/, calendar('Start')).isEnabled()); month++)
      await button(/^Previous/, calendar('Start')).click()
    expect(await calendar('Start').getByRole('heading').first().textContent()).toContain('January 2025')
    await expect.poll(() => day('Start', 'January 14, 2025').getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => day('Start', 'January 15, 2025').getAttribute('aria-disabled')).toBe(null)
  })

  formTest('nothing holds until it is applied', async () => {
    await open('Chosen')
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)
    await button('Last 7 days').click()
    await expect.poll(() => button('Apply').isEnabled()).toBe(true)
    await button('Cancel').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/05/20 to 2026/11/19')

    for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(1400, 880)]) {
      await trigger().click()
      expect(await field('From')).toBe('May 20, 2026')
      await button('Last 7 days').click()
      expect(await field('From')).toBe('November 13, 2026')
      await leave()
      await isGone(dialog())
      await expect.poll(() => trigger().innerText()).toBe('2026/05/20 to 2026/11/19')
    }
  })

  test('presets end yesterday, with the last full month, or today', async () => {
    await open('Not chosen')
    const ranges: Record<string, string[]> = {}
    for (const preset of await dialog().getByRole('group', { name: 'Presets' }).getByRole('button').all()) {
      await preset.click()
      ranges[await preset.innerText()] = [await field('From'), await field('To')]
    }
    expect(ranges).toEqual({
      'Last 7 days': ['November 13, 2026', 'November 19, 2026'],
      'Last 30 days': ['October 21, 2026', 'November 19, 2026'],
      'Last 90 days': ['August 22, 2026', 'November 19, 2026'],
      'Last 365 days': ['November 20, 2025', 'November 19, 2026'],
      'Last 3 months': ['August 01, 2026', 'October 31, 2026'],
      'Last 6 months': ['May 01, 2026', 'October 31, 2026'],
      'Last quarter': ['July 01, 2026', 'September 30, 2026'],
      'Year to date': ['January 01, 2026', 'November 20, 2026'],
      'Month to date': ['November 01, 2026', 'November 20, 2026'],
      // Turns to the month and chooses nothing.
      'Go to today': ['November 01, 2026', 'November 20, 2026'],
    })
  })

  test('dates are typed and applied by keyboard alone', async () => {
    await open('Chosen')
    const typeIn = async (label: string, text: string) => {
      await dialog().getByRole('textbox', { name: label }).press('Control+a')
      await page.keyboard.type(text)
    }
    const said = () => dialog().getByRole('status').innerText()

    // What is there is replaced, and the calendar follows.
    await typeIn('From', '2026-02-01')
    expect(await calendar('Start').getByRole('heading').first().textContent()).toContain('February 2026')
    await page.keyboard.press('Tab')
    await page.keyboard.type('30 Feb 2026')
    await page.keyboard.press('Enter')
    expect(await said()).toBe('There is no such day: 30 Feb 2026.')
    expect(await field('From')).toBe('February 01, 2026')

    await typeIn('To', '1 Jan 2026')
    expect(await said()).toBe('From is after To.')
    await typeIn('To', '2027-01-01')
    await page.keyboard.press('Enter')
    expect(await said()).toBe('The last day to choose is 31 Dec 2026.')
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)
    expect(await axeViolations(page)).toEqual([])

    await typeIn('To', '2/14/2026')
    expect(await said()).toBe('14 days of 730 at most')
    await page.keyboard.press('Enter')
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/02/01 to 2026/02/14')
  })

  formTest('"Go to today" turns both calendars', async () => {
    await open('Not chosen')
    for (let month = 0; month < 3; month++) await button(/^Previous/, calendar('Start')).click()
    expect(await calendar('Start').getByRole('heading').first().textContent()).toContain('August 2026')
    await button('Go to today').click()
    expect(await calendar('Start').getByRole('heading').first().textContent()).toContain('November 2026')
  })

  formTest('a page may offer some presets, and disable others', async () => {
    await open('At most 42 days')
    expect(
      await dialog().getByRole('group', { name: 'Presets' }).getByRole('button').allInnerTexts(),
    ).toEqual(['Month to date', 'Last 7 days', 'Last 30 days', 'Go to today'])
    await open('Some presets disabled')
    for (const name of ['Last 90 days', 'Last 365 days', 'Last 3 months', 'Last 6 months', 'Year to date'])
      await expect.poll(() => button(name).isDisabled()).toBe(true)
    await expect.poll(() => button('Last 30 days').isEnabled()).toBe(true)
  })

  test('a range that is too long keeps its end, and that is said', async () => {
    await open('At most 42 days')
    await button(/^Previous/, calendar('Start')).click()
    await day('Start', 'October 1, 2026').click()
    await day('End', 'November 19, 2026').click()
    expect(await dialog().getByText('of 42 at most').isVisible()).toBe(true)
    await button('Apply').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/10/09 to 2026/11/19')
    await page.getByText('Max days exceeded. Showing last 42 days.').waitFor()
  })

  formTest('the word about it can be left out', async () => {
    await open('At most 42 days, quiet')
    await button('Year to date').click()
    await button('Apply').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/10/10 to 2026/11/20')
    expect(await toasts()).toEqual([])
  })

  formTest('it can be used by keyboard alone', async () => {
    await show('DateRangeFilter', 'Not chosen')
    await trigger().focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('Cancel').waitFor()
    await day('Start', 'November 20, 2026').focus()
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    expect(await field('From')).toBe('November 12, 2026')
    await day('End', 'November 20, 2026').focus()
    await page.keyboard.press('Enter')
    // From the day to the two buttons under the calendars.
    for (let tab = 0; tab < 6 && (await focused()) !== 'Apply'; tab++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('2026/11/12 to 2026/11/20')
    await comesTo(focused).toMatch(/^Dates/)
  })

  test('weeks begin with Sunday and months are English, whatever the language of the browser', async () => {
    const german = await browser.newPage({ locale: 'de-DE' })
    await openAddress(german, `${gallery.address}/__ui/DateRangeFilter?state=Not+chosen`)
    await button(/^Dates/, german).click()
    await german.getByRole('dialog').getByText('Cancel').waitFor()
    const heads = await german.locator('[role=dialog] th').allInnerTexts()
    expect(heads.slice(0, 7)).toEqual(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'])
    await german.close()
  })

  test('it is disabled while data are read', async () => {
    await show('DateRangeFilter', 'Disabled')
    await expect.poll(() => trigger().isDisabled()).toBe(true)
  })

  test('open, it keeps the rules of the web, and fits the smallest window', async () => {
    await open('Chosen')
    await page.setViewportSize(WINDOWS.smallest)
    // The popover stands beside the gallery's landmarks, as it does in the application.
    expect(await axeViolations(page, ['region'])).toEqual([])
    const { y, height } = (await button('Cancel').boundingBox())!
    expect(y + height).toBeLessThan(WINDOWS.smallest.height)
  })
})

test('numbers are compared with the period before, or with dates of one’s own, by keys alone', async () => {
  await show('ComparisonFilter', 'The period before')
  const trigger = button(/^Compare to/)
  await trigger.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /^Previous period/ }).waitFor()
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Previous period\nSep 2026', 'Previous year\nOct 2025', 'Custom dates', 'No comparison'])
  await comesTo(focused).toMatch(/^Previous period/)
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  const typeIn = async (label: string, text: string) => {
    await dialog().getByRole('textbox', { name: label }).press('Control+a')
    await page.keyboard.type(text)
  }
  await typeIn('From', '2026-02-02')
  await typeIn('To', '2026-03-01')
  await page.keyboard.press('Enter')
  await isGone(dialog())
  await page.getByText('vs 2 Feb to 1 Mar 2026').waitFor()
  await comesTo(focused).toMatch(/^Compare to/)
  // What holds can be chosen again, to change it.
  await page.keyboard.press('Enter')
  await comesTo(focused).toMatch(/^Custom dates/)
  await page.keyboard.press('Enter')
  await dialog().locator('input:focus').waitFor()
  expect(await dialog().getByRole('textbox', { name: 'From' }).inputValue()).toBe('February 02, 2026')
  expect(await axeViolations(page, ['region'])).toEqual([])
  await page.keyboard.press('Escape')
  await isGone(dialog())
})

describe('marketplaces', () => {
  const option = (name: string) => page.getByRole('option', { name: new RegExp(name) })
  const trigger = () => button(/^Marketplaces/)

  formTest('all of them, three of them, two and a count', async () => {
    await show('MarketplaceFilter', 'Three')
    await expect.poll(() => trigger().innerText()).toBe('Germany, United Kingdom, France')
    await show('MarketplaceFilter', 'All')
    await expect.poll(() => trigger().innerText()).toBe('Germany, United Kingdom +3')
  })

  test('a choice holds once it is confirmed', async () => {
    await show('MarketplaceFilter', 'All')
    await trigger().click()
    await expect.poll(() => button('Confirm').isDisabled()).toBe(true)
    await expect.poll(() => button('Cancel').isDisabled()).toBe(true)
    await option('Germany').click()
    expect(await dialog().getByText('4 items selected').isVisible()).toBe(true)
    await button('Cancel').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('Germany, United Kingdom +3')

    await trigger().click()
    for (const name of ['Germany', 'United Kingdom', 'France', 'Italy']) await option(name).click()
    expect(await dialog().getByText('1 item selected').isVisible()).toBe(true)
    await button('Confirm').click()
    await isGone(dialog())
    await expect.poll(() => trigger().innerText()).toBe('Spain')
  })

  formTest('choosing what holds already changes nothing', async () => {
    await show('MarketplaceFilter', 'Three')
    await trigger().click()
    await option('Germany').click()
    await expect.poll(() => button('Confirm').isEnabled()).toBe(true)
    await option('Germany').click()
    await expect.poll(() => button('Confirm').isDisabled()).toBe(true)
  })

  test('it is disabled while data are read', async () => {
    await show('MarketplaceFilter', 'Disabled')
    await expect.poll(() => trigger().isDisabled()).toBe(true)
  })
})

formTest('there are seventeen currencies, each with its symbol', async () => {
  await show('CurrencyFilter', 'Enabled')
  await button(/Currency/).click()
  await page.getByRole('option').first().waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  expect(options.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(
    'EUR €,GBP £,USD $,AED AED,AUD A$,BRL R$,CAD CA$,EGP E£,INR ₹,JPY ¥,MXN MX$,PLN zł,SAR SAR,SEK kr,SGD S$,TRY ₺,ZAR R'.split(
      ',',
    ),
  )
  await page.getByRole('option', { name: /SEK/ }).click()
  await expect.poll(() => button(/Currency/).innerText()).toContain('SEK')
})

describe('entity selector', () => {
  const search = () => dialog().getByRole('searchbox')
  const line = (name: string) => results().getByRole('row', { name, exact: true })
  const results = () =>
    dialog().getByRole('grid', { name: /^(Products|ASINs|Custom markets|Search queries|Tags|Categories)$/ })
  const rows = () => results().getByRole('row')
  const tab = (name: string) => dialog().getByRole('tab', { name: new RegExp(`^${name}`) })
  const chips = () =>
    dialog()
      .getByRole('grid', { name: /^Selected/ })
      .getByRole('row')

  async function open(state: string, name: RegExp) {
    await show('EntityFilter', state)
    await button(name).click()
    await search().waitFor()
  }

  formTest('fifteen results, and five chips before a count', async () => {
    await open('With a selection', /^Products 14/)
    await expect.poll(() => rows().count()).toBe(15)
    await expect.poll(() => chips().count()).toBe(5)
    expect(await dialog().getByText('And 7 others').isVisible()).toBe(true)
    expect(
      await Promise.all(['Products', 'Tags', 'Categories'].map((name) => tab(name).innerText())),
    ).toEqual([
      expect.stringMatching(/Products\s+12/),
      expect.stringMatching(/Tags\s+2/),
      expect.stringMatching(/Categories\s+0/),
    ])
    // 12 products, and 14 and 9 of two tags.
    expect(await dialog().getByRole('meter').innerText()).toBe('35 of 100')
  })

  formTest('a search waits for a pause, is trimmed at the start and has 150 characters', async () => {
    await open('Filters', /^Products/)
    await withPausedTime(async () => {
      await search().pressSequentially('   kettle')
      await expect.poll(() => search().inputValue()).toBe('kettle')
      await page.clock.runFor(240)
      await expect.poll(() => rows().count()).toBe(15)
      expect(await dialog().getByText('105 more. Type to find').isVisible()).toBe(true)
      await page.clock.runFor(20)
      await comesTo(() => rows().count()).toBe(10)
      expect(
        await dialog()
          .getByText(/^Type to find/)
          .isVisible(),
      ).toBe(true)
    })
    await search().fill('x'.repeat(200))
    await expect.poll(() => search().inputValue()).toHaveLength(150)
    await dialog().getByText('No results found.').waitFor()
    expect(await dialog().getByText('Type to find additional results.').isVisible()).toBe(true)
  })

  formTest('Apply holds, Cancel and Escape restore', async () => {
    await open('Filters', /^Products/)
    await line('Dish brush, beech').click()
    await line('Linen apron').click()
    await tab('Tags').click()
    await line('Kitchen').click()
    expect(await dialog().getByRole('meter').innerText()).toBe('16 of 100')
    await button('Apply').click()
    await isGone(dialog())
    await expect.poll(() => button(/^Products/).innerText()).toContain('3 items selected')

    for (const leave of [() => button('Cancel').click(), () => page.keyboard.press('Escape')]) {
      await button(/^Products/).click()
      await search().waitFor()
      await expect.poll(() => chips().count()).toBe(2)
      await line('Dish brush, beech').click()
      await expect.poll(() => chips().count()).toBe(1)
      await leave()
      await isGone(dialog())
      await expect.poll(() => button(/^Products/).innerText()).toContain('3 items selected')
    }
  })

  formTest('a chip takes its product out', async () => {
    await open('With a selection', /^Products 14/)
    await button(/Remove/, chips().first()).click()
    expect(await dialog().getByText('And 6 others').isVisible()).toBe(true)
    await expect.poll(() => tab('Products').innerText()).toMatch(/11$/)
  })

  formTest('over the limit nothing can be applied, and that is said', async () => {
    await open('With a selection', /^Products over/)
    expect(await dialog().getByRole('alert').innerText()).toBe(
      'The selected filters cover over 100 products. Please choose fewer products.',
    )
    expect(await dialog().getByRole('meter').innerText()).toBe('106 of 100')
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)
    await tab('Categories').click()
    await line('Drinkware').click()
    expect(await dialog().getByRole('meter').innerText()).toBe('84 of 100')
    await expect.poll(() => button('Apply').isEnabled()).toBe(true)
  })

  formTest('25 ASINs are the most', async () => {
    await open('With a selection', /^ASINs/)
    await expect.poll(() => button('Apply').isEnabled()).toBe(true)
    await search().fill('slate')
    await line('Linen apron, slate').click()
    expect(await dialog().getByRole('alert').innerText()).toBe(
      'The selected filters cover over 25 products. Please choose fewer products.',
    )
    await expect.poll(() => button('Apply').isDisabled()).toBe(true)
  })

  formTest('at 50 markets no other can be chosen, but each can be taken out', async () => {
    await open('With a selection', /^Custom markets/)
    const full = 'Maximum number of products selected.'
    expect(await dialog().getByRole('alert').innerText()).toBe(full)
    await expect.poll(() => button('Apply').isEnabled()).toBe(true)
    await search().fill('Market 60')
    await comesTo(() => rows().count()).toBe(1)
    await line('Market 60').click({ force: true })
    expect(await dialog().getByRole('meter').innerText()).toBe('50 of 50')

    await search().fill('Market 50')
    await line('Market 50').click()
    expect(await dialog().getByRole('meter').innerText()).toBe('49 of 50')
    expect(await dialog().locator('[role=alert]').innerText()).toBe('')
  })

  formTest('queries wait twice as long, and mark only searches longer than three characters', async () => {
    await open('Filters', /^Search queries/)
    await withPausedTime(async () => {
      await search().fill('yog')
      await page.clock.runFor(490)
      await expect.poll(() => rows().count()).toBe(15)
      await page.clock.runFor(20)
      await comesTo(() => rows().count()).toBe(10)
    })
    expect(await dialog().locator('mark').count()).toBe(0)
    await search().fill('yoga')
    await comesTo(() => dialog().locator('mark').allInnerTexts()).toEqual(Array(10).fill('yoga'))
  })

  formTest('it can be used by keyboard alone, and keeps the rules of the web', async () => {
    await show('EntityFilter', 'Filters')
    await button(/^Products/).focus()
    await page.keyboard.press('Enter')
    await search().waitFor()
    await comesTo(focused).toBe('Search products')
    await page.keyboard.press('Tab')
    for (const key of ['ArrowDown', 'Space']) await page.keyboard.press(key)
    await expect.poll(() => chips().allInnerTexts()).toEqual(['Bamboo cutting board, large'])
    expect(await axeViolations(page)).toEqual([])
    for (let tab = 0; tab < 6 && (await focused()) !== 'Apply'; tab++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await isGone(dialog())
    await comesTo(focused).toContain('1 item selected')
  })
})

describe('filter bar', () => {
  const bar = () => page.getByRole('search', { name: 'Filters' })
  const advanced = () => button(/^Advanced filters/)

  formTest('it never wraps: what has no room stands in Advanced filters', async () => {
    await show('FilterBar', 'With room')
    expect(await bar().locator('[data-filter]').count()).toBe(5)

    for (const state of ['Narrow', 'Narrowest']) {
      await show('FilterBar', state)
      const [frame, ...filters] = await Promise.all(
        [bar(), ...(await bar().locator('[data-filter]').all()), button('Reset')].map((part) =>
          part.boundingBox(),
        ),
      )
      for (const filter of filters) {
        expect(filter!.y + filter!.height).toBeLessThanOrEqual(frame!.y + frame!.height)
        expect(filter!.x + filter!.width).toBeLessThanOrEqual(frame!.x + frame!.width)
      }
    }
    expect(await bar().locator('[data-filter]').count()).toBe(1)
    await advanced().click()
    await dialog().getByText('Growth').waitFor()
    expect(
      await dialog()
        .getByRole('button', { name: /Dates|Interval|Growth|Currency|Products/ })
        .count(),
    ).toBe(5)
  })

  formTest('filters come back when there is room again', async () => {
    await page.setViewportSize(WINDOWS.smallest)
    await show('FilterBar', 'With room')
    const narrow = await bar().locator('[data-filter]').count()
    expect(narrow).toBeLessThan(5)
    await page.setViewportSize(WINDOWS.wide)
    await comesTo(() => bar().locator('[data-filter]').count()).toBe(5)
  })

  formTest('labels give way to codes where it is narrow', async () => {
    await show('FilterBar', 'Narrow')
    await expect.poll(() => bar().innerText()).toContain('DE, GB +6')
    await expect.poll(() => bar().innerText()).not.toContain('Currency')
    await show('FilterBar', 'With room')
    await expect.poll(() => bar().innerText()).toContain('Germany, United Kingdom +6')
  })

  formTest('a dot and a hidden word say that advanced filters are applied', async () => {
    await show('FilterBar', 'With room')
    await expect.poll(() => advanced().innerText()).toBe('Advanced filters')
    await advanced().click()
    await button(/^Products/, dialog()).click()
    await page.getByRole('row', { name: 'Linen apron' }).click()
    await button('Apply').click()
    await comesTo(focused).toMatch(/^Products/)
    await page.keyboard.press('Escape')
    await isGone(dialog())
    await expect.poll(() => advanced().textContent()).toBe('Advanced filters Filters are applied.')
  })

  formTest(
    'the box of advanced filters stands where it is to, moves with the keys, and Escape closes it',
    async () => {
      await show('FilterBar', 'With room')
      await advanced().click()
      const place = async () => {
        const { x, y, width } = (await dialog().boundingBox())!
        return { x, y, width }
      }
      await comesTo(place).toEqual({ x: 560, y: 47, width: 350 })
      await button(/^Move/).focus()
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
      await comesTo(place).toEqual({ x: 580, y: 57, width: 350 })

      for (let tab = 0; tab < 12; tab++) {
        await page.keyboard.press('Tab')
        expect(await page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`)).toBe(true)
      }
      expect(await axeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await isGone(dialog())
      await comesTo(focused).toContain('Advanced filters')
      await advanced().click()
      await expect.poll(() => button('Close advanced filters').isVisible()).toBe(true)
    },
  )

  formTest('in the smallest window the box is clamped', async () => {
    await page.setViewportSize(WINDOWS.smallest)
    await show('FilterBar', 'With room')
    await advanced().click()
    await comesTo(async () => (await dialog().boundingBox())!.x).toBe(542)
  })

  formTest('everything is disabled while data are read', async () => {
    await show('FilterBar', 'While data are read')
    for (const control of await bar().locator('[data-filter] button').all())
      await expect.poll(() => control.isDisabled()).toBe(true)
    await expect.poll(() => button('Reset').isDisabled()).toBe(true)
  })
})

/** The whole way: address, storage, pickers, server. */
describe('on the statement', () => {
  let directory: string
  let server: RunningServer
  let companyId: string
  const stored = () =>
    page.evaluate<string | null>(`localStorage.getItem('sextant.profit-and-loss.${companyId}')`)
  const param = (name: string) => new URL(page.url()).searchParams.get(name)
  const sales = () => page.getByRole('row').filter({ hasText: 'Product sales' }).first().innerText()
  const advanced = () => button(/^Advanced filters/)

  async function open(search = '') {
    await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction${search}`)
    await page.getByRole('treegrid').waitFor()
    await comesTo(() => param('endDate')).not.toBe(null)
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sextant-filters-'))
    const line = (sku: string, amount: string, day: string) => ({
      settlement_id: '1',
      transaction_type: 'Shipment',
      posted_at: `${day}T09:00:00Z`,
      order_id: `${sku}-${day}`,
      marketplace: 'GB',
      sku,
      quantity: 1,
      amount_type: 'ItemPrice',
      amount_description: 'Principal',
      amount,
      currency: 'GBP',
    })
    const facts = {
      settlement_lines: [line('MUG-1', '100.00', '2026-11-03'), line('CUP,BLUE', '20.00', '2026-11-04')],
      order_items: [
        {
          order_id: '1',
          order_item_id: '1',
          purchased_at: '2026-11-02T09:00:00Z',
          order_status: 'Shipped',
          quantity: 1,
          currency: 'GBP',
          marketplace: 'GB',
          item_price: '20.00',
          sku: 'CUP,BLUE',
          asin: 'B0CUP00001',
          title: 'Blue cup',
        },
      ],
    }
    await writeFile(join(directory, 'facts.json'), JSON.stringify(facts))
    server = await startServer(
      configFrom({
        SEXTANT_DATA_DIR: join(directory, 'data'),
        SEXTANT_RATES_URL: 'off',
        SEXTANT_PORT: '0',
        SEXTANT_DEMO: 'off',
      }),
      (message) => mishaps.push(message),
    )
    companyId = (await createCompany(server.installation.services.accounts, { name: 'Filters' })).id
    await signInOn(page, server, await accountOf(server, [companyId]))
    await page.goto(`${server.address}/${companyId}/import`)
    await page.locator('input[type=file]').setInputFiles(join(directory, 'facts.json'))
    await page
      .getByText(/Published|Imported|Done|Complete/)
      .first()
      .waitFor()
  })
  afterAll(async () => {
    await server?.close()
    await rm(directory, { recursive: true, force: true })
  })

  formTest('a silent address is completed, and storage keeps what is chosen', async () => {
    await open()
    expect([param('startDate'), param('endDate')]).toEqual(['2026-06-01', '2026-11-04'])
    expect([param('marketplaces'), param('currencyCode')]).toEqual(['all', 'GBP'])
    expect(await stored()).toBe(null)

    await button(/^Interval|Month$/)
      .first()
      .click()
    await page.getByRole('option', { name: /^None/ }).click()
    await comesTo(() => param('dateInterval')).toBe('DEFAULT')
    expect(await stored()).toBe(JSON.stringify({ dateInterval: 'DEFAULT' }))
    // The control was disabled while its numbers were read, and has the focus again.
    await comesTo(() => page.evaluate(`document.activeElement.closest('search') !== null`)).toBe(true)
    await open()
    expect(param('dateInterval')).toBe('DEFAULT')
  })

  formTest('Reset says so and forgets', async () => {
    await open('?currencyCode=EUR&growthType=YEAR_ON_YEAR')
    await button('Reset').click()
    await page.getByText('Resetting all dashboard filters.').waitFor()
    await comesTo(() => [param('currencyCode'), param('dateInterval')]).toEqual(['GBP', 'MONTHLY'])
    expect(await stored()).toBe('null')
  })

  formTest('the saved currency is the default', async () => {
    await page.evaluate(`localStorage.setItem('sextant.currencyPreference', '"SEK"')`)
    await open()
    expect(param('currencyCode')).toBe('SEK')
    await page.evaluate(`localStorage.setItem('sextant.currencyPreference', '"GBP"')`)
  })

  formTest('an address that asks for too many days is put right, once', async () => {
    await open('?startDate=1999-01-01&endDate=2026-11-04')
    await page.getByText('Max days exceeded. Showing last 3660 days.').waitFor()
    expect(param('startDate')).toBe('2016-10-28')
    await expect.poll(() => page.getByText('Max days exceeded. Showing last 3660 days.').count()).toBe(1)
  })

  test('products are found, chosen, and the statement is of them', async () => {
    await open('?startDate=2026-11-01&endDate=2026-11-30&dateInterval=DEFAULT&summaries=none&collapsed=none')
    await comesTo(sales).toContain('120')
    await advanced().click()
    expect(await dialog().getByRole('button', { name: 'No brands known' }).isDisabled()).toBe(true)
    await button(/^Products/, dialog()).click()
    await page.getByRole('searchbox').fill('b0cup')
    await page.getByRole('row', { name: 'Blue cup' }).click()
    await page.getByRole('tab', { name: /^Tags/ }).click()
    await page.getByText('No results found.').waitFor()
    await button('Apply').click()
    await comesTo(() => param('products')).toBe('CUP%2CBLUE')
    await page.keyboard.press('Escape')
    await isGone(dialog())
    await comesTo(sales).toMatch(/\b20\b/)
    await expect.poll(() => advanced().textContent()).toBe('Advanced filters Filters are applied.')

    // What is chosen is explained within the same products, and has its name when the page is opened anew.
    await page.reload()
    await page.getByRole('treegrid').waitFor()
    await comesTo(sales).toMatch(/\b20\b/)
    await advanced().click()
    await button(/^Products/, dialog()).click()
    await comesTo(() => page.getByRole('grid', { name: 'Selected products' }).innerText()).toContain(
      'Blue cup',
    )
  })

  formTest('products that leave nothing are said to, and a reset brings the numbers back', async () => {
    await page.goto(
      `${server.address}/${companyId}/profitAndLoss/transaction?products=NOPE&startDate=2026-11-01&endDate=2026-11-30`,
    )
    await page.getByText('No products match these filters.').waitFor()
    await button('Reset filters').click()
    await page.getByRole('treegrid').waitFor()
    await comesTo(() => param('products')).toBe('none')
  })

  formTest('dates without data lead to the nearest that have some', async () => {
    await page.goto(
      `${server.address}/${companyId}/profitAndLoss/transaction?startDate=2019-01-01&endDate=2019-03-31&marketplaces=GB`,
    )
    await page.getByText('No data for this period.').waitFor()
    await button('Show all marketplaces').waitFor()
    await button(/^Show .*Nov 2026/).click()
    await page.getByRole('treegrid').waitFor()
    expect([param('startDate'), param('endDate')]).toEqual(['2026-11-01', '2026-11-04'])
  })

  test('a statement that could not be read says so, and is asked again', async () => {
    await page.route(/profitAndLoss\.getData/, (route) => route.abort())
    await page.goto(`${server.address}/${companyId}/profitAndLoss/transaction`)
    const failure = page.getByRole('alert').filter({ hasText: 'The statement could not be read' })
    await failure.waitFor()
    await expect
      .poll(() => failure.innerText())
      .toContain('The server could not be reached. Check the connection.')
    await page.unroute(/profitAndLoss\.getData/)
    await button('Try again').click()
    await comesTo(() => page.getByRole('treegrid').innerText()).toContain('120')
    await expect.poll(() => failure.count()).toBe(0)
    // The browser notes each call that failed.
    mishaps.length = 0
  })
})
