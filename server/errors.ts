import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

/** `INSUFFICIENT_STORAGE` is HTTP 507, which tRPC has no name for. */
type HttpStatusName = TRPC_ERROR_CODE_KEY | 'INSUFFICIENT_STORAGE'

interface ErrorDefinition {
  http: HttpStatusName
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
  TARGETS_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because someone else has changed one of these targets. Check it, then save again.',
  },
  TARGET_MONTH_TOO_FAR: {
    http: 'BAD_REQUEST',
    text: 'Targets can be set from {back} months back to {ahead} months ahead.',
  },
  DATE_RANGE_TOO_LONG: { http: 'BAD_REQUEST', text: 'Max days exceeded. Showing last {days} days.' },
  BRANDS_UNKNOWN: {
    http: 'BAD_REQUEST',
    text: 'No imported file says which brand a product belongs to. Remove the brand from the filters.',
  },
  PAST_UNCHANGEABLE: {
    http: 'BAD_REQUEST',
    text: 'Numbers of a past moment cannot be changed. Go back to now first.',
  },
  METRIC_AWAITED: {
    http: 'BAD_REQUEST',
    text: '{metric} comes from files that this version does not read yet, so there is nothing to explain.',
  },
  COMPANY_NAME_DIFFERS: {
    http: 'BAD_REQUEST',
    text: 'The text does not match the name of the company. Nothing was deleted.',
  },
  INVITER_UNKNOWN: {
    http: 'FORBIDDEN',
    text: 'Sign out and sign in again first: the invitation needs your email address, which is not known here yet.',
  },
  INVITATION_UNKNOWN: { http: 'NOT_FOUND', text: 'This invitation is no longer open.' },
  IMPORT_UNKNOWN: { http: 'NOT_FOUND', text: 'This import does not exist.' },
  IMPORT_NOT_LIVE: { http: 'CONFLICT', text: 'Only an import that is in use can be undone.' },
  IMPORT_NOT_WAITING: { http: 'CONFLICT', text: 'This import is not waiting for an answer.' },
  ANSWER_INCOMPLETE: { http: 'BAD_REQUEST', text: '{lack}' },
  IMPORT_NOT_DISMISSIBLE: {
    http: 'CONFLICT',
    text: 'Only an import that is not in use can be dismissed.',
  },
  IMPORT_NOT_ENDED: {
    http: 'CONFLICT',
    text: 'Only a failed or cancelled import can be retried.',
  },
  COLUMNS_FULL: {
    http: 'CONFLICT',
    text: 'There are {max} columns of your own already. Delete one first.',
  },
  VIEWS_FULL: { http: 'CONFLICT', text: 'There are {max} views already. Delete one first.' },
  VIEW_UNKNOWN: { http: 'NOT_FOUND', text: 'This view does not exist any more.' },
  VIEW_NAME_TAKEN: { http: 'CONFLICT', text: 'Another view has this name.' },
  SALES_WENT_ON: {
    http: 'CONFLICT',
    text: 'Nothing was changed, because {account} has sales in {currency} until {day}.',
  },
  SALES_UNKNOWN: {
    http: 'NOT_FOUND',
    text: 'No file that is in use says that {account} sold anything in {currency}.',
  },
  ENDED_SALES_FULL: { http: 'CONFLICT', text: 'At most {max} accounts and currencies can have ended.' },
  MONTH_NOT_OVER: {
    http: 'BAD_REQUEST',
    text: 'Nothing was closed, because {month} is not over in every marketplace.',
  },
  MONTH_NOT_CLOSED: { http: 'CONFLICT', text: '{month} is not closed.' },
  MONTHS_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was closed, because data came to {months} since you opened this page. Check the numbers, then close again.',
  },
  MONTHS_CLOSED_ALREADY: {
    http: 'CONFLICT',
    text: 'These months are already closed and stay as they are. To close a month with its current numbers, reopen it first.',
  },
  CLOSED_MONTHS_FULL: { http: 'CONFLICT', text: 'At most {max} months can be closed.' },
  CLOSED_MONTHS_WOULD_CHANGE: {
    http: 'CONFLICT',
    text: 'Nothing was rebuilt, because it would change closed months: {months}. Reopen them, rebuild then, and close them again.',
  },
  SETTLEMENT_UNKNOWN: { http: 'NOT_FOUND', text: 'No file in use contains this settlement.' },
  BANK_FILE_UNUSABLE: { http: 'BAD_REQUEST', text: 'This statement could not be read: {reason}' },
  BANK_QUESTION_OPEN: {
    http: 'BAD_REQUEST',
    text: 'First choose which columns of the statement contain the date, the amount and the currency.',
  },
  BANK_IMPORT_UNKNOWN: { http: 'NOT_FOUND', text: 'This statement no longer exists.' },
  BANK_ROW_UNKNOWN: {
    http: 'NOT_FOUND',
    text: 'This bank transaction or its settlement no longer exists.',
  },
  BANK_CHOICE_CHANGED: {
    http: 'CONFLICT',
    text: 'Someone has chosen a bank transaction for this settlement in the meantime. Check which one it is, then choose again.',
  },
  BANK_ROW_TAKEN: {
    http: 'CONFLICT',
    text: 'This bank transaction is confirmed for another settlement. Undo that first.',
  },
  VAT_GROUPS_TOO_MANY: {
    http: 'BAD_REQUEST',
    text: 'These days hold more than {max} combinations of country, rate and scheme. Choose fewer days.',
  },
  COST_PERIODS_TOO_MANY: {
    http: 'BAD_REQUEST',
    text: 'These products have more than {max} cost periods. Choose fewer products at once, or undo cost imports that only repeat existing costs.',
  },
  EXPENSES_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because someone else has changed the same rows: {rows}. Check their changes, then save again.',
  },
  JOURNAL_SETTINGS_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because someone else has changed the accounts in the meantime. Check their changes, then save again.',
  },
  NOTE_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because someone else has changed this note in the meantime. Check their changes, then save again.',
  },
  ANNOTATIONS_FULL: { http: 'CONFLICT', text: 'There are {max} marks on charts already. Delete some first.' },
  JOURNALS_MISSING: { http: 'CONFLICT', text: 'There is no journal to download: {reason}' },
  JOURNALS_TOO_MANY: {
    http: 'CONFLICT',
    text: 'These are more than {max} settlements. Download them in parts.',
  },
  EXPENSES_FULL: { http: 'CONFLICT', text: 'A company has at most {max} {what}. Delete some first.' },
  EXPENSE_GROUP_UNKNOWN: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because a category or vendor that you chose does not exist any more. Choose another one.',
  },
  EXPENSE_GROUP_NAME_TAKEN: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because two categories, or two vendors, would be called "{name}".',
  },
  EXPENSES_IN_FILE: {
    http: 'CONFLICT',
    text: 'Nothing was saved: the same expenses count already through the uploaded file "{fileName}". Undo its import first.',
  },
  EXPENSES_ENTERED: {
    http: 'CONFLICT',
    text: 'These expenses were entered in Sextant. Change or delete them on the Expenses page.',
  },
  PRODUCTS_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was saved, because someone else has changed the same rows: {rows}. Check their changes, then save again.',
  },
  PRODUCTS_FULL: { http: 'CONFLICT', text: 'A company has at most {max} {what}. Delete some first.' },
  ALLOCATION_TOO_LONG: {
    http: 'BAD_REQUEST',
    text: 'A daily allocation has at most {max} rows. Choose fewer days.',
  },
  LIST_NOT_READ: { http: 'BAD_REQUEST', text: '{reason}' },
  LIST_HAS_PROBLEMS: {
    http: 'CONFLICT',
    text: 'Nothing was imported, because rows of the list have errors. Correct them, and choose the file again.',
  },
  LIST_CHANGED: {
    http: 'CONFLICT',
    text: 'Nothing was imported, because someone has changed the same rows in the meantime. Check the preview again.',
  },
  SAVE_NOT_UNDONE: {
    http: 'CONFLICT',
    text: 'Only expenses that were created can be undone here. Change the others on the page.',
  },
  SAVE_UNKNOWN: { http: 'NOT_FOUND', text: 'This change does not exist.' },
  COSTS_OVERLAP: {
    http: 'CONFLICT',
    text: 'Nothing was saved. {sku}: this period overlaps one that starts on {date}.',
  },
  COSTS_IN_FILE: {
    http: 'CONFLICT',
    text: 'Nothing was saved: the same costs count already through the uploaded file "{fileName}". Undo its import first.',
  },
  COSTS_ENTERED: {
    http: 'CONFLICT',
    text: 'These costs were entered in Sextant. Change or delete them on the Product master page.',
  },
  COUNTRY_UNKNOWN: { http: 'BAD_REQUEST', text: '"{country}" is not a two-letter country code.' },
  ADMIN_WITHOUT_SECOND_FACTOR: {
    http: 'FORBIDDEN',
    text: 'Platform administrators need a second factor. Sign out and sign in again with your code, or set one up when you are asked.',
  },
  ADMIN_SIGN_IN_TOO_OLD: {
    http: 'FORBIDDEN',
    text: 'You signed in more than {hours} hours ago, and platform administrators sign in anew each day. Sign out, and sign in again.',
  },
  ADMIN_ONLY: { http: 'FORBIDDEN', text: 'Only platform administrators may do this.' },
  UNDER_MAINTENANCE: {
    http: 'SERVICE_UNAVAILABLE',
    text: "Under maintenance. We're working on something. This rarely takes more than a few minutes. We apologise for the inconvenience.",
  },
  OPERATOR_ONLY: { http: 'FORBIDDEN', text: 'Only the operator of this installation may do this.' },
  FILE_EMPTY: { http: 'BAD_REQUEST', text: 'The file is empty.' },
  UPLOAD_TOO_LARGE: {
    http: 'PAYLOAD_TOO_LARGE',
    text: 'The file is larger than {limit}, the most that one upload may be. Request the report for a shorter period, or ask whoever runs this installation to raise SEXTANT_QUOTA_UPLOAD_MB.',
  },
  COMPANY_QUOTA_FULL: {
    http: 'FORBIDDEN',
    text: "This company's files take up {used} of the {limit} that it may store, and this one no longer fits. Ask whoever runs this installation to raise SEXTANT_QUOTA_COMPANY_MB.",
  },
  INSTALLATION_QUOTA_FULL: {
    http: 'INSUFFICIENT_STORAGE',
    text: 'The files of this installation reach the {limit} that it may store. Whoever runs it can raise SEXTANT_QUOTA_INSTALLATION_MB.',
  },
  TOO_MANY_IMPORTS_WAIT: {
    http: 'TOO_MANY_REQUESTS',
    text: '{limit} imports of this company are already waiting, the most allowed. Upload the file again when some of them have finished.',
  },
  SETTINGS_CHANGED: {
    http: 'CONFLICT',
    text: 'Someone has changed these settings in the meantime, and nothing was saved. Check how they are now, then change them again.',
  },
  MAPPING_CHANGED: {
    http: 'CONFLICT',
    text: 'Someone has assigned this line in the meantime. Check where it is now, then assign it again.',
  },
  MAPPINGS_FULL: {
    http: 'CONFLICT',
    text: 'A company can assign at most 500 lines. Remove some assignments first.',
  },
  NAME_IN_NO_FILE: {
    http: 'NOT_FOUND',
    text: 'No file in use has such a line. Assign one of the lines in the list.',
  },
  LINE_NOT_PLACEABLE: {
    http: 'BAD_REQUEST',
    text: 'Amounts from files cannot be assigned to this line of the statement. Choose another one.',
  },
  VERIFICATION_RUNNING: {
    http: 'CONFLICT',
    text: 'The numbers of this company are being verified at the moment.',
  },
  VERIFICATION_OVERTAKEN: {
    http: 'CONFLICT',
    text: 'The numbers of this company changed while they were being verified. Verify them again.',
  },
  DISK_FULL: {
    http: 'INSUFFICIENT_STORAGE',
    text: 'The disk of this installation is almost full. Nothing was changed. Whoever runs it has to free some space; then try again.',
  },
  TOO_MANY_CALLS: {
    http: 'TOO_MANY_REQUESTS',
    text: 'Too many requests from you or your network are in progress. Try again in a moment.',
  },
  OVERLOADED: {
    http: 'SERVICE_UNAVAILABLE',
    text: 'This installation is overloaded at the moment. Try again in a few seconds.',
  },
  DATABASE_AWAY: {
    http: 'SERVICE_UNAVAILABLE',
    text: 'The database of this installation is not responding at the moment. Try again in a few seconds.',
  },
  SHARD_AWAY: {
    http: 'SERVICE_UNAVAILABLE',
    text: 'The database server with the numbers of this company is not responding. Nothing is lost. Try again in a minute; if it keeps happening, whoever runs this installation has to check its servers.',
  },
  COMPANY_ELSEWHERE: {
    http: 'SERVICE_UNAVAILABLE',
    text: 'The database servers have changed, and the numbers of this company have not been moved yet. Nothing is lost. Whoever runs this installation has to run: sextant rebuild.',
  },
  MAIL_NOT_SENT: {
    http: 'BAD_GATEWAY',
    text: 'The invitation was saved, but its email could not be sent. Send it again in a few minutes; if that fails too, whoever runs this installation has to check its mail server.',
  },
  FILE_DELETED: {
    http: 'NOT_FOUND',
    text: 'This file is no longer kept: files that were refused or cancelled, and archives that were unpacked, are deleted after a week. Upload it again.',
  },
  USER_UNKNOWN: { http: 'NOT_FOUND', text: 'Nobody here has the address {email}.' },
  USER_EXISTS: { http: 'CONFLICT', text: 'The address {email} is already taken.' },
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
  RATES_OFF: {
    http: 'CONFLICT',
    text: 'This installation does not fetch exchange rates: SEXTANT_RATES_URL is off. Set it, or import a file with sextant rates import.',
  },
  RATES_NOT_FETCHED: { http: 'CONFLICT', text: 'The exchange rates could not be fetched: {reason}' },
  RATES_FILE_UNUSABLE: { http: 'BAD_REQUEST', text: 'This file has no usable exchange rates: {reason}' },
  RATES_NONE: { http: 'NOT_FOUND', text: 'No rates of {currency} were imported.' },
  AMAZON_NOT_SET_UP: {
    http: 'CONFLICT',
    text: 'This installation has no Amazon application to connect with. Whoever runs it has to register one and set it up.',
  },
  CONNECTION_NOT_BEGUN: {
    http: 'CONFLICT',
    text: 'This connection was not started here, or was started too long ago. Connect again.',
  },
  CONNECTION_REFUSED_BY_AMAZON: {
    http: 'CONFLICT',
    text: 'Amazon did not accept the consent. Connect again; if that fails too, whoever runs this installation has to check its Amazon application.',
  },
  CONNECTION_OTHER_SELLER: {
    http: 'CONFLICT',
    text: 'This region is connected to another seller account. Disconnect it first.',
  },
  CONNECTION_WITHOUT_MARKETPLACES: {
    http: 'CONFLICT',
    text: 'This seller account sells in no marketplace of this region that Sextant knows. Choose the region in which it sells.',
  },
  CONNECTION_UNKNOWN: {
    http: 'NOT_FOUND',
    text: 'This region is not connected.',
  },
  AMAZON_AWAY: {
    http: 'BAD_GATEWAY',
    text: 'Amazon is not responding at the moment. Connect again in a few minutes.',
  },
  PROFILES_OF_ONE_MARKETPLACE: {
    http: 'CONFLICT',
    text: 'Choose one profile for each marketplace: the spend of two would be counted as that of one.',
  },
  PROFILES_EMPTY: {
    http: 'CONFLICT',
    text: 'This account has no advertising profile in this region. Choose the region in which it advertises.',
  },
  PROFILE_UNKNOWN: {
    http: 'CONFLICT',
    text: 'The advertising profiles of this region have changed. Reload the page and choose again.',
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

export const STORAGE_STATUS = 507

/** What tRPC calls it; the status that it has no name for is set beside it. */
export function trpcCodeOf({ code }: AppError): TRPC_ERROR_CODE_KEY {
  const { http }: ErrorDefinition = ERRORS[code]
  return http === 'INSUFFICIENT_STORAGE' ? 'INTERNAL_SERVER_ERROR' : http
}
