import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

interface ErrorDefinition {
  http: TRPC_ERROR_CODE_KEY
  text: string
}

/** Every way in which the answer is no. `docs/errors.md` lists them for people; a test compares both. */
export const ERRORS = {
  COMPANY_UNKNOWN: { http: 'NOT_FOUND', text: 'This company does not exist, or it is not yours.' },
  NOT_SIGNED_IN: { http: 'UNAUTHORIZED', text: 'User is not authenticated.' },
  COMPANY_BLOCKED: {
    http: 'FORBIDDEN',
    text: 'This account does not have access or its subscription has ended. Contact support.',
  },
  ROLE_TOO_SMALL: {
    http: 'FORBIDDEN',
    text: 'Your role in this company does not allow this. An owner can change it.',
  },
  LICENCE_MISSING: {
    http: 'FORBIDDEN',
    text: 'This company has no licence for this. Whoever runs this installation can switch it on.',
  },
  DATE_RANGE_TOO_LONG: { http: 'BAD_REQUEST', text: 'Max days exceeded. Showing last {days} days.' },
  COMPANY_NAME_DIFFERS: {
    http: 'BAD_REQUEST',
    text: 'What was typed is not the name of the company. Nothing was deleted.',
  },
  INVITER_UNKNOWN: {
    http: 'FORBIDDEN',
    text: 'Sign out and in again first: your own address, which stands in the invitation, is not known here yet.',
  },
  INVITATION_UNKNOWN: { http: 'NOT_FOUND', text: 'This invitation does not wait any longer.' },
  IMPORT_UNKNOWN: { http: 'NOT_FOUND', text: 'This import does not exist.' },
  IMPORT_NOT_LIVE: { http: 'CONFLICT', text: 'Only an import that counts can be undone.' },
  IMPORT_NOT_WAITING: { http: 'CONFLICT', text: 'This import does not wait for an answer.' },
  COUNTRY_UNKNOWN: { http: 'BAD_REQUEST', text: '"{country}" is not a two-letter country code.' },
  ADMIN_ONLY: { http: 'FORBIDDEN', text: 'Only platform administrators may do this.' },
  UNDER_MAINTENANCE: {
    http: 'SERVICE_UNAVAILABLE',
    text: "Under maintenance. We're working on something. This rarely takes more than a few minutes. We apologise for the inconvenience.",
  },
  OPERATOR_ONLY: { http: 'FORBIDDEN', text: 'Only the operator of this installation may do this.' },
  FILE_EMPTY: { http: 'BAD_REQUEST', text: 'The file is empty.' },
  USER_UNKNOWN: { http: 'NOT_FOUND', text: 'Nobody here has the address {email}.' },
  USER_EXISTS: { http: 'CONFLICT', text: 'Somebody has the address {email} already.' },
  USER_UNVERIFIED: {
    http: 'CONFLICT',
    text: 'The address {email} has not been verified yet. Whoever signed up with it has to enter the code first.',
  },
  USER_OWNS_COMPANIES: {
    http: 'CONFLICT',
    text: '{email} is the only owner of {companies}. Invite another owner, or delete the company, and try again.',
  },
  POOL_IS_MANAGED: {
    http: 'CONFLICT',
    text: 'People are kept in the managed user pool that SEXTANT_COGNITO_USER_POOL_ID names: do this there.',
  },
  SUBJECT_NEEDED: {
    http: 'CONFLICT',
    text: 'The managed user pool is not asked who has an address: give the sub that it shows for this person instead.',
  },
  SECURITY_CHECK_NEEDED: {
    http: 'METHOD_NOT_SUPPORTED',
    text: 'A security check is needed first. Reload the page to take it.',
  },
  DIRECTORY_UNUSABLE: { http: 'BAD_REQUEST', text: '{reason}' },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof ERRORS

/** The answer is no, in words for the person who asked. */
export class AppError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, values: Record<string, string | number> = {}, options?: ErrorOptions) {
    super(
      ERRORS[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
      options,
    )
    this.name = 'AppError'
    this.code = code
  }
}
