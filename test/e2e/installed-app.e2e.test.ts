/** The app as one that stays in the browser: real builds, a real service worker, and a network that is cut. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { SERVER_PATHS } from '#contract/server-paths.ts'
import { createCompany } from '#server/accounts/index.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { axeViolations, launchBrowser, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { accountOf, signIn } from '#test/support/signed-in.ts'
import { formTest } from '../support/drawn-cases.ts'

const { webRoot } = await vi.hoisted(async () => {
  const [{ mkdtempSync }, { tmpdir: folder }, path] = await Promise.all([
    import('node:fs'),
    import('node:os'),
    import('node:path'),
  ])
  return { webRoot: path.join(mkdtempSync(path.join(folder(), 'sextant-build-')), 'web') }
})
vi.mock('#server/assets.ts', async (original) => ({ ...(await original<object>()), webRoot }))

const VERSIONS = ['1.0.0-first', '1.0.0-second'] as const
type Version = (typeof VERSIONS)[number]

let directory: string
let port: number
let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let storageState: Awaited<ReturnType<typeof signIn>>
let companyId: string
/** The build that the server has. */
let version: Version

/** Puts a build in place and starts the server with it, where the browser knows it. */
async function deploy(next: Version): Promise<void> {
  await server?.close()
  await rm(webRoot, { recursive: true, force: true })
  await cp(join(directory, next), webRoot, { recursive: true })
  const config = configFrom({
    SEXTANT_DATA_DIR: join(directory, 'data'),
    SEXTANT_RATES_URL: 'off',
    SEXTANT_PORT: String(port),
    SEXTANT_DEMO: 'off',
  })
  server = await startServer(config, () => {})
  version = next
}

/** Every change is one to a build with other files, whichever it is. */
const deployOther = () => deploy(VERSIONS.find((other) => other !== version)!)

