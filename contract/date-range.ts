/**
 * Calendar rules on plain dates (`2026-03-31`, no time, no zone). A marketplace's local day is decided in the
 * warehouse; here every day is just a day.
 */
export type IsoDate = string

export interface DateRange {
  start: IsoDate
  end: IsoDate
}

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

const isWholeMonths = ({ start, end }: DateRange): boolean =>
  start === startOfMonth(start) && end === endOfMonth(end)

/** The longest range that a statement may span. */
export const PNL_DAYS_MAX = 3660

export const GROWTH_TYPES = ['YEAR_ON_YEAR', 'MONTH_ON_MONTH'] as const
export type GrowthType = (typeof GROWTH_TYPES)[number]

/** GROW-2 and GROW-3: the range a whole range is compared with. */
export function comparisonRange(range: DateRange, growthType: GrowthType): DateRange {
  const months = growthType === 'YEAR_ON_YEAR' ? 12 : monthsIn(range)
  if (isWholeMonths(range)) {
    return {
      start: addMonths(range.start, -months),
      end: endOfMonth(addMonths(startOfMonth(range.end), -months)),
    }
  }
  if (growthType === 'YEAR_ON_YEAR')
    return { start: addMonths(range.start, -12), end: addMonths(range.end, -12) }
  if (range.start === startOfMonth(range.start) && startOfMonth(range.end) === range.start) {
    return { start: addMonths(range.start, -1), end: addMonths(range.end, -1) }
  }
  const days = daysIn(range)
  return { start: addDays(range.start, -days), end: addDays(range.end, -days) }
}

/** True when the range is a year or longer; growth is then always year on year. */
export const isYearOrLonger = (range: DateRange): boolean =>
  range.end >= addDays(addMonths(range.start, 12), -1)

export const DATE_INTERVALS = ['DEFAULT', 'WEEKLY', 'MONTHLY'] as const
export type DateInterval = (typeof DATE_INTERVALS)[number]

/** Above this many days a weekly interval becomes monthly. */
export const WEEKLY_DAYS_MAX = 150

export const effectiveInterval = (interval: DateInterval, range: DateRange): DateInterval =>
  interval === 'WEEKLY' && daysIn(range) > WEEKLY_DAYS_MAX ? 'MONTHLY' : interval

export interface Bucket extends DateRange {
  /** Cut by the range rather than by the calendar. */
  partial: boolean
}

/** The columns of a range, cut at its ends; `DEFAULT` is one column. */
export function bucketsOf(range: DateRange, interval: DateInterval): Bucket[] {
  if (interval === 'DEFAULT') return [{ ...range, partial: false }]
  const starts =
    interval === 'WEEKLY' ? daysOf({ ...range, start: startOfWeek(range.start) }, 7) : monthsOf(range)
  return starts.map((first) => {
    const last = interval === 'WEEKLY' ? addDays(first, 6) : endOfMonth(first)
    const start = later(first, range.start)
    const end = earlier(last, range.end)
    return { start, end, partial: start !== first || end !== last }
  })
}

/** WEEK-4: a week is compared 364 days earlier, so that weekdays match; everything else by the calendar. */
export function comparisonBucket(
  bucket: DateRange,
  interval: DateInterval,
  growthType: GrowthType,
): DateRange {
  if (interval === 'WEEKLY') {
    const days = growthType === 'YEAR_ON_YEAR' ? 364 : 28
    return { start: addDays(bucket.start, -days), end: addDays(bucket.end, -days) }
  }
  if (interval === 'DEFAULT' || isWholeMonths(bucket)) return comparisonRange(bucket, growthType)
  const months = growthType === 'YEAR_ON_YEAR' ? 12 : 1
  return { start: addMonths(bucket.start, -months), end: addMonths(bucket.end, -months) }
}

export const SUMMARY_VIEWS = [
  'lastYearToDate',
  'priorYearToDate',
  'lastTwelveMonths',
  'priorTwelveMonths',
  'lastThreeMonths',
  'priorThreeMonths',
  'total',
] as const
export type SummaryView = (typeof SUMMARY_VIEWS)[number]

/** The summary that a "last" summary is compared with. */
export const PRIOR_SUMMARY = {
  lastYearToDate: 'priorYearToDate',
  lastTwelveMonths: 'priorTwelveMonths',
  lastThreeMonths: 'priorThreeMonths',
} as const satisfies Partial<Record<SummaryView, SummaryView>>

/** SUM-1: the seven summary ranges, anchored at the end of the main range but not later than yesterday. */
export function summaryRanges(range: DateRange, yesterday: IsoDate): Record<SummaryView, DateRange> {
  const anchor = earlier(range.end, yesterday)
  const lastFullMonthEnd = anchor === endOfMonth(anchor) ? anchor : addDays(startOfMonth(anchor), -1)
  const months = (count: number, before: number): DateRange => {
    const end = endOfMonth(addMonths(startOfMonth(lastFullMonthEnd), -before))
    return { start: addMonths(startOfMonth(end), 1 - count), end }
  }
  const yearToDate = { start: `${anchor.slice(0, 4)}-01-01`, end: anchor }
  return {
    lastYearToDate: yearToDate,
    priorYearToDate: comparisonRange(yearToDate, 'YEAR_ON_YEAR'),
    lastTwelveMonths: months(12, 0),
    priorTwelveMonths: months(12, 12),
    lastThreeMonths: months(3, 0),
    priorThreeMonths: months(3, 3),
    total: range,
  }
}
