/**
 * Tax of sales as the statement has it, row by row of the ledger: for days and marketplaces without a VAT transactions
 * report, and for holding the report against the statement.
 */
import { z } from 'zod'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { childrenOf, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { VAT_CALCULATIONS } from '#contract/vat-report.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'
import { CONVERSION_PARAMS, RATES, ratesOn } from '../facts/conversion.ts'

const SALES_GROUPS: readonly PnlLine[] = ['grossSales', 'promotions', 'refunds']
/** All that net sales are the sum of. */
export const SALES_LINES: readonly string[] = [
  ...SALES_GROUPS.flatMap((group) => childrenOf(group)),
  'salesVat',
]

/** Where prices stand without tax: what Amazon collects there is no value-added tax of the seller's. */
export const WITHOUT_VAT: readonly string[] = MARKETPLACES.filter(
  ({ priceIncludesTax }) => !priceIncludesTax,
).map(({ code }) => code)

const PARAMS = {
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  lines: z.array(z.string()),
  withoutVat: z.array(z.string()),
  /** Marketplaces, and days of accounts, for which VAT transactions reports stand in place of what is calculated. */
  reportMarketplaces: z.array(z.string()),
  /** What is paid there, and nowhere else: a row that names no marketplace is of one of them. */
  reportMoney: z.array(z.string()),
  reportAccounts: z.array(z.string()),
  reportStarts: z.array(IsoDate),
  reportEnds: z.array(IsoDate),
  ...CONVERSION_PARAMS,
}

const UP_TO_THEN = sql`
  company_id = {companyId:String} AND basis = 'TRANSACTION' AND day <= {to:Date} AND ${VISIBLE}`
const OF_TRANSACTIONS = sql`${UP_TO_THEN} AND day >= {from:Date}`

/** Orders whose tax Amazon kept: also before these days, for what came back in them of such an order is without tax of its own. */
const OF_FACILITATOR = sql`
  SELECT order_id FROM ledger
  WHERE ${UP_TO_THEN} AND line = 'memoFacilitatorTax' AND order_id != ''
    AND order_id IN (SELECT order_id FROM ledger WHERE ${OF_TRANSACTIONS} AND line IN {lines:Array(String)})
  GROUP BY order_id HAVING sum(n) != 0`

/** Each row of a file that sales are made of: what buyers paid by it, and the tax in that. */
const ROWS = sql`
  SELECT *,
    multiIf(has_tax AND tax_rate > 0, 'RATE', has_tax OR order_id IN (
        SELECT order_id FROM ledger WHERE ${OF_TRANSACTIONS} AND line = 'salesVat' AND kind = 'SALES_VAT' AND rate = 0 AND order_id != ''
        GROUP BY order_id HAVING sum(n) != 0), 'STATED',
      order_id IN (${OF_FACILITATOR}), 'FACILITATOR',
      'NONE') AS calculated_by,
    (marketplace IN {reportMarketplaces:Array(String)} OR marketplace = '' AND currency IN {reportMoney:Array(String)}) AND arrayExists((account, first, last) -> account = account_id AND day BETWEEN first AND last,
      {reportAccounts:Array(String)}, {reportStarts:Array(Date)}, {reportEnds:Array(Date)}) AS is_reported
  FROM (
    SELECT toString(account_id) AS account_id, day, fx_day, toString(marketplace) AS marketplace, sku, order_id, toString(currency) AS currency, import_id, line_no, part,
      toString(argMax(line, kind = 'AMOUNT')) AS of_line,
      sumIf(toDecimal128(amount, 9) * times, kind = 'AMOUNT') AS paid, -sumIf(toDecimal128(amount, 9) * times, kind = 'SALES_VAT') AS tax_in_it,
      countIf(kind = 'SALES_VAT') > 0 AS has_tax, maxIf(rate, kind = 'SALES_VAT') AS tax_rate
    FROM (
      SELECT account_id, day, fx_day, marketplace, sku, order_id, currency, import_id, line_no, part, line, kind, rate, amount, sum(n) AS times
      FROM ledger
      WHERE ${OF_TRANSACTIONS} AND line IN {lines:Array(String)} AND kind IN ('AMOUNT', 'SALES_VAT')
      GROUP BY account_id, day, fx_day, marketplace, sku, order_id, currency, import_id, line_no, part, line, kind, rate, amount HAVING times != 0)
    GROUP BY account_id, day, fx_day, marketplace, sku, order_id, currency, import_id, line_no, part)
  WHERE has_tax OR marketplace NOT IN {withoutVat:Array(String)}`

const WITH_RATES = sql`
  (${ROWS}) AS l
  ANY LEFT JOIN (${RATES}) AS r ON ${ratesOn(sql`l.fx_day`)}`

const isOwn = sql`l.currency = {currency:String}`
const FACTOR = sql`if(${isOwn}, toDecimal256(1, 18), toDecimal256(factor, 18))`
const LACKS_RATE = sql`NOT (${isOwn}) AND factor = 0`

export const CalculatedKey = z.object({
  ofMarketplace: z.string(),
  money: z.string(),
  calculation: z.enum(VAT_CALCULATIONS),
  /** Empty but where a rate made the tax. */
  vatRate: z.string(),
})
export type CalculatedKey = z.infer<typeof CalculatedKey>

const KEY = sql`
  l.marketplace AS ofMarketplace, l.currency AS money, calculated_by AS calculation,
  if(calculated_by = 'RATE', toString(tax_rate), '') AS vatRate`

export const calculatedGroups = defineQuery({
  name: 'vat_calculated_groups',
  params: z.object(PARAMS),
  row: CalculatedKey.extend({
    isReported: z.coerce.boolean(),
    gross: DecimalText,
    tax: DecimalText,
    convertedGross: DecimalText,
    convertedTax: DecimalText,
    rowCount: z.coerce.number(),
    withoutRate: z.array(z.string()),
  }),
  sql: sql`
    SELECT ${KEY}, is_reported AS isReported, toString(sum(paid)) AS gross, toString(sum(tax_in_it)) AS tax,
      toString(sum(toDecimal256(paid, 9) * ${FACTOR})) AS convertedGross, toString(sum(toDecimal256(tax_in_it, 9) * ${FACTOR})) AS convertedTax,
      count() AS rowCount, groupUniqArrayIf(20)(concat(l.currency, ' ', toString(fx_day)), ${LACKS_RATE}) AS withoutRate
    FROM ${WITH_RATES}
    GROUP BY ofMarketplace, money, calculation, vatRate, isReported
    ORDER BY ofMarketplace, money, calculation, vatRate`,
})

/** Rows of one group for which no report stands. */
export const calculatedLines = defineQuery({
  name: 'vat_calculated_lines',
  params: CalculatedKey.extend({ ...PARAMS, limit: z.number(), offset: z.number() }),
  row: z.object({
    day: AnsweredDate,
    label: z.string(),
    reference: z.string(),
    sku: z.string(),
    market: z.string(),
    moneyOfLine: z.string(),
    gross: DecimalText,
    tax: DecimalText,
    factor: DecimalText.nullable(),
    attempt: z.coerce.number(),
    lineNumber: z.number(),
    lineCount: z.coerce.number(),
  }),
  sql: sql`
    SELECT toString(l.day) AS day, of_line AS label, order_id AS reference, toString(l.sku) AS sku, l.marketplace AS market, l.currency AS moneyOfLine,
      toString(paid) AS gross, toString(tax_in_it) AS tax, if(${LACKS_RATE}, NULL, toString(${FACTOR})) AS factor,
      import_id AS attempt, line_no AS lineNumber, count() OVER () AS lineCount
    FROM ${WITH_RATES}
    WHERE NOT is_reported AND l.marketplace = {ofMarketplace:String} AND l.currency = {money:String} AND calculated_by = {calculation:String}
      AND if(calculated_by = 'RATE', toString(tax_rate), '') = {vatRate:String}
    ORDER BY l.day, import_id, line_no, part
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
})
