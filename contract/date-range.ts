/**
 * Calendar rules on plain dates (`2026-03-31`, no time, no zone). A marketplace's local day is decided in the
 * warehouse; here every day is just a day.
 */
export type IsoDate = string

export interface DateRange {
  start: IsoDate
  end: IsoDate
}

/** The same in questions and answers. */
interface Dates {
  startDate: IsoDate
  endDate: IsoDate
}
export const asDates = ({ start, end }: DateRange): Dates => ({ startDate: start, endDate: end })
export const asRange = ({ startDate, endDate }: Dates): DateRange => ({ start: startDate, end: endDate })

const DAY_MS = 86_400_000
const toMs = (date: IsoDate): number => Date.parse(`${date}T00:00:00Z`)
const fromMs = (ms: number): IsoDate => new Date(ms).toISOString().slice(0, 10)
const parts = (date: IsoDate) => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
})
/** What is made of the days of a range is counted first: a list of them then has an end, whatever the days are. */
const counted = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => make(index))
const dateOf = (year: number, month: number, day: number): IsoDate => fromMs(Date.UTC(year, month - 1, day))

/** The days there are: every date that comes from outside is one of them, and engines can store each. */
export const CALENDAR: DateRange = { start: '1970-01-01', end: '2100-12-31' }

/** Whether a text is a day of the calendar, as in `2026-03-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  text >= CALENDAR.start &&
  text <= CALENDAR.end &&
  !Number.isNaN(toMs(text)) &&
  fromMs(toMs(text)) === text

export const addDays = (date: IsoDate, days: number): IsoDate => fromMs(toMs(date) + days * DAY_MS)
export const startOfMonth = (date: IsoDate): IsoDate => `${date.slice(0, 7)}-01`
export const endOfMonth = (date: IsoDate): IsoDate => dateOf(parts(date).year, parts(date).month + 1, 0)
/** Monday of the ISO week. */
export const startOfWeek = (date: IsoDate): IsoDate =>
  addDays(date, -((new Date(toMs(date)).getUTCDay() + 6) % 7))
/** Days in a range, both ends included. */
export const daysIn = ({ start, end }: DateRange): number => (toMs(end) - toMs(start)) / DAY_MS + 1
/** As many days, directly before. */
export function daysBefore({ start, end }: DateRange): DateRange {
  const days = daysIn({ start, end })
  return { start: addDays(start, -days), end: addDays(end, -days) }
}
/** Calendar months that a range touches. */
export const monthsIn = ({ start, end }: DateRange): number =>
  (parts(end).year - parts(start).year) * 12 + parts(end).month - parts(start).month + 1
/** Every day of a range, or every `step` days from its start. None where it ends before it starts. */
export const daysOf = (range: DateRange, step = 1): IsoDate[] =>
  counted(Math.ceil(daysIn(range) / step), (index) => addDays(range.start, index * step))
/** The first days of the months that a range touches. */
export const monthsOf = (range: DateRange): IsoDate[] =>
  counted(monthsIn(range), (index) => addMonths(startOfMonth(range.start), index))
export const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b)
export const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b)

/** The same day so many months later or earlier, clamped to the month's last day. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = parts(date)
  const first = dateOf(year, month + months, 1)
  return earlier(addDays(first, day - 1), endOfMonth(first))
}

/** `2026-W09`: ISO week, week 1 holds 4 January. */
export function isoWeek(date: IsoDate): string {
  const thursday = addDays(startOfWeek(date), 3)
  const week = Math.floor((toMs(thursday) - toMs(`${thursday.slice(0, 4)}-01-01`)) / (7 * DAY_MS)) + 1
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, '0')}`
}

/** `9` of `2026-W09`. */
export const weekNumber = (date: IsoDate): number => Number(isoWeek(date).slice(-2))
