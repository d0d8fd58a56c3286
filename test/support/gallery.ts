/** The gallery of the interface's pieces, served from the sources as `npm run dev` does, but without a server behind it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { createServer } from 'vite'

const CONFIG = fileURLToPath(new URL('../../vite.config.ts', import.meta.url))

interface RunningGallery extends AsyncDisposable {
  address: string
}

export async function startGallery(): Promise<RunningGallery> {
  // Another development server may be at work on the packages it has bundled.
  const cacheDir = await mkdtemp(join(tmpdir(), 'sextant-gallery-'))
  const vite = await createServer({
    configFile: CONFIG,
    cacheDir,
    logLevel: 'error',
    // A source that changes in the middle must not reload the page under test.
    server: { host: '127.0.0.1', port: 0, strictPort: false, hmr: false, watch: null },
  })
  await vite.listen()
  return {
    address: vite.resolvedUrls!.local[0]!.replace(/\/$/, ''),
    [Symbol.asyncDispose]: async () => {
      await vite.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

/** Opens one page after the other, those of states that cover a page among them, and says which is open. */
export async function* openAllPages(page: Page, address: string): AsyncGenerator<string> {
  await openAddress(page, `${address}/__ui`)
  await page.locator('nav a').first().waitFor()
  yield '/__ui'
  const paths = await hrefs(page, 'nav a')
  for (const path of paths) {
    await openAddress(page, address + path)
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
  await page.locator('main h1').waitFor({ state: 'attached' })
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

const hrefs = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
