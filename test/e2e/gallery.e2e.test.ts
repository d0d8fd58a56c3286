import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { axeViolations, launchBrowser, openPage, setTheme, THEMES, WINDOWS } from '#test/support/browser.ts'
import { openAllPages, startGallery } from '#test/support/gallery.ts'

const PHOTOGRAPHS = process.env['SEXTANT_TEST_PHOTOGRAPHS']
// A page of the gallery shows the same landmark in several states.
const WITHOUT = ['landmark-unique']
const ALL_PAGES_MS = 600_000

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser
let page: Page
let mishaps: string[]

beforeAll(async () => {
  gallery = await startGallery()
  browser = await launchBrowser()
  ;({ page, mishaps } = await openPage(browser))
})

afterAll(async () => {
  await browser?.close()
  await gallery?.[Symbol.asyncDispose]()
})

test(
  'every piece in every state can be used by everyone, in both themes',
  async () => {
    const problems: string[] = []
    for await (const path of openAllPages(page, gallery.address)) {
      for (const theme of THEMES) {
        await setTheme(page, theme)
        for (const problem of await axeViolations(page, WITHOUT))
          problems.push(`${path} (${theme}): ${problem}`)
        if (PHOTOGRAPHS) await photograph(path, theme)
      }
      problems.push(...mishaps.splice(0).map((mishap) => `${path}: ${mishap}`))
    }
    expect(problems).toEqual([])
  },
  ALL_PAGES_MS,
)

test('nothing of the gallery is in the application that is built', async () => {
  // What `npm run build` has; the test runner says 'test', and its builds are those of developers.
  vi.stubEnv('NODE_ENV', 'production')
  const built = (await build({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const modules = chunks.flatMap((chunk) => chunk.moduleIds)
  expect(modules.filter((id) => id.endsWith('/web/main.tsx'))).toHaveLength(1)
  expect(modules.filter((id) => /\/Gallery|\.gallery\.tsx$/.test(id))).toEqual([])
  expect(chunks.filter(({ code }) => code.includes('__ui')).map(({ fileName }) => fileName)).toEqual([])
})

/** Pictures to look at, of the whole page in each window. Nothing is compared: looking is for people. */
async function photograph(path: string, theme: string): Promise<void> {
  await mkdir(PHOTOGRAPHS!, { recursive: true })
  for (const size of Object.values(WINDOWS)) {
    await page.setViewportSize(size)
    const name = path.replace('/__ui/', '').replace(/\W+/g, '-')
    await page.screenshot({
      path: join(PHOTOGRAPHS!, `${name}-${theme}-${size.width}.png`),
      fullPage: true,
      animations: 'disabled',
    })
  }
  await page.setViewportSize(WINDOWS.wide)
}
