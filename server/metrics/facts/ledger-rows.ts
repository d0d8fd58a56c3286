import { z } from 'zod'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { earlier, later, type DateRange } from '#contract/date-range.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import type { FactTable } from '#amazon/index.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics, type Sql } from '#server/analytics/index.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_EXPENSES,
  ALLOCATION_OF_SKUS,
  ALLOCATION_SCOPE,
  ALLOCATIONS,
  EXPENSE_IN_SCOPE,
  isOfAll,
  MARKETPLACE_IN_SCOPE,
  ownPart,
  shareOf,
} from './allocation.ts'
import { dateOfDay } from '../segments.ts'
import { amountByRow, isByRow, NAMES_BY_ROW } from './ledger-by-row.ts'
import { EXPENSE_SCOPE, expenseDays } from '#server/ledger/expense-days.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { dependsOnReports, IS_BILLED_COST, SHOWN_LINE, SHOWN_LINE_PARAMS } from '#server/ledger/shown-line.ts'

const OF_COMPANY = {
  basis: z.enum(PNL_BASES),
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  /** Lines as the statement shows them. */
  lines: z.array(z.string()),
}
const OF_PART = {
  ...ALLOCATION_SCOPE,
  /** Rows with these words. */
  shown: z.array(z.enum(ALLOCATIONS)),
}
/** Which rows of the ledger a question is about. */
export const LEDGER_SCOPE = z.object({
  ...OF_COMPANY,
  ...OF_PART,
  /** Only rows that no mapping knows. */
  onlyUnmapped: z.boolean(),
  ledgerLines: z.array(z.string()),
  ...SHOWN_LINE_PARAMS,
  ...EXPENSE_SCOPE,
})

const OF_DAYS = sql`company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date} AND ${VISIBLE}`
const OF_SELECTION = sql`({anyProduct:Bool} OR sku = '' OR sku IN {skus:Array(String)}) AND ${MARKETPLACE_IN_SCOPE}`
const ITS_ALLOCATION = sql`if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS})`
const IS_SHOWN = sql`allocation IN {shown:Array(String)}`
const SHARES = sql`'SHARED'`

/** Rows of the ledger. Expenses have a brand of their own, everything else that of its product. */
export interface LedgerRows {
  /** As they were added and taken back, `times` each: enough for sums and counts, which take a tenth of the time. */
  entries: Sql
  /** Those that stand: what a later version took back has netted to nothing. */
  standing: Sql
}
/** All of them, and those that are listed one by one and counted. */
export interface LedgerRowsOf extends LedgerRows {
  listed: LedgerRows
  isListed: Sql
  share: Share
}
/** What of an amount is the selection's, and what that asks for. */
interface Share {
  params: typeof SHARE_PARAMS
  partOf: (amount: Sql) => Sql
  /** Of a row `l`: its part as text, empty where all of it is. */
  text: Sql
}
/** What a part of a row that is shared is made with. */
export const SHARE_PARAMS = { shareKeys: z.array(z.string()), shares: z.array(z.string()) }
const SOME_ARE_SHARED: Share = {
  params: SHARE_PARAMS,
  partOf: ownPart,
  text: sql`if(l.allocation = 'SHARED', toString(${shareOf(sql`l.currency`, sql`l.day`)}), '')`,
}
/** More is given to its statements than they ask for. */
const NONE_IS_SHARED: Share = { params: {} as typeof SHARE_PARAMS, partOf: (amount) => amount, text: sql`''` }

const COLUMNS = sql`feed, day, fx_day, marketplace, sku, brand, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, allocation`

function rowsOf(columns: Sql, from: Sql, where: Sql, isListed: Sql, share: Share): LedgerRowsOf {
  const under = (condition: Sql): LedgerRows => ({
    entries: sql`SELECT ${columns}, toInt64(n) AS times FROM ${from} WHERE ${condition}`,
    standing: sql`SELECT ${columns}, sum(n) AS times FROM ${from} WHERE ${condition} GROUP BY ${COLUMNS} HAVING times != 0`,
  })
  return { ...under(where), listed: under(sql`${where} AND ${isListed}`), isListed, share }
}

