import type { PGlite } from '@electric-sql/pglite'
import { lookEvery, type Looks } from '#server/look-every.ts'

const LOOK_EVERY_MS = 30_000
/** Rows that died or changed before a table is worth it, beside a share of those that it has. */
const WORN = { rows: 500, share: 0.1 }

/**
 * What PostgreSQL's autovacuum does and nothing in PGlite: without it dead rows stay in every index, and each statement is
 * planned as if its tables were empty. One with a thousand companies took 400 times as long.
 */
export async function vacuumWorn(client: Pick<PGlite, 'query' | 'exec'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where greatest(n_dead_tup, n_mod_since_analyze) > ${WORN.rows} + ${WORN.share} * n_live_tup`,
  )
  // Each by itself, so that whoever waits has a turn between them.
  for (const { name } of rows) await client.exec(`vacuum (analyze) ${name}`)
}

/** Looks now and then until it is stopped. A store that is left to itself for longer than that has not changed. */
export function startVacuum(
  client: Pick<PGlite, 'query' | 'exec'>,
  logger: { warn(message: string): void },
): Looks {
  return lookEvery(
    LOOK_EVERY_MS,
    () => vacuumWorn(client),
    (error) => logger.warn(`The tables of the accounts could not be vacuumed: ${String(error)}`),
  )
}
