import { FACT_TABLES, SOURCES, type FactTable } from '#amazon/index.ts'
import type { CostQuestion } from '#contract/cost-mapping.ts'
import type { Damage, ImportCounts, RefusedRow, ReplacedRows, SettlementResult } from '#contract/imports.ts'
import type { ImportPart, SellerAccount } from '#server/accounts/index.ts'
import type { OpenedFile } from '#server/reading/pieces.ts'
import type { Analytics } from '#server/analytics/index.ts'
import { UNKNOWN_TABLE } from './fact-insert.ts'
import type { JournalWriter } from '#server/ledger/journal.ts'
import { homesOf, PURCHASED_DAY } from '#server/ledger/derivation/local-days.ts'
import { postedDay, withSettledMarketplace, type Places } from '#server/ledger/derivation/places.ts'
import { LOST } from '#server/ledger/derivation/row-identity.ts'
import { ofImports, type SettlementHoldings } from '#server/ledger/settlements/settlement-holdings.ts'
import { settlementResult, settlementSums } from '#server/ledger/settlements/settlement-sources.ts'

/** What an import found; kept with its record. */
export interface ImportResult {
  reportLabel: string
  marketplaces: string[]
  counts: ImportCounts
  refusedRows: RefusedRow[]
  settlements: SettlementResult[]
  replaced: ReplacedRows[]
  damages: Damage[]
  firstDay: string | null
  lastDay: string | null
  accountChoices?: string[]
  asksMarketplace?: boolean
  asksDay?: boolean
  asksDateOrder?: boolean
  /** Of a list of costs, with its headings. */
  costQuestion?: CostQuestion
  /** Of an archive: its files, and nothing else stands there. */
  parts?: ImportPart[]
}

const SUMMARY = 'SUMMARY'

/** The table of a row as its file names it. */
const tableName = (table: FactTable): string =>
  table === 'settlement_lines'
    ? `if(source = ${UNKNOWN_TABLE}, toString(transaction_type), 'settlement_lines')`
    : `'${table}'`

/** What was read out of a file into these tables. */
export async function readingOf(
  { analytics, company, version }: JournalWriter,
  tables: ReadonlySet<FactTable>,
  {
    accounts,
    places,
    marketplaces: occurring,
  }: {
    accounts: readonly SellerAccount[]
    places: () => Promise<Places>
    /** Of any lines of settlements of the company. */
    marketplaces: () => Promise<string[]>
  },
): Promise<{
  read: number
  refused: number
  marketplaces: string[]
  firstDay: string | null
  lastDay: string | null
}> {
  if (tables.size === 0) return { read: 0, refused: 0, marketplaces: [], firstDay: null, lastDay: null }
  const params = {
    companyId: company.id,
    version,
    ...homesOf(accounts),
    ...(tables.has('settlement_lines') && (await places())),
  }
  const dayColumns: Record<string, string> = {
    settlement_lines: postedDay(await occurring()),
    order_items: PURCHASED_DAY,
    product_costs: 'valid_from',
    exchange_rates: 'rate_date',
    returns: 'return_date',
    ads_daily: 'date',
    listings: 'snapshot_date',
    catalogue_items: 'snapshot_date',
    fee_estimates: 'snapshot_date',
    expenses: 'start_date',
    inventory_ledger: 'date',
    sales_traffic_date: 'date',
    sales_traffic_asin_day: 'date',
    inventory_snapshots: 'date',
    inventory_planning: 'date',
    stranded_inventory: 'date',
    storage_fees: 'month',
    aged_fees: 'date',
    reimbursements: 'date',
    removal_orders: 'date',
    removal_shipments: 'date',
    promotions: `toDate(start_at)`,
    coupons: `toDate(start_at)`,
    vat_transactions: 'date',
    search_query_performance: 'end_date',
  }
  const perTable = await analytics.rows<{
    read: string
    refused: string
    first: string | null
    last: string | null
    marketplaces: string[]
  }>(
    [...tables]
      .map((table) => {
        const day = dayColumns[table]
        const hasMarketplace = table !== 'exchange_rates' && table !== 'settlements'
        // The line that states a settlement is no row, unless it can't be read.
        const isRow = table === 'settlements' ? `problem != ''` : `problem != '${SUMMARY}'`
        const where = `company_id = {companyId:String} AND import_id = {version:UInt64} AND ${isRow}`
        return `SELECT ${tableName(table)} AS t, groupBitmap(line_no) AS read, groupBitmapIf(line_no, problem != '') AS refused,
        ${day ? `toString(minIf(${day}, problem = ''))` : 'NULL'} AS first, ${day ? `toString(maxIf(${day}, problem = ''))` : 'NULL'} AS last,
        ${hasMarketplace ? `groupUniqArrayIf(toString(marketplace), problem = '' AND marketplace != '')` : '[]'} AS marketplaces
        FROM ${table === 'settlement_lines' ? withSettledMarketplace(where) : `${table} WHERE ${where}`} GROUP BY t HAVING read > 0`
      })
      .join('\nUNION ALL\n'),
    { params },
  )
  const sum = (pick: (row: (typeof perTable)[number]) => string) =>
    perTable.reduce((total, row) => total + Number(pick(row)), 0)
  const read = sum((row) => row.read)
  const refused = sum((row) => row.refused)
  const days = perTable.filter((row) => row.read !== row.refused)
  return {
    read,
    refused,
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
  }
}

