import { SOURCES } from '#amazon/index.ts'
import type { DeriveContext } from './derive-context.ts'
import { currencyOf, effectiveMarketplace, quoted } from './local-days.ts'
import { eachRowOnce } from './row-identity.ts'
import { notSuperseded } from './settlement-sources.ts'
import { LIVE_FACTS } from './live-facts.ts'

/** Settlement and date-range reports, as opposed to Finances and facts files, which give way to them. */
export const OF_REPORTS = `(source > ${SOURCES.FINANCES})`

/** Each kind of report has names of its own for a kind of transaction. */
const KIND_NAMES: Record<string, string> = {
  order: 'shipment',
  shipmenteventlist: 'shipment',
  shipmentsettleeventlist: 'shipment',
  refundeventlist: 'refund',
  chargebackrefund: 'chargeback',
  chargebackeventlist: 'chargeback',
  atozguaranteerefund: 'guaranteeclaim',
  atozguaranteeclaim: 'guaranteeclaim',
  guaranteeclaimeventlist: 'guaranteeclaim',
  liquidations: 'liquidation',
  fbaliquidationeventlist: 'liquidation',
}
const KIND = `transform(replaceRegexpAll(lower(transaction_type), '[^a-z]', ''), [${quoted(Object.keys(KIND_NAMES))}], [${quoted(Object.values(KIND_NAMES))}], lower(transaction_type))`

/**
 * Facts without an order that a settlement of their account and currency covers: it holds all that happened from its
 * start to its end. No report holds what is deferred. A settlement that states no time covers its rows.
 */
const settledAccountFacts = (common: string) => `
  SELECT import_id, line_no, part
  FROM (
    SELECT account_id, import_id, line_no, part, posted_at,
      if(currency != '', toString(currency), ${currencyOf(effectiveMarketplace('f'))}) AS fact_currency
    FROM settlement_lines AS f WHERE ${common} AND NOT ${OF_REPORTS} AND order_id = '' AND status != 'DEFERRED'
  ) AS u
  INNER JOIN (
    SELECT account_id AS settled_account, settled_currency, groupArray((first, last)) AS periods
    FROM (
      SELECT account_id, settlement_id, max(money) AS settled_currency, min(begins) AS first, max(ends) AS last
      FROM (
        SELECT account_id, toString(settlement_id) AS settlement_id, if(currency != '', toString(currency), ${currencyOf('marketplace')}) AS money,
          posted_at AS begins, posted_at AS ends
        FROM settlement_lines
        WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND settlement_id != ''
        UNION ALL
        -- An end at midnight is a day without its time.
        SELECT account_id, settlement_id, toString(currency), assumeNotNull(start_at), assumeNotNull(end_at) + if(end_at = toStartOfDay(end_at), 86399, 0)
        FROM settlements
        WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS}
          AND isNotNull(start_at) AND isNotNull(end_at)
      )
      GROUP BY account_id, settlement_id
    )
    GROUP BY account_id, settled_currency
  ) AS p ON u.account_id = p.settled_account AND u.fact_currency = p.settled_currency
  WHERE arrayExists(period -> u.posted_at BETWEEN period.1 AND period.2, periods)`

/** Of a row of the Finances API, its transaction, as its parser names it. */
const TRANSACTION = `extract(line_id, '^transaction ([^ ]+) ')`

/**
 * Rows of readings of a transaction that another one of it stands for. A transaction is deferred, then released, and what
 * releases it is a transaction too: all of them are one sale. It counts on the day of the sale, as whole as one reading has it.
 */
const otherReadings = (common: string) => `
  SELECT import_id, line_no, part FROM (
    SELECT import_id, line_no, part, dense_rank() OVER (PARTITION BY account_id, of_transaction ORDER BY status = 'DEFERRED', releases, held DESC, content, import_id) AS place
    FROM (
      SELECT *, count() OVER reading AS held, sum(row_hash) OVER reading AS content
      FROM (
        SELECT account_id, import_id, line_no, part, status, row_hash, ${TRANSACTION} AS of_transaction, match(line_id, '^transaction [^ ]+ released ') AS releases
        FROM settlement_lines WHERE ${common} AND source = ${SOURCES.FINANCES} AND startsWith(line_id, 'transaction ')
      )
      WINDOW reading AS (PARTITION BY account_id, of_transaction, status, releases, import_id)))
  WHERE place > 1`

/** Rows that count, of the scope: one source per settlement, one import per row. */
export function activeRows(where: string, { survey }: DeriveContext): string {
  const columns = `account_id, import_id, line_no, part, source, settlement_id, status, posted_at, posted_day, order_id, order_item_id, shipment_id, marketplace,
    multichannel, sku, quantity, amount, tax_amount, currency, fulfillment_channel, amount_description, triple, lost`
  const common = `${LIVE_FACTS.text} AND (${where})`
  if (!survey.overlapping) return `SELECT ${columns} FROM settlement_lines WHERE ${common}`
  return `
    SELECT * FROM (${eachRowOnce(columns, `${common} AND ${OF_REPORTS} AND ${notSuperseded()}`, survey)})
    UNION ALL
    SELECT ${columns} FROM (
      SELECT ${columns}, line_id, row_hash, released_at, asin, shipment_id, promotion_id, transaction_type,
        row_number() OVER (PARTITION BY import_id, account_id, line_id, row_hash ORDER BY line_no, part) AS ordinal
      FROM settlement_lines
      WHERE ${common} AND NOT ${OF_REPORTS}
      -- A settlement file that holds the order and its kind of transaction is the better source, and then Finances is.
        AND (account_id, order_id, ${KIND}) NOT IN (
          SELECT account_id, order_id, ${KIND} FROM settlement_lines
          WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND order_id != '')
        AND (source = ${SOURCES.FINANCES} OR (account_id, order_id, ${KIND}) NOT IN (
          SELECT account_id, order_id, ${KIND} FROM settlement_lines
          WHERE ${LIVE_FACTS.text} AND source = ${SOURCES.FINANCES} AND order_id != ''))
        ${survey.hasAccountFacts ? `AND (import_id, line_no, part) NOT IN (${settledAccountFacts(common)})` : ''}
        ${survey.hasFinances ? `AND (import_id, line_no, part) NOT IN (${otherReadings(common)})` : ''}
    )
    -- Content decides, so that the order of imports does not: released before deferred, then the newest release, then the fuller row.
    ORDER BY status IN ('RELEASED', 'DEFERRED_RELEASED') DESC, released_at DESC NULLS LAST,
      (asin != '') + (shipment_id != '') + (promotion_id != '') + (sku != '') + (order_item_id != '') + isNotNull(quantity) + isNotNull(tax_amount) DESC, row_hash
    LIMIT 1 BY account_id, if(line_id != '', line_id, concat(toString(row_hash), '#', toString(ordinal)))`
}
