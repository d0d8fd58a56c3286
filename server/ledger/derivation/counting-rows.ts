import { FACTS, type FactTable } from '#amazon/index.ts'
import { activeRows, releasesOf } from './active-rows.ts'
import { standingAds } from './counting-ads.ts'
import { countingSearches } from './counting-searches.ts'
import type { DeriveContext, FactScope } from './derive-context.ts'
import { countingStock } from './derive-stock-losses.ts'
import { OrderDerivation, PREVIEW_ORDER } from './derive-orders.ts'
import { RETURN_KEY, WHOLE_SKU_FIRST, withoutZeros } from './damaged-codes.ts'
import { fullestOf } from './fullest-readings.ts'
import { BRAND_OF_EXPENSE } from '#server/ledger/expense-brand.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { isEntered, MADE_AT } from './reading-moments.ts'
import { VAT_TRANSACTION_KEY } from './vat-transactions.ts'

/** Where in the imports a row stands. */
const PLACE = 'import_id, line_no, part'

/** The newest row of a key; a later line of one file is newer. */
const newestBy = (table: FactTable, key: string, where: string, first = '') => `
  SELECT ${PLACE} FROM ${table} WHERE ${where}
  ORDER BY ${first}import_id DESC, line_no DESC LIMIT 1 BY ${key}`

/** Rows by what they say: as many equal ones as the import has that holds most of them, of the oldest import or what goes `first`. */
export const onceEach = (table: FactTable, key: string, where: string, first = '') => `
  SELECT ${PLACE} FROM (
    SELECT *, row_number() OVER (PARTITION BY import_id, ${key} ORDER BY line_no, part) AS ordinal
    FROM ${table} WHERE ${where})
  ORDER BY ${first}import_id LIMIT 1 BY ${key}, ordinal`

/** The same by all that a row says. */
export const countingAlike = (table: 'reimbursements' | 'removal_shipments', where: string): string => {
  const key = Object.keys(FACTS[table]).map((column) => (column === 'sku' ? withoutZeros(column) : column))
  return onceEach(table, key.join(', '), where, `${WHOLE_SKU_FIRST}, `)
}

/** What is entered goes first, as it can be changed: a row of a file that says the same stands in for it once it is deleted. */
export const countingExpenses = (where: string): string =>
  onceEach('expenses', EXPENSE_KEY, where, `${isEntered.text} DESC, `)
const EXPENSE_KEY = Object.keys(FACTS.expenses)
  .map((column) => (column === 'brand_name' ? BRAND_OF_EXPENSE.text : column))
  .join(', ')

/**
 * SQL of the places of the rows of a table that count, of all that live imports hold. What counts is decided where the
 * ledger is derived; this is the same choice for whoever wants the rows themselves. Parameters are the derivation's.
 */
export function countingRows(table: FactTable, scope: FactScope, context: DeriveContext): string {
  const where = `${LIVE_FACTS.text} AND (${scope.where})`
  switch (table) {
    case 'settlement_lines':
      return `SELECT ${PLACE} FROM (${activeRows(scope.where, context)})${
        context.survey.hasFinances ? ` UNION ALL ${releasesOf(scope.where, context)}` : ''
      }`
    case 'order_items':
      return `SELECT ${PLACE} FROM (${new OrderDerivation(scope, context).standing()})`
    case 'settlements':
      return onceEach(
        table,
        'account_id, source, settlement_id, start_at, end_at, deposit_at, total_amount, currency',
        where,
      )
    case 'product_costs':
      return newestBy(table, 'sku, marketplace, valid_from', where, `${isEntered.text} DESC, `)
    case 'exchange_rates':
      return newestBy(table, 'currency, rate_date', where)
    case 'vat_rates':
      return newestBy(table, 'marketplace, sku, valid_from', where)
    case 'listings':
    case 'storage_fees':
    case 'aged_fees':
    case 'promotions':
    case 'coupons':
      return claimedRows(table, where)
    case 'catalogue_items':
      return newestBy(table, 'marketplace, snapshot_date, asin', where)
    case 'fee_estimates':
      return newestBy(table, 'account_id, sku, marketplace, snapshot_date', where, `${PREVIEW_ORDER}, `)
    case 'returns':
      return onceEach(table, RETURN_KEY, where, `${WHOLE_SKU_FIRST}, `)
    case 'expenses':
      return countingExpenses(where)
    case 'inventory_ledger':
      return `SELECT ${PLACE} FROM (${countingStock(where)})`
    case 'ads_daily':
      return standingAds(where)
    case 'sales_traffic_date':
    case 'sales_traffic_asin_day':
    case 'inventory_snapshots':
    case 'inventory_planning':
    case 'stranded_inventory':
      return fullestReadings(table, where)
    case 'search_query_performance':
      return countingSearches(where)
    case 'removal_orders':
      return newestBy(
        table,
        `account_id, order_id, ${withoutZeros('sku')}, fnsku, disposition`,
        where,
        `last_updated DESC NULLS LAST, ${MADE_AT} DESC, ${WHOLE_SKU_FIRST}, `,
      )
    case 'reimbursements':
    case 'removal_shipments':
      return countingAlike(table, where)
    case 'vat_transactions':
      return onceEach(table, VAT_TRANSACTION_KEY.text, where, `${WHOLE_SKU_FIRST}, `)
    case 'coverage':
      return newestBy(table, 'account_id, table_name, marketplace, start_date, end_date', where)
  }
}

/** What of a table one file says whole. */
const CLAIMS = {
  listings: { claim: 'account_id, marketplace, snapshot_date', rowKey: 'sku' },
  storage_fees: { claim: 'account_id, marketplace, month' },
  aged_fees: { claim: 'account_id, marketplace, date' },
  promotions: { claim: 'account_id, marketplace, promotion_id', rowKey: 'asin' },
  coupons: { claim: 'account_id, marketplace, coupon_id', rowKey: 'coupon_id' },
}

/** SQL of the places of the rows that count of such a table. */
export const claimedRows = (table: keyof typeof CLAIMS, where: string): string =>
  fullestOf(table, { where, ...CLAIMS[table] })

/** Of which a file claims the days of its rows, by account and marketplace. */
export type ClaimingTable = keyof typeof ROW_KEYS

/** What a file may say once. */
const ROW_KEYS = {
  sales_traffic_date: 'marketplace, date',
  sales_traffic_asin_day: 'marketplace, date, parent_asin, child_asin, sku',
  inventory_snapshots: 'marketplace, date, sku',
  inventory_planning: 'marketplace, date, sku',
  stranded_inventory: 'marketplace, date, sku, asin, reason',
} as const satisfies Partial<Record<FactTable, string>>

/** Of several files that say something of a day in a marketplace. */
export const fullestReadings = (table: ClaimingTable, where: string): string =>
  fullestOf(table, { where, claim: 'account_id, marketplace, date', rowKey: ROW_KEYS[table] })