/** Columns in which a spreadsheet damaged rows of an attempt, and columns that its file lacks, by their headings. */
export async function damagesOf(
  { analytics, company, version }: JournalWriter,
  { type, absent, headings }: Pick<OpenedFile, 'type' | 'absent' | 'headings'>,
  { lines }: SettlementHoldings,
): Promise<Damage[]> {
  if (!type.columns || !('amounts' in type || type.source === 'DATE_RANGE')) return []
  if (lines.every(({ importId, losses }) => importId !== version || losses === 0)) return []
  const [row] = await analytics.rows<Record<string, string>>(
    `SELECT groupBitmap(line_no) AS read, ${DAMAGED.map(
      (column) =>
        // Older wide reports have no time of day.
        `groupBitmapIf(line_no, bitAnd(lost, ${LOST[column]}) != 0 ${column === 'posted_at' ? `AND NOT (isNotNull(posted_day) AND source = ${SOURCES.SETTLEMENT_WIDE})` : ''}) AS lost_${column}`,
    ).join(', ')}
     FROM settlement_lines WHERE company_id = {companyId:String} AND import_id = {version:UInt64} AND problem = ''`,
    { params: { companyId: company.id, version } },
  )
  return DAMAGED.flatMap((column) => {
    const isAbsent = absent.includes(column)
    const rows = Number((isAbsent ? NEEDED.includes(column) && row?.['read'] : row?.[`lost_${column}`]) || 0)
    return rows > 0
      ? [
          {
            column: headings[column] ?? column,
            rows,
            isAbsent,
            changesNumbers: NEEDED.includes(column) || column === 'order_id',
          },
        ]
      : []
  })
}

const DAMAGED = ['order_id', 'order_item_id', 'sku', 'posted_at', 'quantity'] as const
/** Without them the statement says something else. */
const NEEDED: readonly string[] = ['sku', 'quantity']

/** Rows that could not be read, in file order, of those tables that the file may have filled. */
export function refusedRowsOf(
  analytics: Analytics,
  companyId: string,
  attempt: number,
  limit: number,
  tables: Iterable<FactTable> = FACT_TABLES,
  after = 0,
): Promise<RefusedRow[]> {
  return analytics.rows<{ lineNumber: number; table: string; reason: string; text: string }>(
    `SELECT * FROM (${[...tables]
      .map(
        (table) =>
          `SELECT line_no AS lineNumber, ${tableName(table)} AS table, toString(problem) AS reason, raw AS text FROM ${table}
           WHERE company_id = {companyId:String} AND import_id = {attempt:UInt64} AND problem NOT IN ('', '${SUMMARY}') AND line_no > {after:UInt32}`,
      )
      .join('\nUNION ALL\n')}) ORDER BY lineNumber LIMIT 1 BY lineNumber, table LIMIT {limit:UInt32}`,
    { params: { companyId, attempt, limit, after } },
  )
}

/** Refused rows in one download, and of those that are held at once. */
const REFUSED_ROWS_MAX = 1_000_000
const REFUSED_ROWS_AT_ONCE = 5_000

/** The same of all tables, some after the others: each keeps up to two thousand characters of its line. */
export async function* refusedPages(
  analytics: Analytics,
  companyId: string,
  attempt: number | null,
): AsyncGenerator<RefusedRow[], undefined> {
  if (attempt === null) return
  let after = 0
  for (let count = 0; count < REFUSED_ROWS_MAX;) {
    const rows = await refusedRowsOf(analytics, companyId, attempt, REFUSED_ROWS_AT_ONCE, FACT_TABLES, after)
    const isLast = rows.length < REFUSED_ROWS_AT_ONCE
    // A facts file numbers the rows of each of its tables: of the last number others may follow. Whoever makes up thousands of
    // tables has the first of them.
    const last = rows.at(-1)?.lineNumber
    const isOneLine = rows[0]?.lineNumber === last
    const whole = isLast || isOneLine ? rows : rows.filter(({ lineNumber }) => lineNumber !== last)
    yield whole
    if (isLast) return
    count += whole.length
    after = whole.at(-1)!.lineNumber
  }
}

/** The settlements of which an attempt holds or states something. */
export async function settlementsOf(
  { analytics, company, version }: JournalWriter,
  live: number[],
  accounts: readonly SellerAccount[],
  holdings: SettlementHoldings,
): Promise<SettlementResult[]> {
  const { lines, stated } = ofImports(holdings, [version])
  const among = new Set([...lines, ...stated].map(({ settlementId }) => settlementId))
  return (await settlementSums(analytics, company.id, { live, holdings, among })).map((row) =>
    settlementResult(row, accounts),
  )
}
