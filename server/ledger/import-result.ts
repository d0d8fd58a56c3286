import { parseDecimal, toText } from '#contract/decimal.ts'
import { FACT_TABLES, SOURCES, type FactTable, type SourceCode } from '#amazon/index.ts'
import type { ImportCounts, RefusedRow, SettlementResult } from '#contract/imports.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { UNKNOWN_TABLE } from './fact-insert.ts'
import type { JournalWriter } from './journal.ts'

const SUMMARY = 'SUMMARY'

/** The table of a row as its file names it. */
const tableName = (table: FactTable): string =>
  table === 'settlement_lines'
    ? `if(source = ${UNKNOWN_TABLE}, toString(transaction_type), 'settlement_lines')`
    : `'${table}'`

/** Rows of a file: those read, kept, held by another import already, held by a better source, refused. */
export async function countsOf(
  { analytics, company, version }: JournalWriter,
  others: number[],
): Promise<{
  counts: ImportCounts
  marketplaces: string[]
  firstDay: string | null
  lastDay: string | null
  /** A settlement without any rows is one in which nothing happened. */
  statesSettlement: boolean
}> {
  const params = { companyId: company.id, version, others }
  const dayColumns: Record<string, string> = {
    settlement_lines: 'toDate(posted_at)',
    order_items: 'ifNull(purchased_day, toDate(purchased_at))',
    product_costs: 'valid_from',
    exchange_rates: 'rate_date',
    returns: 'return_date',
    ads_daily: 'date',
    fee_estimates: 'snapshot_date',
    expenses: 'start_date',
  }
  const perTable = await analytics.rows<{
    read: string
    refused: string
    first: string | null
    last: string | null
    marketplaces: string[]
  }>(
    FACT_TABLES.map((table) => {
      const day = dayColumns[table]
      const hasMarketplace = table !== 'exchange_rates' && table !== 'settlements'
      // The line that states a settlement is no row, unless it can't be read.
      const isRow = table === 'settlements' ? `problem != ''` : `problem != '${SUMMARY}'`
      return `SELECT ${tableName(table)} AS t, groupBitmap(line_no) AS read, groupBitmapIf(line_no, problem != '') AS refused,
        ${day ? `toString(minIf(${day}, problem = ''))` : 'NULL'} AS first, ${day ? `toString(maxIf(${day}, problem = ''))` : 'NULL'} AS last,
        ${hasMarketplace ? `groupUniqArrayIf(toString(marketplace), problem = '' AND marketplace != '')` : '[]'} AS marketplaces
        FROM ${table} WHERE company_id = {companyId:String} AND import_id = {version:UInt64} AND ${isRow} GROUP BY t HAVING read > 0`
    }).join('\nUNION ALL\n'),
    { params },
  )
  const sum = (pick: (row: (typeof perTable)[number]) => string) =>
    perTable.reduce((total, row) => total + Number(pick(row)), 0)
  const read = sum((row) => row.read)
  const refused = sum((row) => row.refused)
  const [overlap] = await analytics.rows<{ known: string; inactive: string }>(
    `SELECT groupBitmapIf(line_no, source >= best AND is_known) AS known, groupBitmapIf(line_no, source < best) AS inactive
     FROM (
       SELECT line_no, l.source AS source, b.best AS best, (l.account_id, l.settlement_id, l.row_hash, l.ordinal) IN (
         SELECT account_id, settlement_id, row_hash, row_number() OVER (PARTITION BY import_id, account_id, settlement_id, row_hash ORDER BY line_no, part)
         FROM settlement_lines WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '' AND source > 1
       ) AS is_known
       FROM (
         SELECT account_id, settlement_id, row_hash, source, line_no,
           row_number() OVER (PARTITION BY account_id, settlement_id, row_hash ORDER BY line_no, part) AS ordinal
         FROM settlement_lines
         WHERE company_id = {companyId:String} AND import_id = {version:UInt64} AND problem = '' AND source > 1
       ) AS l
       INNER JOIN (
         SELECT account_id, settlement_id, max(source) AS best FROM settlement_lines
         WHERE company_id = {companyId:String} AND import_id IN {others:Array(UInt64)} AND problem = '' AND source > 1
         GROUP BY account_id, settlement_id
       ) AS b ON l.account_id = b.account_id AND l.settlement_id = b.settlement_id
     )`,
    { params },
  )
  const [stated] = await analytics.rows<{ n: string }>(
    `SELECT count() AS n FROM settlements WHERE company_id = {companyId:String} AND import_id = {version:UInt64} AND problem = ''`,
    { params },
  )
  const known = Number(overlap?.known ?? 0)
  const inactive = Number(overlap?.inactive ?? 0)
  const days = perTable.filter((row) => row.read !== row.refused)
  return {
    counts: { read, kept: read - refused - known - inactive, known, inactive, refused },
    marketplaces: [...new Set(perTable.flatMap((row) => row.marketplaces))].toSorted(),
    firstDay:
      days
        .map((row) => row.first)
        .filter((day) => day !== null)
        .toSorted()[0] ?? null,
    lastDay:
      days
        .map((row) => row.last)
        .filter((day) => day !== null)
        .toSorted()
        .at(-1) ?? null,
    statesSettlement: Number(stated?.n ?? 0) > 0,
  }
}

