/** Decides what is to be fetched. Pure: what was asked for and the time go in, tasks come out. */
import { addMonths, CALENDAR, endOfMonth, startOfMonth, type IsoDate } from '#contract/date-range.ts'
import type { AskedPeriod, PlannedTask, SyncedConnection } from '#server/accounts/index.ts'
import { localDay, timeZoneOf } from '#server/local-time.ts'
import { chunksOf } from './search-chunks.ts'
import { SOURCES, sourceOf, type Rhythm, type Source } from './sources.ts'
import { stockPlaces } from './stock-places.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Everything that was asked for so long before a connection's newest answer is due for no source by its age alone. While nobody
 * could ask, nothing is forgotten.
 */
export const REMEMBERED_MS = 8 * DAY_MS
/** Who cannot wait may ask for the same days after so many hours: before, Amazon gives the same answer or none. */
const HURRIED_HOURS = 4

export type PlannedConnection = Pick<
  SyncedConnection,
  'id' | 'provider' | 'region' | 'status' | 'marketplaces' | 'homeMarketplace' | 'profiles'
>

export interface Planning {
  connection: PlannedConnection
  /** Of all connections of the company. */
  asked: readonly AskedPeriod[]
  /** ASINs by marketplace, those with most sales first. */
  products: ReadonlyMap<string, readonly string[]>
  now: Date
  /** Whether there are rates for the money of a pretended Amazon. */
  inventsRates?: boolean
  /** Somebody wants what is new now. */
  isHurried?: boolean
}

/** Tasks to add for a connection, in no order: their priorities say which comes first. */
export function planTasks(planning: Planning): PlannedTask[] {
  const { connection, now } = planning
  const ms = +now
  if (!(ms >= Date.parse(CALENDAR.start) + DAY_MS && ms <= Date.parse(CALENDAR.end))) return []
  if (connection.status !== 'ACTIVE') return []
  const asked = new Map<string, AskedPeriod[]>()
  let newest = -Infinity
  for (const period of planning.asked) {
    if (period.connectionId !== connection.id) continue
    if (period.endedAt) newest = Math.max(newest, +period.endedAt)
    const key = `${period.source} ${period.place}`
    const held = asked.get(key)
    if (held) held.push(period)
    else asked.set(key, [period])
  }
  const sources = SOURCES.filter(
    ({ provider, question }) =>
      provider === connection.provider &&
      (question.kind !== 'INVENTED_RATES' || planning.inventsRates === true),
  )
  const remembered = Math.min(newest, ms) - REMEMBERED_MS
  return sources.flatMap((source) =>
    placesOf(source, connection).flatMap(({ place, timeZone }) =>
      planned(source, place, dayNumber(localDay(now, timeZone)), asked, { ...planning, remembered }).map(
        (task) => ({
          connectionId: connection.id,
          source: source.id,
          place: task.place ?? place,
          firstDay: dayText(task.first),
          lastDay: dayText(task.last),
          isCritical: task.isCritical,
          priority: task.priority,
          notBefore: now,
        }),
      ),
    ),
  )
}

/** Days are numbers here, counted from 1970-01-01. */
interface Piece {
  first: number
  last: number
  isCritical: boolean
  priority: number
  place?: string
}

