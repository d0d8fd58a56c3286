import { z } from 'zod'
import type { Company } from '#server/accounts/index.ts'
import { sql } from '#server/analytics/index.ts'
import type { Level } from '#server/ledger/derivation/measures-journal.ts'
import { ROWS } from '#server/ledger/derivation/derive-measures.ts'
import type { Services } from '#server/ledger/services.ts'
import { dayNumber, startOf } from '../segments.ts'
import { GroupedSums, stretchesOf, type Days, type RunningSeries } from './day-series.ts'
import { dayQueries, heldOnDays, keptAndRead, keptDays, type HeldOnDays } from './kept-days.ts'
import type { MeasureSum } from './measured-sums.ts'

/* The sums of `measured-sums.ts` that are not of products, from days that are kept. */

const MEASURED_DAYS = dayQueries({
  name: 'measured_days',
  rows: sql`measures_by_day`,
  where: sql`fact = {fact:String}`,
  params: { fact: z.string() },
  keys: [sql`account_id`, sql`marketplace`, sql`level`, sql`measure`, sql`days`],
  currency: sql`currency`,
  rateDay: sql`day`,
  counts: [sql`row_count`],
})

/** The kept days of a fact, and the same of another place. */
export const measuredDaysAgain = (services: Services, company: Company, place: Company, fact: string) =>
  keptAndRead(services, company, place, MEASURED_DAYS, { fact })

export interface DaysQuestion {
  fact: string
  currency: string
  from: string
  to: string
  segmentStarts: readonly number[]
  anyMarketplace: boolean
  marketplaces: readonly string[]
  names: readonly string[]
  levels: readonly Level[]
}

export interface SumsOfDays {
  sums: MeasureSum[]
  /** Which stretches hold the last day of an account and its marketplace; of what counts last. */
  lastDays: { segment: number; place: string }[]
}

/** Of all products; `isLast` where a stretch says what its last day does. Undefined where the days are too many to be kept. */
export async function measuredSumsOfDays(
  services: Services,
  company: Company,
  question: DaysQuestion,
  { by, isLast }: { by: 'total' | 'marketplace'; isLast: boolean },
): Promise<SumsOfDays | undefined> {
  const { fact, currency, anyMarketplace, marketplaces, names, levels } = question
  const kept = await keptDays(services, company, currency, MEASURED_DAYS, { fact })
  if (!kept) return undefined
  const found = kept
    .map(seriesOf)
    .filter(({ marketplace }) => anyMarketplace || marketplaces.includes(marketplace))
  const asked = found.filter(({ level, measure }) => names.includes(measure) && levels.includes(level))
  const starts = question.segmentStarts
  const days = { from: dayNumber(question.from), to: dayNumber(question.to) }
  const sums = new GroupedSums<Group>()
  const add = (series: Series, { from, to }: Days, place = '') => {
    const { running, marketplace, measure, span } = series
    const key = by === 'marketplace' ? marketplace : ''
    // Of several days a row counts where all of them are asked for.
    const asked = { from: Math.max(from, days.from + span - 1), to }
    const stretches = stretchesOf(
      starts.flatMap((start) => [start, start + span - 1]),
      asked,
    )
    sums.add(running, stretches, (day) => ({
      segment: startOf(starts, day),
      group: { since: startOf(starts, day - span + 1), place, key, name: measure },
    }))
  }
  const lastDays = isLast
    ? lastDaysOf(
        found.filter(({ measure }) => measure === ROWS),
        starts,
        days,
      )
    : undefined
  for (const series of asked)
    if (!lastDays) add(series, days)
    else
      for (const day of lastDays.get(placeOf(series))?.values() ?? [])
        add(series, { from: day, to: day }, placeOf(series))
  return {
    sums: sums
      .sums()
      .flatMap(({ group, counts: [rowCount], ...sum }) =>
        rowCount === 0 ? [] : { ...group, ...sum, rowCount: rowCount! },
      ),
    lastDays: [...(lastDays ?? [])].flatMap(([place, days]) =>
      [...days.keys()].map((segment) => ({ segment, place })),
    ),
  }
}

/** What a fact has on some days, whatever it is of; undefined where nobody knows. */
export const measuresHeld = (
  services: Services,
  company: Company,
  { fact, currency }: Pick<DaysQuestion, 'fact' | 'currency'>,
  days: Days,
): Promise<HeldOnDays | undefined> =>
  heldOnDays(days, (key) => key[3]!, services, company, currency, MEASURED_DAYS, { fact })

interface Series {
  running: RunningSeries
  account: string
  marketplace: string
  level: Level
  measure: string
  /** How many days a row is of, of which its own is the last. */
  span: number
}

function seriesOf(running: RunningSeries): Series {
  const [account, marketplace, level, measure, span] = running.key as [string, string, Level, string, string]
  return { running, account, marketplace, level, measure, span: Number(span) }
}

const placeOf = ({ account, marketplace }: Series) => `${account} ${marketplace}`

/** Of each place the last day of each stretch that has rows. */
function lastDaysOf(
  rows: readonly Series[],
  starts: readonly number[],
  { from, to }: Days,
): Map<string, Map<number, number>> {
  const byPlace = new Map<string, Map<number, number>>()
  for (const series of rows) {
    const counts = byPlace.get(placeOf(series)) ?? new Map<number, number>()
    byPlace.set(placeOf(series), counts)
    const {
      days,
      counts: [running],
    } = series.running
    for (const [index, day] of days.entries())
      if (day <= to && day - series.span + 1 >= from)
        counts.set(day, (counts.get(day) ?? 0) + running![index + 1]! - running![index]!)
  }
  return new Map(
    [...byPlace].map(([place, counts]) => {
      const last = new Map<number, number>()
      for (const [day, count] of [...counts].toSorted(([one], [other]) => one - other))
        if (count > 0) last.set(startOf(starts, day), day)
      return [place, last]
    }),
  )
}

type Group = Pick<MeasureSum, 'since' | 'place' | 'key' | 'name'>
