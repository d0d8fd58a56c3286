/**
 * Tax of sales as the statement has it, row by row of the ledger: for days and marketplaces without a VAT transactions
 * report, and for holding the report against the statement.
 */
import { z } from 'zod'
import { parseDecimal } from '#contract/decimal.ts'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { MARKETPLACES } from '#contract/marketplaces.ts'
import { childrenOf, type PnlLine } from '#contract/profit-and-loss-lines.ts'
import { VAT_CALCULATIONS } from '#contract/vat-report.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { VISIBILITY, VISIBLE } from '#server/ledger/journal.ts'

const SALES_GROUPS: readonly PnlLine[] = ['grossSales', 'promotions', 'refunds']
/** All that net sales are the sum of. */
const SALES_LINES: readonly string[] = [...SALES_GROUPS.flatMap((group) => childrenOf(group)), 'salesVat']

/** Where prices stand without tax: what Amazon collects there is no value-added tax of the seller's. */
const WITHOUT_VAT: readonly string[] = MARKETPLACES.filter(({ priceIncludesTax }) => !priceIncludesTax).map(
  ({ code }) => code,
)

/** Which rows of the ledger are looked at. */
export const TAXED_ROWS = {
  lines: [...SALES_LINES],
  refundLines: [...childrenOf('refunds')],
  withoutVat: [...WITHOUT_VAT],
}

const PARAMS = {
  ...VISIBILITY,
  from: IsoDate,
  to: IsoDate,
  lines: z.array(z.string()),
  refundLines: z.array(z.string()),
  withoutVat: z.array(z.string()),
}

const OF_SELLER = sql`
  company_id = {companyId:String} AND basis = 'TRANSACTION' AND ${VISIBLE} AND marketplace NOT IN {withoutVat:Array(String)}`
const OF_TRANSACTIONS = sql`${OF_SELLER} AND day BETWEEN {from:Date} AND {to:Date}`
/** Months are looked at as a whole, so that what a row is does not depend on the days that are asked for. */
const OF_MONTHS = sql`${OF_SELLER} AND day BETWEEN toStartOfMonth({from:Date}) AND toLastDayOfMonth({to:Date})`
const MONTH = sql`toYYYYMM(day)`

/** Orders of which Amazon states the tax, with the month in which it does. */
const STATED = sql`
  SELECT order_id, ${MONTH} FROM ledger
  WHERE ${OF_MONTHS} AND line = 'salesVat' AND kind = 'SALES_VAT' AND rate = 0 AND order_id != ''
  GROUP BY order_id, ${MONTH} HAVING sum(n) != 0`

const FACILITATED = sql`line = 'memoFacilitatorTax' AND order_id != ''`
/** Orders whose tax Amazon kept, with the month in which it did. */
const KEPT_IN_MONTH = sql`
  SELECT order_id, ${MONTH} FROM ledger WHERE ${OF_MONTHS} AND ${FACILITATED} GROUP BY order_id, ${MONTH} HAVING sum(n) != 0`
/** Those of them that came back in these days, whenever it kept the tax: what came back has no tax of its own. */
const KEPT_EVER = sql`
  SELECT order_id FROM ledger
  WHERE ${OF_SELLER} AND ${FACILITATED}
    AND order_id IN (SELECT order_id FROM ledger WHERE ${OF_TRANSACTIONS} AND line IN {refundLines:Array(String)})
  GROUP BY order_id HAVING sum(n) != 0`

/**
 * Each row of a file that sales are made of: what buyers paid by it, and the tax in that. Rows of one line of a file that
 * say where it belongs otherwise, because an earlier version took it for another, are told apart by what they say.
 */
const ROWS = sql`
  SELECT *,
    multiIf(has_tax AND tax_rate > 0, 'RATE', has_tax OR (order_id, ${MONTH}) IN (${STATED}), 'STATED',
      (order_id, ${MONTH}) IN (${KEPT_IN_MONTH}) OR came_back AND order_id IN (${KEPT_EVER}), 'FACILITATOR',
      'NONE') AS calculated_by
  FROM (
    SELECT day, fx_day, import_id, line_no, part,
      toString(any(of_account)) AS account_id, toString(any(of_marketplace)) AS marketplace, toString(any(of_sku)) AS sku, any(of_order) AS order_id,
      toString(any(of_currency)) AS currency, toString(argMaxIf(its_line, version, kind = 'AMOUNT' AND n > 0)) AS of_line,
      max(its_line IN {refundLines:Array(String)}) AS came_back,
      sumIf(toDecimal128(amount, 9) * n, kind = 'AMOUNT') AS paid, -sumIf(toDecimal128(amount, 9) * n, kind = 'SALES_VAT') AS tax_in_it,
      sumIf(n, kind = 'SALES_VAT') > 0 AS has_tax, sumIf(toDecimal128(rate, 9) * n, kind = 'SALES_VAT') AS tax_rate
    FROM (
      SELECT day, fx_day, import_id, line_no, part, line AS its_line, kind, rate, amount, n, version, account_id AS of_account, marketplace AS of_marketplace,
        sku AS of_sku, order_id AS of_order, currency AS of_currency, cityHash64(account_id, marketplace, sku, order_id, currency) AS place
      FROM ledger
      WHERE ${OF_TRANSACTIONS} AND line IN {lines:Array(String)} AND kind IN ('AMOUNT', 'SALES_VAT'))
    GROUP BY day, fx_day, import_id, line_no, part, place
    HAVING sumIf(n, kind = 'AMOUNT') != 0 OR sumIf(n, kind = 'SALES_VAT') != 0)`