/** Of all products together, what is shared over them is the row that is shared. */
const IS_LISTED = sql`NOT ({anyProduct:Bool} AND feed = ${SHARES})`

export const LEDGER_ROWS = rowsOf(
  COLUMNS,
  sql`(
    SELECT ${ITS_ALLOCATION} AS allocation, feed, day, fx_day, marketplace, sku, '' AS brand, ledger.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost,
      arrayJoin(arrayFilter(one -> has({lines:Array(String)}, one), [${SHOWN_LINE}, ${NAMES_BY_ROW}])) AS line,
      currency, ${amountByRow(sql`line`)} AS amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, n
    FROM ledger
    WHERE ledger.line IN {ledgerLines:Array(String)} AND ${OF_DAYS} AND ${OF_SELECTION}
    UNION ALL
    SELECT ${ALLOCATION_OF_EXPENSES}, 'EXPENSE', day, day, marketplace, '', brand, '', false, 'operatingExpenses', currency, amount, 'AMOUNT', toDecimal64(0, 9), false, '', '', import_id, line_no, part, n
    FROM (${expenseDays})
    WHERE ${VISIBLE} AND ${EXPENSE_IN_SCOPE})`,
  sql`line IN {lines:Array(String)} AND ${IS_SHOWN} AND (unmapped OR NOT {onlyUnmapped:Bool})`,
  IS_LISTED,
  SOME_ARE_SHARED,
)

/** The same of plain lines. */
const plainRows = (allocation: Sql, where: Sql, isListed: Sql, share: Share) =>
  rowsOf(
    sql`feed, day, fx_day, marketplace, sku, '' AS brand, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, ${allocation} AS allocation`,
    sql`ledger`,
    sql`line IN {lines:Array(String)} AND ${OF_DAYS} AND ${where}`,
    isListed,
    share,
  )

/** Whether all that stands in a line is of it, whatever else is known: no advertising, and nothing that is read row by row. */
const isPlain = (line: string): boolean =>
  line !== 'operatingExpenses' && !isByRow(line) && !dependsOnReports(line)

type Shape = typeof LEDGER_SCOPE.shape
type Asked = Pick<z.output<typeof LEDGER_SCOPE>, 'lines' | 'onlyUnmapped' | 'anyProduct' | 'shown'> &
  Parameters<typeof isOfAll>[0]

/**
 * What is asked of rows of the ledger. Of plain lines the statement is half as long, and shorter still of all that a company has: most
 * of what a reader waits for is its planning.
 */
export function ofLedgerRows<Query>(
  define: (rows: LedgerRowsOf, shape: Shape, suffix: string) => Query,
): (scope: Asked) => Query {
  const ofAny = define(LEDGER_ROWS, LEDGER_SCOPE.shape, '')
  // More is given to either than it asks for.
  const ofPlain = define(
    plainRows(ITS_ALLOCATION, sql`${OF_SELECTION} AND ${IS_SHOWN}`, IS_LISTED, SOME_ARE_SHARED),
    { ...OF_COMPANY, ...OF_PART } as Shape,
    '_of_plain_lines',
  )
  const ofWhole = define(
    plainRows(sql`'OWN'`, sql`1`, sql`feed != ${SHARES}`, NONE_IS_SHARED),
    OF_COMPANY as Shape,
    '_of_plain_lines_of_all',
  )
  return (scope) => {
    if (scope.onlyUnmapped || !scope.lines.every(isPlain)) return ofAny
    return scope.anyProduct && isOfAll(scope) && scope.shown.includes('OWN') ? ofWhole : ofPlain
  }
}

export const PAGE_PARAMS = { limit: z.number(), offset: z.number() }

