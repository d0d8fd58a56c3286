import { mayDo, PERMISSIONS, type Permission, type Role } from '#contract/roles.ts'

export const ROLE_LABELS: Record<Role, string> = {
  VIEWER: 'Viewer',
  ACCOUNTANT: 'Accountant',
  MANAGER: 'Manager',
  OWNER: 'Owner',
}

const WITH_ARTICLE: Record<Role, string> = {
  VIEWER: 'a viewer',
  ACCOUNTANT: 'an accountant',
  MANAGER: 'a manager',
  OWNER: 'an owner',
}

/** What each permission lets somebody do, as the table of roles says it. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  readNumbers: 'See numbers, imports, settings and the team',
  leaveCompany: 'Leave the company',
  keepBooks: 'Close and reopen months, map accounts, match the bank',
  importFiles: 'Import files, undo imports',
  changeSettings: 'Change settings',
  connectAmazon: 'Connect Amazon accounts',
  manageTeam: 'Invite people, change roles, remove members',
  deleteCompany: 'Delete the company',
}

const WHO: Record<Role, string> = {
  VIEWER: 'Every member',
  ACCOUNTANT: 'Only accountants, managers and owners',
  MANAGER: 'Only managers and owners',
  OWNER: 'Only owners',
}

/** Why somebody may not do something; undefined where they may. */
export const refusalReason = (role: Role, permission: Permission): string | undefined =>
  mayDo(role, permission)
    ? undefined
    : `${WHO[PERMISSIONS[permission]]} may do this. You are ${WITH_ARTICLE[role]}.`
