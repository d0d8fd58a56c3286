import type { DateRange } from '#contract/date-range.ts'

/** From the first to the last day that any of the sources covers; null where none covers a day. */
export function extentOf(sources: readonly { ranges: readonly DateRange[] }[]): DateRange | null {
  const ranges = sources.flatMap((source) => source.ranges)
  const starts = ranges.map(({ start }) => start).toSorted()
  const ends = ranges.map(({ end }) => end).toSorted()
  const [start, end] = [starts[0], ends.at(-1)]
  return start && end ? { start, end } : null
}