export const LEDGER_ROW = z.object({
  feed: z.string(),
  day: AnsweredDate,
  fxDay: AnsweredDate,
  marketplace: z.string(),
  sku: z.string(),
  line: z.string(),
  currency: z.string(),
  amount: DecimalText,
  kind: z.string(),
  rate: DecimalText,
  /** Empty for what is wholly the selection's. */
  share: z.union([DecimalText, z.literal('')]),
  unmapped: z.coerce.boolean(),
  orderId: z.string(),
  settlementId: z.string(),
  attempt: z.coerce.number(),
  lineNumber: z.number(),
  part: z.number(),
})
export type LedgerRow = z.output<typeof LEDGER_ROW>

/** Of rows `l` that stand, each as often as it does. */
export const LEDGER_ROW_COLUMNS = sql`
  l.feed AS feed, toString(l.day) AS day, toString(l.fx_day) AS fxDay, l.marketplace AS marketplace, l.sku AS sku, l.line AS line, l.currency AS currency,
  toString(l.amount) AS amount, l.kind AS kind, toString(l.rate) AS rate, l.unmapped AS unmapped, l.order_id AS orderId,
  l.settlement_id AS settlementId, l.import_id AS attempt, l.line_no AS lineNumber, l.part AS part, arrayJoin(range(toUInt32(l.times))) AS nth`

/**
 * Pages follow one another: no two rows have the same place. One line of a file becomes a row for each product that it is shared
 * over, many of them of one amount.
 */
export const IN_ORDER = sql`
  l.day, l.import_id, l.line_no, l.part, l.line, l.kind, l.amount, l.sku, l.marketplace, l.currency, l.feed, l.rate`

/** Tables that feeds are made from, where it is not that of settlements. */
const TABLES: Record<string, FactTable> = {
  ORDER: 'order_items',
  EXPECTED: 'order_items',
  RETURN: 'returns',
  ADS: 'ads_daily',
  EXPENSE: 'expenses',
  STOCK: 'inventory_ledger',
}
/** The table that a feed is made from. A facts file numbers the rows of each of its tables. */
export const tableOfFeed = (feed: string): FactTable => TABLES[feed] ?? 'settlement_lines'

/** How many rows a number has, as they are listed. */
export class LedgerRowCounts {
  readonly ofLine = new Map<string, number>()
  readonly #ofDay = new Map<number, number>()

  /** @param day as days are numbered since 1970 */
  add(line: string, day: number, count: number): void {
    this.ofLine.set(line, (this.ofLine.get(line) ?? 0) + count)
    this.#ofDay.set(day, (this.#ofDay.get(day) ?? 0) + count)
  }

