import { DrizzleQueryError } from 'drizzle-orm'

export type AccountsErrorCode =
  | 'COMPANY_UNKNOWN'
  | 'IMPORT_UNKNOWN'
  /** Numbers are not kept from before a rebuild. */
  | 'HISTORY_ENDS'
  /** The company has been changed since, or the version was given up: write again under a new version. */
  | 'VERSION_LOST'
  /** A file of the same content counts already. */
  | 'FILE_ALREADY_LIVE'
  /** The import is not in a status from which this is possible. */
  | 'IMPORT_NOT_READY'
  | 'SELLER_ACCOUNT_ELSEWHERE'
  | 'MEMBER_UNKNOWN'
  | 'MEMBER_ALREADY'
  | 'OWNER_ALREADY'
  /** Nobody would be left who may manage the company. */
  | 'LAST_OWNER'
  /** Somebody leaves the product who alone manages a company that others are in. */
  | 'SOLE_OWNER'
  /** Somebody has done something as often as is allowed in a day. */
  | 'DAILY_LIMIT'
  /** So many invitations of a company wait already that no other is taken. */
  | 'INVITATIONS_WAIT'
  | 'BANK_IMPORTS_FULL'
  | 'BANK_ROWS_FULL'
  | 'RESTORE_TARGET_NOT_EMPTY'
  | 'RESTORE_FILE_UNUSABLE'
  | 'DATABASE_UNUSABLE'

/** The refusals of the relational store that a caller can expect and answer. */
export class AccountsError extends Error {
  readonly code: AccountsErrorCode

  constructor(code: AccountsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AccountsError'
    this.code = code
  }
}

/** Name of the constraint that refused a statement, if that is why it failed. Drizzle wraps what both drivers throw. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'constraint' in cause && typeof cause.constraint === 'string'
    ? cause.constraint
    : undefined
}

/** Nobody answers at the address of PostgreSQL. */
export class DatabaseAway extends Error {}

/** How PostgreSQL and the network say that whoever was there has left, or is leaving. */
const LEFT = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03']
/** What the driver says without a code. */
const LEFT_WORDS =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether a statement failed because PostgreSQL does not answer; PGlite is always there. */
export function isDatabaseAway(error: unknown): boolean {
  let isOurs = false
  for (let at = error; at instanceof Error; at = at.cause) {
    isOurs ||= at instanceof DrizzleQueryError
    if (at instanceof DatabaseAway || LEFT_WORDS.test(at.message)) return true
    if (isOurs && LEFT.includes(String((at as NodeJS.ErrnoException).code))) return true
  }
  return false
}
