import { z } from 'zod'
import { monthOf } from '#contract/closed-months.ts'
import type { Company } from '#server/accounts/index.ts'
import { endingTogether, sql, type Analytics, type Sql } from '#server/analytics/index.ts'

/**
 * Rows that a reader of this company sees: up to its published version, without those of attempts that never were
 * published. Works on every journal table, and is what writers compare with.
 */
export const PUBLISHED = sql`version <= {publishedVersion:UInt64} AND version NOT IN {deadVersions:Array(UInt64)}`

/** SQL of what a version that is being made says: what is published, and what it has written itself. */
export const WITH_OWN = `(${PUBLISHED.text} OR version = {version:UInt64})`

/**
 * SQL: up to which version rows of a day are read. A closed month is read as it was when it was closed; where none is
 * closed this is a constant.
 */
export const readVersion = (day: Sql): Sql => sql`
  if(empty({closedMonths:Array(UInt32)}), {publishedVersion:UInt64},
    transform(toYYYYMM(${day}), {closedMonths:Array(UInt32)}, {closedVersions:Array(UInt64)}, {publishedVersion:UInt64}))`

/**
 * The same of a journal whose rows have a `day`, for whoever reads its numbers: days of closed months as they were when
 * these were closed.
 */
export const VISIBLE = sql`version <= ${readVersion(sql`day`)} AND version NOT IN {deadVersions:Array(UInt64)}`

/** What `VISIBLE` asks for. */
export const VISIBILITY = {
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  closedMonths: z.array(z.number()),
  closedVersions: z.array(z.number()),
}

/** As the engine numbers months: 202505. */
export const monthNumber = (month: string): number => Number(month.slice(0, 7).replace('-', ''))

/** The same in a process. */
export const readVersionOn = (company: Company, day: string): number =>
  company.closedMonths.find(({ month }) => month === monthOf(day))?.version ?? company.publishedVersion

export const visibilityOf = (company: Company) => ({
  publishedVersion: company.publishedVersion,
  deadVersions: [...company.deadVersions],
  closedMonths: company.closedMonths.map(({ month }) => monthNumber(month)),
  closedVersions: company.closedMonths.map(({ version }) => version),
})

/** One writer of one version: all statements carry the version in their query id, so that they can be stopped together. */
export interface JournalWriter {
  analytics: Analytics
  company: Company
  version: number
  signal?: AbortSignal | undefined
}

/** Does the work of a version. Nothing of it is written any more once this has rejected. */
export const writing = <T>(
  { analytics, ...version }: JournalWriter,
  work: (writer: JournalWriter) => Promise<T>,
): Promise<T> =>
  endingTogether(analytics, version.signal, (own, signal) => work({ ...version, analytics: own, signal }))

/** A table of rows that are added and taken back: its columns without count and version. */
export interface Journal {
  table: string
  columns: readonly string[]
}

/** In the order in which every derivation gives them. */
export const LEDGER_COLUMNS = [
  'company_id',
  'account_id',
  'basis',
  'feed',
  'day',
  'fx_day',
  'marketplace',
  'sku',
  'line',
  'currency',
  'amount',
  'kind',
  'rate',
  'unmapped',
  'order_id',
  'settlement_id',
  'import_id',
  'line_no',
  'part',
] as const

const LEDGER: Journal = { table: 'ledger', columns: LEDGER_COLUMNS }

/** Of every insert of a change, so that its memory does not grow with the file. */
export const INSERT_SETTINGS = {
  // A report may span more months than the engine expects of one insert.
  max_partitions_per_insert_block: 1000,
  max_insert_threads: 1,
  // Rows wait in memory until so many are one part of a table.
  min_insert_block_size_rows: 262_144,
  min_insert_block_size_bytes: 32_000_000,
}

let statements = 0

/** Journals into which a writer has written. */
const written = new WeakMap<JournalWriter, Set<string>>()
const noteWritten = (writer: JournalWriter, table: string) =>
  written.set(writer, (written.get(writer) ?? new Set()).add(table))

/** Runs one statement of a version. */
export async function write(
  { analytics, company, version }: JournalWriter,
  statement: string,
  params: Record<string, unknown> = {},
  settings: Record<string, string | number> = {},
): Promise<void> {
  await analytics.command(statement, {
    params: { companyId: company.id, version, ...visibilityOf(company), ...params },
    queryId: `${queryIdPrefix(company, version)}${++statements}`,
    settings: { ...INSERT_SETTINGS, ...settings },
  })
}

/** Of all statements of a company, or of one version of it. */
export const queryIdPrefix = (company: { id: string }, version?: number): string =>
  `write-${company.id}-${version === undefined ? '' : `${version}-`}`