function planned(
  source: Source,
  place: string,
  today: number,
  asked: ReadonlyMap<string, readonly AskedPeriod[]>,
  { now, products, isHurried = false, remembered }: Planning & { remembered: number },
): Piece[] {
  const { rhythm, rank } = source
  const held = asked.get(`${source.id} ${place}`) ?? []
  const isOpen = held.some(({ endedAt }) => endedAt === null)
  const again = { first: today, last: today, isCritical: false, priority: AGAIN + rank }
  switch (rhythm.kind) {
    case 'FOUND':
      return []
    case 'DAYS':
      return piecesOf(rhythm, held, { today, rank, now: +now, isHurried, remembered })
    case 'TODAY':
      // Whatever day it was planned on, an open one brings what is there on the day on which it is answered.
      return isOpen || held.some(({ lastDay }) => dayNumber(lastDay) > today - rhythm.everyDays)
        ? []
        : [again]
    case 'LISTING':
      if (isOpen || !isOlderThan(rhythm.everyHours, held, +now, isHurried)) return []
      return [
        {
          ...again,
          first: Math.max(FIRST_DAY, today - rhythm.reachDays + 1),
          ...(held.length === 0 && { isCritical: true, priority: rank }),
        },
      ]
    case 'CHANGES': {
      const before = asked.get(`${rhythm.after} ${place}`) ?? []
      const areAllAsked = before.length > 0 && before.every(({ endedAt }) => endedAt !== null)
      if (isOpen || !areAllAsked || !isOlderThan(rhythm.everyHours, held, +now, isHurried)) return []
      // What was given up is asked for again with the next days, and after a long while the oldest come first.
      const days = (some: readonly AskedPeriod[], day: 'firstDay' | 'lastDay') =>
        some.map((one) => dayNumber(one[day]))
      const answered = held.filter(({ state }) => state !== 'DEAD')
      const since =
        answered.length > 0
          ? Math.max(...days(answered, 'lastDay'))
          : // What was fetched first may have changed while the rest of the past was fetched.
            Math.min(
              today - 1,
              ...before.map(({ endedAt }) => dayIn(rememberedAt(endedAt!, remembered)) - 1),
              ...days(held, 'firstDay'),
            )
      const first = Math.max(FIRST_DAY, Math.min(since, today))
      return [{ ...again, first, last: Math.min(today, first + rhythm.daysMax - 1) }]
    }
    case 'AFTER': {
      const before = asked.get(`${rhythm.source} `) ?? []
      const ends = before.flatMap(({ endedAt }) => (endedAt ? [+endedAt] : []))
      const since = Math.max(remembered, ...held.map(({ endedAt }) => +(endedAt ?? 0)))
      const isNews = ends.length === before.length && ends.some((end) => end > since)
      return !isOpen && (held.length === 0 ? ends.length > 0 : isNews) ? [again] : []
    }
    case 'MONTHS':
      return monthsOf(rhythm, held, { today, rank })
    case 'WEEKS':
      return weeksOf(rhythm, source, { place, today, asked, products: products.get(place) ?? [] })
  }
}

/** Priorities: what is critical comes before what is asked for again, and that before the past, newest first. */
const AGAIN = 50
const priorityOf = (ageDays: number, rank: number): number => 100 + ageDays * 25 + rank
/** After the past of all other sources. */
const AT_LAST = 100_000

/** A company is planned once an hour, and what was asked for then has ended some minutes later. */
const LEEWAY_MS = HOUR_MS / 4
const isOlderThan = (hours: number, held: readonly AskedPeriod[], now: number, isHurried: boolean): boolean =>
  held.every(({ endedAt }) => now - +endedAt! >= (isHurried ? hours / 2 : hours) * HOUR_MS - LEEWAY_MS)

/** Of what ended longer ago nobody remembers when. */
const rememberedAt = (endedAt: Date, remembered: number): Date => new Date(Math.max(+endedAt, remembered))

/** A day begins so much sooner in the east than in UTC. */
const ZONES_MS = 14 * HOUR_MS

const NEVER = -Infinity
const OPEN = Infinity

