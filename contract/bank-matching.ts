/** Which row of the bank is the payout of which settlement. Pure, and the same in whatever order both come. */
import { addDays } from './date-range.ts'
import { absolute, parseDecimal } from './decimal.ts'
import { BANK_DAYS_MAX, type BankState } from './bank-match.ts'

export interface Payout {
  key: string
  currency: string
  /** Above zero. */
  amount: string
  day: string
}

export interface Credit {
  id: string
  currency: string
  amount: string
  day: string
  /** Empty where it does not name Amazon. */
  text: string
}

export interface MatchedPayout<C extends Credit> {
  state: BankState
  /** One where it is decided, several to choose from, none where there is none. */
  rows: C[]
}

export const namesAmazon = (text: string): boolean => /amazon|amzn/i.test(text)

/** Whether a row may be kept: others are nobody's concern here. */
export const couldBePayout = (row: Omit<Credit, 'id'>, payouts: readonly Payout[]): boolean =>
  parseDecimal(row.amount) > 0n && (namesAmazon(row.text) || payouts.some((payout) => equals(payout, row)))

const isInTime = (payout: Payout, row: Pick<Credit, 'currency' | 'day'>) =>
  row.currency === payout.currency && row.day >= payout.day && row.day <= addDays(payout.day, BANK_DAYS_MAX)
const equals = (payout: Payout, row: Omit<Credit, 'id'>) =>
  isInTime(payout, row) && parseDecimal(row.amount) === parseDecimal(payout.amount)

/** So far an amount may be off to be told as one that differs: fees of a bank, and another currency's rounding. */
const NEAR_PERCENT = 5n
const isNear = (payout: Payout, row: Credit) => {
  const amount = parseDecimal(payout.amount)
  return isInTime(payout, row) && absolute(parseDecimal(row.amount) - amount) * 100n <= amount * NEAR_PERCENT
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
  const fitted = (fits: (payout: Payout, row: C) => boolean) => {
    const open = payouts.filter(({ key }) => !found.has(key))
    const free = rows.filter(({ id }) => !taken.has(id))
    const candidates = new Map(
      open.map((payout) => {
        const all = free.filter((row) => fits(payout, row))
        const named = all.filter(({ text }) => namesAmazon(text))
        return [payout.key, named.length > 0 ? named : all] as const
      }),
    )
    const wanted = new Map<string, number>()
    for (const { id } of [...candidates.values()].flat()) wanted.set(id, (wanted.get(id) ?? 0) + 1)
    return { candidates, isAlone: ({ id }: C) => wanted.get(id) === 1 }
  }
  const exact = fitted(equals)
  for (const [key, candidates] of exact.candidates) {
    if (candidates.length === 0) continue
    for (const { id } of candidates) taken.add(id)
    const isMatched = candidates.length === 1 && exact.isAlone(candidates[0]!)
    found.set(key, { state: isMatched ? 'MATCHED' : 'SEVERAL', rows: inOrder(candidates) })
  }
  const near = fitted((payout, row) => namesAmazon(row.text) && isNear(payout, row))
  for (const [key, candidates] of near.candidates) {
    const [row] = candidates
    if (candidates.length !== 1 || !near.isAlone(row!)) continue
    taken.add(row!.id)
    found.set(key, { state: 'DIFFERS', rows: [row!] })
  }
  for (const payout of payouts)
    if (!found.has(payout.key))
      found.set(payout.key, { state: isCovered(payout) ? 'MISSING' : 'AWAITED', rows: [] })
  return { payouts: found, left: inOrder(rows.filter(({ id, text }) => !taken.has(id) && namesAmazon(text))) }
}

const inOrder = <C extends Credit>(rows: readonly C[]): C[] =>
  rows.toSorted((a, b) => a.day.localeCompare(b.day) || a.id.localeCompare(b.id))
