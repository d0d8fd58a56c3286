import { monthsOf } from '#contract/date-range.ts'

/** `2026-01` to `2026-12`. */
export const monthsOfYear = (year: number): string[] =>
  monthsOf({ start: `${year}-01-01`, end: `${year}-12-31` }).map((day) => day.slice(0, 7))

/** The years of some months, the first one first. */
export const yearsWith = (months: readonly string[]): number[] => [
  ...new Set(months.map((month) => Number(month.slice(0, 4))).toSorted((a, b) => a - b)),
]
