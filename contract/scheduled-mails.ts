/** `scheduledMails.*`: mails that somebody has switched on; what browser and server agree on. */
import { z } from 'zod'
import type { CurrencyCode } from './currencies.ts'
import { Currency, text } from './fields.ts'
import { MonthFiles } from './journals.ts'

export const MAIL_KINDS = ['DAILY_DIGEST', 'WEEKLY_REVIEW', 'MONTH_PACKAGE'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Of the day, where its reader is. */
export const MAIL_HOUR = 7
/** Of the month after the one that a package is of: by then settlements and storage fees of most of it have come. */
export const PACKAGE_DAY = 10

/** How a time zone is written, whatever capitals somebody gave it; undefined where there is none of the name. */
function zoneNamed(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** As a browser says its own: `Europe/Berlin`. One zone is kept in one spelling. */
const TimeZone = text(64)
  .refine((zone) => zoneNamed(zone) !== undefined, 'This time zone is not known.')
  .transform((zone) => zoneNamed(zone)!)

const Kind = z.object({ kind: z.enum(MAIL_KINDS) })
export const SwitchMailOnInput = Kind.extend({
  currencyCode: Currency,
  timeZone: TimeZone,
  /** Of a package. */
  files: MonthFiles.default(() => MonthFiles.parse({ format: 'CSV' })),
})
export const SwitchMailOffInput = Kind

export interface ScheduledMail {
  kind: MailKind
  currencyCode: CurrencyCode
  timeZone: string
  files: MonthFiles
}

export interface ScheduledMails {
  /** Where they go; null where the address of the person is not verified, and none can be sent. */
  email: string | null
  mails: ScheduledMail[]
}
