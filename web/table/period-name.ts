import { endOfMonth, startOfMonth } from '#contract/date-range.ts'

/** A period as programs name it: `2026-06-09`, `2026-06` for a whole month, else `2026-06-01/2026-06-07` (ISO 8601). */
export function periodName(start: string, end: string): string {
  if (start === end) return start
  return start === startOfMonth(start) && end === endOfMonth(start) ? start.slice(0, 7) : `${start}/${end}`
}
