import { z } from 'zod'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { groupedBy } from '#contract/grouped-by.ts'
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
  SHARE,
} from './allocation.ts'
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

const standingOf = (rows: Sql, where: Sql): Sql => sql`
  SELECT feed, day, fx_day, marketplace, sku, brand, shown_line AS line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, allocation, sum(n) AS times
  FROM (${rows})
  WHERE ${where}
  GROUP BY feed, day, fx_day, marketplace, sku, brand, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, allocation
  HAVING times != 0`

/**
 * Rows of the ledger that stand: those taken back by a later version have netted to nothing. Expenses have a brand of their
 * own, everything else that of its product.
 */
export const STANDING = standingOf(
  sql`
    SELECT ${ITS_ALLOCATION} AS allocation, feed, day, fx_day, marketplace, sku, '' AS brand, ledger.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost,
      arrayJoin(arrayFilter(one -> has({lines:Array(String)}, one), [${SHOWN_LINE}, ${NAMES_BY_ROW}])) AS shown_line,
      currency, ${amountByRow(sql`shown_line`)} AS amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, n
    FROM ledger
    WHERE ledger.line IN {ledgerLines:Array(String)} AND ${OF_DAYS} AND ${OF_SELECTION}
    UNION ALL
    SELECT ${ALLOCATION_OF_EXPENSES}, 'EXPENSE', day, day, marketplace, '', brand, '', false, 'operatingExpenses', currency, amount, 'AMOUNT', toDecimal64(0, 9), false, '', '', import_id, line_no, part, n
    FROM (${expenseDays})
    WHERE ${VISIBLE} AND ${EXPENSE_IN_SCOPE}`,
  sql`shown_line IN {lines:Array(String)} AND ${IS_SHOWN} AND (unmapped OR NOT {onlyUnmapped:Bool})`,
)

/** The same of plain lines. */
const plainStanding = (allocation: Sql, ofSelection: Sql, where: Sql) =>
  standingOf(
    sql`
    SELECT ${allocation} AS allocation, feed, day, fx_day, marketplace, sku, '' AS brand, toString(ledger.line) AS shown_line, currency, amount, kind, rate, unmapped,
      order_id, settlement_id, import_id, line_no, part, n
    FROM ledger
    WHERE ledger.line IN {lines:Array(String)} AND ${OF_DAYS} AND ${ofSelection}`,
    where,
  )

/** Of all products together, what is shared over them is the row that is shared. */
export const IS_LISTED = sql`NOT ({anyProduct:Bool} AND feed = 'SHARED')`

/** Whether all that stands in a line is of it, whatever else is known: no advertising, and nothing that is read row by row. */
const isPlain = (line: string): boolean =>
  line !== 'operatingExpenses' && !isByRow(line) && !dependsOnReports(line)

type Shape = typeof LEDGER_SCOPE.shape
type Asked = Pick<z.output<typeof LEDGER_SCOPE>, 'lines' | 'onlyUnmapped' | 'anyProduct' | 'shown'> &
  Parameters<typeof isOfAll>[0]

/**
 * What is asked of rows that stand. Of plain lines the statement is half as long, and shorter still of all that a company has: most of
 * what a reader waits for is its planning.
 */
export function ofLedgerStanding<Query>(
  define: (standing: Sql, shape: Shape, suffix: string, isListed: Sql) => Query,
): (scope: Asked) => Query {
  const ofAny = define(STANDING, LEDGER_SCOPE.shape, '', IS_LISTED)
  // More is given to either than it asks for.
  const ofPlain = define(
    plainStanding(ITS_ALLOCATION, OF_SELECTION, IS_SHOWN),
    { ...OF_COMPANY, ...OF_PART } as Shape,
    '_of_plain_lines',
    IS_LISTED,
  )
  const ofWhole = define(
    plainStanding(sql`'OWN'`, sql`1`, sql`1`),
    OF_COMPANY as Shape,
    '_of_plain_lines_of_all',
    sql`feed != 'SHARED'`,
  )
  return (scope) => {
    if (scope.onlyUnmapped || !scope.lines.every(isPlain)) return ofAny
    return scope.anyProduct && isOfAll(scope) && scope.shown.includes('OWN') ? ofWhole : ofPlain
  }
}

