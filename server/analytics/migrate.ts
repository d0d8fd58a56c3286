import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@clickhouse/client'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Address, Endpoint, Logger } from './endpoint.ts'
import { AnalyticsError } from './errors.ts'
import { expand } from './template.ts'
import type { Layout } from './template.ts'

export interface MigrateOptions {
  endpoint: Endpoint
  database: string
  layout: Layout
  /** Holds `0001_what_it_does.sql`, `0002_…`. */
  schemaDir: string
  logger: Logger
}

interface Migration {
  number: number
  name: string
  statements: readonly Statement[]
}

interface Statement {
  text: string
  /** Of what the engine reads: comments and spacing may be improved later. */
  checksum: string
}

/** Says what has been done on this node; each node of a cluster has its own. */
const RECORD_TABLE = 'schema_migrations'

/**
 * Brings the database on every node to the newest schema. Each statement is recorded once it is done, and each can be
 * repeated, so a start that was cut off is completed by the next one.
 */
export async function migrate({
  endpoint,
  database,
  layout,
  schemaDir,
  logger,
}: MigrateOptions): Promise<void> {
  const migrations = readMigrations(schemaDir)
  for (const address of endpoint.addresses) await createDatabase(address, database)
  const nodes = endpoint.addresses.map((address) => connect(address, database))
  try {
    // Statement by statement across the nodes: a Distributed table may ask its neighbours for their columns.
    const states = await Promise.all(nodes.map((node) => readState(node)))
    for (const state of states) refuseStrangers(state, migrations, database)
    for (const migration of migrations) {
      for (const [index, statement] of migration.statements.entries()) {
        const text = expand(statement.text, layout).trim()
        for (const [place, node] of nodes.entries()) {
          if (states[place]?.has(key(migration.number, index))) continue
          await apply(node, text, { migration, index, statement })
          logger.info(
            { migration: migration.name, statement: index + 1, database },
            'The analytics schema changed.',
          )
        }
      }
    }
  } finally {
    await Promise.all(nodes.map((node) => node.close()))
  }
}

/** Checksums of what was done, by migration and statement. */
type State = ReadonlyMap<string, string>

const key = (migration: number, index: number) => `${migration}.${index}`

async function createDatabase(address: Address, database: string): Promise<void> {
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
  await node.command({
    query: `CREATE TABLE IF NOT EXISTS ${RECORD_TABLE} (
      number UInt32, statement UInt32, name String, checksum String, applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
    ) ENGINE = MergeTree ORDER BY (number, statement) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
  })
  const result = await node.query({
    query: `SELECT number, statement, checksum FROM ${RECORD_TABLE} ORDER BY applied_at`,
    format: 'JSONEachRow',
  })
  const done = await result.json<{ number: number; statement: number; checksum: string }>()
  return new Map(done.map(({ number, statement, checksum }) => [key(number, statement), checksum]))
}

function refuseStrangers(state: State, migrations: readonly Migration[], database: string): void {
  const newest = migrations.at(-1)?.number ?? 0
  const found = Math.max(0, ...[...state.keys()].map((done) => Number.parseInt(done, 10)))
  if (found > newest) {
    throw new Error(
      `The analytics database "${database}" has schema ${found}, but this program knows only schema ${newest}: it was ` +
        'last used by a newer version. Start that version, or restore a backup from before the upgrade.',
    )
  }
  for (const { number, name, statements } of migrations) {
    for (const [index, { checksum }] of statements.entries()) {
      const done = state.get(key(number, index))
      if (done === undefined || done === checksum) continue
      throw new Error(
        `Statement ${index + 1} of ${name} is not the one that made the analytics database "${database}". A migration ` +
          'never changes once it has run; add a new one. (While developing: delete the data directory.)',
      )
    }
  }
}

async function apply(
  node: ClickHouseClient,
  text: string,
  at: { migration: Migration; index: number; statement: Statement },
): Promise<void> {
  const { migration, index, statement } = at
  try {
    if (text !== '') await node.command({ query: text })
    await node.insert({
      table: RECORD_TABLE,
      format: 'JSONEachRow',
      values: [
        { number: migration.number, statement: index, name: migration.name, checksum: statement.checksum },
      ],
    })
  } catch (cause) {
    throw new AnalyticsError(
      `${migration.name}, statement ${index + 1}`,
      cause,
      `Migration ${migration.name} fails at its statement ${index + 1}: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

function connect(address: Address, database?: string): ClickHouseClient {
  return createClient({
    url: address.url,
    ...(database !== undefined && { database }),
    username: address.app.username,
    password: address.app.password,
    application: 'sextant',
    request_timeout: 600_000,
    clickhouse_settings: { wait_end_of_query: 1 },
    log: { level: 127 },
  })
}

function readMigrations(schemaDir: string): Migration[] {
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
  const statements = splitStatements(readFileSync(join(schemaDir, name), 'utf8')).map((text, index) => {
    if (!isRepeatable(text)) {
      throw new Error(
        `Statement ${index + 1} of ${name} cannot be repeated after a start that was cut off. Use IF NOT EXISTS, ` +
          'IF EXISTS or OR REPLACE.',
      )
    }
    return { text, checksum: createHash('sha256').update(text).digest('hex') }
  })
  return { number: Number(number), name, statements }
}

/** Statements without comments, each piece of blank space made one, except in quotes. */
export function splitStatements(file: string): string[] {
  const pieces = file.matchAll(
    /('(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|--[^\n]*|\/\*[\s\S]*?\*\/|(\s+)|([\s\S])/g,
  )
  const statements = ['']
  for (const [piece, quoted, , other] of pieces) {
    const last = statements.length - 1
    if (other === ';') statements.push('')
    else if (quoted !== undefined || other !== undefined) statements[last] += piece
    else if (!statements[last]?.endsWith(' ')) statements[last] += ' '
  }
  return statements.map((text) => text.trim()).filter((text) => text !== '')
}

function isRepeatable(text: string): boolean {
  return (
    /^\{\{\s*distributed\b/.test(text) ||
    /^CREATE OR REPLACE\b/i.test(text) ||
    /^CREATE (?:MATERIALIZED )?\w+ IF NOT EXISTS\b/i.test(text) ||
    /^DROP \w+ IF EXISTS\b/i.test(text) ||
    /^TRUNCATE\b/i.test(text) ||
    (/^ALTER TABLE\b/i.test(text) &&
      !/\b(?:ADD|DROP|RENAME) (?:COLUMN|INDEX|PROJECTION|CONSTRAINT) (?!IF )/i.test(text))
  )
}
