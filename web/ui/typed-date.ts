/** Days as people type them: `2026-11-22`, in the order of the reader's own country, or with the month in words. */
import { dayText } from './dates.ts'

type Part = 'day' | 'month' | 'year'
export type TypedDate = { date: string } | { problem: string }

export const DATE_EXAMPLE = 'Type a date like 2026-11-22.'

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The order in which a language writes a date in figures. */
export function dateOrder(language: string | undefined): Part[] {
  const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', year: 'numeric' })
    .formatToParts(new Date(0))
    .map(({ type }) => type)
  return parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}

/** What somebody typed, as a day between two others; otherwise why it is none. */
export function readTypedDate(
  text: string,
  { min, max, order }: { min: string; max: string; order: readonly Part[] },
): TypedDate {
  const typed = partsIn(text, order)
  if (!typed) return { problem: DATE_EXAMPLE }
  const { year, month, day } = typed
  const date = [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-')
  // In figures another order may have been meant.
  if (month > 12) return { problem: `There is no month ${month}. ${DATE_EXAMPLE}` }
  if (!isCivilDay(date)) return { problem: `There is no such day: ${text.trim()}.` }
  if (date < min) return { problem: `The first day to choose is ${dayText(min)}.` }
  if (date > max) return { problem: `The last day to choose is ${dayText(max)}.` }
  return { date }
}

function partsIn(text: string, order: readonly Part[]): Record<Part, number> | null {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,./-]+/)
    .filter((word) => word !== '')
  if (words.length !== 3) return null
  const named = words.findIndex((word) => /^\p{L}{3,}$/u.test(word))
  const month = named < 0 ? -1 : MONTHS.findIndex((name) => name.startsWith(words[named]!))
  if (named >= 0 && month < 0) return null
  const figures = words.filter((_, place) => place !== named)
  if (!figures.every((word) => /^\d{1,4}$/.test(word))) return null

  const isYearFirst = figures[0]!.length === 4
  const written: readonly Part[] = isYearFirst ? ['year', 'month', 'day'] : order
  // The month is said by its word already; a year that stands first goes on standing first.
  const places = named < 0 ? written : isYearFirst ? ['year', 'day'] : ['day', 'year']
  const found: Partial<Record<string, string>> = Object.fromEntries(
    figures.map((word, place) => [places[place]!, word]),
  )
  // Two figures of a year say too little.
  if (found['year']?.length !== 4) return null
  return {
    year: Number(found['year']),
    month: named < 0 ? Number(found['month']) : month + 1,
    day: Number(found['day']),
  }
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

const isCivilDay = (date: string): boolean => {
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}