  get all(): number {
    return [...this.ofLine.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The days that hold a page, and where it begins in them; undefined where it has no rows. */
  daysOf({ limit, offset }: RowPage): { days: DateRange; offset: number } | undefined {
    let before = 0
    let first: { day: number; before: number } | undefined
    let last = 0
    for (const [day, count] of [...this.#ofDay].toSorted(([a], [b]) => a - b)) {
      if (before >= offset + limit) break
      if (before + count > offset) {
        first ??= { day, before }
        last = day
      }
      before += count
    }
    if (!first || limit === 0) return undefined
    return { days: { start: dateOfDay(first.day), end: dateOfDay(last) }, offset: offset - first.before }
  }
}
export interface RowPage {
  limit: number
  offset: number
}

/**
 * Rows of the ledger one by one, in the order of their days.
 *
 * @param narrow says which of the rows in the scope they are, and with what
 */
export function ledgerPages<Narrowing extends z.ZodRawShape>({
  name,
  params: narrowing,
  narrow,
}: {
  name: string
  params: Narrowing
  narrow: (which: keyof LedgerRows, of: LedgerRowsOf) => Sql
}) {
  // What narrows them is asked for below, once for both.
  const counting = ofLedgerRows((of, shape, suffix) =>
    defineQuery({
      name: `${name}_counted${suffix}`,
      params: z.object({ ...shape, ...(narrowing as object) }),
      row: z.object({ line: z.string(), days: z.array(z.number()), counts: z.array(z.number()) }),
      sql: sql`
      SELECT line, groupArray(day_number) AS days, groupArray(row_count) AS counts
      FROM (
        SELECT line, toInt32(day) AS day_number, toFloat64(sum(times)) AS row_count FROM (${narrow('entries', of)})
        GROUP BY line, day_number HAVING row_count != 0)
      GROUP BY line`,
    }),
  )
  const reading = ofLedgerRows((of, shape, suffix) =>
    defineQuery({
      name: `${name}${suffix}`,
      params: z.object({ ...shape, ...(narrowing as object), ...of.share.params, ...PAGE_PARAMS }),
      row: LEDGER_ROW,
      sql: sql`
      SELECT ${LEDGER_ROW_COLUMNS}, ${of.share.text} AS share
      FROM (${narrow('standing', of)}) AS l
      ORDER BY ${IN_ORDER} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    }),
  )
  type Scope = z.input<typeof LEDGER_SCOPE> &
    z.input<z.ZodObject<typeof SHARE_PARAMS>> & {
      [Name in keyof Narrowing]: z.input<Narrowing[Name]>
    }
  return {
    /** How many of them each line has. */
    async count(
      analytics: Analytics,
      company: Company,
      scope: Scope,
      options: { signal?: AbortSignal | undefined },
    ): Promise<LedgerRowCounts> {
      const found = new LedgerRowCounts()
      for (const { line, days, counts } of await analytics.run(counting(scope), company, scope, options))
        for (const [index, day] of days.entries()) found.add(line, day, counts[index]!)
      return found
    },
    /** A page of them: of its days alone, so that no others are read. */
    async read(
      analytics: Analytics,
      company: Company,
      scope: Scope,
      { counts, limit, offset }: RowPage & { counts: LedgerRowCounts },
      options: { signal?: AbortSignal | undefined },
    ): Promise<LedgerRow[]> {
      const found = counts.daysOf({ limit, offset })
      if (!found) return []
      const { start, end } = found.days
      const ofDays = {
        from: start,
        to: end,
        expensesFrom: later(scope.expensesFrom, start),
        expensesTo: earlier(scope.expensesTo, end),
      }
      const params = { ...scope, ...ofDays, limit, offset: found.offset }
      return analytics.run(reading(scope), company, params, options)
    },
  }
}

/** All of a number. */
export const ledgerRows = ledgerPages({
  name: 'ledger_rows',
  params: {},
  narrow: (which, { listed }) => listed[which],
})

/** VAT rates and unit costs that made the derived rows of the scope, from the lowest to the highest of each marketplace. */
export const ratesUsed = ofLedgerRows(({ entries }, shape, suffix) =>
  defineQuery({
    name: `rates_used${suffix}`,
    params: z.object(shape),
    row: z.object({
      kind: z.enum(['SALES_VAT', 'FEE_VAT', 'COST']),
      marketplace: z.string(),
      lowest: DecimalText,
      highest: DecimalText,
      rowCount: z.coerce.number(),
    }),
    sql: sql`
    SELECT its_kind AS kind, place AS marketplace, toString(min(its_rate)) AS lowest, toString(max(its_rate)) AS highest, sum(row_count) AS rowCount
    FROM (
      SELECT toString(kind) AS its_kind, toString(marketplace) AS place, rate AS its_rate, sum(times) AS row_count
      FROM (${entries})
      WHERE kind IN ('SALES_VAT', 'FEE_VAT', 'COST')
      GROUP BY its_kind, place, its_rate HAVING row_count != 0)
    GROUP BY its_kind, place ORDER BY rowCount DESC, kind, marketplace`,
  }),
)
