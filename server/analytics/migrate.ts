import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Address, Endpoint, Logger } from './endpoint.ts'
import { AnalyticsError } from './errors.ts'
import { expand } from './template.ts'
import type { Layout } from './template.ts'

export interface MigrateOptions {
  endpoint: Endpoint
  database: string
  layout: Layout
  migrations: readonly Migration[]
  logger: Logger
}

export interface Migration {
  number: number
  name: string
  statements: readonly string[]
  /** Of what the engine reads: comments and spacing may be improved later. */
  checksum: string
}

/** Checksums of the migrations that a node has, by number. */
type State = ReadonlyMap<number, string>

/** Says what has been done on this node; each node of a cluster has its own. */
const RECORD_TABLE = 'schema_migrations'

/**
 * Brings the database on every node to the newest schema. A migration is recorded when all of it is done, and each of
 * its statements can be repeated, so a start that was cut off is completed by the next one.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { endpoint, database, layout, migrations, logger } = options
  for (const address of endpoint.addresses) await createDatabase(address, database)
  const nodes = endpoint.addresses.map((address) => connect(address, database))
  try {
    const states = await Promise.all(nodes.map(readState))
    for (const state of states) refuseStrangers(state, migrations, database)
    for (const migration of migrations) {
      const behind = nodes.filter((_, place) => !states[place]?.has(migration.number))
      if (behind.length === 0) continue
      // Statement by statement across the nodes: a Distributed table may ask its neighbours for their columns.
      for (const index of migration.statements.keys()) {
        for (const node of behind) await apply(node, migration, index, layout)
      }
      for (const node of behind) await record(node, migration)
      logger.info({ migration: migration.name, database }, 'The analytics schema changed.')
    }
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
  }
}

async function createDatabase(address: Address, database: string): Promise<void> {
  // A client that names the database could not make it.
  const node = connect(address)
  try {
    await node.command({ query: `CREATE DATABASE IF NOT EXISTS \`${database}\` ENGINE = Atomic` })
  } catch (cause) {
    throw new AnalyticsError('CREATE DATABASE', cause)
  } finally {
    await node.close()
  }
}

async function readState(node: ClickHouseClient): Promise<State> {
  try {
    await node.command({
      query: `CREATE TABLE IF NOT EXISTS ${RECORD_TABLE} (
        number UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
      ) ENGINE = MergeTree ORDER BY number SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    })
    const result = await node.query({
      query: `SELECT number, checksum FROM ${RECORD_TABLE} ORDER BY applied_at`,
      format: 'JSONEachRow',
    })
    const done = await result.json<{ number: number; checksum: string }>()
    return new Map(done.map(({ number, checksum }) => [number, checksum]))
  } catch (cause) {
    throw new AnalyticsError(RECORD_TABLE, cause)
  }
}

function refuseStrangers(state: State, migrations: readonly Migration[], database: string): void {
  const known = migrations.at(-1)?.number ?? 0
  const found = Math.max(0, ...state.keys())
  if (found > known) {
    throw new Error(
      `The analytics database "${database}" has schema ${found}, but this program knows only schema ${known}: it was ` +
        'last used by a newer version. Start that version, or restore a backup from before the upgrade.',
    )
  }
  for (const { number, name, checksum } of migrations) {
    const done = state.get(number)
    if (done === undefined || done === checksum) continue
    throw new Error(
      `${name} is not what made the analytics database "${database}". A migration never changes once it has run; add a ` +
        'new one. (While developing: delete the data directory.)',
    )
  }
}

async function apply(
  node: ClickHouseClient,
  { name, number, statements }: Migration,
  index: number,
  layout: Layout,
): Promise<void> {
  const query = expand(statements[index] ?? '', layout, number).trim()
  if (query === '') return
  try {
    await node.command({ query })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const at = `${name} fails at its statement ${index + 1}`
    throw new AnalyticsError(at, cause, `Migration ${at}: ${why}`)
  }
}

async function record(node: ClickHouseClient, { number, name, checksum }: Migration): Promise<void> {
  try {
    await node.insert({ table: RECORD_TABLE, format: 'JSONEachRow', values: [{ number, name, checksum }] })
  } catch (cause) {
    throw new AnalyticsError(RECORD_TABLE, cause)
  }
}

function connect(address: Address, database?: string): ClickHouseClient {
  return createClient({
    url: address.url,
    ...(address.headers && { http_headers: address.headers }),
    ...(database !== undefined && { database }),
    username: address.app.username,
    password: address.app.password,
    application: 'sextant',
    request_timeout: 600_000,
    // A table that is laid anew holds as many years as somebody's files claim.
    clickhouse_settings: { wait_end_of_query: 1, max_partitions_per_insert_block: '1000' },
    log: { level: ClickHouseLogLevel.OFF },
  })
}

/** The migrations in a directory: `0001_what_it_does.sql`, `0002_…`. */
export function readMigrations(schemaDir: string): Migration[] {
  const migrations = readdirSync(schemaDir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(schemaDir, name))
  for (const [index, { name, number }] of migrations.entries()) {
    if (number !== index + 1) throw new Error(`Migration ${name} should have number ${index + 1}.`)
  }
  return migrations
}

function readMigration(schemaDir: string, name: string): Migration {
  const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
  if (number === undefined) throw new Error(`Migration ${name} should be named like 0001_what_it_does.sql.`)
  const statements = splitStatements(readFileSync(join(schemaDir, name), 'utf8'))
  for (const [index, statement] of statements.entries()) {
    if (isRepeatable(statement)) continue
    throw new Error(
      `Statement ${index + 1} of ${name} cannot be repeated after a start that was cut off. Use IF NOT EXISTS, ` +
        'IF EXISTS or OR REPLACE.',
    )
  }
  const checksum = createHash('sha256').update(statements.join(';')).digest('hex')
  return { number: Number(number), name, statements, checksum }
}

/** Statements without comments, each piece of blank space made one, except in quotes. */
export function splitStatements(file: string): string[] {
  const pieces = file.matchAll(
    /('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|--[^\n]*|\/\*[\s\S]*?\*\/|\s+|([\s\S])/g,
  )
  const statements = ['']
  for (const [piece, quoted, other] of pieces) {
    const last = statements.length - 1
    if (other === ';') statements.push('')
    else if (quoted !== undefined || other !== undefined) statements[last] += piece
    else if (!statements[last]?.endsWith(' ')) statements[last] += ' '
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

const REPEATABLE = [
  /^\{\{\s*distributed\b/,
  /^CREATE OR REPLACE\b/i,
  /^CREATE (?:MATERIALIZED )?\w+ IF NOT EXISTS\b/i,
  /^DROP \w+ IF EXISTS\b/i,
  /^TRUNCATE TABLE\b/i,
  /^ALTER TABLE\b(?!.*\b(?:ADD|DROP|RENAME) (?:COLUMN|INDEX|PROJECTION|CONSTRAINT) (?!IF ))/i,
]

function isRepeatable(statement: string): boolean {
  return REPEATABLE.some((pattern) => pattern.test(statement))
}
