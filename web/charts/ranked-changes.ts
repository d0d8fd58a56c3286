/** What made a difference: the largest changes by name, the rest added up, and what all come to. Sums are exact. */
import { absolute, parseDecimal, toText, ZERO, type Decimal } from '#contract/decimal.ts'

export interface RankedChange {
  id: string
  label: string
  /** Decimal text. Null where it is not known; that is not zero. */
  amount: string | null
  /** It stands for so many that were added up before: never by name, but with the others in its direction. */
  count?: number
}

export interface RankedRow {
  id: string
  /** Null for what was added up: `others` are then its members. */
  label: string | null
  amount: string
  others: readonly RankedChange[]
}

export interface RankedChanges {
  /** From what added most to what took most away; the other way round where that is the larger story. */
  rows: RankedRow[]
  /** Of all that is known. */
  net: string
  unknown: readonly RankedChange[]
}

type Known = RankedChange & { amount: string; exact: Decimal }

/** @param named how many stand by name; one alone is never called "others" */
export function rankedChanges(changes: readonly RankedChange[], named: number): RankedChanges {
  const known: Known[] = []
  const unknown: RankedChange[] = []
  for (const change of changes) {
    const { amount } = change
    if (amount === null) unknown.push(change)
    else known.push({ ...change, amount, exact: parseDecimal(amount) })
  }
  const bySize = known.toSorted((a, b) => descending(absolute(a.exact), absolute(b.exact)))
  const kept = bySize.filter(({ count }) => count === undefined).slice(0, named)
  const rest = bySize.filter((change) => !kept.includes(change))
  const groups = [
    { id: 'others up', members: rest.filter(({ exact }) => exact > ZERO) },
    { id: 'others down', members: rest.filter(({ exact }) => exact < ZERO) },
  ]
  for (const { members } of groups) if (countOf(members) === 1) kept.push(members.pop()!)
  const net = sumOf(known)
  const inOrder = kept.toSorted((a, b) => descending(a.exact, b.exact))
  const rows = [
    ...inOrder.filter(({ exact }) => exact >= ZERO).map(rowOf),
    ...groups.flatMap(({ id, members }): RankedRow[] =>
      members.length === 0 ? [] : [{ id, label: null, amount: toText(sumOf(members)), others: members }],
    ),
    ...inOrder.filter(({ exact }) => exact < ZERO).map(rowOf),
  ]
  return { rows: net < ZERO ? rows.toReversed() : rows, net: toText(net), unknown }
}

/** How many are in a group, those that were added up before among them. */
export const countOf = (members: readonly RankedChange[]): number =>
  members.reduce((sum, { count = 1 }) => sum + count, 0)

const rowOf = ({ id, label, amount }: Known): RankedRow => ({ id, label, amount, others: [] })
const sumOf = (changes: readonly Known[]): Decimal => changes.reduce((sum, { exact }) => sum + exact, ZERO)
const descending = (a: Decimal, b: Decimal): number => (a === b ? 0 : a > b ? -1 : 1)
