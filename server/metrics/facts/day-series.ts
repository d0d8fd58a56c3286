import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { DateRange } from '#contract/date-range.ts'
import { dateOfDay, dayNumber } from '../segments.ts'

/** Amounts of one kind, day by day, in whole numbers. */
export interface DaySeries {
  /** What tells it from others of its roll-up. */
  key: readonly string[]
  /** Of its amounts; empty where these are counts. */
  currency: string
  /** Since 1970, ascending. A day may stand several times. */
  days: Int32Array
  /** Whose rate counts. */
  rateDays: Int32Array
  /** In 10⁻⁹. */
  amounts: readonly bigint[]
  /** How many rows these are, and whatever else is counted of them. */
  counts: readonly Float64Array[]
}

/** US dollars per unit in 10⁻¹⁸, by currency and day. */
export type DollarRates = ReadonlyMap<string, ReadonlyMap<number, bigint>>

/** A series in the asked currency, as running totals. */
export interface RunningSeries {
  key: readonly string[]
  currency: string
  days: Int32Array
  /** In 10⁻²⁷: what all days before one come to. One longer than the days. */
  amounts: readonly bigint[]
  counts: readonly Float64Array[]
  /** Days without a rate, which are in no total. */
  lacking: readonly LackingDay[]
}

interface LackingDay {
  day: number
  rateDay: number
  /** In 10⁻²⁷ of its own currency. */
  amount: bigint
  counts: readonly number[]
}

interface Total {
  amount: bigint
  counts: readonly number[]
}

const RATE_ONE = 10n ** 18n
const RATE_DIGITS = 18n

/** Two sets of series as one; what cancels is gone. */
export function merged(held: readonly DaySeries[], added: readonly DaySeries[]): DaySeries[] {
  const idOf = ({ key, currency }: DaySeries) => [...key, currency].join('\t')
  const byKey = new Map(held.map((one) => [idOf(one), one]))
  for (const one of added) {
    const key = idOf(one)
    const before = byKey.get(key)
    const both = before ? together(before, one) : one
    if (both.days.length > 0) byKey.set(key, both)
    else byKey.delete(key)
  }
  return [...byKey.values()]
}

function together(one: DaySeries, other: DaySeries): DaySeries {
  const sums = new Map<string, { day: number; rateDay: number; amount: bigint; counts: number[] }>()
  for (const { days, rateDays, amounts, counts } of [one, other])
    for (const [index, day] of days.entries()) {
      const rateDay = rateDays[index]!
      const id = `${day} ${rateDay}`
      const sum = sums.get(id) ?? { day, rateDay, amount: 0n, counts: counts.map(() => 0) }
      sum.amount += amounts[index]!
      for (const [place, of] of counts.entries()) sum.counts[place]! += of[index]!
      sums.set(id, sum)
    }
  const entries = [...sums.values()]
    .filter(({ amount, counts }) => amount !== 0n || counts.some((count) => count !== 0))
    .toSorted((a, b) => a.day - b.day || a.rateDay - b.rateDay)
  return {
    key: one.key,
    currency: one.currency,
    days: Int32Array.from(entries, ({ day }) => day),
    rateDays: Int32Array.from(entries, ({ rateDay }) => rateDay),
    amounts: entries.map(({ amount }) => amount),
    counts: one.counts.map((_, place) => Float64Array.from(entries, ({ counts }) => counts[place]!)),
  }
}

/** Each day at its own rate, as the statements convert: a quotient of dollars cut at the eighteenth digit. */
export function running(series: DaySeries, asked: string, rates: DollarRates): RunningSeries {
  const isOwn = series.currency === '' || series.currency === asked
  const own = rates.get(series.currency)
  const target = rates.get(asked)
  const factorOf = (day: number): bigint => {
    if (isOwn) return RATE_ONE
    const [from, to] = [own?.get(day), target?.get(day)]
    return from && to ? (from * 10n ** RATE_DIGITS) / to : 0n
  }
  const days: number[] = []
  const amounts: bigint[] = [0n]
  const counts = series.counts.map(() => [0])
  const lacking: LackingDay[] = []
  let total = 0n
  for (const [index, day] of series.days.entries()) {
    const rateDay = series.rateDays[index]!
    const factor = factorOf(rateDay)
    const amount = series.amounts[index]!
    if (factor === 0n) {
      const of = series.counts.map((count) => count[index]!)
      lacking.push({ day, rateDay, amount: amount * RATE_ONE, counts: of })
      continue
    }
    total += amount * factor
    days.push(day)
    amounts.push(total)
    for (const [place, count] of counts.entries()) count.push(count.at(-1)! + series.counts[place]![index]!)
  }
  return {
    key: series.key,
    currency: series.currency,
    days: Int32Array.from(days),
    amounts,
    counts: counts.map((count) => Float64Array.from(count)),
    lacking,
  }
}

