import { FACTS } from '#amazon/index.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { MADE_AT } from './reading-moments.ts'

const TABLE = 'search_query_performance'

/**
 * SQL of the weeks and months that count, by marketplace, so that no day counts twice: a month gives way to the weeks that
 * lie within it, and a week that reaches into a month which counts gives way to that. The market of a query is one, so this
 * is decided for all products and accounts together.
 */
export const COUNTING_PERIODS = `
  SELECT marketplace, period.1 AS start_date, period.2 AS end_date
  FROM (
    SELECT marketplace, groupUniqArray((start_date, end_date)) AS periods,
      arrayFilter(p -> p.2 - p.1 = 6, periods) AS weeks,
      arrayFilter(p -> p.2 - p.1 > 6 AND NOT arrayExists(w -> w.1 >= p.1 AND w.2 <= p.2, weeks), periods) AS months,
      arrayJoin(arrayConcat(months, arrayFilter(w -> NOT arrayExists(m -> w.1 <= m.2 AND w.2 >= m.1, months), weeks))) AS period
    FROM ${TABLE} WHERE ${LIVE_FACTS.text}
    GROUP BY marketplace)`

export const IN_COUNTING_PERIODS = `(marketplace, start_date, end_date) IN (${COUNTING_PERIODS})`

/** A file is asked for some products, and says of each what it says of a week or month. */
const CLAIM = 'account_id, marketplace, start_date, end_date, asin'

const columns = Object.entries(FACTS[TABLE])
const NUMBERS = `arraySum([${columns
  .filter(([, reading]) => reading === 'integer' || reading === 'decimal')
  .map(([column]) => `toDecimal128(ifNull(${column}, 0), 9)`)
  .join(', ')}])`
const HASH = `cityHash64([${columns.map(([column]) => `ifNull(toString(${column}), '')`).join(', ')}])`

/**
 * SQL of the places of the rows that count, of a slice of those under a condition: of several files with a product's week
 * the one counts that Amazon made last, then with more queries, then with greater numbers, then by content. A slice holds all
 * of a query.
 */
export const countingSearches = (where: string, slice = '1'): string => `
  SELECT import_id, line_no, part FROM (
    SELECT import_id, line_no, part, ${CLAIM}, search_query, ${NUMBERS} AS numbers, ${HASH} AS hash
    FROM ${TABLE} WHERE ${where} AND (${slice}) AND ${IN_COUNTING_PERIODS}
      AND (import_id, ${CLAIM}) IN (
        SELECT import_id, ${CLAIM} FROM (
          SELECT import_id, ${CLAIM}, uniqExact(search_query) AS held, sum(${NUMBERS}) AS total, sum(${HASH}) AS content
          FROM ${TABLE} WHERE ${where} GROUP BY import_id, ${CLAIM})
        ORDER BY ${MADE_AT} DESC, held DESC, total DESC, content, import_id LIMIT 1 BY ${CLAIM})
    ORDER BY numbers DESC, hash, line_no, part LIMIT 1 BY ${CLAIM}, search_query)`
