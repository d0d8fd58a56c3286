import { addDays, earlier, startOfWeek, type IsoDate } from '#contract/date-range.ts'
import { MAIL_HOUR, PACKAGE_DAY, type MailKind, type ScheduledMail } from '#contract/scheduled-mails.ts'
import { localDay } from '#server/local-time.ts'

/**
 * The day whose mail is the last that has come due where its reader is: of weekly ones a Monday, of packages the tenth. None comes before its day has
 * begun in UTC too, by which days are over here: in Tokyo that is at nine.
 */
export function dueDay({ kind, timeZone }: Pick<ScheduledMail, 'kind' | 'timeZone'>, now: Date): IsoDate {
  const hoursLater = new Date(+now - MAIL_HOUR * HOUR_MS)
  // Where a clock is put forward or back at night, an hour of the day is an hour off twice a year.
  const day = earlier(localDay(hoursLater, timeZone), now.toISOString().slice(0, 10))
  return LAST_OF[kind](day)
}

/** The last day of the kind, up to a day. */
const LAST_OF: Record<MailKind, (day: IsoDate) => IsoDate> = {
  DAILY_DIGEST: (day) => day,
  WEEKLY_REVIEW: startOfWeek,
  MONTH_PACKAGE: (day) => `${addDays(day, 1 - PACKAGE_DAY).slice(0, 7)}-${PACKAGE_DAY}`,
}

/** Of all time zones: a mail of this kind that was sent for this day or later has not come due again. */
export const sentBefore = (now: Date): Record<MailKind, IsoDate> => {
  const today = now.toISOString().slice(0, 10)
  return {
    DAILY_DIGEST: LAST_OF.DAILY_DIGEST(today),
    WEEKLY_REVIEW: LAST_OF.WEEKLY_REVIEW(today),
    MONTH_PACKAGE: LAST_OF.MONTH_PACKAGE(today),
  }
}

const HOUR_MS = 3_600_000
