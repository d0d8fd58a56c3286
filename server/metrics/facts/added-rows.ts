import { sql, type Sql } from '#server/analytics/index.ts'
import { CONVERTED, LACKS_RATE, type Convert } from './conversion.ts'

/** How often a row `l` with a `measure` counts, which may be taken away. */
const TIMES = sql`(l.times * if(has({taken:Array(String)}, measure), -1, 1))`

interface Added {
  /** With `measure, amount, times, day, fx_day, currency`. */
  rows: Sql
  key: Sql
  /** What else is said of a key, and the same of what has been said of its parts. */
  said?: { ofRows: Sql; ofParts: Sql }
  /** Sums of amounts, and the same of sums of parts. */
  sums: { ofRows: (amount: Sql) => Sql; ofParts: Sql }
  /** What of an amount is the selection's. */
  partOf: (amount: Sql) => Sql
  convert: Convert
}

const NOTHING = { ofRows: sql``, ofParts: sql`` }

/**
 * Rows of a journal added up by a `key`, with `is_lacking` where a sum has no rate and `times`, how many they are.
 *
 * @param haveRates no day lacks one. Otherwise days without are parts of their own: what cancels on such a day needs none.
 */
export function addedByKey(
  { rows, key, said = NOTHING, sums, partOf, convert }: Added,
  { haveRates }: { haveRates: boolean },
): Sql {
  const { factor, join } = convert(sql`l.fx_day`)
  const amounts = sums.ofRows(sql`${partOf(CONVERTED)} * ${TIMES}`)
  if (haveRates)
    return sql`
      WITH ${factor} false AS is_lacking
      SELECT ${key} AS key, ${said.ofRows} ${amounts}, is_lacking, sum(l.times) AS times
      FROM (${rows}) AS l ${join}
      GROUP BY key
      HAVING times != 0`
  return sql`
      SELECT key, ${said.ofParts} ${sums.ofParts}, max(without_rate != 0) AS is_lacking, sum(times_) AS times
      FROM (
        WITH ${factor} ${LACKS_RATE} AS lacks_rate
        SELECT ${key} AS key, ${said.ofRows} if(lacks_rate, currency, '') AS its_currency, if(lacks_rate, fx_day, toDate(0)) AS day_without_rate,
          ${amounts}, sumIf(${partOf(sql`toDecimal256(l.amount, 27)`)} * ${TIMES}, lacks_rate) AS without_rate, sum(l.times) AS times_
        FROM (${rows}) AS l ${join}
        GROUP BY key, its_currency, day_without_rate
      )
      GROUP BY key
      HAVING times != 0`
}
