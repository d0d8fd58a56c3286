import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createCompany, listCompanies, openAccounts } from './index.ts'
import { createTestDatabase, seedDataDir, TEST_ENGINES } from './testing.ts'

const onServer = TEST_ENGINES.includes('postgresql')

async function openedAs(role: string | undefined): Promise<string[]> {
  let databaseUrl = await createTestDatabase()
  if (role !== undefined) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query(`create role ${role} login`)
    await client.query(`alter database ${client.escapeIdentifier(client.database!)} owner to ${role}`)
    await client.end()
    databaseUrl = databaseUrl.replace('//sextant@', `//${role}@`)
  }
  const warnings: string[] = []
  const logger = { info() {}, warn: (message: string) => void warnings.push(message) }
  const accounts = await openAccounts({ dataDir: '', databaseUrl, logger })
  try {
    await createCompany(accounts, { name: 'Acme Outdoor' })
    expect(await listCompanies(accounts)).toHaveLength(1)
    await accounts.jobs.send('imports', 'anybody')
  } finally {
    await accounts.close()
  }
  return warnings
}

test.runIf(onServer)('the role that owns the database is enough, and nothing is said', async () => {
  expect(await openedAs('owner_alone')).toEqual([])
})

test.runIf(onServer)('a superuser is warned about', async () => {
  expect(await openedAs(undefined)).toEqual([expect.stringContaining('is a superuser of PostgreSQL')])
})

test.each(TEST_ENGINES)(
  'accounts of a newer program are refused and stay as they are: %s',
  async (engine) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sextant-open-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const databaseUrl = engine === 'postgresql' ? await createTestDatabase() : undefined
    if (engine === 'pglite') {
      await seedDataDir(dataDir)
      // What PGlite is looked at for before it is opened.
      expect(await readFile(join(dataDir, 'accounts/PG_VERSION'), 'utf8')).toBe('18\n')
    }
    const accounts = await openAccounts({ dataDir, databaseUrl })
    await accounts.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('to come', ${Date.UTC(2100, 0)})`,
    )
    await accounts.close()
    await expect(openAccounts({ dataDir, databaseUrl })).rejects.toMatchObject({
      code: 'DATABASE_UNUSABLE',
      message: expect.stringContaining('last used by a newer version of Sextant'),
    })
  },
)

test.each(TEST_ENGINES)(
  'jobs of many companies are made at once, one of each, and one company of them runs once: %s',
  async (engine) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sextant-open-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const databaseUrl = engine === 'postgresql' ? await createTestDatabase() : undefined
    const accounts = await openAccounts({ dataDir, databaseUrl })
    const { jobs } = accounts
    const ran: string[] = []
    try {
      await jobs.send('syncs', 'b')
      await jobs.sendAll('syncs', ['a', 'b', 'c'])
      await jobs.sendAll('syncs', ['c', 'd'])
      await jobs.sendAll('syncs', [])
      await jobs.work('syncs', 2, async (companyId) => void ran.push(companyId))
      await expect.poll(() => ran.toSorted()).toEqual(['a', 'b', 'c', 'd'])
      // One that is done can be asked for again, and a worker that waits is woken.
      await jobs.sendAll('syncs', ['a'])
      await expect.poll(() => ran.toSorted()).toEqual(['a', 'a', 'b', 'c', 'd'])
    } finally {
      await accounts.close()
    }
  },
)
