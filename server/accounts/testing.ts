/** For tests: fresh, migrated, empty stores within milliseconds, on either engine. */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openAccounts, openPglite, migrationsFolder, type Accounts } from './open.ts'
import { startTestServer, findServerBinaries } from './testing-server.ts'

export type TestEngine = Accounts['engine']

/** The engines that this machine can test. Where PostgreSQL is not installed, a message says so. */
export const TEST_ENGINES: TestEngine[] = findServerBinaries() ? ['pglite', 'postgresql'] : ['pglite']
if (TEST_ENGINES.length === 1) {
  console.warn(
    'PostgreSQL is not installed: its tests are left out. Install the package postgresql, or set SEXTANT_TEST_PG_BIN.',
  )
}

/** A fresh store; which engine SEXTANT_TEST_DATABASE=postgresql decides where the test does not. */
export async function openTestAccounts(engine?: TestEngine): Promise<Accounts> {
  const chosen = engine ?? (process.env['SEXTANT_TEST_DATABASE'] === 'postgresql' ? 'postgresql' : 'pglite')
  if (chosen === 'postgresql') return openAccounts({ dataDir: '', databaseUrl: await createTestDatabase() })
  template ??= loadTemplate()
  return openPglite({ loadDataDir: await template })
}

/** Prepares an empty store in a data directory, so that opening it there does not take seconds the first time. */
export async function seedDataDir(dataDir: string): Promise<void> {
  seeded ??= keptDirectory()
  await cp(await seeded, join(dataDir, 'accounts'), { recursive: true })
}

let template: Promise<Blob> | undefined
let seeded: Promise<string> | undefined

/** Making a PGlite takes seconds, loading a made one a fraction of one: a migrated, empty one is kept between runs. */
const loadTemplate = async (): Promise<Blob> =>
  new Blob([
    await readFile(
      await kept('accounts.tar', async (unfinished) => {
        const accounts = await openPglite({})
        const made = await accounts.client.dumpDataDir('none')
        await accounts.close()
        await writeFile(unfinished, Buffer.from(await made.arrayBuffer()))
      }),
    ),
  ])

/** Copying the files of one takes a third of what PGlite takes to unpack them. */
const keptDirectory = (): Promise<string> =>
  kept('accounts', async (unfinished) => {
    template ??= loadTemplate()
    await (await openPglite({ dataDir: unfinished, loadDataDir: await template })).close()
  })

/** What is kept under a name for these migrations and packages, made where it is not there. */
async function kept(name: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  const journal = await readFile(join(migrationsFolder, 'meta', '_journal.json'))
  const lockfile = await readFile(fileURLToPath(new URL('../../package-lock.json', import.meta.url)))
  const key = createHash('sha256').update(journal).update(lockfile).digest('hex').slice(0, 16)
  const directory = fileURLToPath(new URL('../../node_modules/.cache/sextant', import.meta.url))
  const place = join(directory, `${key}-${name}`)
  if (existsSync(place)) return place
  await mkdir(directory, { recursive: true })
  const unfinished = `${place}.${randomUUID()}`
  await make(unfinished)
  // Another process may have been quicker, and a directory gives way to none that has files.
  await rename(unfinished, place).catch(async (error: unknown) => {
    if (!existsSync(place)) throw error
    await rm(unfinished, { recursive: true })
  })
  return place
}

let server: ReturnType<typeof startTestServer> | undefined

/** The address of a new, empty database on a PostgreSQL server that ends with this process. */
export async function createTestDatabase(): Promise<string> {
  server ??= startTestServer()
  const { urlOf } = await server
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return urlOf(name)
}
