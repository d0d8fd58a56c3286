import { sql } from '#server/analytics/index.ts'
import { LEDGER_COLUMNS, WITH_OWN } from '#server/ledger/journal.ts'
import { quoted } from './local-days.ts'

/**
 * Fees of an order, and the line that says by how much what was charged differs from what is expected of it (ORD-3). Nothing is
 * expected for digital services.
 */
const SETTLED_LINES = {
  referralFees: 'referralFeesSettled',
  fbaFulfilmentFees: 'fulfilmentFeesSettled',
  closingFees: 'closingFeesSettled',
  digitalServicesFees: 'digitalServicesFeesSettled',
}

/**
 * Fees of products that are of no order, and the line that has them by order on the day they were posted, as soon as they are
 * released. They are made with the other rows of their settlement.
 */
export const POSTED_FEES = {
  agedInventoryFees: 'agedInventoryFeesSettled',
  inboundFees: 'inboundFeesSettled',
  removalFees: 'removalFeesSettled',
}

const FEES = quoted(Object.keys(SETTLED_LINES))
/** SQL of the lines that hold fees of orders: expected ones, and what was charged in their place. */
export const FEES_OF_ORDERS = sql.composed(quoted(Object.entries(SETTLED_LINES).flat()))
const SETTLED_LINE = `transform(toString(line), [${FEES}], [${quoted(Object.values(SETTLED_LINES))}], '')`

/** What was charged stands with the line of the settlement, what was expected instead with that of the order. */
export const SETTLED_FEES_FEEDS = ['CHARGED', 'EXPECTED'] as const

/** Orders of which this version says something else than the one before, on either basis. */
export const ORDERS_OF_VERSION = `order_id IN (
  SELECT order_id FROM ledger
  WHERE company_id = {companyId:String} AND version = {version:UInt64} AND order_id != '' AND line IN ('unitsSold', ${FEES}))`

/** The first of these of which units were both ordered and released, at any time: no other has or had rows of these feeds. */
export const SETTLED_ORDERS_OF_VERSION = `
  SELECT 1 FROM ledger
  WHERE company_id = {companyId:String} AND line = 'unitsSold' AND ${WITH_OWN} AND ${ORDERS_OF_VERSION}
  GROUP BY order_id
  HAVING uniqExact(basis) > 1
  LIMIT 1`

const net = (amount: string) => `sum(toDecimal128(${amount}, 9) * n)`

/** Units of a product in each order: as ordered, with the order's day and place, or as settlements released them. */
const unitsOf = (basis: 'ORDER' | 'TRANSACTION', rest = '') => `
  SELECT account_id, order_id, sku, ${net('amount')} AS units${rest}
  FROM ledger
  WHERE company_id = {companyId:String} AND basis = '${basis}' AND line = 'unitsSold' AND ${WITH_OWN} AND ${ORDERS_OF_VERSION}
  GROUP BY account_id, order_id, sku
  HAVING units > 0`

/** Orders that are settled, wholly or in part. */
const SETTLED = `
  SELECT o.account_id AS account_id, o.order_id AS order_id, o.sku AS sku, o.order_day AS order_day, o.order_marketplace AS order_marketplace,
    o.units AS ordered, s.units AS released
  FROM (${unitsOf('ORDER', ', min(ledger.day) AS order_day, any(ledger.marketplace) AS order_marketplace')}) AS o
  INNER JOIN (${unitsOf('TRANSACTION')}) AS s USING (account_id, order_id, sku)`

/** Rows of fees that stand, each as often as it does. */
const feesOf = (where: string) => `
  SELECT ${LEDGER_COLUMNS.join(', ')}, arrayJoin(range(toUInt32(sum(n)))) AS nth
  FROM ledger
  WHERE company_id = {companyId:String} AND line IN (${FEES}) AND ${WITH_OWN} AND ${ORDERS_OF_VERSION} AND ${where}
  GROUP BY ${LEDGER_COLUMNS.join(', ')}
  HAVING sum(n) > 0`

function select(feed: (typeof SETTLED_FEES_FEEDS)[number], fees: string, amount: string): string {
  const columns: Partial<Record<(typeof LEDGER_COLUMNS)[number], string>> = {
    basis: `'ORDER'`,
    feed: `'${feed}'`,
    day: 's.order_day',
    fx_day: 's.order_day',
    marketplace: 's.order_marketplace',
    line: SETTLED_LINE,
    amount,
    unmapped: 'false',
  }
  return `SELECT ${LEDGER_COLUMNS.map((column) => `${columns[column] ?? `f.${column}`} AS ${column}_`).join(', ')}
FROM (${fees}) AS f INNER JOIN (${SETTLED}) AS s USING (account_id, order_id, sku)`
}

/**
 * UNIT-1: what one unit costs is what was charged for it as soon as a settlement says so, and what is expected before.
 * The order basis keeps its estimates; beside them stand, on the day of the order, what was charged and, taken back, what
 * had been expected of as many units.
 */
export const settledFees = (): string[] => [
  select('CHARGED', feesOf(`basis = 'TRANSACTION'`), 'f.amount'),
  select(
    'EXPECTED',
    feesOf(`basis = 'ORDER' AND feed = 'ORDER'`),
    `toDecimal64(round(-toDecimal128(f.amount, 9) * if(s.released >= s.ordered, toDecimal128(1, 9), toDecimal128(s.released, 9) / toInt64(s.ordered)), 9), 9)`,
  ),
]
