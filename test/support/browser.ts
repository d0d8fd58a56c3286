/** The browser of the tests: Chromium as the machine has it, and the rules every page has to keep. */
import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The window most people have, and the smallest that the application supports. */
export const WINDOWS = { wide: { width: 1440, height: 900 }, smallest: { width: 900, height: 530 } } as const

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Against hanging alone. */
const WAIT_MS_MAX = 90_000

let shared: Promise<Browser> | undefined

/** The files of a process share one Chromium, which ends with the process; closing it closes what was opened in it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await (shared ??= launchOwnBrowser())
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

/** A Chromium that ends when it is closed. */
export async function launchOwnBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  // What a service worker keeps is the subject of a test of its own; all others read what the server has. Motion is
  // reduced: what still moves is scrolled to and pressed where it no longer is, and its colours cannot be judged.
  const usual = { serviceWorkers: 'block', reducedMotion: 'reduce' } as const
  const open = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await open({ ...usual, ...options })
    context.setDefaultTimeout(WAIT_MS_MAX)
    await askForNoCountry(context)
    return context
  }
  const openPage = browser.newPage.bind(browser)
  browser.newPage = async (options) => {
    const page = await openPage({ ...usual, ...options })
    page.setDefaultTimeout(WAIT_MS_MAX)
    await askForNoCountry(page)
    return page
  }
  return browser
}

/** Where the session of a page has this, it is asked for the establishment country as people are. */
export const ASKS_FOR_COUNTRY = 'asks-for-country'

/**
 * The question about the establishment country would stand before most statements; it is the subject of one test. A session keeps
 * for each company and person that they were asked.
 */
const askForNoCountry = (where: Page | BrowserContext): Promise<unknown> =>
  where.addInitScript(`{
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      const isAsked = key.startsWith('sextant.establishmentCountry.') && read.call(this, '${ASKS_FOR_COUNTRY}') === null
      return read.call(this, key) ?? (isAsked ? '"asked"' : null)
    }
  }`)

/** A page that notes what goes wrong in it: exceptions and what is written to the console as an error. */
export async function openPage(browser: Browser): Promise<{ page: Page; mishaps: string[] }> {
  const page = await browser.newPage({ viewport: WINDOWS.wide })
  const mishaps: string[] = []
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') mishaps.push(message.text())
  })
  return { page, mishaps }
}

/** Whoever has not chosen a theme sees that of their system. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
}

/** How far the sheet can be scrolled to the right, and how far the title of its page goes with it. */
export const scrolledSideways = (page: Page): Promise<{ by: number; titleBy: number }> =>
  page.evaluate(`(() => {
    const sheet = document.getElementById('sheet')
    const left = () => sheet.querySelector('h1').getBoundingClientRect().left
    const before = left()
    sheet.scrollLeft = sheet.scrollWidth
    const found = { by: sheet.scrollLeft, titleBy: before - left() }
    sheet.scrollLeft = 0
    return found
  })()`)

interface Violation {
  rule: string
  element: string
  summary: string
  isOverlay: boolean
  isDrivenBySearch: boolean
}

/** But for what turns without an end. */
const NOTHING_MOVES = `!document.querySelector('[data-entering], [data-exiting]') &&
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect.getComputedTiming().iterations === Infinity)`

/**
 * What axe finds on the page as it stands: a line for each rule and element.
 * @param without rules that cannot hold where the page is shown, each with a reason at the call
 */
export async function axeViolations(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source)
  // What comes or goes is transparent for a moment, and axe would take the page for one without it.
  while (!(await page.evaluate<boolean>(NOTHING_MOVES))) await page.waitForTimeout(20)
  const isDark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const options = {
    // The dark theme changes colours alone, and whoever looks at it looks at the light one too.
    runOnly: isDark ? { type: 'rule', values: COLOUR_RULES } : { type: 'tag', values: AXE_TAGS },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  }
  // What was read out goes on naming its element for seconds, also when that has gone with its page.
  const violations = await page.evaluate<
    Violation[]
  >(`axe.run({ exclude: ['[data-live-announcer]'] }, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => ({
      rule: id,
      element: target.join(' '),
      summary: failureSummary,
      isOverlay: document.querySelector('#root')?.contains(document.querySelector(target[0])) === false,
      isDrivenBySearch: [...document.querySelectorAll('[aria-autocomplete][aria-controls]')].some(
        (input) => input.getAttribute('aria-controls') === document.querySelector(target[0])?.id),
    }))))`)
  return (
    violations
      // What lies over the page is drawn beside it, and belongs to what it was opened from.
      .filter(({ rule, isOverlay }) => !(rule === 'region' && isOverlay))
      // The arrow keys of the search box move through the list, which never has the focus itself.
      .filter(({ rule, isDrivenBySearch }) => !(rule === 'scrollable-region-focusable' && isDrivenBySearch))
      .map(({ rule, element, summary }) => `${rule}: ${element}: ${summary.replace(/\s+/g, ' ')}`)
  )
}

/** The table of the page as a file. */
export async function exportedFile(page: Page, kind: 'CSV' | 'Excel', menu = 'Export'): Promise<Buffer> {
  await page.getByRole('button', { name: menu, exact: true }).first().click()
  const written = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind }).first().click()
  const path = await (await written).path()
  // Another menu does not open before this one is gone.
  await page.getByRole('menuitem', { name: kind }).first().waitFor({ state: 'detached' })
  return readFile(path)
}

export const exportedCsv = async (page: Page, menu?: string): Promise<string> =>
  (await exportedFile(page, 'CSV', menu)).toString('utf8')

/** Looks at the page as it is on paper. */
export async function onPaper(page: Page, look: () => Promise<void>): Promise<void> {
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.emulateMedia({ media: 'print' })
  try {
    await look()
  } finally {
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    await page.emulateMedia({ media: 'screen' })
  }
}
