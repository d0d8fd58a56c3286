import pg from 'pg'
import { expect, test } from 'vitest'
import { createCompany, listCompanies, openAccounts } from './index.ts'
import { createTestDatabase, TEST_ENGINES } from './testing.ts'

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
