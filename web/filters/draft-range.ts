import { daysIn, type DateRange } from '#contract/date-range.ts'

/** A range while it is being chosen; each end may still be open. */
export interface DraftRange {
  start: string | null
  end: string | null
}

export const draftOf = (range: DateRange | null): DraftRange => ({
  start: range?.start ?? null,
  end: range?.end ?? null,
})

/** The range of a draft that has both ends. */
export const fullRange = ({ start, end }: DraftRange): DateRange | null =>
  start !== null && end !== null ? { start, end } : null

export const NOT_FULL = 'Full date range not provided'

export const isSameRange = (a: DateRange | null, b: DateRange | null): boolean =>
  a?.start === b?.start && a?.end === b?.end

/** Why a draft cannot be applied, or how long it is and how long it may be. */
export function draftText(draft: DraftRange, daysMax: number | undefined): { strong: string; rest: string } {
  const range = fullRange(draft)
  if (!range) return { strong: '', rest: NOT_FULL }
  const days = daysIn(range)
  return {
    strong: days === 1 ? '1 day' : `${days} days`,
    rest: daysMax === undefined ? '' : `of ${daysMax} at most`,
  }
}
