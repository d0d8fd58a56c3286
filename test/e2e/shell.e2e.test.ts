import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany } from '#server/accounts/index.ts'
import { webRoot } from '#server/assets.ts'
import type { RunningServer } from '#server/main.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { axeViolations, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { oneSaleFile } from '#test/support/settlement-file.ts'
import { importText } from '#test/support/imported.ts'
import { startStory, type Story } from '#test/support/story.ts'
import { formTest } from '../support/drawn-cases.ts'

const SETTLEMENT = oneSaleFile()

let story: Story
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let storageState: Awaited<ReturnType<typeof signIn>>
let pnl: string
let log: string[]

beforeAll(async () => {
  story = await startStory({
    SEXTANT_SUPPORT_EMAIL: 'help@example.com',
    SEXTANT_TERMS_URL: 'https://example.com/terms',
  })
  ;({ server, browser, log } = story)
  const { services } = server.installation
  const company = await createCompany(services.accounts, { name: 'Acme Outdoor' })
  const other = await createCompany(services.accounts, { name: 'Zebra Toys' })
  for (const { id } of [company, other]) await importText(server, id, SETTLEMENT)
  pnl = `${server.address}/${company.id}/profitAndLoss/transaction`
  storageState = await signIn(browser, server, await accountOf(server, [company.id, other.id]))
})

afterAll(() => story?.end())

beforeEach(async () => {
  log.length = 0
  context = await browser.newContext({ viewport: WINDOWS.wide, storageState })
  page = await context.newPage()
})

afterEach(() => context.close())

async function open(address = pnl): Promise<void> {
  await page.goto(address)
  // Until then filters wait too.
  await page.locator('[role=treegrid][aria-busy=false]').waitFor()
  await page.locator('[data-filter=dates] button:enabled').waitFor()
}

const width = async (role: 'complementary'): Promise<number> =>
  (await page.getByRole(role).first().boundingBox())!.width

formTest('the sidebar is 16.8rem open and 4.5rem closed, and remembers it', async () => {
  await open()
  expect(await width('complementary')).toBeCloseTo(268.8, 0)
  await page.getByRole('button', { name: 'Close sidebar' }).click()
  expect(await width('complementary')).toBe(72)
  await page.reload()
  await page.getByRole('button', { name: 'Open sidebar' }).waitFor()
  expect(await width('complementary')).toBe(72)
  await page.keyboard.press('[')
  expect(await width('complementary')).toBeCloseTo(268.8, 0)
})

test('below 1100 px it begins closed and opens over the content, which waits until it is closed', async () => {
  await page.setViewportSize(WINDOWS.smallest)
  await open()
  expect(await width('complementary')).toBe(72)
  const left = (await page.getByRole('main').boundingBox())!.x
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  expect(await width('complementary')).toBeCloseTo(268.8, 0)
  expect((await page.locator('#main').boundingBox())!.x).toBe(left)
  expect(await page.locator('#main').evaluate((main) => main.closest('[inert]') !== null)).toBe(true)
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Close sidebar')
  await page.keyboard.press('Escape')
  expect(await width('complementary')).toBe(72)
})

test('header and footer say who is looking, whom to ask, and link only what is set', async () => {
  await open()
  await page.getByRole('button', { name: /owner/ }).waitFor()
  const header = page.getByRole('banner')
  await expect.poll(() => header.innerText()).toContain('Acme Outdoor')
  await expect
    .poll(() => header.getByRole('link', { name: 'Support: help@example.com' }).getAttribute('href'))
    .toBe('mailto:help@example.com')
  const footer = page.locator('footer')
  await expect
    .poll(() => footer.getByRole('link').allInnerTexts())
    .toEqual(['Terms', 'Licenses', 'Debug', 'Get help'])
})

test('the palette leads to pages, companies, dates and themes by keyboard alone', async () => {
  await open()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('searchbox')
  await search.waitFor()
  await page.keyboard.type('import')
  await page
    .getByRole('menuitem', { name: /Import/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/import$/)

  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.getByRole('treegrid').waitFor()

  await page.keyboard.press('Control+k')
  await search.waitFor()
  await page.keyboard.type('zebra')
  await page.keyboard.press('Enter')
  await page.getByRole('banner').getByText('Zebra Toys').first().waitFor()

  await page.keyboard.press('Control+k')
  await search.waitFor()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })

  await page.keyboard.press('Control+k')
  await search.waitFor()
  await page.keyboard.type('no such thing')
  await page.getByText('No results found.').waitFor()
  // The first empties the search.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
})

