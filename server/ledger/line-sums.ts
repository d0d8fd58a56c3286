import { z } from 'zod'
import { DecimalText, PNL_BASES } from '#contract/profit-and-loss.ts'
import { IsoDate } from '#contract/date-range.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'

/**
 * Sums of ledger lines by stretch of days, converted at each day's own rate. Every number of the statement is a sum of
 * these rows; totals per column are made from them exactly, outside.
 */
const params = {
  basis: z.enum(PNL_BASES),
  publishedVersion: z.number(),
  deadVersions: z.array(z.number()),
  from: IsoDate,
  to: IsoDate,
  /** First days of the stretches, as day numbers since 1970. */
  segmentStarts: z.array(z.number()),
  currency: z.string(),
  marketplaces: z.array(z.string()),
  /** Charges billed in settlements are the cost, and spend of advertising reports is the memo. */
  useBilledAdvertising: z.boolean(),
  /** Currencies for which some advertising report is there. */
  advertisedCurrencies: z.array(z.string()),
  /** Currencies of the company's ledger, and the version of its set of rates. */
  currencies: z.array(z.string()),
  ratesVersion: z.number(),
}

const row = z.object({
  segment: z.number(),
  line: z.string(),
  amount: DecimalText,
  rowCount: z.coerce.number(),
  unmappedCount: z.coerce.number(),
  /** `EUR 2025-02-14`: currency and day without a rate. */
  withoutRate: z.array(z.string()),
})
export type LineSum = z.infer<typeof row>

/** ADS-2: which line an advertising amount stands in. Billed charges are the cost where no report covers their currency. */
const line = sql`
  multiIf(
    line = 'memoAdvertisingBilled' AND ({useBilledAdvertising:Bool} OR currency NOT IN {advertisedCurrencies:Array(String)}), 'advertisingBilled',
    {useBilledAdvertising:Bool} AND line IN ('advertisingSp', 'advertisingSb', 'advertisingSd'), 'memoAdvertisingBilled',
    toString(line))`

const rates = sql`
  SELECT f.currency AS currency, f.day AS day, toDecimal256(f.usd, 18) / toDecimal256(t.usd, 18) AS factor
  FROM daily_rates AS f
  INNER JOIN (
    SELECT day, usd FROM daily_rates
    WHERE company_id = {companyId:String} AND version = {ratesVersion:UInt64} AND currency = {currency:String}
  ) AS t ON f.day = t.day
  WHERE f.company_id = {companyId:String} AND f.version = {ratesVersion:UInt64}
    AND f.currency IN {currencies:Array(String)} AND f.currency != {currency:String}`

const select = sql`
  SELECT
    toInt32(roundDown(toInt32(day), {segmentStarts:Array(Int32)})) AS segment,
    shown_line AS line,
    toString(sum(multiIf(currency IN ('', {currency:String}), toDecimal256(total, 27), toDecimal256(total, 9) * toDecimal256(factor, 18)))) AS amount,
    sum(row_total) AS rowCount,
    sum(unmapped_total) AS unmappedCount,
    groupUniqArrayIf(100)(concat(currency, ' ', toString(fx_day)), currency NOT IN ('', {currency:String}) AND factor = 0 AND total != 0) AS withoutRate`

/** Without a filter by product: account-level amounts count in full, whichever marketplaces are asked for (SCOPE-1). */
export const lineSums = defineQuery({
  name: 'line_sums',
  params: z.object(params),
  row,
  sql: sql`
    ${select}
    FROM (
      SELECT day, fx_day, currency, ${line} AS shown_line, sum(toDecimal128(ledger_by_day.amount, 9)) AS total, sum(row_count) AS row_total, sum(unmapped_count) AS unmapped_total
      FROM ledger_by_day
      WHERE company_id = {companyId:String} AND basis = {basis:String} AND day BETWEEN {from:Date} AND {to:Date}
        AND version <= {publishedVersion:UInt64} AND version NOT IN {deadVersions:Array(UInt64)}
        AND (empty({marketplaces:Array(String)}) OR marketplace IN {marketplaces:Array(String)} OR marketplace = '')
      GROUP BY day, fx_day, currency, shown_line
    ) AS l
    ANY LEFT JOIN (${rates}) AS r ON l.currency = r.currency AND l.fx_day = r.day
    GROUP BY segment, line`,
})

/** With a filter by product: only what belongs to these products. */
export const lineSumsOfSkus = defineQuery({
  name: 'line_sums_of_skus',
  params: z.object({ ...params, skus: z.array(z.string()) }),
  row,
  sql: sql`
    ${select}
    FROM (
      SELECT day, fx_day, currency, ${line} AS shown_line, sum(toDecimal128(ledger_by_day_sku.amount, 9)) AS total, sum(row_count) AS row_total, sum(unmapped_count) AS unmapped_total
      FROM ledger_by_day_sku
      WHERE company_id = {companyId:String} AND basis = {basis:String} AND sku IN {skus:Array(String)} AND day BETWEEN {from:Date} AND {to:Date}
        AND version <= {publishedVersion:UInt64} AND version NOT IN {deadVersions:Array(UInt64)}
        AND (empty({marketplaces:Array(String)}) OR marketplace IN {marketplaces:Array(String)})
      GROUP BY day, fx_day, currency, shown_line
    ) AS l
    ANY LEFT JOIN (${rates}) AS r ON l.currency = r.currency AND l.fx_day = r.day
    GROUP BY segment, line`,
})
