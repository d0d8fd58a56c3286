/** A started server, and the browser before it. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createCompany } from '#server/accounts/index.ts'
import { configFrom, startServer, type RunningServer } from '#server/main.ts'
import { DIR_PREFIX } from '#server/analytics/testing.ts'
import { launchBrowser, WINDOWS } from './browser.ts'
import { importText } from './imported.ts'
import { accountOf, signIn } from './signed-in.ts'
import { seedInstallation } from './seeded.ts'

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

interface Installation {
  server: RunningServer
  directory: string
  dataDir: string
  /** Where the log goes: to the story that is told. */
  log: string[]
}

/** Stories of a process that ask nothing of the installation share one, with companies and accounts of their own. */
let shared: Promise<Installation> | undefined

/**
 * @param environment what the installation is told beside where its data is; without the demo. An installation that is told
 *   something is the story's alone.
 */
export async function startStory(environment?: NodeJS.ProcessEnv): Promise<Story> {
  const installation = await (environment ? startInstallation(environment) : (shared ??= startShared()))
  const { server, dataDir } = installation
  const directory = environment ? installation.directory : await mkdtemp(PREFIX)
  const log: string[] = (installation.log = [])
  const browser = await launchBrowser()
  return {
    server,
    browser,
    directory,
    dataDir,
    log,
    async end() {
      await browser.close()
      if (environment) await server.close()
      await rm(directory, REMOVED)
    },
  }
}

const PREFIX = join(tmpdir(), 'sextant-story-')
const REMOVED = { recursive: true, force: true, maxRetries: 5 } as const

async function startInstallation(environment: NodeJS.ProcessEnv, prefix = PREFIX): Promise<Installation> {
  const directory = await mkdtemp(prefix)
  const dataDir = join(directory, 'data')
  await seedInstallation(dataDir)
  const installation = { directory, dataDir, log: [] as string[] }
  const server = await startServer(
    configFrom({
      SEXTANT_DATA_DIR: dataDir,
      SEXTANT_RATES_URL: 'off',
      SEXTANT_PORT: '0',
      SEXTANT_DEMO: 'off',
      ...environment,
    }),
    (message, error) =>
      void installation.log.push(error instanceof Error ? `${message} ${error.message}` : message),
  )
  return Object.assign(installation, { server })
}

async function startShared(): Promise<Installation> {
  // What its engine wrote once more after the process is removed by the next engine of a test.
  const installation = await startInstallation({}, join(tmpdir(), `${DIR_PREFIX}${process.pid}-`))
  // No story can say that it is the last of its process, with which the engine leaves.
  process.once('exit', () => rmSync(installation.directory, REMOVED))
  return installation
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
