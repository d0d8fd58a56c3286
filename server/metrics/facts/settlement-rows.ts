import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { PUBLISHED } from '#server/ledger/journal.ts'
import { IS_BILLED_COST, SHOWN_LINE, SHOWN_LINE_PARAMS } from '#server/ledger/shown-line.ts'
import { IN_ORDER, LEDGER_ROW, LEDGER_ROW_COLUMNS, PAGE_PARAMS } from './ledger-rows.ts'

/** What Amazon paid or charged in a settlement, and what was derived from it. */
const SCOPE = z.object({
  accountId: z.string(),
  settlementId: z.string(),
  from: IsoDate,
  to: IsoDate,
  /** As the statement shows them. */
  lines: z.array(z.string()),
  ledgerLines: z.array(z.string()),
  kinds: z.array(z.string()),
  /** Null for rows of all, and empty for those of none. */
  marketplace: z.string().nullable(),
  /** Of the settlement: what was derived in another one counts in none of its sums. */
  currency: z.string(),
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  ...SHOWN_LINE_PARAMS,
})

const STANDING = sql`
  SELECT feed, day, fx_day, marketplace, sku, shown_line AS line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, sum(n) AS times
  FROM (
    SELECT feed, day, fx_day, marketplace, sku, ledger.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost, ${SHOWN_LINE} AS shown_line,
      currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, n
    FROM ledger
    WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND feed = 'SETTLEMENT' AND account_id = {accountId:String}
      AND settlement_id = {settlementId:String} AND ledger.line IN {ledgerLines:Array(String)} AND day BETWEEN {from:Date} AND {to:Date}
      AND ({marketplace:Nullable(String)} IS NULL OR marketplace = {marketplace:Nullable(String)})
      AND kind IN {kinds:Array(String)} AND (kind = 'AMOUNT' OR currency = {currency:String}) AND ${PUBLISHED}
  )
  WHERE shown_line IN {lines:Array(String)}
  GROUP BY feed, day, fx_day, marketplace, sku, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part
  HAVING times != 0`

/** The rows of a settlement behind some lines of it, in the order of their days. */
export const settlementRows = defineQuery({
  name: 'settlement_rows',
  params: SCOPE.extend(PAGE_PARAMS),
  row: LEDGER_ROW,
  sql: sql`
    SELECT ${LEDGER_ROW_COLUMNS}, '' AS share FROM (${STANDING}) AS l
    ORDER BY ${IN_ORDER} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
})

export const settlementRowCount = defineQuery({
  name: 'settlement_row_count',
  params: SCOPE,
  row: z.object({ rowCount: z.coerce.number() }),
  sql: sql`SELECT sum(times) AS rowCount FROM (${STANDING})`,
})
