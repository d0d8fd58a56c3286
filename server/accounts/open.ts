import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { drizzle as drizzleOnServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { assetPath } from '../assets.ts'
import { AccountsError } from './accounts-error.ts'
import { fromPglite } from 'pg-boss'
import { openJobs, type Jobs } from './jobs.ts'
import { processLocks, serverLocks, type CompanyLocks } from './locks.ts'
import * as schema from './schema.ts'
import { noSnapshots, snapshotsInto, type Snapshots } from './snapshots.ts'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * `accounts.db` or one of its transactions. While a transaction is open only it may be used: on PGlite it is the only
 * connection, and asking `db` from inside waits forever.
 */
export type Tx = Pick<Db, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'>

export type Logger = { info(message: string): void; warn(message: string): void }

export interface Accounts extends Snapshots {
  readonly db: Db
  readonly engine: 'pglite' | 'postgresql'
  readonly locks: CompanyLocks
  readonly jobs: Jobs
  /** On PGlite a last snapshot is written first, if anything changed since the one before. */
  close(): Promise<void>
}

const casing = 'snake_case' as const
export const migrationsFolder = assetPath('server/accounts/migrations')
const silent: Logger = { info: () => {}, warn: () => {} }

/**
 * The relational store, migrated: PostgreSQL where a URL is given, else PGlite in the data directory. PGlite keeps no
 * second process out of its directory and two would destroy it: hold the lock of the data directory before.
 */
export async function openAccounts({
  dataDir,
  databaseUrl,
  logger = silent,
}: {
  dataDir: string
  databaseUrl?: string | undefined
  logger?: Logger
}): Promise<Accounts> {
  if (databaseUrl) return openOnServer(databaseUrl, logger)
  const directory = join(dataDir, 'accounts')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    return await openPglite({ dataDir: directory }, { snapshots: join(dataDir, 'snapshots'), logger })
  } catch (error) {
    throw new AccountsError(
      'DATABASE_UNUSABLE',
      `The accounts in ${directory} cannot be opened. After a power loss, restore the newest file of ${join(dataDir, 'snapshots')}.`,
      { cause: error },
    )
  }
}

export async function openPglite(
  options: PGliteOptions,
  { snapshots: snapshotDirectory, logger = silent }: { snapshots?: string; logger?: Logger } = {},
): Promise<Accounts & { client: PGlite }> {
  const client = await PGlite.create(options)
  const db = drizzleOnPglite(client, { schema, casing })
  let jobs: Jobs
  try {
    await migratePglite(db, { migrationsFolder })
    jobs = await openJobs({ db: fromPglite(client), backend: 'pglite' }, logger)
  } catch (error) {
    await client.close()
    throw error
  }
  const snapshots =
    snapshotDirectory === undefined ? noSnapshots : snapshotsInto(snapshotDirectory, db, logger)
  return {
    client,
    db,
    engine: 'pglite',
    locks: processLocks(),
    jobs,
    snapshot: snapshots.snapshot,
    startHourlySnapshots: snapshots.startHourlySnapshots,
    async close() {
      try {
        await jobs.close()
        await snapshots.stop()
      } finally {
        await client.close()
      }
    },
  }
}

async function openOnServer(connectionString: string, logger: Logger): Promise<Accounts> {
  const config: pg.ClientConfig = {
    connectionString,
    application_name: 'sextant',
    connectionTimeoutMillis: 5_000,
  }
  const pool = new pg.Pool(config)
  pool.on('error', (error) => logger.warn(`An idle connection to PostgreSQL was lost: ${error.message}`))
  const db = drizzleOnServer(pool, { schema, casing })
  let jobs: Jobs
  try {
    await migrateAlone(config, db)
    if (await isSuperuser(pool))
      logger.warn(
        'The role of SEXTANT_DATABASE_URL is a superuser of PostgreSQL, which may read the files of that machine: give Sextant a role that owns its database and nothing else.',
      )
    // Connections of its own, since one of them listens for calls.
    jobs = await openJobs({ connectionString, max: 4, application_name: 'sextant jobs' }, logger)
  } catch (error) {
    await pool.end()
    throw new AccountsError(
      'DATABASE_UNUSABLE',
      `PostgreSQL at SEXTANT_DATABASE_URL cannot be used: ${reason(error)}.`,
      { cause: error },
    )
  }
  return {
    db,
    engine: 'postgresql',
    locks: serverLocks(config),
    jobs,
    snapshot: noSnapshots.snapshot,
    startHourlySnapshots: noSnapshots.startHourlySnapshots,
    async close() {
      await jobs.close()
      await pool.end()
    },
  }
}

/** Several processes may start at once; one migrates and the others find it done. */
async function migrateAlone(config: pg.ClientConfig, db: Parameters<typeof migrateServer>[0]): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('sextant migrations', 0))`)
    await migrateServer(db, { migrationsFolder })
  } finally {
    await client.end()
  }
}

async function isSuperuser(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(`select current_setting('is_superuser')::boolean as is`)
  return rows[0]!.is
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ') // one per address tried
  return error instanceof Error ? error.message : String(error)
}
