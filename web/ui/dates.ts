/** How dates look (design, section 3). A date is plain text, `2026-03-31`; no zone may move it. */
import { endOfMonth, startOfMonth } from '#contract/date-range.ts'
import { DATE_LOCALE } from './format-locale.ts'

const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(DATE_LOCALE, { timeZone: 'UTC', ...options })
  return (date: string): string => format.format(utc(date)).replace('Sept', 'Sep')
}

/** `19 Nov 2026` */
export const dayText = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
/** `19 Nov` */
export const shortDayText = formatter({ day: 'numeric', month: 'short' })
/** `Nov` */
export const monthText = formatter({ month: 'short' })
/** `November` */
export const monthNameText = formatter({ month: 'long' })
/** `Wednesday` */
export const weekdayText = formatter({ weekday: 'long' })
/** `Nov 2026` */
export const monthOfYearText = formatter({ month: 'short', year: 'numeric' })

/** `2026/11/19`, as filter buttons show it. */
export const filterDateText = (date: string): string => date.replaceAll('-', '/')

/** `November 09, 2026`, as the fields of the picker show it. */
export const pickerDateText = (date: string): string =>
  new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(utc(date))

/** `20 May to 19 Nov 2026`; the first year only where it differs. */
export function rangeText(start: string, end: string): string {
  if (start === end) return dayText(start)
  const startText = start.slice(0, 4) === end.slice(0, 4) ? shortDayText(start) : dayText(start)
  return `${startText} to ${dayText(end)}`
}

/** `Jun to 19 Nov 2026`, `Aug 2026`: months where a range begins or ends with one. */
export function compactRangeText(start: string, end: string): string {
  const startsWithMonth = start === startOfMonth(start)
  const endText = (startsWithMonth && end === endOfMonth(end) ? monthOfYearText : dayText)(end)
  if (start === end || (startsWithMonth && end === endOfMonth(start))) return endText
  const isSameYear = start.slice(0, 4) === end.slice(0, 4)
  const month = isSameYear ? monthText : monthOfYearText
  const day = isSameYear ? shortDayText : dayText
  return `${(startsWithMonth ? month : day)(start)} to ${endText}`
}

/** `19 Nov 2026, 07:42`, in the reader's own zone: a moment, not a day of the data. */
export const momentText = (moment: string): string =>
  new Intl.DateTimeFormat(DATE_LOCALE, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(new Date(moment))
    .replace('Sept', 'Sep')

/** The day of a moment in the reader's own zone. */
export function dayOfMoment(moment: Date): string {
  return [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Today in the reader's own zone. */
export const today = (): string => dayOfMoment(new Date())
