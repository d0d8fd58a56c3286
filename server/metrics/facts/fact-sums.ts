import type { DateRange } from '#contract/date-range.ts'
import { ZERO, type Decimal } from '#contract/decimal.ts'
import type { Figure } from '#contract/metrics/evaluate.ts'
import { dayNumber } from '../segments.ts'
import type { MeasureSum } from './measured-sums.ts'

interface Sums {
  amount: Decimal
  rowCount: number
  unconverted: Figure['unconverted']
}

/** What a fact answered, by name and key. */
export interface FactSums {
  keys: readonly string[]
  /** Whether anything at all is known in a period of what counts last. */
  hasLast: (period: DateRange, marketplace: string | undefined) => boolean
  of: (name: string, period: DateRange, key: string | undefined) => Sums
}

export function factSums(
  rows: readonly MeasureSum[],
  closings: readonly { segment: number; place: string }[] | undefined,
): FactSums {
  const byKey = new Map<string, Map<string, MeasureSum[]>>()
  for (const one of rows) {
    const named = byKey.get(one.name) ?? new Map<string, MeasureSum[]>()
    byKey.set(one.name, named)
    push(named, one.key, one)
  }
  // Of all products nobody asks for the whole, and there may be very many.
  let byName: Map<string, MeasureSum[]> | undefined
  const wholeOf = (name: string) => {
    if (!byName) {
      byName = new Map()
      for (const one of wholes(rows)) push(byName, one.name, one)
    }
    return byName.get(name)
  }
  /** The last stretch of a period in which a place has a day. */
  const lastIn = remembered(({ start, end }: DateRange) => {
    const last = new Map<string, number>()
    for (const { segment, place } of closings ?? [])
      if (segment >= dayNumber(start) && segment <= dayNumber(end))
        last.set(place, Math.max(last.get(place) ?? segment, segment))
    return last
  })
  const daysOf = remembered(({ start, end }: DateRange) => [dayNumber(start), dayNumber(end)] as const)
  return {
    keys: [...new Set(rows.map(({ key }) => key))],
    hasLast: (period, marketplace) =>
      [...lastIn(period).keys()].some(
        (place) => marketplace === undefined || place.split(' ')[1] === marketplace,
      ),
    of: (name, period, key) => {
      const last = closings && lastIn(period)
      const [from, to] = daysOf(period)
      const found = (key === undefined ? wholeOf(name) : byKey.get(name)?.get(key)) ?? []
      let [amount, rowCount] = [ZERO, 0]
      let unconverted: Map<string, Decimal> | undefined
      for (const one of found) {
        if (one.since < from || one.segment > to) continue
        if (last && last.get(one.place) !== one.segment) continue
        amount += one.amount
        rowCount += one.rowCount
        if (!one.withoutRate) continue
        const [currency] = one.withoutRate.split(' ') as [string]
        unconverted ??= new Map()
        unconverted.set(currency, (unconverted.get(currency) ?? ZERO) + one.unconverted)
      }
      return { amount, rowCount, unconverted: unconverted ?? ABSENT.unconverted }
    },
  }
}

/** Sums of all keys together. */
function wholes(rows: readonly MeasureSum[]): MeasureSum[] {
  const groups = new Map<string, MeasureSum>()
  for (const one of rows) {
    const id = [one.name, one.since, one.segment, one.withoutRate, one.place].join('\t')
    const group = groups.get(id)
    if (group) {
      group.amount += one.amount
      group.rowCount += one.rowCount
      group.unconverted += one.unconverted
    } else groups.set(id, { ...one, key: '' })
  }
  return [...groups.values()]
}

/** What follows from a period and some words, worked out once for all the keys that ask. */
export function remembered<T, Words extends (string | undefined)[]>(
  work: (period: DateRange, ...words: Words) => T,
): typeof work {
  // Keys ask with the same few periods, so that these need not be compared by their days.
  const known = new WeakMap<DateRange, Map<string, T>>()
  return (period, ...words) => {
    let ofPeriod = known.get(period)
    if (!ofPeriod) known.set(period, (ofPeriod = new Map()))
    const id = words.length === 0 ? '' : words.join(',')
    let found = ofPeriod.get(id)
    if (found === undefined) {
      found = work(period, ...words)
      ofPeriod.set(id, found)
    }
    return found
  }
}

export function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Of very many keys most lack nothing: what is empty is one and the same, and nobody changes it. */
export const ABSENT: Figure = { value: null, lacks: new Set(), unconverted: new Map(), isShared: false }