export const listed = (standing: Sql, isListed: Sql): Sql =>
  sql`SELECT * FROM (${standing}) WHERE ${isListed}`

/** What files call the rows of a table that a condition names. */
const WORDS = {
  settlement_lines: (where: Sql) => sql`
  SELECT 'settlement_lines' AS fact, import_id, line_no, part, transaction_type, amount_type, amount_description FROM settlement_lines
  WHERE company_id = {companyId:String} AND ${where}`,
  inventory_ledger: (where: Sql) => sql`
  SELECT 'inventory_ledger' AS fact, import_id, line_no, part, 'Inventory ledger' AS transaction_type, toString(disposition) AS amount_type,
    arrayStringConcat(arrayFilter(words -> words != '', arrayMap((name, units) -> if(ifNull(units, 0) = 0, '', concat(name, ' ', toString(abs(units)))),
      ['lost', 'damaged', 'disposed of', 'found'], [lost, damaged, disposed, found])), ', ') AS amount_description
  FROM inventory_ledger WHERE company_id = {companyId:String} AND ${where}`,
  expenses: (where: Sql) => sql`
  SELECT 'expenses' AS fact, import_id, line_no, part, 'Expense' AS transaction_type, category AS amount_type, name AS amount_description FROM expenses
  WHERE company_id = {companyId:String} AND ${where}`,
}

/** What files call rows of the ledger, of those lines of settlements that a condition names. */
export const ledgerWords = (ofSettlements: Sql) =>
  sql.join(
    [
      WORDS.settlement_lines(ofSettlements),
      WORDS.inventory_ledger(sql`date BETWEEN {from:Date} AND {to:Date}`),
      WORDS.expenses(sql`1`),
    ],
    sql` UNION ALL `,
  )

/** Whether the words \`f\` are those of the row \`l\`. A facts file numbers the rows of each of its tables. */
export const ARE_ITS_WORDS = sql`
  multiIf(l.feed IN ('SETTLEMENT', 'FACTS', 'CHARGED', 'STORAGE', 'SHARED'), 'settlement_lines', l.feed = 'EXPENSE', 'expenses', l.feed = 'STOCK', 'inventory_ledger', '') = f.fact
    AND l.import_id = f.import_id AND l.line_no = f.line_no AND l.part = f.part`

/** A page of rows, with what of them is the selection's. */
export const pageOfLedger = (rows: Sql) => sql`
  SELECT *, if(allocation = 'SHARED', toString(${SHARE}), '') AS share FROM (${rows})
  ORDER BY day, import_id, line_no, part, line, kind, amount
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`

export const PAGE_PARAMS = { limit: z.number(), offset: z.number() }

/** What a part of a row that is shared is made with. */
export const SHARE_PARAMS = { shareKeys: z.array(z.string()), shares: z.array(z.string()) }

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
  transactionType: z.string(),
  amountType: z.string(),
  amountDescription: z.string(),
})

/** Of a page \`l\`, without its words. */
export const LEDGER_ROW_COLUMNS = sql`
  l.feed AS feed, toString(l.day) AS day, toString(l.fx_day) AS fxDay, l.marketplace AS marketplace, l.sku AS sku, l.line AS line, l.currency AS currency,
  toString(l.amount * l.times) AS amount, l.kind AS kind, toString(l.rate) AS rate, l.share AS share, l.unmapped AS unmapped, l.order_id AS orderId,
  l.settlement_id AS settlementId, l.import_id AS attempt, l.line_no AS lineNumber, l.part AS part`

export const IN_ORDER = sql`l.day, l.import_id, l.line_no, l.part, l.line, l.kind, l.amount`

const WORD_COLUMNS = { transactionType: true, amountType: true, amountDescription: true } as const

const placedRows = ofLedgerStanding((standing, shape, suffix, isListed) =>
  defineQuery({
    name: `ledger_rows${suffix}`,
    params: z.object({ ...shape, ...SHARE_PARAMS, ...PAGE_PARAMS }),
    row: LEDGER_ROW.omit(WORD_COLUMNS),
    sql: sql`SELECT ${LEDGER_ROW_COLUMNS} FROM (${pageOfLedger(listed(standing, isListed))}) AS l ORDER BY ${IN_ORDER}`,
  }),
)

