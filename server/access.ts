import type { BlockStatus } from '#contract/admin.ts'
import { mayDo, type Permission, type Role } from '#contract/roles.ts'
import {
  blockReasonOf,
  companyFor,
  getCompany,
  recordVisit,
  type Accounts,
  type Company,
  type User,
} from '#server/accounts/index.ts'
import { AppError } from './errors.ts'

/** Who asks: whoever holds the data directory, somebody with a token that was checked, or nobody we know. */
export type Caller = { kind: 'operator' } | { kind: 'user'; user: User } | { kind: 'guest' }

/** What the audit log calls them. */
export const actorOf = (caller: Caller): string => (caller.kind === 'user' ? caller.user.id : caller.kind)

/** Those who run the platform: its administrators, and whoever holds the data directory. */
export const isPlatformAdmin = (caller: Caller): boolean =>
  caller.kind === 'operator' || (caller.kind === 'user' && caller.user.isPlatformAdmin)

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
