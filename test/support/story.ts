/** A started server on a data directory of its own, and the browser before it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createCompany } from '#server/accounts/index.ts'
import { seedDataDir } from '#server/accounts/testing.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { launchBrowser, WINDOWS } from './browser.ts'
import { importText } from './imported.ts'
import { accountOf, signIn } from './signed-in.ts'

export interface Story {
  server: RunningServer
  browser: Browser
  /** For files of the test; goes with the story. */
  directory: string
  dataDir: string
  /** What the server wrote into its log. */
  log: string[]
  end(): Promise<void>
}

/** @param environment what the installation is told beside where its data is; without the demo */
export async function startStory(environment: NodeJS.ProcessEnv = {}): Promise<Story> {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-story-'))
  const dataDir = join(directory, 'data')
  await seedDataDir(dataDir)
  const log: string[] = []
  const server = await startServer(
    configFrom({
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: 'off',
      ...environment,
    }),
    (message, error) => void log.push(error instanceof Error ? `${message} ${error.message}` : message),
  )
  const browser = await launchBrowser()
  return {
    server,
    browser,
    directory,
    dataDir,
    log,
    async end() {
      await browser.close()
      await server.close()
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A new company that has taken these files, and a page of somebody who owns it. What goes wrong in the page is in the log. */
export async function companyPage(
  { server, browser, log }: Story,
  files: readonly string[],
): Promise<{ id: string; page: Page }> {
  const { id } = await createCompany(server.installation.services.accounts, { name: 'Story' })
  for (const file of files) await importText(server, id, file)
  const page = await browser.newPage({
    viewport: WINDOWS.wide,
    storageState: await signIn(browser, server, await accountOf(server, [id])),
  })
  page.on('pageerror', (error) => void log.push(error.message))
  return { id, page }
}
