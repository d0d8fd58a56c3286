/** `scheduledMails.*`: mails that somebody has switched on; what browser and server agree on. */
import { z } from 'zod'
import type { CurrencyCode } from './currencies.ts'
import { Currency, text } from './fields.ts'

export const MAIL_KINDS = ['DAILY_DIGEST', 'WEEKLY_REVIEW'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Of the day, where its reader is. */
export const MAIL_HOUR = 7

const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** As a browser says its own: `Europe/Berlin`. */
const TimeZone = text(64).refine(isTimeZone, 'This time zone is not known.')

const Kind = z.object({ kind: z.enum(MAIL_KINDS) })
export const SwitchMailOnInput = Kind.extend({ currencyCode: Currency, timeZone: TimeZone })
export const SwitchMailOffInput = Kind

export interface ScheduledMail {
  kind: MailKind
  currencyCode: CurrencyCode
  timeZone: string
}

export interface ScheduledMails {
  /** Where they go; null where the address of the person is not verified, and none can be sent. */
  email: string | null
  mails: ScheduledMail[]
}
