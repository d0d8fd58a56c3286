/** Moments and days as they are written in reports. Canonical: `2025-06-09 05:23:05` in UTC, and `2025-06-09`. */
import type { InstantFormat } from '../reports/report-type.ts'
import { offsetOf } from './time-zones.ts'

const TIME = String.raw`(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?`
const ZONE = String.raw`\s*([A-Z]{1,5}|(?:GMT|UTC)[-+−]\d{1,2}(?::?\d{2})?|[-+]\d{2}:?\d{2})?`

const PATTERNS: Record<InstantFormat, { pattern: RegExp; order: 'YMD' | 'DMY' | 'MDY' }> = {
  ISO: { pattern: RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${TIME}${ZONE}$`), order: 'YMD' },
  YMD_UTC: { pattern: RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${TIME}${ZONE}$`), order: 'YMD' },
  YMD: { pattern: RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${TIME}${ZONE}$`), order: 'YMD' },
  YMD_SLASH: { pattern: RegExp(String.raw`^(\d{4})/(\d{1,2})/(\d{1,2})${TIME}${ZONE}$`), order: 'YMD' },
  DMY_DOT_UTC: { pattern: RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${TIME}${ZONE}$`), order: 'DMY' },
  DMY_SLASH: { pattern: RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})${TIME}${ZONE}$`), order: 'DMY' },
  MDY_SLASH: { pattern: RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})${TIME}${ZONE}$`), order: 'MDY' },
}

/** The moment in UTC, undefined for what is none. A text without a zone is in UTC. */
export function instantOf(text: string, format: InstantFormat): string | undefined {
  const { pattern, order } = PATTERNS[format]
  const match = pattern.exec(text.trim())
  if (!match) return undefined
  const [, a, b, c, hour, minute, second, zone] = match
  const [year, month, day] = order === 'YMD' ? [a, b, c] : order === 'DMY' ? [c, b, a] : [c, a, b]
  const time = { hour: Number(hour ?? 0), minute: Number(minute ?? 0), second: Number(second ?? 0) }
  const offset = zone === undefined ? 0 : offsetOf(zone)
  if (offset === undefined) return undefined
  const local = { year: fullYear(year!), month: Number(month), day: Number(day), ...time }
  // A day alone is that of the place where it was written.
  return instantText(local, hour === undefined ? 0 : offset)
}

/** Two-digit years are of this century: the marketplace is younger. */
export const fullYear = (year: string): number => (year.length === 2 ? 2000 : 0) + Number(year)

export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** Years that a file may be about. */
export const YEARS = { first: 1995, last: 2100 }

/** Undefined where the calendar or the clock has no such time. */
export function instantText(time: LocalTime, offset: number): string | undefined {
  const { year, month, day, hour, minute, second } = time
  if (year < YEARS.first || year > YEARS.last || hour > 23 || minute > 59 || second > 60) return undefined
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (local.getUTCMonth() !== month - 1 && second < 60) return undefined
  if (month < 1 || month > 12 || day < 1 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day)
    return undefined
  return new Date(local.getTime() - offset * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2025-06-09`, also when a time follows; undefined for what is no day. */
export const dayOf = (text: string): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.test(text.trim())
    ? instantOf(text.trim().slice(0, 10), 'YMD')?.slice(0, 10)
    : undefined

/** The format that a moment is written in, with the order of day and month where they are told apart by one above 12. */
export function formatOf(text: string): InstantFormat | 'SLASH' | undefined {
  const value = text.trim()
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return 'ISO'
  if (/^\d{4}-\d{2}-\d{2} +\d/.test(value)) return 'YMD_UTC'
  if (/^\d{4}-\d{2}-\d{2}( UTC)?$/.test(value)) return 'YMD'
  if (/^\d{4}\/\d{1,2}\/\d{1,2}/.test(value)) return 'YMD_SLASH'
  if (/^\d{1,2}\.\d{1,2}\.\d{4}/.test(value)) return 'DMY_DOT_UTC'
  const slashed = /^(\d{1,2})\/(\d{1,2})\/\d{2}/.exec(value)
  if (!slashed) return undefined
  if (Number(slashed[1]) > 12) return 'DMY_SLASH'
  return Number(slashed[2]) > 12 ? 'MDY_SLASH' : 'SLASH'
}
