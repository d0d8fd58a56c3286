/** Which row of the bank is the payout of which settlement. Pure, and the same in whatever order both come. */
import { addDays, daysOf, earlier, later, type DateRange } from './date-range.ts'
import { parseDecimal } from './decimal.ts'
import { BANK_DAYS_MAX, type BankState } from './bank-match.ts'

export interface Payout {
  key: string
  currency: string
  /** Above zero. */
  amount: string
  /** Of its deposit, as Amazon reckons it beforehand: 48 hours after the settlement ends, on a weekend too. */
  day: string
  /** The last day of the settlement, from which on the bank may have the money. */
  settledOn: string
}

export interface Credit {
  id: string
  currency: string
  amount: string
  day: string
  /** Its words name Amazon. */
  isNamed: boolean
}

export interface MatchedPayout<C extends Credit> {
  state: BankState
  /** One where it is decided, several to choose from, none where there is none. */
  rows: C[]
}

export const namesAmazon = (text: string): boolean => /amazon|amzn/i.test(text)

/** Tells whether a row may be kept: others are nobody's concern here. */
export function payoutTest(payouts: readonly Payout[]): (row: Omit<Credit, 'id'>) => boolean {
  const wanted = new Set(
    payouts.flatMap((payout) =>
      arrivalDays(payout).map((day) => wantedKey(payout.currency, day, parseDecimal(payout.amount))),
    ),
  )
  return ({ currency, day, amount: text, isNamed }) => {
    const amount = parseDecimal(text)
    return amount > 0n && (isNamed || wanted.has(wantedKey(currency, day, amount)))
  }
}

const wantedKey = (currency: string, day: string, amount: bigint): string => `${currency} ${day} ${amount}`

/** The days on which a payout may arrive. What says that it ended long before its deposit, or after it, is not believed. */
export const arrivalRange = ({ day, settledOn }: Payout): DateRange => ({
  start: later(addDays(day, -BANK_DAYS_MAX), earlier(settledOn, day)),
  end: addDays(day, BANK_DAYS_MAX),
})

const arrivalDays = (payout: Payout): string[] => daysOf(arrivalRange(payout))

/** So far an amount may be off to be told as one that differs: fees of a bank, and another currency's rounding. */
const NEAR_PERCENT = 5n

/** Of equal amounts within days a person chooses among the first. */
export const CANDIDATES_MAX = 20

/** Rows of one day and currency by their amounts, and which of them are wanted by how many. */
interface Shelf<C> {
  rows: C[]
  amounts: bigint[]
  /** Begins and ends of ranges that are wanted; what stands before a place adds up to how often it is. */
  turns: number[]
  wants: number[]
}

/** Rows that lie next to each other on a shelf: from the first to before the last. */
interface Stretch<C> {
  shelf: Shelf<C>
  from: number
  to: number
}

function shelvesOf<C extends Credit>(rows: readonly C[]): Map<string, Shelf<C>> {
  const shelves = new Map<string, { row: C; amount: bigint }[]>()
  for (const row of rows) {
    const key = `${row.currency} ${row.day}`
    const on = { row, amount: parseDecimal(row.amount) }
    const shelf = shelves.get(key)
    if (shelf) shelf.push(on)
    else shelves.set(key, [on])
  }
  return new Map(
    [...shelves].map(([key, shelf]) => {
      shelf.sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : byId(a.row, b.row)))
      return [
        key,
        {
          rows: shelf.map(({ row }) => row),
          amounts: shelf.map(({ amount }) => amount),
          turns: Array.from({ length: shelf.length + 1 }, () => 0),
          wants: [],
        },
      ]
    }),
  )
}

