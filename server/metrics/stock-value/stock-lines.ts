import { z } from 'zod'
import { AnsweredDate } from '#contract/fields.ts'
import { STOCK_MOVEMENTS } from '#contract/stock-value.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { countingStock, IS_WAREHOUSE } from '#server/ledger/derivation/derive-stock-losses.ts'
import { IN_RANGE, movementUnits, OF_PLACE, RANGE_PARAMS } from './stock-between.ts'

const units = z.number().nullable()

/** The rows of the inventory ledger that one product of the list is the sum of, by day. */
export const stockLines = defineQuery({
  name: 'stock_lines',
  params: z.object({
    ...RANGE_PARAMS,
    account: z.string(),
    marketplace: z.string(),
    sku: z.string(),
    limit: z.number(),
    offset: z.number(),
  }),
  row: z.object({
    day: AnsweredDate,
    fnsku: z.string(),
    disposition: z.string(),
    location: z.string(),
    opened: units,
    closed: units,
    moved: z.array(units),
    attempt: z.coerce.number(),
    lineNumber: z.number(),
    lineCount: z.coerce.number(),
  }),
  sql: sql.composed(`
  SELECT toString(date) AS day, fnsku, toString(disposition) AS disposition, toString(location) AS location,
    starting_balance AS opened, ending_balance AS closed,
    [${STOCK_MOVEMENTS.map((movement) => `toInt32(${movementUnits(movement)})`).join(', ')}] AS moved,
    import_id AS attempt, line_no AS lineNumber, count() OVER () AS lineCount
  FROM (
    SELECT *, if(min(is_warehouse) OVER product = max(is_warehouse) OVER product, place_marketplace, '') AS its_marketplace
    FROM (
      SELECT *, ${IS_WAREHOUSE} AS is_warehouse,
        toString(argMax(marketplace, (marketplace != '', date)) OVER (PARTITION BY ${OF_PLACE})) AS place_marketplace
      FROM (${countingStock(`${IN_RANGE} AND account_id = {account:String} AND sku = {sku:String}`)}))
    WINDOW product AS (PARTITION BY account_id, sku))
  WHERE its_marketplace = {marketplace:String}
  ORDER BY date, location, disposition, fnsku, import_id, line_no, part
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}`),
})