/** The newest days first, in pieces of what may be asked for at once. */
function piecesOf(
  {
    reachDays,
    daysMax,
    lagDays,
    rereads,
    criticalDays,
    promptDays = reachDays,
  }: Extract<Rhythm, { kind: 'DAYS' }>,
  held: readonly AskedPeriod[],
  {
    today,
    rank,
    now,
    isHurried,
    remembered,
  }: { today: number; rank: number; now: number; isHurried: boolean; remembered: number },
): Piece[] {
  const newest = today - lagDays
  const reach = Math.min(reachDays, newest - FIRST_DAY + 1)
  if (reach <= 0) return []
  // By age: when the day was last asked for.
  const askedAt = Array.from({ length: reach }, () => NEVER)
  for (const { firstDay, lastDay, endedAt } of held) {
    const at = endedAt === null ? OPEN : +rememberedAt(endedAt, remembered)
    const oldest = Math.min(reach - 1, newest - dayNumber(firstDay))
    for (let age = Math.max(0, newest - dayNumber(lastDay)); age <= oldest; age++)
      askedAt[age] = Math.max(askedAt[age]!, at)
  }
  let window = 0
  let narrower = 0
  for (const { days, everyHours } of rereads) {
    const ms = (isHurried ? Math.min(everyHours, HURRIED_HOURS) : everyHours) * HOUR_MS
    const band = askedAt.slice(narrower, days)
    // A new day has the newest ones read again with it; of older ones, those that were never asked for are just new.
    const isDue = band.some((at) => (at === NEVER ? narrower === 0 : now - at >= ms - LEEWAY_MS))
    if (isDue) window = Math.min(days, reach)
    narrower = days
  }
  const isFirst = held.length === 0
  // Whatever is read again within its first day changes after it too.
  const settledAfter = rereads.find(({ days }) => days > 1)?.days ?? 0
  const pieces: Piece[] = []
  let piece: Piece | undefined
  for (let age = 0; age < reach; age++) {
    const at = askedAt[age]!
    // Its last turn came while nobody could ask.
    const isMissed = at < (newest - age + lagDays + settledAfter - 1) * DAY_MS - ZONES_MS
    const isDue = at === NEVER || (at !== OPEN && (age < window || (age >= narrower && isMissed)))
    if (!isDue) piece = undefined
    else if (piece && piece.last - piece.first + 1 < daysMax) piece.first--
    else {
      const isCritical = isFirst && age < criticalDays
      const priority = isCritical ? rank : priorityOf(age, rank) + (age < promptDays ? 0 : AT_LAST)
      piece = { first: newest - age, last: newest - age, isCritical, priority }
      pieces.push(piece)
    }
  }
  return pieces
}

/** Settlements of so many days back are what pages show first. */
const CRITICAL_SETTLEMENT_DAYS = 60

/** The task of a report that a listing has found. */
export function foundTask(
  listing: Pick<PlannedTask, 'connectionId' | 'isCritical'>,
  source: string,
  report: { reportId: string; createdAt: Date; start?: Date; end?: Date },
  now: Date,
): PlannedTask {
  const last = dayIn(report.end ?? report.createdAt)
  const first = Math.min(dayIn(report.start ?? report.createdAt), last)
  const ageDays = Math.max(0, Math.floor(+now / DAY_MS) - last)
  const rank = sourceOf(source)!.rank
  const isCritical = listing.isCritical && ageDays <= CRITICAL_SETTLEMENT_DAYS
  return {
    connectionId: listing.connectionId,
    source,
    place: report.reportId,
    firstDay: dayText(first),
    lastDay: dayText(last),
    isCritical,
    // Money that was paid out is what everything else is held against.
    priority: isCritical ? rank : AGAIN + rank,
    notBefore: now,
  }
}

/** The newest months first, in pieces of what may be asked for at once. */
function monthsOf(
  { reachMonths, monthsMax, lagDays }: Extract<Rhythm, { kind: 'MONTHS' }>,
  held: readonly AskedPeriod[],
  { today, rank }: { today: number; rank: number },
): Piece[] {
  const newest = startOfMonth(dayText(today - lagDays + 1))
  const isAsked = (day: number) =>
    held.some(({ firstDay, lastDay }) => dayNumber(firstDay) <= day && day <= dayNumber(lastDay))
  const pieces: Piece[] = []
  let months = 0
  for (let index = 0; index < reachMonths; index++) {
    const month = addMonths(newest, -1 - index)
    const first = dayNumber(month)
    if (first < FIRST_DAY) break
    if (isAsked(first)) months = 0
    else if (months > 0 && months < monthsMax) {
      pieces.at(-1)!.first = first
      months++
    } else {
      const last = dayNumber(endOfMonth(month))
      pieces.push({ first, last, isCritical: false, priority: priorityOf(today - last, rank) })
      months = 1
    }
  }
  return pieces
}

