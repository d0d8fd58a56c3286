import { daysIn, isDay, type DateRange } from '#contract/date-range.ts'
import { comparisonRange, GROWTH_TYPES, isYearOrLonger, type GrowthType } from '#contract/periods.ts'
import { compactRangeText } from '#web/ui/dates.ts'
import type { FilterField } from './filter-fields.ts'

/** What a range is compared with: one that follows from it, days of the reader's own, or nothing. */
export type Comparison = GrowthType | DateRange | null

export const COMPARISON_NAMES: Record<GrowthType, string> = {
  MONTH_ON_MONTH: 'Previous period',
  YEAR_ON_YEAR: 'Previous year',
}

/** Those that a range has: one of a year or longer is compared with the year before. */
export const comparisonsOf = (range: DateRange): GrowthType[] =>
  isYearOrLonger(range) ? ['YEAR_ON_YEAR'] : ['MONTH_ON_MONTH', 'YEAR_ON_YEAR']

export const isOwn = (comparison: Comparison): comparison is DateRange =>
  comparison !== null && typeof comparison === 'object'

/** The days that a range is compared with. */
export function comparedDays(comparison: Comparison, range: DateRange): DateRange | null {
  if (comparison === null || isOwn(comparison)) return comparison
  return comparisonRange(range, isYearOrLonger(range) ? 'YEAR_ON_YEAR' : comparison)
}

/** `vs Oct 2026`, over the numbers that are compared. */
export function comparisonText(comparison: Comparison, range: DateRange): string | null {
  const days = comparedDays(comparison, range)
  return days && `vs ${compactRangeText(days.start, days.end)}`
}

/** In an address: `YEAR_ON_YEAR`, `2026-09-01.2026-09-30` or `none`. Own days are `daysMax` at most. */
export const comparisonField = (daysMax: number, initial: GrowthType | null): FilterField<Comparison> => ({
  read: (text) => {
    if (text === 'none') return null
    const [start = '', end = '', ...rest] = text.split('.')
    const isRange = rest.length === 0 && isDay(start) && isDay(end) && start <= end
    if (isRange && daysIn({ start, end }) <= daysMax) return { start, end }
    return GROWTH_TYPES.find((type) => type === text)
  },
  write: (value) => (isOwn(value) ? `${value.start}.${value.end}` : (value ?? 'none')),
  initial: () => initial,
  isStored: false,
})
