import { sql, type SQL } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A Drizzle database or one of its transactions. */
export type Tx = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete' | 'execute'
>

/** A Drizzle database over PostgreSQL or PGlite, whatever tables its owner has in it. */
export interface Database extends Tx {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** Brings the schema `identity` up to date. Several processes may try at once; one does it and the others wait. */
export async function migrate(db: Database, migrationsFolder: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('identity migrations', 0))`)
    await tx.execute(sql`create schema if not exists identity`)
    await tx.execute(
      sql`create table if not exists identity.migrations (hash text primary key, written_at bigint not null)`,
    )
    const [last] = await rowsOf<{ at: string | null }>(
      tx,
      sql`select max(written_at)::text as at from identity.migrations`,
    )
    for (const { hash, folderMillis, sql: statements } of migrations) {
      if (folderMillis <= Number(last?.at ?? 0)) continue
      for (const statement of statements) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into identity.migrations (hash, written_at) values (${hash}, ${folderMillis})`,
      )
    }
  })
}

export async function rowsOf<Row>(db: Tx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}

/** Somebody else was quicker: the row that must be unique is there already. */
export function isDuplicate(error: unknown): boolean {
  const cause = (error as { cause?: { code?: string } }).cause
  return cause?.code === '23505'
}
