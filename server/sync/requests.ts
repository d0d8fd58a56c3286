/** The words in which Amazon is asked for what a task names. */
import type { AdvertisingApi, SellingPartnerApi } from '#amazon/index.ts'
import { addDays, CALENDAR, later, type IsoDate } from '#contract/date-range.ts'
import type { SyncedConnection, SyncTask } from '#server/accounts/index.ts'
import { momentOf, timeZoneOf } from '#server/local-time.ts'
import { chunkIn } from './search-chunks.ts'
import type { Question, Source } from './sources.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Days = Pick<SyncTask, 'place' | 'firstDay' | 'lastDay'>

export function sellerRequest(
  { scope, marketplaces: offered, rhythm, hasMoments = false, hasPacificDays = false }: Source,
  question: Extract<Question, { kind: 'REPORT' | 'SEARCHES' }>,
  { place, firstDay, lastDay }: Days,
  { marketplaces }: Pick<SyncedConnection, 'marketplaces'>,
  now: Date,
): Parameters<SellingPartnerApi['createReport']>[0] {
  const { reportType } = question
  const start = new Date(`${firstDay}T00:00:00Z`)
  const end = new Date(`${lastDay}T23:59:59Z`)
  if (question.kind === 'SEARCHES') {
    const { marketplace, asins } = chunkIn(place)
    return {
      reportType,
      marketplaces: [marketplace],
      start,
      end,
      options: { reportPeriod: 'WEEK', asin: asins },
    }
  }
  const places =
    scope === 'REGION' ? marketplaces.filter((code) => !offered || offered.includes(code)) : [place]
  if (question.began) {
    const [from, to] = question.began
    const options = { [from]: momentText(start), [to]: momentText(end < now ? end : now) }
    return { reportType, marketplaces: places, options }
  }
  const more = hasPacificDays ? DAY_MS : 0
  const last = hasMoments ? endOf(lastDay, places) : new Date(+end + more)
  return {
    reportType,
    marketplaces: places,
    ...(question.sinceHours !== undefined && { start: new Date(+now - question.sinceHours * HOUR_MS) }),
    // What Amazon takes for now has no days. A day that is not over ends now.
    ...(rhythm.kind !== 'TODAY' && {
      start: hasMoments ? beginOf(firstDay, places) : new Date(+start - more),
      end: last < now ? last : now,
    }),
    ...(question.options && { options: { ...question.options } }),
  }
}

const momentText = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`

/** When a day begins in the first of these marketplaces, or in UTC. */
const beginOf = (day: IsoDate, marketplaces: readonly string[]): Date =>
  new Date(Math.min(...midnightsOf(day, marketplaces)))

/** The last second of a day in the last of these marketplaces, or in UTC. */
const endOf = (day: IsoDate, marketplaces: readonly string[]): Date =>
  new Date(Math.max(...midnightsOf(addDays(day, 1), marketplaces)) - 1_000)

const midnightsOf = (day: IsoDate, marketplaces: readonly string[]): number[] =>
  ['UTC', ...marketplaces.map(timeZoneOf)].map((timeZone) => +momentOf(day, 0, timeZone))

/** Amazon gives what was posted at least two minutes ago, and no two clocks agree. */
const POSTED_AGO_MS = 5 * 60_000
/** So much earlier a day begins in the first of all marketplaces than in UTC, and so much later it ends in the last. */
const EARLIER_MS = 14 * HOUR_MS
const LATER_MS = 12 * HOUR_MS

/** The first day of which Amazon tells for certain what happened on it. */
export const firstPromised = (promisedDays: number | undefined, now: Date): IsoDate =>
  promisedDays === undefined ? CALENDAR.start : addDays(now.toISOString().slice(0, 10), 1 - promisedDays)

/** Who sells anything has a transaction within so many days: it shows that Amazon remembers what comes after it. */
const REMEMBERED_BY_DAYS = 10

/** All of these days, wherever they are; of those that are not over, as much as there is. */
export function transactionPeriod(
  { promisedDays }: Pick<Source, 'promisedDays'>,
  { firstDay, lastDay }: Pick<Days, 'firstDay' | 'lastDay'>,
  now: Date,
): { after: Date; before: Date } {
  const end = Date.parse(`${addDays(lastDay, 1)}T00:00:00Z`) + LATER_MS
  const isPromised = firstDay >= firstPromised(promisedDays, now)
  const first = isPromised ? firstDay : addDays(firstDay, -REMEMBERED_BY_DAYS)
  return {
    after: new Date(Date.parse(`${first}T00:00:00Z`) - EARLIER_MS),
    before: new Date(Math.min(end, +now - POSTED_AGO_MS)),
  }
}

/**
 * The first of a task's days that advertising can still be asked for; undefined where it is none. A task may have waited while
 * they went by, and one day too many is refused with all others.
 * @param today where the profile is, by whose days Amazon counts
 */
export function firstDayKept(
  { rhythm }: Pick<Source, 'rhythm'>,
  { firstDay, lastDay }: Pick<Days, 'firstDay' | 'lastDay'>,
  today: IsoDate,
): IsoDate | undefined {
  if (rhythm.kind !== 'DAYS') return firstDay
  const first = later(firstDay, addDays(today, -rhythm.reachDays))
  return first <= lastDay ? first : undefined
}

export const advertisingRequest = (
  { adProduct, reportTypeId, groupBy, columns }: Extract<Question, { kind: 'ADVERTISING' }>,
  { firstDay, lastDay }: Pick<Days, 'firstDay' | 'lastDay'>,
): Parameters<AdvertisingApi['createReport']>[1] => ({
  name: `${reportTypeId} ${firstDay} to ${lastDay}`,
  start: firstDay,
  end: lastDay,
  adProduct,
  reportTypeId,
  groupBy,
  columns,
})
