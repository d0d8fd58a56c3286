import type { BlockStatus } from '#contract/admin.ts'
import { mayDo, type Permission, type Role } from '#contract/roles.ts'
import {
  blockReasonOf,
  companyFor,
  getCompany,
  recordVisit,
  withoutPlatform,
  type Accounts,
  type Company,
  type User,
} from '#server/accounts/index.ts'
import type { TicketHolder } from './download-tickets.ts'
import { AppError } from './errors.ts'
import type { TokenHolder } from './sign-in/tokens.ts'

/** Who asks: whoever holds the data directory, somebody with a token that was checked, or nobody we know. */
export type Caller =
  | { kind: 'operator' }
  | {
      kind: 'user'
      user: User
      /** What an administrator of the platform lacks, who is one of its people until then. */
      platformNeeds?: PlatformNeed
    }
  | { kind: 'guest' }

type PlatformNeed = 'ADMIN_WITHOUT_SECOND_FACTOR' | 'ADMIN_SIGN_IN_TOO_OLD'

/** A session goes on for weeks; administrators of the platform, who reach every company, come in anew each day. */
export const ADMIN_SIGN_IN_HOURS_MAX = 12

/** Somebody with a token, who administers the platform only after a sign-in of the same day with a second factor. */
export async function callerWith(user: User, holder: TokenHolder, now: Date): Promise<Caller> {
  if (!user.isPlatformAdmin) return { kind: 'user', user }
  const as = (platformNeeds: PlatformNeed): Caller => ({
    kind: 'user',
    user: withoutPlatform(user),
    platformNeeds,
  })
  if (!(await holder.hasSecondFactor())) return as('ADMIN_WITHOUT_SECOND_FACTOR')
  if (now.getTime() - holder.signedInAt.getTime() > ADMIN_SIGN_IN_HOURS_MAX * 3_600_000)
    return as('ADMIN_SIGN_IN_TOO_OLD')
  return { kind: 'user', user }
}

/** What the audit log calls them. */
export const actorOf = (caller: Caller): string => (caller.kind === 'user' ? caller.user.id : caller.kind)

/** Whether somebody is one of them, though they may have to sign in anew for it. */
export const mayBePlatformAdmin = (caller: Caller): boolean =>
  isPlatformAdmin(caller) || (caller.kind === 'user' && caller.platformNeeds !== undefined)

/** Those who run the platform: its administrators, and whoever holds the data directory. */
export const isPlatformAdmin = (caller: Caller): boolean =>
  caller.kind === 'operator' || (caller.kind === 'user' && caller.user.isPlatformAdmin)

/** On whose behalf a ticket for a download is made. */
export const ticketHolderOf = (caller: Caller): TicketHolder =>
  caller.kind === 'user'
    ? { userId: caller.user.id, isPlatformAdmin: caller.user.isPlatformAdmin }
    : { userId: undefined }

export function userOf(caller: Caller): User {
  if (caller.kind !== 'user') throw new AppError('NOT_SIGNED_IN')
  return caller.user
}

export interface CompanyAccess {
  company: Company
  role: Role
}

/**
 * The access check: looks the company up for the caller and hands it on; a company of others does not exist. Throws
 * `AppError` when the caller is nobody, a stranger, shut out, or of too small a role. An administrator who looks into a
 * company of others is written down.
 */
export async function accessTo(
  accounts: Accounts,
  caller: Caller,
  companyId: string,
  permission: Permission,
): Promise<CompanyAccess> {
  if (caller.kind === 'operator') {
    const company = await getCompany(accounts, companyId)
    if (!company) throw new AppError('COMPANY_UNKNOWN')
    return { company, role: 'OWNER' }
  }
  const user = userOf(caller)
  const found = await companyFor(accounts, user, companyId)
  if (!found) throw new AppError('COMPANY_UNKNOWN')
  if (found.blockReason !== null && !user.isPlatformAdmin) throw new AppError('COMPANY_BLOCKED')
  if (!mayDo(found.role, permission)) throw new AppError('ROLE_TOO_SMALL')
  if (!found.isMember) await recordVisit(accounts, user.id, companyId)
  return found
}

/** Whether the people of a company are shut out; for those people too, so that their pages can say so. */
export async function blockStatusFor(
  accounts: Accounts,
  caller: Caller,
  companyId: string,
): Promise<BlockStatus> {
  const reason =
    caller.kind === 'operator'
      ? await blockReasonOf(accounts, companyId)
      : (await companyFor(accounts, userOf(caller), companyId))?.blockReason
  if (reason === undefined) throw new AppError('COMPANY_UNKNOWN')
  return { blocked: reason !== null, reason }
}
