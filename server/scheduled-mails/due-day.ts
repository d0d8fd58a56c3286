import { addDays, startOfWeek, type IsoDate } from '#contract/date-range.ts'
import { MAIL_HOUR, type MailKind, type ScheduledMail } from '#contract/scheduled-mails.ts'

/** The day whose mail is the last that has come due where its reader is: of weekly ones a Monday. */
export function dueDay({ kind, timeZone }: Pick<ScheduledMail, 'kind' | 'timeZone'>, now: Date): IsoDate {
  const hoursLater = new Date(+now - MAIL_HOUR * HOUR_MS)
  // Where a clock is put forward or back at night, an hour of the day is an hour off twice a year.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(hoursLater)
  return kind === 'WEEKLY_REVIEW' ? startOfWeek(day) : day
}

/** Of all time zones: a mail of this kind that was sent for this day or later has not come due again. */
export const sentBefore = (now: Date): Record<MailKind, IsoDate> => {
  const furthest = addDays(now.toISOString().slice(0, 10), 1)
  return { DAILY_DIGEST: furthest, WEEKLY_REVIEW: startOfWeek(furthest) }
}

const HOUR_MS = 3_600_000
