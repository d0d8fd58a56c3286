import { z } from 'zod'
import { PNL_BASES } from '#contract/profit-and-loss.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import {
  ALLOCATION,
  ALLOCATION_OF_EXPENSES,
  ALLOCATION_OF_SKUS,
  ALLOCATION_SCOPE,
  ALLOCATIONS,
  EXPENSE_IN_SCOPE,
  MARKETPLACE_IN_SCOPE,
  SHARE,
} from './allocation.ts'
import { amountByRow, NAMES_BY_ROW } from './ledger-by-row.ts'
import { EXPENSE_SCOPE, expenseDays } from '#server/ledger/expense-days.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { IS_BILLED_COST, SHOWN_LINE, SHOWN_LINE_PARAMS } from '#server/ledger/shown-line.ts'

/** Which rows of the ledger a question is about. */
export const LEDGER_SCOPE = z.object({
  basis: z.enum(PNL_BASES),
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  /** Lines as the statement shows them. */
  lines: z.array(z.string()),
  ledgerLines: z.array(z.string()),
  ...SHOWN_LINE_PARAMS,
  ...ALLOCATION_SCOPE,
  /** Rows with these words. */
  shown: z.array(z.enum(ALLOCATIONS)),
  /** Only rows that no mapping knows. */
  onlyUnmapped: z.boolean(),
  ...EXPENSE_SCOPE,
})

/**
 * Rows of the ledger that stand: those taken back by a later version have netted to nothing. Expenses have a brand of their
 * own, everything else that of its product.
 */
export const STANDING = sql`
  SELECT feed, day, fx_day, marketplace, sku, brand, shown_line AS line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, allocation, sum(n) AS times
  FROM (
    SELECT if({anyProduct:Bool}, ${ALLOCATION}, ${ALLOCATION_OF_SKUS}) AS allocation, feed, day, fx_day, marketplace, sku, '' AS brand, ledger.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost, 
      arrayJoin(arrayFilter(one -> has({lines:Array(String)}, one), [${SHOWN_LINE}, ${NAMES_BY_ROW}])) AS shown_line,
      currency, ${amountByRow(sql`shown_line`)} AS amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, n
    FROM ledger
    WHERE company_id = {companyId:String} AND basis = {basis:String} AND ledger.line IN {ledgerLines:Array(String)} AND day BETWEEN {from:Date} AND {to:Date}
      AND ${VISIBLE}
      AND ({anyProduct:Bool} OR sku = '' OR sku IN {skus:Array(String)}) AND ${MARKETPLACE_IN_SCOPE}
    UNION ALL
    SELECT ${ALLOCATION_OF_EXPENSES}, 'EXPENSE', day, day, marketplace, '', brand, '', false, 'operatingExpenses', currency, amount, 'AMOUNT', toDecimal64(0, 9), false, '', '', import_id, line_no, part, n
    FROM (${expenseDays})
    WHERE ${VISIBLE} AND ${EXPENSE_IN_SCOPE}
  )
  WHERE shown_line IN {lines:Array(String)} AND allocation IN {shown:Array(String)} AND (unmapped OR NOT {onlyUnmapped:Bool})
  GROUP BY feed, day, fx_day, marketplace, sku, brand, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, allocation
  HAVING times != 0`

/** Of all products together, what is shared over them is the row that is shared. */
export const IS_LISTED = sql`NOT ({anyProduct:Bool} AND feed = 'SHARED')`
export const LISTED = sql`SELECT * FROM (${STANDING}) WHERE ${IS_LISTED}`

/** What files call rows of the ledger, of those lines of settlements that a condition names. */
export const ledgerWords = (ofSettlements: Sql) => sql`
  SELECT 'settlement_lines' AS fact, import_id, line_no, part, transaction_type, amount_type, amount_description FROM settlement_lines
  WHERE company_id = {companyId:String} AND ${ofSettlements}
  UNION ALL
  SELECT 'inventory_ledger', import_id, line_no, part, 'Inventory ledger', disposition,
    arrayStringConcat(arrayFilter(words -> words != '', arrayMap((name, units) -> if(ifNull(units, 0) = 0, '', concat(name, ' ', toString(abs(units)))),
      ['lost', 'damaged', 'disposed of', 'found'], [lost, damaged, disposed, found])), ', ')
  FROM inventory_ledger WHERE company_id = {companyId:String} AND date BETWEEN {from:Date} AND {to:Date}
  UNION ALL
  SELECT 'expenses', import_id, line_no, part, 'Expense', category, name FROM expenses WHERE company_id = {companyId:String}`

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

/** The rows behind a number, in the order of their days, with what their file calls them. */
export const ledgerRows = defineQuery({
  name: 'ledger_rows',
  params: LEDGER_SCOPE.extend({ shares: z.array(z.string()), ...PAGE_PARAMS }),
  row: LEDGER_ROW,
  sql: sql`
    SELECT ${LEDGER_ROW_COLUMNS}, f.transaction_type AS transactionType, f.amount_type AS amountType, f.amount_description AS amountDescription
    FROM (${pageOfLedger(LISTED)}) AS l
    LEFT JOIN (${ledgerWords(sql`(import_id, line_no, part) IN (
      SELECT import_id, line_no, part FROM (${LISTED})
      ORDER BY day, import_id, line_no, part, line, kind, amount
      LIMIT {limit:UInt32} OFFSET {offset:UInt32})`)}) AS f ON ${ARE_ITS_WORDS}
    ORDER BY ${IN_ORDER}`,
})

/** How many rows each line has in the scope, as `ledgerRows` lists them: two equal amounts of one line of a file are one. */
export const ledgerRowCounts = defineQuery({
  name: 'ledger_row_counts',
  params: LEDGER_SCOPE,
  row: z.object({ line: z.string(), rowCount: z.coerce.number() }),
  sql: sql`SELECT line, count() AS rowCount FROM (${LISTED}) GROUP BY line`,
})

/** VAT rates and unit costs that made the derived rows of the scope. */
export const ratesUsed = defineQuery({
  name: 'rates_used',
  params: LEDGER_SCOPE,
  row: z.object({
    kind: z.enum(['SALES_VAT', 'FEE_VAT', 'COST']),
    marketplace: z.string(),
    rate: DecimalText,
    rowCount: z.coerce.number(),
  }),
  sql: sql`
    SELECT toString(kind) AS kind, toString(marketplace) AS marketplace, toString(rate) AS rate, sum(times) AS rowCount
    FROM (${STANDING})
    WHERE kind IN ('SALES_VAT', 'FEE_VAT', 'COST')
    GROUP BY kind, marketplace, rate ORDER BY rowCount DESC, rate LIMIT 20`,
})
