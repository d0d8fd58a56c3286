import { mayDo, type Permission, type Role } from '#contract/roles.ts'
import { companyFor, getCompany, type Accounts, type Company, type User } from '#server/accounts/index.ts'
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

/** Nothing is done in a blocked company but by those who run the platform. */
const isShutOut = (caller: Caller, blockReason: string | null) =>
  blockReason !== null && !isPlatformAdmin(caller)

/**
 * The access check: looks the company up for the caller and hands it on; a company of others does not exist. Throws
 * `AppError` when the caller is nobody, a stranger, shut out, or of too small a role.
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
  const found = await companyFor(accounts, userOf(caller), companyId)
  if (!found) throw new AppError('COMPANY_UNKNOWN')
  if (isShutOut(caller, found.blockReason)) throw new AppError('COMPANY_BLOCKED')
  if (!mayDo(found.role, permission)) throw new AppError('ROLE_TOO_SMALL')
  return found
}
