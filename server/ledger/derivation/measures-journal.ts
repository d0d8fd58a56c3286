import type { Journal, RollUp } from '#server/ledger/journal.ts'

/** Everything that is counted beside the ledger. */
export const MEASURES: Journal = {
  table: 'measures',
  columns: [
    'company_id',
    'account_id',
    'fact',
    'level',
    'day',
    'marketplace',
    'sku',
    'asin',
    'measure',
    'currency',
    'amount',
    'days',
    'search_query',
    'import_id',
    'line_no',
    'part',
  ],
}

const BY_DAY = 'account_id, fact, level, measure, day, days, marketplace, currency'

const SUMS = { amount: 'sum(toDecimal128(amount, 9) * n)', row_count: 'sum(n)' }

export const MEASURE_ROLL_UPS: readonly RollUp[] = [
  {
    table: 'measures_by_product',
    from: 'measures',
    keys: `${BY_DAY}, sku, asin`,
    sums: SUMS,
  },
  {
    table: 'measures_by_day',
    from: 'measures',
    keys: BY_DAY,
    sums: SUMS,
  },
]

/**
 * What a question may ask a measure at. ANY adds up over products to the whole; where it does not, the whole is asked at
 * ACCOUNT and products at PRODUCT, and the two never meet (TRAF-2).
 */
export const LEVELS = ['ANY', 'ACCOUNT', 'PRODUCT'] as const
export type Level = (typeof LEVELS)[number]

/**
 * An order of several products counts for each of them and is one. Of such orders the journal has these rows beside those of
 * each product, with the order in `search_query`: products that are asked together take from their sum what is counted more
 * than once, and no other order is looked at. No question asks for them by name.
 */
export const SHARED_ORDERS = {
  orders: 'sharedOrders',
  cancelledOrders: 'sharedCancelledOrders',
  pendingOrders: 'sharedPendingOrders',
} as const

/** SQL of what a row says of how many days it is and of which search; on most facts of its own day and of none. */
export const OF_ONE_DAY = `1 AS days_, '' AS search_query_`
