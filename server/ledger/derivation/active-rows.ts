import { SOURCES } from '#amazon/index.ts'
import type { DeriveContext } from './derive-context.ts'
import { currencyOf, effectiveMarketplace, quoted } from './local-days.ts'
import { eachRowOnce } from './row-identity.ts'
import { notSuperseded } from '#server/ledger/settlements/settlement-sources.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { MADE_AT } from './reading-moments.ts'

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

const STATED_PERIODS = `${LIVE_FACTS.text} AND ${OF_REPORTS} AND isNotNull(start_at) AND isNotNull(end_at)`
/** An end at midnight is a day without its time. */
const ENDS_AT = `(assumeNotNull(end_at) + if(end_at = toStartOfDay(end_at), 86399, 0))`
/** The earliest moment of what a settlement holds: a start at midnight is a day too, wherever it began, and of others Amazon may be a little late. */
const HOLDS_FROM = `(assumeNotNull(start_at) - if(start_at = toStartOfDay(start_at), 86400, 3600))`

/**
 * Of these facts those without an order that a settlement of their account and currency covers: it holds all that happened
 * from its start to its end. No report holds what is deferred. A settlement that states no time covers its rows; of one that
 * does, orders may be older, since it has what was held back until then.
 */
const settledAccountFacts = (facts: string) => `
  SELECT import_id, line_no, part
  FROM (
    SELECT account_id, import_id, line_no, part, settles_at,
      if(currency != '', toString(currency), ${currencyOf(effectiveMarketplace('f'))}) AS fact_currency
    FROM (${facts}) AS f WHERE order_id = '' AND told_status != 'DEFERRED'
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
          AND (order_id = '' OR (account_id, settlement_id) NOT IN (SELECT account_id, settlement_id FROM settlements WHERE ${STATED_PERIODS}))
        UNION ALL
        SELECT account_id, settlement_id, toString(currency), assumeNotNull(start_at), ${ENDS_AT}
        FROM settlements WHERE ${STATED_PERIODS}
      )
      GROUP BY account_id, settlement_id
    )
    GROUP BY account_id, settled_currency
  ) AS p ON u.account_id = p.settled_account AND u.fact_currency = p.settled_currency
  WHERE arrayExists(period -> u.settles_at BETWEEN period.1 AND period.2, periods)`

/** Of a row of the Finances API, its transaction, as its parser names it: what releases one is named after that one. */
const TRANSACTION = `extract(line_id, '^transaction ([^ ]+) ')`
export const OF_TRANSACTIONS = `startsWith(line_id, 'transaction ')`
const IS_RELEASE = `match(line_id, '^transaction [^ ]+ released ')`
const OF_RELEASES = `source = ${SOURCES.FINANCES} AND ${IS_RELEASE}`

const ACTIVE_COLUMNS = `account_id, import_id, line_no, part, source, settlement_id, status, posted_at, posted_day, order_id, order_item_id, shipment_id, marketplace,
    multichannel, sku, quantity, amount, tax_amount, currency, fulfillment_channel, amount_description, triple, lost`
const FACT_COLUMNS = `${ACTIVE_COLUMNS}, line_id, row_hash, released_at, deferral_reason, asin, promotion_id, transaction_type`

/** Reports aside, with what is told of each row: its status, and the moment from which a settlement may hold it. */
const plainFacts = (common: string) => `
  SELECT ${FACT_COLUMNS}, toString(status) AS told_status, posted_at AS settles_at FROM settlement_lines WHERE ${common} AND NOT ${OF_REPORTS}`

/**
 * The same where there are transactions. What releases a deferred one says of it that it is released, and when; it is no
 * money of its own, and is of no day that is known where the deferred one is not. Until then it is in no settlement that
 * ends before it is due.
 */
