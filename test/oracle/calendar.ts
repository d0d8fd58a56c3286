/** Days as `2026-03-05`, and the local days of marketplaces (DAY-1). */
import { MARKETPLACES } from './marketplaces.ts'

export type Day = string

const DAY_MS = 86_400_000

const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10)

export const daysLater = (day: Day, days: number): Day => dayOf(numberOf(day) + days)
export const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from)

/** Both ends included. */
export const everyDay = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => daysLater(from, index))

/** The same day of a later month, or its last day where it is shorter. */
export function monthsLater(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`
}

const clocks = new Map(
  Object.entries(MARKETPLACES).map(([code, { timeZone }]) => [
    code,
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  ]),
)

export const localDay = (moment: number, marketplace: string): Day => clocks.get(marketplace)!.format(moment)
