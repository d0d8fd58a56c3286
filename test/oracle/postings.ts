/** From raw files to postings: amounts by day, line, marketplace and currency. */
import { daysBetween, everyDay, localDay, monthsLater, type Day } from './calendar.ts'
import { amountOf, scaled, whole, type Amount } from './decimals.ts'
import { mapped } from './mapping.ts'
import { HOME, marketplaceNamed, MARKETPLACES } from './marketplaces.ts'
import { momentOf, type Cells, type RawData, type Settlement } from './raw-files.ts'

export interface Posting {
  day: Day
  /** The day of its exchange rate. */
  rateDay: Day
  /** Nothing where it is allocated to none. */
  marketplace: string | null
  line: string
  /** Nothing for what is counted. */
  currency: string | null
  amount: Amount
  /** How many divisions are in it: others may have rounded each of them. */
  divisions: number
}

/** The company is established in Germany, so that fees in both marketplaces bear its tax: since before the demo begins. */
const FEE_VAT_PERCENT = 19n

export function postingsOf(data: RawData, today: Day): Posting[] {
  const sales = salesOf(data.settlements)
  return addedUp([
    ...data.settlements.flatMap((settlement) => settlementPostings(settlement, data.costs, sales)),
    ...data.returns.flatMap((row) => returnPostings(row, data.costs, sales)),
    ...data.advertising.map(advertisingPosting),
    ...data.expenses.flatMap((row) => expensePostings(row, today)),
  ])
}

/** One posting for all that differ in nothing but their amount. */
function addedUp(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>()
  for (const posting of postings) {
    const { day, rateDay, marketplace, line, currency, amount, divisions } = posting
    const key = [day, rateDay, marketplace, line, currency].join()
    const sum = sums.get(key)
    if (sum) {
      sum.amount += amount
      sum.divisions += divisions
    } else sums.set(key, { ...posting })
  }
  return [...sums.values()]
}

/** What a later refund or return asks of the shipment. */
interface Sale {
  day: Day
  marketplace: string
  principal: Amount
  units: number
}

const saleKey = (order: string, sku: string): string => `${order}\t${sku}`

const dayIn = (row: Cells, marketplace: string | null): Day =>
  localDay(momentOf(row['posted-date-time']!), marketplace ?? HOME)

function salesOf(settlements: readonly Settlement[]): Map<string, Sale> {
  const sales = new Map<string, Sale>()
  for (const row of settlements.flatMap(({ rows }) => rows)) {
    if (mapped(row).units !== 'sold') continue
    const marketplace = marketplaceNamed(row['marketplace-name']!)!
    const key = saleKey(row['order-id']!, row['sku']!)
    // The demo sells a product once in an order.
    if (sales.has(key)) throw new Error(`${key} is sold twice.`)
    sales.set(key, {
      day: dayIn(row, marketplace),
      marketplace,
      principal: amountOf(row['amount']!),
      units: Number(row['quantity-purchased']),
    })
  }
  return sales
}

/** SCOPE-1 (a): a row without a marketplace is of the only one with the settlement's currency that has rows in it. */
function onlyMarketplaceOf({ rows, currency }: Settlement): string | null {
  const named = new Set(rows.map((row) => marketplaceNamed(row['marketplace-name']!)))
  const candidates = [...named].filter(
    (code) => code !== undefined && MARKETPLACES[code]!.currency === currency,
  )
  return candidates.length === 1 ? candidates[0]! : null
}

function settlementPostings(
  settlement: Settlement,
  costs: readonly Cells[],
  sales: Map<string, Sale>,
): Posting[] {
  const only = onlyMarketplaceOf(settlement)
  return settlement.rows.flatMap((row) => {
    const marketplace = marketplaceNamed(row['marketplace-name']!) ?? only
    const day = dayIn(row, marketplace)
    const common = { day, rateDay: day, marketplace }
    const { line, isSale, isFee, units, isUnknown } = mapped(row)
    const amount = amountOf(row['amount']!)
    const money = { ...common, currency: settlement.currency }
    const counted = (of: string, count: number): Posting => ({
      ...common,
      line: of,
      currency: null,
      amount: whole(count),
      divisions: 0,
    })

    const result: Posting[] = [{ ...money, line, amount, divisions: 0 }]
    if (isUnknown) result.push(counted('unmappedLines', 1))
    if (isSale && marketplace !== null) {
      const vat = vatWithin(amount, MARKETPLACES[marketplace]!.vatPercent)
      result.push({ ...money, line: 'salesVat', amount: -vat, divisions: 1 })
    }
    if (isFee && marketplace !== null) {
      const vat = vatWithin(amount, FEE_VAT_PERCENT)
      result.push(
        { ...money, line, amount: -vat, divisions: 1 },
        { ...money, line: 'memoFeeVat', amount: vat, divisions: 1 },
      )
    }
    // Orders of the company's own shop are no sales of Amazon.
    if (units && !row['marketplace-name']!.startsWith('Non-Amazon')) {
      const count = units === 'sold' ? Number(row['quantity-purchased']) : unitsRefunded(row, sales)
      result.push(counted(units === 'sold' ? 'unitsSold' : 'unitsRefunded', count))
      if (units === 'sold') result.push(...costPostings(row, count, common, costs))
    }
    return result
  })
}