const factsWithReleases = (common: string) => `
  SELECT *, multiIf(released_transaction != '', greatest(posted_at, release_at), source = ${SOURCES.FINANCES} AND status = 'DEFERRED', greatest(posted_at, ifNull(released_at, posted_at)), posted_at) AS settles_at,
    if(status = 'DEFERRED' AND released_transaction != '', 'DEFERRED_RELEASED', toString(status)) AS told_status
  FROM (
    SELECT ${FACT_COLUMNS}, if(source = ${SOURCES.FINANCES}, ${TRANSACTION}, '') AS of_transaction
    FROM settlement_lines WHERE ${common} AND NOT ${OF_REPORTS} AND NOT (${OF_RELEASES})
  ) AS f
  ANY LEFT JOIN (
    SELECT account_id AS releasing_account, ${TRANSACTION} AS released_transaction, min(posted_at) AS release_at
    FROM settlement_lines WHERE ${common} AND ${OF_RELEASES} GROUP BY releasing_account, released_transaction
  ) AS r ON f.account_id = r.releasing_account AND f.of_transaction = r.released_transaction`

/**
 * Rows of readings of a transaction that another one of it stands for: it counts as the reading has it that was made last,
 * but what one of them says is released is.
 */
const otherReadings = (common: string) => `
  SELECT import_id, line_no, part FROM (
    SELECT import_id, line_no, part, dense_rank() OVER (PARTITION BY account_id, of_transaction ORDER BY status = 'DEFERRED', made_at DESC, held DESC, content, import_id) AS place
    FROM (
      SELECT *, count() OVER reading AS held, sum(row_hash) OVER reading AS content
      FROM (
        SELECT account_id, import_id, line_no, part, status, row_hash, ${MADE_AT} AS made_at, ${TRANSACTION} AS of_transaction
        FROM settlement_lines WHERE ${common} AND source = ${SOURCES.FINANCES} AND ${OF_TRANSACTIONS} AND NOT ${IS_RELEASE}
      )
      WINDOW reading AS (PARTITION BY account_id, of_transaction, status, import_id)))
  WHERE place > 1`

/** Orders in reports with their kind of transaction, and from when to when the settlements are that hold them, which may not be known. */
const settledOrders = (common: string) => `
  SELECT account_id AS settled_account, order_id AS settled_order, kind AS settled_kind,
    groupUniqArray((ifNull(since, toDateTime(0, 'UTC')), ifNull(until, toDateTime('2106-01-01 00:00:00', 'UTC')))) AS settled_periods
  FROM (
    SELECT account_id, order_id, toString(settlement_id) AS settlement_id, ${KIND} AS kind FROM settlement_lines
    WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND order_id != '' AND order_id IN (
      SELECT order_id FROM settlement_lines WHERE ${common} AND source = ${SOURCES.FINANCES})
  ) AS l
  ANY LEFT JOIN (
    SELECT account_id AS ending_account, toString(settlement_id) AS ending_settlement, toNullable(min(${HOLDS_FROM})) AS since, toNullable(max(${ENDS_AT})) AS until
    FROM settlements WHERE ${STATED_PERIODS} GROUP BY ending_account, ending_settlement
  ) AS e ON l.account_id = e.ending_account AND l.settlement_id = e.ending_settlement
  GROUP BY settled_account, settled_order, settled_kind`

/** Orders of which something is or was held back: what is refunded of them is in no settlement before that is released. */
const heldBackOrders = (common: string) => `
  SELECT account_id, order_id FROM settlement_lines
  WHERE ${common} AND source = ${SOURCES.FINANCES} AND ${OF_TRANSACTIONS} AND (status != 'RELEASED' OR ${IS_RELEASE})`

/** Whether it is known from when on a settlement may hold a transaction. */
const isTimeKnown = (common: string) => `(of_transaction != '' AND (released_transaction != ''
    OR told_status = 'RELEASED' AND (account_id, order_id) NOT IN (${heldBackOrders(common)})))`

/**
 * Whether a settlement of its order and kind may hold a transaction. None does that began after it could: it holds another
 * part of the order.
 */
const MAY_BE_SETTLED = `arrayExists(
  period -> ifNull(settles_at <= period.2 AND (settles_at >= period.1 OR NOT is_time_known), 1), settled_periods)`

const SETTLED = `(account_id, order_id, ${KIND}) IN (
  SELECT account_id, order_id, ${KIND} FROM settlement_lines
  WHERE ${LIVE_FACTS.text} AND ${OF_REPORTS} AND order_id != '')`

