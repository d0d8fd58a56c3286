import { daysOfMonth, monthOf } from '#contract/closed-months.ts'
import { earlier, later, monthsIn, type DateRange } from '#contract/date-range.ts'
import type { Company } from '#server/accounts/index.ts'
import { closedStates } from '#server/ledger/closed-months/closed-states.ts'
import type { Services } from '#server/ledger/services.ts'
import { OF_MARKETPLACES, streamsOf, type Streams } from './claims.ts'
import { merged, without, type Claim, type Stream } from './covered-days.ts'

/** What covered closed months when they were closed, each by itself, and what covers others. */
export async function streamsPerPeriod(
  services: Services,
  company: Company,
): Promise<(period: DateRange) => Streams> {
  const now = await streamsOf(services, company)
  const { closedMonths } = company
  if (closedMonths.length === 0) return () => now
  const states = await closedStates(services, company)
  const then = new Map<number, Streams>()
  // One after the other: each has most of the imports of the one before, which are read once.
  for (const [version, state] of states) then.set(version, await streamsOf(services, state))
  // Questions are of many periods, and ask about each for several sources.
  const known = new Map<string, Streams>()
  return (period) => {
    const [first, last] = [monthOf(period.start), monthOf(period.end)]
    const closed = closedMonths.filter(({ month }) => month >= first && month <= last)
    const versions = new Set(closed.map(({ version }) => version))
    const [only] = versions
    if (only === undefined) return now
    if (closed.length === monthsIn(period) && versions.size === 1) return then.get(only)!
    const key = closed.map(({ month }) => month).join()
    const before = known.get(key)
    if (before) return before
    const held = closed.map(({ month, version }) => ({
      days: daysOfMonth(month),
      streams: then.get(version)!,
    }))
    const kinds = Object.keys(now) as (keyof Streams)[]
    // Of searches weeks count that lie in two months.
    const streams = Object.fromEntries(
      kinds.map((kind) => [kind, kind === 'SEARCHES' ? now[kind] : withHeld(kind, now, held)]),
    ) as Streams
    known.set(key, streams)
    return streams
  }
}

/** The claims of now, and on the days of closed months those of when they were closed. */
function withHeld(
  kind: keyof Streams,
  now: Streams,
  held: readonly { days: DateRange; streams: Streams }[],
): Stream[] {
  const found = new Map<string, { stream: Stream; claims: Claim[]; notExpected: DateRange[] }>()
  const add = (stream: Stream, partsOf: <Range extends DateRange>(range: Range) => Range[]) => {
    const place = OF_MARKETPLACES.includes(kind) ? stream.marketplaces.join() : ''
    const key = `${stream.accountId} ${stream.currency} ${place}`
    const known = found.get(key) ?? { stream, claims: [], notExpected: [] }
    found.set(key, known)
    known.claims.push(...stream.claims.flatMap(partsOf))
    known.notExpected.push(...(stream.notExpected ?? []).flatMap(partsOf))
  }
  const months = held.map(({ days }) => days)
  for (const stream of now[kind]) add(stream, (range) => without(range, months))
  for (const { days, streams: ofMonth } of held)
    for (const stream of ofMonth[kind])
      add(stream, (range) => {
        const [start, end] = [later(range.start, days.start), earlier(range.end, days.end)]
        return start > end ? [] : [{ ...range, start, end }]
      })
  return [...found.values()].flatMap(({ stream, claims, notExpected }) =>
    claims.length > 0 ? [{ ...stream, notExpected, claims: merged(claims as [Claim, ...Claim[]]) }] : [],
  )
}
