import { toText } from '#contract/decimal.ts'
import type { Difference } from '#contract/verification.ts'
import type { Company } from '#server/accounts/index.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { visibilityOf } from '#server/ledger/journal.ts'
import type { ComparedRows, ComparedTable } from './compared-tables.ts'

/** Of a day that differs, so many parts are looked through for what it is, and so many days of a table. */
const PARTS = 64
const PARTS_LOOKED_AT = 4
const DAYS_LOOKED_AT = 10
/** Of a part, and of each side. */
const ROWS_LOOKED_AT = 10_000

export interface Sides {
  published: Company
  recomputed: Company
  /** Attempts that count, and those of which sums of settlements are kept. */
  live: readonly number[]
  kept: readonly number[]
}
type Side = 'published' | 'recomputed'

export interface Compared {
  rows: number
  daysThatDiffer: number
  differences: Difference[]
}

/**
 * Compares a table of a company with what its files say. Each day is one number on either side, a sum over amounts times
 * hashes of what they are of: it is the same where all sums within the day are, in whatever rows they are kept.
 */
export async function compareTable(
  analytics: Analytics,
  table: ComparedTable,
  sides: Sides,
  { namedMax, signal }: { namedMax: number; signal: AbortSignal },
): Promise<Compared> {
  const days = await bothSides((side) => sumsBy(analytics, table, sides, side, 'toString(its_day)', signal))
  const differing = unequal(days)
  const differences: Difference[] = []
  for (const day of differing.slice(0, DAYS_LOOKED_AT)) {
    if (differences.length >= namedMax) break
    differences.push(...(await differencesOf(analytics, table, sides, day, signal)))
  }
  return {
    rows: [...days.recomputed.values()].reduce((sum, { rows }) => sum + rows, 0),
    daysThatDiffer: differing.length,
    differences: differences.slice(0, namedMax),
  }
}

async function differencesOf(
  analytics: Analytics,
  table: ComparedTable,
  sides: Sides,
  day: string,
  signal: AbortSignal,
): Promise<Difference[]> {
  const part = `toString(its_hash % ${PARTS})`
  const parts = unequal(
    await bothSides((side) => sumsBy(analytics, table, sides, side, part, signal, { day })),
  )
  const looked = parts.slice(0, PARTS_LOOKED_AT)
  const rows = await bothSides((side) =>
    rowsOf(analytics, table, sides, side, { day, parts: looked }, signal),
  )
  return unequal(rows).map((key) => {
    const [line, ...of] = JSON.parse(key) as [string, ...string[]]
    const amountOf = (side: Side) => {
      const found = rows[side].get(key)
      return { amount: toText(BigInt(found?.units ?? 0) * 1000n, 9), rows: found?.rows ?? 0 }
    }
    return {
      table: table.name,
      day,
      line,
      of: of.filter((word) => word !== '').join(' · '),
      published: amountOf('published'),
      recomputed: amountOf('recomputed'),
    }
  })
}

interface Sum {
  /** Equal where the sums are. */
  text: string
  units: string
  rows: number
}

const bothSides = async (
  read: (side: Side) => Promise<Map<string, Sum>>,
): Promise<Record<Side, Map<string, Sum>>> => ({
  published: await read('published'),
  recomputed: await read('recomputed'),
})

const unequal = ({ published, recomputed }: Record<Side, Map<string, Sum>>): string[] =>
  [...new Set([...published.keys(), ...recomputed.keys()])]
    .filter((key) => published.get(key)?.text !== recomputed.get(key)?.text)
    .toSorted()

const source = ({ day, line, of }: ComparedTable, { table, where, units, times, marked }: ComparedRows) => `
  SELECT ${day} AS its_day, [${[line, ...of].map((name) => `toString(${name})`).join(', ')}] AS its_key,
    cityHash64(${[day, line, ...of].join(', ')}) AS its_hash, ${units} AS its_units, toInt64(${times}) AS its_times, toInt64(${marked}) AS its_marked
  FROM ${table} WHERE company_id = {companyId:String} AND ${where}`

const paramsOf = ({ live, kept, ...sides }: Sides, side: Side) => ({
  companyId: sides[side].id,
  ...visibilityOf(sides[side]),
  live: [...live],
  kept: [...kept],
})

async function sumsBy(
  analytics: Analytics,
  table: ComparedTable,
  sides: Sides,
  side: Side,
  by: string,
  signal: AbortSignal,
  { day }: { day?: string } = {},
): Promise<Map<string, Sum>> {
  const weighed = ['its_units', 'its_times', 'its_marked'].map(
    (value) => `toString(sum(toInt256(${value}) * toInt256(its_hash)))`,
  )
  return sumsOf(
    analytics,
    `SELECT ${by} AS key, concat(${weighed.join(`, ' ', `)}) AS text, toString(sum(its_units)) AS units, toString(sum(its_times)) AS rows
     FROM (${source(table, table[side])}) WHERE ${day === undefined ? '1' : 'toString(its_day) = {day:String}'}
     GROUP BY key HAVING text != '0 0 0'`,
    { ...paramsOf(sides, side), ...(day !== undefined && { day }) },
    signal,
  )
}

const rowsOf = (
  analytics: Analytics,
  table: ComparedTable,
  sides: Sides,
  side: Side,
  { day, parts }: { day: string; parts: readonly string[] },
  signal: AbortSignal,
): Promise<Map<string, Sum>> =>
  sumsOf(
    analytics,
    `SELECT toJSONString(its_key) AS key, concat(units, ' ', rows, ' ', toString(sum(its_marked))) AS text,
       toString(sum(its_units)) AS units, toString(sum(its_times)) AS rows
     FROM (${source(table, table[side])}) WHERE toString(its_day) = {day:String} AND has({parts:Array(String)}, toString(its_hash % ${PARTS}))
     GROUP BY key HAVING text != '0 0 0' ORDER BY key LIMIT ${ROWS_LOOKED_AT}`,
    { ...paramsOf(sides, side), day, parts: [...parts] },
    signal,
  )

async function sumsOf(
  analytics: Analytics,
  statement: string,
  params: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Map<string, Sum>> {
  signal.throwIfAborted()
  const rows = await analytics.rows<{ key: string; text: string; units: string; rows: string }>(statement, {
    params,
    signal,
  })
  return new Map(rows.map(({ key, text, units, rows: count }) => [key, { text, units, rows: Number(count) }]))
}
