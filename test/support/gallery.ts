/**
 * The gallery of the interface's pieces as one bundle, without a server behind it. `npm run dev` serves the same from the
 * sources, but in a file for each module, which a browser takes seconds to load.
 */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build, preview, type Plugin } from 'vite'
import type { InstallationMeta } from '#contract/installation.ts'
import { keptBuild } from './kept-build.ts'

const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

const META: Partial<InstallationMeta> = { isUnderMaintenance: false }
/** Every page asks whether the installation is open. */
const openInstallation: Plugin = {
  name: 'open-installation',
  configurePreviewServer: ({ middlewares }) =>
    void middlewares.use('/meta', (_, response) => void response.end(JSON.stringify(META))),
}

interface RunningGallery extends AsyncDisposable {
  address: string
}

let shared: Promise<string> | undefined

/** The files of a process share one gallery, which ends with the process. */
export async function startGallery(): Promise<RunningGallery> {
  shared ??= serveGallery()
  return { address: await shared, [Symbol.asyncDispose]: async () => {} }
}

async function serveGallery(): Promise<string> {
  // The test runner's environment is no production, so that this build has what developers see.
  const outDir = await keptBuild('gallery', (folder) =>
    build({
      configFile,
      logLevel: 'error',
      mode: 'development',
      build: { outDir: folder, emptyOutDir: true, minify: false },
    }),
  )
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: false },
    plugins: [openInstallation],
  })
  return server.resolvedUrls!.local[0]!.replace(/\/$/, '')
}

/** Opens one page after the other, those of states that cover a page among them, and says which is open. */
export async function* openAllPages(page: Page, address: string): AsyncGenerator<string> {
  await openAddress(page, `${address}/__ui`)
  await page.locator('nav a').first().waitFor()
  yield '/__ui'
  const paths = await hrefs(page, 'nav a')
  for (const path of paths) {
    if (path.includes('?')) await openAddress(page, address + path)
    else await goOn(page, path)
    // The loop goes on into what is added to it.
    paths.push(...(await hrefs(page, '[data-gallery-alone]')))
    yield path
  }
}

/** Opens an address of the gallery, without the list of all pieces, and waits until its piece is there. */
export async function openAddress(page: Page, address: string): Promise<void> {
  const url = new URL(address)
  if (url.pathname !== '/__ui') url.searchParams.set('bare', '')
  await page.goto(url.href)
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** To another piece without loading the application again, which takes a browser longer than all else. */
async function goOn(page: Page, path: string): Promise<void> {
  const title = page.locator('main h1').first()
  const before = await title.innerText()
  await page.evaluate(`history.pushState(null, '', '${path}?bare=')`)
  await page.waitForFunction(
    `![undefined, ${JSON.stringify(before)}].includes(document.querySelector('main h1')?.innerText)`,
  )
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

const hrefs = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