formTest('what is typed before the palette is there is in it, and runs no shortcut', async () => {
  // Files of the build have no names; the manifest says which one it is.
  const manifest = JSON.parse(await readFile(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  const palette = `**/${manifest['shell/CommandPalette.tsx']!.file}`
  let held: (() => void) | undefined
  await page.route(palette, async (route) => {
    await new Promise<void>((resolve) => (held = resolve))
    await route.continue()
  })
  await open()
  await page.keyboard.press('Control+k')
  await expect.poll(() => held).toBeDefined()
  // A single m opens the marketplaces.
  await page.keyboard.type('memx')
  await page.keyboard.press('Backspace')
  held!()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('mem')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await page.unroute(palette)
  await page.getByRole('menuitem', { name: /Team/ }).waitFor()
})

formTest('the palette chooses dates', async () => {
  await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type('last 7')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => {
    const [start, end] = [url.searchParams.get('startDate'), url.searchParams.get('endDate')]
    return Date.parse(end ?? '') - Date.parse(start ?? '') === 6 * 86_400_000
  })
})

test('a number of the palette is that of the page, and not of the product beside it', async () => {
  await open()
  const beside = new URL(page.url())
  beside.searchParams.set('product', 'ANY')
  await open(beside.href)
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type('net sales')
  await page
    .getByRole('menuitem', { name: /^Net sales/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('explain'))
  expect(new URL(page.url()).searchParams.has('product')).toBe(false)
})

test('single keys do nothing inside of text and can be switched off', async () => {
  await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('[')
  await page.keyboard.press('?')
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('[?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').waitFor({ state: 'detached' })
  expect(await width('complementary')).toBeCloseTo(268.8, 0)

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.waitFor()
  const text = await list.innerText()
  for (const label of ['Profit and loss', 'Choose dates', 'Choose marketplaces', 'Open or close the sidebar'])
    expect(text).toContain(label)
  await list.getByRole('button', { name: 'Turn single keys off' }).click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('[')
  expect(await width('complementary')).toBeCloseTo(268.8, 0)
  // What is pressed with Ctrl goes on working.
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
})

formTest('d opens the dates', async () => {
  await open()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Apply' }).waitFor()
})

test('a window below 900 by 530 asks for more space, and keeps what was there', async () => {
  await open()
  for (const [size, isCovered] of [
    [{ width: 900, height: 530 }, false],
    [{ width: 899, height: 530 }, true],
    [{ width: 900, height: 529 }, true],
    [{ width: 900, height: 530 }, false],
  ] as const) {
    await page.setViewportSize(size)
    const heading = page.getByRole('heading', { name: 'I need more space!' })
    await heading.waitFor({ state: isCovered ? 'visible' : 'detached' })
    await expect
      .poll(() => page.getByText('Please use a larger device or resize your window.').count())
      .toBe(isCovered ? 1 : 0)
  }
  await expect.poll(() => page.getByRole('treegrid').isVisible()).toBe(true)
})

formTest('the guard measures the window, so that zooming in locks nobody out', async () => {
  await page.addInitScript(() => {
    // As a browser zoomed to 200 % tells it: the window is as large as before, the page in it half.
    Object.defineProperty(window, 'outerWidth', { get: () => 1440 })
    Object.defineProperty(window, 'outerHeight', { get: () => 900 })
  })
  await page.setViewportSize({ width: 720, height: 450 })
  await open()
  await expect.poll(() => page.getByText('I need more space!').count()).toBe(0)
})

formTest('a browser that lacks what the pages need is told so', async () => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toSorted')
  })
  await page.goto(server.address)
  const alert = page.getByRole('alert').filter({ hasText: 'Unsupported browser' })
  await expect
    .poll(() => alert.innerText())
    .toBe('Unsupported browser. Please use the latest version of Chrome, Edge, Safari, or Firefox.')
})

formTest('the loading bar waits a quarter of a second and then stays for a whole one', async () => {
  await page.clock.install()
  await open()
  const bar = page.locator('main[aria-busy="true"]')
  await bar.waitFor({ state: 'detached' })
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/trpc/profitAndLoss.getData*', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.type('last 30')
  await page.getByRole('menuitem').first().waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = page.waitForRequest('**/trpc/profitAndLoss.getData*')
  await page.keyboard.press('Enter')
  await page.clock.runFor(50)
  await asked
  await expect.poll(() => bar.count()).toBe(0)
  await page.clock.runFor(300)
  await expect.poll(() => bar.count()).toBe(1)
  const answered = page.waitForResponse('**/trpc/profitAndLoss.getData*')
  answer()
  await answered
  await page.clock.runFor(500)
  await expect.poll(() => bar.count()).toBe(1)
  // The page may take the answer later than the browser has it, and its time stands still meanwhile.
  await expect
    .poll(async () => {
      await page.clock.runFor(700)
      return bar.count()
    })
    .toBe(0)
})

