/**
 * Moments as Seller Central writes them for people: `Jun 8, 2025 10:23:05 PM PDT`, `8 juin 2025 22:23:05 UTC`,
 * `08.06.2025 22:23:05 UTC`, `2025/06/08 22:23:05JST`, `1 de jul. de 2025 23:36:22 GMT-7`.
 */
import { fullYear, instantText } from './moment-text.ts'
import { offsetOf } from './time-zones.ts'

/** Longer than any moment, and short enough for a search that goes back and forth in it. */
const MOMENT_LENGTH_MAX = 100

/** The moment in UTC; undefined for what is none, also where no time zone is named. */
export function localInstantOf(text: string): string | undefined {
  if (text.length > MOMENT_LENGTH_MAX) return undefined
  const match = /^(.+?)[,\s]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap]\.?\s?m\.?)?\s*(\S.*)$/iu.exec(
    text.trim(),
  )
  if (!match) return undefined
  const [, date = '', hour, minute, second, half, zone = ''] = match
  const day = dateOf(date)
  const offset = offsetOf(zone)
  const hours = hourOf(Number(hour), half)
  if (!day || offset === undefined || hours === undefined) return undefined
  return instantText({ ...day, hour: hours, minute: Number(minute), second: Number(second ?? 0) }, offset)
}

/** A day alone: `2025-06-08`, `08.06.2025`, `Jun 8, 2025`, `8 juin 2025`; undefined for what is none, and for slashes. */
export function localDayOf(text: string): string | undefined {
  const day = dateOf(text.trim())
  return day && instantText({ ...day, hour: 0, minute: 0, second: 0 }, 0)?.slice(0, 10)
}

/** The first day of a month: `2025-06`, `2025/06`, and `Jun-25` or `juin 2025`, as spreadsheets write it; undefined for what is none. */
export function localMonthOf(text: string): string | undefined {
  const numbers = /^(\d{4})[-/](\d{1,2})(?:[-/]0?1)?$/.exec(text.trim())
  const words = /^(\p{L}+)\.?[-\s](\d{2}|\d{4})$/u.exec(text.trim())
  const [year, month] = numbers
    ? [numbers[1]!, Number(numbers[2])]
    : [words?.[2] ?? '', monthOf(plain(words?.[1] ?? ''))]
  if (year === '' || !month) return undefined
  const first = { year: fullYear(year), month, day: 1, hour: 0, minute: 0, second: 0 }
  return instantText(first, 0)?.slice(0, 10)
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (!half) return hour
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

interface CalendarDay {
  year: number
  month: number
  day: number
}

function dateOf(text: string): CalendarDay | undefined {
  const numbers = (pattern: RegExp) => pattern.exec(text)?.slice(1).map(Number)
  const [year, month, day] =
    numbers(/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/) ??
    numbers(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/)?.reverse() ??
    []
  if (year !== undefined) return { year, month: month!, day: day! }

  const words = text
    .split(/[\s,]+/)
    .map(plain)
    .filter((word) => word !== 'de' && word !== '')
  const named = words.findIndex((word) => /^\p{L}/u.test(word))
  const [first, second] = words.filter((_, index) => index !== named)
  const monthNumber = monthOf(words[named] ?? '')
  if (words.length !== 3 || !monthNumber || !/^\d{1,2}$/.test(first ?? '') || !/^\d{4}$/.test(second ?? ''))
    return undefined
  return { year: Number(second), month: monthNumber, day: Number(first) }
}

/** Without accents, dots and case. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()

/**
 * Beginnings of the months' names in English, German, French, Spanish, Italian, Dutch, Swedish, Polish, Portuguese and
 * Turkish. No beginning stands for two months.
 */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'gen', 'ene', 'sty', 'oca'],
  ['feb', 'fev', 'lut', 'sub'],
  ['mar', 'mrt', 'maa', 'mrz'],
  ['apr', 'avr', 'abr', 'kwi', 'nis'],
  ['may', 'mai', 'mag', 'maj', 'mei'],
  ['jun', 'juin', 'giu', 'cze', 'haz'],
  ['jul', 'juil', 'lug', 'lip', 'tem'],
  ['aug', 'aou', 'ago', 'sie', 'agu'],
  ['sep', 'set', 'wrz', 'eyl'],
  ['oct', 'okt', 'ott', 'out', 'paz', 'eki'],
  ['nov', 'lis', 'kas'],
  ['dec', 'dez', 'dic', 'gru', 'ara'],
]

function monthOf(word: string): number | undefined {
  const index = MONTHS.findIndex((beginnings) => beginnings.some((beginning) => word.startsWith(beginning)))
  return index < 0 ? undefined : index + 1
}