/** Facts that no better source holds: a settlement file is one, and then Finances is. */
function standingFacts(common: string, { hasFinances, hasAccountFacts }: DeriveContext['survey']): string {
  const facts = hasFinances ? factsWithReleases(common) : plainFacts(common)
  const unsettled = hasAccountFacts
    ? `(import_id, line_no, part) NOT IN (${settledAccountFacts(facts)})`
    : '1'
  if (!hasFinances) return `SELECT * FROM (${facts}) WHERE NOT (${SETTLED}) AND ${unsettled}`
  return `
    SELECT * FROM (SELECT *, ${KIND} AS kind, ${isTimeKnown(common)} AS is_time_known FROM (${facts})) AS t
    ANY LEFT JOIN (${settledOrders(common)}) AS o ON t.account_id = o.settled_account AND t.order_id = o.settled_order AND t.kind = o.settled_kind
    WHERE if(source = ${SOURCES.FINANCES}, NOT ${MAY_BE_SETTLED},
        NOT (${SETTLED}) AND (account_id, order_id, kind) NOT IN (
          SELECT account_id, order_id, ${KIND} FROM settlement_lines
          WHERE ${LIVE_FACTS.text} AND source = ${SOURCES.FINANCES} AND order_id != ''))
      AND ${unsettled} AND (import_id, line_no, part) NOT IN (${otherReadings(common)})`
}

/** Rows that count, of the scope: one source per settlement, one import per row. */
export function activeRows(where: string, { survey }: Pick<DeriveContext, 'survey'>): string {
  const common = `${LIVE_FACTS.text} AND (${where})`
  if (!survey.overlapping) return `SELECT ${ACTIVE_COLUMNS} FROM settlement_lines WHERE ${common}`
  return `
    SELECT * FROM (${eachRowOnce(ACTIVE_COLUMNS, `${common} AND ${OF_REPORTS} AND ${notSuperseded()}`, survey)})
    UNION ALL
    SELECT ${ACTIVE_COLUMNS.replace('status', 'told_status')} FROM (
      SELECT *, row_number() OVER (PARTITION BY import_id, account_id, line_id, row_hash ORDER BY line_no, part) AS ordinal
      FROM (${standingFacts(common, survey)})
    )
    -- Content decides, so that the order of imports does not: released before deferred, then the newest release, then the fuller row.
    ORDER BY told_status IN ('RELEASED', 'DEFERRED_RELEASED') DESC, released_at DESC NULLS LAST,
      (asin != '') + (shipment_id != '') + (promotion_id != '') + (sku != '') + (order_item_id != '') + isNotNull(quantity) + isNotNull(tax_amount) DESC, row_hash
    LIMIT 1 BY account_id, if(line_id != '', line_id, concat(toString(row_hash), '#', toString(ordinal)))`
}

/**
 * Rows of sales that Amazon has held back, released since or not, each by its newest reading, whether or not a settlement has
 * them by now; `told_status` is `DEFERRED` as long as nothing says that it is released, which was at `freed_at`.
 */
export const heldBackRows = `
  SELECT *, if(released_transaction != '', greatest(posted_at, release_at), posted_at) AS freed_at
  FROM (${factsWithReleases(LIVE_FACTS.text)})
  WHERE of_transaction != '' AND told_status IN ('DEFERRED', 'DEFERRED_RELEASED')
    AND (import_id, line_no, part) NOT IN (${otherReadings(LIVE_FACTS.text)})`

/** Of rows that count, those that say when one of them was released: places of rows that bring no money. */
export const releasesOf = (where: string, context: Pick<DeriveContext, 'survey'>): string => `
  SELECT import_id, line_no, part FROM settlement_lines
  WHERE ${LIVE_FACTS.text} AND (${where}) AND ${OF_RELEASES} AND (account_id, ${TRANSACTION}) IN (
    SELECT account_id, ${TRANSACTION} FROM settlement_lines
    WHERE ${LIVE_FACTS.text} AND (${where}) AND source = ${SOURCES.FINANCES} AND ${OF_TRANSACTIONS}
      AND (import_id, line_no, part) IN (SELECT import_id, line_no, part FROM (${activeRows(where, context)})))
  ORDER BY posted_at, ${MADE_AT} DESC, row_hash, import_id, line_no, part
  LIMIT 1 BY account_id, line_id`
