import { z } from 'zod'
import { DecimalText } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { LEDGER_ROWS, LEDGER_SCOPE, ofLedgerRows } from './ledger-rows.ts'

const row = z.object({
  sku: z.string(),
  transactionType: z.string(),
  amountType: z.string(),
  amountDescription: z.string(),
  line: z.string(),
  currency: z.string(),
  amount: DecimalText,
  rowCount: z.coerce.number(),
  /** Of all groups, listed or not. */
  groupCount: z.coerce.number(),
  allAmounts: DecimalText,
  allRows: z.coerce.number(),
})

/** Groups with their number, and with what all of them come to. */
const counted = (groups: Sql) => sql`
  SELECT sku, transactionType, amountType, amountDescription, line, currency, toString(total) AS amount, times AS rowCount,
    count() OVER () AS groupCount, toString(sum(total) OVER ()) AS allAmounts, sum(times) OVER () AS allRows
  FROM (${groups})
  ORDER BY abs(total) DESC, sku, transactionType, amountType, amountDescription, line, currency
  LIMIT {limit:UInt32}`

/** Units by product. */
export const flaggedProducts = ofLedgerRows(({ entries }, shape, suffix) =>
  defineQuery({
    name: `flagged_products${suffix}`,
    params: z.object({ ...shape, limit: z.number() }),
    row,
    sql: counted(sql`
    SELECT toString(s.sku) AS sku, '' AS transactionType, '' AS amountType, '' AS amountDescription, '' AS line, '' AS currency,
      sum(s.amount * s.times) AS total, sum(s.times) AS times
    FROM (${entries}) AS s
    GROUP BY sku
    HAVING times != 0`),
  }),
)

/** Amounts by what their files call them. */
export const unmappedWords = defineQuery({
  name: 'unmapped_words',
  params: LEDGER_SCOPE.extend({ limit: z.number() }),
  row,
  sql: counted(sql`
    SELECT '' AS sku, f.transaction_type AS transactionType, f.amount_type AS amountType, f.amount_description AS amountDescription,
      toString(s.line) AS line, toString(s.currency) AS currency, sum(s.amount * s.times) AS total, sum(s.times) AS times
    FROM (${LEDGER_ROWS.standing}) AS s
    INNER JOIN (
      SELECT import_id, line_no, part, toString(settlement_lines.transaction_type) AS transaction_type, toString(settlement_lines.amount_type) AS amount_type,
        toString(settlement_lines.amount_description) AS amount_description
      FROM settlement_lines
      WHERE company_id = {companyId:String} AND (import_id, line_no, part) IN (SELECT import_id, line_no, part FROM (${LEDGER_ROWS.standing}))
    ) AS f ON s.import_id = f.import_id AND s.line_no = f.line_no AND s.part = f.part
    GROUP BY transactionType, amountType, amountDescription, line, currency`),
})
