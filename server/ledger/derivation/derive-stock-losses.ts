import { FACTS } from '#amazon/index.ts'
import { Derivation } from './derive.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { MADE_AT } from './reading-moments.ts'

/** What a place of the stock is in one reading. Of a warehouse, the marketplace is what somebody answered. */
const STOCK_KEY =
  "account_id, date, if(location = '', toString(marketplace), location), sku, fnsku, disposition"

const CELLS = `[${Object.keys(FACTS.inventory_ledger)
  .map((column) => `ifNull(toString(${column}), '')`)
  .join(', ')}]`

const count = (column: string) => `abs(toInt64(ifNull(${column}, 0)))`
const MOVEMENTS = ['lost', 'damaged', 'disposed', 'found']

/**
 * The reading of a day that counts, of all that say something of it: the one that Amazon made last; where that is not known the
 * one that has seen most, because Amazon adds to days that are over; then one that names its marketplace; then by content.
 */
const newestFirst = `${MADE_AT} DESC, ${MOVEMENTS.map(count).join(' + ')} DESC, marketplace = '', cityHash64(${CELLS}), import_id, line_no`

/** Countries have two letters, warehouses more. */
export const IS_WAREHOUSE = 'length(location) > 2'

/**
 * SQL of the rows that count: of each place of the stock one reading. A ledger may be asked for by country or by warehouse, and
 * what one says of a product's day the other says too: countries go first.
 */
export const countingStock = (where: string): string => `
  SELECT * EXCEPT (is_warehouse, are_warehouses) FROM (
    SELECT *, ${IS_WAREHOUSE} AS is_warehouse, min(${IS_WAREHOUSE}) OVER (PARTITION BY account_id, date, sku) AS are_warehouses
    FROM (SELECT * FROM inventory_ledger WHERE ${where} ORDER BY ${newestFirst} LIMIT 1 BY ${STOCK_KEY}))
  WHERE is_warehouse = are_warehouses`

/** Units of sellable stock that are no longer there, less what was found again. */
export const LOST_UNITS = `${count('lost')} + ${count('damaged')} + ${count('disposed')} - ${count('found')}`
export const IS_SELLABLE = `upper(disposition) = 'SELLABLE'`

/** LOSS-1: what sellable stock cost that is no longer there, less what was found again. */
export class StockLossDerivation extends Derivation {
  stockLossFeed(): string[] {
    const lost = `
      SELECT account_id, import_id, line_no, part, date AS day, marketplace, sku,
        ${LOST_UNITS} AS units
      FROM (${countingStock(`${LIVE_FACTS.text} AND (${this.scope.where})`)})
      WHERE ${IS_SELLABLE} AND units != 0`
    const landed = '(cost.4 + cost.5 + cost.6 + cost.7)'
    return [
      this.select(
        {
          feed: `'STOCK'`,
          line: `if(has_cost, 'inventoryLosses', 'lostUnitsWithoutCost')`,
          kind: `if(has_cost, 'COST', 'COUNT')`,
          currency: `if(has_cost, toString(cost.3), '')`,
          rate: `if(has_cost, toDecimal64(${landed}, 9), toDecimal64(0, 9))`,
          amount: `toDecimal64(if(has_cost, -toDecimal128(${landed}, 9) * units, toDecimal128(abs(units), 9)), 9)`,
          order_id: `''`,
          settlement_id: `''`,
        },
        this.costed(lost),
      ),
    ]
  }
}
