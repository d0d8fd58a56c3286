import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { createCompany } from './index.ts'
import { openPglite } from './open.ts'
import { vacuumWorn } from './vacuum.ts'

afterEach(() => vi.useRealTimers())

test('tables of the embedded store are vacuumed and counted once they have changed, and others are left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const accounts = await openPglite({})
  try {
    await createCompany(accounts, { name: 'Acme' })
    // In one transaction, which leaves all of its former rows.
    await accounts.db.execute(
      sql.raw(`do $$ begin for i in 1..2000 loop update companies set name = 'Acme ' || i; end loop; end $$`),
    )
    const tables = async () => {
      const { rows } = await accounts.client.query<{ name: string; dead: number; known: number }>(
        `select s.relname as name, n_dead_tup::int as dead, reltuples::int as known
         from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname in ('companies', 'users')`,
      )
      return Object.fromEntries(rows.map(({ name, ...of }) => [name, of]))
    }
    await expect.poll(async () => (await tables())['companies']!.dead).toBeGreaterThan(500)
    await vi.advanceTimersByTimeAsync(30_000)
    await expect.poll(tables).toEqual({
      companies: { dead: 0, known: 1 },
      // Nobody has written into it, and nothing is known of it.
      users: { dead: 0, known: -1 },
    })
  } finally {
    await accounts.close()
  }
})

test('without room on the disk nothing is vacuumed, which writes like everything else', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sextant-vacuum-'))
  let free = Infinity
  const accounts = await openPglite({ dataDir: directory }, { freeBytes: () => free })
  try {
    await createCompany(accounts, { name: 'Acme' })
    await accounts.db.execute(
      sql.raw(`do $$ begin for i in 1..2000 loop update companies set name = 'Acme ' || i; end loop; end $$`),
    )
    const dead = async () => {
      const { rows } = await accounts.client.query<{ dead: number }>(
        `select n_dead_tup::int as dead from pg_stat_user_tables where relname = 'companies'`,
      )
      return rows[0]!.dead
    }
    await expect.poll(dead).toBeGreaterThan(500)
    free = 0
    await expect(vacuumWorn(accounts.client)).rejects.toThrow('too little room on the disk')
    free = Infinity
    await vacuumWorn(accounts.client)
    await expect.poll(dead).toBe(0)
  } finally {
    await accounts.close()
    await rm(directory, { recursive: true, force: true })
  }
})
