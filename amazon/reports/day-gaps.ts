import { daysIn, type IsoDate } from '#contract/date-range.ts'

/**
 * How many days lie from each day of a file to the next one, whatever the order of its rows. A week or a month stands under
 * one of its days, and nothing else in a file says that it is one.
 */
export async function dayGaps(days: AsyncIterable<IsoDate | undefined>): Promise<number[]> {
  const found = new Set<IsoDate>()
  for await (const day of days) if (day !== undefined) found.add(day)
  const sorted = [...found].toSorted()
  return sorted.slice(1).map((end, index) => daysIn({ start: sorted[index]!, end }) - 1)
}
