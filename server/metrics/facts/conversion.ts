import { z } from 'zod'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql, type Analytics, type AnalyticsQuery, type Sql } from '#server/analytics/index.ts'
import { readVersion } from '#server/ledger/journal.ts'
import { HELD_RATES, heldRateSet } from '#server/ledger/currencies/rate-sets.ts'
import type { HeldOnDays, RateOfDay } from './kept-days.ts'

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

/** How a statement comes by the `factor` of its rows `l`: something to say after its `WITH`, and something to join. */
export interface Conversion {
  factor: Sql
  join: Sql
}
export type Convert = (rateDay: Sql) => Conversion

/** With all rates of the company, which a reader of the statement can follow. */
export const JOINED: Convert = (rateDay) => ({
  factor: sql``,
  join: sql`ANY LEFT JOIN (${RATES}) AS r ON ${ratesOn(rateDay)}`,
})

/*
 * The rates of some days, listed beside the statement, which the engine plans and reads in two thirds of the time of a join.
 */

const LISTED_KEYS = {
  rateCurrencies: z.array(z.string()),
  /** Of each currency: what the number of a day is added to. */
  rateBases: z.array(z.number()),
  rateKeys: z.array(z.number()),
}
const LISTED_EXACT_PARAMS = {
  ...LISTED_KEYS,
  /** Decimal text; first that of what is not listed. */
  rateFactors: z.array(z.string()),
}
export const LISTED_RATES_PARAMS = { ...LISTED_KEYS, rateFactors: z.array(z.number()) }

/** No number of a day is greater. */
const DAYS_MAX = 1 << 16

const LISTED_KEY = (rateDay: Sql) => sql`
  transform(currency, {rateCurrencies:Array(String)}, {rateBases:Array(UInt32)}, toUInt32(0)) + toUInt32(${rateDay})`

const LISTED: Convert = (rateDay) => ({
  factor: sql`
    arrayElement(arrayMap(factor_text -> toDecimal256(factor_text, 18), {rateFactors:Array(String)}),
      transform(${LISTED_KEY(rateDay)}, {rateKeys:Array(UInt64)}, arrayEnumerate({rateKeys:Array(UInt64)}), toUInt32(1))) AS factor,`,
  join: sql``,
})

/** More rates than these are joined: they would take longer to be read. */
export const LISTED_MAX = 4_000

/** A statement that converts amounts, in two forms that give the same rows. */
export interface ConvertingQuery<P, R> {
  /** As it is shown to people, and where nobody knows which rates it needs. */
  joined: AnalyticsQuery<P, R>
  listed: AnalyticsQuery<P & z.input<z.ZodObject<typeof LISTED_EXACT_PARAMS>>, R>
}

/** @param definition with a statement that says what it says for whichever way it is given its rates */
export function convertingQuery<
  Shape extends z.ZodRawShape & typeof CONVERSION_PARAMS,
  Row extends z.ZodType,
>({
  params,
  sql: statement,
  ...definition
}: {
  name: string
  params: z.ZodObject<Shape>
  row: Row
  sql: (convert: Convert) => Sql
}): ConvertingQuery<z.input<z.ZodObject<Shape>>, z.output<Row>> {
  const { currencies: _, ...others } = params.shape
  const shape = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in HELD_RATES)))
  return {
    joined: defineQuery({ ...definition, params, sql: statement(JOINED) }),
    listed: defineQuery({
      ...definition,
      params: z.object({ ...shape, ...LISTED_EXACT_PARAMS }),
      sql: statement(LISTED),
    }) as ConvertingQuery<z.input<z.ZodObject<Shape>>, z.output<Row>>['listed'],
  }
}

/** @param held what the days of the statement have, where that is known */
export function runConverting<P extends object, R>(
  analytics: Analytics,
  query: ConvertingQuery<P, R>,
  company: Company,
  params: P,
  held: Pick<HeldOnDays, 'rates'> | undefined,
  options: { signal?: AbortSignal | undefined },
): Promise<R[]> {
  const rates = held?.rates
  if (!rates || rates.length > LISTED_MAX) return analytics.run(query.joined, company, params, options)
  return analytics.run(query.listed, company, { ...params, ...exactRates(rates) }, options)
}

/** The parameters of rates that are listed; what is not listed, and has no rate, is the first. */
function exactRates(rates: readonly RateOfDay[]): z.input<z.ZodObject<typeof LISTED_EXACT_PARAMS>> {
  const { rateCurrencies, rateBases, baseOf } = basesOf(rates)
  return {
    rateCurrencies,
    rateBases,
    rateKeys: [0, ...rates.map(({ currency, day }) => baseOf.get(currency)! + day)],
    rateFactors: [
      '0',
      ...rates.map(({ factor }) => `${factor / 10n ** 18n}.${String(factor % 10n ** 18n).padStart(18, '0')}`),
    ],
  }
}

/** Currencies that are not listed get no key. `-` keeps the lists from being empty, which the engine could give no type. */
function basesOf(rates: readonly RateOfDay[]) {
  const rateCurrencies = ['-', ...new Set(rates.map(({ currency }) => currency))]
  const rateBases = rateCurrencies.map((_, index) => index * DAYS_MAX)
  return {
    rateCurrencies,
    rateBases,
    baseOf: new Map(rateCurrencies.map((currency, index) => [currency, rateBases[index]!])),
  }
}

/** Where rates for doubles come from, which put rows in order and are never shown. */
export type RatesSource = 'NONE' | 'LISTED' | 'JOINED'

/** The parameters of rates that are listed. */
export function listedRates(rates: readonly RateOfDay[]): z.infer<z.ZodObject<typeof LISTED_RATES_PARAMS>> {
  const { rateCurrencies, rateBases, baseOf } = basesOf(rates)
  const factors = new Map(
    rates.map(({ currency, day, factor }) => [baseOf.get(currency)! + day, Number(factor) / 1e18]),
  )
  return { rateCurrencies, rateBases, rateKeys: [...factors.keys()], rateFactors: [...factors.values()] }
}

const LISTED_FACTOR = (rateDay: Sql) => sql`
  transform(${LISTED_KEY(rateDay)}, {rateKeys:Array(UInt64)}, {rateFactors:Array(Float64)}, toFloat64(0))`

/** Rows of a roll-up `l` with a `factor` that their amounts are converted by, 0 where there is none, and that conversion. */
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