formTest('an address that leads nowhere says so', async () => {
  await page.goto(new URL('../no/such/page', pnl).href)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  expect(await page.title()).toBe('Not Found · Sextant')
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${server.address}/no/such/page/here`)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await expect
    .poll(() => page.getByRole('main').innerText())
    .toContain("This page doesn't exist or has moved")
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('treegrid').waitFor()
})

formTest(
  'a crash says so in the words agreed on, and is told to the server once, without its message',
  async () => {
    await page.route('**/trpc/imports.getCoverage*', (route) =>
      route.fulfill({
        json: {
          result: {
            data: {
              firstDay: '2026-03-01',
              lastDay: '2026-03-15',
              connectedRegions: ['EUROPE'],
              sources: [null],
            },
          },
        },
      }),
    )
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().includes('crashReport')) sent.push(request.postDataJSON())
    })
    const told = () => log.filter((line) => line.startsWith('A page crashed')).length
    const before = told()
    await page.goto(pnl)
    await page.getByRole('heading', { name: 'Unexpected Error' }).waitFor()
    await page.getByText('Please try again later.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => [sent.length, told() - before]).toEqual([1, 1])
    await page.waitForTimeout(500)
    expect([sent.length, told() - before]).toEqual([1, 1])
    expect(sent[0]).toMatchObject({
      name: 'TypeError',
      browserPathname: new URL(pnl).pathname,
      clientCompanyId: new URL(pnl).pathname.split('/')[1],
      stack: expect.stringMatching(/^TypeError: \[redacted\]\n/),
      reconciliationId: expect.stringMatching(/.{10,}/),
    })
  },
)

formTest('Save to PDF explains itself, waits four seconds, and prints the page as sheets', async () => {
  await page.addInitScript(() => {
    Object.assign(window, {
      printed: 0,
      print: () => Reflect.set(window, 'printed', 1 + Reflect.get(window, 'printed')),
    })
  })
  await page.clock.install()
  await open()
  const printed = () => page.evaluate('window.printed')
  await page.getByRole('button', { name: 'Save to PDF' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Save to PDF' })
  await dialog.waitFor()
  await page.clock.pauseAt(Date.now() + 60_000)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.clock.runFor(3_900)
  expect(await printed()).toBe(0)
  await page.clock.runFor(200)
  expect(await printed()).toBe(1)
  await dialog.waitFor({ state: 'detached' })

  // Closed while it waits, it prints nothing.
  await page.getByRole('button', { name: 'Save to PDF' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.clock.runFor(1_000)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.clock.runFor(10_000)
  expect(await printed()).toBe(1)
})

formTest('paper has the statement with its head, and neither shell nor buttons', async () => {
  await open()
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByText('Profit and loss, transaction').isVisible()).toBe(true)
  expect(
    await page.getByText('Released transactions by shipped date', { exact: false }).first().isVisible(),
  ).toBe(true)
  for (const gone of ['banner', 'navigation', 'search'] as const)
    expect(await page.getByRole(gone).count(), gone).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Save to PDF' }).count()).toBe(0)
  const styles = await page.locator('style').evaluateAll((all) => all.map((style) => style.textContent))
  expect(styles.join('\n')).toMatch(/Sextant · Acme Outdoor · printed .+ · Data to \d+ Mar 2026/)
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  // A4 in landscape, in points.
  expect(pdf.toString('latin1')).toMatch(/MediaBox \[0 0 84[12](\.\d+)? 59[45](\.\d+)?\]/)
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => page.getByText('Profit and loss, transaction').count()).toBe(0)
})

formTest('whoever is offline is told so for as long as that lasts', async () => {
  await open()
  await context.setOffline(true)
  const banner = page.getByText('Please check your internet connection.')
  await banner.waitFor()
  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })
})

test('everything of the shell can be used by everyone, in both themes', async () => {
  await open()
  const problems: string[] = []
  const look = async (what: string) => {
    for (const theme of THEMES) {
      await setTheme(page, theme)
      problems.push(...(await axeViolations(page)).map((problem) => `${what} (${theme}): ${problem}`))
    }
  }
  await look('page')
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox').waitFor()
  await look('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /owner/ }).click()
  await look('account')
  await page.keyboard.press('Escape')
  await page.setViewportSize(WINDOWS.smallest)
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await look('sidebar over the page')
  expect(problems).toEqual([])
})