/** Sunday to Saturday. Of a week that was planned the products stay those that they were. */
function weeksOf(
  { reachWeeks, lagDays, againAfterDays }: Extract<Rhythm, { kind: 'WEEKS' }>,
  { id, rank }: Source,
  {
    place,
    today,
    asked,
    products,
  }: {
    place: string
    today: number
    asked: ReadonlyMap<string, readonly AskedPeriod[]>
    products: readonly string[]
  },
): Piece[] {
  const chunks = chunksOf(place, products)
  if (chunks.length === 0) return []
  const known = new Set<number>()
  /** Weeks and products that may not have been ready. */
  const again: { first: number; last: number; chunk: string }[] = []
  for (const [key, periods] of asked) {
    if (!key.startsWith(`${id} ${place} `)) continue
    const answered = new Set<number>()
    const unready = new Set<number>()
    for (const { firstDay, lastDay, endedAt, state } of periods) {
      // Weeks that ended long ago come as one range.
      for (let first = dayNumber(firstDay); first <= dayNumber(lastDay); first += 7) {
        const againOn = first + 6 + againAfterDays
        const isUnready = state !== 'DONE' && endedAt !== null && dayIn(endedAt) < againOn && today >= againOn
        ;(isUnready ? unready : answered).add(first)
      }
    }
    for (const first of unready) {
      known.add(first)
      if (!answered.has(first)) again.push({ first, last: first + 6, chunk: key.slice(id.length + 1) })
    }
    for (const first of answered) known.add(first)
  }
  const latest = today - lagDays
  // 1970-01-03 was a Saturday.
  const saturday = latest - ((((latest - 2) % 7) + 7) % 7)
  const pieces: Piece[] = []
  for (let week = 0; week < reachWeeks; week++) {
    const last = saturday - 7 * week
    const first = last - 6
    if (first < FIRST_DAY || known.has(first)) continue
    for (const chunk of chunks)
      pieces.push({ first, last, isCritical: false, priority: priorityOf(today - last, rank), place: chunk })
  }
  for (const { first, last, chunk } of again)
    pieces.push({ first, last, isCritical: false, priority: priorityOf(today - last, rank), place: chunk })
  return pieces
}

function placesOf(
  { scope, marketplaces: offered, without = [] }: Source,
  { region, marketplaces: all, homeMarketplace, profiles }: PlannedConnection,
): { place: string; timeZone: string }[] {
  if (scope === 'PROFILE')
    return profiles.map(({ profileId, marketplace }) => ({
      place: profileId,
      timeZone: timeZoneOf(marketplace),
    }))
  const marketplaces = all.filter((code) => (!offered || offered.includes(code)) && !without.includes(code))
  if (marketplaces.length === 0) return []
  if (scope === 'REGION') return [{ place: '', timeZone: 'UTC' }]
  const each =
    scope === 'STOCK' && region === 'EUROPE' ? stockPlaces(marketplaces, homeMarketplace) : marketplaces
  return each.map((place) => ({ place, timeZone: timeZoneOf(place) }))
}

const FIRST_DAY = 0
const dayNumber = (day: IsoDate): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
/** Within the calendar, whatever Amazon says. */
const dayIn = (moment: Date): number =>
  Math.min(Math.max(Math.floor(+moment / DAY_MS) || 0, FIRST_DAY), dayNumber(CALENDAR.end))
const dayText = (day: number): IsoDate => new Date(day * DAY_MS).toISOString().slice(0, 10)
