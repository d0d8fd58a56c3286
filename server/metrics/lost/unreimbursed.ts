import { heldReadings, holdsRows } from '#server/ledger/held-readings.ts'
import { CHOSEN_MARKETPLACES, chosenMarketplaces } from '#server/ledger/chosen-marketplaces.ts'
import { z } from 'zod'
import { REIMBURSED_AFTER_DAYS } from '#contract/lost-contribution.ts'
import { addDays, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { multiply, parseDecimal, ZERO, type Decimal } from '#contract/decimal.ts'
import { AnsweredDate, IsoDate as Day } from '#contract/fields.ts'
import type { Company } from '#server/accounts/index.ts'
import { defineQuery, sql } from '#server/analytics/index.ts'
import { countingAlike } from '#server/ledger/derivation/counting-rows.ts'
import { countingStock, IS_SELLABLE } from '#server/ledger/derivation/derive-stock-losses.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { READING_MOMENTS } from '#server/ledger/derivation/reading-moments.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { groupedBy } from '#contract/grouped-by.ts'
import { inTurns } from '#server/in-turns.ts'
import { landedCosts } from '#server/metrics/landed-costs.ts'

/** Losses older than this give no claim, and cover no reimbursement. */
const LOOKED_BACK_DAYS = 365
/** Of so many products, those that lost most. */
const PRODUCTS_MAX = 1_000
/** Days on which they moved, of all of them together. */
const ROWS_MAX = 100_000

/** What happened to sellable stock of a product in the warehouse on a day. */
export interface StockMovement {
  day: IsoDate
  marketplace: string
  lost: number
  /** Found again, or reimbursed: with money, or with another unit. Below zero where Amazon took a reimbursement back. */
  made: number
}

export interface OpenLoss {
  day: IsoDate
  marketplace: string
  units: number
}

/**
 * The losses that came due in a period and are still open: units that were found or reimbursed make good the oldest loss
 * before them, and what was reimbursed last is taken back first. `movements` are of one product of an account, in order; of a day losses come first. Of what came due after
 * `told`, the last day that reports of reimbursements reach, nobody knows whether it was paid.
 */
export function openLosses(movements: readonly StockMovement[], due: DateRange, told: IsoDate): OpenLoss[] {
  const losses: OpenLoss[] = []
  let oldest = 0
  /** What made good a loss, or none that is known of. */
  const making: { loss: number | null; units: number }[] = []
  for (const { day, marketplace, lost, made } of movements) {
    if (lost > 0) losses.push({ day, marketplace, units: lost })
    for (let left = made; left > 0;) {
      const loss = losses[oldest]
      const taken = loss ? Math.min(left, loss.units) : left
      if (loss) loss.units -= taken
      making.push({ loss: loss ? oldest : null, units: taken })
      left -= taken
      if (loss?.units === 0) oldest++
    }
    for (let left = -made; left > 0 && making.length > 0;) {
      const last = making.at(-1)!
      const taken = Math.min(left, last.units)
      if (last.loss !== null) {
        losses[last.loss]!.units += taken
        oldest = Math.min(oldest, last.loss)
      }
      last.units -= taken
      left -= taken
      if (last.units === 0) making.pop()
    }
  }
  return losses.filter(({ day, units }) => {
    const dueOn = addDays(day, REIMBURSED_AFTER_DAYS)
    return units > 0 && dueOn >= due.start && dueOn <= due.end && dueOn <= told
  })
}

const IN_SCOPE = `sku != '' AND ({anyProduct:Bool} OR sku IN {skus:Array(String)})`
const units = (column: string) => `toInt64(abs(ifNull(${column}, 0)))`
const PAID_BACK = `${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {today:Date}`

const scope = {
  ...READING_MOMENTS,
  live: z.array(z.number()),
  from: Day,
  today: Day,
  anyProduct: z.boolean(),
  skus: z.array(z.string()),
  ...CHOSEN_MARKETPLACES,
}
const { from, today: last, live } = scope

/** After the last day whose losses come due only what came back matters, which makes good the oldest first: one day says it. */
const IS_LATER = `date > {lostTo:Date}`
const MOVED_ON = `least(date, {lostTo:Date} + 1)`
const PLACE = `if(${IS_LATER}, '', toString(marketplace))`

/** Reasons that are of no stock in a warehouse: of what never arrived or was on its way out, of removals, customers and fees. */
const ELSEWHERE = `match(lower(reason), 'inbound|outbound|transport|removal|customer|fee')`

/**
 * Of products that lost something in some days, those that lost most first. Reimbursements of an order are for what a customer
 * did not send back.
 */
const stockMovements = defineQuery({
  name: 'stock_movements',
  params: z.object({ ...scope, lostFrom: Day, lostTo: Day }),
  row: z.object({
    account: z.string(),
    sku: z.string(),
    marketplace: z.string(),
    day: AnsweredDate,
    lost: z.coerce.number(),
    made: z.coerce.number(),
    rank: z.coerce.number(),
  }),
  sql: sql.composed(`
  SELECT account, product AS sku, place AS marketplace, toString(moved_on) AS day, toString(gone) AS lost, toString(back) AS made,
    toString(product_rank) AS rank FROM (
    SELECT *, dense_rank() OVER (ORDER BY at_stake DESC, product) AS product_rank FROM (
      SELECT *, sumIf(gone, moved_on BETWEEN {lostFrom:Date} AND {lostTo:Date} AND ({anyMarketplace:Bool} OR place IN {marketplaces:Array(String)}))
          OVER (PARTITION BY product) AS at_stake FROM (
        SELECT account, product, place, moved_on, sum(units_lost) AS gone, sum(units_made) AS back FROM (
          SELECT toString(account_id) AS account, toString(sku) AS product, ${PLACE} AS place, ${MOVED_ON} AS moved_on,
            if(${IS_LATER}, toInt64(0), ${units('lost')} + ${units('damaged')}) AS units_lost, ${units('found')} AS units_made
          FROM (${countingStock(`${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {today:Date}`)})
          WHERE ${IS_SELLABLE} AND ${IN_SCOPE}
          UNION ALL
          SELECT toString(account_id), toString(sku), ${PLACE}, ${MOVED_ON}, toInt64(0),
            toInt64(ifNull(quantity_cash, 0) + ifNull(quantity_inventory, 0))
          FROM reimbursements
          WHERE ${PAID_BACK} AND order_id = '' AND ${IN_SCOPE} AND NOT ${ELSEWHERE}
            AND original_reimbursement_id NOT IN (SELECT reimbursement_id FROM reimbursements WHERE ${PAID_BACK} AND (order_id != '' OR ${ELSEWHERE}))
            AND (import_id, line_no, part) IN (${countingAlike('reimbursements', PAID_BACK)}))
        GROUP BY account, product, place, moved_on HAVING gone != 0 OR back != 0))
    WHERE at_stake > 0)
  WHERE product_rank <= ${PRODUCTS_MAX + 1}
  ORDER BY product_rank, account, moved_on, gone DESC, place
  LIMIT ${ROWS_MAX + 1}`),
})

/**
 * What is read of movements whose products are in order, one more of either than is looked at: those of whole products, and
 * whether others are left out.
 */
export function withinLimits<T extends { rank: number }>(
  rows: readonly T[],
  { productsMax, rowsMax }: { productsMax: number; rowsMax: number },
): { looked: T[]; isCut: boolean } {
  const cut = Math.min(productsMax + 1, rows[rowsMax]?.rank ?? Infinity)
  const looked = rows.filter(({ rank }) => rank < cut)
  return { looked, isCut: looked.length < rows.length }
}

/** Days of which an account has reports of reimbursements: those that are said, and of each file those from its first row to its last. */
const reimbursementsTold = defineQuery({
  name: 'reimbursements_told',
  params: z.object({ live, from, today: last }),
  row: z.object({ account: z.string(), start: AnsweredDate, end: AnsweredDate, isSaid: z.boolean() }),
  sql: sql.composed(`
  SELECT toString(account_id) AS account, toString(min(date)) AS start, toString(max(date)) AS end, false AS isSaid
  FROM reimbursements WHERE ${PAID_BACK} GROUP BY account, import_id
  UNION ALL
  SELECT DISTINCT toString(account_id), toString(start_date), toString(end_date), true
  FROM coverage WHERE ${LIVE_FACTS.text} AND table_name = 'reimbursements' AND end_date >= {from:Date} AND start_date <= {today:Date}`),
})

/**
 * How far the reports of each account reach: to the last row, or where days are said to the first of which Amazon was not asked or
 * did not answer.
 */
export function toldTo(days: readonly z.output<typeof reimbursementsTold.row>[]): Map<string, IsoDate> {
  const byAccount = groupedBy(days, ({ account }) => account)
  return new Map(
    [...byAccount].map(([account, held]) => {
      const isSaid = held.some((one) => one.isSaid)
      const [first, ...rest] = held.toSorted((a, b) => (a.start < b.start ? -1 : 1))
      const reached = (end: IsoDate, one: DateRange): IsoDate =>
        !isSaid || one.start <= addDays(end, 1) ? later(end, one.end) : end
      return [account, rest.reduce(reached, first!.end)]
    }),
  )
}

interface UnreimbursedAsked {
  currencyCode: string
  marketplaces: readonly string[]
  /** None: of the whole company. */
  skus: readonly string[]
  due: DateRange
}

export interface Unreimbursed {
  sku: string
  /** Those whose landed cost is known. */
  units: number
  /** What they cost landed. */
  amount: Decimal
  /** Whether the cost of none that was lost is unknown. */
  isWhole: boolean
}

export interface UnreimbursedLosses {
  losses: Unreimbursed[]
  /** Whether other products lost something too, and less. */
  isCut: boolean
}

/** Units that went missing in the warehouse and were not made good in 30 days, as far as reports of reimbursements say. */
export async function readUnreimbursed(
  services: Services,
  company: Company,
  { currencyCode, marketplaces, skus, due }: UnreimbursedAsked,
  signal: AbortSignal | undefined,
): Promise<UnreimbursedLosses> {
  const { analytics } = services
  const isTold = await Promise.all([
    holdsRows(services, company, 'reimbursements'),
    // Or was asked for, and nothing was paid.
    holdsRows(services, company, 'coverage'),
  ])
  if (!isTold.includes(true)) return { losses: [], isCut: false }
  const held = await heldReadings(services, company)
  const span = { from: addDays(due.start, -LOOKED_BACK_DAYS), today: today(services) }
  const options = { signal }
  const told = toldTo(await analytics.run(reimbursementsTold, company, { live: held.live, ...span }, options))
  if (told.size === 0) return { losses: [], isCut: false }
  const rows = await analytics.run(
    stockMovements,
    company,
    {
      ...held,
      ...span,
      lostFrom: addDays(due.start, -REIMBURSED_AFTER_DAYS),
      lostTo: addDays(due.end, -REIMBURSED_AFTER_DAYS),
      anyProduct: skus.length === 0,
      skus: [...skus],
      ...chosenMarketplaces(marketplaces),
    },
    options,
  )
  const { looked, isCut } = withinLimits(rows, { productsMax: PRODUCTS_MAX, rowsMax: ROWS_MAX })
  const products = [...groupedBy(looked, ({ account, sku }) => `${account} ${sku}`).values()]
  const open = await inTurns(products, signal, (of) => {
    const { account, sku } = of[0]!
    const reached = told.get(account)
    if (reached === undefined) return []
    // What came back is of the account: reports of reimbursements name no marketplace, and what is lost in one is found in another.
    return openLosses(of, due, reached)
      .filter(({ marketplace }) => marketplaces.length === 0 || marketplaces.includes(marketplace))
      .map((loss) => ({ sku, ...loss }))
  })
  const losses = open.flat()
  if (losses.length === 0) return { losses: [], isCut }
  const costOf = await landedCosts(services, company, { currencyCode, places: losses, held }, signal)
  const bySku = [...groupedBy(losses, ({ sku }) => sku).values()]
  return { losses: await inTurns(bySku, signal, (of) => costing(of, costOf)), isCut }
}

/** The losses of a product at what each of them cost, as far as that is known. */
function costing(
  losses: readonly (OpenLoss & { sku: string })[],
  costOf: (loss: OpenLoss & { sku: string }) => Decimal | null,
): Unreimbursed {
  const { sku } = losses[0]!
  const found: Unreimbursed = { sku, units: 0, amount: ZERO, isWhole: true }
  for (const loss of losses) {
    const cost = costOf(loss)
    if (cost === null) {
      found.isWhole = false
      continue
    }
    found.units += loss.units
    found.amount += multiply(cost, parseDecimal(String(loss.units)))
  }
  return found
}
