import { ZERO, type Decimal } from '#contract/decimal.ts'
import { dateOfDay } from '../segments.ts'

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

/** Of the factors that amounts are converted by. */
export const RATE_ONE = 10n ** 18n

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

/** What a unit of a currency is in the asked one for an amount of a day, by the rate of one, in 10⁻¹⁸; 0 where there is no rate. */
export type Factors = (currency: string, rateDay: number, day: number) => bigint

/** As the statements convert: a quotient of dollars cut at the eighteenth digit, made once for each day. */
export function factorsIn(asked: string, rates: DollarRates): (currency: string, rateDay: number) => bigint {
  const known = new Map<string, Map<number, bigint>>()
  return (currency, day) => {
    if (currency === '' || currency === asked) return RATE_ONE
    const ofCurrency = known.get(currency) ?? new Map<number, bigint>()
    known.set(currency, ofCurrency)
    const before = ofCurrency.get(day)
    if (before !== undefined) return before
    const [from, to] = [rates.get(currency)?.get(day), rates.get(asked)?.get(day)]
    const factor = from && to ? (from * RATE_ONE) / to : 0n
    ofCurrency.set(day, factor)
    return factor
  }
}

/** A series in the asked currency, each day at its own rate. */
export function running(series: DaySeries, factorOf: Factors): RunningSeries {
  const factors = Array.from(series.rateDays, (rateDay, index) =>
    factorOf(series.currency, rateDay, series.days[index]!),
  )
  const known = factors.flatMap((factor, index) => (factor === 0n ? [] : index))
  const amounts = [0n]
  let total = 0n
  for (const index of known) amounts.push((total += series.amounts[index]! * factors[index]!))
  return {
    key: series.key,
    currency: series.currency,
    days: Int32Array.from(known, (index) => series.days[index]!),
    amounts,
    counts: series.counts.map((count) => {
      let sum = 0
      return Float64Array.from([0, ...known.map((index) => (sum += count[index]!))])
    }),
    lacking: factors.flatMap((factor, index) =>
      factor === 0n
        ? {
            day: series.days[index]!,
            rateDay: series.rateDays[index]!,
            amount: series.amounts[index]! * RATE_ONE,
            counts: series.counts.map((count) => count[index]!),
          }
        : [],
    ),
  }
}

/** Days since 1970, both of them in it. */
export interface Days {
  from: number
  to: number
}

/** Whether some of its money has no rate on one of these days. */
export const lacksRates = ({ lacking }: Pick<RunningSeries, 'lacking'>, { from, to }: Days): boolean =>
  lacking.some(({ day }) => day >= from && day <= to)

/** Whether it has one of these days. */
export const holdsDays = (series: Pick<RunningSeries, 'days' | 'lacking'>, days: Days): boolean =>
  firstAt(series.days, days.from) < firstAt(series.days, days.to + 1) || lacksRates(series, days)

/** Whose rates the days from one to another need. */
export const rateDaysOf = ({ days, rateDays }: DaySeries, { from, to }: Days): Int32Array =>
  rateDays.subarray(firstAt(days, from), firstAt(days, to + 1))

