import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { drizzle as drizzleOnServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle as drizzleOnPglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { assetPath } from '../assets.ts'
import { AccountsError, DatabaseAway } from './accounts-error.ts'
import { fromPglite } from 'pg-boss'
import { MAKE_COUNTERS, processCounters, sharedCounters, type MakeCounter } from './counters.ts'
import { openJobs, type Jobs } from './jobs.ts'
import { processLocks, serverLocks, type CompanyLocks } from './locks.ts'
import { SharedReads } from './shared-reads.ts'
import * as schema from './schema.ts'
import { aroundWrites, mustHaveRoom } from './room.ts'
import { noSnapshots, snapshotsInto, type Snapshots } from './snapshots.ts'
import { startVacuum } from './vacuum.ts'

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * `accounts.db` or one of its transactions. While a transaction is open only it may be used: on PGlite it is the only
 * connection, and asking `db` from inside waits forever.
 */
export type Tx = Pick<
  Db,
  'select' | 'selectDistinct' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute'
>

export type Logger = { info(message: string): void; warn(message: string): void }

export interface Accounts extends Snapshots {
  readonly db: Db
  readonly engine: 'pglite' | 'postgresql'
  readonly locks: CompanyLocks
  readonly jobs: Jobs
  readonly counter: MakeCounter
  /** Of what every call asks for. */
  readonly reads: SharedReads
  /** On PGlite a last snapshot is written first, if anything changed since the one before. */
  close(): Promise<void>
}

const casing = 'snake_case' as const
export const migrationsFolder = assetPath('server/accounts/migrations')
const silent: Logger = { info: () => {}, warn: () => {} }
/** The release of PostgreSQL that PGlite is; a release cannot read the files of another. */
const PGLITE_RELEASE = '18'
const SERVER_RELEASE_MIN = 15
/** How long a server may take to connect, and to say which release it is. */
const ANSWER_MS_MAX = 5_000

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
  const snapshots = join(dataDir, 'snapshots')
  try {
    await mustBeReadable(directory)
    return await openPglite({ dataDir: directory }, { snapshots, logger })
  } catch (cause) {
    if (cause instanceof AccountsError) throw cause
    throw unusable(
      `The accounts in ${directory} cannot be opened. After a power loss, restore the newest file of ${snapshots}.`,
      cause,
    )
  }
}

const unusable = (message: string, cause?: unknown) =>
  new AccountsError('DATABASE_UNUSABLE', message, { cause })

/** Looked at before PGlite, which takes seconds to find out, and which makes a new store among files without a release. */
async function mustBeReadable(directory: string): Promise<void> {
  if ((await readdir(directory)).length === 0) return
  const release = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (release === PGLITE_RELEASE) return
  throw unusable(
    `The accounts in ${directory} were made by PostgreSQL ${release}, and this program brings PostgreSQL ${PGLITE_RELEASE}: ` +
      'start the version of Sextant that made them, or restore a backup of it.',
  )
}

/** A newer program may have changed what this one would write. */
async function refuseNewer(db: Pick<Db, 'execute'>): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
  const one = async (query: string) =>
    ((await db.execute(sql.raw(query))) as unknown as { rows: { found: string | null }[] }).rows[0]?.found
  const table = await one(`select to_regclass('drizzle.__drizzle_migrations')::text as found`)
  if (!table) return
  const done = await one(`select max(created_at)::text as found from ${table}`)
  if (Number(done ?? 0) <= known) return
  throw unusable(
    'The accounts were last used by a newer version of Sextant. Start that version, or restore a backup from before the upgrade.',
  )
}

export async function openPglite(
  options: PGliteOptions,
  {
    snapshots: snapshotDirectory,
    logger = silent,
    freeBytes,
  }: { snapshots?: string; logger?: Logger; freeBytes?: (directory: string) => number } = {},
): Promise<Accounts & { client: PGlite }> {
  const opened = await PGlite.create(options)
  let writes = 0
  const client = aroundWrites(opened, {
    begins() {
      // What lives in memory has no disk.
      if (options.dataDir !== undefined) mustHaveRoom(options.dataDir, freeBytes)
      writes++
    },
    ended: () => void writes++,
  })
  const db = drizzleOnPglite(client, { schema, casing })
  let jobs: Jobs
  try {
    await refuseNewer(db)
    await migratePglite(db, { migrationsFolder })
    jobs = await openJobs({ db: fromPglite(client), backend: 'pglite' }, logger)
  } catch (error) {
    await client.close()
    throw error
  }
  const vacuum = startVacuum(client, logger)
  const snapshots =
    snapshotDirectory === undefined ? noSnapshots : snapshotsInto(snapshotDirectory, db, logger)
  return {
    client,
    db,
    engine: 'pglite',
    locks: processLocks(),
    jobs,
    counter: processCounters,
    reads: new SharedReads(() => writes),
    snapshot: snapshots.snapshot,
    startHourlySnapshots: snapshots.startHourlySnapshots,
    async close() {
      try {
        await jobs.close()
        await Promise.all([snapshots.stop(), vacuum.stop()])
      } finally {
        await client.close()
      }
    },
  }
}

