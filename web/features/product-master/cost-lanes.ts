import { addDays, daysIn, startOfMonth, addMonths } from '#contract/date-range.ts'
import type { CostPeriod } from '#contract/product-master.ts'

export interface CostLane {
  /** Empty for all marketplaces. */
  marketplace: string
  /** The newest first. */
  periods: CostPeriod[]
}

/** A lane for each marketplace, that of all of them first. */
export function lanesOf(periods: readonly CostPeriod[]): CostLane[] {
  const lanes = new Map<string, CostPeriod[]>()
  for (const period of periods)
    lanes.set(period.marketplace, [period, ...(lanes.get(period.marketplace) ?? [])])
  return [...lanes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([marketplace, of]) => ({ marketplace, periods: of }))
}

export interface CostScale {
  start: string
  days: number
}

/** The months that the lanes draw: from the first period, two years back at most, to a while after today. */
export function scaleOf(periods: readonly CostPeriod[], today: string): CostScale {
  const first = periods.map(({ validFrom }) => validFrom).toSorted()[0] ?? today
  const earliest = addMonths(today, -24)
  const start = startOfMonth(first < earliest ? earliest : first < today ? first : today)
  return { start, days: daysIn({ start, end: addMonths(today, 2) }) }
}

/** Where a period is drawn, in parts of the scale; null where it is not within it. */
export function barOf(
  { validFrom, validTo }: Pick<CostPeriod, 'validFrom' | 'validTo'>,
  { start, days }: CostScale,
): { left: number; width: number } | null {
  const end = addDays(start, days - 1)
  if (validFrom > end || (validTo !== null && validTo < start)) return null
  const from = validFrom < start ? start : validFrom
  const to = validTo === null || validTo > end ? end : validTo
  return {
    left: (daysIn({ start, end: from }) - 1) / days,
    width: daysIn({ start: from, end: to }) / days,
  }
}
