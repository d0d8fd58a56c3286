import { addDays, type DateRange, type IsoDate } from '#contract/date-range.ts'
import type { PlannedPeriod } from '#contract/periods.ts'

/** Periods as the stores are asked for them: in one statement, whatever they are. */
export interface Segments {
  /** First days of the stretches between which no period begins or ends; a period is a sum of whole stretches. */
  starts: IsoDate[]
  /** Everything that any period or comparison needs. */
  span: DateRange
}

/** Of one period at least. */
export function segmentsOf(periods: readonly Pick<PlannedPeriod, 'period' | 'comparison'>[]): Segments {
  const ranges = periods.flatMap(({ period, comparison }) => (comparison ? [period, comparison] : [period]))
  const edges = [...new Set(ranges.flatMap(({ start, end }) => [start, addDays(end, 1)]))].toSorted()
  return {
    starts: edges.slice(0, -1),
    span: { start: edges[0]!, end: addDays(edges.at(-1)!, -1) },
  }
}

/** Days since 1970, as the stores count them. */
export const dayNumber = (date: IsoDate): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

export const dateOfDay = (day: number): IsoDate => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The first day of the stretch that a day is in. */
export function startOf(starts: readonly number[], day: number): number {
  for (let place = starts.length - 1; place > 0; place--) if (starts[place]! <= day) return starts[place]!
  return starts[0]!
}
