import { rowsFact, type Facts } from './sheet.ts'

/** Parts of the rows, each with its count; the first is all of them. */
export interface Segments<T extends string> {
  label: string
  options: readonly { value: T; label: string; count?: number }[]
  value: T
  onChange: (value: T) => void
}

/** Which of the rows are shown, where not all are. */
export const narrowedTo = <T extends string>({
  label,
  options,
  value,
}: Omit<Segments<T>, 'onChange'>): Facts =>
  options.slice(1).flatMap((part) => (part.value === value ? [[label, part.label] as const] : []))

/** Which of the rows a file holds, and how many of them. */
export const segmentFacts = <T extends string>(
  segments: Omit<Segments<T>, 'onChange'>,
  held: number,
): Facts => [...narrowedTo(segments), rowsFact(held, segments.options[0]?.count ?? held, 'those shown')]

/** All rows, or those that somebody has to look at. */
export const openSegments = (
  label: string,
  /** Undefined while they are not known, which is not that there are none. */
  counts: { all: number; open: number } | undefined,
  show: 'ALL' | 'OPEN',
  onChange: (show: 'ALL' | 'OPEN') => void,
): Segments<'ALL' | 'OPEN'> => ({
  label,
  options: [
    { value: 'ALL', label: 'All', ...(counts && { count: counts.all }) },
    { value: 'OPEN', label: 'To review', ...(counts && { count: counts.open }) },
  ],
  value: show,
  onChange,
})
