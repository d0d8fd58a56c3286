/** A started server on a data directory of its own, and the browser before it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { seedDataDir } from '#server/accounts/testing.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { launchBrowser } from './browser.ts'

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
