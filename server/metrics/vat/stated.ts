/** What VAT transactions reports state, in the groups in which an accountant needs it. */
import { z } from 'zod'
import { AnsweredDate, DecimalText, IsoDate } from '#contract/fields.ts'
import { defineQuery, sql, type Sql } from '#server/analytics/index.ts'
import { readVersion, VISIBILITY } from '#server/ledger/journal.ts'
import { VAT_TRANSACTIONS } from '#server/ledger/derivation/vat-transactions.ts'
import { CONVERSION_PARAMS, RATES } from '../facts/conversion.ts'

const PARAMS = {
  ...VISIBILITY,
  live: z.array(z.number()),
  from: IsoDate,
  to: IsoDate,
  ...CONVERSION_PARAMS,
}

/** What the rows of a group have in common, by columns of the report. */
export const StatedKey = z.object({
  transactionType: z.string(),
  departs: z.string(),
  arrives: z.string(),
  sellerVatCountry: z.string(),
  ofMarketplace: z.string(),
  taxScheme: z.string(),
  collectedBy: z.string(),
  buyerType: z.string(),
  /** Empty where the row states none. */
  vatRate: z.string(),
  /** It states that there is no tax: not that it states none. */
  isUntaxed: z.boolean(),
  money: z.string(),
})
export type StatedKey = z.infer<typeof StatedKey>

const amount = DecimalText.nullable()

const IS_UNTAXED = sql`CAST(ifNull(vat_rate = 0, ifNull(vat = 0, false)), 'Bool')`

const KEY = sql`
  toString(transaction_type) AS transactionType, toString(depart_country) AS departs, toString(arrival_country) AS arrives,
  toString(seller_vat_country) AS sellerVatCountry, toString(marketplace) AS ofMarketplace, toString(tax_scheme) AS taxScheme,
  toString(collected_by) AS collectedBy, toString(buyer_type) AS buyerType, ifNull(toString(vat_rate), '') AS vatRate,
  ${IS_UNTAXED} AS isUntaxed,
  toString(l.currency) AS money`

const WITH_RATES = sql`
  (${VAT_TRANSACTIONS}) AS l
  ANY LEFT JOIN (${RATES}) AS r ON l.currency = r.currency AND l.date = r.day AND ${readVersion(sql`l.date`)} = r.read_version`

const isOwn = sql`l.currency = {currency:String}`
/** Rows without amounts, as movements of stock are, need no rate. */
const LACKS_RATE = sql`
  NOT (${isOwn}) AND factor = 0 AND (isNotNull(amount_without_vat) OR isNotNull(vat) OR isNotNull(amount_with_vat))`

const converted = (column: Sql) => sql`
  if(${isOwn}, toDecimal256(ifNull(${column}, 0), 27), toDecimal256(ifNull(${column}, 0), 9) * toDecimal256(factor, 18))`

/** A sum of what is stated; null where no row states it. */
const summed = (column: Sql, value = sql`toDecimal128(ifNull(${column}, 0), 9)`) =>
  sql`if(countIf(isNotNull(${column})) = 0, NULL, toString(sum(${value})))`

/** The report writes `2026-JUN`. */
const IS_OF_ANOTHER_PERIOD = sql`multiIf(
        match(period, '^[0-9]{4}-[0-9]{2}$'), period != formatDateTime(date, '%Y-%m'),
        match(upper(period), '^[0-9]{4}-(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)$'), upper(period) != upper(formatDateTime(date, '%Y-%b')),
        false)`

/** Groups of a range, one more than `groupsMax` where there are more. */
export const statedGroups = defineQuery({
  name: 'vat_transaction_groups',
  params: z.object({ ...PARAMS, groupsMax: z.number() }),
  row: StatedKey.extend({
    units: amount,
    net: amount,
    tax: amount,
    gross: amount,
    convertedNet: amount,
    convertedTax: amount,
    convertedGross: amount,
    rowCount: z.coerce.number(),
    withoutVat: z.coerce.number(),
    otherPeriodRows: z.coerce.number(),
    withoutRate: z.array(z.string()),
  }),
  sql: sql`
    SELECT ${KEY},
      if(countIf(isNotNull(quantity)) = 0, NULL, toString(sum(toInt64(ifNull(quantity, 0))))) AS units,
      ${summed(sql`amount_without_vat`)} AS net, ${summed(sql`vat`)} AS tax, ${summed(sql`amount_with_vat`)} AS gross,
      ${summed(sql`amount_without_vat`, converted(sql`amount_without_vat`))} AS convertedNet,
      ${summed(sql`vat`, converted(sql`vat`))} AS convertedTax,
      ${summed(sql`amount_with_vat`, converted(sql`amount_with_vat`))} AS convertedGross,
      count() AS rowCount, countIf(isNull(vat)) AS withoutVat,
      countIf(${IS_OF_ANOTHER_PERIOD}) AS otherPeriodRows,
      groupUniqArrayIf(concat(toString(l.currency), ' ', toString(date)), ${LACKS_RATE}) AS withoutRate
    FROM ${WITH_RATES}
    GROUP BY transactionType, departs, arrives, sellerVatCountry, ofMarketplace, taxScheme, collectedBy, buyerType, vatRate, isUntaxed, money
    ORDER BY arrives, departs, vatRate, transactionType, ofMarketplace, taxScheme, collectedBy, buyerType, sellerVatCountry, money, isUntaxed
    LIMIT {groupsMax:UInt32} + 1`,
})

/** Rows of one group, by day and place in their file, each with how many there are. */
export const statedLines = defineQuery({
  name: 'vat_transaction_lines',
  params: StatedKey.extend({ ...PARAMS, limit: z.number(), offset: z.number() }),
  row: z.object({
    day: AnsweredDate,
    label: z.string(),
    reference: z.string(),
    sku: z.string(),
    market: z.string(),
    moneyOfLine: z.string(),
    net: amount,
    tax: amount,
    gross: amount,
    factor: DecimalText.nullable(),
    attempt: z.coerce.number(),
    lineNumber: z.number(),
    lineCount: z.coerce.number(),
  }),
  sql: sql`
    SELECT toString(date) AS day, toString(transaction_type) AS label, if(transaction_id != '', transaction_id, event_id) AS reference,
      l.sku AS sku, toString(l.marketplace) AS market, toString(l.currency) AS moneyOfLine,
      toString(amount_without_vat) AS net, toString(vat) AS tax, toString(amount_with_vat) AS gross,
      multiIf(${isOwn}, '1', factor = 0, NULL, toString(factor)) AS factor,
      import_id AS attempt, line_no AS lineNumber, count() OVER () AS lineCount
    FROM ${WITH_RATES}
    WHERE transaction_type = {transactionType:String} AND depart_country = {departs:String} AND arrival_country = {arrives:String}
      AND seller_vat_country = {sellerVatCountry:String} AND l.marketplace = {ofMarketplace:String} AND tax_scheme = {taxScheme:String}
      AND collected_by = {collectedBy:String} AND buyer_type = {buyerType:String} AND ifNull(toString(vat_rate), '') = {vatRate:String}
      AND ${IS_UNTAXED} = {isUntaxed:Bool} AND l.currency = {money:String}
    ORDER BY date, import_id, line_no, part
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
})
