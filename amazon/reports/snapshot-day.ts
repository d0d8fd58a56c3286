/** The day of files that are a picture of a moment and may not say of which. */
import { dayOf } from '../files/moment-text.ts'
import type { RecordInput } from './report-type.ts'

/** What a person says, else the one day that stands in the file's name. Never today: a file may have lain for weeks. */
export const snapshotDay = ({ options, head }: RecordInput): string | null =>
  options.day ?? dayInName(head.fileName) ?? null

const DAY_IN_NAME = /(?<!\d)(20\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g

function dayInName(fileName: string): string | undefined {
  const days = [...fileName.matchAll(DAY_IN_NAME)].map(([, year, , month, day]) =>
    dayOf(`${year}-${month}-${day}`),
  )
  const [first, ...others] = new Set(days.filter((day) => day !== undefined))
  return others.length === 0 ? first : undefined
}
