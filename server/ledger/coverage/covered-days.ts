import { addDays, daysIn, earlier, later, type DateRange, type IsoDate } from '#contract/date-range.ts'
import { MISSING_RANGES_MAX, type PnlCoverage } from '#contract/profit-and-loss.ts'

/** Days that a source says it holds, whether or not anything happened on them. */
export interface Claim extends DateRange {
  /** False where the first row alone shows where the source begins: it may cover days before. */
  isStartStated: boolean
  isEndStated: boolean
}

/** What is read as one series without holes: a seller account in one currency. */
export interface Stream {
  accountId: string
  /** Its name. */
  account: string
  currency: string
  /** That its rows name. Those that have its currency belong to it too. */
  marketplaces: readonly string[]
  /** Days on which nothing is expected, since somebody has said that nothing was sold any longer. No claim lies in them. */
  notExpected?: readonly DateRange[]
  /** By day; there is one at least. No two of them touch, but weeks and months, which stay what they are. */
  claims: readonly [Claim, ...Claim[]]
}

/** The last day that any of them reaches; undefined without any. */
export const lastDayOf = (streams: readonly Stream[]): IsoDate | undefined =>
  streams
    .map(({ claims }) => claims.at(-1)!.end)
    .toSorted()
    .at(-1)

/** How much of a period is covered by its streams. */
export interface PeriodCoverage extends PnlCoverage {
  /** Some day is. */
  isCovered: boolean
  /** How many are, by one of the streams at least: those whose rows are in a sum. */
  coveredDays: number
  /** No day is known to be missing. */
  isWhole: boolean
  /** Growth cannot come from its missing days, so that others may be compared with it: whole, and begun by its first day. */
  isBase: boolean
  /**
   * It may be compared with others: as `isWhole`, but a source whose end nobody states may go on after its last row, and one must
   * have begun by the first day. What is held against an earlier period has; what is held against a later one may not.
   */
  isComparable: boolean
  /** Streams that have a report by its end begin on different days of it: those before the last of these are of some of them. */
  beginsApart: boolean
}

/** Claims that touch or overlap become one. A settlement ends within the day on which the next begins. */
export function merged(claims: readonly [Claim, ...Claim[]]): [Claim, ...Claim[]] {
  const [first, ...rest] = claims.toSorted((a, b) => (a.start < b.start ? -1 : 1)) as [Claim, ...Claim[]]
  const result: [Claim, ...Claim[]] = [{ ...first }]
  for (const claim of rest) {
    const last = result.at(-1)!
    if (claim.start > addDays(last.end, 1)) {
      result.push({ ...claim })
      continue
    }
    if (claim.start === last.start) last.isStartStated ||= claim.isStartStated
    if (claim.end >= last.end)
      last.isEndStated = claim.isEndStated || (claim.end === last.end && last.isEndStated)
    last.end = later(last.end, claim.end)
  }
  return result
}

/** The same to a question of these days, where only what lies whole within them is known: of the rest, what is outside. */
export const knownWhole = (stream: Stream, { start, end }: DateRange): Stream => ({
  ...stream,
  claims: stream.claims.flatMap((claim) => {
    const isWithin = claim.start >= start && claim.end <= end
    if (isWithin || claim.end < start || claim.start > end) return [claim]
    const before = { ...claim, end: addDays(start, -1) }
    const after = { ...claim, start: addDays(end, 1) }
    return [before, after].filter((part) => part.start <= part.end)
  }) as [Claim, ...Claim[]],
})

/** A range less the days of others. */
export function without<Range extends DateRange>(range: Range, others: readonly DateRange[]): Range[] {
  return others.reduce(
    (left, { start, end }) =>
      left.flatMap((part) =>
        [
          { ...part, end: earlier(part.end, addDays(start, -1)) },
          { ...part, start: later(part.start, addDays(end, 1)) },
        ].filter((piece) => piece.start <= piece.end),
      ),
    [range],
  )
}

/** The days between claims. */
export const gapsIn = (claims: readonly DateRange[]): DateRange[] =>
  claims.slice(1).map(({ start }, index) => ({
    start: addDays(claims[index]!.end, 1),
    end: addDays(start, -1),
  }))

