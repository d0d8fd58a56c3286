import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { flushDirectory } from '#server/files/flush-directory.ts'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { AccountsError } from './accounts-error.ts'
import type { Db, Tx } from './open.ts'
import { companies, tombstones } from './schema.ts'

/*
 * A dump is gzipped lines of JSON and the same for both engines: a head, then per table, parents before children, its
 * name with its columns and one line per row as the database itself writes it, then a tail. Rows never become
 * JavaScript values, so nothing is rounded on the way. The head names the state, the tail proves that nothing is missing.
 */

const FORMAT = 1
/**
 * What is dumped, by schema and without these tables. Left out are the bookkeeping of migrations, the sign-ins of the
 * user pool, because a restore must not bring back one that has been ended since, and who is on the way to Amazon, which
 * lasts for minutes.
 */
const SCHEMAS: Record<string, readonly string[]> = {
  public: ['connection_states'],
  identity: ['migrations', 'sign_ins', 'refresh_tokens', 'challenges', 'spent_blocks'],
}
/** Of those that are left out, what a restore must not empty. */
const KEPT = 'identity.migrations'
/** Columns that older dumps hold and nobody reads any longer, by table. Any other unknown one makes a dump unusable. */
const DROPPED: Record<string, readonly string[]> = { sync_tasks: ['document_id'] }
const ROWS_PER_STATEMENT = 500

type Head = {
  sextantAccounts: typeof FORMAT
  writtenAt: string
  state: string
  /** Which schemas it holds; older ones hold `public` alone and do not say so. */
  schemas?: string[]
  sequences: { name: string; next: string }[]
}
/** Tables of the schema `public` go by their name alone. */
type TableLine = { table: string; columns: string[] }
type Tail = { end: true; rows: number }

