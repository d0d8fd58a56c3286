import { z } from 'zod'
import { sql, type Sql } from '#server/analytics/index.ts'
import { readVersion } from '#server/ledger/journal.ts'
import { HELD_RATES, heldRateSet } from '#server/ledger/currencies/rate-sets.ts'
import type { RateOfDay } from './kept-days.ts'

/*
 * Amounts of a roll-up in the asked currency, each at the rate of its own day. A statement joins RATES as `r` to rows `l`;
 * a count has no currency and stays what it is.
 */

export const CONVERSION_PARAMS = {
  currency: z.string(),
  /** That the rows may have. */
  currencies: z.array(z.string()),
  ...HELD_RATES,
}

export const RATES = sql`
  SELECT f.currency AS currency, f.day AS day, f.read_version AS read_version, toDecimal256(f.usd, 18) / toDecimal256(t.usd, 18) AS factor
  FROM (${heldRateSet(sql`currency IN {currencies:Array(String)} AND currency != {currency:String}`)}) AS f
  INNER JOIN (${heldRateSet(sql`currency = {currency:String}`)}) AS t ON f.day = t.day AND f.read_version = t.read_version`

/** How rows `l` with a `day` are joined with them. */
export const ratesOn = (rateDay: Sql): Sql => sql`
  l.currency = r.currency AND ${rateDay} = r.day AND ${readVersion(sql`l.day`)} = r.read_version`

export const LACKS_RATE = sql`currency NOT IN ('', {currency:String}) AND factor = 0`

export const CONVERTED = sql`multiIf(currency IN ('', {currency:String}), toDecimal256(l.amount, 27), toDecimal256(l.amount, 9) * toDecimal256(factor, 18))`

/**
 * In doubles, where an order is wanted and no number. The rates of some days are listed beside the statement, which the engine
 * plans and reads in half the time of a join; where nobody knows which these are, rows are joined with those of all days.
 */
export type RatesSource = 'NONE' | 'LISTED' | 'JOINED'

export const LISTED_RATES_PARAMS = {
  rateCurrencies: z.array(z.string()),
  /** Of each currency: what the number of a day is added to. */
  rateBases: z.array(z.number()),
  rateKeys: z.array(z.number()),
  rateFactors: z.array(z.number()),
}

/** No number of a day is greater. */
const DAYS_MAX = 1 << 16

/** The parameters of rates that are listed. */
export function listedRates(rates: readonly RateOfDay[]): z.infer<z.ZodObject<typeof LISTED_RATES_PARAMS>> {
  const rateCurrencies = [...new Set(rates.map(({ currency }) => currency))]
  const rateBases = rateCurrencies.map((_, index) => (index + 1) * DAYS_MAX)
  const baseOf = new Map(rateCurrencies.map((currency, index) => [currency, rateBases[index]!]))
  const factors = new Map(
    rates.map(({ currency, day, factor }) => [baseOf.get(currency)! + day, Number(factor) / 1e18]),
  )
  return { rateCurrencies, rateBases, rateKeys: [...factors.keys()], rateFactors: [...factors.values()] }
}

const LISTED_FACTOR = (rateDay: Sql) => sql`
  transform(transform(currency, {rateCurrencies:Array(String)}, {rateBases:Array(UInt32)}, toUInt32(0)) + toUInt32(${rateDay}),
    {rateKeys:Array(UInt64)}, {rateFactors:Array(Float64)}, toFloat64(0))`

/** Rows of a roll-up \`l\` with a \`factor\` that their amounts are converted by, 0 where there is none, and that conversion. */
export function inDoubles(source: RatesSource, rateDay: Sql): { factor: Sql; join: Sql; converted: Sql } {
  const isOwn = sql`currency IN ('', {currency:String})`
  const converted = sql`toFloat64(l.amount) * if(${isOwn}, 1, factor)`
  switch (source) {
    case 'NONE':
      return { factor: sql`1 AS factor`, join: sql``, converted: sql`toFloat64(l.amount)` }
    case 'LISTED':
      return { factor: sql`${LISTED_FACTOR(rateDay)} AS factor`, join: sql``, converted }
    case 'JOINED':
      return {
        factor: sql`r.factor AS factor`,
        join: sql`ANY LEFT JOIN (SELECT currency, day, read_version, toFloat64(factor) AS factor FROM (${RATES})) AS r ON ${ratesOn(rateDay)}`,
        converted,
      }
  }
}
