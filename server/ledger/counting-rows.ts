import { FACTS, type FactTable } from '#amazon/index.ts'
import { activeRows } from './active-rows.ts'
import { countingSearches } from './counting-searches.ts'
import type { DeriveContext, FactScope } from './derive-context.ts'
import { fullestFirst, STOCK_KEY } from './derive-stock-losses.ts'
import { OrderDerivation, USABLE_PREVIEWS } from './derive-orders.ts'
import { LIVE_FACTS } from './live-facts.ts'

/** Where in the imports a row stands. */
const PLACE = 'import_id, line_no, part'

/** The newest row of a key; a later line of one file is newer. */
const newestBy = (table: FactTable, key: string, where: string, first = '') => `
  SELECT ${PLACE} FROM ${table} WHERE ${where}
  ORDER BY ${first}import_id DESC, line_no DESC LIMIT 1 BY ${key}`

/** Rows by what they say: as many equal ones as the import has that holds most of them. */
export const onceEach = (table: FactTable, key: string, where: string) => `
  SELECT ${PLACE} FROM (
    SELECT ${PLACE}, ${key}, row_number() OVER (PARTITION BY import_id, ${key} ORDER BY line_no, part) AS ordinal
    FROM ${table} WHERE ${where})
  ORDER BY import_id LIMIT 1 BY ${key}, ordinal`

export const EXPENSE_KEY = Object.keys(FACTS.expenses).join(', ')

/**
 * SQL of the places of the rows of a table that count, of all that live imports hold. What counts is decided where the
 * ledger is derived; this is the same choice for whoever wants the rows themselves. Parameters are the derivation's.
 */
export function countingRows(table: FactTable, scope: FactScope, context: DeriveContext): string {
  const where = `${LIVE_FACTS.text} AND (${scope.where})`
  switch (table) {
    case 'settlement_lines':
      return `SELECT ${PLACE} FROM (${activeRows(scope.where, context)})`
    case 'order_items':
      return `SELECT ${PLACE} FROM (${new OrderDerivation(scope, context).standing()})`
    case 'settlements':
      return onceEach(
        table,
        'account_id, source, settlement_id, start_at, end_at, deposit_at, total_amount, currency',
        where,
      )
    case 'product_costs':
      return newestBy(table, 'sku, marketplace, valid_from', where)
    case 'exchange_rates':
      return newestBy(table, 'currency, rate_date', where)
    case 'vat_rates':
      return newestBy(table, 'marketplace, sku, valid_from', where)
    case 'fee_estimates':
      return newestBy(table, 'sku, marketplace, snapshot_date', where, `(${USABLE_PREVIEWS}) DESC, `)
    case 'returns':
      return onceEach(table, 'row_hash', where)
    case 'expenses':
      return onceEach(table, EXPENSE_KEY, where)
    case 'inventory_ledger':
      return `SELECT ${PLACE} FROM (
        SELECT * FROM ${table} WHERE ${where} ORDER BY ${fullestFirst} LIMIT 1 BY ${STOCK_KEY})`
    case 'ads_daily':
      return countingAds(where)
    case 'sales_traffic_date':
    case 'sales_traffic_asin_day':
    case 'inventory_snapshots':
      return fullestReadings(table, where)
    case 'search_query_performance':
      return countingSearches(where)
  }
}

/**
 * Re-read days replace one another, as where their cost is derived. A reading of nothing replaces none with something; what
 * cost nothing counts with the newest reading of its campaign's day that cost something, or without one with the newest.
 */
export function countingAds(where: string): string {
  const key = 'date, ad_type, marketplace, campaign_id, sku, currency'
  return `
    SELECT ${PLACE} FROM (
      SELECT ${PLACE}, ${key}, cost != 0 AS has_cost,
        row_number() OVER (PARTITION BY import_id, has_cost, ${key} ORDER BY line_no) AS ordinal,
        max((has_cost, import_id)) OVER (PARTITION BY ${key}) AS newest
      FROM ads_daily WHERE ${where})
    WHERE has_cost OR import_id = newest.2
    ORDER BY import_id DESC LIMIT 1 BY ${key}, has_cost, ordinal`
}

/** Of which a file claims the days of its rows, by account and marketplace. */
export type ClaimingTable = keyof typeof ROW_KEYS

/** What a file may say once. */
const ROW_KEYS = {
  sales_traffic_date: 'marketplace, date',
  sales_traffic_asin_day: 'marketplace, date, parent_asin, child_asin, sku',
  inventory_snapshots: 'marketplace, date, sku',
} as const satisfies Partial<Record<FactTable, string>>

/**
 * Of several files that say something of a day, one counts, whole: the one with most rows of it, then with the greatest
 * numbers, because Amazon adds to days that are over, then by content. None of these reports states when it was made.
 */
export function fullestReadings(table: ClaimingTable, where: string): string {
  const columns = Object.entries(FACTS[table])
  const numbers = columns
    .filter(([, reading]) => reading === 'integer' || reading === 'decimal')
    .map(([column]) => `toDecimal128(ifNull(${column}, 0), 9)`)
  const cells = columns.map(([column]) => `ifNull(toString(${column}), '')`)
  const claim = 'account_id, marketplace, date'
  return `
    SELECT ${PLACE} FROM (
      SELECT ${PLACE}, dense_rank() OVER (PARTITION BY ${claim} ORDER BY held DESC, total DESC, content, import_id) AS place
      FROM (
        SELECT ${PLACE}, ${claim}, count() OVER reading AS held, sum(numbers) OVER reading AS total, sum(hash) OVER reading AS content
        FROM (
          SELECT ${PLACE}, ${claim}, arraySum([${numbers.join(', ')}]) AS numbers, cityHash64([${cells.join(', ')}]) AS hash
          FROM ${table} WHERE ${where}
          ORDER BY numbers DESC, hash, line_no
          LIMIT 1 BY import_id, account_id, ${ROW_KEYS[table]})
        WINDOW reading AS (PARTITION BY ${claim}, import_id)))
    WHERE place = 1`
}
