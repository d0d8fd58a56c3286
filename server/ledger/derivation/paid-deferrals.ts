import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { OF_REPORTS } from './active-rows.ts'

const SALE = 'account_id, order_id, sku, canonical_type'

/** Lines of reports that are of a sale of which some is called deferred, since the day before the first of these: some tell a day alone. */
const SINCE_DEFERRED = `SELECT * FROM (
    SELECT ${SALE}, import_id, source, settlement_id, status, posted_at, if(counts != '', abs(ifNull(quantity, 0)), 0) AS units,
      counts != '' AND isNull(quantity) AS is_unsaid, minIf(posted_at, status = 'DEFERRED') OVER sale AS since, countIf(status = 'DEFERRED') OVER sale AS deferred
    FROM settlement_lines
    INNER JOIN (SELECT triple AS named_triple, canonical_type, counts FROM ledger_mapping FINAL WHERE company_id = {companyId:String}) AS m
      ON triple = m.named_triple
    WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND order_id IN (
      SELECT order_id FROM settlement_lines WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND status = 'DEFERRED' AND order_id != '')
    WINDOW sale AS (PARTITION BY ${SALE})
  )
  WHERE deferred > 0 AND posted_at >= since - 86400`

/**
 * Whether settlements have paid what a report calls deferred. Reports name amounts and parcels differently, and none knows what
 * releases what, so that units decide, or times where a refund says none: as many as reports call deferred of the product of the
 * order, and as the same reports know to be paid besides.
 */
export const IS_PAID = `(${SALE}) IN (
  SELECT ${SALE} FROM (
    SELECT ${SALE}, sum(units) AS deferred_units, count() AS deferred_times FROM (
      SELECT ${SALE}, posted_at, max(units) AS units FROM (
        SELECT ${SALE}, posted_at, import_id, sum(units) AS units FROM (${SINCE_DEFERRED}) WHERE status = 'DEFERRED' GROUP BY ${SALE}, posted_at, import_id)
      GROUP BY ${SALE}, posted_at)
    GROUP BY ${SALE}
  ) AS d
  INNER JOIN (
    SELECT ${SALE}, max(units) AS known_units, max(times) AS known_times FROM (
      SELECT ${SALE}, import_id, sumIf(units, status != 'DEFERRED') AS units, uniqExactIf(posted_at, status != 'DEFERRED') AS times
      FROM (${SINCE_DEFERRED}) GROUP BY ${SALE}, import_id HAVING max(status = 'DEFERRED'))
    GROUP BY ${SALE}
  ) AS k USING (${SALE})
  INNER JOIN (
    SELECT ${SALE}, sum(units) AS paid_units, sum(times) AS paid_times, max(is_unsaid) AS is_unsaid FROM (
      SELECT ${SALE}, max(units) AS units, max(times) AS times, max(is_unsaid) AS is_unsaid FROM (
        SELECT ${SALE}, settlement_id, sum(units) AS units, uniqExact(posted_at) AS times, max(is_unsaid) AS is_unsaid
        FROM (${SINCE_DEFERRED}) WHERE status != 'DEFERRED' GROUP BY ${SALE}, settlement_id, import_id, source)
      GROUP BY ${SALE}, settlement_id)
    GROUP BY ${SALE}
  ) AS p USING (${SALE})
  WHERE if(deferred_units > 0 AND NOT is_unsaid, paid_units >= deferred_units + known_units, paid_times >= deferred_times + known_times))`