/** What the streams cover of a period. Today is not over: nothing is expected of it or of what comes after. */
export function coverageOf(
  streams: readonly Stream[],
  period: DateRange,
  yesterday: IsoDate,
): PeriodCoverage {
  const over = { start: period.start, end: earlier(period.end, yesterday) }
  let expected = 0
  let covered = 0
  const held: DateRange[] = []
  const missing: PnlCoverage['missing'] = []
  let isEndOpen = true
  for (const { account, currency, claims, notExpected = [] } of streams) {
    const last = claims.at(-1)!
    const begun = shared({ start: claims[0].start, end: over.end }, over)
    for (const days of begun ? without(begun, notExpected) : []) expected += daysIn(days)
    for (const claim of claims) {
      covered += lengthOf(shared(claim, over))
      held.push(...[shared(claim, period)].filter((days) => days !== null))
    }
    const tail = { start: addDays(last.end, 1), end: over.end }
    for (const gap of [...gapsIn(claims), tail])
      for (const part of without(gap, notExpected)) {
        const days = shared(part, over)
        if (!days) continue
        missing.push({ account, currency, startDate: days.start, endDate: days.end })
        if (gap !== tail || last.isEndStated) isEndOpen = false
      }
  }
  const before = daysBefore(streams, over)
  expected += before
  missing.sort((a, b) => a.startDate.localeCompare(b.startDate) || a.currency.localeCompare(b.currency))
  const isCovered = held.length > 0
  const beginsApart = isBegunApart(streams, period)
  return {
    share: !isCovered ? 0 : expected === 0 ? 1 : covered / expected,
    startDate: held.map(({ start }) => start).toSorted()[0] ?? null,
    endDate:
      held
        .map(({ end }) => end)
        .toSorted()
        .at(-1) ?? null,
    missing: missing.slice(0, MISSING_RANGES_MAX),
    moreMissing: Math.max(0, missing.length - MISSING_RANGES_MAX),
    isCovered,
    coveredDays: daysHeld(held),
    isWhole: isCovered && before === 0 && missing.length === 0,
    isBase: isCovered && missing.length === 0 && isBegunBy(streams, period.start) && !beginsApart,
    isComparable: isCovered && before === 0 && isEndOpen && isBegunBy(streams, period.start),
    beginsApart,
  }
}

/** How much of a period is covered of a number that several sources make: what one of them lacks, it lacks. */
export function coverageOfAll(all: readonly PeriodCoverage[]): PeriodCoverage {
  // Numbers of one report have one coverage.
  const sources = [...new Set(all)]
  const missing = [
    // Two reports of one account, or its reports of two marketplaces, may lack the same days.
    ...new Map(
      sources.flatMap((one) => one.missing).map((days) => [Object.values(days).join(' '), days]),
    ).values(),
  ].toSorted((a, b) => a.startDate.localeCompare(b.startDate) || a.currency.localeCompare(b.currency))
  const days = sources.flatMap(({ startDate, endDate }) => [startDate, endDate]).filter((day) => day !== null)
  days.sort()
  const isOfAll = (is: (source: PeriodCoverage) => boolean) => sources.length > 0 && sources.every(is)
  return {
    share: sources.length === 0 ? 0 : Math.min(...sources.map(({ share }) => share)),
    startDate: days[0] ?? null,
    endDate: days.at(-1) ?? null,
    missing: missing.slice(0, MISSING_RANGES_MAX),
    moreMissing:
      Math.max(0, missing.length - MISSING_RANGES_MAX) +
      sources.reduce((sum, { moreMissing }) => sum + moreMissing, 0),
    isCovered: isOfAll(({ isCovered }) => isCovered),
    coveredDays: sources.length === 0 ? 0 : Math.min(...sources.map(({ coveredDays }) => coveredDays)),
    isWhole: isOfAll(({ isWhole }) => isWhole),
    isBase: isOfAll(({ isBase }) => isBase),
    isComparable: isOfAll(({ isComparable }) => isComparable),
    beginsApart: sources.some(({ beginsApart }) => beginsApart),
  }
}

/**
 * Whether some begin in the middle of what others are there of. What begins after a period is a market that was opened since; of
 * what was there for a part of it nobody knows whether it was opened then.
 */
const isBegunApart = (streams: readonly Stream[], { start, end }: DateRange): boolean =>
  new Set(streams.map(({ claims }) => later(claims[0].start, start)).filter((day) => day <= end)).size > 1

const isBegunBy = (streams: readonly Stream[], day: IsoDate): boolean =>
  streams.some(({ claims }) => claims[0].start <= day)

/** Days of a period before anything begins, where it is stated that nothing does. */
function daysBefore(streams: readonly Stream[], period: DateRange): number {
  const begins = streams.map(({ claims }) => claims[0]).toSorted((a, b) => (a.start < b.start ? -1 : 1))
  const first = begins[0]
  if (!first || !begins.some(({ start, isStartStated }) => start === first.start && isStartStated)) return 0
  return lengthOf(shared({ start: period.start, end: addDays(first.start, -1) }, period))
}

/** Days that lie in any of these. */
function daysHeld(ranges: readonly DateRange[]): number {
  let days = 0
  let reached = ''
  for (const { start, end } of ranges.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    if (end <= reached) continue
    days += daysIn({ start: reached && start <= reached ? addDays(reached, 1) : start, end })
    reached = end
  }
  return days
}

const lengthOf = (range: DateRange | null): number => (range ? daysIn(range) : 0)

function shared(a: DateRange, b: DateRange): DateRange | null {
  const start = later(a.start, b.start)
  const end = earlier(a.end, b.end)
  return start <= end ? { start, end } : null
}
