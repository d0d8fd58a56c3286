/**
 * Stock of a marketplace day by day. A delivery is as large as what sells until the next one comes, which a story knows
 * beforehand: what is on hand at the end of a day is what was there, and came, and left.
 */
import { addDays, daysIn, type IsoDate } from '#contract/date-range.ts'
import { momentOf } from '../demo-window.ts'
import { daysSinceDelivery, offeredFrom, type Good } from '../goods.ts'
import { random } from '../random.ts'
import type { MarketDays } from './market-days.ts'
import { eachDay } from './story.ts'

const USUAL_SUPPLY = { everyDays: 45 }
const CARTON = 12
/** Kept above what sells, of goods that are not to run out. */
const SPARE_UNITS = 10
const REMOVAL_DAYS = new Set(['03-31', '06-30', '09-30', '12-31'])
/** On which all that cannot be sold is disposed of. */
export const isRemovalDay = (day: IsoDate): boolean => REMOVAL_DAYS.has(day.slice(5))
const UNSELLABLE = ['CUSTOMER_DAMAGED', 'DEFECTIVE', 'CARRIER_DAMAGED'] as const
export const DISPOSITIONS = ['SELLABLE', ...UNSELLABLE] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** Longest wait between a purchase and its return, and longest time between two usual deliveries. */
const DAYS_AHEAD = 75
const DAYS_AT_ONCE = 90

/** Units of a day; `balance` is that of its end. */
interface Moves {
  balance: Int32Array
  receipts: Int32Array
  shipped: Int32Array
  returned: Int32Array
  lost: Int32Array
  found: Int32Array
  disposed: Int32Array
}

interface Shelf {
  good: Good
  bought: Int32Array
  moves: Record<Disposition, Moves>
  /** Ordered and not shipped at the end of a day. */
  reserved: Int32Array
}

export interface StockOfDay {
  good: Good
  /** What can be bought at the end of the day. */
  available: number
  reserved: number
  unsellable: number
  /** Deliveries that are being packed, and that are on their way. */
  inboundWorking: number
  inboundShipped: number
  /** Units that were shipped in so many days until this one. */
  shippedIn(days: number): number
  /** Units for sale by their age in days, the youngest first. */
  ages(): { days: number; units: number }[]
}

export interface LedgerLine {
  good: Good
  disposition: Disposition
  starting: number
  receipts: number
  shipped: number
  returned: number
  lost: number
  found: number
  disposed: number
  ending: number
}

export interface Warehouse {
  /** @param day one that is over */
  stock(day: IsoDate): readonly StockOfDay[]
  /** Units for sale at the end of the day. */
  available(day: IsoDate): readonly { sku: string; units: number }[]
  ledger(day: IsoDate): readonly LedgerLine[]
}

export function warehouseOf(days: MarketDays): Warehouse {
  const { window } = days.context
  let shelves: Shelf[] = []
  let known = 0
  /** Position of a day; makes what is needed to know it. */
  const at = (day: IsoDate): number => {
    const index = indexOf(window.firstDay, day)
    if (index >= known) {
      known = index + DAYS_AT_ONCE
      shelves = shelvesOf(days, known)
    }
    return index
  }
  return {
    stock(day) {
      const index = at(day)
      return index < 0
        ? []
        : shelves.filter(({ good }) => offeredFrom(good, window) <= day).map((shelf) => stockAt(shelf, index))
    },
    available(day) {
      const index = at(day)
      return index < 0
        ? []
        : shelves.flatMap(({ good, moves, reserved }) =>
            good.startsLate && offeredFrom(good, window) > day
              ? []
              : [{ sku: good.sku, units: moves.SELLABLE.balance[index]! - reserved[index]! }],
          )
    },
    ledger(day) {
      const index = at(day)
      return index < 0 ? [] : shelves.flatMap((shelf) => ledgerAt(shelf, index))
    },
  }
}

const indexOf = (firstDay: IsoDate, day: IsoDate): number => daysIn({ start: firstDay, end: day }) - 1

