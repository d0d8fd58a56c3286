import type { AddressLimits } from './address-limits.ts'
import type { Database } from './database.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { PasswordPolicy } from './password-policy.ts'
import type { Secrets } from './secrets.ts'
import type { Tokens } from './tokens.ts'

/** Something that happened to an account, for the log of the installation. No passwords, codes or tokens. */
export interface AuditEvent {
  at: Date
  event: AuditName
  /** The user's id; null for a name that nobody has. */
  subject: string | null
  /** Where the request came from. */
  address: string | null
  userAgent: string | null
  details?: Record<string, string | number | boolean>
}

export type AuditName =
  | 'signUp'
  | 'signUp.confirmed'
  | 'signIn'
  | 'signIn.refused'
  | 'signIn.locked'
  | 'signOut'
  | 'signOut.everywhere'
  | 'code.sent'
  | 'code.refused'
  | 'password.changed'
  | 'password.refused'
  | 'password.reset'
  | 'factor.enrolled'
  | 'factor.changed'
  | 'factor.refused'
  | 'factor.reset'
  | 'device.confirmed'
  | 'device.remembered'
  | 'device.forgotten'
  | 'token.theft'
  | 'address.changed'
  | 'user.created'
  | 'user.deleted'
  | 'user.disabled'
  | 'user.enabled'
  | 'key.rotated'

export type SmsSender = (message: { to: string; text: string; code: string }) => Promise<void>

export interface IdentityConfig {
  /** The address that clients send to, ending in a slash: `https://example.org/identity/`. */
  endpoint: string
  /** Leads the ids of the pool and of devices. */
  region: string
  /** What mails call us. */
  productName: string
  /** `REQUIRED`: nobody signs in without a second factor, and who has none enrols on the way. */
  secondFactor: 'OPTIONAL' | 'REQUIRED'
  /** Names that nobody has are answered like those that somebody has. */
  maskUnknownUsers: boolean
  accessMinutes: number
  refreshDays: number
  idleDays: number
  /** As a function where they change while the pool is open. */
  addressLimits: AddressLimitConfig | (() => Promise<AddressLimitConfig>)
}

/** How much may come from one address. Offices share one, so an installation may raise them. */
export interface AddressLimitConfig {
  firstStepsPerMinute: number
  answersPerMinute: number
  signUpsPerHour: number
  mailsPerHour: number
}

/** What every operation works with. */
export interface Service {
  db: Database
  now(): Date
  secrets: Secrets
  tokens: Tokens
  mails: MailQueue
  sms: SmsSender | undefined
  passwords: PasswordPolicy
  limits: AddressLimits
  config: IdentityConfig
  poolId: string
  clientId: string
  /** Hears of sign-ins that ended, so that nobody goes on believing what is remembered of them. */
  onRevoked(signInIds: string[]): void
  /** Hears of the address that a user has verified, or of `null` when the user is gone. */
  onAddress(subject: string, email: string | null): Promise<void>
  audit(event: Omit<AuditEvent, 'at' | 'address' | 'userAgent'>, caller?: Caller): void
}

/** Who sent a request, as far as the connection tells. */
export interface Caller {
  address: string
  userAgent: string
}

/** Hashed into every verifier: the pool's id without its region. */
export const poolNameOf = (service: Pick<Service, 'poolId'>): string =>
  service.poolId.slice(service.poolId.indexOf('_') + 1)

export const secondsLater = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)