/** The place of the first day that is not before one; it is known not to be before `low`. */
function firstAt(days: Int32Array, day: number, low = 0): number {
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** The days from one to another, cut before each of some days. */
export function stretchesOf(cuts: readonly number[], { from, to }: Days): Days[] {
  const starts = [...new Set([from, ...cuts])]
    .filter((day) => day >= from && day <= to)
    .toSorted((a, b) => a - b)
  return starts.map((start, index) => ({ from: start, to: (starts[index + 1] ?? to + 1) - 1 }))
}

/** What a group of days comes to, as a statement would say it. */
export interface Summed<Group> {
  segment: number
  group: Group
  amount: Decimal
  counts: readonly number[]
  /** `EUR 2025-02-14`: currency and day without a rate; or empty. */
  withoutRate: string
  /** What cannot be converted for want of that rate, in that currency. */
  unconverted: Decimal
}

interface Sum {
  segment: number
  total: bigint
  counts: number[]
  currency: string
  lacking: LackingDay | undefined
}

interface SumsOfGroup<Group> {
  group: Group
  /** By segment, and what has no rate by its currency and day, too. */
  sums: Map<number | string, Sum>
}

interface Part<Group> {
  segment: number
  /** The same object as that of the stretch before is the same group without a look at it. */
  group: Group
  share?: bigint | undefined
}

/** Sums of series by segments and groups that whoever asks makes of their days. Days without a rate are sums of their own. */
export class GroupedSums<Group extends Record<string, string | number>> {
  readonly #groups = new Map<string, SumsOfGroup<Group>>()
  #last: SumsOfGroup<Group> | undefined

  /**
   * @param stretches of days, one after the other, between which the group, or the share, may become another one
   * @param partOn its share is that of the amount, in 10⁻¹²; all of it when undefined
   */
  add(series: RunningSeries, stretches: readonly Days[], partOn: (day: number) => Part<Group>): void {
    const [first, last] = [stretches[0], stretches.at(-1)]
    if (!first || !last) return
    const { days, amounts, counts } = series
    let start = firstAt(days, first.from)
    for (const { from, to } of stretches) {
      const end = firstAt(days, to + 1, start)
      if (end === start) continue
      const part = partOn(from)
      const sum = this.#sumOf(part, series)
      sum.total += partOf(amounts[end]! - amounts[start]!, part.share)
      for (let place = 0; place < counts.length; place++)
        sum.counts[place]! += counts[place]![end]! - counts[place]![start]!
      start = end
    }
    for (const lacking of series.lacking) {
      if (lacking.day < first.from || lacking.day > last.to) continue
      const part = partOn(lacking.day)
      const sum = this.#sumOf(part, series, lacking)
      sum.total += partOf(lacking.amount, part.share)
      for (const [place, count] of lacking.counts.entries()) sum.counts[place]! += count
    }
  }

  #sumOf({ segment, group }: Part<Group>, { currency, counts }: RunningSeries, lacking?: LackingDay): Sum {
    const sums = this.#sumsOf(group)
    const id = lacking ? `${segment} ${currency} ${lacking.rateDay}` : segment
    const known = sums.get(id)
    if (known) return known
    const sum = { segment, total: 0n, counts: counts.map(() => 0), currency, lacking }
    sums.set(id, sum)
    return sum
  }

  #sumsOf(group: Group): SumsOfGroup<Group>['sums'] {
    if (this.#last?.group === group) return this.#last.sums
    const id = Object.values(group).join('\t')
    const sums = this.#groups.get(id)?.sums ?? new Map<number | string, Sum>()
    this.#last = { group, sums }
    this.#groups.set(id, this.#last)
    return sums
  }

  sums(): Summed<Group>[] {
    return [...this.#groups.values()].flatMap(({ group, sums }) =>
      Array.from(sums.values(), ({ segment, total, counts, lacking, currency }) => ({
        segment,
        group,
        counts,
        amount: lacking ? ZERO : decimalOf(total),
        unconverted: lacking ? decimalOf(total) : ZERO,
        // What cancels on a day needs no rate of it.
        withoutRate: lacking && total !== 0n ? `${currency} ${dateOfDay(lacking.rateDay)}` : '',
      })),
    )
  }
}

const SHARE_ONE = 10n ** 12n
const partOf = (amount: bigint, share: bigint | undefined) =>
  share === undefined ? amount : (amount * share) / SHARE_ONE

/** Of a sum what is beyond the twelfth digit. */
const CUT = 10n ** 15n

/** Sums are cut at the twelfth digit when all is added up, as texts of the engine are when they are read. */
const decimalOf = (total: bigint): Decimal => total / CUT
