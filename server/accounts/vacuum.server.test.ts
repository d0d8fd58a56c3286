import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { createCompany } from './index.ts'
import { openPglite } from './open.ts'

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
