/** For tests: fresh, migrated, empty stores within milliseconds, on either engine. */
import { randomUUID } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { kept } from '../testing-cache.ts'
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

const MIGRATIONS = join(migrationsFolder, 'meta', '_journal.json')
let template: Promise<Blob> | undefined
let seeded: Promise<string> | undefined

/** Making a PGlite takes seconds, loading a made one a fraction of one: a migrated, empty one is kept between runs. */
const loadTemplate = async (): Promise<Blob> =>
  new Blob([
    await readFile(
      await kept('accounts.tar', [MIGRATIONS], async (unfinished) => {
        const accounts = await openPglite({})
        const made = await accounts.client.dumpDataDir('none')
        await accounts.close()
        await writeFile(unfinished, Buffer.from(await made.arrayBuffer()))
      }),
    ),
  ])

/** Copying the files of one takes a third of what PGlite takes to unpack them. */
const keptDirectory = (): Promise<string> =>
  kept('accounts', [MIGRATIONS], async (unfinished) => {
    template ??= loadTemplate()
    await (await openPglite({ dataDir: unfinished, loadDataDir: await template })).close()
  })

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