/** Of one statement to PostgreSQL; none of ours takes a second. */
const STATEMENT_MS_MAX = 20_000

/** A connection on which an answer did not come would let the next one wait behind it. */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const connect = this.connect.bind(this) as (done: (error?: Error) => void) => void
    const connected = (done: (error?: Error) => void) =>
      connect((error) => done(error && new DatabaseAway('PostgreSQL does not answer.', { cause: error })))
    this.connect = connected as typeof this.connect
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } }
    const asked = (...given: unknown[]): unknown => {
      const answer = query(...given)
      if (answer instanceof Promise)
        answer.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout') connection.stream.destroy()
          // A transaction that never began is let go by nobody else (drizzle-orm 0.45), and its place in the pool lost.
          if (isBegin(given[0])) (this as unknown as pg.PoolClient).release?.(true)
        })
      return answer
    }
    this.query = asked as typeof this.query
  }
}

const isBegin = (statement: unknown): boolean =>
  typeof statement === 'object' && (statement as pg.QueryConfig | null)?.text?.startsWith('begin') === true

async function openOnServer(connectionString: string, logger: Logger): Promise<Accounts> {
  const config: pg.ClientConfig = {
    connectionString,
    application_name: 'sextant',
    connectionTimeoutMillis: ANSWER_MS_MAX,
    keepAlive: true,
  }
  const pool = new pg.Pool({ ...config, query_timeout: STATEMENT_MS_MAX, Client: ImpatientClient })
  pool.on('error', (error) => logger.warn(`An idle connection to PostgreSQL was lost: ${error.message}`))
  // One that is lost between two statements of a transaction says so when the next is asked; without a listener
  // it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzleOnServer(pool, { schema, casing })
  let jobs: Jobs
  try {
    // Connections of its own, since one of them listens for calls.
    const patience = { connectionTimeoutMillis: ANSWER_MS_MAX, query_timeout: STATEMENT_MS_MAX }
    jobs = await migrateAlone(config, db, () =>
      openJobs({ connectionString, max: 4, application_name: 'sextant jobs', ...patience }, logger),
    )
    if (await isSuperuser(pool))
      logger.warn(
        'The role of SEXTANT_DATABASE_URL is a superuser of PostgreSQL, which may read the files of that machine: give Sextant a role that owns its database and nothing else.',
      )
  } catch (cause) {
    await pool.end()
    if (cause instanceof AccountsError) throw cause
    throw unusable(`PostgreSQL at SEXTANT_DATABASE_URL cannot be used: ${reason(cause)}.`, cause)
  }
  return {
    db,
    engine: 'postgresql',
    locks: serverLocks(config),
    jobs,
    counter: sharedCounters(pool),
    reads: new SharedReads(),
    snapshot: noSnapshots.snapshot,
    startHourlySnapshots: noSnapshots.startHourlySnapshots,
    async close() {
      await jobs.close()
      await pool.end()
    },
  }
}

/** Several processes may start at once; one migrates, with what else makes tables, and the others find it done. */
async function migrateAlone<T>(
  config: pg.ClientConfig,
  db: Parameters<typeof migrateServer>[0],
  makeOthers: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    // Whoever took the connection may still have nobody behind it, as a pooler without its server.
    const asked: pg.QueryConfig & { query_timeout: number } = {
      text: 'show server_version',
      query_timeout: ANSWER_MS_MAX,
    }
    const { rows } = await client.query<{ server_version: string }>(asked)
    const release = rows[0]!.server_version
    if (Number.parseInt(release, 10) < SERVER_RELEASE_MIN)
      throw unusable(
        `PostgreSQL at SEXTANT_DATABASE_URL is ${release}; Sextant needs ${SERVER_RELEASE_MIN} or newer.`,
      )
    await client.query(`select pg_advisory_lock(hashtextextended('sextant migrations', 0))`)
    await refuseNewer(db)
    await migrateServer(db, { migrationsFolder })
    await client.query(MAKE_COUNTERS)
    return await makeOthers()
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