const wordsAt = (table: WordedTable) =>
  defineQuery({
    name: `words_of_${table}`,
    params: z.object({ attempts: z.array(z.number()), lineNumbers: z.array(z.number()) }),
    row: LEDGER_ROW.pick({
      attempt: true,
      lineNumber: true,
      part: true,
      ...WORD_COLUMNS,
    }),
    sql: sql`
      SELECT import_id AS attempt, line_no AS lineNumber, part, toString(transaction_type) AS transactionType, toString(amount_type) AS amountType,
        toString(amount_description) AS amountDescription
      FROM (${WORDS[table](sql`(import_id, line_no) IN arrayZip({attempts:Array(UInt64)}, {lineNumbers:Array(UInt32)})`)})`,
  })
type WordedTable = keyof typeof WORDS
const words = {
  settlement_lines: wordsAt('settlement_lines'),
  inventory_ledger: wordsAt('inventory_ledger'),
  expenses: wordsAt('expenses'),
} satisfies Record<WordedTable, unknown>
const hasWords = (table: string): table is WordedTable => Object.hasOwn(words, table)

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

/** The rows behind a number, in the order of their days, with what their file calls them. */
export async function readLedgerRows(
  analytics: Analytics,
  company: Company,
  scope: Parameters<typeof placedRows>[0] & z.input<ReturnType<typeof placedRows>['params']>,
  options: { signal?: AbortSignal },
): Promise<z.output<typeof LEDGER_ROW>[]> {
  const rows = await analytics.run(placedRows(scope), company, scope, options)
  const byTable = groupedBy(rows, ({ feed }) => tableOfFeed(feed))
  const placeOf = (table: string, { attempt, lineNumber, part }: Place) =>
    [table, attempt, lineNumber, part].join(' ')
  const found = new Map<string, Words>()
  // Words are looked up by their places: joined to rows they were as long to plan as the rows themselves.
  await Promise.all(
    [...byTable].map(async ([table, of]) => {
      if (!hasWords(table)) return
      const places = {
        attempts: of.map(({ attempt }) => attempt),
        lineNumbers: of.map(({ lineNumber }) => lineNumber),
      }
      for (const one of await analytics.run(words[table], company, places, options))
        found.set(placeOf(table, one), one)
    }),
  )
  return rows.map((row) => {
    const { transactionType, amountType, amountDescription } =
      found.get(placeOf(tableOfFeed(row.feed), row)) ?? WORDLESS
    return { ...row, transactionType, amountType, amountDescription }
  })
}
interface Place {
  attempt: number
  lineNumber: number
  part: number
}
type Words = Pick<z.output<typeof LEDGER_ROW>, 'transactionType' | 'amountType' | 'amountDescription'>
const WORDLESS: Words = { transactionType: '', amountType: '', amountDescription: '' }

/** How many rows each line has in the scope, as `readLedgerRows` lists them: two equal amounts of one line of a file are one. */
export const ledgerRowCounts = ofLedgerStanding((standing, shape, suffix, isListed) =>
  defineQuery({
    name: `ledger_row_counts${suffix}`,
    params: z.object(shape),
    row: z.object({ line: z.string(), rowCount: z.coerce.number() }),
    sql: sql`SELECT line, count() AS rowCount FROM (${listed(standing, isListed)}) GROUP BY line`,
  }),
)

/** VAT rates and unit costs that made the derived rows of the scope. */
export const ratesUsed = ofLedgerStanding((standing, shape, suffix) =>
  defineQuery({
    name: `rates_used${suffix}`,
    params: z.object(shape),
    row: z.object({
      kind: z.enum(['SALES_VAT', 'FEE_VAT', 'COST']),
      marketplace: z.string(),
      rate: DecimalText,
      rowCount: z.coerce.number(),
    }),
    sql: sql`
    SELECT toString(kind) AS kind, toString(marketplace) AS marketplace, toString(rate) AS rate, sum(times) AS rowCount
    FROM (${standing})
    WHERE kind IN ('SALES_VAT', 'FEE_VAT', 'COST')
    GROUP BY kind, marketplace, rate ORDER BY rowCount DESC, rate LIMIT 20`,
  }),
)