/** Whether some of its money has no rate on a day of a range. */
export const lacksRates = ({ lacking }: Pick<RunningSeries, 'lacking'>, range: DateRange): boolean =>
  lacking.some(({ day }) => isIn(day, range))

/** Whether it has a day of a range. */
export const holdsDays = (series: Pick<RunningSeries, 'days' | 'lacking'>, range: DateRange): boolean =>
  series.days.some((day) => isIn(day, range)) || lacksRates(series, range)

const isIn = (day: number, { start, end }: DateRange): boolean =>
  day >= dayNumber(start) && day <= dayNumber(end)

/** What the days from one to another come to, without those that lack a rate; undefined where there is none. */
function totalOf(
  { days, amounts, counts }: Pick<RunningSeries, 'days' | 'amounts' | 'counts'>,
  from: number,
  to: number,
): Total | undefined {
  const start = firstAt(days, from)
  const end = firstAt(days, to + 1)
  if (start === end) return undefined
  return {
    amount: amounts[end]! - amounts[start]!,
    counts: counts.map((count) => count[end]! - count[start]!),
  }
}

/** The place of the first day that is not before one. */
function firstAt(days: Int32Array, day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** Stretches of days between `from` and `to` that begin at each of some days, with their first and last day. */
function stretchesOf(starts: Iterable<number>, from: number, to: number): [first: number, last: number][] {
  const edges = [...new Set([from, ...starts])]
    .filter((day) => day >= from && day <= to)
    .toSorted((a, b) => a - b)
  return edges.map((first, index) => [first, (edges[index + 1] ?? to + 1) - 1])
}

/** What groups of days come to, as a statement would say it. */
export type Summed<Group> = Group & {
  amount: Decimal
  counts: number[]
  /** `EUR 2025-02-14`: currency and day without a rate; or empty. */
  withoutRate: string
  /** What cannot be converted for want of that rate, in that currency. */
  unconverted: Decimal
}

/** Sums of series by groups that whoever asks makes of their days. Days without a rate are groups of their own. */
export class GroupedSums<Group extends Record<string, string | number>> {
  readonly #sums = new Map<
    string,
    { group: Group; total: bigint; counts: number[]; lacking?: LackingDay; currency: string }
  >()

  /**
   * @param edges days on which the group, or the share, may become another one
   * @param share of the amount, in 10⁻¹²; all of it when undefined
   */
  add(
    series: RunningSeries,
    { from, to, edges }: { from: number; to: number; edges: Iterable<number> },
    groupOn: (day: number) => { group: Group; share?: bigint | undefined },
  ): void {
    for (const [first, last] of stretchesOf(edges, from, to)) {
      const total = totalOf(series, first, last)
      if (total) this.#add(series.currency, groupOn(first), total)
    }
    for (const lacking of series.lacking)
      if (lacking.day >= from && lacking.day <= to)
        this.#add(series.currency, groupOn(lacking.day), lacking, lacking)
  }

  #add(
    currency: string,
    { group, share }: { group: Group; share?: bigint | undefined },
    { amount, counts }: Readonly<Total>,
    lacking?: LackingDay,
  ): void {
    const id = [...Object.values(group), ...(lacking ? [currency, lacking.rateDay] : [])].join('\t')
    const known = this.#sums.get(id)
    const sum = known ?? {
      group,
      total: 0n,
      counts: counts.map(() => 0),
      currency,
      ...(lacking && { lacking }),
    }
    sum.total += share === undefined ? amount : (amount * share) / SHARE_ONE
    for (const [place, count] of counts.entries()) sum.counts[place]! += count
    if (!known) this.#sums.set(id, sum)
  }

  sums(): Summed<Group>[] {
    return [...this.#sums.values()].map(({ group, total, counts, lacking, currency }) => ({
      ...group,
      counts,
      amount: lacking ? ZERO : decimalOf(total),
      unconverted: lacking ? decimalOf(total) : ZERO,
      // What cancels on a day needs no rate of it.
      withoutRate: lacking && total !== 0n ? `${currency} ${dateOfDay(lacking.rateDay)}` : '',
    }))
  }
}

const SHARE_ONE = 10n ** 12n

/** Sums are cut at the twelfth digit when all is added up, as texts of the engine are when they are read. */
const decimalOf = (total: bigint): Decimal => total / 10n ** 15n
