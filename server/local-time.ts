/** Clocks elsewhere. Days are those of marketplaces (DAY-1); in autumn an hour comes twice, and in spring one is left out. */
import { LRUCache } from 'lru-cache'
import type { IsoDate } from '#contract/date-range.ts'
import { marketplaceOf } from '#contract/marketplaces.ts'

/** There are some hundreds of zones; making a clock costs more than reading it. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** `UTC` where a row belongs to no marketplace that is known. */
export const timeZoneOf = (marketplace: string): string => marketplaceOf(marketplace)?.timeZone ?? 'UTC'

interface LocalTime {
  day: IsoDate
  hour: number
  /** Since midnight, by the clock on the wall. */
  seconds: number
}

export function localTime(moment: Date, timeZone: string): LocalTime {
  const [day, time] = clockOf(timeZone).format(moment).split(' ') as [string, string]
  const [hour, minute, second] = time.split(':').map(Number) as [number, number, number]
  return { day, hour, seconds: hour * 3600 + minute * 60 + second }
}

export const localDay = (moment: Date, timeZone: string): IsoDate => localTime(moment, timeZone).day

const HALF_A_DAY_MS = 12 * 3_600_000

/** When a clock shows a time on a day. Of two such moments it is the later one; a time that is left out is moved past the gap. */
export function momentOf(day: IsoDate, seconds: number, timeZone: string): Date {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + seconds * 1000
  const candidates = [-HALF_A_DAY_MS, HALF_A_DAY_MS].map((away) => {
    const around = new Date(asIfUtc + away)
    const shown = localTime(around, timeZone)
    const offset = Date.parse(`${shown.day}T00:00:00Z`) + shown.seconds * 1000 - around.getTime()
    return asIfUtc - offset
  })
  const shown = candidates.filter((moment) => {
    const local = localTime(new Date(moment), timeZone)
    return local.day === day && local.seconds === seconds
  })
  return new Date(Math.max(...(shown.length > 0 ? shown : candidates)))
}

/** Today at some marketplaces: their own day where it is the same at all of them, and else that of UTC. */
export function sharedDay(now: Date, marketplaces: readonly string[]): IsoDate {
  const days = new Set(marketplaces.map((code) => localDay(now, timeZoneOf(code))))
  const [only] = days
  return only !== undefined && days.size === 1 ? only : now.toISOString().slice(0, 10)
}
