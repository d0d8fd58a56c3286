import { z } from 'zod'
import { IsoDate } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics } from '#server/analytics/index.ts'
import { PUBLISHED } from '#server/ledger/journal.ts'
import { IS_TAX_KEPT, KEPT_TAX_PARAMS } from '#server/ledger/settlements/kept-tax.ts'
import { IS_BILLED_COST, SHOWN_LINE, SHOWN_LINE_PARAMS } from '#server/ledger/shown-line.ts'
import {
  IN_ORDER,
  LEDGER_ROW,
  LEDGER_ROW_COLUMNS,
  LedgerRowCounts,
  PAGE_PARAMS,
  type LedgerRow,
  type RowPage,
} from './ledger-rows.ts'

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
  /** Of a part of a line, whose tax Amazon collected or not; null for both. */
  isTaxKept: z.boolean().nullable(),
  /** Of the settlement: what was derived in another one counts in none of its sums. */
  currency: z.string(),
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  ...SHOWN_LINE_PARAMS,
  ...KEPT_TAX_PARAMS,
})

const ROWS = sql`
  (SELECT feed, day, fx_day, marketplace, sku, ledger.line AS ledger_line, ${IS_BILLED_COST} AS is_billed_cost, ${SHOWN_LINE} AS shown_line,
    currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, n
  FROM ledger
  WHERE company_id = {companyId:String} AND basis = 'TRANSACTION' AND feed = 'SETTLEMENT' AND account_id = {accountId:String}
    AND settlement_id = {settlementId:String} AND ledger.line IN {ledgerLines:Array(String)} AND day BETWEEN {from:Date} AND {to:Date}
    AND ({marketplace:Nullable(String)} IS NULL OR marketplace = {marketplace:Nullable(String)})
    AND kind IN {kinds:Array(String)} AND (kind = 'AMOUNT' OR currency = {currency:String}) AND ${PUBLISHED}
    AND ({isTaxKept:Nullable(Bool)} IS NULL OR ${IS_TAX_KEPT} = {isTaxKept:Nullable(Bool)}))
  WHERE shown_line IN {lines:Array(String)}`

const settlementRows = defineQuery({
  name: 'settlement_rows',
  params: SCOPE.extend(PAGE_PARAMS),
  row: LEDGER_ROW,
  sql: sql`
    SELECT ${LEDGER_ROW_COLUMNS}, '' AS share
    FROM (
      SELECT feed, day, fx_day, marketplace, sku, shown_line AS line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part, sum(n) AS times
      FROM ${ROWS}
      GROUP BY feed, day, fx_day, marketplace, sku, line, currency, amount, kind, rate, unmapped, order_id, settlement_id, import_id, line_no, part
      HAVING times != 0
    ) AS l
    ORDER BY ${IN_ORDER} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
})

const settlementRowCounts = defineQuery({
  name: 'settlement_row_counts',
  params: SCOPE,
  row: z.object({ day_number: z.number(), rowCount: z.coerce.number() }),
  sql: sql`SELECT toInt32(day) AS day_number, sum(n) AS rowCount FROM ${ROWS} GROUP BY day_number HAVING rowCount != 0`,
})

/** The rows of a settlement behind some lines of it, in the order of their days, and how many there are. */
export async function readSettlementRows(
  analytics: Analytics,
  company: Company,
  scope: z.input<typeof SCOPE>,
  page: RowPage,
  options: { signal?: AbortSignal | undefined },
): Promise<{ rowCount: number; rows: LedgerRow[] }> {
  const counts = new LedgerRowCounts()
  for (const { day_number: day, rowCount } of await analytics.run(
    settlementRowCounts,
    company,
    scope,
    options,
  ))
    counts.add('', day, rowCount)
  const found = counts.daysOf(page)
  if (!found) return { rowCount: counts.all, rows: [] }
  const { days, offset } = found
  const params = { ...scope, from: days.start, to: days.end, limit: page.limit, offset }
  return { rowCount: counts.all, rows: await analytics.run(settlementRows, company, params, options) }
}
