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

/** Both ends are there, and the last day is before the first. */
export const isReversed = ({ start, end }: DraftRange): boolean =>
  start !== null && end !== null && start > end

/** The range of a draft that has both ends, in their order. */
export const fullRange = (draft: DraftRange): DateRange | null => {
  const { start, end } = draft
  return start !== null && end !== null && !isReversed(draft) ? { start, end } : null
}

export const REVERSED = 'From is after To.'

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