/** Adds rows for facts of which the journal holds nothing yet. */
export async function append(
  writer: JournalWriter,
  selects: readonly string[],
  params: Record<string, unknown>,
  { table, columns }: Journal = LEDGER,
): Promise<void> {
  noteWritten(writer, table)
  // One after the other: each already uses all processors, and together they would hold their memory together.
  for (const select of selects)
    await write(
      writer,
      `INSERT INTO ${table} (${columns.join(', ')}, n, version)\nSELECT *, 1, {version:UInt64} FROM (${select})`,
      params,
    )
}

/**
 * Makes the journal hold exactly the selected rows within a condition on its columns (in the ledger within feeds too):
 * adds what is missing and takes back what no longer holds. Doing it again adds nothing.
 */
export async function replace(
  writer: JournalWriter,
  selects: readonly string[],
  within: { feeds?: readonly string[]; where: string },
  params: Record<string, unknown>,
  { table, columns: names }: Journal = LEDGER,
): Promise<void> {
  noteWritten(writer, table)
  const columns = names.join(', ')
  const wanted = selects.map((select) => `SELECT *, toInt64(1) AS times FROM (${select})`)
  const standing = `SELECT ${columns}, -toInt64(n) AS times FROM ${table}
    WHERE company_id = {companyId:String} AND ${within.feeds ? 'feed IN {feeds:Array(String)}' : '1'} AND ${PUBLISHED.text} AND (${within.where})`
  // The union takes its column names from the first part; the standing rows give the plain ones.
  await write(
    writer,
    // Equal rows are added up in a window rather than a group: the planner hashes everything below a GROUP BY, which takes
    // it longer than all the rest. The line comes first, so that whole rows are compared within a line alone.
    `INSERT INTO ${table} (${columns}, n, version)
SELECT ${names.map((_, index) => `row.${index + 1}`).join(', ')}, toInt32(net), {version:UInt64}
FROM (
  SELECT (${columns}) AS row, sum(times) OVER (PARTITION BY import_id, line_no, part, row) AS net
  FROM (${[standing, ...wanted].join('\nUNION ALL\n')})
)
WHERE net != 0
LIMIT 1 BY row`,
    { ...params, ...(within.feeds && { feeds: within.feeds }) },
  )
}

/** Sums of a journal's rows, a journal itself: a change adds its own sums under the same version. */
export interface RollUp {
  table: string
  /** The journal. */
  from: string
  keys: string
  /** Its other columns, as sums over the rows that it is made from. */
  sums: Record<string, string>
}

const BY_DAY = 'basis, day, fx_day, marketplace, line, currency'

const LEDGER_SUMS = {
  amount: 'toDecimal64(sum(toDecimal128(amount, 9) * n), 9)',
  row_count: 'sum(n)',
  unmapped_count: 'sumIf(n, unmapped)',
}

const LEDGER_ROLL_UPS: readonly RollUp[] = [
  {
    table: 'ledger_by_day_sku',
    from: 'ledger',
    keys: `${BY_DAY}, sku`,
    sums: LEDGER_SUMS,
  },
  {
    table: 'ledger_by_day',
    from: 'ledger',
    keys: BY_DAY,
    sums: LEDGER_SUMS,
  },
]

/** Brings roll-ups to the state of their journal. They are sums, so the version's own rows are all they need: nothing, where it has none. */
export async function rollUp(
  writer: JournalWriter,
  rollUps: readonly RollUp[] = LEDGER_ROLL_UPS,
): Promise<void> {
  const due = rollUps.filter(({ from }) => written.get(writer)?.has(from))
  // Side by side: each takes the planner longer than its rows take.
  const rollUpOne = async ({ table, from, keys, sums }: RollUp) => {
    const names = Object.keys(sums)
    // Inner names carry a suffix so that an alias never hides the column it is made from.
    await write(
      writer,
      `INSERT INTO ${table} (company_id, ${keys}, ${names.join(', ')}, version)
SELECT {companyId:String}, ${keys}, ${names.map((name) => `${sums[name]} AS ${name}_net`).join(', ')}, {version:UInt64}
FROM ${from}
WHERE company_id = {companyId:String} AND version = {version:UInt64}
GROUP BY ${keys}
HAVING ${names.map((name) => `${name}_net != 0`).join(' OR ')}`,
    )
  }
  await Promise.all(due.map(rollUpOne))
}

/** Tables whose rows carry the version under which they were written. */
export const JOURNALS = [
  'ledger',
  'ledger_by_day',
  'ledger_by_day_sku',
  'daily_rates',
  'expense_periods',
  'measures',
  'measures_by_day',
  'measures_by_product',
]

/** Whether a reader sees any such row of a journal. */
export async function holds(
  { analytics, company }: JournalWriter,
  journal: string,
  where = '1',
  params: Record<string, unknown> = {},
): Promise<boolean> {
  if (company.publishedVersion === 0) return false
  const rows = await analytics.rows(
    `SELECT 1 FROM ${journal} WHERE company_id = {companyId:String} AND ${PUBLISHED.text} AND (${where}) LIMIT 1`,
    { params: { ...params, companyId: company.id, ...visibilityOf(company) } },
  )
  return rows.length > 0
}