const IS_REPORTED = sql`(
  (l.marketplace IN {reportMarketplaces:Array(String)} OR l.marketplace = '' AND l.currency IN {reportMoney:Array(String)})
  AND arrayExists((account, first, last) -> account = l.account_id AND l.day BETWEEN first AND last,
    {reportAccounts:Array(String)}, {reportStarts:Array(Date)}, {reportEnds:Array(Date)}))`

export const CalculatedKey = z.object({
  ofMarketplace: z.string(),
  money: z.string(),
  calculation: z.enum(VAT_CALCULATIONS),
  /** Empty but where a rate made the tax. */
  vatRate: z.string(),
})
export type CalculatedKey = z.infer<typeof CalculatedKey>

const Amount = DecimalText.transform(parseDecimal)

const KEY = sql`
  l.marketplace AS ofMarketplace, l.currency AS money, calculated_by AS calculation,
  if(calculated_by = 'RATE', toString(tax_rate), '') AS vatRate`

/** What the rows of some days come to, day by day. */
export const taxedDays = defineQuery({
  name: 'vat_taxed_days',
  params: z.object(PARAMS),
  row: z.object({
    account: z.string(),
    ofMarketplace: z.string(),
    money: z.string(),
    calculation: z.enum(VAT_CALCULATIONS),
    vatRate: z.string(),
    /** Since 1970, and so is that of the rate. */
    dayNumber: z.number(),
    rateDay: z.number(),
    gross: Amount,
    tax: Amount,
    rowCount: z.coerce.number(),
  }),
  sql: sql`
    SELECT account_id AS account, ${KEY}, toInt32(l.day) AS dayNumber, toInt32(l.fx_day) AS rateDay,
      toString(sum(paid)) AS gross, toString(sum(tax_in_it)) AS tax, count() AS rowCount
    FROM (${ROWS}) AS l
    GROUP BY account, ofMarketplace, money, calculation, vatRate, dayNumber, rateDay
    ORDER BY dayNumber, rateDay`,
})

/** Rows of one group for which no report stands, of some days of one month. */
export const calculatedLines = defineQuery({
  name: 'vat_calculated_lines',
  params: CalculatedKey.extend({
    ...PARAMS,
    /** Marketplaces, and days of accounts, for which VAT transactions reports stand in place of what is calculated. */
    reportMarketplaces: z.array(z.string()),
    /** What is paid there, and nowhere else: a row that names no marketplace is of one of them. */
    reportMoney: z.array(z.string()),
    reportAccounts: z.array(z.string()),
    reportStarts: z.array(IsoDate),
    reportEnds: z.array(IsoDate),
    limit: z.number(),
    offset: z.number(),
  }),
  row: z.object({
    day: AnsweredDate,
    label: z.string(),
    reference: z.string(),
    sku: z.string(),
    market: z.string(),
    moneyOfLine: z.string(),
    gross: Amount,
    tax: Amount,
    /** Since 1970, and so is that of the rate. */
    dayNumber: z.number(),
    rateDay: z.number(),
    attempt: z.coerce.number(),
    lineNumber: z.number(),
  }),
  sql: sql`
    SELECT toString(l.day) AS day, of_line AS label, order_id AS reference, toString(l.sku) AS sku, l.marketplace AS market, l.currency AS moneyOfLine,
      toString(paid) AS gross, toString(tax_in_it) AS tax, toInt32(l.day) AS dayNumber, toInt32(l.fx_day) AS rateDay,
      import_id AS attempt, line_no AS lineNumber
    FROM (${ROWS}) AS l
    WHERE NOT ${IS_REPORTED} AND l.marketplace = {ofMarketplace:String} AND l.currency = {money:String} AND calculated_by = {calculation:String}
      AND if(calculated_by = 'RATE', toString(tax_rate), '') = {vatRate:String}
    ORDER BY l.day, import_id, line_no, part
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
})