/** Shelves whose first `count` days are final. */
function shelvesOf(days: MarketDays, count: number): Shelf[] {
  const { market, window } = days.context
  const length = count + DAYS_AHEAD
  const empty = () => new Int32Array(length)
  const moves = (): Moves => ({
    balance: empty(),
    receipts: empty(),
    shipped: empty(),
    returned: empty(),
    lost: empty(),
    found: empty(),
    disposed: empty(),
  })
  const shelves = new Map(
    market.goods
      .filter(({ fulfilment }) => fulfilment === 'AFN')
      .map((good): [string, Shelf] => {
        const [sellable, customer, defective, carrier] = [moves(), moves(), moves(), moves()]
        const kinds = {
          SELLABLE: sellable,
          CUSTOMER_DAMAGED: customer,
          DEFECTIVE: defective,
          CARRIER_DAMAGED: carrier,
        }
        return [good.sku, { good, bought: empty(), moves: kinds, reserved: empty() }]
      }),
  )
  const end = addDays(window.firstDay, length)
  const positions = new Map([...eachDay(window.firstDay, end)].map((day, index) => [day, index]))
  const add = (units: Int32Array, moment: number, quantity: number) => {
    // The evening before the first day, where the marketplace is, counts with the first.
    const index =
      positions.get(days.localDay(moment)) ?? (moment < momentOf(window.firstDay, 86_400) ? 0 : length)
    if (index < length) units[index]! += quantity
  }
  for (const day of eachDay(window.firstDay, end)) {
    for (const { status, purchasedAt, postedAt, lines } of days.bought(day)) {
      if (status === 'Cancelled') continue
      for (const { good, quantity } of lines) {
        const shelf = shelves.get(good.sku)
        if (!shelf) continue
        add(shelf.bought, purchasedAt, quantity)
        add(shelf.moves.SELLABLE.shipped, postedAt!, quantity)
      }
    }
    for (const { returned, quantity, line } of days.refunds(day)) {
      const shelf = returned && shelves.get(line.good.sku)
      const index = returned && positions.get(returned.day)
      if (shelf && index !== undefined && index < length)
        shelf.moves[returned.disposition].returned[index]! += quantity
    }
  }
  const isRemoval = [...positions.keys()].map(isRemovalDay)
  for (const shelf of shelves.values()) fill(shelf, days, isRemoval, length)
  return [...shelves.values()]
}

function fill(
  shelf: Shelf,
  { context, market }: MarketDays,
  isRemoval: readonly boolean[],
  length: number,
): void {
  const { good, bought, moves, reserved } = shelf
  const { window, seed } = context
  const supply = good.supply ?? USUAL_SUPPLY
  const runsOut = (good.supply?.outDays ?? 0) > 0
  const spare = runsOut ? 0 : SPARE_UNITS
  const chance = random(seed, 'warehouse', market.code, good.sku)
  const first = Math.max(0, indexOf(window.firstDay, offeredFrom(good, window)))
  const { SELLABLE: own } = moves
  let [onHand, waiting] = [0, 0]
  for (let index = 0; index < length; index++) {
    const since = daysSinceDelivery(good, supply.everyDays, index)
    if (index === first || (index > first && since === 0)) {
      const until = index + supply.everyDays - since
      const wanted =
        good.supply?.units ?? bought.subarray(index, until).reduce((sum, units) => sum + units, spare)
      const missing = Math.max(0, wanted - (onHand - waiting))
      own.receipts[index] = runsOut ? missing : Math.ceil(missing / CARTON) * CARTON
      onHand += own.receipts[index]!
    }
    onHand += own.returned[index]! - own.shipped[index]!
    waiting += bought[index]! - own.shipped[index]!
    const [mayBeLost, isFound] = [chance.chance(0.004), chance.chance(0.3)]
    if (mayBeLost && onHand - waiting > spare / 2 && !runsOut) {
      if (isFound) own.found[index] = 1
      else own.lost[index] = 1
      onHand += isFound ? 1 : -1
    }
    own.balance[index] = onHand
    reserved[index] = waiting
    for (const disposition of UNSELLABLE) {
      const of = moves[disposition]
      const before = (of.balance[index - 1] ?? 0) + of.returned[index]!
      if (isRemoval[index]) of.disposed[index] = before
      of.balance[index] = before - of.disposed[index]!
    }
  }
}

const sumOf = (units: Int32Array, from: number, to: number): number =>
  units.subarray(Math.max(0, from), to).reduce((sum, one) => sum + one, 0)

function stockAt({ good, moves, reserved }: Shelf, index: number): StockOfDay {
  const { balance, receipts, shipped } = moves.SELLABLE
  const available = balance[index]! - reserved[index]!
  return {
    good,
    available,
    reserved: reserved[index]!,
    unsellable: UNSELLABLE.reduce((sum, one) => sum + moves[one].balance[index]!, 0),
    inboundWorking: sumOf(receipts, index + 23, index + 35),
    inboundShipped: sumOf(receipts, index + 1, index + 23),
    shippedIn: (days) => sumOf(shipped, index + 1 - days, index + 1),
    ages() {
      const ages: { days: number; units: number }[] = []
      let rest = available
      // The oldest are sold first, so that what is there came with the last deliveries.
      for (let day = index; day >= 0 && rest > 0; day--) {
        const units = Math.min(rest, day === 0 ? rest : receipts[day]!)
        if (units > 0) ages.push({ days: index - day, units })
        rest -= units
      }
      return ages
    },
  }
}

function ledgerAt({ good, moves }: Shelf, index: number): LedgerLine[] {
  return DISPOSITIONS.flatMap((disposition) => {
    const of = moves[disposition]
    const line = {
      good,
      disposition,
      starting: of.balance[index - 1] ?? 0,
      receipts: of.receipts[index]!,
      shipped: of.shipped[index]!,
      returned: of.returned[index]!,
      lost: of.lost[index]!,
      found: of.found[index]!,
      disposed: of.disposed[index]!,
      ending: of.balance[index]!,
    }
    const { starting, receipts, shipped, returned, lost, found, disposed } = line
    return starting + receipts + shipped + returned + lost + found + disposed > 0 ? [line] : []
  })
}
