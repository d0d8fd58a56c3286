import { z } from 'zod'
import type { DateRange, IsoDate } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, IsoDate as Day } from '#contract/fields.ts'
import { STOCK_MOVEMENTS, type StockMovement } from '#contract/stock-value.ts'
import { listSellerAccounts, type Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { heldReadings, holdsRows } from '#server/ledger/held-readings.ts'
import {
  countingStock,
  IS_SELLABLE,
  IS_WAREHOUSE,
  LOST_UNITS,
} from '#server/ledger/derivation/derive-stock-losses.ts'
import { READING_MOMENTS } from '#server/ledger/derivation/reading-moments.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import type { Services } from '#server/ledger/services.ts'
import { inTurns } from '#server/in-turns.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import { knownTotal } from '#server/known-total.ts'
import { landedCosts } from '#server/metrics/landed-costs.ts'

/** Products by account and marketplace, and days on which one of them lost something. */
const ROWS_MAX = 50_000
const PRODUCTS_IN_A_TURN = 500

/** What is lost, damaged or disposed of is kept without its sign, and what comes back of it as found. */
const GONE: readonly StockMovement[] = ['lost', 'damaged', 'disposed']
export const movementUnits = (movement: StockMovement): string => {
  if (GONE.includes(movement)) return `toInt64(-abs(${movement}))`
  return movement === 'found' ? `toInt64(abs(${movement}))` : `toInt64(${movement})`
}

/** Columns that make one place of a product's stock, whatever marketplace its rows were told. */
export const OF_PLACE = `account_id, sku, disposition, fnsku, if(location = '', toString(marketplace), location)`
/** Rows of days that are asked for. */
export const IN_RANGE = `${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {to:Date}`
/** Nothing where a reading does not say it of a place. */
const stated = (balance: string, where: string) =>
  `toString(if(countIf(isNull(${balance}) AND ${where}) > 0, NULL, ifNull(sumIf(${balance}, ${where}), 0)))`
const ofRange = { live: z.array(z.number()), from: Day, to: Day }
export const RANGE_PARAMS = { ...READING_MOMENTS, ...ofRange }
const params = z.object(RANGE_PARAMS)
const units = z.coerce.number()
const unknownUnits = z
  .string()
  .nullable()
  .transform((said) => (said === null ? null : Number(said)))

/**
 * Stock of each product between its first and its last day in a range, every place of a marketplace together. A ledger by
 * warehouse and one by country have the same units, so that at first those of the kind count that the first day has, and at last
 * those of the last; of a product that was told by both nobody knows in which marketplaces it was all the time.
 */
const stockOfRange = defineQuery({
  name: 'stock_of_range',
  params,
  row: z.object({
    account: z.string(),
    marketplace: z.string(),
    sku: z.string(),
    firstDay: AnsweredDate,
    lastDay: AnsweredDate,
    opening: unknownUnits,
    sellable: unknownUnits,
    other: unknownUnits,
    moved: z.array(unknownUnits),
    beganLate: z.coerce.boolean(),
    endedEarly: z.coerce.boolean(),
  }),
  sql: sql.composed(`
  SELECT account, marketplace, sku, toString(min(first_day)) AS firstDay, toString(max(last_day)) AS lastDay,
    ${stated('opened', 'is_first')} AS opening,
    ${stated('closed', 'is_last AND is_sellable')} AS sellable,
    ${stated('closed', 'is_last AND NOT is_sellable')} AS other,
    arrayMap(n -> toString(n), sumForEach(moves)) AS moved,
    countIf(is_first AND first_day > account_first AND opened != 0) > 0 AS beganLate,
    countIf(is_last AND last_day < account_last AND closed != 0) > 0 AS endedEarly
  FROM (
    SELECT * EXCEPT (place_marketplace), is_warehouse = argMin(is_warehouse, first_day) OVER product AS is_first,
      is_warehouse = argMax(is_warehouse, last_day) OVER product AS is_last,
      min(first_day) OVER (PARTITION BY account) AS account_first, max(last_day) OVER (PARTITION BY account) AS account_last,
      if(min(is_warehouse) OVER product = max(is_warehouse) OVER product, place_marketplace, '') AS marketplace
    FROM (
      SELECT toString(account_id) AS account, toString(argMax(l.marketplace, (l.marketplace != '', l.date))) AS place_marketplace,
        toString(sku) AS sku, ${IS_SELLABLE} AS is_sellable,
        ${IS_WAREHOUSE} AS is_warehouse, min(date) AS first_day, max(date) AS last_day,
        toInt64(argMin(tuple(starting_balance), date).1) AS opened, toInt64(argMax(tuple(ending_balance), date).1) AS closed,
        sumForEach([${STOCK_MOVEMENTS.map(movementUnits).join(', ')}]) AS moves
      FROM (${countingStock(IN_RANGE)}) AS l
      GROUP BY ${OF_PLACE}, is_sellable, is_warehouse)
    WINDOW product AS (PARTITION BY account, sku))
  GROUP BY account, marketplace, sku
  ORDER BY account, marketplace, sku
  LIMIT ${ROWS_MAX + 1}`),
})

/** LOSS-1 by day: what of sellable stock is no longer there, less what was found again. */
const lossesOfRange = defineQuery({
  name: 'stock_losses_of_range',
  params,
  row: z.object({
    account: z.string(),
    marketplace: z.string(),
    sku: z.string(),
    day: AnsweredDate,
    units,
  }),
  sql: sql.composed(`
  SELECT toString(account_id) AS account, toString(marketplace) AS marketplace, toString(sku) AS sku, toString(date) AS day,
    toString(sum(${LOST_UNITS})) AS units
  FROM (${countingStock(IN_RANGE)}) AS l
  WHERE ${IS_SELLABLE}
  GROUP BY account, l.marketplace, l.sku, l.date
  HAVING units != '0'
  ORDER BY account, sku, marketplace, day
  LIMIT ${ROWS_MAX + 1}`),
})

/** On which days of a range the ledger of an account says anything. */
const daysOfStock = defineQuery({
  name: 'days_of_stock',
  params: z.object(ofRange),
  row: z.object({ account: z.string(), days: z.array(AnsweredDate) }),
  sql: sql.composed(`
  SELECT toString(account_id) AS account, arraySort(groupUniqArray(toString(date))) AS days
  FROM inventory_ledger WHERE ${IN_RANGE} GROUP BY account`),
})

export interface ProductStock {
  accountId: string
  /** Its name. */
  account: string
  marketplace: string
  sku: string
  firstDay: IsoDate
  lastDay: IsoDate
  /** Units; null where the ledger does not state them. */
  opening: number | null
  sellable: number | null
  /** Damaged, expired and the like, which nobody can buy. */
  other: number | null
  /** Null where no row states it. */
  moved: Record<StockMovement, number | null>
  /** What the balances have and the movements do not explain; null without balances. */
  unexplained: number | null
  /** Landed, of a unit on the first and on the last day that its account knows; null where it is not known. */
  openingCost: Decimal | null
  closingCost: Decimal | null
  /** A place of it that had stock is told from a later day on, or to an earlier one, than others of its account. */
  beganLate: boolean
  endedEarly: boolean
  /** At landed cost of its days: sellable units lost, damaged or disposed of, less those found. Null where a cost is not known. */
  writtenOff: Decimal | null
}

export interface StockOfRange {
  products: ProductStock[]
  /** Of each account the days that its ledger knows. */
  days: ReadonlyMap<string, readonly IsoDate[]>
  /** Accounts of which no ledger says anything of the range. */
  untold: readonly string[]
  /** There are more products, or days on which one of them lost something, than are read. */
  isCut: boolean
}

/**
 * What Amazon held at the beginning and at the end of a range, and what happened between: in units as its inventory ledger says
 * it, and at landed cost in a currency. Undefined where no file says anything of the range.
 */
export async function stockBetween(
  services: Services,
  company: Company,
  { currencyCode, range }: { currencyCode: string; range: DateRange },
  signal?: AbortSignal,
): Promise<StockOfRange | undefined> {
  if (!(await holdsRows(services, company, 'inventory_ledger'))) return undefined
  const { analytics } = services
  const held = await heldReadings(services, company)
  const asked = { ...held, from: range.start, to: range.end }
  const options = { signal }
  const [rows, losses, days, accounts] = await Promise.all([
    analytics.run(stockOfRange, company, asked, options),
    analytics.run(lossesOfRange, company, asked, options),
    analytics.run(daysOfStock, company, { live: held.live, from: range.start, to: range.end }, options),
    listSellerAccounts(services.accounts, company),
  ])
  if (rows.length === 0) return undefined
  const kept = rows.slice(0, ROWS_MAX)
  const daysOf = new Map(days.map(({ account, days: known }) => [account, known]))
  // All of an account on the same two days, or a sum would be of many.
  const placesOf = (row: (typeof kept)[number]) => ({
    first: { ...row, day: daysOf.get(row.account)![0]! },
    last: { ...row, day: daysOf.get(row.account)!.at(-1)! },
  })
  const places = [...kept.flatMap((row) => Object.values(placesOf(row))), ...losses]
  const costOf = await landedCosts(services, company, { currencyCode, held, places }, signal)
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]))
  const named = (id: string) => nameOf.get(id) ?? id
  const keys = new Set(kept.map(keyOf))
  const keysOf = groupedBy(kept, productOf)
  // What was lost where the product is not told of all month is told with all of it.
  const lossesOf = groupedBy(losses, (loss) => {
    const key = keyOf(loss)
    return keys.has(key) ? key : keyOf(keysOf.get(productOf(loss))?.[0] ?? loss)
  })
  const areLossesKnown = losses.length <= ROWS_MAX
  const products = await inTurns(
    kept,
    signal,
    ({ moved, ...row }): ProductStock => {
      const { opening, sellable, other } = row
      const { first, last } = placesOf({ moved, ...row })
      const change = moved.reduce<number>((sum, n) => sum + (n ?? 0), 0)
      const isStated = opening !== null && sellable !== null && other !== null
      return {
        ...row,
        accountId: row.account,
        account: named(row.account),
        moved: Object.fromEntries(STOCK_MOVEMENTS.map((name, index) => [name, moved[index]!])) as Record<
          StockMovement,
          number | null
        >,
        unexplained: isStated ? sellable + other - opening - change : null,
        openingCost: costOf(first),
        closingCost: costOf(last),
        writtenOff: areLossesKnown
          ? knownTotal(lossesOf.get(keyOf(row)) ?? [], (loss) => worth(loss.units, costOf(loss)))
          : null,
      }
    },
    { every: PRODUCTS_IN_A_TURN },
  )
  return {
    products,
    days: new Map([...daysOf].map(([account, known]) => [named(account), known])),
    untold: accounts.filter(({ id }) => !daysOf.has(id)).map(({ name }) => name),
    isCut: rows.length > ROWS_MAX || !areLossesKnown,
  }
}

const productOf = ({ account, sku }: { account: string; sku: string }) => JSON.stringify([account, sku])
const keyOf = ({ account, marketplace, sku }: { account: string; marketplace: string; sku: string }) =>
  JSON.stringify([account, marketplace, sku])

/** Nothing is worth nothing, whatever a unit costs. */
export function worth(count: number | null, cost: Decimal | null): Decimal | null {
  if (count === 0) return ZERO
  return count === null || cost === null ? null : cost * BigInt(count)
}