/** Rows that could not be read, in file order. */
export function refusedRowsOf(
  analytics: Analytics,
  companyId: string,
  attempt: number,
  limit: number,
): Promise<RefusedRow[]> {
  return analytics.rows<{ lineNumber: number; table: string; reason: string; text: string }>(
    `SELECT * FROM (${FACT_TABLES.map(
      (table) =>
        `SELECT line_no AS lineNumber, ${tableName(table)} AS table, toString(problem) AS reason, raw AS text FROM ${table}
           WHERE company_id = {companyId:String} AND import_id = {attempt:UInt64} AND problem NOT IN ('', '${SUMMARY}')`,
    ).join('\nUNION ALL\n')}) ORDER BY lineNumber LIMIT 1 BY lineNumber, table LIMIT {limit:UInt32}`,
    { params: { companyId, attempt, limit } },
  )
}

const sourceName = (rank: number): string =>
  (Object.entries(SOURCES) as [SourceCode, number][]).find(([, r]) => r === rank)?.[0] ?? 'NONE'

interface SettlementSums {
  settlementId: string
  source: number
  best: number
  currency: string
  startDate: string | null
  endDate: string | null
  total: string | null
  sum: string
  rows: string
  accountId: string
}

/**
 * Every settlement of an attempt (or of all, without one): what it states and what its rows add up to, over all imports
 * that count, each row once.
 */
