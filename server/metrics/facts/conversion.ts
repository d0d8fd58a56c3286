import { z } from 'zod'
import { sql } from '#server/analytics/index.ts'
import { rateSet } from '#server/ledger/rate-sets.ts'

/*
 * Amounts of a roll-up in the asked currency, each at the rate of its own day. A statement joins RATES as `r` to rows `l`;
 * a count has no currency and stays what it is.
 */

export const CONVERSION_PARAMS = {
  currency: z.string(),
  /** That the rows may have, and the version at which the company's set of rates begins. */
  currencies: z.array(z.string()),
  ratesVersion: z.number(),
}

export const RATES = sql`
  SELECT f.currency AS currency, f.day AS day, toDecimal256(f.usd, 18) / toDecimal256(t.usd, 18) AS factor
  FROM (${rateSet(sql`currency IN {currencies:Array(String)} AND currency != {currency:String}`, sql`{ratesVersion:UInt64}`)}) AS f
  INNER JOIN (${rateSet(sql`currency = {currency:String}`, sql`{ratesVersion:UInt64}`)}) AS t ON f.day = t.day`

export const LACKS_RATE = sql`currency NOT IN ('', {currency:String}) AND factor = 0`

export const CONVERTED = sql`multiIf(currency IN ('', {currency:String}), toDecimal256(l.amount, 27), toDecimal256(l.amount, 9) * toDecimal256(factor, 18))`

/** The same in doubles, where an order is wanted and no number: rows are joined with these rates. */
export const RATES_IN_DOUBLES = sql`SELECT currency, day, toFloat64(factor) AS factor FROM (${RATES})`
export const IN_DOUBLES = sql`toFloat64(l.amount) * if(currency IN ('', {currency:String}), 1, factor)`