/** Writes everything as of one moment into `file`, which is there completely and on the disk, or not at all. */
export async function dumpDatabase(db: Db, file: string): Promise<{ state: string; rows: number }> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  try {
    const written = await db.transaction(
      async (tx) => {
        const state = await databaseState(tx)
        let rows = 0
        const tables = (await tablesParentsFirst(tx)).filter(isDumped)
        const lines = async function* () {
          const head: Head = {
            sextantAccounts: FORMAT,
            writtenAt: new Date().toISOString(),
            state,
            schemas: [...new Set(tables.map(({ table }) => nameParts(table)[0]))],
            sequences: await sequences(tx),
          }
          yield `${JSON.stringify(head)}\n`
          for (const table of tables) {
            yield `${JSON.stringify(table satisfies TableLine)}\n`
            for await (const row of rowsAsText(tx, table.table)) {
              rows += 1
              yield `${row}\n`
            }
          }
          yield `${JSON.stringify({ end: true, rows } satisfies Tail)}\n`
        }
        await pipeline(
          lines,
          createGzip({ level: 1 }),
          createWriteStream(unfinished, { flush: true, mode: 0o600 }),
        )
        return { state, rows }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    await rename(unfinished, file)
    await flushDirectory(dirname(file))
    return written
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** What a dump says about the database it was taken from: two dumps of the same state hold the same. */
export async function dumpedState(file: string): Promise<string | undefined> {
  for await (const line of dumpLines(file)) return parseHead(line, file).state
  return undefined
}

/** Changes with every transaction that wrote something. */
export async function databaseState(db: Tx): Promise<string> {
  const [row] = await rowsOf<{ state: string }>(
    db,
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as state`,
  )
  return row!.state
}

/**
 * Fills the database from a dump in one transaction. What is there already must be empty of companies or be replaced.
 * Companies whose deletion is known on either side stay deleted, and sequences never go back.
 */
export async function loadDump(
  db: Db,
  file: string,
  { replace }: { replace: boolean },
): Promise<{ rows: number }> {
  return db.transaction(async (tx) => {
    const existing = await tx.select({ id: companies.id }).from(companies).limit(1)
    if (existing.length > 0 && !replace) {
      throw new AccountsError(
        'RESTORE_TARGET_NOT_EMPTY',
        'There are companies in the target already. Ask for them to be replaced, or choose an empty target.',
      )
    }
    // Older states may say of two people that they have one address.
    await tx.execute(sql`set constraints users_email deferred`)
    const buriedHere = await tx.select().from(tombstones)
    const columnsHere = new Map(
      (await tablesParentsFirst(tx)).map(({ table, columns }) => [table, new Set(columns)]),
    )
    let head: Head | undefined
    let table: TableLine | undefined
    let tail: Tail | undefined
    let rows = 0
    let batch: string[] = []
    const flush = async () => {
      if (table && batch.length > 0) await tx.execute(insertRows(table, batch))
      rows += batch.length
      batch = []
    }
    for await (const line of dumpLines(file)) {
      if (!head) {
        head = parseHead(line, file)
        await empty(tx, [...columnsHere.keys()], head.schemas ?? ['public'])
      } else if (line.startsWith('{"table":')) {
        await flush()
        table = withoutDropped(JSON.parse(line) as TableLine)
        const known = columnsHere.get(table.table)
        if (!table.columns.every((column) => known?.has(column))) {
          throw unusable(file, `it holds a table ${table.table} that this version does not have`)
        }
      } else if (line.startsWith('{"end":')) {
        await flush()
        tail = JSON.parse(line) as Tail
      } else {
        batch.push(line)
        if (batch.length === ROWS_PER_STATEMENT) await flush()
      }
    }
    if (!head || tail?.rows !== rows) throw unusable(file, 'its end is missing')

    await tx.execute(sql`
      update users set email = null
      where email in (select email from users group by email having count(*) > 1)`)
    for (const { name, next } of head.sequences) {
      await tx.execute(sql`
        select setval(${name}::regclass, ${next}::bigint, false) from pg_sequences
        where schemaname = 'public' and sequencename = ${name} and coalesce(last_value + 1, start_value) < ${next}::bigint`)
    }
    if (buriedHere.length > 0) await tx.insert(tombstones).values(buriedHere).onConflictDoNothing()
    await tx
      .delete(companies)
      .where(inArray(companies.id, tx.select({ id: tombstones.companyId }).from(tombstones)))
    return { rows }
  })
}

const withoutDropped = ({ table, columns }: TableLine): TableLine => ({
  table,
  columns: columns.filter((column) => !DROPPED[table]?.includes(column)),
})

/** What the dump says nothing of stays as it is. */
async function empty(tx: Tx, tables: string[], schemas: string[]): Promise<void> {
  const replaced = tables.filter((table) => table !== KEPT && schemas.includes(nameParts(table)[0]))
  await tx.execute(sql`truncate ${sql.join(replaced.map(identifierOf), sql`, `)}`)
}

function insertRows({ table, columns }: TableLine, rows: string[]): SQL {
  // Only the dumped columns are named: those that a later migration added take their defaults.
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  const target = identifierOf(table)
  return sql`
    insert into ${target} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${target}, ${`[${rows.join(',')}]`}::json)`
}

async function* rowsAsText(tx: Tx, table: string): AsyncGenerator<string> {
  await tx.execute(
    sql`declare dumped no scroll cursor for select to_jsonb(t)::text as line from ${identifierOf(table)} as t`,
  )
  for (;;) {
    const lines = await rowsOf<{ line: string }>(
      tx,
      sql`fetch ${sql.raw(String(ROWS_PER_STATEMENT))} from dumped`,
    )
    if (lines.length === 0) break
    for (const { line } of lines) yield line
  }
  await tx.execute(sql`close dumped`)
}

const nameParts = (table: string): [schema: string, name: string] => {
  const [schema, name] = table.split('.')
  return name === undefined ? ['public', table] : [schema!, name]
}

function identifierOf(table: string): SQL {
  const [schema, name] = nameParts(table)
  return sql`${sql.identifier(schema)}.${sql.identifier(name)}`
}

function isDumped({ table }: TableLine): boolean {
  const [schema, name] = nameParts(table)
  return !SCHEMAS[schema]?.includes(name)
}

/** The tables of our schemas; those of the user pool are there once it was opened. */
async function tablesParentsFirst(tx: Tx): Promise<TableLine[]> {
  const tables = await rowsOf<TableLine & { parents: string[] }>(
    tx,
    sql`
      select ${nameIn(sql`t`)} as "table",
        (select json_agg(a.attname order by a.attnum) from pg_attribute a
          where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        coalesce((select json_agg(${nameIn(sql`p`)}) from pg_constraint c join pg_class p on p.oid = c.confrelid
          where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid), '[]') as parents
      from pg_class t
      where t.relnamespace::regnamespace::text in ${Object.keys(SCHEMAS)} and t.relkind = 'r'
      order by 1`,
  )
  const sorted: TableLine[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      ({ parents }) => !tables.some((other) => waiting.has(other) && parents.includes(other.table)),
    )
    if (ready.length === 0) throw new Error('The foreign keys form a circle.')
    for (const next of ready) {
      waiting.delete(next)
      sorted.push({ table: next.table, columns: next.columns })
    }
  }
  return sorted
}

const nameIn = (alias: SQL): SQL =>
  sql`case when ${alias}.relnamespace = 'public'::regnamespace then ${alias}.relname::text
    else ${alias}.relnamespace::regnamespace::text || '.' || ${alias}.relname end`

async function sequences(tx: Tx): Promise<Head['sequences']> {
  return rowsOf(
    tx,
    sql`select sequencename as name, coalesce(last_value + 1, start_value)::text as next from pg_sequences where schemaname = 'public' order by 1`,
  )
}

async function* dumpLines(file: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const reading = pipeline(createReadStream(file), gunzip)
  reading.catch(() => {}) // the loop below fails with the same error
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error)
  }
}

function parseHead(line: string, file: string): Head {
  const expected = `{"sextantAccounts":${FORMAT},`
  if (!line.startsWith(expected)) throw unusable(file, 'it is no dump of accounts that this version can read')
  return JSON.parse(line) as Head
}

const unusable = (file: string, why: string, cause?: unknown) =>
  new AccountsError('RESTORE_FILE_UNUSABLE', `${file} cannot be restored: ${why}.`, { cause })

/** Both drivers answer a raw statement with `rows`, which their common type does not say. */
async function rowsOf<Row>(db: Tx, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows
}