/** The place of the first amount that is not below a limit. */
function placeOf(amounts: readonly bigint[], limit: bigint): number {
  let [low, high] = [0, amounts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (amounts[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

interface Fitting<C> {
  /** How many rows fit a payout. */
  count: number
  /** The first of them by day. */
  rows: C[]
  /** One row fits the payout, and no other payout. */
  isAlone: boolean
}

/**
 * What fits payouts that are open, of rows that nobody has taken, and all rows that fit any. Costs as much as there are
 * payouts and rows, and not their product: amounts of a day lie in order, and what is wanted of them are stretches.
 */
function fitted<C extends Credit>(
  open: readonly Payout[],
  free: readonly C[],
  { within, namedAlone }: { within: (amount: bigint) => bigint; namedAlone: boolean },
): { fitting: Map<string, Fitting<C>>; wanted: C[] } {
  const named = shelvesOf(free.filter(({ isNamed }) => isNamed))
  const others = namedAlone ? new Map<string, Shelf<C>>() : shelvesOf(free.filter(({ isNamed }) => !isNamed))
  const stretchesOn = (shelves: ReadonlyMap<string, Shelf<C>>, payout: Payout): Stretch<C>[] => {
    const amount = parseDecimal(payout.amount)
    const off = within(amount)
    return arrivalDays(payout).flatMap((day) => {
      const shelf = shelves.get(`${payout.currency} ${day}`)
      if (!shelf) return []
      const from = placeOf(shelf.amounts, amount - off)
      const to = placeOf(shelf.amounts, amount + off + 1n)
      return from < to ? [{ shelf, from, to }] : []
    })
  }
  const stretches = new Map(
    open.map((payout) => {
      const ofNamed = stretchesOn(named, payout)
      return [payout.key, ofNamed.length > 0 ? ofNamed : stretchesOn(others, payout)] as const
    }),
  )
  for (const { shelf, from, to } of [...stretches.values()].flat()) {
    shelf.turns[from]! += 1
    shelf.turns[to]! -= 1
  }
  const wanted: C[] = []
  for (const shelf of [...named.values(), ...others.values()]) {
    let wants = 0
    for (const [place, row] of shelf.rows.entries()) {
      wants += shelf.turns[place]!
      shelf.wants.push(wants)
      if (wants > 0) wanted.push(row)
    }
  }
  const fitting = new Map(
    [...stretches].map(([key, all]) => {
      const count = all.reduce((sum, { from, to }) => sum + to - from, 0)
      const rows: C[] = []
      for (const { shelf, from, to } of all)
        rows.push(...shelf.rows.slice(from, Math.min(to, from + CANDIDATES_MAX - rows.length)))
      return [key, { count, rows, isAlone: count === 1 && all[0]!.shelf.wants[all[0]!.from] === 1 }] as const
    }),
  )
  return { fitting, wanted }
}

/**
 * At most one row for a payout and one payout for a row. What fits one alone, and is fitted by it alone, is matched; of
 * rows that fit a payout those that name Amazon go before others; of what is left a person chooses.
 * @param confirmed row by key of its payout, as people have said
 * @param isCovered whether statements hold all days on which a payout may arrive
 */
export function matchPayouts<C extends Credit>(
  payouts: readonly Payout[],
  rows: readonly C[],
  {
    confirmed,
    isCovered,
  }: { confirmed: ReadonlyMap<string, string>; isCovered: (payout: Payout) => boolean },
): { payouts: Map<string, MatchedPayout<C>>; left: C[] } {
  const found = new Map<string, MatchedPayout<C>>()
  const taken = new Set<string>()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  for (const { key } of payouts) {
    const row = rowOf.get(confirmed.get(key) ?? '')
    if (!row || taken.has(row.id)) continue
    taken.add(row.id)
    found.set(key, { state: 'CONFIRMED', rows: [row] })
  }
  const fittedNow = (how: Parameters<typeof fitted>[2]) =>
    fitted(
      payouts.filter(({ key }) => !found.has(key)),
      rows.filter(({ id }) => !taken.has(id)),
      how,
    )
  const exact = fittedNow({ within: () => 0n, namedAlone: false })
  for (const { id } of exact.wanted) taken.add(id)
  for (const [key, { count, rows: candidates, isAlone }] of exact.fitting)
    if (count > 0) found.set(key, { state: isAlone ? 'MATCHED' : 'SEVERAL', rows: candidates })
  const near = fittedNow({ within: (amount) => (amount * NEAR_PERCENT) / 100n, namedAlone: true })
  for (const [key, { rows: candidates, isAlone }] of near.fitting) {
    if (!isAlone) continue
    taken.add(candidates[0]!.id)
    found.set(key, { state: 'DIFFERS', rows: candidates })
  }
  for (const payout of payouts)
    if (!found.has(payout.key))
      found.set(payout.key, { state: isCovered(payout) ? 'MISSING' : 'AWAITED', rows: [] })
  return { payouts: found, left: inOrder(rows.filter(({ id, isNamed }) => !taken.has(id) && isNamed)) }
}

const byId = (a: Credit, b: Credit): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const inOrder = <C extends Credit>(rows: readonly C[]): C[] =>
  rows.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : byId(a, b)))