/** The tax in an amount that contains it. */
const vatWithin = (amount: Amount, percent: bigint): Amount => scaled(amount, percent, 100n + percent)

/** The refund says how much money came back, and the sale what a unit was sold for. */
function unitsRefunded(row: Cells, sales: Map<string, Sale>): number {
  const { principal, units } = sales.get(saleKey(row['order-id']!, row['sku']!))!
  const refunded = -amountOf(row['amount']!) * BigInt(units)
  if (refunded % principal !== 0n) throw new Error(`${row['order-id']} refunds a part of a unit.`)
  return Number(refunded / principal)
}

const COSTS = {
  manufacturing: 'cogsManufacturing',
  freight: 'cogsFreight',
  duty: 'cogsDuty',
  other: 'cogsOther',
} as const

/** COGS-1: the row valid on the day, the marketplace's own before the general one. */
function costOn(costs: readonly Cells[], sku: string, marketplace: string, day: Day): Cells | undefined {
  const valid = costs.filter(
    (row) =>
      row['sku'] === sku && row['valid_from']! <= day && (row['valid_to'] === '' || row['valid_to']! >= day),
  )
  return (
    valid.find((row) => row['marketplace'] === marketplace) ?? valid.find((row) => row['marketplace'] === '')
  )
}

function costPostings(
  row: Cells,
  units: number,
  common: Pick<Posting, 'day' | 'rateDay' | 'marketplace'>,
  costs: readonly Cells[],
): Posting[] {
  const cost = costOn(costs, row['sku']!, common.marketplace!, common.day)
  if (!cost)
    return [{ ...common, line: 'unitsWithoutCost', currency: null, amount: whole(units), divisions: 0 }]
  const parts = Object.entries({
    ...COSTS,
    ...(row['fulfillment-id'] === 'MFN' && { fbm_shipping: 'fbmShippingCosts' }),
  })
  return parts.map(([part, line]) => ({
    ...common,
    line,
    currency: cost['currency']!,
    amount: -amountOf(cost[part]!) * BigInt(units),
    divisions: 0,
  }))
}

/** COGS-3: on the day of the return, with cost and rate of the day of the sale. */
function returnPostings(
  row: RawData['returns'][number],
  costs: readonly Cells[],
  sales: Map<string, Sale>,
): Posting[] {
  if (row['disposition'] !== 'SELLABLE') return []
  const { day: soldOn, marketplace } = sales.get(saleKey(row['order_id']!, row['sku']!))!
  const cost = costOn(costs, row['sku']!, marketplace, soldOn)
  if (!cost) return []
  const perUnit = Object.keys(COSTS).reduce((sum, part) => sum + amountOf(cost[part]!), 0n)
  return [
    {
      day: row['return_date']!,
      rateDay: soldOn,
      marketplace,
      line: 'cogsReturned',
      currency: cost['currency']!,
      amount: perUnit * BigInt(row.quantity),
      divisions: 0,
    },
  ]
}

const ADVERTISING: Record<string, string> = { SP: 'advertisingSp', SB: 'advertisingSb', SD: 'advertisingSd' }

/** ADS-2: reports of every day are there, so that what is billed is never the cost. */
const advertisingPosting = (row: Cells): Posting => ({
  day: row['date']!,
  rateDay: row['date']!,
  marketplace: row['marketplace']!,
  line: ADVERTISING[row['ad_type']!]!,
  currency: row['currency']!,
  amount: -amountOf(row['cost']!),
  divisions: 0,
})

const MONTHS: Record<string, number> = { MONTHLY: 1, QUARTERLY: 3, ANNUALLY: 12 }

/** OPEX-1: an occurrence is spread over the days until the next one. Nothing of the future counts. */
function expensePostings(row: Cells, today: Day): Posting[] {
  const start = row['start_date']!
  const posting = (day: Day, amount: Amount, divisions: number): Posting => ({
    day,
    rateDay: day,
    marketplace: null,
    line: 'operatingExpenses',
    currency: row['currency']!,
    amount: -amount,
    divisions,
  })
  const amount = amountOf(row['amount']!)
  if (row['frequency'] === 'ONE_TIME') return start <= today ? [posting(start, amount, 0)] : []
  const months = MONTHS[row['frequency']!]!
  const result: Posting[] = []
  for (let begin = start, occurrence = 1; begin <= today; occurrence++) {
    const next = monthsLater(start, months * occurrence)
    const days = BigInt(daysBetween(begin, next))
    const last = next <= today ? everyDay(begin, next).at(-2)! : today
    for (const day of everyDay(begin, last)) result.push(posting(day, amount / days, 1))
    begin = next
  }
  return result
}