export async function settlementSums(
  analytics: Analytics,
  companyId: string,
  live: number[],
  attempt?: number,
): Promise<SettlementSums[]> {
  const ofAttempt = `AND settlement_id IN (
    SELECT settlement_id FROM settlements WHERE company_id = {companyId:String} AND import_id = {attempt:UInt64}
    UNION DISTINCT
    SELECT DISTINCT settlement_id FROM settlement_lines WHERE company_id = {companyId:String} AND import_id = {attempt:UInt64})`
  const params = { companyId, live, ...(attempt !== undefined && { attempt }) }
  const rows = `FROM settlement_lines
    WHERE company_id = {companyId:String} AND import_id IN {live:Array(UInt64)} AND problem = '' AND source > 1 ${attempt === undefined ? '' : ofAttempt}`
  const [sums, stated] = await Promise.all([
    analytics.rows<LineSums>(
      `SELECT account_id AS accountId, settlement_id AS settlementId, source AS rank, any(currency) AS anyCurrency,
         toString(sum(toDecimal128(amount, 9))) AS total, count() AS n, uniqExact(import_id) AS imports
       ${rows} GROUP BY accountId, settlementId, rank`,
      { params },
    ),
    analytics.rows<StatedTotals>(
      `SELECT account_id AS accountId, settlement_id AS settlementId, source AS rank, any(currency) AS anyCurrency, toString(any(total_amount)) AS total,
         if(isNull(any(start_at)), NULL, toString(toDate(any(start_at)))) AS startDate, if(isNull(any(end_at)), NULL, toString(toDate(any(end_at)))) AS endDate
       FROM settlements WHERE company_id = {companyId:String} AND import_id IN {live:Array(UInt64)} AND problem = '' ${attempt === undefined ? '' : ofAttempt}
       GROUP BY accountId, settlementId, rank`,
      { params },
    ),
  ])
  // Only where several files hold one settlement do equal rows have to be told apart.
  const shared = sums.filter((row) => row.imports !== '1').map((row) => row.settlementId)
  const exact =
    shared.length === 0
      ? []
      : await analytics.rows<LineSums>(
          `SELECT accountId, settlementId, rank, any(money) AS anyCurrency, toString(sum(toDecimal128(value, 9))) AS total, count() AS n, '' AS imports FROM (
             SELECT account_id AS accountId, settlement_id AS settlementId, source AS rank, currency AS money, amount AS value, row_hash,
               row_number() OVER (PARTITION BY import_id, account_id, settlement_id, row_hash ORDER BY line_no, part) AS ordinal
             ${rows} AND settlement_id IN {shared:Array(String)}
             LIMIT 1 BY accountId, settlementId, rank, row_hash, ordinal
           ) GROUP BY accountId, settlementId, rank`,
          { params: { ...params, shared } },
        )
  const keyOf = (row: { accountId: string; settlementId: string; rank?: number }) =>
    `${row.accountId} ${row.settlementId} ${row.rank ?? ''}`
  const exactOf = new Map(exact.map((row) => [keyOf(row), row]))
  const statedOf = new Map(stated.map((row) => [keyOf(row), row]))
  const best = new Map<string, number>()
  for (const { accountId, settlementId, rank } of sums) {
    const key = keyOf({ accountId, settlementId })
    best.set(key, Math.max(best.get(key) ?? 0, rank))
  }
  return sums
    .map((row) => {
      const { total, n } = exactOf.get(keyOf(row)) ?? row
      const states = statedOf.get(keyOf(row))
      return {
        accountId: row.accountId,
        settlementId: row.settlementId,
        source: row.rank,
        best: best.get(keyOf({ accountId: row.accountId, settlementId: row.settlementId }))!,
        currency: states?.anyCurrency || row.anyCurrency,
        startDate: states?.startDate ?? null,
        endDate: states?.endDate ?? null,
        total: states?.total ?? null,
        sum: total,
        rows: n,
      }
    })
    .toSorted((a, b) => (`${a.startDate} ${a.settlementId}` < `${b.startDate} ${b.settlementId}` ? -1 : 1))
}

interface LineSums {
  accountId: string
  settlementId: string
  rank: number
  anyCurrency: string
  total: string
  n: string
  imports: string
}

interface StatedTotals {
  accountId: string
  settlementId: string
  rank: number
  anyCurrency: string
  total: string | null
  startDate: string | null
  endDate: string | null
}

export function settlementResult(row: SettlementSums): SettlementResult {
  const difference = row.total === null ? null : subtract(row.total, row.sum)
  return {
    settlementId: row.settlementId,
    source: sourceName(row.source),
    currency: row.currency,
    startDate: row.startDate,
    endDate: row.endDate,
    total: row.total,
    sum: row.sum,
    difference,
    complete: difference === '0',
    active: row.source === row.best,
    rows: Number(row.rows),
  }
}

/** a − b, exactly. */
function subtract(a: string, b: string): string {
  return toText(parseDecimal(a) - parseDecimal(b), 9)
}

export async function settlementsOf(
  { analytics, company }: JournalWriter,
  live: number[],
  attempt: number,
): Promise<SettlementResult[]> {
  return (await settlementSums(analytics, company.id, live, attempt)).map(settlementResult)
}
