import { REIMBURSED_AFTER_DAYS } from '#contract/lost-contribution.ts'
import { addDays, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { multiply, parseDecimal, type Decimal } from '#contract/decimal.ts'
import { liveImports, type Company } from '#server/accounts/index.ts'
import { factorsOn } from '#server/ledger/conversion.ts'
import { periodsOf } from '#server/ledger/cost-periods.ts'
import { onceEach } from '#server/ledger/counting-rows.ts'
import { newestFirst, STOCK_KEY } from '#server/ledger/derive-stock-losses.ts'
import { LIVE_FACTS } from '#server/ledger/live-facts.ts'
import { readingMoments } from '#server/ledger/reading-moments.ts'
import { today, type Services } from '#server/ledger/services.ts'
import { FACTS } from '#amazon/index.ts'

/** Losses older than this give no claim, and cover no reimbursement. */
const LOOKED_BACK_DAYS = 365

/** What happened to sellable stock of a product in the warehouse on a day. */
export interface StockMovement {
  day: IsoDate
  marketplace: string
  lost: number
  /** Found again, or reimbursed: with money, or with another unit. */
  made: number
}

export interface OpenLoss {
  day: IsoDate
  marketplace: string
  units: number
}

/**
 * The losses that came due in a period and are still open: units that were found or reimbursed make good the oldest loss
 * before them. `movements` are of one product, in order; of a day losses come first.
 */
export function openLosses(movements: readonly StockMovement[], due: DateRange): OpenLoss[] {
  const open: OpenLoss[] = []
  for (const { day, marketplace, lost, made } of movements) {
    if (lost > 0) open.push({ day, marketplace, units: lost })
    let left = made
    while (left > 0 && open.length > 0) {
      const oldest = open[0]!
      const taken = Math.min(left, oldest.units)
      oldest.units -= taken
      left -= taken
      if (oldest.units === 0) open.shift()
    }
  }
  return open.filter(({ day }) => {
    const dueOn = addDays(day, REIMBURSED_AFTER_DAYS)
    return dueOn >= due.start && dueOn <= due.end
  })
}

const IN_SCOPE = `sku != '' AND ({anyProduct:Bool} OR sku IN {skus:Array(String)})
    AND ({anyMarketplace:Bool} OR marketplace IN {marketplaces:Array(String)})`
const units = (column: string) => `toInt64(abs(ifNull(${column}, 0)))`
const PAID_BACK = `${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {today:Date}`

/** Reimbursements of an order are for what a customer did not send back. */
const STATEMENT = `
  SELECT sku AS product, place, day, sum(lost) AS gone, sum(made) AS back FROM (
    SELECT toString(sku) AS sku, toString(marketplace) AS place, toString(date) AS day,
      ${units('lost')} + ${units('damaged')} AS lost, ${units('found')} AS made
    FROM (
      SELECT * FROM inventory_ledger WHERE ${LIVE_FACTS.text} AND date BETWEEN {from:Date} AND {today:Date}
      ORDER BY ${newestFirst} LIMIT 1 BY ${STOCK_KEY})
    WHERE upper(disposition) = 'SELLABLE' AND ${IN_SCOPE}
    UNION ALL
    SELECT toString(sku), toString(marketplace), toString(date), toInt64(0), toInt64(ifNull(quantity_cash, 0) + ifNull(quantity_inventory, 0))
    FROM reimbursements
    WHERE ${PAID_BACK} AND order_id = '' AND ${IN_SCOPE}
      AND (import_id, line_no, part) IN (${onceEach('reimbursements', Object.keys(FACTS.reimbursements).join(', '), PAID_BACK)}))
  GROUP BY product, place, day HAVING gone != 0 OR back != 0
  ORDER BY product, day, gone DESC, place`

const IS_TOLD = `SELECT count() AS told FROM (SELECT 1 FROM reimbursements WHERE ${PAID_BACK} LIMIT 1)`

interface UnreimbursedAsked {
  currencyCode: string
  marketplaces: readonly string[]
  /** None: of the whole company. */
  skus: readonly string[]
  due: DateRange
}

export interface Unreimbursed {
  sku: string
  units: number
  /** At landed cost; null where that of a unit is not known. */
  amount: Decimal | null
}

/** Units that went missing in the warehouse and were not made good in 30 days; nothing where no report of reimbursements is there. */
export async function readUnreimbursed(
  services: Services,
  company: Company,
  { currencyCode, marketplaces, skus, due }: UnreimbursedAsked,
  signal: AbortSignal | undefined,
): Promise<Unreimbursed[]> {
  const { analytics } = services
  const imports = await liveImports(services.accounts, company)
  const live = imports.map(({ attemptVersion }) => attemptVersion!)
  const params = {
    companyId: company.id,
    live,
    ...readingMoments(imports),
    from: addDays(due.start, -LOOKED_BACK_DAYS),
    today: today(services),
    anyProduct: skus.length === 0,
    skus: [...skus],
    anyMarketplace: marketplaces.length === 0,
    marketplaces: [...marketplaces],
  }
  const asked = { params, ...(signal && { signal }) }
  const [told] = await analytics.rows<{ told: number | string }>(IS_TOLD, asked)
  if (Number(told?.told ?? 0) === 0) return []
  const rows = await analytics.rows<{
    product: string
    place: string
    day: string
    gone: string
    back: string
  }>(STATEMENT, asked)
  const movements = new Map<string, StockMovement[]>()
  for (const { product, place, day, gone, back } of rows) {
    const of = movements.get(product) ?? []
    of.push({ day, marketplace: place, lost: Number(gone), made: Number(back) })
    movements.set(product, of)
  }
  const losses = [...movements].flatMap(([sku, of]) => openLosses(of, due).map((loss) => ({ sku, ...loss })))
  if (losses.length === 0) return []
  const costOf = await landedCosts(services, company, currencyCode, losses, { live, imports })
  const found = new Map<string, Unreimbursed>()
  for (const { sku, ...loss } of losses) {
    const cost = costOf(sku, loss)
    const before = found.get(sku) ?? { sku, units: 0, amount: 0n }
    found.set(sku, {
      sku,
      units: before.units + loss.units,
      amount:
        cost === null || before.amount === null
          ? null
          : before.amount + multiply(cost, parseDecimal(String(loss.units))),
    })
  }
  return [...found.values()]
}

/** What a unit cost landed on a day, at the rate of that day. */
async function landedCosts(
  services: Services,
  company: Company,
  currencyCode: string,
  losses: readonly (OpenLoss & { sku: string })[],
  { live, imports }: { live: number[]; imports: Awaited<ReturnType<typeof liveImports>> },
): Promise<(sku: string, loss: OpenLoss) => Decimal | null> {
  const costs = await services.analytics.run(periodsOf, company, {
    live,
    ...readingMoments(imports),
    skus: [...new Set(losses.map(({ sku }) => sku))],
  })
  const currencies = [...new Set(costs.map(({ currency }) => currency))]
  const factors = new Map(
    await Promise.all(
      [...new Set(losses.map(({ day }) => day))].map(
        async (day) =>
          [day, await factorsOn(services, company, { to: currencyCode, currencies, day })] as const,
      ),
    ),
  )
  return (sku, { day, marketplace }) => {
    const holding = costs.filter(
      (cost) => cost.sku === sku && cost.validFrom <= day && (cost.validTo === null || cost.validTo >= day),
    )
    // That of the marketplace goes before the general one.
    const cost =
      holding.find((one) => one.marketplace === marketplace) ??
      holding.find((one) => one.marketplace === null)
    const factor = cost && factors.get(day)!(cost.currency)
    return cost && factor != null ? multiply(parseDecimal(cost.landed), factor) : null
  }
}