/** What a browser keeps belongs to an address, so the server keeps its own over restarts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address() as AddressInfo
  probe.close()
  return address.port
}

beforeAll(async () => {
  port = await freePort()
  directory = await mkdtemp(join(tmpdir(), 'sextant-installed-'))
  for (const built of VERSIONS)
    await promisify(execFile)(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--logLevel=error', '--outDir', join(directory, built)],
      { env: { ...process.env, NODE_ENV: 'production', SEXTANT_TEST_VERSION: built } },
    )
  await deploy(VERSIONS[0])
  companyId = (await createCompany(server.installation.services.accounts, { name: 'Acme Outdoor' })).id
  browser = await launchBrowser()
  storageState = await signIn(browser, server, await accountOf(server, [companyId]))
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(directory, { recursive: true, force: true })
  await rm(join(webRoot, '..'), { recursive: true, force: true })
})

beforeEach(async () => {
  context = await browser.newContext({
    viewport: WINDOWS.wide,
    serviceWorkers: 'allow',
    storageState,
  })
  page = await context.newPage()
})

afterEach(() => context.close())

/** Opens a page of the company, on which anything may be asked for, and waits until the app is kept. */
async function open(path = `/${companyId}/import`): Promise<void> {
  await page.goto(`${server.address}${path}`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  if (path.endsWith('/import')) await page.getByRole('button', { name: /Robin Example/ }).waitFor()
}

/** How long a page believes to be open. */
const pageAge = (ms: number) =>
  context.addInitScript((age) => Object.defineProperty(performance, 'now', { value: () => age }), ms)

async function shownVersion(): Promise<string> {
  await page.goto(`${server.address}/debug`)
  return page.locator('dt:text-is("Version") + dd').innerText()
}

const banner = () => page.getByRole('status').filter({ hasText: 'Sextant just got even better...' })

test('a new version is looked for every five minutes and waits until somebody wants it', async () => {
  await page.clock.install()
  await pageAge(60_000)
  await open()
  await deployOther()
  await expect.poll(() => banner().count()).toBe(0)
  await page.clock.fastForward(5 * 60_000)
  await banner().waitFor()
  // Until then everything is as it was, and what was not loaded yet is still there.
  await page.getByRole('button', { name: /Robin Example/ }).click()
  await page.getByRole('dialog', { name: 'Account' }).waitFor()
  await page.keyboard.press('Escape')

  await page.evaluate(`new MutationObserver(() => {
    if (document.body.innerText.includes('Updating ...')) sessionStorage.setItem('was-updating', 'true')
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  const loaded = page.waitForEvent('load')
  await banner().getByRole('button', { name: 'Click here to get the latest features.' }).click()
  await loaded
  expect(await page.evaluate(`sessionStorage.getItem('was-updating')`)).toBe('true')
  await page.getByRole('heading', { name: 'Import' }).first().waitFor()
  await expect.poll(() => banner().count()).toBe(0)
  expect(await shownVersion()).toBe(version)
})

test('a page that has only just begun takes a new version by itself', async () => {
  await pageAge(3_999)
  await open('/debug')
  expect(await shownVersion()).toBe(version)
  await deployOther()
  await page.goto(`${server.address}/debug`)
  await page.locator(`dd:text-is("${version}")`).waitFor()
})

test('a page that was begun with goes on when another tab changes to the new version', async () => {
  await pageAge(60_000)
  await open()
  const other = await context.newPage()
  await other.goto(`${server.address}/${companyId}/import`)
  // Read before the server is away for a moment.
  await other.getByRole('button', { name: /Robin Example/ }).waitFor()
  await deployOther()
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()))
  await banner().waitFor()
  await page.getByRole('button', { name: 'Click here to get the latest features.' }).click()
  const button = other.getByRole('button', { name: 'Click here to get the latest features.' })
  await button.waitFor()
  // A part of the first version that this tab has not loaded yet.
  await other.keyboard.press('?')
  await other.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await other.keyboard.press('Escape')
  const loaded = other.waitForEvent('load')
  await button.click()
  await loaded
  await other.goto(`${server.address}/debug`)
  expect(await other.locator('dt:text-is("Version") + dd').innerText()).toBe(version)
})

formTest('without a network pages lead to one that waits, and back', async () => {
  await open(`/${companyId}/profitAndLoss/transaction`)
  await page.waitForURL(/\/onboarding/)
  await open()
  await context.setOffline(true)
  const warning = page.getByRole('status').filter({ hasText: 'Please check your internet connection.' })
  await warning.waitFor()
  await page.getByRole('link', { name: 'Team' }).click()
  await page.waitForURL(/\/noInternet$/)
  await page.getByRole('heading', { name: 'No Internet' }).waitFor()
  await expect.poll(() => page.getByText('Please check your internet connection').count()).toBe(1)
  const problems: string[] = []
  for (const theme of THEMES) {
    await setTheme(page, theme)
    problems.push(...(await axeViolations(page)))
  }
  expect(problems).toEqual([])

  // What is kept opens without a network, too. Chromium forgets to tell a page of the service worker that there is none.
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await page.goto(`${server.address}/${companyId}/import?a=b`)
  await page.getByRole('heading', { name: 'No Internet' }).waitFor()
  await context.setOffline(false)
  await page.waitForURL(`${server.address}/${companyId}/import?a=b`)
  await page.getByRole('heading', { name: 'Import' }).first().waitFor()
})

test('the caches hold files of the build, and nothing that the server has answered', async () => {
  await open()
  // Now everything that is asked for passes the service worker.
  await page.reload()
  await page.getByRole('button', { name: /Robin Example/ }).waitFor()
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
  const kept = await page.evaluate(async () => {
    const found: { path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))!.text()
        found.push({ path: new URL(request.url).pathname, text })
      }
    }
    return found
  })
  const paths = kept.map(({ path }) => path)
  expect(paths).toContain('/index.html')
  expect(
    paths.filter(
      (path) => !/^\/(?:assets\/)?[\w.~-]+\.(?:html|js|css|svg|png|woff2|webmanifest)$/.test(path),
    ),
  ).toEqual([])
  expect(kept.filter(({ text }) => /Acme Outdoor|Robin Example|owner-\d+@example/.test(text))).toEqual([])
  const { headers } = await page.evaluate(async () => {
    const response = (await caches.match('/index.html'))!
    return { headers: Object.fromEntries(response.headers) }
  })
  expect(headers['content-security-policy']).toContain("worker-src 'self'")
  const worker = await fetch(`${server.address}/sw.js`)
  expect(worker.headers.get('cache-control')).toBe('no-cache')
  expect(worker.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
})

formTest('what the server answers itself is known to what keeps the pages', () => {
  const routes = server.installation.app.printRoutes({ commonPrefix: false })
  // The tree begins with its branches, or with one for all of them.
  const firstParts = [...routes.matchAll(/^(?: {4})?[├└]── \/?([\w.-]+)/gm)].map(([, first]) => first!)
  expect(firstParts).toContain('trpc')
  const pagesFiles = readdirSync(webRoot)
  expect(
    firstParts.filter(
      (part) => !pagesFiles.includes(part) && !SERVER_PATHS.some((path) => path.split('/')[0] === part),
    ),
  ).toEqual([])
})

formTest(
  'the app can be installed, and whoever does not want to is not asked again in this session',
  async () => {
    await open()
    const devTools = await context.newCDPSession(page)
    const manifest = await devTools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(manifest.url).toBe(`${server.address}/manifest.webmanifest`)

    const offer = () =>
      page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(void (window.prompted = true)),
    }))`)
    const question = page.getByText('Install Sextant as an app')
    // The browser keeps its own offer to itself.
    expect(await offer()).toBe(false)
    await question.waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await question.waitFor({ state: 'detached' })
    expect(await page.evaluate('window.prompted')).toBe(true)

    await offer()
    await page.getByRole('button', { name: 'Close message' }).click()
    await question.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: /Robin Example/ }).waitFor()
    await offer()
    await expect.poll(() => question.count()).toBe(0)
  },
)
